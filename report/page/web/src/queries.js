// Every number and bar tells how it can be counted again: hover or focus shows the query, a click
// copies it.

import { el, setText } from "./dom.js";

/** @type {WeakMap<Element, string>} */
const commands = new WeakMap();
let file = "FILE";

/** @param {string} name of the capture */
export function setFile(name) {
  file = quote(name);
}

/** @param {string} word for a shell */
function quote(word) {
  if (/[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(word) || !word) return "FILE";
  return /^[\w./+:@%,][\w./+:@%,-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The command that prints what a filter keeps.
 * @param {string} filter
 */
export function decodeCommand(filter) {
  return `bcdump decode -f '${filter.replaceAll("'", "'\\''")}' ${file}`;
}

/**
 * The first frames of a finding, each with the command that shows it.
 * @param {number[] | undefined} list
 */
export function frames(list) {
  if (!list?.length) return "";
  const node = el("span", { class: "frames" });
  for (const frame of [...new Set(list)].slice(0, 5)) node.append(number(String(frame), `bcdump browse --at ${frame} ${file}`), " ");
  return node;
}

/**
 * The command of a filter counts it; a formula ("count(..)", "sum(len, ..)") stands as it is.
 * @param {string} query
 */
function commandOf(query) {
  if (query.startsWith("bcdump ")) return query;
  const one = /^count\(((?:[^()"]|"(?:[^"\\]|\\.)*"|\([^()]*\))*)\)$/.exec(query);
  if (one) return `${decodeCommand(one[1])} | wc -l`;
  if (/^(\d+ \* )?(count|sum)\(/.test(query)) return query;
  return decodeCommand(query);
}

/**
 * Gives an element its query. It becomes a stop of the keyboard.
 * @template {HTMLElement | SVGElement} T
 * @param {T} node
 * @param {string | undefined} query
 * @returns {T}
 */
export function withQuery(node, query) {
  if (!query) return node;
  commands.set(node, commandOf(query));
  node.classList.add("query");
  if (node.tagName !== "BUTTON") {
    node.setAttribute("tabindex", "0");
    if (!node.hasAttribute("role")) node.setAttribute("role", "button");
  }
  return node;
}

/**
 * A number with its query, as the content of a cell.
 * @param {string} text
 * @param {string | undefined} query
 */
export function number(text, query) {
  return query ? withQuery(el("button", { type: "button", class: "number" }, text), query) : el("span", { class: "number" }, text);
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/**
 * The way without permission for the clipboard.
 * @param {string} text
 */
function copyByHand(text) {
  const area = el("textarea", { "aria-hidden": true, tabindex: -1, class: "offscreen" });
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return done;
}

/** The tip that shows queries, one for the page. */
class Tip {
  constructor() {
    this.code = el("code");
    this.hint = el("span", { class: "hint" }, "click to copy");
    this.box = el("div", { id: "tip", role: "status", hidden: true }, this.code, this.hint);
    /** @type {Element | null} */
    this.owner = null;
    document.body.append(this.box);
  }

  /** @param {Element} node */
  show(node) {
    const command = commands.get(node);
    if (!command) return;
    this.owner = node;
    setText(this.code, command);
    setText(this.hint, "click to copy");
    this.box.hidden = false;
    const at = node.getBoundingClientRect();
    const size = this.box.getBoundingClientRect();
    const above = at.bottom + size.height + 12 > innerHeight;
    this.box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 8))}px`;
    this.box.style.top = `${Math.max(8, above ? at.top - size.height - 6 : at.bottom + 6)}px`;
  }

  hide() {
    this.owner = null;
    this.box.hidden = true;
  }

  /** @param {Element} node */
  async copied(node) {
    this.show(node);
    const done = await copy(commands.get(node) ?? "");
    setText(this.hint, done ? "copied" : "the browser does not let it be copied");
  }
}

export function startQueries() {
  const tip = new Tip();
  /** @param {Event} event */
  const owner = (event) => (event.target instanceof Element ? event.target.closest(".query") : null);
  document.addEventListener("pointerover", (event) => {
    const node = owner(event);
    if (node) tip.show(node);
    else if (!(event.target instanceof Node && tip.box.contains(event.target))) tip.hide();
  });
  document.addEventListener("focusin", (event) => {
    const node = owner(event);
    if (node) tip.show(node);
    else tip.hide();
  });
  document.addEventListener("click", (event) => {
    const node = owner(event);
    if (node) tip.copied(node);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tip.hide();
    const node = owner(event);
    if (!node || node.tagName === "BUTTON" || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    tip.copied(node);
  });
  addEventListener("scroll", () => tip.owner && tip.show(tip.owner), { passive: true });
}
