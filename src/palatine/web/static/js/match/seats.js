// The seats of a match, and taking a seat by a link with its key.

import { styleOfSeat, swatch } from "../board/sides.js";
import { durationText } from "../common/dates.js";
import { element, updateChildren } from "../common/dom.js";
import { Problem } from "../common/http.js";
import { listed, say } from "../common/messages.js";
import { codeOf, nameOf, titleOf } from "../common/seat-names.js";
import { browserStorage } from "../common/storage.js";

/** @import { Board, MatchInfo, View } from "../types/wire.d.ts" */
/** @import { MatchApi } from "./api.js" */

const MIN_TWO_LINE_SEATS = 4; // seats from which each has two lines

/** The seats as chips: who fills each, whose turn it is. @param {HTMLElement} place @param {MatchInfo} info @param {string[]} mine @param {Pick<View, "asked" | "names">} [view] @param {Board} [board] with the colours of seats */
export function showSeats(place, info, mine, { asked, names } = { asked: info.asked }, board) {
  place.classList.toggle("tall", info.seats.length >= MIN_TWO_LINE_SEATS || Boolean(info.times?.pace));
  updateChildren(
    place,
    ...info.seats.map((seat) => {
      const yours = mine.includes(seat.seat);
      const who = !seat.seated
        ? say("seat.empty")
        : seat.kind === "bot"
        ? say("seat.bot", { bot: seat.bot })
        : yours
        ? say("seat.you")
        : seat.name === seat.seat
        ? say("seat.unnamed")
        : seat.name;
      const turn = asked.includes(seat.seat);
      const done = (info.handed_in ?? []).includes(seat.seat), code = codeOf(names, seat.seat);
      return element(
        "li",
        {
          class: `seat ${turn ? "turn" : ""} ${yours ? "yours" : ""}`,
          "data-seat": seat.seat,
          "aria-current": turn ? "true" : undefined,
          title: say("seat.title", { seat: titleOf(names, seat.seat), who }),
        },
        element(
          "span",
          { class: "seat-name" },
          swatch(styleOfSeat(board, seat.seat, yours)),
          titleOf(names, seat.seat),
        ),
        " ",
        code ? element("small", { class: "seat-code" }, code, " ") : null,
        element("span", { class: "seat-who" }, who),
        turn ? element("span", { class: "aloud" }, say("seat.turn")) : null,
        timeOf(info, seat.seat),
        done
          ? element(
            "span",
            { class: "seat-done", title: say("seat.done") },
            " ✓",
            element("span", { class: "aloud" }, say("seat.done")),
          )
          : null,
      );
    }),
  );
  reach(place);
  watch.observe(place);
  if (!info.orders) bringOut(place, place.querySelector(".turn"));
}

/** The time left to a seat, if the match has clocks. @param {MatchInfo} info @param {string} seat */
function timeOf({ times, status }, seat) {
  const each = times?.seats?.[seat];
  if (!times?.pace || !each || status !== "playing") return null;
  const stops = [times.paused, each.away].some((until) => until && Date.parse(until) > Date.now());
  const left = each.ends ? Math.max(0, (Date.parse(each.ends) - Date.now()) / 1000) : each.left ?? 0;
  const text = stops ? say("time.paused") : durationText(left);
  return element(
    "span",
    { class: `seat-time ${each.ends && left < 86400 ? "soon" : ""}`, title: say("time.left", { time: text }) },
    " ",
    text,
  );
}

/** Make a scrolling element reachable by keyboard. @param {HTMLElement} place */
const reach = (place) => (place.tabIndex = place.scrollWidth > place.clientWidth ? 0 : -1);
const watch = new ResizeObserver((all) => all.forEach(({ target }) => reach(/** @type {HTMLElement} */ (target))));

/** Scroll to the seat that must act when it has changed. @param {HTMLElement} place @param {HTMLElement | null} seat */
function bringOut(place, seat) {
  if (!seat || place.dataset.out === seat.dataset.seat) return;
  place.dataset.out = seat.dataset.seat;
  place.scrollLeft = seat.offsetLeft - (place.clientWidth - seat.offsetWidth) / 2;
}

