// The actions of a match, as chosen and as sent.

/** @import { Goal } from "../types/wire.d.ts" */

/** A chosen action: a verb and the number of its object. @typedef {[string, number]} Action */

/** What the player wants to do: a sequence of actions, or a shortcut by its goal. @typedef {Action[] | Goal} ActionsOrPlan */

/** Actions as the API takes them. @param {Action[]} actions */
export const asObjects = (actions) => actions.map(([verb, operand]) => ({ verb, operand }));

/** A choice in the form of the API. @param {ActionsOrPlan} chosen */
export const requestBody = (chosen) => (Array.isArray(chosen) ? { actions: asObjects(chosen) } : { shortcut: chosen });

/** A shortcut by its text. @param {import("../types/wire.d.ts").Shortcut} shortcut @returns {Goal & {text: string}} */
export const goal = ({ space, text, duration_key }) => ({ space, text, duration_key });
