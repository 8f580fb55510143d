// The time bar: play, speed, a slider over a strip that shows where fire, kills, joins and chat are.

import { button, el, setText } from "./dom.js";
import { SPEEDS } from "./clock.js";
import { clockText, exactText } from "./text.js";
import { colour, onTheme } from "./theme.js";

/** @typedef {import("./state.js").State} State */

const HEIGHT = 44;
const MARKS = /** @type {Record<string, {colour: string, row: number}>} */ ({
  kill: { colour: "mark-kill", row: 0 }, death: { colour: "mark-kill", row: 0 },
  join: { colour: "mark-join", row: 1 }, leave: { colour: "mark-join", row: 1 },
  chat: { colour: "mark-chat", row: 2 },
});

export class TimeBar {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    const { clock } = state;
    this.marks = state.report.doc.log.filter((l) => l.kind in MARKS);
    this.canvas = el("canvas", { "aria-hidden": "true" });
    this.slider = el("input", { type: "range", min: 0, max: clock.length, step: 0.1, value: 0, "aria-label": "Time" });
    this.hover = el("div", { class: "hover", hidden: true, "aria-hidden": "true" });
    this.line = el("i", { class: "line-now", "aria-hidden": "true" });
    this.strip = el("div", { class: "strip" }, this.canvas, this.line, this.slider, this.hover);
    this.now = el("output", { class: "now", "aria-live": "off" });
    this.playing = button("Play", () => clock.play(), { class: "play", "aria-keyshortcuts": "Space", title: "key Space" });
    this.speed = el("select", { "aria-label": "Speed" }, ...SPEEDS.map((s) => el("option", { value: s, selected: s === 1 }, SPEED_NAMES[s] ?? `${s}×`)));
    this.node = el("div", { class: "timebar" },
      el("div", { class: "controls" },
        this.playing,
        button("‹ event", () => this.step(-1), { "aria-label": "event before", title: "key P", "aria-keyshortcuts": "P" }),
        button("event ›", () => this.step(1), { "aria-label": "next event", title: "key N", "aria-keyshortcuts": "N" }),
        this.now, this.speed, this.legend()),
      this.strip);
    this.width = 0;
    this.listen();
  }

  /** What the marks mean, of those that there are. */
  legend() {
    const { fire, torpedoes } = this.state.report.doc;
    const has = /** @param {string[]} kinds */ (...kinds) => this.marks.some((m) => kinds.includes(m.kind));
    return el("span", { class: "legend" },
      has("kill", "death") && el("span", { class: "key kill" }, "kill"), has("join", "leave") && el("span", { class: "key join" }, "join, leave"),
      has("chat") && el("span", { class: "key chat" }, "chat"), fire.length + torpedoes.length > 0 && el("span", { class: "key fire" }, "fire"));
  }

  listen() {
    const { clock } = this.state;
    this.slider.addEventListener("input", () => clock.seek(Number(this.slider.value)));
    this.speed.addEventListener("change", () => clock.setSpeed(Number(this.speed.value)));
    this.strip.addEventListener("pointermove", (e) => this.showMark(e.clientX));
    this.strip.addEventListener("pointerleave", () => (this.hover.hidden = true));
    clock.onTime((t) => this.move(t));
    clock.onRead((t) => this.show(t));
    clock.onChange(() => this.showPlaying());
    onTheme(() => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.strip);
  }

  /** @param {number} t */
  move(t) {
    const { length } = this.state.clock;
    this.line.style.transform = `translateX(${(length ? t / length : 0) * this.width - 1}px)`;
  }

  /** @param {number} t */
  show(t) {
    this.slider.value = String(t);
    this.slider.setAttribute("aria-valuetext", `${clockText(t)} of ${clockText(this.state.clock.length)}`);
    const { length } = this.state.clock;
    setText(this.now, `${exactText(t)} / ${length < 60 ? exactText(length) : clockText(length)}`);
  }

  showPlaying() {
    const { playing, speed } = this.state.clock;
    setText(this.playing, playing ? "Pause" : "Play");
    this.speed.value = String(speed);
  }

  /**
   * To the next kill, join, leave or line of chat.
   * @param {1 | -1} way
   */
  step(way) {
    const { t } = this.state.clock;
    const next = way > 0 ? this.marks.find((m) => m.t > t + 0.05) : this.marks.findLast((m) => m.t < t - 0.05);
    this.state.clock.seek(next ? next.t : way > 0 ? this.state.clock.length : 0);
  }

  /** @param {number} x */
  showMark(x) {
    const box = this.strip.getBoundingClientRect();
    const t = (x - box.left) / box.width * this.state.clock.length;
    const near = 6 / box.width * this.state.clock.length;
    const mark = this.marks.filter((m) => Math.abs(m.t - t) <= near).sort((a, b) => MARKS[a.kind].row - MARKS[b.kind].row || Math.abs(a.t - t) - Math.abs(b.t - t))[0];
    setText(this.hover, mark ? `${clockText(mark.t)}  ${mark.text}` : clockText(t));
    this.hover.hidden = false;
    const half = this.hover.offsetWidth / 2;
    this.hover.style.left = `${Math.min(Math.max(x - box.left, half), box.width - half)}px`;
  }

  draw() {
    const width = this.strip.clientWidth;
    if (!width) return;
    this.width = width;
    const ratio = Math.min(2, devicePixelRatio);
    this.canvas.width = width * ratio;
    this.canvas.height = HEIGHT * ratio;
    const c = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    c.scale(ratio, ratio);
    c.clearRect(0, 0, width, HEIGHT);
    this.drawFire(c, width);
    const length = this.state.clock.length || 1;
    for (const mark of this.marks.toReversed()) {
      const { colour: name, row } = MARKS[mark.kind];
      drawMark(c, mark.t / length * (width - 2) + 1, row, colour(name));
    }
    this.show(this.state.clock.t);
    this.move(this.state.clock.t);
  }

  /**
   * The strip of fire: shots per two pixels, as bars.
   * @param {CanvasRenderingContext2D} c
   * @param {number} width
   */
  drawFire(c, width) {
    const { fire, torpedoes } = this.state.report.doc;
    const bins = new Float32Array(Math.ceil(width / 3));
    const length = this.state.clock.length || 1;
    for (const shot of [...fire, ...torpedoes]) bins[Math.min(bins.length - 1, Math.max(0, Math.floor(shot.t / length * bins.length)))]++;
    const most = Math.max(1, ...bins);
    c.fillStyle = colour("fire");
    bins.forEach((n, i) => c.fillRect(i * 3, HEIGHT - n / most * 20, 2, n / most * 20));
  }
}

/** @type {Record<number, string>} */
const SPEED_NAMES = { 0.25: "¼×", 0.5: "½×" };

/**
 * @param {CanvasRenderingContext2D} c
 * @param {number} x
 * @param {number} row
 * @param {string} tint
 */
function drawMark(c, x, row, tint) {
  c.fillStyle = tint;
  c.beginPath();
  if (row === 0) {
    c.moveTo(x - 4, 2);
    c.lineTo(x + 4, 2);
    c.lineTo(x, 10);
  } else if (row === 1) {
    c.rect(x - 1, 3, 2, HEIGHT - 6);
  } else {
    c.arc(x, 17, 2, 0, 2 * Math.PI);
  }
  c.fill();
}
