// The choices as a numbered list: for fingers, keys and screen readers.

import { goal } from "../common/actions.js";
import { moveFocus } from "../common/arrow-keys.js";
import { element, updateChildren } from "../common/dom.js";
import { say } from "../common/messages.js";

/** @import { Choice, Shortcut } from "../types/wire.d.ts" */
/** @import { ActionsOrPlan } from "../common/actions.js" */

const SECOND_DIGIT_MS = 900; // milliseconds in which a second digit may follow
const MAX_LISTED_SPACES = 40; // spaces to choose from; more are not listed again: the board shows them
const MAX_SHOWN_CHOICES = 8; // choices on the board that the list shows at once; the others unfold

export class Choices {
  /**
   * @param {HTMLElement} place
   * @param {{choose: (chosen: ActionsOrPlan, label: string, offered: number) => void, hint: (choice: Choice | null, moves: boolean) => void, portrait: (operand: number) => Node | null}} callbacks
   */
  constructor(place, callbacks) {
    this.place = place;
    this.callbacks = callbacks;
    /** @type {Choice[]} */
    this.list = [];
    /** @type {Shortcut[]} */
    this.shortcuts = [];
    this.offered = 0; // the version at which they were offered
    this.typed = "";
    this.tell = (/** @type {string} */ _typed) => {};
    this.unfolded = false;
    this.split = false; // whether the other answers in advance are shown
    place.addEventListener("keydown", (event) => moveFocus(place, event));
  }

  /** @param {Choice[]} list @param {Shortcut[]} shortcuts @param {number} offered the version of the match at which they are offered @param {boolean} [asked] whether it is for this seat to decide; if not, what it may do meanwhile stands back */
  show(list, shortcuts, offered, asked = true) {
    clearTimeout(this.timer); // a digit that was typed chose from the list before
    this.tell("");
    this.offered = offered;
    const held = /** @type {HTMLElement | null} */ (document.activeElement);
    const kept = held && this.place.contains(held) ? held.dataset.action ?? "-" : null;
    this.list = asked ? list : [];
    this.shortcuts = shortcuts.filter((shortcut) => shortcut.is_listed !== false);
    this.typed = "";
    const numbered = list.map((choice, i) => ({ choice, number: i + 1 }));
    const buttons = numbered.filter(({ choice }) => (choice.on ?? "button") === "button");
    const lit = list.filter((choice) => choice.on === "space").length, many = lit > MAX_LISTED_SPACES ? lit : 0;
    const places = numbered.filter(({ choice }) => choice.on === "piece" || (choice.on === "space" && !many));
    // Where to go is not folded away behind who else might.
    if (places.length > MAX_SHOWN_CHOICES + 2) {
      places.sort((one, other) => Number(other.choice.on === "space") - Number(one.choice.on === "space"));
    }
    updateChildren(
      this.place,
      ...(asked
        ? [
          ...(buttons.length
            ? [
              this.group(
                "",
                buttons.map((each) => this.button(each.choice, each.number)),
                list.length === 1 ? "buttons only" : "buttons",
              ),
            ]
            : []),
          ...(this.shortcuts.length ? [this.group(say("choices.shortcuts"), this.shortcutItems(), "shortcuts")] : []),
          ...(many ? [element("p", { class: "soft small" }, say("choices.many", { n: many }))] : []),
          ...(places.length
            ? [this.group(
              say("choices.board"),
              places.map((each) => this.button(each.choice, each.number)),
              "places",
              MAX_SHOWN_CHOICES,
            )]
            : []),
        ]
        : list.length
        ? [this.group(
          say("choices.meanwhile"),
          list.map((choice) => this.button(choice, 0)),
          "meanwhile",
        )]
        : []),
    );
    if (kept && !this.place.contains(document.activeElement)) {
      const again = kept !== "-" && this.place.querySelector(`[data-action="${CSS.escape(kept)}"]`);
      /** @type {HTMLElement | null} */ (again || this.place.querySelector("button"))?.focus({ preventScroll: true });
    }
  }

  /** @param {string} title @param {HTMLElement[]} items @param {string} name @param {number} [few] how many are shown at once */
  group(title, items, name, few = items.length) {
    const list = (/** @type {HTMLElement[]} */ those) =>
      element("ul", {}, ...those.map((item) => element("li", {}, item)));
    const cut = items.length > few + 2 ? few : items.length;
    const rest = items.slice(cut);
    const fold = rest.length
      ? element(
        "details",
        { class: "fold", open: this.unfolded, ontoggle: () => (this.unfolded = Boolean(fold?.open)) },
        element("summary", {}, say("choices.fold", { n: rest.length })),
        list(rest),
      )
      : null;
    return element(
      "section",
      { class: `choice-group ${name}` },
      title ? element("h2", {}, title) : null,
      list(items.slice(0, cut)),
      fold,
    );
  }

