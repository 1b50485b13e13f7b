// Limits of scale and position of a board in its window.

const TOLERANCE_PX = 4; // pixels

/** @typedef {{width: number, height: number}} Size */

/** The scales at which a board of some size just fits into a window, and the least and the most allowed. @param {Size} port pixels @param {Size} size units */
export function scaleLimits(port, size) {
  const fit = Math.min(port.width / size.width, port.height / size.height) || 1;
  return { fit, least: fit * 0.92, most: Math.max(130, fit * 2) };
}

/**
 * The position of a board along one axis: centred if it fits, otherwise as wanted while it covers the window except
 * for `slack` pixels.
 * @param {number} wanted @param {number} length of the board in pixels @param {number} room of the window in pixels @param {number} slack
 */
export function clampPosition(wanted, length, room, slack) {
  // A board that is larger by less than the tolerance fits.
  return length < room + TOLERANCE_PX ? (room - length) / 2 : Math.max(room - length - slack, Math.min(slack, wanted));
}

/** @typedef {"left" | "right" | "up" | "down"} Edge */

/** The window edge beyond which a place is, and the distance; null within the window. @param {{x: number, y: number}} place in pixels from its corner @param {Size} port @returns {Edge | null} */
export function edgeOf({ x, y }, { width, height }) {
  const aside = x < 0 ? -x : Math.max(0, x - width), above = y < 0 ? -y : Math.max(0, y - height);
  if (!aside && !above) return null;
  return aside >= above ? (x < 0 ? "left" : "right") : y < 0 ? "up" : "down";
}
