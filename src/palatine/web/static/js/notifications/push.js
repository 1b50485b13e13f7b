// This browser as a channel: whether it can be pushed to, and its subscription.

/**
 * The browser's push support: "none", "home" on a phone that needs the page on its home screen, "denied", "ask" or
 * "granted".
 */
export function pushSupport() {
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (can) return Notification.permission === "default" ? "ask" : Notification.permission;
  const isApple = /iPhone|iPad/.test(navigator.userAgent) ||
    (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
  return isApple ? "home" : "none";
}

/** A key as bytes. @param {string} text in base64url */
export function keyBytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Subscribe this browser, or find its subscription; return it as JSON. Call it from a click, because the browser asks for permission. @param {string} key the server's */
export async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const registration = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  const old = await registration.pushManager.getSubscription();
  if (old && !isOf(old, key)) await old.unsubscribe();
  const fresh = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(key),
  });
  return JSON.stringify(fresh);
}

/** The subscription that this browser already has with this server, as JSON. @param {string} key */
export async function subscription(key) {
  if (pushSupport() !== "granted") return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const found = await registration?.pushManager.getSubscription();
  return found && isOf(found, key) ? JSON.stringify(found) : null;
}

/** Whether a subscription was made with that key. @param {PushSubscription} found @param {string} key */
function isOf(found, key) {
  const has = found.options?.applicationServerKey;
  const wants = keyBytes(key);
  return !has || (has.byteLength === wants.length && new Uint8Array(has).every((byte, i) => byte === wants[i]));
}
