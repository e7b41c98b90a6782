/** A timed attempt: a series of boards, and when the clock runs. No document. */
import { isContinuous, sidesOf } from "./timedchoice.js";

/** @typedef {import("./timedchoice.js").TimedChoice} TimedChoice */
/**
 * @typedef {{side: number, time: number, moves: number, memo: number}} BoardTime  of one board, in
 *   milliseconds; memo: until its first move, where that counts
 */

/** Times are readings of one clock in milliseconds. */
export class Attempt {
  /** The board is covered, looked at, being solved; or the attempt has ended.
   * @type {"covered" | "looking" | "solving" | "over"} */
  phase = "covered";
  /** @type {BoardTime[]} */
  splits = [];
  /** When the clock started; null while it stands. @type {number | null} */
  #since = null;
  /** When the board was uncovered. */
  #shown = 0;
  /** When the board's own time began. */
  #from = 0;
  #memo = 0;
  #moved = false;

  /**
   * @param {TimedChoice} choice
   * @param {string} seed
   */
  constructor(choice, seed) {
    this.choice = choice;
    this.seed = seed;
    this.sides = sidesOf(choice, seed);
  }

  /** Which board is on, from 0. */
  get at() {
    return Math.min(this.splits.length, this.sides.length - 1);
  }

  get side() {
    return this.sides[this.at];
  }

  /** The seed of the board that is on. */
  get boardSeed() {
    return `${this.seed} ${this.at}`;
  }

  /** Whether all boards were solved. */
  get complete() {
    return this.splits.length === this.sides.length;
  }

  /** Whether the numbers of the board that is on are hidden now. */
  get bare() {
    const { numbers } = this.choice;
    return numbers === "hidden" || (numbers === "blind" && this.#moved);
  }

  /**
   * Show the covered board. Learning a board by heart counts: there the clock starts now.
   * @param {number} now
   */
  uncover(now) {
    if (this.phase !== "covered") return;
    this.phase = "looking";
    this.#shown = now;
    this.#moved = false;
    if (this.choice.numbers === "blind") this.#start(now);
  }

  /**
   * @param {number} now
   * @returns {number}  milliseconds of inspection left, 0 if there is none
   */
  left(now) {
    const { inspection, numbers } = this.choice;
    if (this.phase !== "looking" || inspection === 0 || numbers === "blind") return 0;
    return Math.max(0, this.#shown + 1000 * inspection - now);
  }

  /**
   * The clock starts by itself when the time for inspection is over.
   * @param {number} now
   */
  tick(now) {
    const { inspection, numbers } = this.choice;
    if (this.phase !== "looking" || inspection === 0 || numbers === "blind") return;
    const end = this.#shown + 1000 * inspection;
    if (now < end) return;
    this.#start(end);
    this.phase = "solving";
  }

  /**
   * A tile was moved.
   * @param {number} now
   */
  moved(now) {
    if (this.phase !== "looking" && this.phase !== "solving") return;
    this.tick(now);
    this.#start(now);
    this.phase = "solving";
    if (!this.#moved) this.#memo = now - this.#from;
    this.#moved = true;
  }

  /** @param {number} now */
  #start(now) {
    if (this.#since !== null) return;
    this.#since = now;
    this.#from = now;
  }

  /**
   * The board that is on was solved.
   * @param {number} now
   * @param {number} moves
   */
  solved(now, moves) {
    if (this.phase !== "solving") return;
    this.splits.push({ side: this.side, time: now - this.#from, moves, memo: this.#memo });
    this.#from = now;
    this.#moved = false;
    if (this.complete) this.#stop("over");
    else if (!isContinuous(this.choice)) this.#stop("covered");
    else if (this.choice.numbers === "blind") this.phase = "looking";
  }

  /** End the attempt without a result. */
  giveUp() {
    this.#stop("over");
  }

  /** @param {"covered" | "over"} phase */
  #stop(phase) {
    this.phase = phase;
    this.#since = null;
  }

  /** Whether the clock runs. */
  get running() {
    return this.#since !== null;
  }

  /** Milliseconds of all boards solved so far. */
  get spent() {
    return this.splits.reduce((sum, { time }) => sum + time, 0);
  }

  /**
   * What the clock shows: of a series with one clock all its time, otherwise that of the board that is on.
   * @param {number} now
   */
  elapsed(now) {
    const running = this.#since === null ? 0 : now - this.#from;
    if (isContinuous(this.choice)) return this.spent + running;
    if (this.#since !== null) return running;
    return this.splits.at(-1)?.time ?? 0;
  }
}
