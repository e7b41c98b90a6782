/**
 * A finished game compared with perfect play. Pure. Its twin: taquin/teach/advice/review.py.
 */
import { REVIEW_SENTENCES } from "../words/reviewsentences.js";
import { said, t, translated } from "../words/said.js";
import { SLIDE_SENTENCES } from "../words/slidesentences.js";

/** @typedef {import("../solver/engine.js").Distance} Distance */

/** @typedef {import("../game/record.js").Slide & {moves?: string}} Slide  moves: of its tiles, where it is one step of the game */
/** @typedef {import("../game/recordshape.js").Unit} Unit */

/**
 * `loss`: moves, or slides, that the solution became longer, null if not proved; `alternatives`: letters of
 * other best first moves, or the moves of other best slides, null while unknown.
 * @typedef {{slide: Slide, loss: number | null, alternatives: string | null}} Verdict
 */

/** @typedef {{from: number, to: number, loss: number}} Stretch numbers of moves, or of slides */

// Losses with no more good slides than this between them belong to one stretch.
const CALM = 4;

/**
 * Bounds made as narrow as the game itself allows: boards one move apart differ by one, and the
 * rest of a solved game is a way to the goal.
 * @param {Array<Distance | undefined>} distances
 * @param {boolean} solved whether the last board is the goal
 * @returns {Distance[]}
 */
export function tighten(distances, solved) {
  const last = distances.length - 1;
  const lower = distances.map((distance) => distance?.lower ?? 0);
  const upper = distances.map((distance, i) => Math.min(distance?.upper ?? Infinity, solved ? last - i : Infinity));
  for (let i = last - 1; i >= 0; i--) {
    lower[i] = Math.max(lower[i], lower[i + 1] - 1);
    upper[i] = Math.min(upper[i], upper[i + 1] + 1);
  }
  for (let i = 1; i <= last; i++) {
    lower[i] = Math.max(lower[i], lower[i - 1] - 1);
    upper[i] = Math.min(upper[i], upper[i - 1] + 1);
  }
  return lower.map((low, i) => {
    const exact = low === upper[i];
    return { value: exact ? low : null, lower: low, upper: Number.isFinite(upper[i]) ? upper[i] : null, exact };
  });
}

/**
 * @param {Slide[]} slides
 * @param {Distance[]} distances of all boards of the game
 * @param {Array<string | undefined>} best letters of all best first moves, by number of the board; of slides the moves
 *   of each, with spaces between
 * @param {Unit} [unit]
 * @returns {Verdict[]}
 */
export function judgeSlides(slides, distances, best, unit = "move") {
  return slides.map((slide) => {
    const [before, after] = [distances[slide.from].value, distances[slide.to].value];
    const loss = before === null || after === null ? null : after - before + slide.to - slide.from;
    const letters = best[slide.from];
    const others = () => bestOf(letters ?? "", unit).filter((moves) => moves !== (unit === "slide" ? slide.moves : slide.letter));
    const alternatives = letters === undefined ? null : others().join(unit === "slide" ? " " : "");
    return { slide, loss, alternatives };
  });
}

/**
 * @param {string} best  as `judgeSlides` takes it
 * @param {Unit} unit
 * @returns {string[]} the moves of each
 */
export const bestOf = (best, unit) => best.split(unit === "slide" ? " " : "").filter(Boolean);

/**
 * @param {Verdict} verdict
 * @param {Unit} [unit]
 * @returns {{kind: "best" | "equal" | "slip" | "blunder" | "open", text: string, title: string}}
 */
export function verdictMark({ loss, alternatives }, unit = "move") {
  if (loss === null) return { kind: "open", text: "?", title: translated(REVIEW_SENTENCES.open) };
  if (loss === 0 && alternatives) return { kind: "equal", text: "=", title: t`tied for best` };
  if (loss === 0) return { kind: "best", text: "✓", title: translated(REVIEW_SENTENCES.best) };
  if (unit === "slide") return { kind: "slip", text: `+${loss}`, title: said(SLIDE_SENTENCES.worse, { loss }) };
  const blunder = loss > 2;
  const title = said(blunder ? REVIEW_SENTENCES.blunder : REVIEW_SENTENCES.worse, { loss });
  return { kind: blunder ? "blunder" : "slip", text: `+${loss}`, title };
}

/**
 * The stretches that lost most moves, the costliest first.
 * @param {Verdict[]} verdicts
 * @param {number} most how many
 * @returns {Stretch[]}
 */
export function stretchesOf(verdicts, most) {
  const found = /** @type {Array<Stretch & {last: number}>} */ ([]);
  verdicts.forEach(({ slide, loss }, i) => {
    if (!loss) return;
    const open = found.at(-1);
    if (open && i - open.last <= CALM + 1) {
      open.to = slide.to;
      open.loss += loss;
      open.last = i;
    } else found.push({ from: slide.from, to: slide.to, loss, last: i });
  });
  return found
    .sort((a, b) => b.loss - a.loss || a.from - b.from)
    .slice(0, most)
    .map(({ from, to, loss }) => ({ from, to, loss }));
}

/**
 * @param {Pick<Stretch, "from" | "to">} stretch
 * @returns {string} which moves it is
 */
export function stretchName({ from, to }) {
  const name = to - from === 1 ? translated(REVIEW_SENTENCES.oneMove) : translated(REVIEW_SENTENCES.moves);
  return said(name, { first: from + 1, end: to });
}

/**
 * Optimal moves by moves made, as a range where the optimum is not proved.
 * @param {Distance} start
 * @param {number} moves
 * @param {boolean} solved
 * @returns {{low: number, high: number} | null} null where nothing was moved, and for a game that was not solved
 */
export function accuracyOf(start, moves, solved) {
  if (moves === 0 || !solved) return null;
  return { low: start.lower / moves, high: Math.min(1, (start.upper ?? moves) / moves) };
}
