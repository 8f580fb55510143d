// The charts: all on one time axis, with the cursor of the replay; dragging zooms all of them.

import uPlot from "uplot";
import { lastAt } from "./data.js";
import { button, el, rove, section, setText } from "./dom.js";
import { withQuery } from "./queries.js";
import { bytes, clockText, count, exactText } from "./text.js";
import { colour, onTheme, playerColour, setVar } from "./theme.js";

/** @typedef {import("./data.js").Series} Series */
/** @typedef {import("./state.js").State} State */
/** A line of a chart. "end" is the end of the ship that it is about. */
/** @typedef {{series: Series, t: Float64Array, v: Float64Array, end: number, hidden: boolean, tint: string}} Line */
/** All lines of a player: one entry of the legend. */
/** @typedef {{title: string, lines: Line[], value: HTMLElement}} Entry */
/** @typedef {{id: string, title: string, note: string, stacked: boolean, pick: (s: Series) => boolean}} Group */

/** @type {Group[]} */
const GROUPS = [
  { id: "bandwidth-cs", title: "Bandwidth, clients to server", note: "what takes the bytes", stacked: true, pick: (s) => s.group === "bandwidth" && /-cs\b|-c2s\b/.test(s.id) },
  { id: "bandwidth-sc", title: "Bandwidth, server to clients", note: "what takes the bytes", stacked: true, pick: (s) => s.group === "bandwidth" && /-sc\b|-s2c\b/.test(s.id) },
  { id: "bandwidth", title: "Bandwidth of other traffic", note: "", stacked: true, pick: (s) => s.group === "bandwidth" && !/-(cs|sc|c2s|s2c)\b/.test(s.id) },
  { id: "updates", title: "Updates", note: "of each ship", stacked: false, pick: (s) => s.group === "updates" },
  { id: "hull", title: "Hull", note: "of each ship, as far as blocks told it", stacked: false, pick: (s) => s.group === "hull" },
  { id: "shields", title: "Shields", note: "of each ship, mean of six facings", stacked: false, pick: (s) => s.group === "shields" },
  { id: "rtt", title: "Round-trip time", note: "of each client", stacked: false, pick: (s) => s.group === "rtt" },
  { id: "repeats", title: "Repeats", note: "messages sent again, of each client", stacked: false, pick: (s) => s.group === "repeats" },
];
const KNOWN = new Set(["bandwidth", "updates", "hull", "shields", "rtt", "repeats"]);
const HEIGHT = 180;
/** Seconds between the times on an axis. */
const TICKS = [0.1, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 86400];
const AXIS = 66;
/** @type {Record<string, string>} */
const UNITS = { "1/s": "per second", "B/s": "bytes per second" };
/** Points that are farther apart are not joined, in seconds. */
const HOLE = 10;

/** @param {State} state */
export function charts(state) {
  const all = state.report.doc.series;
  const others = [...new Set(all.map((s) => s.group))].filter((g) => !KNOWN.has(g));
  const groups = [...GROUPS, ...others.map((g) => ({ id: g, title: g, note: "", stacked: false, pick: /** @param {Series} s */ (s) => s.group === g }))];
  const made = groups.map((group) => ({ group, series: all.filter(group.pick) })).filter(({ series }) => series.some((s) => state.report.column(s.t).length));
  if (!made.length) return null;
  const zoom = new Zoom(state);
  const list = made.map(({ group, series }) => new Chart(state, group, series, zoom));
  const node = section("charts", "Charts", zoom.node, el("div", { class: "charts" }, ...list.map((c) => c.node)));
  whenSeen(node, () => list.forEach((c) => c.draw()));
  new IntersectionObserver((entries) => {
    zoom.seen = entries[entries.length - 1].isIntersecting;
    list.forEach((c) => c.show(state.clock.t));
  }).observe(node);
  return node;
}

/**
 * @param {Element} node
 * @param {() => void} then
 */
