// The messages of the page, from the catalogue that it contains.

import { fillIn } from "./fill-in.js";

/** @type {Record<string, string>} */
const messages = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** Return the message of a key with its fields filled in. @param {string} key @param {Record<string, unknown>} [data] */
export const say = (key, data = {}) => fillIn(messages[key] ?? key, data);

/** The name of a turn as a title: "Turn 3", "Year 3" or "Set-up". @param {number} n 0: the set-up */
export const turnTitle = (n) => n ? say("turn.title", { n }) : say("turn.set-up");

/** Words as a list in a sentence. @param {string[]} words */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return say("list.and", { head: words.slice(0, -1).join(", "), last: words[words.length - 1] });
}

/** Return a text with a capital first letter. @param {string} text */
export const capitalized = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
