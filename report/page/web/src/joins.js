// How the clients joined, as one table: a row for each join, a column for each step that somebody waited
// for. What is alike in all of them is said once, above.

import { el } from "./dom.js";
import { withQuery } from "./queries.js";
import { right, table } from "./table.js";
import { count, millis } from "./text.js";
import { setVar } from "./theme.js";

/** @typedef {import("./data.js").Doc} Doc */
/** @typedef {{step: string, dir: string, after: number, wait: number, query: string}} Wait */

/** Nobody waits for the first ship: a person chooses it. */
const CHOSEN = "first ship";
/** A step has a column if somebody waited for it this share of the longest wait. */
const TELLING = 0.1;

/** @param {Doc[]} joins of the document of stats */
export function joinTable(joins) {
  const all = joins.map(waits);
  const most = Math.max(1, ...all.flat().map((w) => w.after));
  const longest = Math.max(0, ...all.flat().map((w) => (w.step === CHOSEN ? 0 : w.wait)));
  const names = [...new Set(all.flat().map((w) => w.step))];
  const least = longest * TELLING;
  const told = names.filter((name) => all.some((join) => join.some((w) => w.step === name && w.wait > 0 && w.wait >= least)));
  const rows = joins.map((join, i) => [
    withQuery(el("button", { type: "button", class: "number" }, join.name || join.client), join.query),
    lane(all[i], most),
    ...told.map((name) => waitFor(all[i], name)),
    millis(join.took_ms),
    (join.outcome || join.state) + (join.waiting_for ? `; waits for ${join.waiting_for}` : ""),
  ]);
  const heads = ["Client", "Waits", ...told.map((name) => right(name)), right("In all"), "What became of it"];
  return el("div", { class: "part joins" }, table("How the clients joined: how long each step took", heads, rows, { wide: true, first: 12 }), alike(joins, all, names, told));
}

/**
 * The steps of a join, each with how long it was waited for.
 * @param {Doc} join
 * @returns {Wait[]}
 */
function waits(join) {
  let before = 0;
  return join.steps.map((/** @type {Doc} */ s) => {
    const after = s.after_ms ?? before;
    const wait = after - before;
    before = after;
    return { step: s.step, dir: s.dir, after, wait, query: s.query };
  });
}

/**
 * @param {Wait[]} join
 * @param {string} name of a step
 */
function waitFor(join, name) {
  const its = join.filter((w) => w.step === name);
  if (!its.length) return "–";
  return { text: millis(its.reduce((sum, w) => sum + w.wait, 0)), query: its[0].query };
}

/**
 * A join as one bar, each wait in the colour of whom it was for.
 * @param {Wait[]} join
 * @param {number} most milliseconds of the longest join: all share a scale
 */
function lane(join, most) {
  const node = el("span", { class: "lane", "aria-hidden": "true" });
  for (const w of join) {
    if (w.wait <= most / 200) continue;
    const bar = el("span", { class: w.step === CHOSEN ? "span chosen" : w.dir === "C>S" ? "span up" : "span" });
    setVar(bar, "--from", `${(w.after - w.wait) / most * 100}%`);
    setVar(bar, "--long", `${w.wait / most * 100}%`);
    node.append(bar);
  }
  return node;
}

/**
 * What the colours mean, and what is alike.
 * @param {Doc[]} joins
 * @param {Wait[][]} all
 * @param {string[]} names of all steps
 * @param {string[]} told those that have a column
 */
function alike(joins, all, names, told) {
  const rest = names.filter((name) => !told.includes(name));
  const most = Math.max(0, ...all.flat().filter((w) => rest.includes(w.step)).map((w) => w.wait));
  const whole = all.filter((join) => names.every((name) => join.some((w) => w.step === name))).length;
  const steps = `${whole === joins.length ? joins.length === 1 ? "It has" : `All ${count(whole)} have` : `${count(whole)} of ${count(joins.length)} have`} the ${names.length} steps`;
  return el("p", { class: "quiet" },
    el("span", { class: "key up" }, "the host waits for the client"), " ", el("span", { class: "key down" }, "the client waits for the host"), " ",
    el("span", { class: "key chosen" }, "a player chooses a ship"),
    `. ${steps}${rest.length ? `; each of these came within ${millis(most)} of the one before: ${rest.join(", ")}` : ""}.`);
}
