// The log: what happened, line by line. It follows the time; a line leads to its moment.

import { lastAt } from "./data.js";
import { el, rove } from "./dom.js";
import { decodeCommand, withQuery } from "./queries.js";
import { clockText } from "./text.js";
import { playerColour, setVar } from "./theme.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./data.js").Line} Line */

/** What can be chosen, and the kinds of lines that belong to it. @type {[string, string[]][]} */
const FILTERS = [
  ["Main events", ["kill", "death", "join", "leave", "spawn", "chat", "score", "end", "saw"]],
  ["Everything", []],
  ["Kills and deaths", ["kill", "death"]],
  ["Chat", ["chat"]],
  ["Players", ["join", "leave", "spawn"]],
  ["What players saw else", ["saw"]],
  ["Damage and notes", ["explosion", "note", "cloak"]],
];

/** @type {Record<string, string>} */
const SIGNS = { kill: "✕", death: "✕", explosion: "✳", join: "→", leave: "←", spawn: "△", chat: "“", score: "#", cloak: "◌", note: "!", end: "■", saw: "≠" };

/** Lines that are made at once; the rest follow when there is time. */
const CHUNK = 400;
/** Lines that the browser lays out together, when they are seen. */
const BLOCK = 50;

export class Log {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.lines = state.report.doc.log;
    this.times = Float64Array.from(this.lines, (l) => l.t);
    this.list = el("div", { class: "lines" });
    /** @type {HTMLElement[]} */
    this.rows = [];
    this.current = -1;
    const filters = FILTERS.filter(([, kinds]) => !kinds.length || this.lines.some((l) => kinds.includes(l.kind)));
    this.choice = el("select", { "aria-label": "Which lines" }, ...filters.map(([name], i) => el("option", { value: i }, name)));
    this.choice.addEventListener("change", () => this.filter(filters[Number(this.choice.value)][1]));
    this.node = el("div", { class: "card log" }, el("div", { class: "bar" }, el("h3", {}, "Log"), this.choice), this.list);
    if (!this.lines.length) {
      this.node.classList.add("none");
      this.choice.hidden = true;
      this.list.replaceWith(el("p", { class: "quiet" }, "Nothing that this capture holds belongs into a log."));
    }
    this.kinds = filters[0][1];
    this.add(0);
    rove(this.list, "button");
    this.enter();
    state.clock.onRead((t) => this.show(t));
  }

  /** @param {number} from */
  add(from) {
    const rows = this.lines.slice(from, from + CHUNK).map((line) => this.row(line));
    for (let i = 0; i < rows.length; i += BLOCK) this.list.append(el("ol", {}, ...rows.slice(i, i + BLOCK)));
    this.rows.push(...rows);
    if (from + CHUNK < this.lines.length) {
      setTimeout(() => {
        this.add(from + CHUNK);
        for (const node of this.list.querySelectorAll("button:not([tabindex])")) node.setAttribute("tabindex", "-1");
        this.show(this.state.clock.t);
      }, 30);
    }
  }

  /** @param {Line} line */
  row(line) {
    const go = el("button", { type: "button", class: "go" },
      el("time", {}, clockText(line.t)), el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[line.kind] ?? "·"), el("span", { class: "said" }, line.text));
    go.addEventListener("click", () => this.open(line));
    const copy = el("button", { type: "button", class: "frame", "aria-label": `copy the query of frame ${line.frame}` }, `#${line.frame}`);
    if (line.frame > 0) withQuery(copy, decodeCommand(`frame == ${line.frame}`));
    const row = el("li", { class: `line ${KIND.test(line.kind) ? line.kind : ""}` }, go, line.frame > 0 && copy);
    row.hidden = this.outside(line);
    setVar(row, "--tint", `var(--${playerColour(line.player)})`);
    return row;
  }

  /** @param {Line} line */
  open(line) {
    this.state.clock.seek(line.t);
    if (line.ship >= 0) this.state.chooseShip(line.ship);
    else if (line.player >= 0) this.state.choosePlayer(line.player);
  }

  /**
   * Whether a line is not among those that were chosen.
   * @param {Line} line
   */
  outside(line) {
    return this.kinds.length > 0 && !this.kinds.includes(line.kind);
  }

  /** The Tab key comes to the first line that is shown. */
  enter() {
    this.list.querySelector(`[tabindex="0"]`)?.setAttribute("tabindex", "-1");
    this.rows.find((row) => !row.hidden)?.firstElementChild?.setAttribute("tabindex", "0");
  }

  /** @param {string[]} kinds */
  filter(kinds) {
    this.kinds = kinds;
    this.rows.forEach((row, i) => (row.hidden = this.outside(this.lines[i])));
    this.enter();
    this.show(-1);
    this.show(this.state.clock.t);
  }

  /** @param {number} t */
  show(t) {
    let i = Math.min(lastAt(this.times, t + 1e-6), this.rows.length - 1);
    while (i >= 0 && this.rows[i].hidden) i--;
    if (i === this.current) return;
    const [low, high] = [Math.min(i, this.current), Math.max(i, this.current)];
    for (let k = Math.max(0, low + 1); k <= high && this.current >= -1; k++) this.rows[k]?.classList.toggle("past", k <= i);
    this.rows[this.current]?.classList.remove("now");
    this.rows[this.current]?.firstElementChild?.removeAttribute("aria-current");
    this.current = i;
    this.follow(i);
  }

  /** @param {number} i */
  follow(i) {
    const row = this.rows[i];
    row?.classList.add("now");
    row?.firstElementChild?.setAttribute("aria-current", "true");
    if (this.list.contains(document.activeElement)) return;
    const top = row ? row.getBoundingClientRect().top - this.list.getBoundingClientRect().top + this.list.scrollTop : 0;
    this.list.scrollTop = Math.max(0, top - this.list.clientHeight * 0.6);
  }
}

const KIND = /^[a-z]+$/;
