/** Timed attempts: single boards, marathons, relays and mixed sessions, with inspection and blind. */
import { namedGoal, sameBoard } from "../board.js";
import { Game } from "../game/game.js";
import { randomBoard } from "../game/random.js";
import { newId } from "../game/record.js";
import { build, button, fill, inWindow, keepFocus } from "../shared/dom.js";
import { celebrate } from "../shared/finish.js";
import { timeText } from "../shared/gamewords.js";
import { isFree, keyLabel } from "../shared/keys.js";
import { counted, movesText } from "../shared/measures.js";
import { openStorage, readStored } from "../shared/storage.js";
import { partsText, unbroken } from "../shared/timewords.js";
import { buildTrainBoard } from "../train/trainboard.js";
import { buildTrainTabs } from "../train/traintabs.js";
import { Attempt } from "./attempt.js";
import { otherNumbers, otherTile, readChoice, sizeText, startText } from "./timedchoice.js";
import { NUMBERS, buildChoices } from "./timedfields.js";
import { followFingers } from "./fingers.js";
import { hasTime, resultOf } from "./timedresults.js";
import { TimesPanel } from "./timedtimes.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { amount, inSequence, listed, t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("./timedchoice.js").TimedChoice} TimedChoice */
/** @typedef {import("../train/trainboard.js").WantedMove} WantedMove */

const CHOICE = "taquin.timed";
/** The game that a reload or a closed tab cut off: the page then has no time for its database. {}: none had begun. */
const CUT_OFF = "taquin.timed.game";
const TICK = 50;
/** How many of the latest boards of a series are listed at first. */
const LISTED = 10;

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("../shared/app.js").View}
 */
export function mount(root, app) {
  const view = new Timed(root, app);
  return { show: ({ from }) => view.enter(from), hide: () => view.leave() };
}

