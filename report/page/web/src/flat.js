// Draws a scene from above on a 2D canvas, for browsers without WebGL.

import { BURST, FLIGHT } from "./scene.js";
import { colour, stageColour } from "./theme.js";

const TRAIL = 15;

export class Flat {
  /**
   * @param {HTMLElement} stage
   * @param {import("./scene.js").World} world
   * @param {import("./camera.js").Camera} view
   */
  constructor(stage, world, view) {
    this.world = world;
    this.view = view;
    view.mode = "map";
    this.canvas = document.createElement("canvas");
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.width = 1;
    this.height = 1;
    this.tints = world.report.doc.ships.map((s) => colour(stageColour(s.player)));
    stage.prepend(this.canvas);
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    [this.width, this.height] = [width, height];
    const ratio = Math.min(2, devicePixelRatio);
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  adapt() {}

  /** @param {import("./scene.js").Vector} at */
  project(at) {
    const scale = Math.min(this.width, this.height) / 2 / this.view.radius * this.view.zoom * 0.85;
    return { x: this.width / 2 + (at[0] - this.view.target[0]) * scale, y: this.height / 2 - (at[1] - this.view.target[1]) * scale };
  }

  /**
   * @param {import("./scene.js").Scene} moment
   * @param {number} t
   * @param {number} chosen
   */
  draw(moment, t, chosen) {
    const c = this.context;
    c.globalAlpha = 1;
    c.fillStyle = colour("space");
    c.fillRect(0, 0, this.width, this.height);
    this.drawGrid();
    for (const seen of moment.ships) if (!seen.ghost) this.drawTrail(seen.index, t);
    for (const beam of moment.beams) this.taper(beam.from, beam.to, colour(`fx-${beam.kind}`));
    for (const shot of moment.shots) this.drawShot(shot);
    for (const seen of moment.ships) {
      if (seen.real) this.line(seen.at, seen.real, "#ffffff", 1);
      this.drawShip(seen, seen.index === chosen);
    }
    for (const burst of moment.bursts) this.drawBurst(burst);
  }

  drawGrid() {
    const c = this.context;
    const cell = this.view.cell();
    c.strokeStyle = colour("grid");
    c.lineWidth = 1;
    c.globalAlpha = 0.5;
    c.beginPath();
    for (let i = -20; i <= 20; i++) {
      const { x, y } = this.project([(Math.round(this.view.target[0] / cell) + i) * cell, (Math.round(this.view.target[1] / cell) + i) * cell, 0]);
      c.moveTo(x, 0);
      c.lineTo(x, this.height);
      c.moveTo(0, y);
      c.lineTo(this.width, y);
    }
    c.stroke();
    c.globalAlpha = 1;
  }

  /**
   * @param {number} index
   * @param {number} t
   */
  drawTrail(index, t) {
    const c = this.context;
    c.strokeStyle = this.tints[index];
    c.lineWidth = 1.5;
    c.globalAlpha = 0.45;
    c.beginPath();
    for (const run of this.world.trail(index, t - TRAIL, t, 0.5)) {
      run.forEach((at, i) => {
        const { x, y } = this.project(at);
        if (i) c.lineTo(x, y);
        else c.moveTo(x, y);
      });
    }
    c.stroke();
    c.globalAlpha = 1;
  }

  /**
   * @param {import("./scene.js").Seen} seen
   * @param {boolean} chosen
   */
  drawShip(seen, chosen) {
    const c = this.context;
    const { x, y } = this.project(seen.at);
    c.save();
    c.translate(x, y);
    c.globalAlpha = 1 - 0.8 * seen.cloak;
    c.fillStyle = c.strokeStyle = this.tints[seen.index];
    c.lineWidth = 1.5;
    c.beginPath();
    if (seen.forward) {
      c.rotate(Math.atan2(-seen.forward[1], seen.forward[0]));
      c.moveTo(11, 0);
      c.lineTo(-7, 6);
      c.lineTo(-4, 0);
      c.lineTo(-7, -6);
    } else {
      c.rect(-4, -4, 8, 8);
    }
    c.closePath();
    if (!seen.hollow && !seen.ghost) c.fill();
    if (seen.ghost) c.setLineDash([3, 3]);
    c.stroke();
    c.setLineDash([]);
    if (chosen) this.circle(16, "#ffffff");
    c.restore();
  }

  /** @param {import("./scene.js").Burst} burst */
  drawBurst(burst) {
    const part = Math.min(1, burst.age / BURST);
    const { x, y } = this.project(burst.at);
    const c = this.context;
    c.save();
    c.translate(x, y);
    c.globalAlpha = 1 - part;
    this.circle(burst.kind === "explosion" ? 8 + 36 * part : 24 - 14 * part, burst.kind === "explosion" ? colour("fx-explosion") : this.tints[burst.ship]);
    c.restore();
  }

  /**
   * @param {number} radius
   * @param {string} tint
   */
  circle(radius, tint) {
    this.context.strokeStyle = tint;
    this.context.beginPath();
    this.context.arc(0, 0, radius, 0, 2 * Math.PI);
    this.context.stroke();
  }

  /**
   * @param {import("./scene.js").Vector} from
   * @param {import("./scene.js").Vector} to
   * @param {string} tint
   * @param {number} width
   */
  line(from, to, tint, width) {
    const [a, b] = [this.project(from), this.project(to)];
    const c = this.context;
    c.strokeStyle = tint;
    c.lineWidth = width;
    c.beginPath();
    c.moveTo(a.x, a.y);
    c.lineTo(b.x, b.y);
    c.stroke();
  }

  /**
   * A beam: wide where it comes from, thin where it goes to.
   * @param {import("./scene.js").Vector} from
   * @param {import("./scene.js").Vector} to
   * @param {string} tint
   */
  taper(from, to, tint) {
    const [a, b] = [this.project(from), this.project(to)];
    const c = this.context;
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [nx, ny] = [(a.y - b.y) / length, (b.x - a.x) / length];
    c.fillStyle = tint;
    c.beginPath();
    c.moveTo(a.x + nx * 2.5, a.y + ny * 2.5);
    c.lineTo(b.x + nx * 0.5, b.y + ny * 0.5);
    c.lineTo(b.x - nx * 0.5, b.y - ny * 0.5);
    c.lineTo(a.x - nx * 2.5, a.y - ny * 2.5);
    c.fill();
  }

  /** @param {import("./scene.js").Shot} shot */
  drawShot(shot) {
    const reach = this.view.radius * 0.15;
    const to = /** @type {import("./scene.js").Vector} */ (shot.at.map((v, i) => v + shot.direction[i] * reach));
    this.context.globalAlpha = Math.max(0, 1 - shot.age / FLIGHT);
    this.line(shot.at, to, colour(`fx-${shot.kind}`), 2);
    this.context.globalAlpha = 1;
  }
}
