// Values stored in this browser, if it permits that. A member does not see the values of another member.

const SHARED_KEYS = /^palatine\.(theme$|sound$|member$|lease\.)/; // keys shared by all members

/** The member to whom this page was sent; "" for guests and visitors. */
const member = globalThis.document?.querySelector?.("[data-member]")?.getAttribute("data-member") ?? "";

/** Read or store a value in this browser if it allows that. The page of a member who has signed out stores nothing.
 * @param {string} key @param {string | null} [value]
 */
export function browserStorage(key, value) {
  try {
    if (value === undefined) return localStorage.getItem(`palatine.${key}`);
    if (member && !SHARED_KEYS.test(`palatine.${key}`) && localStorage.getItem("palatine.member") !== member) {
      return value;
    }
    if (value === null) localStorage.removeItem(`palatine.${key}`);
    else localStorage.setItem(`palatine.${key}`, value);
  } catch { /* a browser that stores nothing */ }
  return value ?? null;
}

/** Delete the member's values and this browser's push subscription. The member's other pages are loaded again. */
export async function clearMemberStorage() {
  try {
    for (const key of Object.keys(localStorage)) if (!SHARED_KEYS.test(key)) localStorage.removeItem(key);
  } catch { /* a browser that stores nothing */ }
  browserStorage("member", null);
  const registration = await navigator.serviceWorker?.getRegistration("/");
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

if (member) {
  const before = browserStorage("member");
  if (before && before !== member) void clearMemberStorage();
  browserStorage("member", member);
  addEventListener(
    "storage",
    ({ key, newValue }) => key === "palatine.member" && newValue !== member && location.reload(),
  );
}
