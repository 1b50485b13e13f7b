// A sheet that was written on another device in the meantime: the player sees both texts, so that neither is lost.

import { dayAndTime } from "../common/dates.js";
import { byId, element } from "../common/dom.js";
import { say } from "../common/messages.js";

/** @import { SheetDraft } from "../types/wire.d.ts" */

/** The newer sheet: its text and version. @param {SheetDraft} draft @returns {[string, string]} */
const newest = (
  { text, saved, handed_in, handed_at },
) => (handed_in !== null && handed_at > saved ? [handed_in, handed_at] : [text, saved]);

/**
 * Report that the sheet has changed elsewhere and offer that text beside the current one.
 * @param {SheetDraft} draft @param {{mine: string, keep: () => void, take: (text: string) => void}} desk `keep`: the text on the desk is to stand
 */
export function offerBoth(draft, { mine, keep, take }) {
  const [text, when] = newest(draft), box = byId("desk-stale");
  const button = (/** @type {string} */ key, /** @type {() => void} */ act) =>
    element("button", {
      type: "button",
      "data-stale": key,
      onclick: () => {
        box.hidden = true;
        act();
      },
    }, say(`desk.stale-${key}`));
  box.replaceChildren(
    element("p", {}, say("desk.stale", { when: when ? dayAndTime(when) : "" })),
    element("h3", {}, say("desk.stale-there")),
    element("pre", { tabIndex: 0 }, text),
    element("h3", {}, say("desk.stale-here")),
    element("pre", { tabIndex: 0 }, mine),
    element("div", { class: "row" }, button("take", () => take(text)), button("keep", keep)),
  );
  box.hidden = false;
}
