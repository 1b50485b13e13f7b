// Lists of an account's keys, addresses, devices and tokens.

import { dayOf } from "../common/dates.js";
import { byId, element } from "../common/dom.js";
import { say } from "../common/messages.js";
import { runAction } from "./forms.js";

/** @typedef {{ name: string, about?: string, chip?: HTMLElement | null, actions?: [string, () => Promise<void>][] }} Thing */

/** Show a list, or a note if it is empty. @param {string} id @param {Thing[]} things */
export function showList(id, things) {
  const list = byId(id);
  list.replaceChildren(...things.map(itemOf));
  if (!things.length) list.append(element("li", { class: "empty" }, list.dataset.none ?? ""));
}

/** @param {Thing} thing */
function itemOf({ name, about, chip, actions = [] }) {
  const buttons = actions.map(([text, act]) => {
    const button = element("button", { type: "button", class: "quiet" }, text);
    button.addEventListener("click", () => runAction(button, act));
    return button;
  });
  const told = element(
    "span",
    { class: "what" },
    element("strong", {}, name),
    about ? element("span", { class: "soft" }, about) : null,
  );
  return element("li", {}, told, chip, ...buttons);
}

/** When something was made, and when it was last used. @param {{ made: string, used: string }} thing */
export const datesText = ({ made, used }) =>
  `${say("auth.made", { day: dayOf(made) })}, ${used ? say("auth.used", { day: dayOf(used) }) : say("auth.never")}`;

/** The state of an address, as a coloured chip. @param {string} state */
export const stateChip = (state) => element("span", { class: `state-chip ${state}` }, say(`auth.address-${state}`));
