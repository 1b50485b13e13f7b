// The link in a mail, or from the host: it does nothing until its button is pressed.

import { post } from "../common/http.js";
import "../common/theme.js";
import { onSend } from "../ways/forms.js";

/** @type {Record<string, (token: string) => Promise<string>>} */
const DOES = {
  signin: async (token) => (await post("/api/session/code", { token })).then || "/",
  recover: async (token) => {
    await post("/api/session/recover", { token });
    return "/me#keys";
  },
  prove: async (token) => {
    await post("/api/me/addresses/prove", { token });
    return "/me#addresses";
  },
};

onSend("[data-link]", async (_, form) => location.assign(await DOES[form.dataset.link ?? ""](form.dataset.token ?? "")));
document.body.dataset.ready = "1";
