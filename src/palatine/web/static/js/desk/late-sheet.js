// A text whose turn has run: the player can take it over or discard it.

import { byId, element } from "../common/dom.js";
import { say, turnTitle } from "../common/messages.js";

/** @import { LocalDraft } from "./local-draft.js" */

/** @param {LocalDraft} kept @param {(text: string) => void} takeUp */
export function showLateSheet(kept, takeUp) {
  const late = kept.tooLate, box = byId("desk-late");
  box.hidden = !late;
  if (!late) return;
  const drop = () => {
    kept.tooLate = null;
    box.hidden = true;
  };
  const take = () => {
    drop();
    takeUp(late.text);
  };
  box.replaceChildren(
    element("p", {}, say("desk.late", { turn: turnTitle(late.turn) })),
    element("pre", { tabIndex: 0 }, late.text),
    element(
      "div",
      { class: "row" },
      element("button", { type: "button", id: "late-take", onclick: take }, say("desk.late-take")),
      element("button", { type: "button", class: "quiet", onclick: drop }, say("desk.late-drop")),
    ),
  );
}
