// The time of the replay: everything on the page that moves asks it, nothing else counts time.

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
   * Calls when playing or speed changed.
   * @param {() => void} watcher
   */
  onChange(watcher) {
    this.watchers.push(watcher);
  }

  /** @param {number} t */
  seek(t) {
    this.t = Math.min(Math.max(Number.isFinite(t) ? t : 0, 0), this.length);
    for (const listener of this.listeners) listener(this.t);
  }

  /** @param {number} seconds of real time */
  advance(seconds) {
    if (!this.playing) return;
    this.seek(this.t + seconds * this.speed);
    if (this.t >= this.length) this.play(false);
  }

  /** @param {boolean} [on] */
  play(on = !this.playing) {
    if (on && this.t >= this.length) this.seek(0);
    this.playing = on;
    for (const watcher of this.watchers) watcher();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    for (const watcher of this.watchers) watcher();
  }
}
