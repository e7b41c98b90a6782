// One game: the board, its moves and their times. No document, no search; the page shows it.
// Its twin: taquin/game/game.py.

import { parseBoard, replay, sameBoard } from "../board.js";
import { helpIn, isDrawn, joined, mostHelp, newId, newRecord, seedDay } from "./record.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./record.js").GameRecord} GameRecord */

/**
 * Everything needed to come back to this moment; held: the player had paused; ghost: is raced against.
 * @typedef {{record: GameRecord, undone: {moves: string, inputs: string}[], elapsed: number, held: boolean, ghost?: GameRecord | null}} Checkpoint
 */

/**
 * A game that was left: `kept` is its record as a solved game, before its last move was undone.
 * @typedef {Checkpoint & {kept?: GameRecord | null}} Left
 */

/**
 * What the player knows of a board from games of it: the most help that one of them had, and whether one was solved.
 * @typedef {{hints: GameRecord["hints"], solved: boolean}} Knowledge
 */

/** How many games that were left can be brought back. */
const KEPT = 20;

/**
 * @param {GameRecord} record
 * @returns {string} what games of one board have in common; a board that is drawn once more is another one
 */
const boardOf = ({ seed, start, goal }) => JSON.stringify([seed, start, goal]);

/** @param {GameRecord["hints"]} hints */
const given = (hints) => Object.values(hints).some((count) => count > 0);

/**
 * @param {Pick<Checkpoint, "record" | "undone">} game
 * @returns {boolean} whether it is kept when another takes its place: begun or with help, or not drawn
 */
const isKept = ({ record, undone }) => record.moves !== "" || undone.length > 0 || !isDrawn(record) || given(record.hints);

/** The running game. Events: `change` after anything, `start` for another board, `solved`. */
export class Game extends EventTarget {
  /** @type {GameRecord} */
  #record;
  /** @type {Board} */
  #board;
  /** @type {Board} */
  #goal;
  /** Undone slides; redo takes the last one first. @type {{moves: string, inputs: string}[]} */
  #undone = [];
  /** Games left by New, Retry or a link. @type {Left[]} */
  #left = [];
  /** @type {Left[]} */
  #returned = [];
  /** Unfinished games of an earlier visit: `goOn` continues them, undo does not lead to them. @type {Checkpoint[]} */
  #earlier = [];
  /** By board: whichever game of a board is played, its help stays. @type {Map<string, Knowledge>} */
  #known = new Map();
  /** Milliseconds on the clock when it last stopped. */
  #elapsed = 0;
  /** Reading of the monotonic clock when it was last started; null while it is stopped. @type {number | null} */
  #since = null;
  #clock;
  #held = false;
  #moved = false;
  /** The record of the solved game whose last move was undone. @type {GameRecord | null} */
  #kept = null;
  /** @type {GameRecord | null} */
  #ghost = null;
  #namedAs;
  #metric;

  /**
   * @param {{board: Board, goal: Board, seed?: string | null}} first
   * @param {{clock?: () => number, namedAs?: (goal: Board) => GameRecord["named"], metric?: () => GameRecord["metric"]}} [options]  clock: monotonic
   *   milliseconds
   */
  constructor(first, { clock = () => performance.now(), namedAs = () => undefined, metric = () => undefined } = {}) {
    super();
    this.#clock = clock;
    this.#namedAs = namedAs;
    this.#metric = metric;
    this.#record = newRecord({ ...first, named: namedAs(first.goal), metric: this.#metricOf(first) });
    this.#board = first.board;
    this.#goal = first.goal;
  }

  /** The record, kept up to date; copy it to keep it. */
  get record() {
    return this.#record;
  }

  get board() {
    return this.#board;
  }

  get goal() {
    return this.#goal;
  }

  /** The recorded game that this one races against. */
  get ghost() {
    return this.#ghost;
  }

  /** Single-tile moves made. */
  get at() {
    return this.#record.moves.length;
  }

  get solved() {
    return this.#record.status === "solved";
  }

  /** Whether the clock is running. */
  get running() {
    return this.#since !== null;
  }

  /** Whether the player stopped the clock; the board takes no moves then. */
  get held() {
    return this.#held;
  }

