// Draws a scene in 3D with three.js, and holds the camera.

import {
  BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, DirectionalLight, EdgesGeometry,
  Group, HemisphereLight, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial,
  OctahedronGeometry, PerspectiveCamera, Quaternion, RingGeometry, Scene, Vector3, WebGLRenderer,
} from "three";
import { BURST, FLIGHT } from "./scene.js";
import { colour, stageColour } from "./theme.js";

/** @typedef {import("./scene.js").Scene} Moment */
/** @typedef {import("./scene.js").Seen} Seen */
/** @typedef {import("./camera.js").Camera} Camera */

const TRAIL = 15; // seconds
const TRAIL_STEP = 0.25;
/** Lines per ship: its trail and the one to the ground. */
const LINES = TRAIL / TRAIL_STEP + 8;
const LEAST = 0.026; // a ship is at least that share of the distance to it
const UP = new Vector3(0, 0, 1);
/** The line from where a player was told that a ship is to where it is. */
const DISTANCE = new Color(0xffffff);
const DART = 0.07; // length of a launch, as a share of the distance to it

/** One ship as it is drawn. */
class Model {
  constructor() {
    this.tint = new Color();
    this.group = new Group();
    this.solid = new Mesh(WEDGE, new MeshLambertMaterial({ flatShading: true, transparent: true }));
    this.hollow = new LineSegments(WEDGE_EDGES, new LineBasicMaterial({ transparent: true }));
    this.unturned = new LineSegments(DIAMOND_EDGES, new LineBasicMaterial({ transparent: true }));
    this.group.add(this.solid, this.hollow, this.unturned);
  }

  /** @param {Color} tint */
  paint(tint) {
    if (this.tint.equals(tint)) return;
    this.tint = tint;
    for (const part of [this.solid, this.hollow, this.unturned]) part.material.color.set(tint);
  }

}

// A ship: its nose is +y, its up is +z, as in the game.
const WEDGE = solid([
  [0, 1.2, 0], [0.62, -0.7, 0], [-0.62, -0.7, 0], [0, -0.55, 0.34], [0, -0.6, -0.12],
], [[0, 1, 3], [0, 3, 2], [3, 1, 4], [3, 4, 2], [0, 4, 1], [0, 2, 4]]);
const WEDGE_EDGES = new EdgesGeometry(WEDGE);
const DIAMOND_EDGES = new EdgesGeometry(new OctahedronGeometry(0.6));
const BOX = new BoxGeometry(1, 1, 1);
/** Wide where a beam comes from, thin where it goes to. */
const TAPER = new CylinderGeometry(0.25, 1.4, 1, 6);
const RING = new RingGeometry(0.9, 1, 48);

export class Space {
  /**
   * @param {HTMLElement} stage
   * @param {import("./scene.js").World} world
   * @param {Camera} view
   */
  constructor(stage, world, view) {
    this.world = world;
    this.view = view;
    // More pixels instead of antialiasing: whether there is a graphics card to do it is only known then.
    this.canvas = document.createElement("canvas");
    const context = this.canvas.getContext("webgl2", { antialias: false, alpha: false, powerPreference: "low-power" });
    if (!context) throw new Error("no WebGL"); // three would complain on the console
    this.renderer = new WebGLRenderer({ canvas: this.canvas, context });
    this.renderer.debug.checkShaderErrors = false; // asking waits for the compiler
    this.scene = new Scene();
    this.scene.background = new Color(colour("space"));
    this.camera = new PerspectiveCamera(45, 1, 0.1, 1e6);
    this.camera.up.copy(UP);
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(0.4, -0.6, 1);
    this.scene.add(sun, new HemisphereLight(0xcfd8e8, 0x30384a, 1.4));
    this.grid = new LineSegments(gridGeometry(20), new LineBasicMaterial({ color: colour("grid"), transparent: true, opacity: 0.55, depthWrite: false }));
    this.grid.frustumCulled = false;
    this.scene.add(this.grid);
    this.tints = world.report.doc.ships.map((ship) => new Color(colour(stageColour(ship.player))));
    /** Models are used again, by whichever ship lives. @type {Model[]} */
    this.models = [];
    this.lines = new Lines(this.scene);
    this.beams = new Pool(this.scene, () => new Mesh(TAPER, new MeshBasicMaterial({ transparent: true, opacity: 0.9, depthWrite: false })));
    this.shots = new Pool(this.scene, () => new Mesh(BOX, new MeshBasicMaterial({ transparent: true, depthWrite: false })));
    this.rings = new Pool(this.scene, () => new Mesh(RING, new MeshBasicMaterial({ transparent: true, depthWrite: false, depthTest: false })));
    this.ratio = software(this.renderer.getContext()) ? 1 : Math.max(devicePixelRatio, 2);
    this.slow = 0;
    stage.prepend(this.canvas);
    for (const pool of [this.beams, this.shots, this.rings]) pool.next().visible = false;
    // What is seen for the first time in the midst of a fight must not stop it to be compiled.
    setTimeout(() => this.renderer.compile(this.scene, this.camera), 300);
  }

