// Forms and buttons that send a request to the server and show its result.

/** @param {Element} place @param {string} selector */
const within = (
  place,
  selector,
) => /** @type {HTMLElement | null} */ (place.querySelector(`:scope > ${selector}`) ?? place.querySelector(selector));

/** Show an error below a form; "" removes it. @param {Element} place @param {string} text */
export function showError(place, text) {
  const line = within(place, ".error");
  if (line) Object.assign(line, { textContent: text, hidden: !text });
}

/** Show a confirmation below a form. @param {Element} place @param {string} text */
export function showMessage(place, text) {
  const line = within(place, ".form-message");
  if (line) Object.assign(line, { textContent: text, hidden: !text });
}

/**
 * Run the action of a form or button. Its buttons are disabled meanwhile, and errors appear within `place`.
 * @param {Element} place @param {() => Promise<void>} act
 */
export async function runAction(place, act) {
  const buttons =
    /** @type {HTMLButtonElement[]} */ (place instanceof HTMLButtonElement
      ? [place]
      : [...place.querySelectorAll("button")]).filter((each) => !each.disabled);
  const told = place instanceof HTMLButtonElement ? place.closest("section, form") ?? place : place;
  showError(told, "");
  buttons.forEach((each) => (each.disabled = true));
  try {
    await act();
  } catch (problem) {
    showError(told, /** @type {Error} */ (problem).message);
  } finally {
    buttons.forEach((each) => (each.disabled = false));
  }
}

/** Return the values of a form by field name. @param {HTMLFormElement} form @param {HTMLElement | null} [by] the button that sent it */
export const fieldsOf = (
  form,
  by = null,
) => /** @type {Record<string, string>} */ (Object.fromEntries(by ? new FormData(form, by) : new FormData(form)));

/**
 * When a form of the page is sent, do that with its fields.
 * @param {string} selector @param {(fields: Record<string, string>, form: HTMLFormElement) => Promise<void>} act
 */
export function onSubmit(selector, act) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(selector));
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = fieldsOf(form, event.submitter); // before its buttons are disabled: a disabled button has no value
    runAction(form, () => act(fields, form));
  });
}

/** When a button of the page is pressed, do that. @param {string} selector @param {(button: HTMLButtonElement) => Promise<void>} act */
export function onClick(selector, act) {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(selector));
  button?.addEventListener("click", () => runAction(button, () => act(button)));
}