function whenSeen(node, then) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((e) => e.isIntersecting)) return;
    watch.disconnect();
    then();
  }, { rootMargin: "600px" });
  watch.observe(node);
  addEventListener("beforeprint", () => {
    watch.disconnect();
    then();
  }, { once: true });
}

/** Which part of the time all charts show. */
class Zoom {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.from = 0;
    this.to = state.clock.length || 1;
    this.seen = false;
    /** @type {Chart[]} */
    this.charts = [];
    /** Colours by what they stand for. @type {Map<string, string>} */
    this.tints = new Map();
    this.range = el("output", { class: "quiet" });
    this.node = el("div", { class: "bar zoom", role: "group", "aria-label": "Time that the charts show" },
      button("Whole capture", () => this.set(0, state.clock.length || 1)),
      button("One minute around the replay", () => this.set(state.clock.t - 30, state.clock.t + 30)),
      button("Nearer", () => this.scale(0.5)), button("Farther", () => this.scale(2)), this.range);
    this.tell();
  }

  /** @param {number} factor */
  scale(factor) {
    const { t } = this.state.clock;
    const middle = t >= this.from && t <= this.to ? t : (this.from + this.to) / 2;
    const half = (this.to - this.from) / 2 * factor;
    this.set(middle - half, middle + half);
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  set(from, to) {
    const length = this.state.clock.length || 1;
    const span = Math.min(Math.max(to - from, 0.5), length);
    this.from = Math.min(Math.max(0, from), length - span);
    this.to = this.from + span;
    this.tell();
    for (const chart of this.charts) chart.zoomed();
  }

  tell() {
    setText(this.range, `${clockText(this.from)} – ${clockText(this.to)}; drag in a chart to zoom`);
  }
}

class Chart {
  /**
   * @param {State} state
   * @param {Group} group
   * @param {Series[]} series
   * @param {Zoom} zoom
   */
  constructor(state, group, series, zoom) {
    this.state = state;
    this.group = group;
    this.zoom = zoom;
    this.unit = series[0].unit;
    /** @type {Line[]} */
    this.lines = (group.stacked ? byVolume(state, series) : series).map((s) => ({ series: s, t: state.report.column(s.t), v: state.report.column(s.v), end: state.report.doc.ships[s.ship]?.until ?? Infinity, hidden: false, tint: tintOf(s, group, zoom) }));
    this.entries = entriesOf(this.lines, state.report.doc.players);
    this.place = el("div", { class: "plot", role: "img", "aria-label": this.words() });
    this.cursor = el("div", { class: "cursor", "aria-hidden": "true" });
    this.node = el("figure", { class: "card chart", id: `chart-${group.id.replace(/[^\w-]/g, "")}` },
      el("figcaption", {}, el("h3", {}, group.title), el("span", { class: "quiet" }, [group.note, UNITS[this.unit] ?? this.unit].filter(Boolean).join(", "))), this.place, this.legend());
    /** @type {uPlot | null} */
    this.plot = null;
    zoom.charts.push(this);
    state.clock.onRead((t) => this.show(t));
    onTheme(() => this.redraw());
    new ResizeObserver(() => this.plot && this.plot.setSize({ width: this.place.clientWidth, height: HEIGHT })).observe(this.place);
  }

  /** The chart in words. */
  words() {
    const lines = this.lines.slice(0, 12).map(({ series, v }) => (v.length ? `${series.title}: ${this.number(Math.min(...range(v)))} to ${this.number(Math.max(...range(v)))}` : `${series.title}: nothing`));
    return `${this.group.title}. ${lines.join("; ")}`;
  }

  /** @param {number} v */
  number(v) {
    if (this.unit === "B/s") return `${bytes(v)}/s`;
    const unit = this.unit === "1/s" ? "/s" : this.unit;
    return `${count(Math.round(v * 10) / 10)} ${unit}`.trim();
  }

