// The stage: the canvas with names on it, what it is turned with, and the buttons of the camera.

import { Camera } from "./camera.js";
import { button, el, setText } from "./dom.js";
import { Flat } from "./flat.js";
import { Space } from "./space.js";
import { onTheme, reducedMotion, setVar, stageColour } from "./theme.js";

/** @typedef {import("./state.js").State} State */

/** What a player without a name is called. */
const NOBODY = "somebody";

/** How fast the camera follows: the share of the way per second is 1 - e^-EASE. */
const EASE = 2.5;

export class Stage {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.view = new Camera();
    this.frames = 0;
    this.labels = el("div", { class: "labels", "aria-hidden": "true" });
    this.empty = el("p", { class: "empty", hidden: true });
    this.modes = el("div", { class: "modes", role: "group", "aria-label": "Camera" });
    this.node = el("div", { class: "stage", tabindex: "0", role: "img", "aria-label": "Space: the ships and where they fly. Choose a ship with the keys 1 to 8; the list of players and the log say in words what is seen here." });
    this.frame = el("div", { class: "stage-frame" }, this.node, this.modes);
    this.node.append(this.labels, this.empty);
    this.drawing = this.start();
    this.view.floor = floorOf(state.report);
    this.tags = state.report.doc.ships.map((ship) => this.addTag(ship));
    this.addModes();
    this.addViewers();
    this.listen();
    this.dirty = true;
    state.clock.onTime(() => (this.dirty = true));
    state.onChoice(() => this.touch());
    new ResizeObserver(() => this.resize()).observe(this.node);
  }

  /** Draws in 3D where the browser can, else from above. */
  start() {
    try {
      if (location.hash === "#flat") throw new Error("asked for");
      return new Space(this.node, this.state.world, this.view);
    } catch {
      return new Flat(this.node, this.state.world, this.view);
    }
  }

  get flat() {
    return this.drawing instanceof Flat;
  }

  /** @param {import("./data.js").Ship} ship */
  addTag(ship) {
    const name = el("b", {}, this.state.shortName(ship));
    const hull = el("i", { class: "mini" });
    const node = el("div", { class: "tag", hidden: true }, name, hull);
    setVar(node, "--tint", `var(--${stageColour(ship.player)})`);
    this.labels.append(node);
    return { node, hull, name };
  }

  addModes() {
    /** @type {[("all" | "follow" | "map"), string, string][]} */
    const modes = [["all", "All", "A"], ["follow", "Follow", "F"], ["map", "Map", "M"]];
    this.buttons = modes.filter(([mode]) => !this.flat || mode !== "all").map(([mode, label, key]) => {
      const node = button(label, () => this.look(mode), { "aria-keyshortcuts": key, title: `key ${key}` });
      this.modes.append(node);
      return { mode, node };
    });
    this.modes.append(
      button("+", () => this.zoom(1.25), { "aria-label": "nearer", title: "key +", class: "zoom" }),
      button("−", () => this.zoom(0.8), { "aria-label": "farther", title: "key -", class: "zoom" }),
    );
    this.showMode();
  }

  /** Whose view is drawn: the owners', or that of a player who was told of others' ships. */
  addViewers() {
    const { players, sights } = this.state.report.doc;
    const seeing = players.map((p, i) => ({ name: p.name, i })).filter(({ i }) => sights.some((s) => s.player === i));
    if (!seeing.length) return;
    this.viewer = el("select", { "aria-label": "As seen by" }, el("option", { value: -1 }, "as seen by owners"),
      ...seeing.map(({ name, i }) => el("option", { value: i }, `as seen by ${name || NOBODY}`)));
    this.viewer.addEventListener("change", () => this.seeAs(Number(this.viewer?.value)));
    this.modes.append(this.viewer);
  }

  /** @param {number} player -1 = the owners */
  seeAs(player) {
    this.state.world.viewer = player;
    if (this.viewer) this.viewer.value = String(player);
    this.touch();
  }

  /** @param {"all" | "follow" | "map"} mode */
  look(mode) {
    this.view.mode = this.view.mode === mode ? "all" : mode;
    if (this.flat && this.view.mode === "all") this.view.mode = "map";
    this.showMode();
    this.touch();
  }

  showMode() {
    for (const { mode, node } of this.buttons ?? []) node.setAttribute("aria-pressed", String(mode === this.view.mode));
  }

  /** @param {number} factor */
  zoom(factor) {
    this.view.near(factor);
    this.touch();
  }

  touch() {
    this.dirty = true;
  }

  listen() {
    const pointers = new Map();
    let apart = 0;
    this.node.addEventListener("pointerdown", (e) => {
      pointers.set(e.pointerId, e);
      this.node.setPointerCapture(e.pointerId);
      apart = 0;
    });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) this.node.addEventListener(end, (e) => pointers.delete(e.pointerId));
    this.node.addEventListener("pointermove", (e) => {
      const before = pointers.get(e.pointerId);
      if (!before) return;
      pointers.set(e.pointerId, e);
      if (pointers.size === 1) this.view.turn(e.clientX - before.clientX, e.clientY - before.clientY);
      else {
        const [a, b] = pointers.values();
        const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        if (apart) this.view.near(now / apart);
        apart = now;
      }
      this.touch();
    });
    // The wheel belongs to the page until the stage was clicked or reached with the keyboard.
    this.node.addEventListener("wheel", (e) => {
      if (document.activeElement !== this.node && !e.ctrlKey) return;
      e.preventDefault();
      this.zoom(Math.exp(-e.deltaY * 0.0015));
    }, { passive: false });
    this.node.addEventListener("keydown", (e) => {
      if (!e.shiftKey || !e.key.startsWith("Arrow")) return;
      e.preventDefault();
      e.stopPropagation();
      this.view.turn(e.key === "ArrowLeft" ? 12 : e.key === "ArrowRight" ? -12 : 0, e.key === "ArrowUp" ? 12 : e.key === "ArrowDown" ? -12 : 0);
      this.touch();
    });
    onTheme(() => this.touch());
  }

  resize() {
    const { clientWidth, clientHeight } = this.node;
    if (!clientWidth || !clientHeight) return;
    this.drawing.resize(clientWidth, clientHeight);
    this.view.aspect = clientWidth / clientHeight;
    this.dirty = true;
  }

  /**
   * Draws if there is something new.
   * @param {number} seconds since the last frame
   */
  render(seconds) {
    if (!this.dirty || !this.node.clientWidth) return;
    const { t } = this.state.clock;
    const moment = this.state.world.at(t);
    const chosen = this.state.chosenShip(t);
    const places = moment.ships.map((s) => s.at);
    const ease = reducedMotion() || !this.frames ? 1 : 1 - Math.exp(-EASE * Math.min(seconds, 0.1));
    const moving = this.view.aim(places, moment.ships.find((s) => s.index === chosen)?.at ?? null, ease);
    this.drawing.draw(moment, t, chosen);
    this.drawTags(moment, t, chosen);
    this.frames++;
    this.dirty = moving;
    if (this.state.clock.playing) this.drawing.adapt(seconds * 1000);
  }

  /**
   * @param {import("./scene.js").Scene} moment
   * @param {number} t
   * @param {number} chosen
   */
  drawTags(moment, t, chosen) {
    const shown = new Map(moment.ships.map((s) => [s.index, s]));
    /** @type {{x: number, y: number}[]} */
    const taken = [];
    this.tags.forEach((tag, i) => {
      const seen = shown.get(i);
      const at = seen && this.drawing.project(seen.at);
      const off = !at || at.x < 0 || at.y < 0 || at.x > this.node.clientWidth || at.y > this.node.clientHeight;
      if (tag.node.hidden !== off) tag.node.hidden = off;
      if (off || !seen) return;
      const free = freePlace(taken, at);
      tag.node.style.transform = `translate(${at.x.toFixed(1)}px, ${free.toFixed(1)}px)`;
      tag.node.classList.toggle("chosen", i === chosen);
      tag.node.classList.toggle("hollow", seen.hollow);
      tag.node.classList.toggle("ghost", seen.ghost === true);
      tag.node.classList.toggle("cloaked", seen.cloak > 0.5);
      tag.node.classList.toggle("firing", seen.firing);
      this.drawTag(tag, i, t);
    });
    const text = moment.ships.length ? "" : this.state.report.doc.ships.length ? "No ship's position is known at this moment" : "";
    this.empty.hidden = !text;
    setText(this.empty, text);
  }

  /**
   * @param {{hull: HTMLElement}} tag
   * @param {number} index
   * @param {number} t
   */
  drawTag(tag, index, t) {
    const { hull, shields } = this.state.condition(index, t);
    setVar(tag.hull, "--hull", `${hull?.value ?? 0}%`);
    setVar(tag.hull, "--shields", `${shields?.value ?? 0}%`);
    tag.hull.hidden = hull === null && shields === null;
  }
}

/**
 * Moves a label down until it covers no other; returns its height.
 * @param {{x: number, y: number}[]} taken
 * @param {{x: number, y: number}} at
 */
function freePlace(taken, at) {
  let y = Math.round(at.y);
  for (let tries = 0; tries < MOST_MOVES; tries++) {
    const other = taken.find((t) => Math.abs(t.x - at.x) < LABEL[0] && Math.abs(t.y - y) < LABEL[1]);
    if (!other) break;
    y = other.y + LABEL[1];
  }
  taken.push({ x: at.x, y });
  return y;
}

/** Width and height that a label needs. */
const LABEL = [80, 28];
/** How often a label gives way; then it may cover another one. */
const MOST_MOVES = 8;

/**
 * The height of the grid: that of most positions.
 * @param {import("./data.js").Report} report
 */
function floorOf(report) {
  const heights = report.doc.ships.flatMap((s) => {
    const z = report.column(s.z);
    return z.length ? [z[0], z[z.length >> 1], z[z.length - 1]] : [];
  });
  heights.sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}
