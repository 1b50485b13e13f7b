// A new member chooses a name before continuing.

import { byId } from "../common/dom.js";
import { patch } from "../common/http.js";
import { onSubmit } from "./forms.js";

/**
 * Go on to the page wanted before signing in; with a new account once its name is chosen.
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
