// Passkeys: pass the server's options to the browser and send its answer back.

import { post } from "../common/http.js";
import { say } from "../common/messages.js";

/** @typedef {{ id: string, type: "public-key" }} Known */

/** @param {string} text base64url */
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer} buffer @returns {string} base64url */
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** @param {Known[]} [known] */
const described = (known = []) => known.map((each) => ({ ...each, id: bytes(each.id) }));

/** Ask the browser; throw a readable error if the user does not answer. @template T @param {() => Promise<T | null>} ask @returns {Promise<T>} */
async function askBrowser(ask) {
  if (!globalThis.PublicKeyCredential) throw new Error(say("auth.passkey-off"));
  const found = await ask().catch(() => null); // refused or timed out: the browser does not distinguish them
  if (!found) throw new Error(say("auth.passkey-stopped"));
  return found;
}

/** Make a passkey for the account that is signed in. @param {string} label */
export async function makePasskey(label) {
  const options = await post("/api/me/passkeys/begin");
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: described(options.excludeCredentials),
  };
  const made = /** @type {PublicKeyCredential} */ (await askBrowser(() => navigator.credentials.create({ publicKey })));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const answer = answerOf(made, {
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
  });
  return post("/api/me/passkeys", { answer, label });
}

/** Sign in with a passkey. */
export async function usePasskey() {
  const options = await post("/api/session/passkey/begin");
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: described(options.allowCredentials),
  };
  const used = /** @type {PublicKeyCredential} */ (await askBrowser(() => navigator.credentials.get({ publicKey })));
  const response = /** @type {AuthenticatorAssertionResponse} */ (used.response);
  return post("/api/session/passkey/finish", {
    answer: answerOf(used, {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    }),
  });
}

/** @param {PublicKeyCredential} credential @param {Record<string, string | null>} response */
const answerOf = (credential, response) => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  response,
  clientExtensionResults: {},
});
