/** Timed attempts: single boards, marathons, relays and mixed sessions, with inspection and blind. */
import { namedGoal, sameBoard } from "../board.js";
import { Game } from "../game/game.js";
import { randomBoard } from "../game/random.js";
import { newId } from "../game/record.js";
import { build, button, fill, keepFocus } from "../shared/dom.js";
import { timeText } from "../shared/gamewords.js";
import { isFree, keyLabel } from "../shared/keys.js";
import { movesText } from "../shared/measures.js";
import { openStorage } from "../shared/storage.js";
import { buildTrainBoard } from "../train/trainboard.js";
import { Attempt } from "./attempt.js";
import { comparableName, isContinuous, otherNumbers, otherTile, readChoice } from "./timedchoice.js";
import { buildChoices } from "./timedfields.js";
import { followFingers } from "./fingers.js";
import { readResults, resultOf, timedStanding } from "./timedresults.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("./timedchoice.js").TimedChoice} TimedChoice */
/** @typedef {import("../train/trainboard.js").WantedMove} WantedMove */

const CHOICE = "taquin.timed";
const RESULTS = "taquin.timed.results";
const TICK = 50;

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("../shared/app.js").View}
 */
export function mount(root, app) {
  const view = new Timed(root, app);
  return { show: () => view.enter(), hide: () => view.leave() };
}

