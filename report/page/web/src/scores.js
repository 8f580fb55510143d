// The scores: what each player did, as far as the messages tell.

import { el, section } from "./dom.js";
import { right, table } from "./table.js";
import { clockText, count } from "./text.js";
import { playerColour, setVar } from "./theme.js";

/** @typedef {import("./data.js").Player} Player */

/** Columns, and where their numbers come from. @type {[string, (p: Player) => number | undefined, string, ((n: number) => string)?][]} */
const COLUMNS = [
  ["Kills", (p) => p.kills, "kills"], ["Deaths", (p) => p.deaths, "deaths"], ["Score", (p) => p.score, "score"],
  ["Phasers", (p) => p.shots?.phaser, "shots.phaser"], ["Torpedoes", (p) => p.shots?.torpedo, "shots.torpedo"],
  ["Pulses", (p) => p.shots?.pulse, "shots.pulse"], ["Tractor", (p) => p.shots?.tractor, "shots.tractor"],
  ["Hits told", (p) => p.hits, "hits"], ["Damage told", (p) => p.damage, "damage"],
  ["Distance", (p) => p.distance, "distance"], ["Cloaked", (p) => p.cloaked, "cloaked", clockText],
];

/** @param {import("./state.js").State} state */
export function scores(state) {
  const { players } = state.report.doc;
  if (!players.length) return null;
  const shown = COLUMNS.filter(([, read]) => players.some((p) => read(p) !== undefined));
  const order = players.map((p, i) => ({ p, i })).sort((a, b) => (b.p.score ?? -1) - (a.p.score ?? -1) || (b.p.kills ?? -1) - (a.p.kills ?? -1) || a.i - b.i);
  const rows = order.map(({ p, i }) => [
    name(p, i),
    presence(p, state.clock.length),
    ...shown.map(([, read, key, text]) => {
      const value = read(p);
      return value === undefined ? "–" : { text: (text ?? count)(value), query: p.queries?.[key] };
    }),
  ]);
  return section("scores", "Scores", table("What each player did, as far as the messages tell", ["Player", "In the game", ...shown.map(([title]) => right(title))], rows, { wide: true }));
}

/**
 * @param {Player} player
 * @param {number} i
 */
function name(player, i) {
  const node = el("span", { class: "named" }, el("span", { class: "badge" }, i + 1), player.name || "unnamed", player.host ? " (host)" : "");
  setVar(node, "--tint", `var(--${playerColour(i)})`);
  return node;
}

/**
 * @param {Player} player
 * @param {number} length
 */
function presence(player, length) {
  if (player.from === undefined) return "–";
  const until = player.until ?? length;
  const ending = player.end && player.end !== "capture" && player.end !== "capture_ended" ? `, ${player.end}` : "";
  return `${clockText(player.from)} – ${clockText(until)}${ending}`;
}
