/** A timed attempt: a series of boards, and when the clock runs. No document. Its twin: taquin/game/attempt.py. */
import { timeParts } from "../game/recordfigures.js";
import { isContinuous, sizesOf } from "./timedchoice.js";

/** @typedef {import("./timedchoice.js").TimedChoice} TimedChoice */
/**
 * @typedef {import("./timedchoice.js").BoardSize & {time: number, before: number, moves: number}} BoardTime
 *   of one board, in milliseconds; before: of its time, until the first move
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
  #moved = false;

  /**
   * @param {TimedChoice} choice
   * @param {string} seed
   */
  constructor(choice, seed) {
    this.choice = choice;
    this.seed = seed;
    this.sizes = sizesOf(choice, seed);
  }

  /** Which board is on, from 0. */
  get at() {
    return Math.min(this.splits.length, this.sizes.length - 1);
  }

  get size() {
    return this.sizes[this.at];
  }

  /** The seed of the board that is on. */
  get boardSeed() {
    return `${this.seed} ${this.at}`;
  }

  /** Whether all boards were solved. */
  get complete() {
    return this.splits.length === this.sizes.length;
  }

  /** Whether the numbers of the board that is on are hidden now. */
  get bare() {
    const { numbers } = this.choice;
    return this.phase !== "over" && (numbers === "hidden" || (numbers === "blind" && this.#moved));
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
    this.#moved = true;
  }

  /** @param {number} now */
  #start(now) {
    if (this.#since !== null) return;
    this.#since = now;
    this.#from = now;
  }

  /**
   * The board that is on was solved: its time is that of its record.
   * @param {number} now
   * @param {Pick<import("../game/record.js").GameRecord, "moves" | "times">} record
   */
  solved(now, record) {
    if (this.phase !== "solving") return;
    const { whole, before } = timeParts(record);
    this.splits.push({ ...this.size, time: whole, before, moves: record.moves.length });
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

  /** When the clock of the board that is on started; null while it stands. */
  get from() {
    return this.#since === null ? null : this.#from;
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
   * Milliseconds of all boards, that of the one that is on with them.
   * @param {number} now
   */
  total(now) {
    return this.spent + (this.#since === null ? 0 : now - this.#from);
  }

  /**
   * What the clock shows: of a series with one clock, and at the end of any, all its time; otherwise that of the
   * board that is on.
   * @param {number} now
   */
  elapsed(now) {
    if (isContinuous(this.choice) || this.phase === "over") return this.total(now);
    if (this.#since !== null) return now - this.#from;
    return this.splits.at(-1)?.time ?? 0;
  }
}
