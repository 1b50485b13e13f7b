// Targets of shortcuts: distant spaces by number. The texts of shortcuts are requested when needed.

/** @import { Goal, SentView } from "../types/wire.d.ts" */

/**
 * By the id of a space the shortcuts that lead there, those that lists show with their texts.
 * @param {Partial<SentView>} view
 * @param {Map<number, string>} byOperand the ids of spaces
 * @returns {Map<string, Goal[]>}
 */
export function farShortcuts(view, byOperand) {
  /** @type {Map<string, Goal[]>} */
  const far = new Map();
  for (const space of [...(view.goals ?? []), ...(view.detours ?? [])]) {
    const id = byOperand.get(space);
    if (id) far.set(id, [...(far.get(id) ?? []), { space }]);
  }
  for (const { space, text, duration_key } of view.shortcuts ?? []) {
    const goals = far.get(byOperand.get(space ?? -1) ?? "");
    const unnamed = goals?.findIndex((goal) => !goal.text) ?? -1;
    if (goals && unnamed >= 0) goals[unnamed] = { space, text, duration_key };
  }
  return far;
}

/** Return whether the texts of all of these are known. @param {Goal[]} goals */
export const haveTexts = (goals) => goals.every((goal) => goal.text);
