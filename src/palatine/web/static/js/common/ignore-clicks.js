// Ignoring clicks on a list that has just changed: the second click of a double click was meant for the old list.

const IGNORE_CLICKS_MS = 300; // milliseconds in which clicks on it are ignored

/** @type {WeakMap<Element, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();

/** Ignore clicks on an element for a moment, because its content is new. @param {Element | null} place */
export function ignoreClicks(place) {
  if (!place) return;
  clearTimeout(timers.get(place));
  place.classList.add("settling");
  timers.set(place, setTimeout(() => place.classList.remove("settling"), IGNORE_CLICKS_MS));
}

/** Ignore held keys, with which the browser would click a button repeatedly. */
export function ignoreHeldKeys() {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!event.repeat || (event.key !== "Enter" && event.key !== " ") || !target.closest("button, summary, .port")) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
}
