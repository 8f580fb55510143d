// What is where at a moment: positions, directions, beams, torpedoes, explosions. Both ways to
// draw space ask here, so that they show the same. Nothing is made up: a ship whose position was
// not told for longer than a second stands where it was last, and is "hollow". As seen by a player, a ship that
// he does not know is hollow too, a "ghost" is one that is no more, and "real" is where its owner says that it is.

import { lastAt } from "./data.js";

/** @typedef {import("./data.js").Report} Report */
/** @typedef {[number, number, number]} Vector */
/** @typedef {{index: number, at: Vector, forward: Vector | null, up: Vector | null, hollow: boolean, cloak: number, firing: boolean, ghost?: boolean, real?: Vector}} Seen */
/** @typedef {{from: Vector, to: Vector, kind: string, ship: number}} Beam */
/** @typedef {{at: Vector, direction: Vector, kind: string, ship: number, age: number}} Shot */
/** @typedef {{at: Vector, age: number, kind: "explosion" | "spawn", ship: number}} Burst */
/** @typedef {{ships: Seen[], beams: Beam[], shots: Shot[], bursts: Burst[]}} Scene */

/** Longest time over which positions are interpolated, in seconds. */
export const GAP = 1;
/** How long before a row with a new direction a ship begins to turn: about the time between updates. */
const TURN = 0.2;
/** How long cloaking takes to be seen. */
const FADE = 1;
/** How long a launch is shown. Where a torpedo goes from there is not on the wire. */
export const FLIGHT = 1.5;
/** How long a beam is shown whose end is not told. */
const BEAM = 1;
export const BURST = 1.5;

export class World {
  /** @param {Report} report */
  constructor(report) {
    this.report = report;
    const { doc } = report;
    /** Whose view is shown; -1 = that of the owners. */
    this.viewer = -1;
    this.fire = Spans.of(doc.fire, (f) => [f.t, Math.max(f.until ?? f.t + BEAM, f.t + 0.25)]);
    this.torpedoes = Spans.of(doc.torpedoes, (s) => [s.t, s.t + FLIGHT]);
    this.bursts = Spans.of(burstsOf(report), (b) => [b.t, b.t + BURST]);
  }

  /**
   * @param {number} t
   * @returns {Scene}
   */
  at(t) {
    const { doc } = this.report;
    /** @type {Seen[]} */
    const ships = [];
    for (let i = 0; i < doc.ships.length; i++) {
      const seen = this.viewer < 0 ? this.ship(i, t) : this.seenBy(this.viewer, i, t);
      if (seen) ships.push(seen);
    }
    /** @type {Scene} */
    const scene = { ships, beams: [], shots: [], bursts: [] };
    this.fire.each(t, (f) => this.addBeam(scene, f));
    this.torpedoes.each(t, (s) => this.addShot(scene, s, t));
    this.bursts.each(t, (b) => {
      const at = this.position(b.ship, b.t)?.at;
      if (at) scene.bursts.push({ at, age: t - b.t, kind: b.kind, ship: b.ship });
    });
    return scene;
  }

  /**
   * A ship at a moment; null if it does not live then or its position was not told yet.
   * @param {number} index
   * @param {number} t
   * @returns {Seen | null}
   */
  ship(index, t) {
    const ship = this.report.doc.ships[index];
    if (t < ship.from || t > ship.until) return null;
    const place = this.position(index, t);
    if (!place) return null;
    const turn = this.direction(index, t);
    return { index, at: place.at, hollow: place.hollow, forward: turn?.forward ?? null, up: turn?.up ?? null, cloak: this.cloak(index, t), firing: false };
  }

  /**
   * A ship as a player was told of it; of his own he knows himself.
   * @param {number} player
   * @param {number} index
   * @param {number} t
   * @returns {Seen | null}
   */
  seenBy(player, index, t) {
    const { ships, sights } = this.report.doc;
    const truth = this.ship(index, t);
    if (ships[index].player === player) return truth;
    const sight = sights.find((s) => s.player === player && s.ship === index && t >= s.from && t <= s.until);
    const told = sight && this.placeIn(sight, t);
    if (!told) return truth && { ...truth, hollow: true };
    const base = truth ?? this.ship(index, Math.min(t, ships[index].until));
    return base && { ...base, at: told.at, ghost: !truth, real: truth?.at };
  }

  /**
   * @param {number} index
   * @param {number} t
   * @returns {{at: Vector, hollow: boolean} | null}
   */
  position(index, t) {
    const ship = this.report.doc.ships[index];
    return ship ? this.placeIn(ship, t) : null;
  }

  /**
   * @param {{t: number, x: number, y: number, z: number}} told
   * @param {number} t
   * @returns {{at: Vector, hollow: boolean} | null}
   */
  placeIn(told, t) {
    const [times, x, y, z] = [told.t, told.x, told.y, told.z].map((c) => this.report.column(c));
    const i = lastAt(times, t);
    if (i < 0) return null;
    const part = between(times, i, t);
    return { at: [mix(x, i, part), mix(y, i, part), mix(z, i, part)], hollow: t - times[i] > GAP };
  }

