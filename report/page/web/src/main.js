// Puts the page together: reads the data, makes the parts that have something to show, runs the
// clock.

import { charts } from "./charts.js";
import { readReport } from "./data.js";
import { append, el } from "./dom.js";
import { Entities } from "./entities.js";
import { keysHelp, startKeys } from "./keys.js";
import { Log } from "./log.js";
import { Players } from "./players.js";
import { protocol, savings } from "./protocol.js";
import { setFile, startQueries } from "./queries.js";
import { scores } from "./scores.js";
import { seen } from "./seen.js";
import { ShipPanel } from "./ship_panel.js";
import { Stage } from "./stage.js";
import { State } from "./state.js";
import { TimeBar } from "./time_bar.js";

/** Seconds before the first kill at which the page opens. */
const LEAD = 4;

async function start() {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  try {
    const report = await readReport(document.querySelector("#data")?.textContent ?? "");
    show(main, new State(report));
  } catch (error) {
    main.replaceChildren(el("p", { class: "damage", role: "alert" }, `This page cannot show its data: ${error instanceof Error ? error.message : error}`));
    throw error;
  }
}

/**
 * @param {HTMLElement} main
 * @param {State} state
 */
function show(main, state) {
  setFile(state.report.doc.file);
  startQueries();
  const { stage, bar } = replay(main, state);
  startKeys(state, stage instanceof Stage ? stage : null, bar);
  const t = opening(state);
  state.choosePlayer(hero(state, t));
  state.clock.seek(t);
  // For tests, and for people who want to know more than the page shows.
  Object.assign(globalThis, { bcdump: { state, stage } });
  run(state, stage);
  afterPaint(() => {
    performance.mark("picture");
    rest(main, state);
  });
}

/**
 * What is below the replay.
 * @param {HTMLElement} main
 * @param {State} state
 */
function rest(main, state) {
  for (const part of [scores(state), seen(state), charts(state), savings(state), protocol(state)]) append(main, part);
  missing(main, state);
  navigation(main);
  document.documentElement.classList.add("ready");
}

/**
 * Calls when what is there was painted.
 * @param {() => void} then
 */
function afterPaint(then) {
  requestAnimationFrame(() => setTimeout(then));
}

/**
 * @param {HTMLElement} main
 * @param {State} state
 */
function replay(main, state) {
  const { doc } = state.report;
  const bar = new TimeBar(state);
  const log = new Log(state);
  const stage = doc.ships.length ? new Stage(state) : doc.entities.length ? new Entities(state) : null;
  const players = doc.players.length > 0 && new Players(state);
  const panel = doc.ships.length > 0 && new ShipPanel(state);
  const centre = el("div", { class: "centre" }, stage?.frame, bar.node, keysHelp());
  const node = el("section", { id: "replay", class: stage ? "replay" : "replay bare", "aria-labelledby": "replay-title" }, el("h2", { id: "replay-title", class: "offscreen" }, "Replay"),
    centre, el("div", { class: "side" }, players && players.node, log.node), panel && panel.node);
  main.append(node);
  return { stage, bar };
}

/**
 * Says what is not there, and why.
 * @param {HTMLElement} main
 * @param {State} state
 */
function missing(main, state) {
  const { doc } = state.report;
  const absent = [
    !doc.ships.length && !doc.entities.length && "a replay (no ship was seen)",
    !doc.players.length && "scores (no player was seen)",
    !doc.series.length && "charts",
    !doc.stats && !doc.check && "the protocol",
  ].filter(Boolean);
  if (absent.length) main.append(el("p", { class: "quiet missing" }, `This capture holds nothing for ${absent.join(", ")}.`));
}

/** @param {HTMLElement} main */
function navigation(main) {
  const nav = document.querySelector("nav");
  for (const heading of main.querySelectorAll("section[id] > h2")) {
    const target = /** @type {HTMLElement} */ (heading.parentElement);
    const go = el("button", { type: "button" }, heading.textContent);
    go.addEventListener("click", () => {
      target.scrollIntoView();
      heading.setAttribute("tabindex", "-1");
      /** @type {HTMLElement} */ (heading).focus({ preventScroll: true });
    });
    nav?.append(go);
  }
}

/**
 * The page opens shortly before the first kill, else where the first ship is seen.
 * @param {State} state
 */
function opening(state) {
  const { doc } = state.report;
  const kill = doc.log.find((l) => l.kind === "kill");
  const first = Math.min(...doc.ships.map((s) => state.report.column(s.t)[0] ?? Infinity), ...doc.entities.map((e) => state.report.column(e.t)[0] ?? Infinity));
  const from = Number.isFinite(first) ? first : 0;
  return kill ? Math.max(kill.t - LEAD, from) : from;
}

/**
 * Whose ship is chosen at first: of those who have one then, or ever, who has most points, then who has most kills.
 * @param {State} state
 * @param {number} t
 */
function hero(state, t) {
  const { players, ships } = state.report.doc;
  const worth = players.map((p, i) => {
    const ship = ships[state.shipAt(i, t)];
    const has = ship && ship.until >= t ? 2 : ships.some((s) => s.player === i) ? 1 : 0;
    return has * 1e12 + (p.score ?? 0) * 1e6 + (p.kills ?? 0);
  });
  return worth.length ? worth.indexOf(Math.max(...worth)) : -1;
}

/**
 * @param {State} state
 * @param {{render(seconds: number): void} | null} stage
 */
function run(state, stage) {
  let before = performance.now();
  /** @param {number} now */
  const frame = (now) => {
    const seconds = Math.max(0, now - before) / 1000;
    before = now;
    state.clock.advance(Math.min(seconds, 0.5));
    stage?.render(seconds);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

// The head of the page is seen at once.
afterPaint(start);
