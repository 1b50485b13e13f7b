// Colours given as #rrggbb.

/** @param {string} hex @returns {[number, number, number]} */
export function rgb(hex) {
  if (hex.length === 4) return rgb("#" + [...hex.slice(1)].map((digit) => digit + digit).join(""));
  const n = parseInt(hex.slice(1, 7), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/** The night version of a daytime colour. @param {string} hex */
export function night(hex) {
  const [r, g, b] = rgb(hex);
  const mixed = [0.22 * r + 18, 0.22 * g + 21, 0.22 * b + 27].map((c) => Math.round(c).toString(16).padStart(2, "0"));
  return "#" + mixed.join("");
}

/** Whether dark or light ink reads better on a colour. @param {string} hex */
export function inkOn(hex) {
  const [r, g, b] = rgb(hex).map((c) => (c / 255 <= 0.03928 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.24 ? "#221a10" : "#fbf4e4";
}