  /** @param {Choice} choice @param {number} number its key, 0 for none */
  button(choice, number) {
    const act = () => this.callbacks.choose([[choice.verb, choice.operand]], choice.text, this.offered);
    const button = element(
      "button",
      {
        class: "choice",
        type: "button",
        "data-action": `${choice.verb} ${choice.operand}`,
        "data-number": String(number),
        "data-preview": JSON.stringify([[choice.verb, choice.operand]]),
        onclick: act,
      },
      number ? element("kbd", {}, String(number)) : null,
      this.picture(choice),
      element("span", { class: "choice-text" }, choice.text),
      choice.cost ? element("span", { class: "cost" }, choice.cost) : null,
    );
    this.hinting(button, choice);
    return button;
  }

  /** The counter a choice concerns. @param {Choice} choice */
  picture(choice) {
    return choice.on === "piece" ? this.callbacks.portrait(choice.operand) : null;
  }

  /** The shortcuts; those that answer in advance, which differ only in how long for, as one button with the others behind it. */
  shortcutItems() {
    const all = this.shortcuts.map((shortcut, i) => ({ shortcut, button: this.shortcut(shortcut, i) }));
    const [first, ...others] = all.filter(({ shortcut }) => shortcut.duration_key).map(({ button }) => button);
    const plain = all.filter(({ shortcut }) => !shortcut.duration_key).map(({ button }) => button);
    if (!others.length) return all.map(({ button }) => button);
    const more = element("ul", {}, ...others.map((button) => element("li", {}, button)));
    const turn = element("button", {
      type: "button",
      class: "quiet icon split-more",
      "aria-expanded": String(this.split),
      "aria-label": say("choices.how-long"),
      title: say("choices.how-long"),
      onclick: () => {
        this.split = !this.split;
        turn.setAttribute("aria-expanded", String(this.split)); // by which the others are shown
      },
    }, "▾");
    return [...plain, element("div", { class: "split" }, first, turn, more)];
  }

  /** @param {Shortcut} shortcut @param {number} i */
  shortcut(shortcut, i) {
    const act = () => this.callbacks.choose(goal(shortcut), shortcut.text, this.offered);
    return element(
      "button",
      {
        class: "choice shortcut",
        type: "button",
        "data-action": `shortcut ${i}`,
        "data-goal": `${shortcut.space ?? ""} ${shortcut.duration_key ?? ""}`,
        "data-preview": JSON.stringify(goal(shortcut)),
        onclick: act,
      },
      element("kbd", {}, `⇧${letters(i).toUpperCase()}`),
      element("span", { class: "choice-text" }, shortcut.text),
    );
  }

  /** @param {HTMLElement} button @param {Choice} choice */
  hinting(button, choice) {
    if ((choice.on ?? "button") === "button") return;
    // What is pointed at is lit where it is; the map moves only to what the keys have led to.
    button.addEventListener("pointerenter", () => this.callbacks.hint(choice, false));
    button.addEventListener("focus", () => this.callbacks.hint(choice, button.matches(":focus-visible")));
    for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => this.callbacks.hint(null, false));
  }

  /** A capital letter typed anywhere on the page: the shortcut it stands for. Tells whether there is one. @param {string} capital */
  letter(capital) {
    const shortcut = this.shortcuts[capital.charCodeAt(0) - 65];
    if (shortcut) this.callbacks.choose(goal(shortcut), shortcut.text, this.offered);
    return Boolean(shortcut);
  }

  /** A digit typed anywhere on the page. @param {string} digit @param {(typed: string) => void} tell */
  digit(digit, tell) {
    clearTimeout(this.timer);
    this.tell = tell;
    this.typed += digit;
    const number = Number(this.typed);
    const more = number * 10 <= this.list.length;
    if (number < 1 || number > this.list.length) {
      this.typed = "";
      tell("");
    } else if (!more) this.take(number);
    else {
      tell(this.typed);
      this.timer = setTimeout(() => this.take(number), SECOND_DIGIT_MS);
    }
  }

  /** @param {number} number */
  take(number) {
    this.typed = "";
    this.tell("");
    const choice = this.list[number - 1];
    if (choice) this.callbacks.choose([[choice.verb, choice.operand]], choice.text, this.offered);
  }
}

/** The letter of a shortcut: a, b, ... z, aa. @param {number} n @returns {string} */
const letters = (n) => (n >= 26 ? letters(Math.floor(n / 26) - 1) : "") + "abcdefghijklmnopqrstuvwxyz"[n % 26];
