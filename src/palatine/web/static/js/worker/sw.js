// The service worker, with or without an open page: shows and removes notifications, and opens their match.

const worker = /** @type {any} */ (self);

/** @typedef {{ kind: string, tag: string, title?: string, body?: string, link?: string }} PushMessage */

/** Where a notification leads: always a page of this site. @param {string} link */
function place(link) {
  const url = new URL(link, worker.location.origin);
  return url.origin === worker.location.origin ? url.href : `${worker.location.origin}/`;
}

/** @param {any} data @returns {PushMessage | null} */
function read(data) {
  try {
    const message = data.json();
    return message && typeof message.tag === "string" ? message : null;
  } catch {
    return null;
  }
}

/** Close the notifications of a match. @param {string} tag */
async function close(tag) {
  for (const shown of await worker.registration.getNotifications({ tag })) shown.close();
}

/** Show a notification of a match, in place of the one before. @param {PushMessage} message */
const show = (message) =>
  worker.registration.showNotification(message.title || "Palatine", {
    body: message.body || "",
    tag: message.tag,
    renotify: message.kind === "missing",
    data: { link: message.link || "/" },
  });

/** Show the page of a notification: an open one, or a new one. @param {string} link */
async function open(link) {
  const href = place(link);
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === new URL(href).pathname);
  return there ? there.focus() : worker.clients.openWindow(href);
}

/** The browser has another subscription now: send it to the server. @param {any} event */
async function renew(event) {
  const options = event.oldSubscription?.options ?? (await worker.registration.pushManager.getSubscription())?.options;
  if (!options) return;
  const fresh = event.newSubscription ??
    (await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: options.applicationServerKey,
    }));
  await fetch("/api/me/channels", {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind: "push", target: JSON.stringify(fresh) }),
  });
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("push", (/** @type {any} */ event) => {
  const message = event.data ? read(event.data) : null;
  if (message) event.waitUntil(message.kind === "closed" ? close(message.tag) : show(message));
});
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link ?? "/"));
});
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renew(event)));
