// The light and the dark theme.

import { browserStorage } from "./storage.js";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const listeners = new Set();

export const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

/** @param {() => void} listener */
export const onThemeChange = (listener) => listeners.add(listener);

function apply() {
  root.toggleAttribute("data-dark", isDark());
  listeners.forEach((listener) => listener());
}

const kept = browserStorage("theme");
if (kept) root.dataset.theme = kept;
apply();
system.addEventListener("change", apply);
document.getElementById("theme")?.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  browserStorage("theme", root.dataset.theme);
  apply();
});
