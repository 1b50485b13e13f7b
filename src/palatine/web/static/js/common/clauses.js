// Clauses as links whose gist shows when they are pointed at or focused.

import { element } from "./dom.js";
import { get } from "./http.js";
import { say } from "./messages.js";

/** @import { Clause } from "../types/wire.d.ts" */

/** @type {Map<string, Promise<Map<string, Clause>>>} */
const books = new Map();

/** The clauses of a game by id, fetched once. @param {string} game */
function clausesOf(game) {
  let found = books.get(game);
  if (!found) {
    found = get(`/api/games/${encodeURIComponent(game)}/clauses`).then(
      (/** @type {Clause[]} */ list) => new Map(list.map((each) => [each.id, each])),
      () => new Map(),
    );
    books.set(game, found);
  }
  return found;
}

/** @param {string} game @param {string} id */
export function clauseLink(game, id) {
  return element("a", {
    class: "clause",
    href: `/games/${encodeURIComponent(game)}/rules#${encodeURIComponent(id)}`,
    target: "_blank",
    rel: "noopener",
    "data-game": game,
    "data-clause": id,
  }, say("clause", { id }));
}

const tip = element("div", { class: "tip", id: "tip", role: "tooltip", hidden: true });
document.body.append(tip);

/** @param {HTMLElement} link */
async function show(link) {
  const id = link.dataset.clause ?? "";
  const found = (await clausesOf(link.dataset.game ?? "")).get(id);
  if (!link.matches(":hover, :focus-visible")) return;
  tip.replaceChildren(element("b", {}, say("clause", { id })), found?.gist || say("clause.unknown"));
  tip.hidden = false;
  link.setAttribute("aria-describedby", "tip");
  positionTip(tip, link);
}

/** Place a tip above or below its word; beside a column, where there are no buttons. @param {HTMLElement} tip @param {Element} of */
export function positionTip(tip, of) {
  const box = of.getBoundingClientRect(), size = tip.getBoundingClientRect();
  const beside = (of.closest(".column, .lesson")?.getBoundingClientRect().left ?? 0) - size.width - 10;
  const [left, top] = beside >= 8 ? [beside, box.top + box.height / 2 - size.height / 2] : [
    box.left + box.width / 2 - size.width / 2,
    box.top - size.height - 8 > 8 ? box.top - size.height - 8 : box.bottom + 8,
  ];
  tip.style.left = `${Math.max(8, Math.min(innerWidth - size.width - 8, left))}px`;
  tip.style.top = `${Math.max(8, Math.min(innerHeight - size.height - 8, top))}px`;
}

function hide() {
  tip.hidden = true;
  document.querySelector("a.clause[aria-describedby=tip]")?.removeAttribute("aria-describedby");
}

const linkOf = (
  /** @type {Event} */ event,
) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("a.clause[data-clause]"));
for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    const link = linkOf(event);
    if (link) show(link);
  });
}
for (const name of ["pointerout", "focusout"]) document.addEventListener(name, (event) => linkOf(event) && hide());
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
addEventListener("scroll", () => { // the pointer is still on the link, which has only moved
  const link = /** @type {HTMLElement | null} */ (document.querySelector(
    "a.clause[aria-describedby=tip]:is(:hover, :focus-visible)",
  ));
  if (link && !tip.hidden) positionTip(tip, link);
  else hide();
}, { capture: true, passive: true });
