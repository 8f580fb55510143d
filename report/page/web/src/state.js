// What all parts of the page share: the report, the clock, the world, and which ship is chosen.

import { Clock } from "./clock.js";
import { lastAt } from "./data.js";
import { World } from "./scene.js";

/** @typedef {import("./data.js").Ship} Ship */
/** @typedef {{value: number, fresh: boolean}} Reading */

/** Where runs of blocks are not known: a value that is told again and again has a row every 5 s. */
const FRESH = 6;
/** What is written for a ship that has neither name nor player. */
const NOBODY = "unknown ship";

export class State {
  /** @param {import("./data.js").Report} report */
  constructor(report) {
    this.report = report;
    this.clock = new Clock(report.doc.length);
    this.world = new World(report);
    /** @type {(() => void)[]} */
    this.watchers = [];
    /** Whose ship is chosen, and which of his ships if he has none. */
    this.choice = { player: -1, ship: -1 };
    /** Ships by their parts. @type {WeakMap<object, Ship>} */
    this.owner = new WeakMap(report.doc.ships.flatMap((s) => [...(s.parts ?? []), ...(s.power ?? [])].map((p) => /** @type {[object, Ship]} */ ([p, s]))));
    /** Ships by player. @type {number[][]} */
    this.shipsOf = report.doc.players.map((_, p) => report.doc.ships.flatMap((s, i) => (s.player === p ? [i] : [])));
  }

  /** @param {() => void} watcher */
  onChoice(watcher) {
    this.watchers.push(watcher);
  }

  /** @param {number} player */
  choosePlayer(player) {
    this.choice = { player, ship: -1 };
    for (const watcher of this.watchers) watcher();
  }

  /** @param {number} ship */
  chooseShip(ship) {
    const player = this.report.doc.ships[ship]?.player ?? -1;
    this.choice = player >= 0 ? { player, ship: -1 } : { player: -1, ship };
    for (const watcher of this.watchers) watcher();
  }

  /**
   * The ship of the choice at a moment; -1 for none.
   * @param {number} t
   */
  chosenShip(t) {
    return this.choice.player >= 0 ? this.shipAt(this.choice.player, t) : this.choice.ship;
  }

  /**
   * The ship that a player has at a moment, or had last; -1 for none.
   * @param {number} player
   * @param {number} t
   */
  shipAt(player, t) {
    const { ships } = this.report.doc;
    const before = (this.shipsOf[player] ?? []).filter((i) => ships[i].from <= t);
    return before.length ? before.reduce((a, b) => (ships[b].from >= ships[a].from ? b : a)) : -1;
  }

  /** @param {Ship} ship */
  shortName(ship) {
    return this.report.doc.players[ship.player]?.name || ship.name || ship.class || ship.id || NOBODY;
  }

  /**
   * The value of a part at a moment; null before it was told. It is fresh while blocks tell it.
   * @param {{t: number, v: number}} part
   * @param {number} t
   * @returns {Reading | null}
   */
  reading(part, t) {
    const times = this.report.column(part.t);
    const i = lastAt(times, t);
    return i < 0 ? null : { value: this.report.column(part.v)[i], fresh: this.fresh(part, t, times[i]) };
  }

  /**
   * Whether a value is not older than a cycle of blocks: the ship's blocks come, or ceased to less
   * than a cycle ago.
   * @param {{t: number, v: number}} part
   * @param {number} t
   * @param {number} told when it was told last
   */
  fresh(part, t, told) {
    const ship = this.owner.get(part);
    const runs = this.report.column(ship?.runs);
    if (!runs.length) return t - told <= FRESH;
    const i = lastAt(runs, t);
    return i >= 0 && (i % 2 === 0 || t - runs[i] <= (ship?.cycle ?? 0));
  }

  /**
   * Hull, and the mean of the six shields.
   * @param {number} index of the ship
   * @param {number} t
   */
  condition(index, t) {
    const ship = this.report.doc.ships[index];
    const read = /** @param {string} kind */ (kind) => (ship?.parts ?? []).filter((p) => p.kind === kind).map((p) => this.reading(p, t)).filter((r) => r !== null);
    const hull = read("hull")[0] ?? null;
    const shields = read("shield");
    const mean = shields.length ? { value: shields.reduce((sum, r) => sum + r.value, 0) / shields.length, fresh: shields.every((r) => r.fresh) } : null;
    return { hull, shields: mean };
  }
}
