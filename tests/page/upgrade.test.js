import assert from "node:assert/strict";
import { test } from "node:test";

const SCRIPT = "https://palatine.example/static/1234/js/common/early-theme.js";
const kept = /** @type {Map<string, string>} */ (new Map());
let isServed = true, reloads = 0;

/** The parts of a browser that the modules use. @type {Record<string, any>} */
const browser = {
  document: { querySelector: () => ({ src: SCRIPT }), getElementById: () => null },
  sessionStorage: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  },
  location: { reload: () => void reloads++ },
  fetch: (/** @type {string} */ path, /** @type {RequestInit} */ { method }) =>
    Promise.resolve(
      method === "HEAD"
        ? new Response(null, { status: path === SCRIPT && isServed ? 200 : 404 })
        : new Response('{"detail": "There is no such page."}', { status: 404 }),
    ),
};
for (const [name, value] of Object.entries(browser)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
const { get } = await import("../../src/palatine/web/static/js/common/http.js");

test("a page reloads itself, once, when the server has been upgraded and what it asks for is gone", async () => {
  await assert.rejects(get("/api/matches/m/sight"), { message: "There is no such page." });
  assert.equal(reloads, 0, "the server has the page's version: there is no such match");
  isServed = false;
  await assert.rejects(get("/api/matches/m/sight"));
  assert.equal(reloads, 1);
  await assert.rejects(get("/api/matches/m/sight"));
  assert.equal(reloads, 1, "it was reloaded for this script already");
});
