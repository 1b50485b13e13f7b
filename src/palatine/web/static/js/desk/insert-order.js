// Inserts a suggested order into the sheet.

import { byId } from "../common/dom.js";
import { say } from "../common/messages.js";
import { wordOf } from "./sheet-lines.js";

/** @import { Suggestion } from "../types/wire.d.ts" */
/** @import { Desk } from "./desk.js" */

/** Insert the order, in place of an earlier one of the same character. @param {Desk} desk @param {string | null} who @param {Suggestion} each */
export function insertOrder(desk, who, each) {
  if (each.instead) return putFor(desk, each);
  const { editor, characters } = desk, lines = editor.lines;
  const same = lines.findIndex((line) => line.trim() === each.text.trim());
  const row = same >= 0 ? same : who ? lines.findIndex((line) => characters.ownerOf(line) === who) : -1;
  editor.putLine(each.text, row);
  desk.card.hide();
  byId("aloud").textContent = say(row >= 0 ? "desk.replaced" : "desk.added", { text: each.text });
}

/** Insert it in place of the whole sheet, or of the lines that begin with the same words. @param {Desk} desk @param {Suggestion} each */
function putFor(desk, each) {
  const { editor, characters } = desk;
  if (each.instead === "sheet") {
    const text = editor.text.trim(), offered = characters.known.get("") ?? [];
    const known = [desk.first ?? "", ...offered.map((other) => other.text)].some((other) => other.trim() === text);
    if (text && !known && !confirm(say("desk.replace-sheet"))) return;
    editor.putSheet(each.text);
  } else {
    for (const line of characters.textOf(each).trim().split("\n")) {
      editor.putLine(
        line,
        editor.lines.findIndex((other) => wordOf(other) === wordOf(line)),
      );
    }
  }
  desk.card.hide();
  byId("aloud").textContent = say("desk.replaced", { text: each.title });
}
