// Free seats on a server with accounts: the invited players, and invitations for others.

import { element } from "../common/dom.js";
import { get, post } from "../common/http.js";
import { say } from "../common/messages.js";
import { onceAtATime } from "../common/leave-page.js";
import { titleOf } from "../common/seat-names.js";
import { linkBox } from "./seats.js";

/** @import { Invited, SentInvitation, MatchInfo, View } from "../types/wire.d.ts" */

/** Whether the server sends mail. */
const hasMail = document.querySelector("[data-mail]") !== null;
/** The links made here, by invitation: they are told once. @type {Map<string, Invited>} */
const links = new Map();
/** What the box shows now, so that it is not made again under somebody's finger. */
let shown = "";

/** @param {HTMLElement} place @param {MatchInfo} info @param {string[]} mine @param {View["names"]} [names] */
export async function showInvitePanel(place, info, mine, names) {
  const free = freeSeats(info, mine);
  const key = JSON.stringify([info.match, free, mine, info.status, names]);
  if (key === shown) return;
  shown = key;
  place.hidden = !free.length || info.status === "over" || (info.status === "playing" && !mine.length);
  if (place.hidden) return;
  const sent = mine.length ? await get(`/api/matches/${info.match}/invitations`).catch(() => []) : [];
  drawInvitations(place, info, mine, sent, names);
}

/** @param {HTMLElement} place @param {MatchInfo} info @param {string[]} mine @param {SentInvitation[]} sent @param {View["names"]} [names] */
function drawInvitations(place, info, mine, sent, names) {
  const free = freeSeats(info, mine), runs = info.status === "playing";
  const again = async () =>
    drawInvitations(place, info, mine, await get(`/api/matches/${info.match}/invitations`), names);
  const open = place.querySelector("details")?.open;
  const parts = [
    ...free.map((seat) =>
      seatBox(
        info,
        titleOf(names, seat.seat),
        seat.seat,
        mine.length > 0,
        sent.filter((each) => each.seat === seat.seat),
        again,
      )
    ),
    ...(mine.length ? [element("p", { class: "soft small" }, say(runs ? "room.note-later" : "room.note-once"))] : []),
    trouble,
  ];
  place.replaceChildren(
    ...(runs
      ? [
        element(
          "details",
          { open },
          element("summary", {}, element("h2", {}, say("room.free-seats", { n: free.length }))),
          ...parts,
        ),
      ]
      : [element("h2", {}, say("room.title")), ...parts]),
  );
}

/** The seats that another person can take; one's own, which a bot plays meanwhile, is taken back by the menu. @param {MatchInfo} info @param {string[]} mine */
const freeSeats = (info, mine) => info.seats.filter((seat) => seat.free && !mine.includes(seat.seat));

const trouble = element("p", { class: "error", role: "alert", hidden: true });

/** Do it, and say what is wrong. */
const attempt = onceAtATime(async (/** @type {() => Promise<unknown>} */ act) => {
  trouble.hidden = true;
  try {
    await act();
  } catch (problem) {
    trouble.textContent = /** @type {Error} */ (problem).message;
    trouble.hidden = false;
    trouble.scrollIntoView({ block: "nearest" });
  }
});

/** A free seat: whom it has been offered to, and a link or a name for somebody new. @param {MatchInfo} info @param {string} title @param {string} seat @param {boolean} mayInvite @param {SentInvitation[]} sent @param {() => Promise<void>} again */
function seatBox(info, title, seat, mayInvite, sent, again) {
  const open = sent.filter((each) => each.state === "sent");
  const back = open.length ? [] : sent.slice(0, 1).filter((each) => each.state === "returned");
  const ask = (/** @type {Record<string, string>} */ whom) =>
    attempt(async () => {
      const made = /** @type {Invited} */ (await post(`/api/matches/${info.match}/invitations`, { seat, ...whom }));
      links.set(made.invitation.id, made);
      await again();
    });
  const byName = askForm("text", say("room.by-name"), 30, say("room.ask"), (name) => ask({ name }));
  const byMail = hasMail
    ? askForm("email", say("room.by-mail"), 254, say("room.send"), (address) => ask({ address }))
    : null;
  return element(
    "section",
    { class: "stackv invite-seat" },
    element("h3", {}, title),
    open.length ? null : element("p", { class: "soft" }, say("room.free")),
    ...open.map((each) => sentBox(info.match, each, title, again)),
    ...back.map((each) =>
      element(
        "p",
        { class: "error", role: "status" },
        say("room.returned", { name: each.to || say("room.an-address") }),
      )
    ),
    mayInvite
      ? element(
        "div",
        { class: "stackv" },
        element("button", { type: "button", onclick: () => ask({}) }, say("room.make-link")),
        byName,
        byMail,
      )
      : null,
  );
}

/** A line for whom to ask. @param {string} type @param {string} label @param {number} longest @param {string} button @param {(text: string) => void} ask */
function askForm(type, label, longest, button, ask) {
  const field = element("input", { type, "aria-label": label, placeholder: label, maxLength: longest });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (field.value.trim()) ask(field.value.trim());
  };
  return element("form", { class: "row nowrap", onsubmit: send }, field, element("button", {}, button));
}

/** An invitation that is open. @param {string} match @param {SentInvitation} sent @param {string} title @param {() => Promise<void>} again */
function sentBox(match, sent, title, again) {
  const made = links.get(sent.id);
  const withdraw = element("button", {
    type: "button",
    class: "quiet",
    onclick: () =>
      attempt(async () => {
        await post(`/api/matches/${match}/invitations/${sent.id}/revoke`, undefined);
        await again();
      }),
  }, say("room.withdraw"));
  const who = sent.to
    ? say("room.sent-to", { name: sent.to })
    : say(sent.by_mail ? "room.sent-mail" : "room.sent-link");
  return element(
    "div",
    { class: "stackv" },
    made?.link && !sent.to ? linkBox(say("room.link", { seat: title }), made.link) : element("p", {}, who),
    made?.link && !sent.to && !made.reaches_others ? element("p", { class: "error" }, say("room.here-only")) : null,
    withdraw,
  );
}
