// Elements are made here and nowhere else, and text only ever becomes a text node: what a capture
// says (names, chat, the name of its file) can therefore never turn into markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

// Attributes that load, run or navigate. Nothing on the page needs them.
const FORBIDDEN = /^(on|href$|src|style$|action$|formaction$|xlink)/i;

/**
 * @param {Element} node
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 * @param {Child[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (FORBIDDEN.test(name)) throw new Error(`attribute ${name}`);
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, ...children);
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(node, attributes, children);
  return node;
}

/**
 * @param {Element} node
 * @param {...Child} children
 */
export function append(node, ...children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : visible(String(child)));
  }
}

/**
 * Text of others as it can be shown: characters that would change how the text around them is
 * read (controls, directions) become visible ones.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "\ufffd");
}

/**
 * Sets text only if it changed, which is much cheaper than setting it.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = visible(text);
}

/**
 * A button with a visible label.
 * @param {string} label
 * @param {(event: MouseEvent) => void} press
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 */
export function button(label, press, attributes = {}) {
  const node = el("button", { type: "button", ...attributes }, label);
  node.addEventListener("click", press);
  return node;
}

/**
 * A section with its heading.
 * @param {string} id
 * @param {string} title
 * @param {...Child} children
 */
export function section(id, title, ...children) {
  const heading = el("h2", { id: `${id}-title` }, title);
  return el("section", { id, "aria-labelledby": `${id}-title` }, heading, ...children);
}

/**
 * Makes a group one stop of the Tab key: arrow keys move within it.
 * @param {HTMLElement} group
 * @param {string} selector what is reached within it
 */
export function rove(group, selector) {
  const items = () => /** @type {HTMLElement[]} */ ([...group.querySelectorAll(selector)]).filter((n) => n.offsetParent !== null || n.getClientRects().length > 0);
  for (const [i, node] of [...group.querySelectorAll(selector)].entries()) {
    node.setAttribute("tabindex", i === 0 ? "0" : "-1");
  }
  group.addEventListener("focusin", (event) => {
    const target = /** @type {Element} */ (event.target).closest(selector);
    if (!target) return;
    for (const node of group.querySelectorAll(`${selector}[tabindex="0"]`)) node.setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
  });
  group.addEventListener("keydown", (event) => {
    const move = STEPS[event.key];
    const here = /** @type {HTMLElement} */ (event.target);
    if (!move || event.altKey || event.ctrlKey || event.metaKey || !here.matches(selector)) return;
    const next = move(items(), here);
    event.preventDefault();
    event.stopPropagation();
    if (next) next.focus();
  });
}

/** @type {Record<string, (items: HTMLElement[], here: HTMLElement) => HTMLElement | undefined>} */
const STEPS = {
  Home: (items) => items[0],
  End: (items) => items[items.length - 1],
  ArrowLeft: (items, here) => items[items.indexOf(here) - 1],
  ArrowRight: (items, here) => items[items.indexOf(here) + 1],
  ArrowUp: (items, here) => nearest(items, here, -1),
  ArrowDown: (items, here) => nearest(items, here, 1),
};

/**
 * The item of the next row (or the one before) that lies most nearly below (above) another.
 * @param {HTMLElement[]} items
 * @param {HTMLElement} here
 * @param {1 | -1} way
 */
function nearest(items, here, way) {
  const from = here.getBoundingClientRect();
  const at = items.indexOf(here);
  let best;
  let row = 0;
  let least = Infinity;
  for (let i = at + way; i >= 0 && i < items.length; i += way) {
    const box = items[i].getBoundingClientRect();
    if ((box.top - from.top) * way < 4) continue;
    if (best && Math.abs(box.top - row) > 4) break;
    row = box.top;
    const distance = Math.abs(box.left - from.left);
    if (distance >= least) continue;
    least = distance;
    best = items[i];
  }
  return best;
}
