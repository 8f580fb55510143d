// Reads the data block of the page: what the capture told, as plain objects and columns of
// numbers. Nothing here knows how any of it is drawn.

/** What the columns are, which stand one behind the other; an entry for each in every list. "of" is the column
 * that has the numbers, whose places then stand in this one. */
/** @typedef {{count: number[], scale: number[], order: number[], of: number[]}} Columns */
/** The values that stand in one place of so many objects: the place of a column; themselves; of objects those of
 * each key; of lists their lengths, and all elements. @typedef {number | any[] | {[key: string]: Packed}} Packed */
/** @typedef {{name: string, peer?: number, slot?: number, host?: boolean, from?: number, until?: number, end?: string,
 *   kills?: number, deaths?: number, score?: number, shots?: Record<string, number>, hits?: number, damage?: number,
 *   distance?: number, cloaked?: number}} Player */
/** @typedef {{name: string, kind: string, t: number, v: number}} Part */
/** @typedef {{id: string, name: string, player: number, class: string, from: number, until: number, end?: string, radius?: number,
 *   t: number, x: number, y: number, z: number, dt: number, fx: number, fy: number, fz: number, ux: number, uy: number, uz: number,
 *   st: number, speed: number, ct: number, cloak: number, runs?: number, cycle?: number, parts?: Part[],
 *   power?: {name: string, t: number, v: number}[], query?: string}} Ship */
/** @typedef {{t: number, until: number | null, kind: string, ship: number, target: number, frame: number}} Fire */
/** @typedef {{t: number, kind: string, ship: number, target: number, direction: [number, number, number], frame: number}} Torpedo */
/** @typedef {{t: number, kind: string, text: string, player: number, ship: number, frame: number}} Line */
/** @typedef {{id: string, group: string, title: string, unit: string, player: number, ship: number, query?: string, t: number, v: number}} Series */
/** @typedef {{id: string, kind?: string, name: string, t: number, x: number, y: number}} Entity */
/** @typedef {{player: number, ship: number, from: number, until: number, t: number, x: number, y: number, z: number}} Sight */
/** @typedef {Record<string, any>} Doc */
/** @typedef {{format: number, file: string, program: string, start: string, length: number, map?: string, captured?: string, dialect?: string,
 *   protocol?: string, damage?: string[], summary?: string[], match?: Doc, stats?: Doc, check?: Doc, problems?: Record<string, any>[], players: Player[], ships: Ship[],
 *   fire: Fire[], torpedoes: Torpedo[], log: Line[], series: Series[], entities: Entity[], sights: Sight[], thinned?: number, dropped?: Record<string, number>}} Document */

/** A table, as report/table has it: what a column is, and its values. @typedef {{name: string, title: string, said?: string[], below?: string[], whole: boolean, columns: FormColumn[]}} Form */
/** @typedef {{key: string, title: string, number?: boolean, unit?: string, look?: string, zero?: string, null?: string, full?: number,
 *   values: (string | number | null)[], queries?: string[]}} FormColumn */

const MAGIC = 0x32524342; // "BCR2", little-endian
const FORMAT = 1;
const NONE = new Float64Array(0);

/** What the page shows: the document, and its columns, which are read when first asked for. */
export class Report {
  /**
   * @param {{columns: Columns, report: Packed, stats: Packed}} head
   * @param {Uint8Array} bytes the columns
   */
  constructor(head, bytes) {
    this.columns = head.columns;
    this.bytes = bytes;
    let end = 0;
    /** Where each column begins. */
    this.begins = this.columns.count.map((n) => {
      const begin = end;
      while (n > 0) if (!(bytes[end++] >= 0x80)) n--;
      return begin;
    });
    /** @type {Map<number, Float64Array>} */
    this.read = new Map();
    /** @type {Document} */
    this.doc = this.unpack(head.report, 1)[0];
    /** @type {Form[]} */
    this.tables = this.unpack(head.stats, 1)[0].tables ?? [];
  }

