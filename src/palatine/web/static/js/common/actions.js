// What can be done in a match, as it is chosen and as it is sent.

/** @import { Goal } from "../types/wire.d.ts" */

/** An action as it is chosen: a verb, and the number of what it is done with. @typedef {[string, number]} Action */

/** What is to be carried out: actions one after the other, or a shortcut by its goal. @typedef {Action[] | Goal} ActionsOrPlan */

/** Actions as the API takes them. @param {Action[]} actions */
export const moves = (actions) => actions.map(([verb, operand]) => ({ verb, operand }));

/** What is chosen, as the API takes it. @param {ActionsOrPlan} chosen */
export const bodyOf = (chosen) => (Array.isArray(chosen) ? { actions: moves(chosen) } : { shortcut: chosen });

/** A shortcut by what it is called. @param {import("../types/wire.d.ts").Shortcut} shortcut @returns {Goal & {text: string}} */
export const goal = ({ space, text, duration_key }) => ({ space, text, duration_key });
