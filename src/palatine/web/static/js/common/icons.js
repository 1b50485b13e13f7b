// Small icons in the colour of the text.

import { svg } from "./dom.js";

const PATHS = /** @type {Record<string, string>} */ ({
  warning: "M12 3 22 20H2ZM12 10v4M12 17v.01",
  irrevocable: "M13 2 5 14h6l-1 8 9-13h-6z",
  note: "M12 11v6M12 7v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  battle: "M4 4l12 12M20 4 8 16M14 19l5-5M5 14l5 5M16 16l4 4M8 16l-4 4",
  control: "M6 21V4h12l-3 4 3 4H6",
  loss: "M6 6l12 12M18 6 6 18",
  magic: "M12 3l2.200 6.300L21 12l-6.800 2.700L12 21l-2.200-6.300L3 12l6.800-2.700z",
  arrival: "M12 4v13M6 11l6 6 6-6M5 21h14",
  other: "M12 12v.01",
  place:
    "M12 21c4-6 7-8.500 7-12a7 7 0 1 0-14 0c0 3.500 3 6 7 12zM12 11.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  play: "M7 4l13 8-13 8z",
  skip: "M5 4l10 8-10 8zM19 4v16",
  captain: "M4 18h16M5 18 3.500 8l5 4L12 5l3.500 7 5-4L19 18",
});

/** @param {string} name @param {string} [title] */
export function icon(name, title = "") {
  const found = svg("svg", {
    viewBox: "0 0 24 24",
    class: `icon-${name} pictogram`,
    "aria-hidden": title ? undefined : "true",
    role: title ? "img" : undefined,
    "aria-label": title || undefined,
  }, svg("path", { d: PATHS[name] ?? PATHS.other }));
  return found;
}
