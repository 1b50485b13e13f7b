// The menu of a match.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { nameOf, titleOf } from "../common/seat-names.js";
import { linkBox, seatLink, storedKeys } from "./seats.js";

/** @import { Match } from "./match.js" */
/** @import { MatchState } from "./match-state.js" */

/** @param {Match} match */
export function offerMenu(match) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("menu"));
  const list = /** @type {HTMLElement} */ (dialog.querySelector(".menu-list"));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.getElementById("open-menu")?.addEventListener("click", () => {
    list.replaceChildren(...menuItems(match, dialog));
    dialog.showModal();
    if (match.state.seat && match.state.mode === "play") {
      void match.consent().then(({ consentMenu }) =>
        list.querySelector(".linkbox")?.before(...consentMenu(match.state, () => dialog.close()))
      );
    }
  });
}

/** A button by which a player takes back the seat that a bot plays. @param {Match} match @param {string} seat @param {string} kind @param {() => void} [before] */
export function takeBack({ state }, seat, kind, before = () => {}) {
  const act = async () => {
    await state.api.takeBack(seat);
    await state.refresh();
  };
  const onclick = () => {
    before();
    void state.attempt(act);
  };
  return element(
    "button",
    { type: "button", class: kind, onclick },
    say("menu.take-back", { seat: nameOf(state.names, seat) }),
  );
}

/** @param {Match} match @param {HTMLDialogElement} dialog @returns {HTMLElement[]} */
function menuItems(match, dialog) {
  const { info, mine, seat, names } = match.state;
  const playing = info.status !== "over";
  const link = (/** @type {string} */ href, /** @type {string} */ key) =>
    element("a", { class: "menu-item", href }, say(key));
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) =>
    element("button", {
      type: "button",
      class: "menu-item",
      onclick: () => {
        dialog.close();
        act();
      },
    }, text);
  /** @type {HTMLElement[]} */
  const out = [
    ...ofHeader(dialog),
    link(`/replay/${match.state.id}`, "menu.replay"),
    link(`/games/${match.state.game}`, "menu.game"),
    link(`/verify/${match.state.id}`, playing ? "menu.dice" : "menu.verify"),
    element("p", { class: "menu-note soft small" }, say("dice.covers")),
    link(`${match.state.api.base}/export`, "menu.export"),
  ];
  for (const each of mine) {
    if (each !== seat) {
      out.push(button(say("menu.from", { seat: nameOf(names, each) }), () => match.from(each)));
    }
  }
  const row = info.seats.find((each) => each.seat === seat);
  if (playing && seat && row?.lent) {
    out.push(takeBack(match, seat, "menu-item", () => dialog.close()));
  } else if (playing && seat) {
    const lend = bots().map((bot) =>
      button(say("menu.lend", { bot }), () =>
        match.state.attempt(async () => {
          await match.state.api.lend(seat, bot);
          await match.state.refresh();
        }))
    );
    out.push(element(
      "details",
      { class: "menu-more" },
      element("summary", { class: "menu-item" }, say("menu.stand-in")),
      ...lend,
    ));
  }
  const left = info.seats.find((each) => each.left)?.seat;
  if (left && seat && !info.orders && info.status === "playing") {
    const mine = info.votes[left]?.includes(seat) ?? false;
    out.push(
      button(
        say(mine ? "menu.play-on" : "menu.end", { seat: nameOf(names, left) }),
        () =>
          match.state.attempt(async () => {
            await match.state.api.vote(seat, left, !mine);
            await match.state.refresh();
          }),
      ),
    );
  }
  const keys = storedKeys(match.state.id);
  for (const [name, key] of Object.entries(keys)) {
    out.push(linkBox(say("room.link", { seat: titleOf(names, name) }), seatLink(match.state.id, key)));
  }
  out.push(linkBox(say("menu.watch"), `${location.origin}/watch/${match.state.id}`));
  if (playing && seat && info.status === "playing") {
    const resign = button(
      say("menu.resign"),
      () =>
        confirm(resignQuestion(match.state, seat)) &&
        match.state.attempt(async () => match.state.hear(await match.state.api.resign(seat, match.state.version))),
    );
    resign.classList.add("menu-resign");
    out.push(resign);
  }
  return out;
}

/** Buttons of the header that a phone has no room for. @param {HTMLDialogElement} dialog @returns {HTMLElement[]} */
function ofHeader(dialog) {
  const account = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".match-top .account"));
  const press = (/** @type {string} */ id) => {
    const button = /** @type {HTMLElement} */ (document.getElementById(id));
    return element("button", {
      type: "button",
      class: "menu-item narrow-only",
      "aria-pressed": button.ariaPressed ?? undefined,
      onclick: () => {
        dialog.close();
        button.click();
      },
    }, button.ariaLabel);
  };
  return [
    ...(account
      ? [
        element(
          "a",
          { class: "menu-item narrow-only", href: account.href },
          account.dataset.account ? say("menu.account", { name: account.textContent ?? "" }) : account.title,
        ),
      ]
      : []),
    press("sound"),
    press("theme"),
  ];
}

/** The confirmation of a resignation: with secret orders, or if other people play on, a bot takes over; otherwise the others win. @param {MatchState} match @param {string} seat @returns {string} */
function resignQuestion({ info, names }, seat) {
  const others = info.seats.filter((each) => each.seat !== seat);
  if (info.clock || (others.length > 1 && others.some((each) => each.kind === "person" && each.seated))) {
    return say("menu.resign-sure");
  }
  return others.length === 1
    ? say("menu.resign-sure-two", { seat: titleOf(names, others[0].seat) })
    : say("menu.resign-sure-end");
}

/** The bots a seat can be handed to. @returns {string[]} */
const bots = () => JSON.parse(document.getElementById("match")?.dataset.bots ?? "[]");
