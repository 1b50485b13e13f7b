// A new member chooses a name before continuing.

import { byId } from "../common/dom.js";
import { patch } from "../common/http.js";
import { onSubmit } from "./forms.js";

/**
 * Continue to the page that was requested before signing in; a new account chooses its name first.
 * @param {{name: string, is_new?: boolean}} entered @param {string} then
 */
export function continueSignedIn(entered, then) {
  if (!entered.is_new) {
    location.assign(then);
    return;
  }
  onSubmit("#naming", async ({ name }) => {
    if (name !== entered.name) await patch("/api/me", { name });
    location.assign(then);
  });
  const form = byId("naming");
  for (const other of form.parentElement?.children ?? []) /** @type {HTMLElement} */ (other).hidden = other !== form;
  const field = /** @type {HTMLInputElement} */ (form.querySelector("[name=name]"));
  field.value = entered.name;
  field.select();
}
