// The list of players: who is who, how his ship is now, what he had at the end.

import { el, rove, setText } from "./dom.js";
import { count } from "./text.js";
import { playerColour, setVar } from "./theme.js";

/** @typedef {import("./state.js").State} State */

export class Players {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    const { players } = state.report.doc;
    this.body = el("ul", { class: "players" });
    this.rows = players.map((player, i) => this.addRow(player, i));
    const scored = players.some((p) => p.score !== undefined);
    this.node = el("div", { class: "card" }, el("div", { class: "bar" }, el("h3", {}, "Players"), el("span", { class: "quiet small", "aria-hidden": "true" }, scored ? "points, kills : deaths" : "kills : deaths")), this.body,
      el("p", { class: "legend" }, el("span", { class: "key hull" }, "hull"), el("span", { class: "key shields" }, "shields"), el("span", { class: "key stale" }, "not told lately"), el("span", { class: "key unknown" }, "not told yet")));
    rove(this.body, "button");
    state.clock.onRead((t) => this.show(t));
    state.onChoice(() => this.show(state.clock.t));
  }

  /**
   * @param {import("./data.js").Player} player
   * @param {number} i
   */
  addRow(player, i) {
    const hull = gauge("hull");
    const shields = gauge("shields");
    const status = el("span", { class: "status" });
    const badge = el("span", { class: "badge" }, i + 1);
    const points = player.score !== undefined && el("span", { class: "points" }, count(player.score), el("span", { class: "offscreen" }, " points, "));
    const kills = el("span", { class: "tally" }, points, `${count(player.kills ?? 0)} : ${count(player.deaths ?? 0)}`, el("span", { class: "offscreen" }, " kills to deaths at the end"));
    const node = el("button", { type: "button", "aria-pressed": "false", "aria-keyshortcuts": i < 8 ? i + 1 : null },
      badge, el("span", { class: "who" }, el("b", {}, player.name || "unnamed"), status), kills, el("span", { class: "gauges" }, hull.node, shields.node));
    node.addEventListener("click", () => this.state.choosePlayer(this.state.choice.player === i ? -1 : i));
    setVar(node, "--tint", `var(--${playerColour(i)})`);
    this.body.append(el("li", {}, node));
    return { node, hull, shields, status };
  }

  /** @param {number} t */
  show(t) {
    this.rows.forEach((row, i) => {
      const index = this.state.shipAt(i, t);
      const ship = this.state.report.doc.ships[index];
      const text = this.status(i, index, t);
      setText(row.status, text);
      row.node.classList.toggle("away", !ship || t > ship.until);
      row.node.setAttribute("aria-pressed", String(this.state.choice.player === i));
      const alive = ship && t <= ship.until;
      const { hull, shields } = alive ? this.state.condition(index, t) : { hull: null, shields: null };
      row.hull.set(hull);
      row.shields.set(shields);
    });
  }

  /**
   * @param {number} player
   * @param {number} index of his ship
   * @param {number} t
   */
  status(player, index, t) {
    const { players, ships } = this.state.report.doc;
    const { from, until } = players[player];
    const ship = ships[index];
    if (from !== undefined && t < from) return "not there yet";
    if (until !== undefined && t > until) return "left";
    if (!ship) return "no ship yet";
    if (t > ship.until) return `${ship.class || "ship"}: ${ENDS[ship.end ?? ""] ?? "gone"}`;
    return this.state.world.cloak(index, t) > 0.5 ? `${ship.class} · cloaked` : ship.class || "ship";
  }
}

/** In the words of match and why. @type {Record<string, string>} */
export const ENDS = { killed: "exploded, killed", collision: "exploded: collision", "self-destruct": "exploded: self-destruct", exploded: "exploded", removed: "removed", replaced: "replaced", left: "gone" };

/** @param {string} name */
function gauge(name) {
  const text = el("span", { class: "offscreen" });
  const node = el("span", { class: `gauge ${name}` }, text);
  return {
    node,
    /** @param {import("./state.js").Reading | null} reading */
    set(reading) {
      setVar(node, "--v", `${reading ? Math.max(0, Math.min(100, reading.value)) : 0}%`);
      node.classList.toggle("unknown", reading === null);
      node.classList.toggle("stale", reading !== null && !reading.fresh);
      setText(text, ` ${name} ${reading ? `${Math.round(reading.value)} %` : "unknown"}`);
    },
  };
}
