// Moving the focus in a list of buttons with the arrow keys.

/** @param {HTMLElement} box @param {KeyboardEvent} event */
export function moveFocus(box, event) {
  const step = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 })[event.key];
  if (!step) return;
  const all = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("button, summary")]).filter((each) =>
    each.offsetParent
  );
  all[(all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + all.length) % all.length]?.focus();
  event.preventDefault();
}
