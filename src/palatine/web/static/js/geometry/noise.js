// Reproducible pseudo-random numbers.

/** A seed from a text (FNV-1a). @param {string} text */
export function seedOf(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). @param {number} seed */
export function seededRandom(seed) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {number} x @param {number} y @param {number} salt */
function valueAt(x, y, salt) {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(salt, 1442695041);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise from -1 to 1 with features about one unit wide. @param {number} x @param {number} y @param {number} salt */
export function noise(x, y, salt = 0) {
  const ix = Math.floor(x), iy = Math.floor(y);
  const fx = x - ix, fy = y - iy;
  const sx = fx * fx * (3 - 2 * fx), sy = fy * fy * (3 - 2 * fy);
  const top = valueAt(ix, iy, salt) * (1 - sx) + valueAt(ix + 1, iy, salt) * sx;
  const low = valueAt(ix, iy + 1, salt) * (1 - sx) + valueAt(ix + 1, iy + 1, salt) * sx;
  return (top * (1 - sy) + low * sy) * 2 - 1;
}
