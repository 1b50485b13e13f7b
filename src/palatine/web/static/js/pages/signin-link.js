// A sign-in link from a mail or an administrator. It does nothing until its button is pressed.

import { post } from "../common/http.js";
import "../common/theme.js";
import { onSubmit } from "../auth/forms.js";
import { continueSignedIn } from "../auth/choose-name.js";

/** @type {Record<string, (token: string) => Promise<void>>} */
const ACTIONS = {
  signin: async (token) => {
    const entered = await post("/api/session/code", { token });
    continueSignedIn(entered, entered.then || "/");
  },
  recover: async (token) => {
    await post("/api/session/recover", { token });
    location.assign("/me#keys");
  },
  prove: async (token) => {
    await post("/api/me/addresses/prove", { token });
    location.assign("/me#addresses");
  },
};

onSubmit("[data-link]", async (_, form) => ACTIONS[form.dataset.link ?? ""](form.dataset.token ?? ""));
document.body.dataset.ready = "1";
