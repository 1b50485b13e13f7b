// On a phone the column is a sheet: its grip makes it larger or smaller. Beside orders there is none: there the question
// folds to one line when a panel is scrolled or the map is chosen, and unfolds by its button.

const column = /** @type {HTMLElement} */ (document.querySelector(".column"));
const grip = /** @type {HTMLElement} */ (document.getElementById("grip"));
const STOPS = [0.24, 0.49, 0.82];
let rest = 1;
/** @type {{y: number, height: number} | null} */
let held = null;
let moved = false;

/** @param {number} share of the height of the page */
function set(share) {
  column.style.setProperty("--sheet", `${Math.round(share * 100)}dvh`);
}

function endDrag() {
  column.classList.add("dropping");
  setTimeout(() => column.classList.remove("dropping"), 240);
}

grip.addEventListener("pointerdown", (event) => {
  held = { y: event.clientY, height: column.offsetHeight };
  moved = false;
  grip.setPointerCapture(event.pointerId);
});
grip.addEventListener("pointermove", (event) => {
  if (!held) return;
  if (Math.abs(event.clientY - held.y) > 4) moved = true;
  if (moved) set(Math.max(0.16, Math.min(0.9, (held.height + held.y - event.clientY) / innerHeight)));
});
grip.addEventListener("pointerup", () => {
  held = null;
  if (!moved) return;
  const share = column.offsetHeight / innerHeight;
  rest = STOPS.reduce((best, each, i) => (Math.abs(each - share) < Math.abs(STOPS[best] - share) ? i : best), 0);
  endDrag();
  set(STOPS[rest]);
});
grip.addEventListener("click", () => {
  if (moved) return;
  rest = (rest + 1) % STOPS.length;
  endDrag();
  set(STOPS[rest]);
});

const match = /** @type {HTMLElement} */ (document.getElementById("match"));
const unfold = document.getElementById("unfold");
const FOLD_SCROLL_PX = 8; // pixels that a panel is scrolled before the question folds

/** @param {boolean} folded */
function fold(folded) {
  match.classList.toggle("folded", folded);
  unfold?.setAttribute("aria-expanded", String(!folded));
}

if (unfold) {
  unfold.addEventListener("click", () => fold(!match.classList.contains("folded")));
  column.addEventListener("scroll", (event) => {
    const panel = /** @type {HTMLElement} */ (event.target);
    if (panel.matches(".tab-panel") && panel.scrollTop > FOLD_SCROLL_PX) fold(true);
  }, true);
  document.getElementById("tab-map")?.addEventListener("click", () => fold(true));
}
