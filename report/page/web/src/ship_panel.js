// The panel of the chosen ship: six shields around a silhouette, hull and subsystems as far as
// blocks told them, power, speed. What was not told yet is "unknown"; what is older than a cycle
// of blocks is grey.

import { lastAt } from "./data.js";
import { el, setText, svg } from "./dom.js";
import { ENDS } from "./players.js";
import { withQuery } from "./queries.js";
import { exactText } from "./text.js";
import { playerColour, setVar } from "./theme.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Reading} Reading */
/** @typedef {(t: number) => void} Update */

const CENTRE = 90;
/** Where the facings of a shield are drawn: arcs of a circle, in degrees clockwise from the nose. @type {[RegExp, string, number, number][]} */
const FACINGS = [
  [/front|fore/i, "front", -38, 38], [/right|starboard/i, "right", 52, 128], [/rear|back|aft/i, "rear", 142, 218], [/left|port/i, "left", 232, 308],
];
const LEVELS = /** @type {[number, string][]} */ ([[50, "good"], [20, "worn"], [-1, "bad"]]);

export class ShipPanel {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.body = el("div", { class: "ship" });
    this.title = el("h3", { "aria-live": "polite" }, "Ship");
    this.node = el("div", { class: "card ship-card" }, this.title, this.body);
    this.shown = -2;
    /** @type {Update[]} */
    this.updates = [];
    state.clock.onRead((t) => this.show(t));
    state.onChoice(() => this.show(state.clock.t));
  }

  /** @param {number} t */
  show(t) {
    const index = this.state.chosenShip(t);
    if (index !== this.shown) this.build(index);
    for (const update of this.updates) update(t);
  }

  /** @param {number} index */
  build(index) {
    this.shown = index;
    this.updates = [];
    const ship = this.state.report.doc.ships[index];
    setVar(this.node, "--tint", `var(--${playerColour(ship?.player ?? -1)})`);
    setText(this.title, ship ? `${this.state.shortName(ship)} · ${ship.class || "class unknown"}` : "Ship");
    if (!ship) {
      this.body.replaceChildren(el("p", { class: "quiet" }, this.state.choice.player >= 0 ? "This player has no ship yet at this moment." : "Choose a player, or press 1 to 8."));
      return;
    }
    this.body.replaceChildren(this.shields(ship), this.facts(ship, index), el("div", { class: "told" }, this.parts(ship), this.power(ship)), legend());
  }

  /** @param {import("./data.js").Ship} ship */
  shields(ship) {
    const parts = (ship.parts ?? []).filter((p) => p.kind === "shield");
    const hull = (ship.parts ?? []).find((p) => p.kind === "hull");
    const drawing = svg("svg", { role: "img" });
    const body = svg("path", { class: "hull", d: "M90 46 L112 122 L98 114 L90 118 L82 114 L68 122 Z" });
    const middle = svg("text", { x: CENTRE, y: 138, class: "value" });
    drawing.append(body, middle);
    this.updates.push((t) => {
      const reading = hull ? this.state.reading(hull, t) : null;
      level(body, reading);
      setText(middle, reading ? `hull ${Math.round(reading.value)} %` : "hull unknown");
    });
    const rest = parts.filter((part) => {
      const facing = FACINGS.find(([name]) => name.test(part.name));
      if (facing) drawing.append(...this.facing(part, facing));
      return !facing;
    });
    const around = rest.length < parts.length;
    drawing.setAttribute("viewBox", around ? "0 0 180 180" : "0 36 180 110");
    drawing.setAttribute("aria-label", around ? "Shields around the hull, seen from above" : "The hull, seen from above");
    return el("figure", { class: "shields" }, drawing, rest.length > 0 && el("ul", { class: "bars" }, ...rest.map((p) => this.bar(p))));
  }

  /**
   * @param {import("./data.js").Part} part
   * @param {[RegExp, string, number, number]} facing
   */
  facing(part, [, name, from, to]) {
    const track = svg("path", { class: "track", d: arc(from, to) });
    const fill = svg("path", { class: "fill", d: arc(from, to), pathLength: 100 });
    const [x, y] = polar((from + to) / 2, 66);
    const text = svg("text", { x: x.toFixed(1), y: (y + 4).toFixed(1), class: "value" });
    this.updates.push((t) => {
      const reading = this.state.reading(part, t);
      level(fill, reading);
      setText(text, reading ? `${Math.round(reading.value)}` : "?");
      text.classList.toggle("stale", reading !== null && !reading.fresh);
      fill.setAttribute("stroke-dasharray", `${reading ? Math.max(0, reading.value) : 0} 100`);
    });
    return [svg("title", {}, `shield ${name}`), track, fill, text];
  }

  /**
   * @param {import("./data.js").Ship} ship
   * @param {number} index
   */
  facts(ship, index) {
    const list = el("dl", { class: "facts" });
    /**
     * @param {string} name
     * @param {(t: number) => string} value
     */
    const fact = (name, value) => {
      const dd = el("dd", {});
      list.append(el("div", {}, el("dt", {}, name), dd));
      this.updates.push((t) => setText(dd, value(t)));
    };
    const { world, report } = this.state;
    fact("State", (t) => this.life(ship, index, t));
    fact("Speed", (t) => {
      const i = lastAt(report.column(ship.st), t);
      return i < 0 ? "unknown" : report.column(ship.speed)[i].toFixed(1);
    });
    fact("Position", (t) => world.position(index, Math.min(t, ship.until))?.at.map((v) => v.toFixed(1)).join(", ") ?? "unknown");
    list.append(el("div", {}, el("dt", {}, "Object"), el("dd", {}, withQuery(el("button", { type: "button", class: "number" }, ship.id), ship.query || `fields.object_id == ${/^0x[0-9a-f]+$/i.test(ship.id) ? ship.id : JSON.stringify(ship.id)}`))));
    return list;
  }

  /**
   * @param {import("./data.js").Ship} ship
   * @param {number} index
   * @param {number} t
   */
  life(ship, index, t) {
    if (t < ship.from) return `appears at ${exactText(ship.from)}`;
    if (t > ship.until) return `${ENDS[ship.end ?? ""] ?? "gone"} at ${exactText(ship.until)}`;
    if (this.state.world.position(index, t)?.hollow) return "no position for over 1 s";
    return this.state.world.cloak(index, t) > 0.5 ? "cloaked" : "flying";
  }

  /** @param {import("./data.js").Ship} ship */
  parts(ship) {
    const parts = (ship.parts ?? []).filter((p) => p.kind !== "shield");
    if (!parts.length) return el("p", { class: "quiet" }, "No block of this ship's subsystems was captured.");
    return el("div", { class: "parts" }, el("h4", {}, "Subsystems"), el("ul", { class: "bars" }, ...parts.map((p) => this.bar(p))));
  }

  /** @param {import("./data.js").Ship} ship */
  power(ship) {
    if (!ship.power?.length) return el("span", { hidden: true });
    return el("div", { class: "parts power" }, el("h4", {}, "Power", el("span", { class: "quiet small" }, " a whole bar is 125 %")), el("ul", { class: "bars" }, ...ship.power.map((p) => this.bar(p, 125))));
  }

  /**
   * @param {{name: string, t: number, v: number}} part
   * @param {number} [most] what a full bar stands for, in percent
   */
  bar(part, most = 100) {
    const value = el("span", { class: "value" });
    const bar = el("span", { class: "track", "aria-hidden": "true" });
    const node = el("li", {}, el("span", { class: "name" }, part.name), bar, value);
    this.updates.push((t) => {
      const reading = this.state.reading(part, t);
      level(node, reading);
      setVar(bar, "--v", `${reading ? Math.min(100, Math.max(0, reading.value / most * 100)) : 0}%`);
      setText(value, reading ? `${Math.round(reading.value)} %` : "unknown");
    });
    return node;
  }
}

