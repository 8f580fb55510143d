// The time of the replay: everything on the page that moves asks it, nothing else counts time.

/** Seconds between what is read while playing. */
const READ = 0.15;

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

export class Clock {
  /** @param {number} length seconds */
  constructor(length) {
    this.length = Math.max(length, 0);
    this.t = 0;
    this.speed = 1;
    this.playing = false;
    /** @type {((t: number) => void)[]} */
    this.listeners = [];
    /** @type {((t: number) => void)[]} */
    this.readers = [];
    this.sinceRead = 0;
    /** @type {(() => void)[]} */
    this.watchers = [];
  }

  /**
   * Calls when the time changed.
   * @param {(t: number) => void} listener
   */
  onTime(listener) {
    this.listeners.push(listener);
  }

  /**
   * The same for what is read and not watched: while playing it is called some times per second.
   * @param {(t: number) => void} reader
   */
  onRead(reader) {
    this.readers.push(reader);
  }

  /**
   * Calls when playing or speed changed.
   * @param {() => void} watcher
   */
  onChange(watcher) {
    this.watchers.push(watcher);
  }

  /** @param {number} t */
  seek(t) {
    this.set(t);
    this.tell();
  }

  /** @param {number} t */
  set(t) {
    this.t = Math.min(Math.max(Number.isFinite(t) ? t : 0, 0), this.length);
    for (const listener of this.listeners) listener(this.t);
  }

  tell() {
    this.sinceRead = 0;
    for (const reader of this.readers) reader(this.t);
  }

  /** @param {number} seconds of real time */
  advance(seconds) {
    if (!this.playing) return;
    this.set(this.t + seconds * this.speed);
    this.sinceRead += seconds;
    if (this.sinceRead >= READ) this.tell();
    if (this.t >= this.length) this.play(false);
  }

  /** @param {boolean} [on] */
  play(on = !this.playing) {
    if (on && this.t >= this.length) this.seek(0);
    this.playing = on;
    if (!on) this.tell();
    for (const watcher of this.watchers) watcher();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    for (const watcher of this.watchers) watcher();
  }
}
