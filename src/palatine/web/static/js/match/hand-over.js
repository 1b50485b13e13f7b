// Several players at one screen: a curtain hides each seat's view from the others while the screen is handed over.

import { byId, element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { nameOf, titleOf } from "../common/seat-names.js";
import { ignoreClicks } from "../common/ignore-clicks.js";

/** Cover the page until the player of `seat` uncovers it. @param {string} seat @param {string | null} from the seat that has the screen now @param {import("../common/seat-names.js").Names} names @param {() => void} open */
export function showHandOver(seat, from, names, open) {
  const curtain = byId("curtain");
  if (!curtain.hidden && curtain.dataset.seat === seat) return;
  curtain.dataset.seat = seat;
  const opener = element(
    "button",
    { type: "button", class: "primary large", onclick: open },
    say("curtain.open", { seat: nameOf(names, seat) }),
  );
  const stay = element(
    "button",
    { type: "button", class: "quiet", onclick: () => (curtain.hidden = true) },
    say("curtain.stay", { seat: nameOf(names, from ?? "") }),
  );
  curtain.replaceChildren(
    element(
      "div",
      { class: "card" },
      element("h2", { id: "curtain-title" }, say("curtain.title", { seat: titleOf(names, seat) })),
      element("p", { class: "soft" }, say("curtain.text")),
      element("div", { class: "row" }, opener, stay),
    ),
  );
  ignoreClicks(curtain);
  curtain.hidden = false;
  opener.focus();
}
