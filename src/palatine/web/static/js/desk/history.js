// Undo and redo of a sheet's text, including texts inserted by clicks.

const STEP_PAUSE_MS = 1200; // milliseconds of pause after which typing starts a new step
const MAX_STEPS = 200;

export class History {
  /** @param {() => number} [now] milliseconds from anywhere */
  constructor(now = () => Date.now()) {
    this.now = now;
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    this.text = "";
    this.at = -Infinity;
  }

  /** Begin again: there is nothing to undo. @param {string} text */
  begin(text) {
    this.past = [];
    this.future = [];
    this.text = text;
    this.at = -Infinity;
  }

  /** Record a new text; with `whole` as a step of its own. @param {string} text @param {boolean} whole */
  note(text, whole) {
    if (text === this.text) return;
    const now = this.now();
    if (whole || now - this.at > STEP_PAUSE_MS || !this.past.length) {
      this.past = [...this.past, this.text].slice(-MAX_STEPS);
    }
    this.at = whole ? -Infinity : now;
    this.future = [];
    this.text = text;
  }

  /** Return the previous text; null if there is none. @returns {string | null} */
  undo() {
    const before = this.past.pop();
    if (before === undefined) return null;
    this.future.push(this.text);
    this.at = -Infinity;
    return (this.text = before);
  }

  /** Return the text undone last; null if there is none. @returns {string | null} */
  redo() {
    const after = this.future.pop();
    if (after === undefined) return null;
    this.past.push(this.text);
    this.at = -Infinity;
    return (this.text = after);
  }
}
