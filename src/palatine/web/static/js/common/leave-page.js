// Actions that run once, however often their button is pressed in the meantime.

/** Wait until the page is shown again after it was left, so that a second click on the way out does nothing.
    @returns {Promise<void>} */
const untilBack = () => new Promise((back) => addEventListener("pageshow", () => back(), { once: true }));

/** Go to another page of the site. @param {string} path */
export async function navigate(path) {
  location.href = path;
  await untilBack();
}

/** Load the page again. */
export async function reload() {
  location.reload();
  await untilBack();
}

/** Return a function that runs `act`, and does nothing while a run is under way. @template {unknown[]} T @param {(...given: T) => Promise<unknown>} act
    @returns {(...given: T) => Promise<void>} */
export function onceAtATime(act) {
  let isUnderWay = false;
  return async (...given) => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await act(...given);
    } finally {
      isUnderWay = false;
    }
  };
}
