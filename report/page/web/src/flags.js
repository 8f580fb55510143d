// Which parts the updates held: each combination of flags is a row, each flag a column.

import { el } from "./dom.js";
import { right, table } from "./table.js";
import { bytes, count, percent } from "./text.js";

/** @typedef {import("./data.js").Doc} Doc */

/** The eight flags from bit 0 up, as the columns name them. */
const FLAGS = ["FULL", "DELTA", "FORWARD", "UP", "SPEED", "SUBSYSTEMS", "CLOAK", "WEAPONS"];

/** @param {Doc[]} rows of the document of stats */
export function flagMatrix(rows) {
  const names = columns(rows);
  const heads = ["Flags", "Way", ...names.map((n) => ({ title: n.toLowerCase() })), right("Updates"), right("Share"), right("Bytes")];
  return table("Flags of the updates: which parts they held", heads, rows.map((row) => [
    row.dirty_flags, row.dir, ...names.map((n) => dot(row.flags.includes(n), n)),
    { text: count(row.count), query: row.query }, percent(row.share), { text: bytes(row.bytes), query: row.queries?.bytes },
  ]), { wide: true, first: 16 });
}

/**
 * The names of the flags: what the capture calls them, in the order of their bits.
 * @param {Doc[]} rows
 */
function columns(rows) {
  const names = [...FLAGS];
  for (const row of rows) {
    const bits = [...Array(8).keys()].filter((b) => Number(row.dirty_flags) >> b & 1);
    if (bits.length === row.flags.length) bits.forEach((bit, i) => (names[bit] = row.flags[i]));
  }
  return names;
}

/**
 * @param {boolean} on
 * @param {string} name
 */
function dot(on, name) {
  return el("span", { class: on ? "dot on" : "dot" }, el("span", { class: "offscreen" }, on ? name : "no"));
}
