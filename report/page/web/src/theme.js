// Colours come from the style sheet, so that there is one palette. Canvases cannot use its names
// and ask here.

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const PALETTE = 8;

/** @type {(() => void)[]} */
const watchers = [];
let printing = false;

dark.addEventListener("change", () => watchers.forEach((w) => w()));
addEventListener("beforeprint", () => print(true));
addEventListener("afterprint", () => print(false));

/** @param {boolean} on */
function print(on) {
  printing = on;
  document.documentElement.classList.toggle("printing", on);
  watchers.forEach((w) => w());
}

export const isPrinting = () => printing;

/**
 * Calls when colours change.
 * @param {() => void} watcher
 */
export function onTheme(watcher) {
  watchers.push(watcher);
}

export const reducedMotion = () => still.matches;

/**
 * A colour of the style sheet.
 * @param {string} name such as "ink"
 */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/**
 * The name of a player's colour; grey for nobody.
 * @param {number} player
 */
export function playerColour(player) {
  return player < 0 ? "p0" : `p${(player % PALETTE) + 1}`;
}

/**
 * The same for the stage, which is dark in both themes.
 * @param {number} player
 */
export function stageColour(player) {
  return player < 0 ? "s0" : `s${(player % PALETTE) + 1}`;
}

/**
 * @param {HTMLElement | SVGElement} node
 * @param {string} name
 * @param {string} value
 */
export function setVar(node, name, value) {
  if (node.style.getPropertyValue(name) !== value) node.style.setProperty(name, value);
}
