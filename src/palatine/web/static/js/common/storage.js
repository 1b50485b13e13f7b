// What is remembered in this browser, if it lets us.

/** Remember something in this browser, if it lets us. @param {string} key @param {string | null} [value] */
export function remembered(key, value) {
  try {
    if (value === undefined) return localStorage.getItem(`palatine.${key}`);
    if (value === null) localStorage.removeItem(`palatine.${key}`);
    else localStorage.setItem(`palatine.${key}`, value);
  } catch { /* a browser that keeps nothing */ }
  return value ?? null;
}
