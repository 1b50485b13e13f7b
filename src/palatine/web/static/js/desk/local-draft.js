// A copy of the sheet in this browser: what could not be saved yet, what another tab has written, what came too late.

import { remembered } from "../common/storage.js";

/** The names of what is remembered that begin so. @param {string} prefix */
function storedKeys(prefix) {
  try {
    return Object.keys(localStorage).map((key) => key.replace(/^palatine\./, "")).filter((key) =>
      key.startsWith(prefix)
    );
  } catch {
    return []; // a browser that keeps nothing
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

  /** Of turns gone by nothing is kept but what never reached the referee. @param {string} prefix */
  clear(prefix) {
    for (const key of storedKeys(prefix)) {
      if (key === this.key) continue;
      const { text, saved } = JSON.parse(remembered(key) ?? "{}");
      if (!saved && text?.trim()) this.tooLate = { turn: Number(key.slice(prefix.length)), text };
      remembered(key, null);
    }
  }

  /** @param {string} text @param {boolean} saved whether the referee has it */
  note(text, saved) {
    if (this.key) remembered(this.key, JSON.stringify({ text, saved }));
  }

  /** What was written here and has never reached the referee; null when there is nothing. @returns {string | null} */
  get unsaved() {
    const kept = this.key ? remembered(this.key) : null;
    const { text, saved } = kept ? JSON.parse(kept) : { text: null, saved: true };
    return saved ? null : text;
  }

  /** Nothing of this turn need be kept. */
  forget() {
    if (this.key) remembered(this.key, null);
  }

  /** What was being written when its turn was run. @returns {{turn: number, text: string} | null} */
  get tooLate() {
    const kept = this.late ? remembered(this.late) : null;
    return kept ? JSON.parse(kept) : null;
  }

  /** @param {{turn: number, text: string} | null} what */
  set tooLate(what) {
    if (this.late) remembered(this.late, what ? JSON.stringify(what) : null);
  }
}