class Timed {
  #store = openStorage(() => localStorage);
  /** @type {TimedChoice} */
  #choice;
  /** @type {Attempt} */
  #attempt;
  /** @type {Game} */
  #game;
  /** The games of the attempt's solved boards. @type {string[]} */
  #ids = [];
  /** All its time as the attempt was given up. */
  #ended = 0;
  #timer = 0;
  #shown = false;
  /** Removes what was said of the attempt in the view that it was left for. */
  #unsay = () => {};

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.app = app;
    this.root = root;
    this.#choice = this.#readChoice();
    this.#attempt = new Attempt(this.#choice, newId());
    this.#game = this.#deal();
    const part = {
      element: root,
      enter: () => {},
      leave: () => {},
      take: (/** @type {WantedMove} */ move) => this.#take(move),
      next: () => this.#next(),
      retry: () => this.#again(),
      hint: () => app.say(translated(FACE_SENTENCES.noHints)),
    };
    const { element, board } = buildTrainBoard(app, () => (this.#shown ? part : null));
    this.board = board;
    this.time = build("span", { class: "timed__time" });
    this.where = build("span", { class: "timed__where" });
    this.words = build("p", { class: "timed__words", role: "status" });
    this.starting = button({ words: translated("Start", "an attempt"), kind: "primary", icon: "resume", onClick: () => this.#next() });
    this.reviewing = button({
      words: t`Review`,
      onClick: () => app.go("review", { id: this.#game.record.id }),
    });
    this.starts = build("span", { class: "timed__starts" });
    this.cover = build("div", { class: "timed__cover" }, this.starting, this.words, this.reviewing, howTo(app, this.starts));
    this.stage = build("div", { class: "timed__stage" }, element, this.cover);
    this.giving = button({ words: t`Give up`, icon: "close", onClick: () => this.#again() });
    this.splits = build("div", { class: "timed__splits" });
    this.strip = build("div", { class: "timed__strip" }, this.time, this.where, this.giving);
    this.main = build("div", { class: "timed__main" }, this.strip, this.stage);
    this.times = new TimesPanel(app, this.#store);
    this.tabs = buildTrainTabs("timed");
    this.fields = build("div", { class: "timed__fields" });
    // Where the fields stand below the board, they end with what one does next.
    this.going = button({ words: t`Start the attempt`, icon: "resume", onClick: () => this.#next() });
    this.going.classList.add("timed__going");
    const attempt = build("section", { class: "panel", "aria-label": t`Attempt` }, build("h2", { text: t`Attempt` }), this.fields, this.going);
    // Below a board that is as high as the window they are out of sight.
    inWindow("(min-width: 60rem)", (wide) => (wide ? attempt : this.main).append(this.splits));
    root.append(
      this.tabs,
      build("h1", { class: "visually-hidden", text: t`Timed` }),
      this.main,
      build(
        "aside",
        { class: "timed__side", "aria-label": t`Attempt and results` },
        attempt,
        this.times.element,
      ),
    );
    this.#bind();
    this.#paintFields();
    this.times.show(this.#choice);
    this.#paint(false);
    void this.#recover();
  }

  #readChoice() {
    return readChoice(readStored(this.#store.getItem(CHOICE), (kept) => kept, "The stored choice is not JSON; it is ignored."));
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
      if (!this.#shown || event.key !== " " || this.cover.hidden) return;
      // No tile of a finished board uses the key.
      if (!isFree(event) && !event.composedPath().includes(this.board)) return;
      event.preventDefault();
      this.#next();
    });
    settings.addEventListener("change", () => this.#dress());
    // A reload, or a closed tab, leaves the view too.
    addEventListener("pagehide", () => {
      const record = this.#game.record;
      if (this.#quit(LEFT)) this.#store.setItem(CUT_OFF, JSON.stringify(record.status === "abandoned" ? record : {}));
    });
    addEventListener("pageshow", ({ persisted }) => persisted && void this.#recover());
  }

  /** Keep the game that was cut off, and say that its attempt counts. */
  async #recover() {
    try {
      const record = JSON.parse(this.#store.getItem(CUT_OFF) ?? "null");
      if (record) this.words.textContent = LEFT;
      if (record?.id) await this.app.history.add(record);
    } catch (error) {
      this.app.notify(t`A game that was cut off could not be saved: ${/** @type {Error} */ (error).message}`);
    }
    this.#store.setItem(CUT_OFF, "null");
  }

  /** @param {string} [from]  the view that led here, if its tabs stay */
  enter(from) {
    this.#shown = true;
    // The cover says the same.
    this.#unsay();
    this.app.covered = () => (this.#busy ? t`The clock of the attempt goes on.` : "");
    this.tabs.hidden = from !== "train";
    this.#paint(false);
  }

  /** An attempt ends with the view: its clock cannot wait. */
  leave() {
    this.#shown = false;
    this.app.covered = () => "";
    // Said where one is now.
    if (this.#quit(LEFT)) this.#unsay = this.app.notify(LEFT);
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  /**
   * End the attempt in progress, if there is one, as one that did not finish.
   * @param {string} words
   * @returns {boolean}  whether there was one
   */
  #quit(words) {
    if (!this.#busy) return false;
    const attempt = this.#attempt;
    const time = performance.now();
    const now = attempt.total(time);
    const begun = attempt.phase !== "covered";
    const ended = attempt.from === null ? 0 : time - attempt.from;
    attempt.giveUp();
    const { record } = this.#game;
    // The board after a solved one shows itself: without a move it is no game, only the end of the series.
    if (begun && (attempt.sizes.length === 1 || record.moves !== "")) {
      this.#game.giveUp();
      record.ended = Math.max(Math.floor(ended), record.times.at(-1) ?? 0);
      this.#keep();
    }
    const moves = begun ? this.#game.at : 0;
    this.times.add(resultOf(attempt, { at: new Date().toISOString(), now, ids: this.#ids, moves }));
    if (begun && this.#shown) {
      // The board that was given up stays, with its clock.
      this.#ended = now;
      this.words.textContent = words;
      this.#paint(false);
    } else this.#renew(words);
    return true;
  }

  /** Whether an attempt has begun and not ended: its choices stay as they are. */
  get #busy() {
    const { phase, splits } = this.#attempt;
    return phase !== "over" && (phase !== "covered" || splits.length > 0);
  }

  /** A game on the board that is on, which never is the goal already. */
  #deal() {
    const { size, boardSeed } = this.#attempt;
    const { width, height } = size;
    const { numbers } = this.#choice;
    const goal = namedGoal("last", width, height);
    let seed = boardSeed;
    let board = randomBoard(width, height, goal, seed);
    while (sameBoard(board, goal)) board = randomBoard(width, height, goal, (seed += "+"));
    const game = new Game({ board, goal, seed });
    // Hidden numbers make another puzzle: statistics count it apart.
    if (numbers !== "shown") game.record.numbers = numbers;
    return game;
  }

  /**
   * @param {Partial<TimedChoice>} change
   * @param {string | null} [focus]  the id of the field that keeps it; "": on to the board; null: where it is
   */
  #choose(change, focus = null) {
    const series = Object.keys(change).some((name) => name !== "tile");
    this.#choice = readChoice({ ...this.#choice, ...change });
    this.#store.setItem(CHOICE, JSON.stringify(this.#choice));
    if (series) this.#renew("");
    this.#paintFields();
    this.times.show(this.#choice);
    this.#paint(false);
    // The covered board takes the keys that start.
    if (focus !== null) (document.getElementById(focus) ?? this.starting).focus({ preventScroll: true });
    if (change.numbers) this.app.say(t`Numbers: ${NUMBERS[change.numbers]}.`);
  }

  /** @param {string} words */
  #renew(words) {
    this.#attempt = new Attempt(this.#choice, newId());
    this.#game = this.#deal();
    this.#ids = [];
    this.#ended = 0;
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
    this.board.focus({ preventScroll: true });
    for (const part of [this.stage, this.strip]) part.scrollIntoView({ block: "nearest" });
  }

  /** End this attempt and begin another. */
  #again() {
    if (this.#quit(GIVEN_UP)) this.app.say(GIVEN_UP);
    else this.#renew("");
  }

  /** @param {WantedMove} wanted */
  #take({ moves, input, time }) {
    const attempt = this.#attempt;
    if (attempt.phase !== "looking" && attempt.phase !== "solving") return false;
    attempt.tick(time);
    if (attempt.from !== null) this.#game.begin(attempt.from);
    if (!this.#game.move(moves, input, time)) return false;
    attempt.moved(time);
    if (this.#game.solved) this.#solved(time);
    else this.#paint(true);
    return true;
  }

  /** @param {number} time */
  #solved(time) {
    const attempt = this.#attempt;
    this.#keep();
    attempt.solved(time, this.#game.record);
    if (attempt.phase === "over") this.#finish();
    else {
      const { splits, sizes } = attempt;
      this.app.say(t`${splits.length} of ${sizes.length} solved.`, { now: true });
      this.#game = this.#deal();
    }
    this.#paint(attempt.phase === "over");
  }

  /** Store the game that is on. */
  async #keep() {
    const record = structuredClone(this.#game.record);
    this.#ids.push(record.id);
    try {
      await this.app.history.add(record);
    } catch (error) {
      this.app.notify(t`This game could not be saved in the history: ${/** @type {Error} */ (error).message}`);
    }
  }

  #finish() {
    const result = resultOf(this.#attempt, { at: new Date().toISOString(), now: 0, ids: this.#ids });
    const best = this.times.add(result);
    const before = (result.before ?? []).reduce((all, one) => all + one, 0);
    const parts = partsText({ whole: result.total, before, boards: result.times.length }, this.#choice.numbers);
    const time = hasTime(result) ? t`${timeText(result.total, 3)} and ` : "";
    const whole = t`Solved in ${time}${amount(result.moves, "move")}`;
    const told = parts ? t`${whole}: ${unbroken(parts)}.` : t`${whole}.`;
    this.words.textContent = best ? inSequence(told, t`Your best.`) : told;
    this.app.say(this.words.textContent, { now: true });
    this.#setSmaller(unbroken(parts));
    void celebrate(this.app, this.board);
  }

  /** @param {string} parts  of the time, within the words; "" for none */
  #setSmaller(parts) {
    if (!parts) return;
    const text = /** @type {Text} */ (this.words.firstChild);
    const rest = text.splitText(text.data.indexOf(parts));
    // With the full stop.
    const after = rest.splitText(parts.length + 1);
    const best = after.data.trimStart();
    after.replaceWith(after.data.slice(0, after.length - best.length), build("span", { class: "keep", text: best }));
    rest.replaceWith(build("span", { class: "timed__parts", text: rest.data }));
  }

  /** How the tiles look: blind, they keep neither number nor colour; hidden numbers leave colours that tell them apart. */
  #dress() {
    const { bare } = this.#attempt;
    const chosen = this.app.settings.get("palette");
    const told = ["rows", "columns", "fringe"].includes(chosen) ? chosen : "rows";
    this.board.labels = bare ? "none" : "numbers";
    this.board.palette = !bare ? chosen : this.#choice.numbers === "blind" ? "mono" : told;
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
      this.stage.classList.toggle("timed__stage--dnf", attempt.phase === "over" && !attempt.complete);
      this.board.disabled = covered || attempt.phase === "over";
      this.board.inert = covered;
      this.giving.disabled = !this.#busy;
      this.going.hidden = this.#busy || attempt.phase === "over";
      this.reviewing.hidden = attempt.phase !== "over" || this.#game.at === 0;
      this.reviewing.querySelector("span")?.replaceChildren(attempt.sizes.length > 1 ? t`Review board ${attempt.at + 1}` : t`Review`);
    };
    keepFocus(change, () => (covered || attempt.phase === "over" ? this.starting : this.board));
    this.starting.querySelector("span")?.replaceChildren(this.#startWords());
    this.root.style.setProperty("--columns", String(game.board.width));
    this.root.style.setProperty("--rows", String(game.board.height));
    this.root.style.setProperty("--tile", this.#choice.tile ? `${this.#choice.tile}px` : "100vw");
    this.fields.inert = this.#busy;
    this.#paintSplits();
    this.#tick();
    const ticking = this.#shown && (attempt.running || attempt.left(performance.now()) > 0);
    if (ticking !== this.#timer > 0) {
      clearInterval(this.#timer);
      this.#timer = ticking ? setInterval(() => this.#tick(), TICK) : 0;
    }
  }

  #startWords() {
    const { phase, splits, sizes } = this.#attempt;
    if (phase === "over") return translated("Again", "an attempt");
    const next = this.#attempt.size;
    return splits.length > 0 ? t`Board ${splits.length + 1} of ${sizes.length}: ${sizeText(next)}` : translated("Start", "an attempt");
  }

  #tick() {
    const now = performance.now();
    const attempt = this.#attempt;
    attempt.tick(now);
    const left = attempt.left(now);
    const shown = this.#ended || attempt.elapsed(now);
    this.time.textContent = left > 0 ? t`${Math.ceil(left / 1000)} s` : timeText(shown, attempt.running ? 1 : 3);
    this.time.classList.toggle("timed__time--left", left > 0);
    this.where.textContent = `${left > 0 ? t`to inspect · ` : ""}${this.#place()}`;
  }

  /** Whose time the clock shows: the boards, and their moves. */
  #place() {
    const { sizes, size, at, complete, phase, splits } = this.#attempt;
    if (sizes.length === 1) return `${sizeText(size)} · ${movesText(this.#game.at)}`;
    // At the end the time is that of all boards, and so are the moves.
    if (phase === "over") {
      const moves = splits.reduce((sum, split) => sum + split.moves, complete ? 0 : this.#game.at);
      const boards = complete ? counted(sizes.length, "board") : t`${splits.length} of ${amount(sizes.length, "board")} solved`;
      return `${boards} · ${movesText(moves)}`;
    }
    // Between two boards, each with a clock of its own, it is still that of the last one.
    const last = phase === "covered" ? splits.at(-1) : undefined;
    const many = last ? t`board ${splits.length} of ${sizes.length}, ` : t`board ${at + 1} of ${sizes.length}, `;
    return `${many}${sizeText(last ?? size)} · ${movesText(last?.moves ?? this.#game.at)}`;
  }

  /** The boards of a series, as they are solved: the latest, and all of them on request. */
  #paintSplits() {
    const { sizes, splits, phase } = this.#attempt;
    const shown = sizes.length > 1 ? splits : [];
    this.splits.hidden = shown.length === 0;
    const now = `${shown.length} ${phase === "over"}`;
    if (this.splits.dataset.shown === now) return;
    this.splits.dataset.shown = now;
    this.#listSplits(shown.length > 2 * LISTED ? shown.length - LISTED : 0);
  }

  /** @param {number} first  from 0 */
  #listSplits(first) {
    const { splits, phase } = this.#attempt;
    const rows = splits.map(({ time, before, moves, ...size }, i) => {
      const parts = this.#choice.numbers === "blind" ? partsText({ whole: time, before }, "blind") : "";
      const text = listed([t`${sizeText(size)}: ${timeText(time, 3)}`, movesText(moves), parts].filter(Boolean));
      // While the clock runs, a link would end the attempt.
      return build("li", {}, phase === "over" ? build("a", { href: `#/review?id=${this.#ids[i]}`, title: t`review`, text }) : text);
    });
    const list = build("ol", { start: first + 1, tabindex: "-1" }, ...rows.slice(first));
    list.style.setProperty("--digits", String(String(splits.length).length));
    const all = () => {
      this.#listSplits(0);
      /** @type {HTMLElement} */ (this.splits.querySelector("ol")).focus({ preventScroll: true });
    };
    const heading = build("h3", { id: "timed-splits", text: t`Board by board` });
    list.setAttribute("aria-labelledby", heading.id);
    fill(this.splits, heading, list, first > 0 && button({ words: t`Show all ${splits.length}`, onClick: all }));
  }

  #paintFields() {
    this.starts.textContent = startText(this.#choice);
    fill(this.fields, ...buildChoices(this.#choice, (change, focus) => this.#choose(change, focus)));
  }
}

const LEFT = t`You left during the attempt: not finished (DNF).`;
const GIVEN_UP = t`Given up: not finished (DNF).`;

/**
 * @param {App} app
 * @param {HTMLElement} starts  says when the clock starts
 * @returns {HTMLElement}  with the keys and gestures of the covered board
 */
function howTo({ settings }, starts) {
  const keys = settings.get("keys");
  const name = (/** @type {string} */ action) => keyLabel(keys[action]?.[0] ?? "–");
  const text =
    t`${name("new")} or Space starts, ${name("retry")} gives up, ${name("numbers")} hides or shows the numbers, ${name("larger")}\u00a0and\u00a0${name("smaller")} make the tiles larger and smaller. `;
  return build(
    "p",
    { class: "note" },
    starts,
    build("span", { class: "timed__keys", text }),
    build("span", { class: "timed__touch", text: t`Tap with two fingers to hide or show the numbers, pinch to resize the tiles.` }),
  );
}
