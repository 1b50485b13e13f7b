// Before a sheet is handed in: what is foreseen of it, asked about when it warns, is empty, or leaves much undone.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { foresightParts, warnings } from "../guidance/foresight-view.js";
import { icon } from "../guidance/icons.js";
import { question, Silenced } from "../guidance/question.js";

/** @import { SheetPreview } from "../types/wire.d.ts" */
/** @import { GuidanceApi } from "../guidance/api.js" */

const PATIENCE = 6000; // milliseconds a rehearsal may take; then the sheet is handed in without

export class HandingIn {
  /** @param {GuidanceApi} api @param {{game: string, match: string, goTo: (line: number) => void, goToSpaces: (undone: import("../types/wire.d.ts").UnusedOption) => void}} host */
  constructor(api, host) {
    this.api = api;
    this.host = host;
    this.silenced = new Silenced(host.match);
  }

  /** What will come of a sheet as it is; null while it cannot be read. @param {string} seat @param {string} text */
  async foresee(seat, text) {
    const told = await this.api.foreseeSheet(seat, text);
    return told.check.ok ? { foresight: told.foresight, seat } : null;
  }

  /** Whether a sheet is to be handed in. @param {string} seat @param {string} text @returns {Promise<boolean>} */
  async allows(seat, text) {
    const told = await Promise.race([
      this.api.foreseeSheet(seat, text).catch(() => null),
      new Promise((done) => setTimeout(() => done(null), PATIENCE)),
    ]);
    const found = /** @type {SheetPreview | null} */ (told);
    if (!found?.check.ok) return true; // what is wrong with it the referee says when it is handed in
    const isEmpty = !found.check.orders;
    const kinds = [
      ...warnings(found.foresight),
      ...(isEmpty ? ["empty"] : found.foresight.undone?.length ? ["undone"] : []),
    ];
    const left = this.silenced.left(kinds);
    if (!left.length) return true;
    const isTold = isEmpty && !(found.foresight.lines ?? []).some((line) => line.weight === "warning");
    return question({
      title: say(warnings(found.foresight).length || isEmpty ? "question.title" : "desk.before"),
      confirm: say("desk.hand-in-anyway"),
      parts: (close) => [
        ...(isTold
          ? [
            element(
              "p",
              { class: "foreseen warning" },
              icon("warning", say("foresight.warning")),
              element("span", {}, say("desk.hand-in-empty")),
            ),
          ]
          : []),
        ...foresightParts(found.foresight, this.host.game, {
          you: seat,
          goTo: (undone) => {
            close();
            this.host.goToSpaces(undone);
          },
          line: (line) => {
            close();
            this.host.goTo(line);
          },
        }),
      ],
      never: () => this.silenced.add(left),
    });
  }
}
