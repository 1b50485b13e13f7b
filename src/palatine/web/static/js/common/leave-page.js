// An action that is done once, however often its button is pressed meanwhile.

/** Settle nothing until the page is left: what is pressed on the way out is not done again.
    @returns {Promise<void>} until somebody comes back to the page as it was */
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

/** The same, but not again while it is under way. @template {unknown[]} T @param {(...given: T) => Promise<unknown>} act
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
