// A view of a match and its changes, as sent by `palatine.matches.wire`.

/** @import { Changes, ClientView } from "../types/wire.d.ts" */

/** Return whether changes continue a view. @param {ClientView | null} matchView @param {Changes} changes */
export const canApply = (matchView, changes) =>
  matchView !== null && matchView.match === changes.match && matchView.seat === changes.seat &&
  matchView.version === changes.since;

/**
 * Return a view with changes applied, as a new object. Unchanged parts are the same objects as before.
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

/** Set a field; null deletes it. @param {Record<string, any>} values @param {string} name @param {any} value */
function setValue(values, name, value) {
  if (value === null) delete values[name];
  else values[name] = value;
}
