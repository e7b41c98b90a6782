/**
 * The text and tables of a review.
 */
import { judge, namedGoal, sameBoard } from "../board.js";
import { arrowOf, tilesWithArrow } from "../shared/arrows.js";
import { counted } from "../shared/measures.js";
import { boardsOf, cellOf, wayOf } from "../shared/moves.js";
import { asCards, scrolling } from "../shared/cards.js";
import { distanceText, bareDistanceText } from "../shared/distancebar.js";
import { build, button, fill, sentence } from "../shared/dom.js";
import { slidesOf } from "../game/record.js";
import { accuracyOf, bestOf, stretchesOf, verdictMark } from "./reviewmodel.js";
import { afterGoal, splitName, splitsOf, toldSplits } from "./splits.js";
import { timeText } from "../shared/gamewords.js";
import { GOAL_WORDS, goalText } from "../shared/goals.js";
import { buildThumbnail } from "../shared/thumbnail.js";
import { helpsOf } from "../shared/outcome.js";
import { givenUpText, recordParts } from "../shared/timewords.js";
import { amount, decimal, decimalMark, listed, t, translated } from "../words/said.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../solver/engine.js").Distance} Distance */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {import("./reviewmodel.js").Unit} Unit */

const MOST_STRETCHES = 3;
const MOST_ROWS = 2000;

/**
 * @param {number} share
 * @returns {string}
 */
