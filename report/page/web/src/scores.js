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
      return value === undefined ? "–" : { text: (text ?? count)(value), query: value ? queryOf(state.report.doc, i, key) : undefined };
    }),
  ]);
  return section("scores", "Scores", table("What each player did, as far as the messages tell", ["Player", "In the game", ...shown.map(([title]) => right(title))], rows, { wide: true }));
}

/** Opcodes of the messages that tell of shots. @type {Record<string, string>} */
const SHOTS = { phaser: "0x07", tractor: "0x07", torpedo: "0x19", pulse: "0x1A" };

/** Frames in one command, at most: more would not fit a terminal. */
const MOST_FRAMES = 200;

/**
 * What shows the messages behind a number; undefined = they cannot be named in one command.
 * @param {import("./data.js").Document} doc
 * @param {number} i of the player
 * @param {string} key of the column
 */
function queryOf(doc, i, key) {
  const { name, peer } = doc.players[i];
  /** @type {{killer: string | null, victim: string, frame: number}[]} */
  const kills = doc.match?.kills ?? [];
  const [what, weapon] = key.split(".");
  /** @param {{ship: number}} x */
  const his = (x) => doc.ships[x.ship]?.player === i;
  switch (what) {
    case "kills": return framesOf(kills.filter((k) => k.killer === name));
    case "deaths": return framesOf(kills.filter((k) => k.victim === name));
    case "score": return peer ? `opcode in [0x36, 0x37]` : undefined;
    case "shots": return framesOf([...doc.fire, ...doc.torpedoes].filter((x) => x.kind === weapon && his(x)), SHOTS[weapon]);
    case "hits": case "damage": return framesOf(doc.log.filter((x) => x.kind === "explosion" && x.player === i), "0x29");
    default: return undefined;
  }
}

/**
 * @param {{frame: number}[]} rows
 * @param {string} [opcode]
 */
function framesOf(rows, opcode) {
  const frames = [...new Set(rows.map((x) => x.frame))];
  if (!frames.length || frames.length > MOST_FRAMES) return undefined;
  return `frame in [${frames.join(", ")}]${opcode ? ` && opcode == ${opcode}` : ""}`;
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
  const ending = player.end && player.end !== "stayed" ? `, ${player.end === "unknown" ? "end unknown" : player.end}` : "";
  return `${clockText(player.from)} – ${clockText(until)}${ending}`;
}
