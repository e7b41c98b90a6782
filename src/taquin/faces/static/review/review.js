/**
 * Compares a finished game with perfect play: the quality of each move, where most moves were lost,
 * and the board at any moment, to try again from there.
 */
import { goalName, judge, parseBoard, parseGoal, sameBoard } from "../board.js";
import { beginOther, opening } from "../shared/app.js";
import { openDialog } from "../shared/dialog.js";
import { build, button, fill, keepFocus } from "../shared/dom.js";
import { Analysis } from "./analysis.js";
import { broughtText, buildForm } from "./elsewhere.js";
import { buildEmpty, buildWithout } from "./emptyreview.js";
import { isExample } from "./example.js";
import { Playback } from "../shared/playback.js";
import { beginRace, isRaceable, unracedText } from "./race.js";
import { ReviewGraph } from "./reviewgraph.js";
import { inOrder, isJudgedInSlides, slidesOf } from "../game/record.js";
import { bringUp, keepInPlace } from "../shared/sight.js";
import { buildThumbnail } from "../shared/thumbnail.js";
import { verdictMark } from "./reviewmodel.js";
import { stepsOf } from "./steps.js";
import { afterGoal } from "./splits.js";
import { buildAim, buildLegend, buildMoment, buildSplits, buildStretches, buildSummary, buildTwin, linkedHelpBadge, waitingText } from "./reviewparts.js";
import { dateText } from "../shared/gamewords.js";
import { goalText } from "../shared/goals.js";
import { helpBadge } from "../shared/outcome.js";
import { resultTime } from "../shared/timewords.js";
import { listed, t, translated } from "../words/said.js";
import { SLIDE_SENTENCES } from "../words/slidesentences.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("../shared/app.js").View}
 */
export function mount(root, app) {
  /** @type {Review | null} */
  let review = null;
  let turn = 0;
  let shown = false;
  /** What a link without a game led to when the review was opened: a game played since is shown instead. */
  let usual = "";
  document.addEventListener("keydown", (event) => {
    if (shown) review?.playback.press(event);
  });
  const leave = () => {
    review?.rest();
    review = null;
  };
  return {
    async show(params) {
      const mine = ++turn;
      const came = !shown;
      shown = true;
      if (params.overview !== undefined) {
        leave();
        fill(root, ...buildEmpty(app, false));
        return;
      }
      // A parameter of that name in a link is ignored.
      const kept = typeof params.record === "object" ? params.record : null;
      const offered = await wanted(app, undefined);
      const offer = `${offered?.id} ${offered?.moves.length}`;
      // Back to the overview leads there, but the tab to what was reviewed last.
      const same = (offered || came) && !kept && params.id === undefined && offer === usual ? review?.record : undefined;
      // As it is now: it may have had more help since.
      const record = kept ?? (await wanted(app, same?.id ?? params.id)) ?? same;
      const last = (await app.history.all()).findLast(({ moves }) => moves !== "");
      if (mine !== turn) return;
      const at = placeIn(record, params.at);
      if (review && record?.id === review.record.id && record.moves === review.record.moves && record.metric === review.record.metric) {
        review.tell(record);
        if (at !== null) review.go(at);
        void review.analyse();
        return;
      }
      leave();
      usual = offer;
      const open = (/** @type {GameRecord} */ chosen) => {
        // As the router does where another view comes.
        keepFocus(() => { review = new Review(root, app, chosen); }, () => root.closest("main"));
        if (at !== null) review?.go(at);
      };
      if (record && !isOpen(app, record)) return open(record);
      const parts = record ? unfinished(app, record, last, open) : buildEmpty(app, params.id !== undefined);
      keepFocus(() => fill(root, ...parts), () => root.closest("main"));
    },
    hide() {
      turn += 1;
      shown = false;
      review?.rest();
    },
  };
}

/**
 * The requested game, or the newest: the one in play if it has begun, or one in the history that was begun since,
 * such as one against the clock.
 * @param {App} app
 * @param {string | undefined} id
 * @returns {Promise<GameRecord | undefined>}
 */