function percent(share) {
  return t`${(100 * share).toFixed(1).replace(/\.0$/, "").replace(".", decimalMark())}%`;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [note]
 * @returns {HTMLElement}
 */
function figure(name, value, note) {
  return build(
    "div",
    { class: "figures__one" },
    build("dt", { text: name }),
    build("dd", {}, build("span", { text: value }), note ? build("small", { text: note }) : null),
  );
}

/**
 * The optimum, and whether it is proved.
 * @param {Distance} start
 * @param {boolean} open  whether the analysis goes on
 * @returns {HTMLElement}
 */
function optimum({ value, lower, upper, exact }, open) {
  const [state, mark] = exact ? [t`proved`, "✓"] : open ? [t`searching…`, "…"] : [t`not proved`, "?"];
  const element = figure(t`Optimal`, String(value ?? `${lower} – ${upper ?? "?"}`), state);
  // On a phone it stands for the word, whose line the other figures do not have.
  /** @type {HTMLElement} */ (element.querySelector("dd > span")).dataset.mark = mark;
  return element;
}

/**
 * The goal of a game, in words and as a picture; nothing for the usual goal. For a game without a goal of its own, why.
 * @param {Board} start
 * @param {Board} goal
 * @param {boolean} own  whether the player chose the goal
 * @param {GameRecord["named"]} named
 * @returns {HTMLElement[]}
 */
export function buildAim(start, goal, own, named) {
  const usual = namedGoal("last", goal.width, goal.height);
  if (sameBoard(goal, usual)) return [];
  const picture = buildThumbnail(goal, goal, t`The goal`);
  if (own) return [build("div", { class: "review__aim" }, picture, build("p", { text: sentence(goalText(goal, named)) }))];
  const why = judge(start, usual).solvable ? "" : t`, because ${GOAL_WORDS.last} cannot be reached from this board`;
  const words = build("p", { text: t`Reviewed towards the ${goalText(goal)}${why}.` });
  return [build("div", { class: "review__aim" }, picture, words)];
}

/**
 * The help that a game from a link had. The link does not say where its board came from; without times, it
 * does not say whether a clock stopped.
 * @param {GameRecord} record
 * @returns {HTMLElement | null} null where it says of none: links of earlier versions never do
 */
export function linkedHelpBadge(record) {
  const paused = record.paused && (record.times.at(-1) ?? 0) > 0;
  const help = listed(helpsOf({ ...record, seed: "", paused }));
  return help ? build("span", { class: "badge badge--warn", text: help }) : null;
}

/**
 * @param {GameRecord} record
 * @param {Pick<Analysis, "distances" | "waiting">} analysis
 * @param {Unit} [unit]  what is judged
 * @returns {HTMLElement}
 */
export function buildSummary(record, analysis, unit = "move") {
  const [start] = analysis.distances;
  const moves = record.moves.length;
  const slides = slidesOf(record).length;
  const inSlides = unit === "slide";
  const time = record.times.at(-1) ?? 0;
  const solved = record.status === "solved";
  // Of a game without a date it is only known that its moves end before the goal.
  const ended = record.status === "abandoned" && record.created !== "";
  // Earlier versions did not keep when the player gave up.
  const lastly = time > 0 ? t`last move at ${timeText(time, 3)}` : "";
  const accuracy = accuracyOf(start, inSlides ? slides : moves, solved);
  const exact = accuracy && accuracy.low === accuracy.high;
  const shares = accuracy && (exact ? percent(accuracy.low) : `${percent(accuracy.low)} – ${percent(accuracy.high)}`);
  const parts = [
    inSlides ? figure(t`Slides`, String(slides), counted(moves, "move")) : figure(t`Moves`, String(moves), counted(slides, "slide")),
    optimum(start, analysis.waiting > 0),
    shares ? figure(t`Accuracy`, shares, inSlides ? t`optimal / slides` : t`optimal / moves`) : null,
    time > 0 && !ended ? figure(t`Time`, timeText(time, 3), recordParts(record)) : null,
    time > 0 && !ended ? figure("TPS", decimal((moves * 1000) / time, 2), t`tiles per second`) : null,
    ended ? figure(t`Time`, "DNF", record.ended === undefined ? lastly : givenUpText(record.ended)) : null,
  ];
  return build("dl", { class: "figures" }, ...parts.filter((part) => part !== null));
}

/**
 * How far the analysis is, "" when every distance is known.
 * @param {Analysis} analysis
 * @returns {string}
 */
export function waitingText({ waiting, distances }) {
  if (waiting === 0 || distances.every(({ exact }) => exact)) return "";
  return t`${distances.length - waiting} of ${distances.length} analysed`;
}

/**
 * The current moment: moves left, the quality of the last move, and the best next moves.
 * @param {Board[]} boards
 * @param {number} at
 * @param {Analysis} analysis
 * @param {(move: {cell: number, letter: string}) => void} mark
 * @returns {HTMLElement[]}
 */
export function buildMoment(boards, at, analysis, mark) {
  const board = boards[at];
  const done = analysis.verdicts.find(({ slide }) => slide.to >= at && slide.from < at);
  const letters = analysis.best[at];
  const stand = build("div", { class: "review__stand" },
    build("p", { class: "review__left", text: capital(t`${distanceText(analysis.distances[at], analysis.unit)}.`) }));
  // In the same line, so that stepping moves nothing below.
  if (done && done.slide.to === at) stand.append(lastMove(done, analysis.unit));
  const lines = [stand];
  // The tile that is pressed: of a slide the one farthest from the blank.
  const best = bestOf(letters ?? "", analysis.unit).map((moves) => ({ letter: moves[0], cell: tilesOf(board, moves)[0].cell }));
  if (best.length > 0) {
    const names = best.map(({ letter, cell }) =>
      button({ words: `${board.cells[cell]} ${arrowOf(letter)}`, onClick: () => mark({ letter, cell }) }),
    );
    // In a list of buttons, too, the number is a tile's.
    best.forEach(({ letter, cell }, i) => names[i].setAttribute("aria-label", t`tile ${board.cells[cell]} ${wayOf(letter)}`));
    lines.push(
      build("div", { class: "review__best" },
        build("span", { text: bestText(best.length, analysis.unit) }), ...names),
    );
  } else if (analysis.distances[at].value === 0) {
    lines.push(build("p", { class: "note", text: analysis.unit === "slide" ? t`This is the goal: try again from any earlier slide.` : t`This is the goal: try again from any earlier move.` }));
  } else if (letters === "") {
    lines.push(build("p", { class: "note", text: analysis.unit === "slide" ? t`It is not proved which slides are best here.` : t`It is not proved which moves are best here.` }));
  }
  return lines;
}

/**
 * @param {number} best  how many
 * @param {Unit} unit
 */
function bestText(best, unit) {
  if (unit === "slide") return best === 1 ? t`Only best slide:` : t`Best slides:`;
  return best === 1 ? t`Only best move:` : t`Best moves:`;
}

/**
 * The tiles of one slide with the cells that they leave, the one farthest from the blank first.
 * @param {Board} board  before it
 * @param {string} moves
 */
function tilesOf(board, moves) {
  return boardsOf(board, moves).slice(0, -1).map((here) => cellOf(here, moves[0])).map((cell) => ({ cell, tile: board.cells[cell] })).reverse();
}

/**
 * @param {import("./reviewmodel.js").Verdict} verdict
 * @param {Unit} unit
 * @returns {HTMLElement}
 */
function lastMove(verdict, unit) {
  const { title, kind, text } = verdictMark(verdict, unit);
  const worse = unit === "slide" ? t`${text} slides` : t`${text} moves`;
  const words = verdict.loss ? worse : `${text} ${title}`;
  return build("p", {},
    build("span", { text: unit === "slide" ? t`Last slide: ` : t`Last move: ` }),
    build("span", { class: `verdict verdict--${kind}`, text: words }));
}

/**
 * @param {string} text
 * @returns {string}
 */
function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * @param {Analysis} analysis
 * @param {{show: (at: number) => void, again: (at: number) => void}} actions
 * @returns {HTMLElement[]}
 */
export function buildStretches(analysis, { show, again }) {
  const { unit } = analysis;
  const head = build("h2", { text: unit === "slide" ? t`Where most slides were lost` : t`Where most moves were lost` });
  const stretches = stretchesOf(analysis.verdicts, MOST_STRETCHES);
  const open = analysis.verdicts.some(({ loss }) => loss === null);
  if (stretches.length === 0) {
    const none = unit === "slide" ? t`Nowhere: every slide was a best slide.` : t`Nowhere: every move was a best move.`;
    const notYet = unit === "slide" ? t`No lost slides are proved so far.` : t`No lost moves are proved so far.`;
    return [head, build("p", { text: open ? notYet : none })];
  }
  const items = stretches.map((stretch) =>
    build("li", { class: "stretch" },
      stretchLine(stretch, unit),
      build("div", { class: "toolbar" },
        button({ words: t`Show`, onClick: () => show(stretch.from) }),
        button({ words: t`Try again from here`, onClick: () => again(stretch.from) }))),
  );
  return [head, build("ol", { class: "stretches" }, ...items)];
}

/**
 * @param {import("./reviewmodel.js").Stretch} stretch
 * @param {Unit} [unit]
 * @returns {HTMLElement}
 */
export function stretchLine({ from, to, loss }, unit = "move") {
  return build("p", { class: "stretch__line" },
    build("strong", { text: `+${loss}` }),
    build("span", { text: ` ${unit === "slide" ? slidesLost(from, to, loss) : stretchText(from, to, loss)}` }));
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} loss
 * @returns {string}
 */
function stretchText(from, to, loss) {
  const moves = to - from;
  if (moves === 1) return t`at move ${to}, which leads away from the goal.`;
  const where = t`in moves ${from + 1} to ${to}`;
  const gain = moves - loss;
  if (gain === 0) return t`${where}: ${amount(moves, "move")}, but no nearer to the goal.`;
  const progress = gain > 0 ? t`only ${gain} nearer to the goal` : t`${-gain} farther from the goal`;
  return t`${where}: ${amount(moves, "move")}, but ${progress}.`;
}

/**
 * The same of slides: one of them may lead neither nearer nor away.
 * @param {number} from
 * @param {number} to
 * @param {number} loss
 * @returns {string}
 */
function slidesLost(from, to, loss) {
  const slides = to - from;
  const gain = slides - loss;
  if (slides === 1) return gain === 0 ? t`at slide ${to}, which leads no nearer to the goal.` : t`at slide ${to}, which leads away from the goal.`;
  const where = t`in slides ${from + 1} to ${to}`;
  if (gain === 0) return t`${where}: ${amount(slides, "slide")}, but no nearer to the goal.`;
  const progress = gain > 0 ? t`only ${amount(gain, "slide")} nearer to the goal` : t`${amount(-gain, "slide")} farther from the goal`;
  return t`${where}: ${amount(slides, "slide")}, but ${progress}.`;
}

/**
 * The meaning of the marks on the moves.
 * @param {Unit} unit
 * @returns {HTMLElement}
 */
export function buildLegend(unit) {
  const marks = [["best", "✓", t`best`], ["equal", "=", t`tied for best`],
    ["slip", unit === "slide" ? "+1" : "+2", unit === "slide" ? t`slides worse than the best` : t`moves worse than the best`], ["open", "?", t`not proved`]];
  return build("p", { class: "note legend" }, ...marks.map(([kind, sign, words]) =>
    build("span", {}, build("span", { class: `verdict verdict--${kind}`, text: sign }), ` ${words}`)));
}

/**
 * @param {Board[]} boards
 * @param {GameRecord} record
 * @param {Board} goal
 * @returns {HTMLElement | null} null for a game in one part, whose figures are those of the whole
 */
export function buildSplits(boards, record, goal) {
  const splits = splitsOf(boards, record.times, goal);
  const { made, given } = toldSplits(splits, boards[0], goal);
  if (splits.length > 0 && made.length === 0 && !given) return null;
  const timed = (record.times.at(-1) ?? 0) > 0;
  const after = afterGoal(boards, record.times, goal);
  const rows = [...made, ...(after ? [after.split] : [])].map((split) => {
    const { moves, time } = split;
    return build("tr", {},
      build("th", { scope: "row", text: splitName(split) }),
      build("td", { class: "number", text: String(moves) }),
      timed && build("td", { class: "number", text: timeText(time, 3) }),
      timed && build("td", { class: "number", text: time > 0 ? decimal((moves * 1000) / time, 2) : "–" }));
  });
  const names = timed ? [t`Completed`, t`Moves`, t`Time`, "TPS"] : [t`Completed`, t`Moves`];
  const head = names.map((name, i) => build("th", { scope: "col", class: i ? "number" : null, text: name }));
  const table = build("table", { class: "table" }, build("thead", {}, build("tr", {}, ...head)), build("tbody", {}, ...rows));
  return build("section", { class: "panel", "aria-label": t`Splits` },
    build("h2", { text: t`Splits` }),
    given && build("p", { text: given }),
    made.length > 0 && build("p", { class: "note", text: t`A row or column counts from the move after which it stays in place to the end.` }),
    rows.length > 0 && scrolling(t`Splits, table`, timed ? asCards(table, names.slice(1)) : table),
    made.length === 0 && record.status !== "solved" && build("p", { text: given ? t`No other row or column was complete at the end.` : t`No row or column was complete at the end.` }),
  );
}

/**
 * The graph and the marks as a table, filled when it is opened.
 * @param {Unit} unit
 * @returns {{element: HTMLElement, show(boards: Board[], analysis: Analysis): void}}
 */
export function buildTwin(unit) {
  const body = build("tbody");
  const inSlides = unit === "slide";
  const every = inSlides ? t`Every slide` : t`Every move`;
  const names = [inSlides ? t`Slide` : translated("Move", "its number"), t`Tile`, inSlides ? t`Slides left` : t`Moves left`, t`Verdict`, t`Best`];
  const head = names.map((name) => build("th", { scope: "col", text: name }));
  const scroll = scrolling(
    every,
    build("table", { class: "table" }, build("thead", {}, build("tr", {}, ...head)), body),
  );
  const element = build("details", { class: "panel" },
    build("summary", { text: inSlides ? t`Every slide as a table` : t`Every move as a table` }), scroll);
  let paint = () => {};
  element.addEventListener("toggle", () => paint());
  return {
    element,
    show(boards, analysis) {
      paint = () => {
        if (element.open) fill(body, ...twinRows(boards, analysis));
      };
      paint();
    },
  };
}

/**
 * @param {Board[]} boards
 * @param {Analysis} analysis
 * @returns {HTMLElement[]}
 */
function twinRows(boards, { verdicts, distances, best, unit }) {
  return verdicts.slice(0, MOST_ROWS).map((verdict) => {
    const { from, to, letter } = verdict.slide;
    const board = boards[from];
    // In the order in which they move.
    const numbers = (/** @type {string} */ made) => tilesOf(board, made).reverse().map(({ tile }) => tile);
    const tiles = numbers(verdict.slide.moves ?? letter.repeat(to - from));
    const mark = verdictMark(verdict, unit);
    const moves = bestOf(best[from] ?? "", unit).map((one) => tilesWithArrow(numbers(one), one[0]));
    const parts = moves.flatMap((move, i) => (i > 0 ? [", ", move] : [move]));
    return build("tr", {},
      build("th", { scope: "row", text: to - from > 1 ? `${from + 1}–${to}` : String(to) }),
      build("td", {}, tilesWithArrow(tiles, letter)),
      build("td", { text: bareDistanceText(distances[to]) }),
      build("td", {},
        build("span", { class: `verdict verdict--${mark.kind}`, "aria-hidden": "true", text: `${mark.text} ` }),
        build("span", { class: "twin__title", text: mark.title })),
      build("td", {}, ...(parts.length > 0 ? parts : ["–"])));
  });
}