  /** @param {number} index how many are in use */
  model(index) {
    if (index === this.models.length) {
      const model = new Model();
      this.models.push(model);
      this.scene.add(model.group);
    }
    return this.models[index];
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    this.width = width;
    this.height = height;
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  /**
   * Fewer pixels when frames take too long, as they do without a graphics card.
   * @param {number} ms since the last frame
   */
  adapt(ms) {
    this.slow = ms > 30 ? this.slow + 1 : Math.max(0, this.slow - 1);
    if (this.slow < 12 || this.ratio <= 0.5 || !this.width || !this.height) return;
    this.slow = 0;
    this.ratio = Math.max(0.5, this.ratio * 0.75);
    this.resize(this.width, this.height);
  }

  /**
   * @param {Moment} moment
   * @param {number} t
   * @param {number} chosen
   */
  draw(moment, t, chosen) {
    this.place();
    this.lines.begin(moment.ships.length * LINES);
    moment.ships.forEach((seen, i) => this.drawShip(this.model(i), seen, t));
    this.lines.end();
    for (let i = moment.ships.length; i < this.models.length; i++) this.models[i].group.visible = false;
    this.drawBeams(moment);
    this.drawShots(moment);
    this.drawRings(moment, chosen);
    this.renderer.render(this.scene, this.camera);
  }

  place() {
    const { eye, target, distance } = this.view;
    this.camera.position.set(...eye);
    this.camera.near = distance / 200;
    this.camera.far = distance * 40;
    this.camera.updateProjectionMatrix();
    this.camera.up.set(...this.view.up);
    this.camera.lookAt(...target);
    this.camera.updateMatrixWorld();
    const cell = this.view.cell();
    this.grid.scale.set(cell, cell, 1);
    this.grid.position.set(Math.round(target[0] / cell) * cell, Math.round(target[1] / cell) * cell, this.view.floor);
  }

  /**
   * @param {Model} model
   * @param {Seen} seen
   * @param {number} t
   */
  drawShip(model, seen, t) {
    model.paint(this.tints[seen.index]);
    const ship = this.world.report.doc.ships[seen.index];
    const at = new Vector3(...seen.at);
    const size = Math.max(ship.radius ?? 0, this.camera.position.distanceTo(at) * LEAST);
    model.group.visible = true;
    model.group.position.copy(at);
    model.group.scale.setScalar(size);
    model.group.quaternion.copy(orientation(seen));
    const full = 1 - 0.8 * seen.cloak;
    const hollow = seen.hollow || seen.ghost === true;
    model.solid.visible = !hollow && seen.forward !== null;
    model.hollow.visible = hollow && seen.forward !== null;
    model.unturned.visible = seen.forward === null;
    model.solid.material.opacity = full;
    model.hollow.material.opacity = model.unturned.material.opacity = full;
    this.lines.add(seen.at, [seen.at[0], seen.at[1], this.view.floor], model.tint, 0.35 * full);
    if (seen.real) this.lines.add(seen.at, seen.real, DISTANCE, 0.9);
    if (!seen.ghost) this.drawTrail(model, seen, t, full);
  }

  /**
   * @param {Model} model
   * @param {Seen} seen
   * @param {number} t
   * @param {number} full
   */
  drawTrail(model, seen, t, full) {
    const runs = this.world.trail(seen.index, t - TRAIL, t, TRAIL_STEP);
    const points = runs.reduce((sum, run) => sum + run.length, 0);
    let passed = 0;
    for (const run of runs) {
      for (let i = 1; i < run.length; i++) {
        const fresh = (passed + i) / points;
        this.lines.add(run[i - 1], run[i], model.tint, 0.75 * fresh * fresh * full);
      }
      passed += run.length;
    }
  }

  /** @param {Moment} moment */
  drawBeams(moment) {
    this.beams.begin();
    for (const beam of moment.beams) {
      const mesh = this.beams.next();
      const from = new Vector3(...beam.from);
      const to = new Vector3(...beam.to);
      const length = from.distanceTo(to);
      const width = this.view.distance * 0.0022;
      mesh.position.addVectors(from, to).multiplyScalar(0.5);
      mesh.scale.set(width, Math.max(length, 1e-6), width);
      mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), to.sub(from).normalize());
      /** @type {MeshBasicMaterial} */ (mesh.material).color.set(colourOf(beam.kind));
    }
    this.beams.end();
  }

  /**
   * Torpedoes and pulses: a dart from the ship in the direction that is told.
   * @param {Moment} moment
   */
  drawShots(moment) {
    this.shots.begin();
    for (const shot of moment.shots) {
      const mesh = this.shots.next();
      const way = new Vector3(...shot.direction);
      const far = this.camera.position.distanceTo(mesh.position.set(...shot.at));
      mesh.position.addScaledVector(way, far * DART * 0.8);
      mesh.scale.set(far * 0.004, far * DART, far * 0.004);
      mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), way);
      const material = /** @type {MeshBasicMaterial} */ (mesh.material);
      material.color.set(colourOf(shot.kind));
      material.opacity = Math.max(0, 1 - shot.age / FLIGHT);
    }
    this.shots.end();
  }

  /**
   * Explosions and spawns as rings; and one around who fires at nobody the messages name.
   * @param {Moment} moment
   * @param {number} chosen
   */
  drawRings(moment, chosen) {
    this.rings.begin();
    for (const burst of moment.bursts) {
      const part = Math.min(1, burst.age / BURST);
      const [from, to] = burst.kind === "explosion" ? [0.02, 0.13] : [0.06, 0.02];
      this.ring(burst.at, from + (to - from) * part, burst.kind === "explosion" ? colourOf("explosion") : this.tints[burst.ship], 1 - part);
      if (burst.kind === "explosion") this.ring(burst.at, (from + (to - from) * part) * 0.6, colourOf("flash"), 1 - part);
    }
    for (const seen of moment.ships) {
      if (seen.index === chosen) this.ring(seen.at, 0.03, new Color(0xffffff), 0.9);
    }
    this.rings.end();
  }

  /**
   * @param {import("./scene.js").Vector} at
   * @param {number} size
   * @param {Color} tint
   * @param {number} opacity
   */
  ring(at, size, tint, opacity) {
    const mesh = this.rings.next();
    mesh.position.set(...at);
    mesh.scale.setScalar(this.camera.position.distanceTo(mesh.position) * size);
    mesh.quaternion.copy(this.camera.quaternion);
    const material = /** @type {MeshBasicMaterial} */ (mesh.material);
    material.color.set(tint);
    material.opacity = opacity;
  }

  /**
   * Where a point is seen, in pixels; null if behind the camera.
   * @param {import("./scene.js").Vector} at
   */
  project(at) {
    const v = new Vector3(...at).project(this.camera);
    if (v.z > 1 || v.z < -1) return null;
    return { x: (v.x + 1) / 2 * (this.width ?? 0), y: (1 - v.y) / 2 * (this.height ?? 0) };
  }
}

