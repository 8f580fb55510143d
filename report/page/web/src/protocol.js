// The protocol: how the traffic behaved, from the documents of `stats` and `check`.

import { el, section } from "./dom.js";
import { formTable } from "./forms.js";
import { joinTable } from "./joins.js";
import { frames } from "./queries.js";
import { right, table } from "./table.js";
import { count } from "./text.js";
import { treemap } from "./treemap.js";

/** @typedef {import("./data.js").Doc} Doc */

/** @param {import("./state.js").State} state */
export function protocol(state) {
  const { stats, check, problems: others } = state.report.doc;
  /** @type {Doc[]} */
  const found = check?.files.flatMap((/** @type {Doc} */ f) => f.causes ?? []) ?? [];
  const parts = [
    causes(found),
    check && checkPart(check),
    problems(others ?? []),
    usage(stats?.usage ?? []),
    stats?.joins?.length ? joinTable(stats.joins) : null,
    ...state.report.tables.filter((t) => t.name !== "savings").map(formTable),
  ].filter((p) => p !== null && p !== undefined);
  return parts.length ? section("protocol", "Protocol", ...parts) : null;
}

/** @param {import("./state.js").State} state */
export function savings(state) {
  const forms = state.report.tables.filter((t) => t.name === "savings");
  return forms.length ? section("savings", "What could be saved", ...forms.map(formTable)) : null;
}

/** @param {Doc[]} list */
function causes(list) {
  if (!list.length) return null;
  return table("Causes, the heaviest first: what to mend", ["Cause", "Whose", "Effect", "What happens", "To mend", right("Times"), "Frames"], list.map((c) => [
    c.id, c.side, c.effect_text, c.statement, c.mend, count(c.instances), frames(c.frames),
  ]), { wide: true, first: 12 });
}

/** @param {Doc} check */
function checkPart(check) {
  const rules = check.files.flatMap((/** @type {Doc} */ f) => f.rules);
  const failed = rules.filter((/** @type {Doc} */ r) => r.verdict === "fail");
  const { pass, fail, not_judged: open } = check.summary;
  const verdict = el("p", { class: failed.length ? "verdict bad" : "verdict good" },
    failed.length ? `${fail} of ${pass + fail} judged rules of the stock game are broken; ${open} could not be judged.` : `All ${pass} judged rules of the stock game are kept; ${open} could not be judged.`);
  const order = ["fail", "not_judged", "pass"];
  const rows = [...rules].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict)).map((/** @type {Doc} */ r) => [
    r.id, r.says, r.judges, r.severity, el("span", { class: `tag-${WORD.test(r.verdict) ? r.verdict : ""}` }, VERDICTS[r.verdict] ?? r.verdict), count(r.instances),
    r.violations ? { text: count(r.violations), query: r.frames[0]?.query } : "0", frames(r.frames.map((/** @type {Doc} */ x) => x.frame)),
    r.reason ?? r.frames[0]?.text ?? "",
  ]);
  return el("div", { class: "part" }, el("h3", {}, "Rules of the stock game"), verdict,
    table("Results of bcdump check", ["Rule", "The stock game", "Judges", "Severity", "Verdict", right("Judged"), right("Broken"), "Frames", "What was seen"], rows, { wide: true, first: failed.length }));
}

const WORD = /^[a-z_]+$/;
/** @type {Record<string, string>} */
const VERDICTS = { pass: "kept", fail: "broken", not_judged: "not judged" };

/** @param {Doc[]} rows */
function problems(rows) {
  if (!rows.length) return null;
  return table("Other problems, the costliest first", ["What", right("Count"), "Frames"], rows.map((r) => [el("span", { class: "sentence" }, r.statement), count(r.instances), frames(r.frames)]), { wide: true });
}

/** @param {Doc[]} rows */
function usage(rows) {
  const ways = [["S>C", "Who owns the bytes, server to clients"], ["C>S", "Who owns the bytes, clients to server"]];
  const maps = ways.map(([dir, title]) => ({ title, uses: /** @type {any[]} */ (rows.filter((r) => r.dir === dir)) })).filter(({ uses }) => uses.length);
  const tints = new Map();
  return maps.length ? el("div", { class: "pair" }, ...maps.map(({ title, uses }) => treemap(title, uses, tints))) : null;
}
