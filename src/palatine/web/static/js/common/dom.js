// Functions that create elements with attributes and children.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children.
 * @param {string} name
 * @param {Record<string, string | number | undefined>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== "") element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * An HTML element with properties, attributes (in `data` and `aria` style) and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && !key.includes("-") && key !== "list") /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Return the element with an id, which must exist. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Replace the children of an element. Equal children stay, with focus, scroll position, open state and pointer; they
 * also keep their event handlers, so everything a handler depends on must be in an attribute.
 * @param {Element} place
 * @param {...(Node | string | null | undefined | false)} children
 */
export function updateChildren(place, ...children) {
  const fresh = children.filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
  fresh.forEach((child, i) => {
    const old = place.childNodes[i], bare = old && withoutMarks(old);
    if (!old) place.append(child);
    else if (bare.isEqualNode(child)) return;
    else if (
      old instanceof HTMLElement && child instanceof HTMLElement && bare.cloneNode().isEqualNode(child.cloneNode()) &&
      !old.dataset.action
    ) updateChildren(old, ...child.childNodes);
    else old.replaceWith(child);
  });
  while (place.childNodes.length > fresh.length) place.lastChild?.remove();
}

const MARK_ATTRIBUTES = ["data-term", "data-consequence", "data-odds", "aria-describedby"]; // attributes that glossary and previews add to elements
const MARKED_SELECTOR = "[data-term], [data-consequence], [data-odds], [aria-describedby]";

/** A node as it was before glossary and previews marked it. @param {Node} node @returns {Node} */
function withoutMarks(node) {
  if (!(node instanceof Element) || !node.matches(`:is(${MARKED_SELECTOR}), :has(${MARKED_SELECTOR})`)) return node;
  const twin = /** @type {Element} */ (node.cloneNode(true));
  for (const each of [twin, ...twin.querySelectorAll(MARKED_SELECTOR)]) {
    if (each.hasAttribute("data-term")) each.removeAttribute("tabindex");
    MARK_ATTRIBUTES.forEach((mark) => each.removeAttribute(mark));
  }
  return twin;
}