/** All thin lines of a frame, as one thing to draw: each thing costs, most of all without a graphics card. */
class Lines {
  /** @param {Scene} scene */
  constructor(scene) {
    this.mesh = new LineSegments(lineGeometry(LINES * 2, 4), new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
    this.mesh.frustumCulled = false;
    this.used = 0;
    scene.add(this.mesh);
  }

  /** @param {number} most lines that come */
  begin(most) {
    this.used = 0;
    if (most * 2 <= this.mesh.geometry.attributes.position.count) return;
    this.mesh.geometry.dispose();
    this.mesh.geometry = lineGeometry(most * 2, 4);
  }

  /**
   * @param {import("./scene.js").Vector} from
   * @param {import("./scene.js").Vector} to
   * @param {Color} tint
   * @param {number} opacity
   */
  add(from, to, tint, opacity) {
    const { geometry } = this.mesh;
    if (this.used + 2 > geometry.attributes.position.count) return;
    setLine(geometry, this.used, from, to);
    const colours = /** @type {BufferAttribute} */ (geometry.attributes.color);
    for (const k of [this.used, this.used + 1]) colours.setXYZW(k, tint.r, tint.g, tint.b, opacity);
    this.used += 2;
  }

  end() {
    const { geometry } = this.mesh;
    geometry.setDrawRange(0, this.used);
    geometry.attributes.position.needsUpdate = true;
    geometry.attributes.color.needsUpdate = true;
  }
}

/** Meshes that are used again in each frame. */
class Pool {
  /**
   * @param {Scene} scene
   * @param {() => Mesh} make
   */
  constructor(scene, make) {
    this.scene = scene;
    this.make = make;
    /** @type {Mesh[]} */
    this.meshes = [];
    this.used = 0;
  }