async function wanted({ game, history }, id) {
  if (id === game.record.id) return structuredClone(game.record);
  if (id) return history.get(id);
  const last = (await history.all()).findLast((record) => record.moves !== "");
  const newer = last && Date.parse(last.created) > Date.parse(game.record.created);
  return game.record.moves && !newer ? structuredClone(game.record) : last;
}

/**
 * The move at which a link opens a game.
 * @param {GameRecord | undefined} record
 * @param {unknown} at  as the address or another view gives it
 * @returns {number | null} null for the start, and if it is not a move of the game
 */
function placeIn(record, at) {
  const place = typeof at === "string" && /^\d+$/.test(at) ? Number(at) : null;
  return record && place !== null && place <= record.moves.length ? place : null;
}

/**
 * Whether this is the game in play, and not over.
 * @param {App} app
 * @param {GameRecord} record
 */
function isOpen({ game }, record) {
  return record.id === game.record.id && !game.solved;
}

/**
 * A review of an unfinished game would reveal what the player still has to find.
 * @param {App} app
 * @param {GameRecord} record the game in play
 * @param {GameRecord | undefined} last the last one kept
 * @param {(record: GameRecord) => void} open
 */
function unfinished(app, record, last, open) {
  const { game } = app;
  const review = () => {
    game.hinted("peek");
    open(structuredClone(game.record));
  };
  const choices = [
    button({ words: game.held ? t`Play` : t`Keep playing`, kind: "primary", onClick: () => app.go("play") }),
    game.held ? null : button({ words: t`Review it so far`, onClick: review }),
    last ? button({ words: t`Review the last finished game`, onClick: () => open(last) }) : null,
  ];
  const board = game.held ? null : buildThumbnail(game.board, game.goal, t`The board of this game`);
  return notice(
    board,
    game.held
      ? t`This game is paused and its board is hidden. Resume it to review it.`
      : t`This game is not finished. Its review shows how far each board is from the goal, which counts as a hint.`,
    ...choices.filter((choice) => choice !== null),
  ).concat(buildWithout(app));
}

/**
 * @param {HTMLElement | null} board
 * @param {string} text
 * @param {...HTMLElement} choices
 * @returns {HTMLElement[]}
 */
function notice(board, text, ...choices) {
  const words = build("div", { class: "review__words" }, build("p", { text }), build("div", { class: "toolbar" }, ...choices));
  return [build("h1", { text: t`Review` }), build("div", { class: "panel review__open" }, board, words)];
}

/**
 * @param {App} app
 * @param {GameRecord} record
 */
async function race(app, record) {
  await beginRace(app, record);
  app.go("play");
}

/** So many of the latest games are offered. */
const RECENT = 5;

/**
 * The latest games, each a link to its review.
 * @param {App} app
 * @param {string} here  the id of the game that is in sight
 * @param {() => void} shut
 * @returns {Promise<HTMLElement | null>}  null where there are no others
 */
async function buildRecent({ game, history }, here, shut) {
  const kept = await history.all();
  const all = game.record.moves && !kept.some(({ id }) => id === game.record.id) ? inOrder([...kept, game.record]) : kept;
  const latest = all.filter(({ id, moves }) => moves !== "" && id !== here).slice(-RECENT).reverse();
  if (latest.length === 0) return null;
  const result = (/** @type {GameRecord} */ record) => {
    if (record.id === game.record.id && !game.solved) return t`in play`;
    return resultTime(record.status === "solved" ? record.times.at(-1) || null : Infinity);
  };
  const row = (/** @type {GameRecord} */ record) => {
    const { id, created, width, height } = record;
    const link = build("a", { href: `#/review?id=${id}`, text: dateText(created), on: { click: shut } });
    return build("li", {}, link, build("span", { class: "note", text: listed([`${width}×${height}`, result(record)]) }));
  };
  return build("section", { "aria-label": t`Latest games` }, build("h3", { text: t`Latest games` }), build("ol", { class: "review__recent" }, ...latest.map(row)));
}

/**
 * @param {App} app
 * @param {string} here  the id of the game that is in sight
 * @returns {Promise<() => void>}  what opens the dialog
 */
