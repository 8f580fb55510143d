// Numbers and times as people read them, the same everywhere on the page.

/** @param {number} seconds */
export function clockText(seconds) {
  const s = Math.max(0, seconds);
  const hours = Math.floor(s / 3600);
  const minutes = Math.floor(s / 60) % 60;
  const rest = String(Math.floor(s % 60)).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * The same with tenths.
 * @param {number} seconds
 */
export function exactText(seconds) {
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6);
  return `${clockText(tenths / 10)}.${tenths % 10}`;
}

/** @param {number | null | undefined} n */
export function count(n) {
  if (n === null || n === undefined || Number.isNaN(n)) return "–";
  return Math.abs(n) >= 100 || Number.isInteger(n) ? group(Math.round(n)) : String(Math.round(n * 10) / 10);
}

/** @param {number} n */
function group(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** @param {number | null | undefined} n */
export function bytes(n) {
  if (n === null || n === undefined) return "–";
  for (const [unit, size] of /** @type {const} */ ([["GB", 1e9], ["MB", 1e6], ["kB", 1e3]])) {
    if (n >= size) return `${(n / size).toPrecision(3)} ${unit}`;
  }
  return `${Math.round(n)} B`;
}

/** @param {number | null | undefined} share 0 to 1 */
export function percent(share) {
  if (share === null || share === undefined) return "–";
  return `${(share * 100).toFixed(share > 0 && share < 0.0995 ? 1 : 0)} %`;
}

/** @param {number | null | undefined} ms */
export function millis(ms) {
  if (ms === null || ms === undefined) return "–";
  return ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}
