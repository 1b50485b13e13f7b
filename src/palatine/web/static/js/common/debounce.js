// Something done when nobody has asked for it for a while.

/** @typedef {(() => void) & {now: () => void, waits: () => boolean, cancel: () => void}} Debounced */

/**
 * Calling the answer asks for the action; `now` does it at once if it has been asked for, `cancel` forgets that it was.
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
