/** Drills of the last rows, timed, one board after another. */
import { build, button, fill } from "../shared/dom.js";
import { timeText } from "../shared/gamewords.js";
import { namedGoal } from "../board.js";
import { Game } from "../game/game.js";
import { newId } from "../game/record.js";
import { bringUp } from "../shared/sight.js";
import { DRILLS, drillBoard, drillGames, drillSeed } from "./drills.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { amount, inSequence, said, t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */

const TICK = 100;
/** Results in the list. */
const LATEST = 5;

/** A game of its own, beside that of the play view. */
export class DrillPart {
  #drill = DRILLS[1];
  /** @type {Game | null} */
  #game = null;
  #timer = 0;

  /**
   * @param {App} app
   * @param {TaquinBoard} board
   */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    this.time = build("span", { class: "train__time" });
    this.words = build("p", { class: "train__words" });
    this.results = build("dl", { class: "train__results" });
    this.nexting = button({ words: t`Next board`, hint: "N", onClick: () => this.next() });
    const select = build(
      "select",
      { id: "train-drill", on: { change: () => this.#choose(select.value) } },
      ...DRILLS.map(({ id, name }) => build("option", { value: id, text: name, selected: id === this.#drill.id })),
    );
    this.element = build(
      "div",
      { class: "train__part" },
      build(
        "section",
        { class: "panel", "aria-label": t`Drill` },
        build("h2", { text: t`Finish the last rows` }),
        this.time,
        this.words,
        build("div", { class: "toolbar" }, this.nexting, button({ words: t`Retry`, hint: "T", onClick: () => this.retry() })),
      ),
      // Below the clock, which is in sight with the board.
      build("div", { class: "field" }, build("label", { for: select.id, text: t`Drill` }), select),
      build("section", { class: "panel", "aria-label": t`Results` }, build("h2", { text: t`Results` }), this.results),
    );
  }

  /** @param {string} id */
  #choose(id) {
    this.#drill = DRILLS.find((drill) => drill.id === id) ?? DRILLS[0];
    this.next();
    void this.#paintResults();
    bringUp(this.board, this.app.settings);
  }

  enter() {
    this.app.covered = () => (this.#game?.running ? t`The clock of the drill goes on.` : "");
    if (this.#game) this.#show();
    else this.next();
    void this.#paintResults();
  }

  leave() {
    this.app.covered = () => "";
    clearInterval(this.#timer);
    this.#game?.pause();
  }

  next() {
    const seed = drillSeed(this.#drill, newId());
    this.#begin({ board: drillBoard(this.#drill, seed), seed });
  }

  retry() {
    this.#game?.retry();
  }

  undo() {
    this.#game?.undo();
  }

  hint() {
    void this.#point();
  }

  /** The next step of the row-and-column method, in words; the drill is then marked as helped. */
  async #point() {
    const game = this.#game;
    if (!game || game.solved) return;
    const step = await this.app.solver.human(game.board, game.goal);
    if (!step || game !== this.#game) return;
    game.hinted("which");
    this.words.textContent = step.sentence;
    this.board.mark({ cells: step.tiles.map((tile) => game.board.cells.indexOf(tile)) });
    this.app.say(step.sentence, { now: true });
  }

  /** @param {{board: import("../board.js").Board, seed: string}} first */
  #begin({ board, seed }) {
    const { side } = this.#drill;
    const goal = namedGoal("last", side, side);
    // As a board of choice it stays out of the statistics of random boards.
    const game = new Game({ board, goal, seed });
    game.record.typed = true;
    this.#game = game;
    game.addEventListener("change", () => this.#show());
    game.addEventListener("solved", () => void this.#keep(game.record));
    this.#show();
  }

  #show() {
    const game = /** @type {Game} */ (this.#game);
    if (this.board.board !== game.board) {
      this.board.goal = game.goal;
      this.board.show(game.board, { animate: game.moved });
    }
    this.board.disabled = game.solved;
    this.nexting.classList.toggle("button--primary", game.solved);
    this.words.textContent = game.solved
      ? t`Solved in ${amount(game.at, "move")}.`
      : inSequence(t`The upper rows are home.`, !game.begun && translated(FACE_SENTENCES.starts));
    this.#tick();
    clearInterval(this.#timer);
    if (game.running) this.#timer = setInterval(() => this.#tick(), TICK);
  }

  #tick() {
    const game = /** @type {Game} */ (this.#game);
    this.time.textContent = timeText(game.elapsed, game.solved ? 3 : 1);
  }

  /** @param {import("./trainboard.js").WantedMove} wanted */
  take({ moves, input, time }) {
    const game = /** @type {Game} */ (this.#game);
    // Another part was on in between.
    if (game.held) game.resume();
    return game.move(moves, input, time);
  }

  /** @param {GameRecord} record */
  async #keep(record) {
    this.app.say(this.words.textContent ?? "", { now: true });
    await this.app.history.add(structuredClone(record));
    await this.#paintResults();
  }

  async #paintResults() {
    const games = drillGames(await this.app.history.all(), this.#drill);
    const times = games.map(({ times: all }) => all.at(-1) ?? 0);
    const figure = (/** @type {string} */ label, /** @type {string} */ value) =>
      build("div", {}, build("dt", { class: "figure__label", text: label }), build("dd", { class: "figure__value", text: value }));
    const latest = times.slice(-LATEST);
    const mean = latest.reduce((sum, time) => sum + time, 0) / Math.max(1, latest.length);
    fill(
      this.results,
      figure(said("{games:solved|solved}", { games: games.length }), String(games.length)),
      figure(translated("best", "a time"), games.length ? timeText(Math.min(...times), 3) : "–"),
      figure(t`fewest moves`, games.length ? String(Math.min(...games.map(({ moves }) => moves.length))) : "–"),
      figure(t`mean of ${latest.length || LATEST}`, games.length ? timeText(Math.round(mean), 3) : "–"),
    );
  }
}
