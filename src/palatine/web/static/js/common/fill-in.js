// Messages of the catalogue with their fields filled in.

/** Fill the placeholders of a message: `{name}`, or `{n:plural,one,many}`. @param {string} message @param {Record<string, unknown>} data */
export function fillIn(message, data) {
  return message.replace(/\{(\w+)(?::plural,([^,}]*),([^}]*))?\}/g, (_, name, one, many) => {
    const value = data[name] ?? "";
    return one === undefined ? String(value) : `${value} ${Number(value) === 1 ? one : many}`;
  });
}
