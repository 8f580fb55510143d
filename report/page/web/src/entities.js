// The replay of an entity-state game: a flat world of dots with numbers, seen from the side.

import { lastAt } from "./data.js";
import { el } from "./dom.js";
import { GAP } from "./scene.js";
import { colour, onTheme } from "./theme.js";

/** @typedef {import("./state.js").State} State */

const TRAIL = 5;
const MARGIN = 32;

export class Entities {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.canvas = el("canvas", { role: "img", "aria-label": `The world of the game: ${state.report.doc.entities.length} entities and where they move` });
    this.node = el("div", { class: "stage flat" }, this.canvas);
    this.frame = el("div", { class: "stage-frame" }, this.node);
    this.tracks = state.report.doc.entities.map((e) => ({ entity: e, t: state.report.column(e.t), x: state.report.column(e.x), y: state.report.column(e.y) }));
    this.bounds = boundsOf(this.tracks);
    this.frames = 0;
    this.dirty = true;
    state.clock.onTime(() => (this.dirty = true));
    onTheme(() => (this.dirty = true));
    new ResizeObserver(() => this.resize()).observe(this.node);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.node;
    const ratio = Math.min(2, devicePixelRatio);
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.canvas.getContext("2d")?.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.dirty = true;
  }

  /** @param {number} x @param {number} y */
  project(x, y) {
    const { low, high } = this.bounds;
    const [w, h] = [this.node.clientWidth - 2 * MARGIN, this.node.clientHeight - 2 * MARGIN];
    const scale = Math.min(w / Math.max(high[0] - low[0], 1e-6), h / Math.max(high[1] - low[1], 1e-6));
    return { x: this.node.clientWidth / 2 + (x - (low[0] + high[0]) / 2) * scale, y: this.node.clientHeight / 2 + (y - (low[1] + high[1]) / 2) * scale };
  }

  render() {
    const c = this.canvas.getContext("2d");
    if (!this.dirty || !c || !this.node.clientWidth) return;
    this.dirty = false;
    this.frames++;
    c.fillStyle = colour("space");
    c.fillRect(0, 0, this.node.clientWidth, this.node.clientHeight);
    this.tracks.forEach((track, i) => this.drawTrack(c, track, i));
  }

  /**
   * @param {CanvasRenderingContext2D} c
   * @param {{entity: import("./data.js").Entity, t: Float64Array, x: Float64Array, y: Float64Array}} track
   * @param {number} index
   */
  drawTrack(c, track, index) {
    const { t } = this.state.clock;
    const i = lastAt(track.t, t);
    if (i < 0) return;
    const gap = track.t[i + 1] - track.t[i];
    const part = gap > 0 && gap <= GAP ? (t - track.t[i]) / gap : 0;
    const next = Math.min(i + 1, track.t.length - 1);
    const { x, y } = this.project(track.x[i] + (track.x[next] - track.x[i]) * part, track.y[i] + (track.y[next] - track.y[i]) * part);
    c.strokeStyle = c.fillStyle = colour(`s${index % 8 + 1}`);
    c.lineWidth = 1.5;
    c.globalAlpha = 0.4;
    c.beginPath();
    for (let k = Math.max(0, lastAt(track.t, t - TRAIL)); k <= i; k++) {
      const p = this.project(track.x[k], track.y[k]);
      if (k && track.t[k] - track.t[k - 1] <= GAP) c.lineTo(p.x, p.y);
      else c.moveTo(p.x, p.y);
    }
    c.lineTo(x, y);
    c.stroke();
    c.globalAlpha = 1;
    c.beginPath();
    c.arc(x, y, 5, 0, 2 * Math.PI);
    if (t - track.t[i] > GAP) c.stroke();
    else c.fill();
    c.font = "12px system-ui, sans-serif";
    c.fillText(track.entity.name || track.entity.id, x + 8, y - 8);
  }
}

/** @param {{x: Float64Array, y: Float64Array}[]} tracks */
function boundsOf(tracks) {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (const track of tracks) {
    for (const [axis, numbers] of [track.x, track.y].entries()) {
      for (const v of numbers) {
        low[axis] = Math.min(low[axis], v);
        high[axis] = Math.max(high[axis], v);
      }
    }
  }
  return { low, high };
}
