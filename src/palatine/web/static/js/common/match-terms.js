// The terms of a new match: who can find it, who can watch, and what counts.

/** What is chosen, as the API takes it; nothing where nobody is asked who they are.
    @param {HTMLFormElement} form @returns {{ terms?: Record<string, unknown> }} */
export function termsOf(form) {
  if (!form.querySelector("#terms")) return {};
  const chosen = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
  const isAsked = (/** @type {string} */ name) => !chosen(name)?.closest("label")?.hidden;
  const isOpen = /** @type {RadioNodeList | null} */ (form.elements.namedItem("opponent"))?.value === "open";
  const reliability = isAsked("reliability") ? Number(chosen("reliability")?.value ?? 0) : 0;
  const known = isAsked("known") && (chosen("known")?.checked ?? false);
  return {
    terms: {
      visibility: isOpen ? "listed" : isAsked("visibility") ? chosen("visibility")?.value ?? "private" : "private",
      rated: chosen("rated")?.checked ?? false,
      spectators: chosen("spectators")?.value ?? "link",
      delay: Number(chosen("delay")?.value ?? 0),
      requirements: { ...(reliability ? { reliability } : {}), ...(known ? { known } : {}) },
    },
  };
}