  legend() {
    const list = el("ul", { class: "series" }, ...this.entries.map((entry) => {
      const toggle = el("button", { type: "button", "aria-pressed": "true", class: "toggle" }, el("i", { class: "swatch" }), el("span", {}, entry.title));
      toggle.addEventListener("click", () => this.toggle(entry, toggle));
      setVar(toggle, "--tint", `var(--${entry.lines[0].tint})`);
      const { query } = entry.lines[0].series;
      const value = query ? withQuery(el("button", { type: "button", class: "number" }, entry.value, el("span", { class: "offscreen" }, ` ${entry.title}`)), query) : entry.value;
      return el("li", {}, toggle, value);
    }));
    rove(list, "button");
    return list;
  }

  /**
   * @param {Entry} entry
   * @param {HTMLElement} toggle
   */
  toggle(entry, toggle) {
    const hidden = !entry.lines[0].hidden;
    for (const line of entry.lines) line.hidden = hidden;
    toggle.setAttribute("aria-pressed", String(!hidden));
    this.redraw();
  }

  redraw() {
    if (!this.plot) return;
    this.plot.destroy();
    this.plot = null;
    this.draw();
  }

  draw() {
    if (this.plot || !this.place.clientWidth) return;
    const ink = colour("quiet");
    const grid = { stroke: colour("line"), width: 1 };
    const axis = { stroke: ink, grid, ticks: grid, font: "12px system-ui, sans-serif" };
    this.plot = new uPlot({
      width: this.place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false, setScale: false } },
      scales: { x: { time: false, range: () => [this.zoom.from, this.zoom.to] }, y: { range: (_, low, high) => this.span(low, high) } },
      axes: [
        { ...axis, size: 28, incrs: TICKS, values: (_, ticks) => ticks.map(tickText), space: 70 },
        { ...axis, size: AXIS, values: (_, ticks) => ticks.map((v) => (this.unit === "B/s" ? bytes(v) : count(v))) },
      ],
      series: [{}, ...this.order().map((line) => this.style(line))],
      hooks: { setSelect: [(u) => this.selected(u)] },
    }, this.data(), this.place);
    this.plot.over.append(this.cursor);
    this.plot.over.addEventListener("click", (e) => this.clicked(e));
    this.plot.over.addEventListener("dblclick", () => this.zoom.set(0, this.state.clock.length));
    this.show(this.state.clock.t);
  }

  /** Lines as they are drawn: stacked ones from the highest sum down. */
  order() {
    const shown = this.lines.filter((l) => !l.hidden);
    return this.group.stacked ? shown.toReversed() : shown;
  }

  /**
   * @param {number | null} low
   * @param {number | null} high
   * @returns {[number, number]}
   */
  span(low, high) {
    if (this.unit === "%") return [0, 105];
    return [Math.min(0, low ?? 0), Math.max(1, (high ?? 1) * 1.08)];
  }

  /** @param {{series: Series, tint: string}} line @returns {uPlot.Series} */
  style(line) {
    const tint = colour(line.tint);
    const steps = uPlot.paths.stepped?.({ align: 1 });
    const base = { label: line.series.title, stroke: tint, width: 1.5, points: { show: false } };
    return this.group.stacked ? { ...base, width: 1, fill: tint, paths: steps } : this.group.id === "rtt" ? base : { ...base, paths: steps };
  }

  /** @returns {uPlot.AlignedData} */
  data() {
    const shown = this.lines.filter((l) => !l.hidden);
    const times = merged([...shown.map((l) => l.t), ...shown.map((l) => [l.end, l.end + 0.01]).filter(([end]) => Number.isFinite(end))]);
    const rows = shown.map((l) => align(times, l, this.group.stacked ? 0 : null, this.group.id === "rtt"));
    if (!this.group.stacked) return [times, ...rows];
    for (let i = 1; i < rows.length; i++) rows[i].forEach((v, k) => (rows[i][k] = (v ?? 0) + (rows[i - 1][k] ?? 0)));
    return [times, ...rows.toReversed()];
  }

  /** @param {uPlot} u */
  selected(u) {
    const { left, width } = u.select;
    if (width < 4) return;
    this.zoom.set(u.posToVal(left, "x"), u.posToVal(left + width, "x"));
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!this.plot || this.plot.select.width > 4) return;
    this.state.clock.seek(this.plot.posToVal(event.clientX - this.plot.over.getBoundingClientRect().left, "x"));
  }

  zoomed() {
    if (!this.plot) return;
    this.plot.setScale("x", { min: this.zoom.from, max: this.zoom.to });
    this.show(this.state.clock.t);
  }

  /** @param {number} t */
  show(t) {
    if (!this.plot || !this.zoom.seen) return;
    const x = this.plot.valToPos(t, "x");
    this.cursor.style.transform = `translateX(${x.toFixed(1)}px)`;
    this.cursor.hidden = t < this.zoom.from || t > this.zoom.to;
    for (const entry of this.entries) {
      const line = entry.lines.findLast((l) => l.t[0] <= t && t <= l.end);
      setText(entry.value, line ? this.number(line.v[lastAt(line.t, t)]) : "–");
    }
  }
}

