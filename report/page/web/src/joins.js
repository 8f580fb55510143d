// How each client joined, as a waterfall: one bar per step, from the step before to this one.

import { el, rove } from "./dom.js";
import { withQuery } from "./queries.js";
import { millis } from "./text.js";
import { setVar } from "./theme.js";

/** @typedef {import("./data.js").Doc} Doc */

/** @param {Doc[]} joins of the document of stats */
export function waterfalls(joins) {
  const most = Math.max(1, ...joins.map((j) => lastStep(j)));
  return joins.map((join) => waterfall(join, most));
}

/** @param {Doc} join */
const lastStep = (join) => Math.max(0, ...join.steps.map((/** @type {Doc} */ s) => s.after_ms ?? 0));

/**
 * @param {Doc} join
 * @param {number} most milliseconds of the longest join: all share a scale
 */
function waterfall(join, most) {
  const list = el("ol", { class: "waterfall" });
  let before = 0;
  for (const step of join.steps) {
    const after = step.after_ms ?? before;
    list.append(stepRow(step, before, after, most));
    before = after;
  }
  rove(list, "button");
  const failed = join.state !== "in game";
  const verdict = el("p", { class: failed ? "verdict bad" : "verdict" }, join.outcome || join.state, join.waiting_for ? `; waits for ${join.waiting_for}` : "");
  const facts = `${millis(join.took_ms)}; longest wait ${millis(join.longest_wait_ms)}${join.longest_wait_for ? ` for ${join.longest_wait_for}` : ""}`;
  const title = el("h4", {}, withQuery(el("button", { type: "button", class: "number" }, join.name || join.client), join.query));
  return el("div", { class: "card join" }, title, verdict, el("p", { class: "quiet" }, facts), list);
}

/**
 * @param {Doc} step
 * @param {number} before
 * @param {number} after
 * @param {number} most
 */
function stepRow(step, before, after, most) {
  const way = step.dir === "C>S" ? "to the server" : "to the client";
  const bar = el("span", { class: step.dir === "C>S" ? "span up" : "span down" });
  setVar(bar, "--from", `${before / most * 100}%`);
  setVar(bar, "--long", `${Math.max(0.4, (after - before) / most * 100)}%`);
  const arrow = el("span", { "aria-hidden": "true" }, step.dir === "C>S" ? "↑ " : "↓ ");
  const node = el("button", { type: "button" },
    el("span", { class: "step" }, arrow, step.step, el("span", { class: "offscreen" }, ` ${way} after `)), el("span", { class: "lane" }, bar), el("span", { class: "ms" }, millis(after)));
  return el("li", {}, withQuery(node, step.query));
}
