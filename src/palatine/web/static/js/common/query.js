// Query strings of URLs.

/** What stands after the path of an address: of what is known. @param {Record<string, string | number | null | undefined>} data */
export function query(data) {
  const pairs = Object.entries(data).filter(([, value]) => value !== null && value !== undefined);
  return pairs.length ? "?" + new URLSearchParams(pairs.map(([k, v]) => [k, String(v)])) : "";
}
