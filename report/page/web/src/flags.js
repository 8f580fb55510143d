// Which parts the updates held: each combination of flags is a row, each flag a column.

import { el } from "./dom.js";

/** The eight flags from bit 0 up, as the columns name them. */
const FLAGS = ["FULL", "DELTA", "FORWARD", "UP", "SPEED", "SUBSYSTEMS", "CLOAK", "WEAPONS"];

/**
 * The columns in place of the one with the names of flags.
 * @param {import("./data.js").Form} form
 * @returns {import("./forms.js").Column[]}
 */
export function flagDots(form) {
  const values = (/** @type {string} */ key) => form.columns.find((c) => c.key === key)?.values.map(String) ?? [];
  const rows = values("flags").map((names) => names.split(" ").filter(Boolean));
  return columns(values("dirty_flags"), rows).map((name) => ({ title: name.toLowerCase(), cell: (row) => dot(rows[row].includes(name), name) }));
}

/**
 * The names of the flags: what the capture calls them, in the order of their bits.
 * @param {string[]} flags
 * @param {string[][]} rows
 */
function columns(flags, rows) {
  const names = [...FLAGS];
  rows.forEach((row, k) => {
    const bits = [...Array(8).keys()].filter((b) => Number(flags[k]) >> b & 1);
    if (bits.length === row.length) bits.forEach((bit, i) => (names[bit] = row[i]));
  });
  return names;
}

/**
 * @param {boolean} on
 * @param {string} name
 */
function dot(on, name) {
  return el("span", { class: on ? "dot on" : "dot" }, el("span", { class: "offscreen" }, on ? name : "no"));
}