  /**
   * @param {number} index
   * @param {number} t
   * @returns {{forward: Vector, up: Vector} | null}
   */
  direction(index, t) {
    const ship = this.report.doc.ships[index];
    const times = this.report.column(ship.dt);
    const i = lastAt(times, t);
    if (i < 0) return null;
    const part = turned(times, i, t);
    const [fx, fy, fz, ux, uy, uz] = [ship.fx, ship.fy, ship.fz, ship.ux, ship.uy, ship.uz].map((c) => mix(this.report.column(c), i, part));
    const forward = unit([fx, fy, fz]);
    const up = unit([ux, uy, uz]);
    return forward && up && { forward, up };
  }

  /**
   * How much of a cloak is on, 0 to 1.
   * @param {number} index
   * @param {number} t
   */
  cloak(index, t) {
    const ship = this.report.doc.ships[index];
    const times = this.report.column(ship.ct);
    const i = lastAt(times, t);
    if (i < 0) return 0;
    const on = this.report.column(ship.cloak)[i] > 0;
    const done = Math.min(1, (t - times[i]) / FADE);
    if (on) return done;
    return i > 0 ? 1 - done : 0;
  }

  /**
   * The way of a ship in the last seconds, as runs without gaps.
   * @param {number} index
   * @param {number} from
   * @param {number} to
   * @param {number} step seconds
   * @returns {Vector[][]}
   */
  trail(index, from, to, step) {
    const ship = this.report.doc.ships[index];
    /** @type {Vector[][]} */
    const runs = [];
    /** @type {Vector[]} */
    let run = [];
    const start = Math.max(from, ship.from);
    for (let t = Math.ceil(start / step) * step; t <= to + step; t += step) {
      const place = this.position(index, Math.min(t, to));
      if (place && !place.hollow) run.push(place.at);
      else if (run.length) {
        runs.push(run);
        run = [];
      }
    }
    if (run.length) runs.push(run);
    return runs;
  }

  /**
   * A beam is drawn between two ships that the messages name; without a target there is
   * nothing to draw it to, and the ship is only marked as firing.
   * @param {Scene} scene
   * @param {import("./data.js").Fire} fire
   */
  addBeam(scene, fire) {
    const from = scene.ships.find((s) => s.index === fire.ship);
    if (!from) return;
    from.firing = true;
    const to = scene.ships.find((s) => s.index === fire.target);
    if (to) scene.beams.push({ from: from.at, to: to.at, kind: fire.kind, ship: fire.ship });
  }

  /**
   * A launch: its direction is told, neither its speed nor its end.
   * @param {Scene} scene
   * @param {import("./data.js").Torpedo} shot
   * @param {number} t
   */
  addShot(scene, shot, t) {
    const from = scene.ships.find((s) => s.index === shot.ship);
    const direction = unit(shot.direction);
    if (from && direction) scene.shots.push({ at: from.at, direction, kind: shot.kind, ship: shot.ship, age: t - shot.t });
  }
}

/**
 * @param {Report} report
 * @returns {{t: number, ship: number, kind: "explosion" | "spawn"}[]}
 */
function burstsOf(report) {
  /** @type {{t: number, ship: number, kind: "explosion" | "spawn"}[]} */
  const bursts = [];
  report.doc.ships.forEach((ship, i) => {
    const first = report.column(ship.t)[0];
    if (first !== undefined) bursts.push({ t: Math.max(ship.from, first), ship: i, kind: "spawn" });
    if (["killed", "collision", "self-destruct", "exploded"].includes(ship.end ?? "")) bursts.push({ t: ship.until, ship: i, kind: "explosion" });
  });
  return bursts;
}

/** Things that last some time, found by a moment. @template T */
class Spans {
  /** @param {{from: number, to: number, thing: T}[]} spans by their beginning */
  constructor(spans) {
    this.spans = spans;
    this.begins = Float64Array.from(spans, (s) => s.from);
    this.longest = spans.reduce((most, s) => Math.max(most, s.to - s.from), 0);
  }

  /**
   * @template U
   * @param {U[]} things
   * @param {(thing: U) => [number, number]} span
   */
  static of(things, span) {
    const spans = things.map((thing) => ({ from: span(thing)[0], to: span(thing)[1], thing }));
    return new Spans(spans.sort((a, b) => a.from - b.from));
  }

  /**
   * @param {number} t
   * @param {(thing: T) => void} visit
   */
  each(t, visit) {
    for (let i = lastAt(this.begins, t); i >= 0 && this.begins[i] >= t - this.longest; i--) {
      if (this.spans[i].to >= t) visit(this.spans[i].thing);
    }
  }
}

/**
 * How far t lies between a row and the next; 0 if they are too far apart to say.
 * @param {Float64Array} times
 * @param {number} i
 * @param {number} t
 */
function between(times, i, t) {
  const gap = times[i + 1] - times[i];
  return gap > 0 && gap <= GAP ? (t - times[i]) / gap : 0;
}

/**
 * The same of directions, which have a row only where they change: the turn comes just before it.
 * @param {Float64Array} times
 * @param {number} i
 * @param {number} t
 */
function turned(times, i, t) {
  const begin = Math.max(times[i], times[i + 1] - TURN);
  return t > begin ? (t - begin) / (times[i + 1] - begin) : 0;
}

/**
 * @param {Float64Array} values
 * @param {number} i
 * @param {number} part
 */
function mix(values, i, part) {
  return part > 0 ? values[i] + (values[i + 1] - values[i]) * part : values[i];
}

/**
 * @param {Vector} v
 * @returns {Vector | null}
 */
function unit(v) {
  const length = Math.hypot(...v);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : null;
}
