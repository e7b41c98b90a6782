/**
 * The analysis: move freely, with the distance, all best moves and a whole line always in sight;
 * branch from any point, and go on to the lab, to play, or to a link.
 */
import { formatBoard, goalName, judge, move, parseBoard, parseGoal, parseMoves } from "../board.js";
import { beginOther, dress } from "../shared/app.js";
import { build, button, fill, inWindow, keepFocus, sentence } from "../shared/dom.js";
import { buildDistanceBar } from "../shared/distancebar.js";
import { goalText } from "../shared/goals.js";
import { letterOf } from "../shared/keys.js";
import { slideText } from "../shared/moves.js";
import { bringUp } from "../shared/sight.js";
import { MOST_CELLS_HERE } from "../lab/searches/pagereach.js";
import { sized, writeFragment } from "../notation/links.js";
import { buildThumbnail } from "../shared/thumbnail.js";
import { typeset } from "../shared/typeset.js";
import { pageAddress } from "../server/place.js";
import { AnalysisMemory } from "./analysememory.js";
import { choicesOf, leftText, lossText, moveLabel } from "./analysewords.js";
import { MoveTree } from "./movetree.js";
import { Positions } from "./positions.js";
import { buildRefusal } from "./refusal.js";
import { amount, said, t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("./movetree.js").MoveNode} MoveNode */

/** Moves of the line in sight; the others are counted. */
const SHOWN = 60;

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("../shared/app.js").View}
 */
export function mount(root, app) {
  const view = new Analyser(root, app);
  return { show: (params) => view.show(params), hide: () => view.hide() };
}