  /**
   * The values that stand in one place of n objects; undefined or null = missing.
   * @param {Packed} packed
   * @param {number} n
   * @returns {ArrayLike<any>}
   */
  unpack(packed, n) {
    if (typeof packed === "number") return this.column(packed);
    if (Array.isArray(packed)) return packed;
    if ("" in packed) {
      const counts = Array.from(this.unpack(packed[""], n));
      const all = Array.prototype.slice.call(this.unpack(packed.of, counts.reduce((sum, count) => sum + count, 0)));
      let end = 0;
      return counts.map((count) => (count === null ? null : all.slice(end, (end += count))));
    }
    const objects = Array.from({ length: n }, () => /** @type {Doc} */ ({}));
    for (const key in packed) {
      const values = this.unpack(packed[key], n);
      objects.forEach((object, i) => {
        if (values[i] !== null) object[key] = values[i];
      });
    }
    return objects;
  }

  /**
   * A column of numbers; empty for none.
   * @param {number | undefined} index
   * @returns {Float64Array}
   */
  column(index) {
    if (index === undefined || index < 0) return NONE;
    let numbers = this.read.get(index);
    if (!numbers) {
      numbers = this.decode(index);
      this.read.set(index, numbers);
    }
    return numbers;
  }

  /**
   * @param {number} index
   * @returns {Float64Array}
   */
  decode(index) {
    const { count, scale, order, of } = this.columns;
    const numbers = readNumbers(this.bytes, this.begins[index], count[index]);
    for (let sums = order[index]; sums > 0; sums--) for (let i = 1; i < numbers.length; i++) numbers[i] += numbers[i - 1];
    if (of[index] < 0) return numbers.map((n) => n / scale[index]);
    const base = this.column(of[index]);
    return numbers.map((place) => base[place]);
  }
}

/**
 * Reads zigzag LEB128.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} count
 */
function readNumbers(bytes, at, count) {
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * unit;
      if (!(byte & 0x80)) break;
      unit *= 128;
    }
    numbers[i] = value % 2 ? -(value + 1) / 2 : value / 2;
  }
  return numbers;
}

/**
 * Reads Ascii85 with v for <: five letters are four bytes, z is four zeros.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
function fromLetters(text) {
  const whole = text.replaceAll("v", "<").replaceAll("z", "!!!!!");
  const padded = whole.padEnd(Math.ceil(whole.length / 5) * 5, "u");
  const view = new DataView(new ArrayBuffer(padded.length * 4 / 5));
  for (let i = 0; i < padded.length; i += 5) {
    let number = 0;
    for (let k = 0; k < 5; k++) number = number * 85 + padded.charCodeAt(i + k) - 33;
    view.setUint32(i * 4 / 5, number);
  }
  return new Uint8Array(view.buffer, 0, view.byteLength - (padded.length - whole.length));
}

/**
 * Unpacks the text of the data block: letters of gzip.
 * @param {string} text
 */
export async function readReport(text) {
  const packed = fromLetters(text);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const view = new DataView(bytes.buffer);
  if (bytes.length < 8 || view.getUint32(0, true) !== MAGIC) throw new Error("the data block is damaged");
  const end = 8 + view.getUint32(4, true);
  const report = new Report(JSON.parse(new TextDecoder().decode(bytes.subarray(8, end))), bytes.subarray(end));
  const { doc } = report;
  if (doc.format !== FORMAT) throw new Error(`the data block has format ${doc.format}, this page reads format ${FORMAT}`);
  for (const list of /** @type {const} */ (["players", "ships", "fire", "torpedoes", "log", "series", "entities", "sights"])) doc[list] ??= /** @type {any} */ ([]);
  return report;
}

/**
 * Index of the last time that is not after t; -1 if all are.
 * @param {Float64Array} times ascending
 * @param {number} t
 */
export function lastAt(times, t) {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