  /** Whether the last change was a move: not an undo, a redo or another game. */
  get moved() {
    return this.#moved;
  }

  /** Milliseconds of play so far. */
  get elapsed() {
    return this.#elapsed + (this.#since === null ? 0 : this.#clock() - this.#since);
  }

  /** Whether this game is kept when another begins: one that was begun or had help, or was not drawn. */
  get isKept() {
    return isKept({ record: this.#record, undone: this.#undone });
  }

  /** Whether anything can be undone. */
  get canUndo() {
    return this.at > 0 || this.#left.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0 || this.#returned.length > 0;
  }

  /** Whether a move was made, even if undone: the clock has started. */
  get begun() {
    return this.at > 0 || this.#undone.length > 0;
  }

  /**
   * Begin another game. The one in progress can be brought back with undo.
   * @param {Parameters<typeof newRecord>[0] & {ghost?: GameRecord | null}} game  ghost: to race against
   * @returns {string | null}  the game left, for `back`; null for a drawn board not yet begun
   */
  start(game) {
    const left = this.isKept ? this.#record.id : null;
    this.#part();
    if (left) this.#left = [...this.#left, this.#leave()].slice(-KEPT);
    const record = newRecord({ named: this.#namedAs(game.goal), metric: this.#metricOf(game), ...game });
    record.again ||= this.#known.has(boardOf(record));
    this.#adopt({ record, undone: [], elapsed: 0, held: false, ghost: game.ghost });
    return left;
  }

  /**
   * Begin again from this game's first board, with the help that was given on it.
   * @returns {string | null}  as `start`
   */
  retry() {
    return this.start({
      board: parseBoard(this.#record.start),
      goal: this.#goal,
      seed: this.#record.seed,
      typed: this.#record.typed,
      again: this.#record.again || this.begun,
      named: this.#record.named,
      ghost: this.#ghost,
    });
  }

  /**
   * What another game tells of its board stays with the board, in games to come and in the one in play.
   * @param {GameRecord} record
   */
  know(record) {
    this.#learn(record);
    if (boardOf(record) !== boardOf(this.#record)) return;
    this.#remember(this.#record);
    this.#changed();
  }

  /** @param {GameRecord} record */
  #learn(record) {
    const [board, help, solved] = [boardOf(record), helpIn(record), record.status === "solved"];
    const before = this.#known.get(board);
    if (before || solved || given(help)) {
      this.#known.set(board, { hints: mostHelp(before?.hints ?? help, help), solved: solved || (before?.solved ?? false) });
    }
  }

  /**
   * A game that is not over has had the help given in other games of its board, too.
   * @param {GameRecord} record
   */
  #remember(record) {
    const known = this.#known.get(boardOf(record));
    if (!known || record.status !== "playing") return;
    const more = joined(known.hints, helpIn(record), (theirs, own) => Math.max(0, theirs - own));
    if (given(more)) record.earlier = record.earlier ? joined(record.earlier, more, (one, other) => one + other) : more;
    record.hints = mostHelp(record.hints, known.hints);
    record.again ||= known.solved;
  }

  /**
   * Make moves. The first starts the clock, the one that reaches the goal stops it.
   * @param {string} letters  legal moves in order; they count as one slide
   * @param {string} input  m, t, k, h or s
   * @param {number} [time]  when it happened, on the same clock
   * @returns {boolean}  whether the game took them: a solved or paused game takes none
   */
  move(letters, input, time = this.#clock()) {
    if (this.solved || this.#held || !letters) return false;
    const board = replay(this.#board, letters);
    this.#undone = [];
    this.#part();
    this.#moved = true;
    this.#make(board, letters, input, time);
    return true;
  }

  /**
   * Start the clock before the first move.
   * @param {number} time  when it started, on the same clock
   */
  begin(time) {
    this.#since ??= time;
  }

  /**
   * Daily boards and recorded games are compared in single tiles.
   * @param {{seed?: string | null, ghost?: GameRecord | null}} game
   */
  #metricOf(game) {
    return game.ghost || seedDay(game) ? undefined : this.#metric();
  }

  /** Count as games that begin now; a solved game stays as it was played. */
  recount() {
    if (this.solved) return;
    const metric = this.#metricOf({ ...this.#record, ghost: this.#ghost });
    if (metric) this.#record.metric = metric;
    else delete this.#record.metric;
    this.#changed();
  }

  /** End the game unsolved. */
  giveUp() {
    this.#since = null;
    this.#record.status = "abandoned";
  }

  /**
   * @param {Board} board  where the moves lead
   * @param {string} letters
   * @param {string} input
   * @param {number} time
   */
  #make(board, letters, input, time) {
    if (this.#since === null) this.#since = time;
    const record = this.#record;
    const passed = Math.round(this.#elapsed + time - this.#since);
    // A swipe makes several slides within a millisecond; their times stay distinct.
    const at = Math.max(passed, this.at && record.times[this.at - 1] + 1);
    this.#board = board;
    record.moves += letters;
    record.inputs += input.repeat(letters.length);
    for (let i = 0; i < letters.length; i++) record.times.push(at);
    if (sameBoard(board, this.#goal)) this.#finish(at);
    else this.#changed();
  }

  /**
   * Undo the last slide, or, at the start of a game, the New, Retry or link that began it.
   * @returns {boolean}  whether there was anything to undo
   */
  undo() {
    if (this.#held || !this.canUndo) return false;
    if (this.at === 0) {
      this.#goBack();
      return true;
    }
    // The kept record of a solved game stays as it is: another one is trimmed.
    if (this.solved) this.#reopen();
    const record = this.#record;
    const from = record.times.indexOf(/** @type {number} */ (record.times.at(-1)));
    this.#undone.push({ moves: record.moves.slice(from), inputs: record.inputs.slice(from) });
    record.moves = record.moves.slice(0, from);
    record.inputs = record.inputs.slice(0, from);
    record.times.length = from;
    record.undos += 1;
    this.#moved = false;
    this.#board = replay(parseBoard(record.start, this.#goal), record.moves);
    this.#changed();
    return true;
  }

  /**
   * Return to a game that was left, whatever was played since; redo goes forward again.
   * @param {string} id  as `start` gave it
   * @returns {boolean}  whether it was there
   */
  back(id) {
    const index = this.#left.findIndex(({ record }) => record.id === id);
    if (this.#held || index < 0) return false;
    while (this.#left.length > index) this.#goBack();
    return true;
  }

  /**
   * The unfinished games that were left, also by undo, the last at the end, to be given to `restore`.
   * @returns {Checkpoint[]}
   */
  get left() {
    const here = [...this.#left, ...this.#returned.filter(isKept)].filter(({ record }) => record.status === "playing");
    return [...this.#earlier, ...here.map(({ kept: _, ...checkpoint }) => checkpoint)];
  }

  /**
   * @param {(record: GameRecord) => boolean} fits
   * @returns {Checkpoint | null} the unfinished game that was left last among those that fit, for `goOn`
   */
  leftLast(fits) {
    return this.left.findLast(({ record }) => fits(record)) ?? null;
  }

  /**
   * Continue a game that was left. The one in progress is left in its place, so that both stay.
   * @param {string} id  as `start` gave it
   * @returns {boolean}  whether it was there
   */
  goOn(id) {
    const games = [this.#left, this.#returned, this.#earlier].find((list) => list.some(({ record }) => record.id === id));
    if (!games) return false;
    const [next] = games.splice(games.findIndex(({ record }) => record.id === id), 1);
    this.#part();
    if (this.isKept) this.#left.push(this.#leave());
    this.#adopt(next);
    return true;
  }

  /** No game can be redone from here on; unfinished ones with a move stay, as games that were left. */
  #part() {
    const begun = this.#returned.filter(({ record, undone }) => record.status === "playing" && (record.moves || undone.length > 0));
    this.#left = [...this.#left, ...begun.reverse()].slice(-KEPT);
    this.#returned = [];
  }

  /** One game back, as it was left. */
  #goBack() {
    this.#returned.push(this.#leave());
    this.#adopt(/** @type {Left} */ (this.#left.pop()));
  }

  /**
   * This game, to come back to.
   * @returns {Left}
   */
  #leave() {
    this.#learn(this.#record);
    return { ...this.checkpoint(), kept: this.#kept };
  }

  /**
   * Redo the last undone slide.
   * @returns {boolean}
   */
  redo() {
    if (this.#held || !this.canRedo) return false;
    const slide = this.#undone.pop();
    if (!slide) {
      this.#left.push(this.#leave());
      this.#adopt(/** @type {Left} */ (this.#returned.pop()));
      return true;
    }
    this.#moved = false;
    if (this.#isBack(slide)) this.#changed();
    else {
      const board = replay(this.#board, slide.moves);
      this.#make(board, slide.moves, slide.inputs[0], this.#clock());
    }
    return true;
  }

  /**
   * Return to the solved game whose last slides were undone; it is still the same game.
   * @param {{moves: string}} slide
   * @returns {boolean}
   */
  #isBack({ moves }) {
    const kept = this.#kept;
    if (kept === null || kept.moves !== this.#record.moves + moves) return false;
    this.#record = kept;
    this.#kept = null;
    this.#board = this.#goal;
    this.#elapsed = kept.times.at(-1) ?? 0;
    this.#since = null;
    return true;
  }

  /** Stop the clock and refuse moves until `resume`. The game is marked as paused. */
  pause() {
    if (!this.running) return;
    this.#elapsed = this.elapsed;
    this.#since = null;
    this.#held = true;
    this.#record.paused = true;
    this.#changed();
  }

  /**
   * Stop the clock until the next move, as the board is out of sight. The game is marked as paused.
   * @returns {boolean}  whether the clock was running
   */
  rest() {
    if (!this.running) return false;
    this.#elapsed = this.elapsed;
    this.#since = null;
    this.#record.paused = true;
    this.#changed();
    return true;
  }

  /** Go on after `pause`. */
  resume() {
    if (!this.#held) return;
    this.#held = false;
    this.#since = this.#clock();
    this.#changed();
  }

  /**
   * Count a hint that was given. A solved game had its help before.
   * @param {"which" | "arrow" | "play" | "peek" | "solution"} kind
   */
  hinted(kind) {
    if (this.solved) return;
    this.#record.hints[kind] += 1;
    this.#learn(this.#record);
    this.#changed();
  }

  /**
   * This moment, for `restore`.
   * @returns {Checkpoint}
   */
  checkpoint() {
    return structuredClone({
      record: this.#record,
      undone: this.#undone,
      elapsed: this.elapsed,
      held: this.#held,
      ghost: this.#ghost,
    });
  }

  /**
   * Return to a moment. The clock is stopped until the next move, or until `resume` if the game was paused; one
   * that had begun is marked as paused, because what happened in between is unknown.
   * @param {Checkpoint} checkpoint
   * @param {Checkpoint[]} [left]  unfinished games that were left before it, for `goOn`
   */
  restore(checkpoint, left = []) {
    this.#earlier = structuredClone(left);
    this.#known.clear();
    for (const { record } of left) this.#learn(record);
    this.#adopt(structuredClone(checkpoint));
  }

  /** @param {Left} game */
  #adopt({ record, undone, elapsed, held, ghost = null, kept = null }) {
    this.#learn(record);
    this.#remember(record);
    this.#goal = parseBoard(record.goal, record);
    this.#board = replay(parseBoard(record.start, record), record.moves);
    this.#record = record;
    this.#undone = undone;
    this.#elapsed = elapsed;
    this.#since = null;
    this.#held = held;
    this.#moved = false;
    this.#kept = kept;
    this.#ghost = ghost;
    if (record.moves && record.status === "playing") record.paused = true;
    this.dispatchEvent(new Event("start"));
    this.#changed();
  }

  /** A solved game whose last move is undone continues as another game, on an already known board. */
  #reopen() {
    this.#kept = this.#record;
    this.#record = Object.assign(structuredClone(this.#record), {
      id: newId(),
      status: "playing",
      again: true,
    });
    this.#remember(this.#record);
  }

  /** @param {number} at */
  #finish(at) {
    this.#since = null;
    this.#elapsed = at;
    this.#record.status = "solved";
    this.#learn(this.#record);
    this.#changed();
    this.dispatchEvent(new Event("solved"));
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