class Analyser {
  #app;
  #shown = false;
  /** What was opened last. */
  #source = "";
  /** How the game in play names its goal. @type {App["game"]["record"]["named"]} */
  #named = undefined;
  #goal = parseGoal("last", 4, 4);
  #tree = new MoveTree(this.#goal);
  /** @type {Positions} */
  #positions;
  #asking = new AbortController();
  #memory = new AnalysisMemory();

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.#app = app;
    this.#positions = new Positions(app.solver, this.#goal);
    this.board = /** @type {TaquinBoard} */ (document.createElement("taquin-board"));
    this.bar = buildDistanceBar({ headed: true });
    this.left = build("p", { class: "analyse__left" });
    this.lost = build("p", { class: "note" });
    this.choices = build("div", { class: "analyse__choices", role: "group", "aria-label": translated("Moves", "a list") });
    this.line = build("ol", { class: "moves", "aria-label": t`Line to the goal` });
    this.proof = build("p", { class: "note" });
    this.made = build("ol", { class: "moves", "aria-label": t`Moves made` });
    this.count = build("p", { class: "note" });
    this.branches = build("div", { class: "toolbar" });
    this.back = button({ icon: "undo", words: translated("Back", "a move"), onClick: () => this.#step(-1) });
    this.playing = button({ words: t`Play from here`, onClick: () => this.#playOn() });
    this.forward = button({ icon: "redo", words: t`Forward`, onClick: () => this.#step(1) });
    this.starting = button({ icon: "retry", words: t`To the start`, onClick: () => this.#to(this.#tree.line()[0]) });
    this.named = build("p", { class: "note analyse__named" });
    this.home = build("a", { class: "button button--quiet", href: "#/play", text: t`Back to the game` });
    this.#mountBoard();
    const main = (this.main = build(
      "div",
      { class: "analyse__main" },
      build("div", { class: "analyse__board" }, this.board),
      build("div", { class: "analyse__steps" }, this.back, this.forward, this.starting),
    ));
    const side = (this.side = build(
      "div",
      { class: "analyse__side" },
      build("section", { class: "panel analyse__position", "aria-label": t`Position` }, build("h2", { text: t`Position` }), this.left, this.bar.element, this.lost, this.choices),
      build("section", { class: "panel analyse__line", "aria-label": t`Line` }, build("h2", { text: t`Line to the goal` }), this.proof, this.line),
      build("section", { class: "panel", "aria-label": t`Moves made` }, build("h2", { text: t`Moves made` }), this.count, this.made, this.branches),
    ));
    this.aim = build("section", { class: "panel analyse__goal", "aria-label": t`Goal` });
    side.append(this.aim);
    this.refusal = build("section", { class: "panel analyse__refusal", "aria-label": t`Link` });
    root.append(build("div", { class: "analyse__head" }, build("h1", { text: t`Analysis` }), this.named, this.home), this.refusal, main, side);
    const exits = this.#buildExits();
    // Below the board, or after all that is read where that would push the distance out of sight.
    inWindow("(min-width: 48rem)", (wide) => (wide ? main : side).append(exits));
  }

  #buildExits() {
    const texts = () => ({ board: formatBoard(this.#tree.at.board), goal: formatBoard(this.#goal) });
    this.lab = button({ words: t`Open in the lab`, onClick: () => this.#app.go("lab", texts()) });
    const copying = button({ words: t`Copy link`, onClick: () => void this.#copy() });
    return build("div", { class: "analyse__exits" }, this.playing, this.lab, copying);
  }

  #playOn() {
    const { game, go } = this.#app;
    const first = { board: this.#tree.at.board, goal: this.#goal };
    beginOther(this.#app, t`The board of the analysis is set up.`, () => game.start(first));
    go("play");
  }

  #mountBoard() {
    const { settings, keys } = this.#app;
    const { board } = this;
    const paint = () => {
      board.palette = settings.get("palette");
      board.input = settings.get("input");
      board.model = settings.get("model");
      board.duration = settings.get("motion") === "reduce" ? 0 : 120;
      dress(board, settings);
    };
    settings.addEventListener("change", paint);
    paint();
    board.keys = {};
    board.addEventListener("taquin-move", (event) => {
      const { from, moves } = /** @type {CustomEvent} */ (event).detail;
      // The tree shows the board; the element would show another object of the same board.
      event.preventDefault();
      this.#play(moves);
      this.#app.say(slideText(from, moves));
    });
    const on = (/** @type {string} */ action, /** @type {(event: KeyboardEvent) => void} */ act) =>
      keys.on(action, (event) => {
        if (!this.#shown) return;
        event.preventDefault();
        event.stopPropagation();
        act(event);
      });
    for (const action of ["up", "down", "left", "right"]) {
      on(action, ({ timeStamp: time }) => board.push(/** @type {string} */ (letterOf(action, settings.get("arrows"))), { time }));
    }
    on("undo", () => this.#step(-1));
    on("redo", () => this.#step(1));
  }

  /**
   * The board of a link or another view, with moves from it; without one, the game's.
   * @param {Record<string, string>} params  board, goal, moves, and how many of them to have made
   */
  show({ board: text, goal: written = "last", moves = "", at = "0" }) {
    this.#shown = true;
    const { game } = this.#app;
    const source = text ? [text, written, moves, at].join() : game.record.id + game.record.moves;
    this.#refuse("");
    // Back from another view: the branches are still there.
    if (source === this.#source) return this.#paint(false);
    this.home.hidden = Boolean(text);
    if (text) {
      let position;
      try {
        const board = sized(parseBoard(text));
        position = { board, goal: parseGoal(written, board.width, board.height) };
        const { solvable, reason } = judge(board, position.goal);
        if (!solvable) throw new Error(reason);
        this.#named = undefined;
        this.#open(source, board, position.goal, parseMoves(moves), Number.parseInt(at, 10) || 0);
        // By another way than from the game: its review, a link.
        const ofGame = [game.record.start, formatBoard(game.board)].includes(formatBoard(board));
        if (ofGame && formatBoard(position.goal) === game.record.goal) game.hinted("solution");
      } catch (error) {
        this.#refuse(typeset(/** @type {Error} */ (error).message), position);
        return;
      }
    } else {
      // The whole solution comes into sight.
      game.hinted("solution");
      this.#named = game.record.named;
      this.#open(source, parseBoard(game.record.start, game.goal), game.goal, game.record.moves, game.solved ? 0 : game.at);
    }
  }

  /**
   * @param {string} reason  why there is nothing to analyse; empty if there is
   * @param {import("./refusal.js").Drafted} [position]  that is refused
   */
  #refuse(reason, position) {
    const { main, side, refusal } = this;
    const refused = reason !== "";
    refusal.hidden = !refused;
    main.hidden = side.hidden = refused;
    if (!refused) return;
    // Keys do nothing to a board that is out of sight.
    this.hide();
    this.home.hidden = false;
    fill(refusal, ...buildRefusal(this.#app, reason, position));
    this.#app.say(/** @type {string} */ (refusal.textContent));
  }

  hide() {
    this.#shown = false;
    this.#asking.abort();
  }

  /**
   * @param {string} source
   * @param {Board} board
   * @param {Board} goal
   * @param {string} moves
   * @param {number} at
   */
  #open(source, board, goal, moves, at) {
    this.#tree = new MoveTree(board, moves, Math.max(0, at));
    this.#source = source;
    const tried = this.#memory.read(source, board);
    if (tried) this.#tree.tryAgain(tried);
    this.#goal = goal;
    this.#positions = new Positions(this.#app.solver, goal);
    this.board.goal = goal;
    this.#paintGoal();
    if (this.lab) this.lab.hidden = !this.#app.api.present && goal.cells.length > MOST_CELLS_HERE;
    this.#paint(false);
  }

  /** The goal, where it is not the one that everybody knows. */
  #paintGoal() {
    const goal = this.#goal;
    this.aim.hidden = goalName(goal) === "last";
    const words = goalText(goal, this.#named);
    this.named.textContent = this.aim.hidden ? "" : words;
    fill(this.aim, build("div", {}, build("h2", { text: t`Goal` }), build("p", { text: sentence(words) })), buildThumbnail(goal, goal, t`The goal`));
  }

  /** @param {string} letters */
  #play(letters) {
    this.#tree.play(letters);
    this.#paint(true);
  }

  /** @param {-1 | 1} by */
  #step(by) {
    if (by < 0 ? this.#tree.back() : this.#tree.forward()) this.#paint(true);
    else this.#app.say(by < 0 ? t`This is the start.` : t`No move to make again.`);
  }

  /** @param {MoveNode} node */
  #to(node) {
    this.#tree.to(node);
    this.#paint(true);
  }

  /** @param {boolean} animate */
  #paint(animate) {
    const { board } = this.#tree.at;
    this.#memory.keep(this.#source, this.#tree.tried);
    this.board.show(board, { animate });
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#paintMade();
    this.#paintKnown();
    void this.#ask(board, false);
    // How much was lost is measured from the start.
    if (this.#tree.depth > 0) void this.#ask(this.#tree.line()[0].board, true);
  }

  /**
   * @param {Board} board
   * @param {boolean} start  whether it is the start, beside the position in sight
   */
  async #ask(board, start) {
    const { signal } = this.#asking;
    const known = this.#positions.get(board);
    if (known && (start || known.best !== null)) return;
    const onProgress = (/** @type {number} */ lower) => {
      if (!start) this.left.textContent = lower > 0 ? t`At least ${amount(lower, "move")} left; searching…` : t`Searching…`;
    };
    try {
      await this.#positions.ask(board, { signal, onProgress, onKnown: () => this.#paintKnown() });
      if (!start) this.#app.say(/** @type {string} */ (this.left.textContent));
    } catch (error) {
      if (!signal.aborted) this.#app.notify(t`The analysis stopped: ${/** @type {Error} */ (error).message}`);
    }
  }

  /** What is known of the position in sight. */
  #paintKnown() {
    const { board } = this.#tree.at;
    const known = this.#positions.get(board);
    const first = this.#positions.get(this.#tree.line()[0].board);
    this.bar.element.hidden = !known;
    this.playing.disabled = known?.distance === 0;
    this.left.textContent = known ? sentence(leftText(known)) : t`Searching…`;
    this.lost.textContent = lossText(first?.distance ?? null, this.#tree.depth, known?.distance ?? null);
    if (known) {
      const upper = known.distance ?? (known.line.length || null);
      this.bar.show({ value: known.distance, lower: known.distance ?? known.lower, upper, exact: known.proved }, this.#goal);
    }
    const unknown = { distance: null, lower: 0, best: null, line: "", proved: false };
    this.#paintChoices(known ?? unknown);
    this.#paintLine(known ?? unknown);
  }

  /** @param {import("./analysewords.js").Known} known */
  #paintChoices(known) {
    const { board } = this.#tree.at;
    const buttons = choicesOf(board, known).map(({ letter, label, spoken, mark }) => {
      const note = { best: translated("best", "a move"), worse: "+2", open: "" }[mark];
      // Arrows and signs are for the eye; the words are for the ear.
      return build(
        "button",
        { type: "button", class: `button analyse__choice--${mark}`, on: { click: () => this.#play(letter) } },
        build("span", { text: label, "aria-hidden": "true" }),
        note && build("span", { class: "analyse__mark", text: note, "aria-hidden": "true" }),
        build("span", { class: "visually-hidden", text: spoken }),
      );
    });
    keepFocus(
      () => fill(this.choices, ...buttons),
      () => this.choices.querySelector("button"),
    );
  }

  /** The board, after a choice in a list below it. */
  #bring() {
    bringUp(this.board, this.#app.settings, this.board);
  }

  /** @param {import("./analysewords.js").Known} known */
  #paintLine({ line, proved, distance }) {
    let { board } = this.#tree.at;
    const items = Array.from(line.slice(0, SHOWN), (letter, i) => {
      const item = this.#moveButton(moveLabel(board, letter), () => {
        this.#play(line.slice(0, i + 1));
        this.#bring();
      });
      board = move(board, letter);
      return item;
    });
    keepFocus(
      () => fill(this.line, ...items),
      () => this.line.querySelector("button") ?? this.board,
    );
    const rest = line.length - items.length;
    const kind = proved ? t`A shortest line, proved.` : this.#app.api.present
      ? t`From the row-and-column method or the server; not proved to be the shortest.`
      : t`From the row-and-column method; not proved to be the shortest.`;
    this.proof.textContent = distance === 0 || !line ? "" : kind + (rest > 0 ? said(" {rest} more {rest:move follows|moves follow}.", { rest }) : "");
  }

  /** The moves made, those that continue it, and the other branches from here. */
  #paintMade() {
    const [start, ...line] = this.#tree.line();
    const { at } = this.#tree;
    let { board } = start;
    const { depth } = this.#tree;
    const items = line.map((node, i) => {
      const item = this.#moveButton(moveLabel(board, node.letter), () => {
        this.#to(node);
        this.#bring();
      });
      if (node === at) item.firstElementChild?.setAttribute("aria-current", "step");
      item.firstElementChild?.classList.toggle("moves__move--ahead", i >= depth);
      board = node.board;
      return item;
    });
    this.count.textContent = depth < line.length ? t`${depth} of ${amount(line.length, "move")} made.` : "";
    const held = this.made.contains(document.activeElement);
    fill(this.made, ...items);
    const current = /** @type {HTMLElement | null} */ (this.made.querySelector("[aria-current]"));
    if (held) (current ?? this.board).focus();
    if (current) this.made.scrollTop = current.offsetTop - this.made.offsetTop - this.made.clientHeight / 2;
    const others = at.next.filter((node) => node !== at.latest);
    const branches = others.map((node) => button({ words: t`Branch ${moveLabel(at.board, node.letter)}`, onClick: () => this.#to(node) }));
    fill(this.branches, items.length === 0 && build("span", { class: "note", text: t`Move a tile: the way back stays here.` }), ...branches);
    const atEnds = () => {
      for (const element of [this.back, this.starting]) element.disabled = !at.parent;
      this.forward.disabled = !at.latest;
    };
    keepFocus(atEnds, () => (at.latest ? this.forward : this.board));
  }

  /**
   * @param {string} text
   * @param {() => void} onClick
   */
  #moveButton(text, onClick) {
    return build("li", {}, build("button", { type: "button", class: "moves__move", text, on: { click: onClick } }));
  }

  async #copy() {
    const [{ board }] = this.#tree.line();
    const params = { board: formatBoard(board), goal: formatBoard(this.#goal), moves: this.#tree.moves, at: String(this.#tree.depth) };
    const link = new URL(writeFragment("analysis", params), pageAddress()).href;
    try {
      await navigator.clipboard.writeText(link);
      this.#app.say(t`Copied.`, { now: true });
    } catch {
      // Refused, or no clipboard on plain HTTP: the address bar can be copied from.
      location.replace(link);
    }
  }
}
