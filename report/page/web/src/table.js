// Tables: heads, rows of text and numbers, each number with its query.

import { el, rove } from "./dom.js";
import { number } from "./queries.js";

/** @typedef {{text: string, query?: string} | string | Node} Cell */
/** @typedef {{title: string, right?: boolean, hidden?: boolean}} Head */

/** Rows that are shown before "show all". */
const FIRST = 25;

/**
 * @param {string} caption
 * @param {(Head | string)[]} heads numbers stand right
 * @param {Cell[][]} rows the first cell of each names the row
 * @param {{first?: number, wide?: boolean, said?: string[], below?: string[]}} [options]
 */
export function table(caption, heads, rows, options = {}) {
  const columns = heads.map((h) => (typeof h === "string" ? { title: h } : h));
  const body = el("tbody");
  const node = el("table", {}, el("caption", {}, caption, options.said?.length && el("span", { class: "said" }, options.said.join(" · "))), el("thead", {}, el("tr", {}, ...columns.map((c) => el("th", { scope: "col", class: c.right && "right" }, c.hidden ? el("span", { class: "offscreen" }, c.title) : c.title)))), body);
  const first = options.first ?? FIRST;
  rows.forEach((row, i) => {
    const tr = el("tr", { class: i >= first && "more" }, ...row.map((cell, k) => cellOf(cell, columns[k], k)));
    body.append(tr);
  });
  const box = el("div", { class: "scroll", role: "region", "aria-label": [caption, ...(options.said ?? [])].join(", "), tabindex: "0" }, node);
  rove(node, "button");
  return el("div", { class: options.wide ? "card wide" : "card" }, box, rows.length > first && more(node, rows.length), ...(options.below ?? []).map((text) => el("p", { class: "quiet" }, text)));
}

/**
 * @param {Cell} cell
 * @param {Head} column
 * @param {number} index
 */
function cellOf(cell, column, index) {
  const content = cell instanceof Node || typeof cell === "string" ? cell : number(cell.text, cell.query);
  return index === 0 ? el("th", { scope: "row", class: column?.right && "right", "data-head": column?.right && column.title }, content) : el("td", { class: column?.right && "right", "data-head": column?.title }, content);
}

/**
 * @param {HTMLElement} node
 * @param {number} rows
 */
function more(node, rows) {
  const press = el("button", { type: "button", class: "show-all", "aria-expanded": "false" }, `Show all ${rows} rows`);
  press.addEventListener("click", () => {
    const all = node.classList.toggle("all");
    press.setAttribute("aria-expanded", String(all));
    press.textContent = all ? "Show fewer rows" : `Show all ${rows} rows`;
  });
  return press;
}

/** @param {string} title */
export const right = (title) => ({ title, right: true });
