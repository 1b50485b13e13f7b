// A view of a match and what changes of it, as `palatine.matches.wire` tells it.

/** @import { Changes, ClientView } from "../types/wire.d.ts" */

/** Whether changes go on from a view. @param {ClientView | null} matchView @param {Changes} changes */
export const canApply = (matchView, changes) =>
  matchView !== null && matchView.match === changes.match && matchView.seat === changes.seat &&
  matchView.version === changes.since;

/**
 * A view with changes carried out. Neither is altered; what has not changed is the same as before.
 * @param {ClientView} matchView
 * @param {Changes} changes
 * @returns {ClientView}
 */
export function applyChanges(matchView, changes) {
  /** @type {Record<string, any>} */
  const view = { ...matchView.view };
  for (const [name, value] of Object.entries(changes.view ?? {})) setValue(view, name, value);
  for (const [name, values] of Object.entries(changes.keys ?? {})) {
    view[name] = { ...view[name] };
    for (const [key, value] of Object.entries(values)) setValue(view[name], key, value);
  }
  for (const [name, parts] of Object.entries(changes.lists ?? {})) {
    const old = view[name];
    view[name] = parts.flatMap(([from, to, ...fresh]) => [...old.slice(from, to), ...fresh]);
  }
  return /** @type {ClientView} */ ({
    ...matchView,
    ...changes.fields,
    version: changes.version,
    view,
    entries: changes.entries ?? [],
  });
}

/** Set what is told; what is told to be nothing is left out. @param {Record<string, any>} values @param {string} name @param {any} value */
function setValue(values, name, value) {
  if (value === null) delete values[name];
  else values[name] = value;
}