/** The link with which a person takes the seat. @param {string} match @param {string} key */
export const seatLink = (match, key) => `${location.origin}/play/${match}#${key}`;

/** Keys of free seats, stored in the browser that created the match. @param {string} match @returns {Record<string, string>} */
export function storedKeys(match) {
  return JSON.parse(browserStorage(`invite.${match}`) ?? "{}");
}

/** While seats are empty: whom we wait for, and the links to send them. @param {HTMLElement} place @param {MatchInfo} info @param {string[]} mine @param {View["names"]} [names] */
export function showEmptySeats(place, info, mine, names) {
  const empty = info.seats.filter((seat) => !seat.seated);
  const keys = storedKeys(info.match);
  const others = empty.filter((seat) => !keys[seat.seat]);
  if (!empty.length && Object.keys(keys).length) browserStorage(`invite.${info.match}`, null);
  place.hidden = info.status !== "open";
  if (place.hidden) return;
  place.replaceChildren(
    element("h2", {}, say("room.title")),
    ...empty.filter((seat) => keys[seat.seat]).map((seat) =>
      linkBox(say("room.link", { seat: titleOf(names, seat.seat) }), seatLink(info.match, keys[seat.seat]))
    ),
    ...(others.length
      ? [element("p", {}, say("room.waiting", { seats: listed(others.map((seat) => nameOf(names, seat.seat))) }))]
      : []),
    ...(mine.length ? [element("p", { class: "soft small" }, say("room.note"))] : []),
  );
}

/** A link in a box, with a button that copies it. @param {string} label @param {string} link */
export function linkBox(label, link) {
  const box = element("input", {
    type: "text",
    value: link,
    readOnly: true,
    "aria-label": label,
    onfocus: () => box.select(),
  });
  const copy = element("button", {
    type: "button",
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(link);
        copy.textContent = say("link.copied");
      } catch {
        box.focus();
      }
    },
  }, say("link.copy"));
  return element("div", { class: "linkbox" }, element("label", {}, label), element("div", { class: "row" }, box, copy));
}

/**
 * With a key in the link: ask for a name, sit down, and take the key out of the address.
 * @param {string} match @param {MatchApi} api @returns {Promise<string>} why the link opens nothing, "" when it does
 */
export async function takeSeatByLink(match, api) {
  const key = location.hash.slice(1);
  if (!key) return "";
  const away = () => history.replaceState(null, "", location.pathname + location.search);
  try {
    const known = await api.sit({ key, look: true });
    if (known.seated) await api.sit({ key });
    else await sitDown(known.seat, key, api);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    // Keep a link that failed for a temporary reason: reloading the page tries it again.
    if (isInvalidKey(problem.status)) away();
    return problem.message;
  }
  away();
  return "";
}

/** Return whether an error means that the key is invalid for good. @param {number} status */
export const isInvalidKey = (status) => status >= 400 && status < 500 && status !== 429;

/** Ask for a name until the player has a seat. @param {string} seat @param {string} key @param {MatchApi} api */
async function sitDown(seat, key, api) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("join-dialog"));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  const line = /** @type {HTMLElement} */ (dialog.querySelector("[data-seat]"));
  line.textContent = say("join.seat", { seat: titleOf(JSON.parse(line.dataset.names ?? "{}"), seat) });
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name")),
    number = /** @type {HTMLInputElement} */ (form.elements.namedItem("number"));
  name.value = browserStorage("name") ?? "";
  dialog.showModal();
  await new Promise((done) => {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await api.sit({ key, name: name.value || null, number: number.value });
        browserStorage("name", name.value || null);
        dialog.close();
        done(null);
      } catch (problem) {
        /** @type {HTMLElement} */ (dialog.querySelector(".error")).textContent =
          /** @type {Error} */ (problem).message;
        /** @type {HTMLElement} */ (dialog.querySelector(".error")).hidden = false;
      }
    });
    dialog.addEventListener("cancel", (event) => event.preventDefault());
  });
}
