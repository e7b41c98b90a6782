/** Runs of puzzles that get harder: a streak ends with the first miss, a storm after three minutes. Pure. */

/** @typedef {"streak" | "storm"} RunKind */

export const STORM = 180_000;
/** What a miss or a skip costs in a storm: guessing does not pay. */
export const PENALTY = 10_000;
/** Difficulty of the first puzzle, steps between puzzles, difficulty of the hardest. */
const LADDER = { streak: [900, 50, 2600], storm: [850, 30, 2200] };

/**
 * @param {RunKind} kind
 * @param {number} solved
 * @returns {number} how hard the next puzzle is, on the scale of ratings
 */
export function rungOf(kind, solved) {
  const [first, step, most] = LADDER[kind];
  return Math.min(most, first + step * solved);
}

/** One run. Times are of a monotonic clock, in milliseconds. */
export class Run {
  solved = 0;
  missed = 0;
  skipped = 0;
  over = false;
  /** When the time is up; 0 before the first move. */
  #end = 0;
  /** Since when the clock stands; null while it does not. @type {number | null} */
  #held = null;
  #moved = false;

  /** @param {RunKind} kind */
  constructor(kind) {
    this.kind = kind;
  }

  /** Whether a clock is running. */
  get ticking() {
    return this.#end > 0 && !this.over;
  }

  /** Whether anything was done. */
  get begun() {
    return this.#moved || this.solved + this.missed + this.skipped > 0;
  }

  /** The clock starts with the first move. @param {number} now */
  moved(now) {
    this.#moved = true;
    if (this.kind === "storm" && this.#end === 0) this.#end = now + STORM;
  }

  /** @param {boolean} right @param {number} now */
  answered(right, now) {
    this.tick(now);
    if (this.over) return;
    if (right) this.solved++;
    else {
      this.missed++;
      this.over = this.kind === "streak";
      this.#fine(now);
    }
  }

  /** A puzzle of a storm was left out. @param {number} now */
  skip(now) {
    this.tick(now);
    if (this.over) return;
    this.skipped++;
    this.#fine(now);
  }

  /** @param {number} now */
  #fine(now) {
    this.#end -= this.kind === "storm" ? PENALTY : 0;
    this.tick(now);
  }

  /** @param {number} now */
  tick(now) {
    if (this.kind === "storm" && this.#end > 0 && this.left(now) === 0) this.over = true;
  }

  /** @param {number} now @returns {number} of a storm */
  left(now) {
    return this.#end === 0 ? STORM : Math.max(0, this.#end - (this.#held ?? now));
  }

  /** No puzzle can be answered: the clock stands. @param {number} now */
  hold(now) {
    if (this.#end > 0) this.#held ??= now;
  }

  /** @param {number} now */
  goOn(now) {
    if (this.#held !== null) this.#end += now - this.#held;
    this.#held = null;
  }

  stop() {
    this.over = true;
  }
}
