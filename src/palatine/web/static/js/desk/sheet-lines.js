// Functions that find the subject of a sheet's lines.

/** The number that a name begins with, by which alone its owner may be called. @param {string} name @returns {string[]} */
export const numberOf = (name) => name.match(/^\d+(?= )/) ?? [];

/** A line with the number of a character in place of its name before a full stop. @param {string} line @param {string[]} names */
export function byNumber(line, names) {
  const said = line.trimStart().toLowerCase();
  const name = names.find((each) =>
    numberOf(each).length && said.startsWith(`${each.replace(/^\d+ /, "").toLowerCase()}.`)
  );
  return name ? parseInt(name) + line.trimStart().slice(name.replace(/^\d+ /, "").length) : line;
}

/** The word that a line begins with. @param {string} line */
export const wordOf = (line) => line.trim().split(/\s+/)[0].toLowerCase();

/**
 * The owner of a line; null for nobody.
 * @param {string} line @param {string[]} names @param {Set<string>} heads the words that stand before a name at the beginning of its orders
 */
export function ownerOf(line, names, heads) {
  const said = line.trimStart().toLowerCase();
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    for (const head of heads.size ? heads : [""]) {
      for (const form of [name, `"${name}"`, ...numberOf(name)]) {
        const start = (head + form).toLowerCase();
        if (said.startsWith(start) && !/^[\p{L}\p{N}]/u.test(said.slice(start.length))) return name;
      }
    }
  }
  return null;
}

/** The words before a name in the orders offered to its owner. @param {string} name @param {string[]} orders @returns {string[]} */
export function headsOf(name, orders) {
  return orders.flatMap((order) => {
    const at = order.toLowerCase().indexOf(name.toLowerCase());
    return at < 0 ? [] : [order.slice(0, at).replace(/"$/, "").toLowerCase()];
  });
}

/** The slot for the next order: the chosen one, otherwise the first empty one, otherwise the last. @param {string[]} slots @param {string} chosen @param {string[]} lines */
export function slotFor(slots, chosen, lines) {
  const taken = new Set(lines.map(wordOf));
  return slots.includes(chosen) ? chosen : slots.find((slot) => !taken.has(slot)) ?? slots[slots.length - 1];
}