  begin() {
    this.used = 0;
  }

  next() {
    if (this.used === this.meshes.length) {
      const mesh = this.make();
      mesh.frustumCulled = false;
      this.meshes.push(mesh);
      this.scene.add(mesh);
    }
    const mesh = this.meshes[this.used++];
    mesh.visible = true;
    return mesh;
  }

  end() {
    for (let i = this.used; i < this.meshes.length; i++) this.meshes[i].visible = false;
  }
}

/** @type {Map<string, Color>} */
const colours = new Map();

/** @param {string} kind */
function colourOf(kind) {
  let known = colours.get(kind);
  if (!known) {
    known = new Color(colour(`fx-${kind}`) || "#ffffff");
    colours.set(kind, known);
  }
  return known;
}

/** @param {Seen} seen */
function orientation(seen) {
  if (!seen.forward || !seen.up) return new Quaternion();
  const y = new Vector3(...seen.forward);
  const x = new Vector3().crossVectors(y, new Vector3(...seen.up));
  if (x.lengthSq() < 1e-9) return new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), y);
  x.normalize();
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, new Vector3().crossVectors(x, y)));
}

/**
 * @param {number} points
 * @param {number} [parts] numbers per colour; 0 for no colours
 */
function lineGeometry(points, parts = 0) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points * 3), 3));
  if (parts) geometry.setAttribute("color", new BufferAttribute(new Float32Array(points * parts), parts));
  return geometry;
}

/**
 * @param {BufferGeometry} geometry
 * @param {number} n
 * @param {import("./scene.js").Vector} a
 * @param {import("./scene.js").Vector} b
 */
function setLine(geometry, n, a, b) {
  const points = /** @type {BufferAttribute} */ (geometry.attributes.position);
  points.setXYZ(n, ...a);
  points.setXYZ(n + 1, ...b);
}

/** @param {number} half cells on each side */
function gridGeometry(half) {
  const geometry = lineGeometry((2 * half + 1) * 4);
  let n = 0;
  for (let i = -half; i <= half; i++, n += 4) {
    setLine(geometry, n, [i, -half, 0], [i, half, 0]);
    setLine(geometry, n + 2, [-half, i, 0], [half, i, 0]);
  }
  return geometry;
}

/**
 * @param {number[][]} corners
 * @param {number[][]} faces
 */
function solid(corners, faces) {
  const geometry = new BufferGeometry();
  const points = faces.flat().flatMap((i) => corners[i]);
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/**
 * Whether the browser draws without a graphics card.
 * @param {WebGLRenderingContext | WebGL2RenderingContext} gl
 */
function software(gl) {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  return info !== null && /swiftshader|llvmpipe|software|basic render/i.test(String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)));
}
