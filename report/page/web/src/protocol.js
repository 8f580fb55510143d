// The protocol: how the traffic behaved, from the documents of `stats` and `check`.

import { el, section } from "./dom.js";
import { flagMatrix } from "./flags.js";
import { joinTable } from "./joins.js";
import { frames } from "./queries.js";
import { right, table } from "./table.js";
import { bytes, count, millis, percent } from "./text.js";
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
    opcodes(stats?.opcodes ?? []),
    stats?.flags?.length ? flagMatrix(stats.flags) : null,
    stats?.joins?.length ? joinTable(stats.joins) : null,
    relays(stats?.relays ?? []),
    links(stats?.links ?? []),
    notes(stats?.notes ?? []),
  ].filter((p) => p !== null && p !== undefined);
  return parts.length ? section("protocol", "Protocol", ...parts) : null;
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
    table("Results of bcdump check", ["Rule", "The stock game", "Judges", "Severity", "Verdict", right("Judged"), right("Broken"), "Frames", "What was seen"], rows, { wide: true, first: Math.max(8, failed.length + 2) }));
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

/** @param {Doc[]} rows */
function opcodes(rows) {
  if (!rows.length) return null;
  const sorted = [...rows].sort((a, b) => b.bytes - a.bytes);
  return table("Messages by opcode, the most bytes first", ["Opcode", "Name", "Way", right("Messages"), right("Without repeats"), right("Per minute"), right("Bytes"), right("Share")], sorted.map((r) => [
    r.opcode, r.name, r.dir, { text: count(r.count), query: r.query }, { text: count(r.unique), query: r.queries?.unique }, count(r.per_minute), { text: bytes(r.bytes), query: r.queries?.bytes }, percent(r.share),
  ]), { wide: true, first: 12 });
}

/** @param {Doc[]} rows */
function relays(rows) {
  if (!rows.length) return null;
  return table("What the server passes on", ["Message", "To", right("Originals"), right("Copies"), right("Expected"), right("Missing"), right("Surplus"), right("Median delay")], rows.map((r) => [
    r.name || r.opcode, r.to, { text: count(r.originals), query: r.query }, { text: count(r.copies), query: r.queries?.copies }, count(r.expected), count(r.missing),
    { text: count(r.surplus), query: r.queries?.surplus }, { text: millis(r.latency_ms?.p50), query: r.queries?.["latency_ms.count"] },
  ]), { wide: true, first: 12 });
}

/** @param {Doc[]} rows */
function links(rows) {
  if (!rows.length) return null;
  return table("Connections", ["Client", "Address", right("Datagrams"), right("Received"), right("Sent"), right("Round trip, median"), right("90 %"), right("Repeats"), right("Gaps")], rows.map((r) => [
    r.name || "unnamed", r.client, { text: count(r.datagrams), query: r.query }, { text: bytes(r.bytes_s2c), query: r.queries?.bytes_s2c }, { text: bytes(r.bytes_c2s), query: r.queries?.bytes_c2s },
    { text: millis(r.rtt_ms?.p50), query: r.queries?.["rtt_ms.count"] }, millis(r.rtt_ms?.p90), { text: count(r.retransmits), query: r.queries?.retransmits }, { text: count(r.gaps), query: r.queries?.gaps },
  ]), { wide: true });
}

/** @param {Doc[]} rows */
function notes(rows) {
  if (!rows.length) return null;
  return table("Notes of the decoder", ["Note", "About", right("Count")], rows.map((r) => [
    r.code, (r.about ?? []).map((/** @type {Doc} */ a) => a.text).join("; "), { text: count(r.count), query: r.query },
  ]), { wide: true });
}
