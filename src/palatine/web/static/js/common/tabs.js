// Tabs for keyboard and screen reader.

/** @param {HTMLElement} list a tablist whose tabs control panels @param {(name: string) => void} [onShow] */
export function tabs(list, onShow) {
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  const show = (/** @type {HTMLElement} */ tab) => {
    for (const each of all) {
      const chosen = each === tab;
      each.setAttribute("aria-selected", String(chosen));
      each.tabIndex = chosen ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls") ?? "")?.classList.toggle("shown", chosen);
    }
    onShow?.(tab.dataset.tab ?? "");
  };
  list.addEventListener("click", (event) => {
    const tab = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[role=tab]"));
    if (tab) show(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 })[event.key];
    if (!step) return;
    const seen = all.filter((tab) => tab.offsetParent !== null);
    const next =
      seen[(seen.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + seen.length) % seen.length];
    if (!next) return;
    next.focus();
    show(next);
    event.preventDefault();
  });
  return (/** @type {string} */ name) => {
    const tab = all.find((each) => each.dataset.tab === name);
    if (tab) show(tab);
  };
}
