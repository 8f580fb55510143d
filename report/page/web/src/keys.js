// The keys of the page.

import { el } from "./dom.js";

/** @typedef {import("./state.js").State} State */

const STEP = 5; // seconds
let active = true;

/**
 * @param {State} state
 * @param {{look(mode: "all" | "follow" | "map"): void, zoom(factor: number): void} | null} stage
 * @param {{step(way: 1 | -1): void}} bar
 */
export function startKeys(state, stage, bar) {
  const { clock } = state;
  /** @type {Record<string, (e: KeyboardEvent) => void>} */
  const keys = {
    " ": () => clock.play(),
    ArrowLeft: (e) => clock.seek(clock.t - (e.shiftKey ? 1 : STEP)),
    ArrowRight: (e) => clock.seek(clock.t + (e.shiftKey ? 1 : STEP)),
    Home: () => clock.seek(0),
    End: () => clock.seek(clock.length),
    n: () => bar.step(1),
    p: () => bar.step(-1),
    a: () => stage?.look("all"),
    f: () => stage?.look("follow"),
    m: () => stage?.look("map"),
    "+": () => stage?.zoom(1.25),
    "-": () => stage?.zoom(0.8),
  };
  for (let i = 1; i <= 8; i++) keys[String(i)] = () => i <= state.report.doc.players.length && state.choosePlayer(i - 1);
  document.addEventListener("keydown", (event) => {
    if (!active || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || taken(event)) return;
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
}

/**
 * Whether what has the focus needs the key itself.
 * @param {KeyboardEvent} event
 */
function taken(event) {
  const node = /** @type {Element} */ (event.target);
  if (node.matches("select, textarea, input:not([type=range])")) return true;
  if (event.key === "Home" || event.key === "End") return !node.closest(".replay");
  return event.key === " " && node.matches("button, summary, a, [role=button]");
}

/** What the keys do, for people. */
export function keysHelp() {
  /** @type {[string, string][]} */
  const rows = [["Space", "play, pause"], ["← →", "5 seconds; with Shift 1"], ["P N", "event before, next event"], ["1 – 8", "choose a player's ship"], ["F", "follow the ship"], ["M", "map from above"], ["A", "all ships"], ["+ −", "nearer, farther"], ["Esc", "close a query"]];
  const box = el("input", { type: "checkbox", checked: true });
  box.addEventListener("change", () => (active = box.checked));
  return el("details", { class: "keys" }, el("summary", {}, "Keys"),
    el("dl", {}, ...rows.map(([key, what]) => el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)))), el("label", {}, box, " keys are on"));
}
