// The replay of an entity-state game: a flat world, seen from the side. Each type has a shape and a
// colour; players have their own colours and names.

import { lastAt } from "./data.js";
import { el } from "./dom.js";
import { GAP } from "./scene.js";
import { colour, onTheme, setVar } from "./theme.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {{entity: import("./data.js").Entity, t: Float64Array, x: Float64Array, y: Float64Array, tint: string, size: number}} Track */

const TRAIL = 3; // seconds
const MARGIN = 40;
const PLAYER = "Player";
/** Sizes by type, in pixels. @type {Record<string, number>} */
const SIZES = { Player: 8, Bullet: 2.5 };
/** Colours of types: those that players take last. */
const TINTS = ["s6", "s5", "s8", "s7", "s4"];

export class Entities {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    const { entities } = state.report.doc;
    const kinds = [...new Set(entities.map((e) => e.kind ?? ""))];
    const others = kinds.filter((k) => k !== PLAYER);
    let players = 0;
    /** @type {Track[]} */
    this.tracks = entities.map((e) => ({
      entity: e, t: state.report.column(e.t), x: state.report.column(e.x), y: state.report.column(e.y), size: SIZES[e.kind ?? ""] ?? 5,
      tint: e.kind === PLAYER ? `s${players++ % 4 + 1}` : TINTS[others.indexOf(e.kind ?? "") % TINTS.length],
    }));
    this.canvas = el("canvas", { role: "img", "aria-label": `The world of the game: ${entities.length} entities and where they move` });
    this.node = el("div", { class: "stage flat" }, this.canvas, legend(others));
    this.frame = el("div", { class: "stage-frame" }, this.node);
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

  /**
   * @param {number} x
   * @param {number} y grows downwards, as on a screen
   */
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
    for (const track of this.tracks) this.drawTrack(c, track);
  }

  /**
   * An entity stands, hollow, where it was told last; a second after its last word it is gone.
   * @param {CanvasRenderingContext2D} c
   * @param {Track} track
   */
  drawTrack(c, track) {
    const { t } = this.state.clock;
    const i = lastAt(track.t, t);
    if (i < 0 || (i === track.t.length - 1 && t - track.t[i] > GAP)) return;
    const gap = track.t[i + 1] - track.t[i];
    const part = gap > 0 && gap <= GAP ? (t - track.t[i]) / gap : 0;
    const next = Math.min(i + 1, track.t.length - 1);
    const at = this.project(track.x[i] + (track.x[next] - track.x[i]) * part, track.y[i] + (track.y[next] - track.y[i]) * part);
    c.strokeStyle = c.fillStyle = colour(track.tint);
    this.drawTrail(c, track, i, at);
    drawShape(c, track, at, t - track.t[i] > GAP);
  }

  /**
   * @param {CanvasRenderingContext2D} c
   * @param {Track} track
   * @param {number} last row
   * @param {{x: number, y: number}} at
   */
  drawTrail(c, track, last, at) {
    c.lineWidth = 1.5;
    c.globalAlpha = 0.4;
    c.beginPath();
    for (let k = Math.max(0, lastAt(track.t, this.state.clock.t - TRAIL)); k <= last; k++) {
      const p = this.project(track.x[k], track.y[k]);
      if (k && track.t[k] - track.t[k - 1] <= GAP) c.lineTo(p.x, p.y);
      else c.moveTo(p.x, p.y);
    }
    c.lineTo(at.x, at.y);
    c.stroke();
    c.globalAlpha = 1;
  }
}

/**
 * @param {CanvasRenderingContext2D} c
 * @param {Track} track
 * @param {{x: number, y: number}} at
 * @param {boolean} hollow
 */
function drawShape(c, { entity, size }, at, hollow) {
  c.beginPath();
  if (entity.kind === PLAYER || size < 4) c.arc(at.x, at.y, size, 0, 2 * Math.PI);
  else c.rect(at.x - size, at.y - size, 2 * size, 2 * size);
  if (hollow) c.stroke();
  else c.fill();
  if (size < 4) return;
  c.font = "600 12px system-ui, sans-serif";
  c.textAlign = "center";
  c.fillText(entity.name || `${entity.kind ?? ""} ${entity.id}`.trim(), at.x, at.y - size - 6);
}

/** @param {string[]} kinds */
function legend(kinds) {
  return el("ul", { class: "kinds" }, ...kinds.map((kind, i) => {
    const node = el("li", {}, kind || "unknown type");
    setVar(node, "--tint", `var(--${TINTS[i % TINTS.length]})`);
    return node;
  }));
}

/** @param {Track[]} tracks */
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
