// The wording of the page, out of the catalogue that came with it.

/** @type {Record<string, string>} */
const messages = JSON.parse(document.getElementById("words")?.textContent || "{}");

/**
 * The message of that key, filled in: `{name}`, or `{n:plural,one,many}`.
 * @param {string} key
 * @param {Record<string, unknown>} [data]
 */
export function say(key, data = {}) {
  return (messages[key] ?? key).replace(/\{(\w+)(?::plural,([^,}]*),([^}]*))?\}/g, (_, name, one, many) => {
    const value = data[name] ?? "";
    return one === undefined ? String(value) : `${value} ${Number(value) === 1 ? one : many}`;
  });
}

/** Words as a list in a sentence. @param {string[]} words */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return say("list.and", { head: words.slice(0, -1).join(", "), last: words[words.length - 1] });
}