class Timed {
  #store = openStorage(() => localStorage);
  /** @type {TimedChoice} */
  #choice;
  /** @type {Attempt} */
  #attempt;
  /** @type {Game} */
  #game;
  #timer = 0;
  #shown = false;

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.app = app;
    this.#choice = readChoice(this.#read(CHOICE));
    this.#attempt = new Attempt(this.#choice, newId());
    this.#game = this.#deal();
    const part = {
      element: root,
      enter: () => {},
      leave: () => {},
      take: (/** @type {WantedMove} */ move) => this.#take(move),
      next: () => this.#next(),
      retry: () => this.#again(),
      hint: () => app.say("There are no hints in a timed attempt."),
    };
    const { element, board } = buildTrainBoard(app, () => (this.#shown ? part : null));
    this.board = board;
    this.time = build("span", { class: "timed__time" });
    this.where = build("span", { class: "timed__where" });
    this.words = build("p", { class: "timed__words", role: "status" });
    this.starting = button({ words: "Start", kind: "primary", icon: "resume", onClick: () => this.#next() });
    this.reviewing = button({
      words: "Review",
      onClick: () => app.go("review", { id: this.#game.record.id }),
    });
    this.cover = build("div", { class: "timed__cover" }, this.starting, this.words, this.reviewing, howTo(app));
    this.stage = build("div", { class: "timed__stage" }, element, this.cover);
    this.giving = button({ words: "Give up", icon: "close", onClick: () => this.#again() });
    this.splits = build("ol", { class: "timed__splits" });
    this.results = build("dl", { class: "timed__results" });
    this.name = build("p", { class: "note" });
    this.fields = build("div", { class: "timed__fields" });
    root.append(
      build("h1", { text: "Timed" }),
      build(
        "div",
        { class: "timed__main" },
        build("div", { class: "timed__strip" }, this.time, this.where, this.giving),
        this.stage,
      ),
      build(
        "aside",
        { class: "timed__side", "aria-label": "Attempt and results" },
        build("section", { class: "panel", "aria-label": "Attempt" }, build("h2", { text: "Attempt" }), this.fields),
        build("section", { class: "panel", "aria-label": "Times" }, build("h2", { text: "Times" }), this.name, this.results, this.splits),
      ),
    );
    this.#bind();
    this.#paintFields();
    this.#paint(false);
  }

  /** @param {string} name */
  #read(name) {
    try {
      return JSON.parse(this.#store.getItem(name) ?? "null");
    } catch {
      return null;
    }
  }

  #bind() {
    const { keys, settings } = this.app;
    const ready = (/** @type {() => Partial<TimedChoice>} */ change) => (/** @type {Event} */ event) => {
      if (!this.#shown || this.#busy) return;
      event.preventDefault();
      this.#choose(change());
    };
    const numbers = () => ({ numbers: otherNumbers(this.#choice.numbers) });
    const tile = (/** @type {1 | -1} */ step) => () => ({ tile: otherTile(this.#choice.tile, step) });
    keys.on("numbers", ready(numbers));
    keys.on("larger", ready(tile(1)));
    keys.on("smaller", ready(tile(-1)));
    followFingers(this.cover, (what) => {
      if (this.#busy) return;
      this.#choose(what === "tap" ? numbers() : tile(what === "larger" ? 1 : -1)());
    });
    document.addEventListener("keydown", (event) => {
      if (!this.#shown || event.key !== " " || this.cover.hidden || !isFree(event)) return;
      event.preventDefault();
      this.#next();
    });
    settings.addEventListener("change", () => this.#dress());
  }

  enter() {
    this.#shown = true;
    this.#paint(false);
  }

  /** An attempt ends with the view: its clock cannot wait. */
  leave() {
    this.#shown = false;
    if (this.#busy) this.#renew("The attempt ended, as you left the view.");
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  /** Whether an attempt has begun and not ended: its choices stay as they are. */
  get #busy() {
    const { phase, splits } = this.#attempt;
    return phase !== "over" && (phase !== "covered" || splits.length > 0);
  }

  /** A game on the board that is on, which never is the goal already. */
  #deal() {
    const { side, boardSeed } = this.#attempt;
    const goal = namedGoal("last", side, side);
    let seed = boardSeed;
    let board = randomBoard(side, side, goal, seed);
    while (sameBoard(board, goal)) board = randomBoard(side, side, goal, (seed += "+"));
    const game = new Game({ board, goal, seed });
    // Hidden numbers make another puzzle: it stays out of the statistics.
    game.record.typed = this.#choice.numbers !== "shown";
    return game;
  }

  /** @param {Partial<TimedChoice>} change */
  #choose(change) {
    const series = Object.keys(change).some((name) => name !== "tile");
    this.#choice = readChoice({ ...this.#choice, ...change });
    this.#store.setItem(CHOICE, JSON.stringify(this.#choice));
    if (series) this.#renew("");
    this.#paintFields();
    this.#paint(false);
    if (change.numbers) this.app.say(`Numbers: ${NUMBERS[change.numbers]}.`);
  }

  /** @param {string} words */
  #renew(words) {
    this.#attempt = new Attempt(this.#choice, newId());
    this.#game = this.#deal();
    this.words.textContent = words;
    this.#paint(false);
  }

  /** Uncover the board, or begin another attempt. */
  #next() {
    if (this.#attempt.phase === "over") this.#renew("");
    if (this.#attempt.phase !== "covered") return;
    this.words.textContent = "";
    this.#attempt.uncover(performance.now());
    this.#paint(false);
    this.board.focus();
  }

  /** End this attempt and begin another. */
  #again() {
    const lost = this.#busy;
    this.#attempt.giveUp();
    this.#renew(lost ? "Given up." : "");
    if (lost) this.app.say("Given up.");
  }

  /** @param {WantedMove} wanted */
  #take({ moves, input, time }) {
    const attempt = this.#attempt;
    if (attempt.phase !== "looking" && attempt.phase !== "solving") return false;
    if (!this.#game.move(moves, input, time)) return false;
    attempt.moved(time);
    if (this.#game.solved) this.#solved(time);
    else this.#paint(true);
    return true;
  }

  /** @param {number} time */
  #solved(time) {
    const attempt = this.#attempt;
    void this.#keep(structuredClone(this.#game.record));
    attempt.solved(time, this.#game.at);
    if (attempt.phase === "over") this.#finish();
    else {
      const { splits, sides } = attempt;
      this.app.say(`${splits.length} of ${sides.length} solved.`, { now: true });
      this.#game = this.#deal();
    }
    this.#paint(attempt.phase === "over");
  }

  /** @param {import("../game/record.js").GameRecord} record */
  async #keep(record) {
    try {
      await this.app.history.add(record);
    } catch (error) {
      this.app.notify(`This game could not be saved in the history: ${/** @type {Error} */ (error).message}`);
    }
  }

  #finish() {
    const results = readResults(this.#read(RESULTS));
    const result = resultOf(this.#attempt, new Date().toISOString());
    const { best } = timedStanding(results, result.name);
    this.#store.setItem(RESULTS, JSON.stringify([...results, result].slice(-200)));
    const better = best === null || result.total >= best ? "" : " Your best.";
    this.words.textContent = `Solved in ${timeText(result.total, 2)} and ${movesText(result.moves)}.${better}`;
    this.app.say(this.words.textContent, { now: true });
  }

  /** How the tiles look: blind, they keep neither number nor colour. */
  #dress() {
    const { bare, phase } = this.#attempt;
    const hidden = bare && phase !== "over";
    const blind = hidden && this.#choice.numbers === "blind";
    this.board.labels = hidden ? "none" : "numbers";
    this.board.palette = blind ? "mono" : this.app.settings.get("palette");
  }

  /** @param {boolean} animate */
  #paint(animate) {
    const attempt = this.#attempt;
    const game = this.#game;
    if (this.board.board !== game.board) {
      if (!animate) this.board.goal = game.goal;
      this.board.show(game.board, { animate });
    }
    this.#dress();
    const covered = attempt.phase === "covered";
    const change = () => {
      this.cover.hidden = !covered && attempt.phase !== "over";
      this.stage.classList.toggle("timed__stage--covered", covered);
      this.stage.classList.toggle("timed__stage--over", attempt.phase === "over");
      this.board.disabled = covered || attempt.phase === "over";
      this.board.inert = covered;
      this.giving.disabled = !this.#busy;
      this.reviewing.hidden = attempt.phase !== "over" || attempt.sides.length > 1;
    };
    keepFocus(change, () => (covered || attempt.phase === "over" ? this.starting : this.board));
    this.starting.querySelector("span")?.replaceChildren(this.#startWords());
    this.stage.style.setProperty("--side", String(game.board.width));
    this.stage.style.setProperty("--tile", this.#choice.tile ? `${this.#choice.tile}px` : "100vw");
    this.fields.inert = this.#busy;
    this.#paintTimes();
    this.#tick();
    const ticking = this.#shown && (attempt.running || attempt.left(performance.now()) > 0);
    if (ticking !== this.#timer > 0) {
      clearInterval(this.#timer);
      this.#timer = ticking ? setInterval(() => this.#tick(), TICK) : 0;
    }
  }

  #startWords() {
    const { phase, splits, sides } = this.#attempt;
    if (phase === "over") return "Again";
    return splits.length > 0 ? `Board ${splits.length + 1} of ${sides.length}` : "Start";
  }

  #tick() {
    const now = performance.now();
    const attempt = this.#attempt;
    attempt.tick(now);
    const left = attempt.left(now);
    this.time.textContent = left > 0 ? String(Math.ceil(left / 1000)) : timeText(attempt.elapsed(now), attempt.running ? 1 : 2);
    this.time.classList.toggle("timed__time--left", left > 0);
    const { side, sides, at } = attempt;
    const many = sides.length > 1 ? `board ${at + 1} of ${sides.length}, ` : "";
    this.where.textContent = `${left > 0 ? "to look · " : ""}${many}${side}×${side} · ${movesText(this.#game.at)}`;
  }

  #paintTimes() {
    const attempt = this.#attempt;
    const name = comparableName(this.#choice);
    const { count, best, last } = timedStanding(readResults(this.#read(RESULTS)), name);
    this.name.textContent = name;
    const figure = (/** @type {string} */ label, /** @type {string} */ value) =>
      build("div", {}, build("dt", { text: label }), build("dd", { text: value }));
    fill(
      this.results,
      figure("attempts", String(count)),
      figure("best", best === null ? "–" : timeText(best, 2)),
      ...last.map(({ total }, i) => figure(i === 0 ? "last" : `${i + 1} ago`, timeText(total, 2))),
    );
    const shown = attempt.sides.length > 1 ? attempt.splits : [];
    fill(
      this.splits,
      ...shown.map(({ side, time, moves, memo }) => {
        const learnt = memo > 0 && this.#choice.numbers === "blind" ? `, learnt in ${timeText(memo, 1)}` : "";
        return build("li", { text: `${side}×${side}: ${timeText(time, 2)}, ${movesText(moves)}${learnt}` });
      }),
    );
    this.splits.hidden = shown.length === 0;
    this.splits.classList.toggle("timed__splits--one", isContinuous(this.#choice));
  }

  #paintFields() {
    fill(this.fields, ...buildChoices(this.#choice, (change) => this.#choose(change)));
  }
}

/** @type {Record<TimedChoice["numbers"], string>} */
const NUMBERS = { shown: "shown", hidden: "hidden", blind: "hidden from the first move" };

/**
 * @param {App} app
 * @returns {HTMLElement}  the keys and gestures of the covered board
 */
function howTo({ settings }) {
  const keys = settings.get("keys");
  const name = (/** @type {string} */ action) => keyLabel(keys[action]?.[0] ?? "–");
  const text =
    `${name("new")} or Space starts, ${name("retry")} gives up, ${name("numbers")} changes the numbers, ` +
    `${name("larger")} and ${name("smaller")} the tiles. `;
  return build(
    "p",
    { class: "note" },
    build("span", { class: "timed__keys", text }),
    build("span", { class: "timed__touch", text: "Tap with two fingers for the numbers, pinch for the tiles." }),
  );
}