/** What rings and bars mean. */
function legend() {
  return el("p", { class: "legend" }, "Rings are shields, bars subsystems:",
    ...[["good", "over 50 %"], ["worn", "over 20 %"], ["bad", "20 % and less"], ["stale", "not told for a round of blocks"], ["unknown", "not told yet"]].map(([name, text]) => el("span", { class: `key ${name}` }, text)));
}

/**
 * @param {Element} node
 * @param {Reading | null} reading
 */
function level(node, reading) {
  const name = reading ? LEVELS.find(([least]) => reading.value > least)?.[1] ?? "bad" : "unknown";
  for (const known of ["good", "worn", "bad", "unknown"]) node.classList.toggle(known, known === name);
  node.classList.toggle("stale", reading !== null && !reading.fresh);
}

/**
 * @param {number} degrees clockwise from the nose
 * @param {number} radius
 */
function polar(degrees, radius) {
  const a = degrees * Math.PI / 180;
  return [CENTRE + Math.sin(a) * radius, CENTRE - Math.cos(a) * radius];
}

/**
 * @param {number} from
 * @param {number} to
 */
function arc(from, to) {
  const [[ax, ay], [bx, by]] = [polar(from, 80), polar(to, 80)];
  return `M${ax.toFixed(2)} ${ay.toFixed(2)} A80 80 0 0 1 ${bx.toFixed(2)} ${by.toFixed(2)}`;
}
