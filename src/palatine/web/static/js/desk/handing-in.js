// The preview of a sheet before it is submitted: asks when it warns, is empty, or leaves options unused.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { previewParts, warnings } from "../guidance/preview-view.js";
import { icon } from "../common/icons.js";
import { askToConfirm, SilencedWarnings } from "../guidance/confirmation.js";

/** @import { SheetPreview } from "../types/wire.d.ts" */
/** @import { GuidanceApi } from "../guidance/api.js" */

const REHEARSAL_TIMEOUT_MS = 6000; // milliseconds a rehearsal may take; then the sheet is handed in without

export class HandingIn {
  /** @param {GuidanceApi} api @param {{game: string, match: string, goTo: (line: number) => void, goToSpaces: (unused: import("../types/wire.d.ts").UnusedOption) => void}} host */
  constructor(api, host) {
    this.api = api;
    this.host = host;
    this.silenced = new SilencedWarnings(host.match);
  }

  /** The preview of the sheet; null while it cannot be parsed. @param {string} seat @param {string} text */
  async preview(seat, text) {
    const told = await this.api.previewSheet(seat, text);
    return told.check.ok ? { preview: told.preview, seat } : null;
  }

  /** Ask, if necessary, whether to hand in a sheet. @param {string} seat @param {string} text @returns {Promise<boolean>} */
  async allows(seat, text) {
    const told = await Promise.race([
      this.api.previewSheet(seat, text).catch(() => null),
      new Promise((done) => setTimeout(() => done(null), REHEARSAL_TIMEOUT_MS)),
    ]);
    const found = /** @type {SheetPreview | null} */ (told);
    if (!found?.check.ok) return true; // the server reports errors when the sheet is handed in
    const isEmpty = !found.check.orders;
    const kinds = [
      ...warnings(found.preview),
      ...(isEmpty ? ["empty"] : found.preview.unused_options?.length ? ["unused"] : []),
    ];
    const left = this.silenced.left(kinds);
    if (!left.length) return true;
    const isTold = isEmpty && !(found.preview.lines ?? []).some((line) => line.weight === "warning");
    return askToConfirm({
      title: say(warnings(found.preview).length || isEmpty ? "question.title" : "desk.before"),
      confirm: say("desk.hand-in-anyway"),
      parts: (close) => [
        ...(isTold
          ? [
            element(
              "p",
              { class: "preview-line warning" },
              icon("warning", say("preview.warning")),
              element("span", {}, say("desk.hand-in-empty")),
            ),
          ]
          : []),
        ...previewParts(found.preview, this.host.game, {
          you: seat,
          goTo: (unused) => {
            close();
            this.host.goToSpaces(unused);
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