async function loadOther(app, here) {
  const shut = () => close();
  let close = () => {};
  const recent = await buildRecent(app, here, shut);
  const yours = build("p", {},
    build("a", { href: "#/stats", text: t`Statistics`, on: { click: shut } }),
    build("span", { text: t` lists all your games, each with its review.` }));
  const overview = build("p", {}, build("a", { href: "#/review?overview=1", text: t`Overview with an example`, on: { click: shut } }));
  return () => {
    ({ close } = openDialog({ title: t`Review another game`, body: [...(recent ? [recent] : []), yours, buildForm(app, shut), overview] }));
  };
}

/** One game under review. */
class Review {
  /**
   * @param {HTMLElement} root
   * @param {App} app
   * @param {GameRecord} record
   */
  constructor(root, app, record) {
    this.app = app;
    this.record = record;
    const size = { width: record.width, height: record.height };
    const start = parseBoard(record.start, size);
    this.goal = parseGoal(record.goal, record.width, record.height);
    /** @type {import("./reviewmodel.js").Unit} */
    this.unit = isJudgedInSlides(record) ? "slide" : "move";
    this.element = this.#buildBoard(start);
    this.playback = new Playback(start, record.moves, (board, at, { speed, jump }) => {
      this.element.duration = Math.min(120, 700 / speed);
      this.element.show(board, { animate: !jump });
      this.#point(at);
    }, { stops: slidesOf(record).map(({ to }) => to), times: record.times, unit: this.unit, chosen: () => this.#bring() });
    /** The boards and slides that are judged. */
    this.steps = stepsOf(record, this.playback.boards, this.unit);
    this.graph = new ReviewGraph((at) => this.playback.go(this.steps.places[at]), this.unit);
    this.summary = build("section", { class: "review__summary", "aria-label": t`Summary` });
    // In the line of the heading: it comes and goes, and must move nothing.
    this.waiting = build("p", { class: "note review__waiting", role: "status" });
    this.help = build("span");
    this.moment = build("div", { class: "review__moment" });
    this.stretches = build("section", { class: "panel" });
    this.twin = buildTwin(this.unit);
    fill(root, ...this.#layout());
    this.analysis = new Analysis(app.solver, this.steps.boards, this.goal, this.steps.slides, record.status === "solved", this.unit);
    this.analysis.addEventListener("change", () => this.#paint());
    this.#paint();
    void this.analyse();
  }

  /** @param {import("../board.js").Board} start */
  #buildBoard(start) {
    const element = /** @type {TaquinBoard} */ (document.createElement("taquin-board"));
    element.goal = this.goal;
    element.palette = this.app.settings.get("palette");
    element.disabled = true;
    element.keys = {}; // they step through the game
    element.show(start, { animate: false });
    return element;
  }

  /** @returns {HTMLElement[]} */
  #layout() {
    const { width, height, created, status } = this.record;
    this.tell(this.record);
    const when = created ? dateText(created) : isExample(this.record) ? t`the example` : broughtText();
    // Of a game without a date, nobody knows whether it was given up.
    const open = !created && status !== "solved" ? [t`not finished`] : [];
    const named = goalName(this.goal) === "last" || !created ? [] : [goalText(this.goal, this.record.named)];
    const again = button({ words: t`Try again from here`, kind: "primary", onClick: () => this.tryFrom(this.playback.at) });
    const branch = button({ words: t`Analyse from here`, onClick: () => {
      const { start, goal, moves } = this.record;
      this.app.go("analysis", { board: start, goal, moves, at: this.playback.at });
    } });
    const other = button({ words: t`Review another game`, onClick: opening(() => loadOther(this.app, this.record.id)) });
    const racing = isRaceable(this.record) && button({ words: t`Race this game`, onClick: () => void race(this.app, this.record) });
    const dare = opening(async () => {
      const { openChallenge } = await import("./challenge.js");
      return () => openChallenge(this.app, this.record);
    });
    const daring = isRaceable(this.record) && button({ words: t`Challenge a friend`, onClick: dare });
    const unraced = unracedText(this.record);
    const [left, list] = this.unit === "slide" ? [t`Slides left`, t`Slides`] : [t`Moves left`, translated("Moves", "a list")];
    // Above a size, only single-tile moves can be judged.
    const uncounted = this.record.metric && this.unit === "move" && build("p", { class: "note", text: translated(SLIDE_SENTENCES.reviewed) });
    return [
      build("div", { class: "review__head" },
        build("h1", { text: t`Review` }),
        build("p", { class: "note", text: listed([`${width}×${height}`, ...named, when, ...open]) }),
        uncounted,
        this.help),
      this.summary,
      build("div", { class: "review__main" },
        build("div", { class: "review__board" }, this.element, this.playback.element, this.moment, build("div", { class: "exits" }, again, racing, daring, branch, other), unraced && build("p", { class: "note", text: unraced })),
        build("div", { class: "review__side" },
          build("section", { class: "panel", "aria-label": left },
            build("div", { class: "review__title" }, build("h2", { text: left }), this.waiting),
            this.graph.element),
          this.stretches,
          build("section", { class: "panel review__moves", "aria-label": list },
            build("h2", { text: list }), buildLegend(this.unit), this.playback.listing),
          buildSplits(this.playback.boards, this.record, this.goal),
          this.twin.element)),
    ];
  }

  /**
   * Whether it was given up, which a link does not record, and the help that it had.
   * @param {GameRecord} record  the same game, perhaps with more help since
   */
  tell(record) {
    const given = record.status === "abandoned" && build("span", { class: "badge badge--warn", text: t`given up` });
    fill(this.help, record.created && given, " ", record.created ? helpBadge(record) : linkedHelpBadge(record));
  }

  /** Compute what is not known yet. */
  async analyse() {
    const { solvable, reason } = judge(this.playback.boards[0], this.goal);
    if (!solvable) {
      fill(this.summary, build("p", { class: "error", text: reason }));
      return;
    }
    try {
      await this.analysis.run();
    } catch (error) {
      if (!this.analysis.resting) {
        this.app.notify(t`The review stopped: ${/** @type {Error} */ (error).message}`);
      }
    }
  }

  #paint() {
    const { analysis, record, unit } = this;
    const { distances, verdicts } = analysis;
    const aim = buildAim(this.playback.boards[0], this.goal, record.created !== "", record.named);
    const after = afterGoal(this.playback.boards, record.times, this.goal);
    keepInPlace(this.element, () =>
      fill(this.summary, ...aim, after && build("p", { text: after.text }), buildSummary(record, analysis, unit)));
    this.waiting.textContent = waitingText(analysis);
    this.graph.show(distances);
    this.playback.mark(verdicts.map((verdict) => verdictMark(verdict, unit)));
    fill(this.stretches, ...buildStretches(analysis, {
      show: (at) => {
        this.playback.go(this.steps.places[at]);
        this.#bring();
      },
      again: (at) => this.tryFrom(this.steps.places[at]),
    }));
    this.twin.show(this.steps.boards, analysis);
    this.#point(this.playback.at);
  }

  /** @param {number} at a move; in the middle of a slide that is judged as a whole, the board before it is shown */
  go(at) {
    this.playback.go(this.steps.places[this.#stepAt(at)]);
  }

  /** @param {number} at a move @returns {number} how many moves, or slides, are made */
  #stepAt(at) {
    return this.steps.places.findLastIndex((place) => place <= at);
  }

  /** The board, after a choice below it, and the slider that steps on from there. */
  #bring() {
    bringUp(this.element, this.app.settings, this.playback.scrub);
  }

  /** @param {number} at */
  #point(at) {
    // The first board is shown while the parts are still being made.
    if (!this.analysis) return;
    const step = this.#stepAt(at);
    this.graph.point(step);
    this.analysis.wish(step);
    const mark = (/** @type {{cell: number, letter: string}} */ { cell, letter }) =>
      this.element.mark({ cells: [cell], arrow: letter });
    fill(this.moment, ...buildMoment(this.steps.boards, step, this.analysis, mark));
  }

  /**
   * Play on from a board of this game.
   * @param {number} at
   */
  tryFrom(at) {
    const board = this.playback.boards[at];
    if (sameBoard(board, this.goal)) {
      this.app.notify(t`The board is solved at this point; choose an earlier move.`);
      return;
    }
    const { app, goal } = this;
    beginOther(app, t`The board from the review is set up.`, () => app.game.start({ board, goal }));
    app.go("play");
  }

  /** While hidden, play nothing and ask nothing. */
  rest() {
    this.playback.stop();
    this.analysis.rest();
  }
}
