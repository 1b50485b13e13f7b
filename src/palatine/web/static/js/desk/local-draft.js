// A copy of the sheet in this browser: unsaved text, text of other tabs, and text that came too late.

import { browserStorage } from "../common/storage.js";

/** The stored keys with a prefix. @param {string} prefix */
function storedKeys(prefix) {
  try {
    return Object.keys(localStorage).map((key) => key.replace(/^palatine\./, "")).filter((key) =>
      key.startsWith(prefix)
    );
  } catch {
    return []; // a browser that stores nothing
  }
}

export class LocalDraft {
  /** @param {string} match @param {(text: string) => void} other told when the same sheet is written on in another tab */
  constructor(match, other) {
    this.match = match;
    this.key = "";
    addEventListener("storage", (event) => {
      if (!this.key || event.key !== `palatine.${this.key}` || !event.newValue) return;
      const { text } = JSON.parse(event.newValue);
      other(text);
    });
  }

  /** From now on of this seat and turn. @param {string | null} seat @param {number} turn */
  sit(seat, turn) {
    this.key = seat ? `sheet.${this.match}.${seat}.${turn}` : "";
    this.late = seat ? `late.${this.match}.${seat}` : "";
    if (seat) this.clear(`sheet.${this.match}.${seat}.`);
  }

  /** Delete the texts of past turns, except those that never reached the server. @param {string} prefix */
  clear(prefix) {
    for (const key of storedKeys(prefix)) {
      if (key === this.key) continue;
      const { text, saved } = JSON.parse(browserStorage(key) ?? "{}");
      if (!saved && text?.trim()) this.tooLate = { turn: Number(key.slice(prefix.length)), text };
      browserStorage(key, null);
    }
  }

  /** @param {string} text @param {boolean} saved whether the referee has it */
  note(text, saved) {
    if (this.key) browserStorage(this.key, JSON.stringify({ text, saved }));
  }

  /** The text that was written here and never reached the server; null if there is none. @returns {string | null} */
  get unsaved() {
    const kept = this.key ? browserStorage(this.key) : null;
    const { text, saved } = kept ? JSON.parse(kept) : { text: null, saved: true };
    return saved ? null : text;
  }

  /** Delete the text of this turn. */
  forget() {
    if (this.key) browserStorage(this.key, null);
  }

  /** The text that was unfinished when its turn ran. @returns {{turn: number, text: string} | null} */
  get tooLate() {
    const kept = this.late ? browserStorage(this.late) : null;
    return kept ? JSON.parse(kept) : null;
  }

  /** @param {{turn: number, text: string} | null} what */
  set tooLate(what) {
    if (this.late) browserStorage(this.late, what ? JSON.stringify(what) : null);
  }
}
