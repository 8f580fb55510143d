// Who owns the bytes: rectangles whose areas are the bytes, nested by group.

import { el, rove } from "./dom.js";
import { withQuery } from "./queries.js";
import { bytes, percent } from "./text.js";
import { setVar } from "./theme.js";

/** @typedef {{what: string, group: string, bytes: number, share: number, query?: string, queries?: Record<string, string>}} Use */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** Height for its width. */
const SHAPE = 0.42;
/** Height of the name of a group, in shares of the width. */
const HEAD = 0.022;

/**
 * @param {string} title
 * @param {Use[]} uses
 * @param {Map<string, number>} tints of groups: several maps share them
 */
export function treemap(title, uses, tints) {
  const known = uses.filter((u) => u.bytes > 0);
  const total = known.reduce((sum, u) => sum + u.bytes, 0);
  const map = el("div", { class: "treemap", role: "group", "aria-label": title });
  const groups = grouped(known);
  const boxes = squarify(groups.map((g) => g.bytes), { x: 0, y: 0, w: 1, h: SHAPE });
  for (const { name } of groups) if (!tints.has(name)) tints.set(name, tints.size);
  groups.forEach((group, i) => addGroup(map, group, boxes[i], tints.get(group.name) ?? 0, total));
  rove(map, "button");
  return el("figure", { class: "card wide" }, el("figcaption", {}, el("h3", {}, title), el("span", { class: "quiet" }, bytes(total))), map);
}

/** @param {Use[]} uses */
function grouped(uses) {
  /** @type {Map<string, {name: string, bytes: number, uses: Use[]}>} */
  const groups = new Map();
  for (const use of uses) {
    const group = groups.get(use.group) ?? { name: use.group, bytes: 0, uses: [] };
    group.bytes += use.bytes;
    group.uses.push(use);
    groups.set(use.group, group);
  }
  const list = [...groups.values()].sort((a, b) => b.bytes - a.bytes);
  for (const group of list) group.uses.sort((a, b) => b.bytes - a.bytes);
  return list;
}

/**
 * @param {HTMLElement} map
 * @param {{name: string, bytes: number, uses: Use[]}} group
 * @param {Box} box
 * @param {number} index
 * @param {number} total
 */
function addGroup(map, group, box, index, total) {
  const head = box.w > 0.08 && box.h > 0.07 ? HEAD : 0;
  if (head) map.append(placed(el("div", { class: "group" }, el("span", {}, group.name), el("span", { class: "share" }, `\u00a0· ${percent(group.bytes / total)}`)), { ...box, h: head }, index));
  const inner = { x: box.x, y: box.y + head, w: box.w, h: box.h - head };
  const boxes = squarify(group.uses.map((u) => u.bytes), inner);
  group.uses.forEach((use, i) => {
    const label = `${use.what}, ${bytes(use.bytes)}, ${percent(use.bytes / total)}`;
    const node = el("button", { type: "button", title: label, "aria-label": label }, el("b", {}, use.what), " ", el("span", {}, bytes(use.bytes)));
    map.append(placed(withQuery(node, use.queries?.bytes ?? use.query), boxes[i], index));
  });
}

/**
 * @template {HTMLElement} T
 * @param {T} node
 * @param {Box} box
 * @param {number} index of the group, for its colour
 */
function placed(node, box, index) {
  node.style.left = `${(box.x * 100).toFixed(3)}%`;
  node.style.width = `${(box.w * 100).toFixed(3)}%`;
  node.style.top = `${(box.y / SHAPE * 100).toFixed(3)}%`;
  node.style.height = `${(box.h / SHAPE * 100).toFixed(3)}%`;
  setVar(node, "--tint", `var(--c${index % 10 + 1})`);
  return node;
}

/**
 * Squarified treemap (Bruls, Huizing, van Wijk): boxes as square as can be.
 * @param {number[]} sizes from the largest down
 * @param {Box} box
 * @returns {Box[]}
 */
export function squarify(sizes, box) {
  const total = sizes.reduce((a, b) => a + b, 0);
  const scale = box.w * box.h / (total || 1);
  /** @type {Box[]} */
  const out = [];
  let { x, y, w, h } = box;
  let i = 0;
  while (i < sizes.length) {
    const side = Math.max(Math.min(w, h), 1e-9);
    let end = i + 1;
    while (end < sizes.length && worst(sizes.slice(i, end + 1), side, scale) <= worst(sizes.slice(i, end), side, scale)) end++;
    const depth = sizes.slice(i, end).reduce((a, b) => a + b, 0) * scale / side;
    let along = 0;
    for (; i < end; i++) {
      const length = sizes[i] * scale / Math.max(depth, 1e-12);
      out.push(w >= h ? { x, y: y + along, w: depth, h: length } : { x: x + along, y, w: length, h: depth });
      along += length;
    }
    if (w >= h) [x, w] = [x + depth, w - depth];
    else [y, h] = [y + depth, h - depth];
  }
  return out;
}

/**
 * @param {number[]} sizes of a row
 * @param {number} side
 * @param {number} scale
 */
function worst(sizes, side, scale) {
  const sum = sizes.reduce((a, b) => a + b, 0) * scale;
  const [most, least] = [Math.max(...sizes) * scale, Math.min(...sizes) * scale];
  return Math.max(side * side * most / (sum * sum), sum * sum / (side * side * Math.max(least, 1e-12)));
}
