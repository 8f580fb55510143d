// The tables of `stats`: what their columns are is told by the data, here stands only how they look.

import { el } from "./dom.js";
import { flagDots } from "./flags.js";
import { frames, number } from "./queries.js";
import { table } from "./table.js";
import { bytes, clockText, count, millis, percent } from "./text.js";
import { setVar } from "./theme.js";

/** @typedef {import("./data.js").Form} Form */
/** @typedef {import("./data.js").FormColumn} FormColumn */
/** @typedef {{title: string, right?: boolean, hidden?: boolean, cell: (row: number) => import("./table.js").Cell}} Column */

/** @param {Form} form */
export function formTable(form) {
  const columns = form.columns.flatMap((c) => (form.name === "flags" && c.key === "flags" ? flagDots(form) : [ordinary(c), ...bars(c)]));
  const rows = form.columns[0].values.map((_, row) => columns.map((c) => c.cell(row)));
  return table(form.title, columns, rows, { wide: true, first: form.whole ? rows.length : 12, said: form.said, below: form.below });
}

/**
 * @param {FormColumn} c
 * @returns {Column}
 */
function ordinary(c) {
  return {
    title: c.title.charAt(0).toUpperCase() + c.title.slice(1), right: c.number, cell(row) {
      const value = c.values[row];
      if (c.unit === "frame") return frames(String(value || "").split(" ").filter(Boolean).map(Number));
      const [text, query] = [shown(c, value), c.queries?.[row]];
      if (value && (c.look === "note" || c.look === "damage")) return el("span", { class: c.look }, number(text, query));
      return query || c.number ? { text, query } : text;
    },
  };
}

/** Bars stand behind their numbers. @param {FormColumn} c @returns {Column[]} */
function bars(c) {
  if (!c.full) return [];
  const full = c.full;
  return [{
    title: `${c.title} as bar`, hidden: true, cell(row) {
      const node = el("span", { class: "meter", "aria-hidden": "true" });
      setVar(node, "--v", `${Math.max(0, Number(c.values[row] ?? 0) / full) * 100}%`);
      return node;
    },
  }];
}

/** @type {Record<string, (n: number) => string>} */
const UNITS = {
  B: bytes, "B/s": (n) => `${bytes(n)}/s`, "bit/s": (n) => `${bytes(n)}/s, ${bytes(8 * n).replace(/B$/, "bit/s")}`, ms: millis, s: (n) => (n >= 60 ? clockText(n) : `${n.toFixed(n < 10 ? 2 : 1)} s`), "%": percent,
  Hz: (n) => `${n.toFixed(1)} Hz`, "×": (n) => `${count(n)}×`, "#": String,
};

/**
 * @param {FormColumn} c
 * @param {string | number | null} value
 */
function shown(c, value) {
  if (value === null || value === undefined) return dash(c.null ?? "-");
  if (typeof value === "string") return dash(value);
  if (value === 0 && c.zero !== undefined) return dash(c.zero);
  const unit = c.unit ?? "";
  return unit.startsWith(".") ? value.toFixed(Number(unit.slice(1))) : (UNITS[unit] ?? count)(value);
}

/** @param {string} text */
const dash = (text) => (text === "-" ? "–" : text);