/**
 * Gives each player one entry, however many ships he had.
 * @param {Line[]} lines
 * @param {import("./data.js").Player[]} players
 */
function entriesOf(lines, players) {
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  for (const line of lines) {
    const { player, title, id } = line.series;
    const known = players[player]?.name;
    const key = known ? `player ${player}` : id;
    const entry = entries.get(key) ?? { title: known || plain(title), lines: [], value: el("output", {}) };
    entry.lines.push(line);
    entries.set(key, entry);
  }
  return [...entries.values()];
}

/**
 * The largest first: it is the lowest of a stack.
 * @param {State} state
 * @param {Series[]} series
 */
function byVolume(state, series) {
  const sums = new Map(series.map((s) => [s, state.report.column(s.v).reduce((a, b) => a + b, 0)]));
  return [...series].sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0));
}

/**
 * Players have their colours; the same kind of bytes has the same colour in both directions.
 * @param {Series} series
 * @param {Group} group
 * @param {Zoom} zoom
 */
function tintOf(series, group, zoom) {
  if (series.player >= 0) return playerColour(series.player);
  const name = `${group.stacked ? "" : group.id} ${plain(series.title)}`;
  if (!zoom.tints.has(name)) zoom.tints.set(name, `c${zoom.tints.size % 10 + 1}`);
  return zoom.tints.get(name) ?? "c1";
}

/**
 * A title without its direction, which the chart names.
 * @param {string} title
 */
const plain = (title) => title.replace(/ [CS]>[CS]$/, "");

/**
 * All times of several columns, each once.
 * @param {Iterable<number>[]} columns
 */
function merged(columns) {
  const all = new Set();
  for (const column of columns) for (const t of column) all.add(t);
  return Float64Array.from(all).sort();
}

/**
 * The values of a line at other times: each stays until the next, since rows tell changes; of
 * points, those of other times are left out (undefined), and a long time without one is a gap (null).
 * @param {Float64Array} times
 * @param {Line} line
 * @param {number | null} outside what stands before the first value and after the end
 * @param {boolean} points
 * @returns {(number | null | undefined)[]}
 */
function align(times, line, outside, points) {
  /** @type {(number | null | undefined)[]} */
  const out = new Array(times.length);
  let k = -1;
  for (let i = 0; i < times.length; i++) {
    while (k + 1 < line.t.length && line.t[k + 1] <= times[i]) k++;
    if (k < 0 || times[i] > line.end) out[i] = outside;
    else if (!points || line.t[k] === times[i]) out[i] = line.v[k];
    else out[i] = line.t[k + 1] - line.t[k] <= HOLE ? undefined : null;
  }
  return out;
}

/** @param {number} t */
const tickText = (t) => (Number.isInteger(t) ? clockText(t) : exactText(t));

/**
 * Least and most, without an argument for each number.
 * @param {Float64Array} numbers
 */
function range(numbers) {
  return numbers.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [Infinity, -Infinity]);
}
