// A call that is delayed until no further one arrives.

/** @typedef {(() => void) & {now: () => void, waits: () => boolean, cancel: () => void}} Debounced */

/**
 * Return a function that requests the action; its `now` runs a requested action immediately, its `cancel` drops the
 * request.
 * @param {() => void} action
 * @param {number} wait milliseconds
 * @returns {Debounced}
 */
export function debounced(action, wait) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const run = () => {
    cancel();
    action();
  };
  const ask = () => {
    cancel();
    timer = setTimeout(run, wait);
  };
  return Object.assign(ask, {
    now: () => void (timer !== undefined && run()),
    waits: () => timer !== undefined,
    cancel,
  });
}
