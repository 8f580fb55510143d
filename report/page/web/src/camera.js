// Where the replay is looked at from: all ships, one ship, or from above. Dragging turns, the
// wheel and the keys + and - come nearer; both views of space (3D and flat) use it.

/** @typedef {import("./scene.js").Vector} Vector */

const ANGLE = 45 * Math.PI / 180;

export class Camera {
  constructor() {
    /** @type {"all" | "follow" | "map"} */
    this.mode = "all";
    this.azimuth = -0.7;
    this.height = 0.55;
    this.zoom = 1;
    /** @type {Vector} */
    this.target = [0, 0, 0];
    this.radius = 50;
    this.floor = 0;
    this.settled = false;
    this.aspect = 1;
  }

  get distance() {
    const narrow = Math.min(1, this.aspect);
    return this.radius / Math.sin(ANGLE / 2) / narrow / this.zoom;
  }

  /** @returns {Vector} */
  get eye() {
    const d = this.distance;
    if (this.mode === "map") return [this.target[0], this.target[1], this.target[2] + d];
    const flat = Math.cos(this.height) * d;
    return [this.target[0] + Math.sin(this.azimuth) * flat, this.target[1] - Math.cos(this.azimuth) * flat, this.target[2] + Math.sin(this.height) * d];
  }

  /** @returns {Vector} */
  get up() {
    return this.mode === "map" ? [0, 1, 0] : [0, 0, 1];
  }

  /** Side of a cell of the grid: 1, 2 or 5 times a power of ten. */
  cell() {
    const wanted = this.distance / 8;
    const power = 10 ** Math.floor(Math.log10(wanted));
    return power * (wanted / power >= 5 ? 5 : wanted / power >= 2 ? 2 : 1);
  }

  /**
   * Moves to what should be seen. Returns whether it still moves.
   * @param {Vector[]} places of the ships
   * @param {Vector | null} chosen
   * @param {number} ease share of the way, 1 for at once
   */
  aim(places, chosen, ease) {
    const follow = this.mode === "follow" && chosen;
    const wanted = follow ? { target: chosen, radius: Math.max(8, spread(places, chosen) * 0.35) } : fit(places);
    if (!wanted) return false;
    const part = this.settled ? ease : 1;
    this.settled = true;
    const before = [...this.target, this.radius];
    this.target = /** @type {Vector} */ (this.target.map((v, i) => v + (wanted.target[i] - v) * part));
    this.radius += (wanted.radius - this.radius) * part;
    return [...this.target, this.radius].some((v, i) => Math.abs(v - before[i]) > this.radius * 1e-4);
  }

  /**
   * @param {number} dx pixels
   * @param {number} dy
   */
  turn(dx, dy) {
    this.azimuth -= dx * 0.006;
    this.height = Math.min(1.5, Math.max(-0.3, this.height + dy * 0.006));
  }

  /** @param {number} factor */
  near(factor) {
    this.zoom = Math.min(20, Math.max(0.2, this.zoom * factor));
  }
}

/** @param {Vector[]} places */
function fit(places) {
  if (!places.length) return null;
  const low = [0, 1, 2].map((i) => Math.min(...places.map((p) => p[i])));
  const high = [0, 1, 2].map((i) => Math.max(...places.map((p) => p[i])));
  /** @type {Vector} */
  const target = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  return { target, radius: Math.max(10, spread(places, target) * 1.1) };
}

/**
 * @param {Vector[]} places
 * @param {Vector} from
 */
function spread(places, from) {
  return Math.max(0, ...places.map((p) => Math.hypot(p[0] - from[0], p[1] - from[1], p[2] - from[2])));
}
