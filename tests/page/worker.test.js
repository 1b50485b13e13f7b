// Tests of the service worker with a fake browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const TEXT = readFileSync(new URL("../../src/palatine/web/static/js/worker/sw.js", import.meta.url), "utf8");

/** Return a fake browser that runs the worker and records notifications, pages and requests to the server. */
function browser({ pages = /** @type {string[]} */ ([]) } = {}) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  const seen = {
    shown: /** @type {any[]} */ ([]),
    opened: /** @type {string[]} */ ([]),
    focused: /** @type {string[]} */ ([]),
    posted: /** @type {any[]} */ ([]),
  };
  const subscription = {
    options: { applicationServerKey: "key" },
    toJSON: () => ({ endpoint: "https://push.example.org/new" }),
  };
  const scope = {
    location: { origin: "https://play.example.org" },
    addEventListener: (/** @type {string} */ name, /** @type {(event: any) => void} */ listener) => {
      listeners[name] = listener;
    },
    skipWaiting: () => undefined,
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () =>
        Promise.resolve(pages.map((url) => ({ url, focus: () => Promise.resolve(seen.focused.push(url)) }))),
      openWindow: (/** @type {string} */ url) => Promise.resolve(seen.opened.push(url)),
    },
    registration: {
      showNotification(/** @type {string} */ title, /** @type {any} */ options) {
        seen.shown = [...seen.shown.filter((each) => each.tag !== options.tag), {
          title,
          ...options,
          close() {
            seen.shown = seen.shown.filter((each) => each !== this);
          },
        }];
        return Promise.resolve();
      },
      getNotifications: ({ tag = "" }) => Promise.resolve(seen.shown.filter((each) => each.tag === tag)),
      pushManager: {
        getSubscription: () => Promise.resolve(subscription),
        subscribe: () => Promise.resolve(subscription),
      },
    },
  };
  const fetched = (/** @type {string} */ path, /** @type {any} */ options) =>
    Promise.resolve(seen.posted.push([path, JSON.parse(options.body)]));
  new Function("self", "fetch", TEXT)(scope, fetched);
  /** @param {string} name @param {object} event */
  async function happen(name, event) {
    /** @type {Promise<unknown>[]} */
    const waits = [];
    listeners[name]({ waitUntil: (/** @type {Promise<unknown>} */ work) => waits.push(work), ...event });
    await Promise.all(waits);
  }
  const push = (/** @type {unknown} */ told) =>
    happen("push", {
      data: { json: () => JSON.parse(/** @type {string} */ (typeof told === "string" ? told : JSON.stringify(told))) },
    });
  const click = async () => {
    const [notification] = seen.shown;
    await happen("notificationclick", { notification });
  };
  return { seen, happen, push, click };
}

const ASKED = { kind: "asked", tag: "m1", title: "Ford", body: "Your turn.", link: "/play/m1" };

test("a push is shown, and the newer of a match takes the place of the older", async () => {
  const { seen, push } = browser();
  await push(ASKED);
  await push({ ...ASKED, body: "Time is short.", kind: "missing" });
  await push({ ...ASKED, tag: "m2" });
  assert.deepEqual(seen.shown.map(({ tag, body, renotify }) => [tag, body, renotify]), [
    ["m1", "Time is short.", true],
    ["m2", "Your turn.", false],
  ]);
});

test("when somebody has acted their notice is taken away, and no other", async () => {
  const { seen, push } = browser();
  await push(ASKED);
  await push({ ...ASKED, tag: "m2" });
  await push({ kind: "closed", tag: "m1" });
  assert.deepEqual(seen.shown.map(({ tag }) => tag), ["m2"]);
});

test("what cannot be read shows nothing", async () => {
  const { seen, push, happen } = browser();
  await push("nonsense");
  await push("null");
  await push({ kind: "asked" });
  await happen("push", { data: null });
  assert.deepEqual(seen.shown, []);
});

test("a click opens the match, in the page that has it open if there is one", async () => {
  const one = browser();
  await one.push(ASKED);
  await one.click();
  assert.deepEqual([one.seen.opened, one.seen.shown], [["https://play.example.org/play/m1"], []]);
  const other = browser({ pages: ["https://play.example.org/", "https://play.example.org/play/m1?seat=North"] });
  await other.push(ASKED);
  await other.click();
  assert.deepEqual([other.seen.opened, other.seen.focused], [[], ["https://play.example.org/play/m1?seat=North"]]);
});

test("a notification leads only to the site", async () => {
  for (const link of ["https://evil.example.org/", "//evil.example.org/x", "javascript:alert(1)"]) {
    const { seen, push, click } = browser();
    await push({ ...ASKED, link });
    await click();
    assert.deepEqual(seen.opened, ["https://play.example.org/"]);
  }
});

test("a browser sends its new subscription to the server", async () => {
  const { seen, happen } = browser();
  await happen("pushsubscriptionchange", { oldSubscription: { options: { applicationServerKey: "key" } } });
  assert.deepEqual(seen.posted, [["/api/me/channels", {
    kind: "push",
    target: JSON.stringify({ endpoint: "https://push.example.org/new" }),
  }]]);
});
