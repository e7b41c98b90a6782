/** The kind of a game in words. Its twin: taquin/game/words.py. */
import { GOAL_WORDS } from "../shared/goals.js";
import { goalWords } from "../shared/goalwords.js";
import { sentence } from "../shared/dom.js";
import { goalOf, metricOf, numbersOf, sizeOf } from "./stats.js";
import { listed, t } from "../words/said.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/** @type {Record<string, string>} */
export const NUMBERS_WORDS = { shown: t`Shown`, hidden: t`Hidden`, blind: t`Blind` };

/** @type {Record<string, string>} */
export const METRIC_WORDS = { stm: t`Moves`, mtm: t`Slides` };

/** How most moves of a game were made. @type {Record<string, string>} */
const CONTROL_WORDS = { mouse: t`mouse`, touch: t`touch`, keyboard: t`keyboard`, mixed: t`mixed`, solver: t`solver`, none: t`not begun` };

/**
 * @param {string} goal
 * @returns {goal is keyof typeof GOAL_WORDS | "either"}
 */
const isNamed = (goal) => goal === "either" || Object.hasOwn(GOAL_WORDS, goal);

/** Of a custom goal so much is shown. */
const LONGEST_GOAL = 24;

/**
 * A goal as games name it: of two names the one that all of them were begun with.
 * @param {string} goal  as `goalOf` gives it
 * @param {GameRecord[]} games  those that have it
 * @returns {string}
 */
function nameIn(goal, games) {
  const names = new Set(games.map(({ named }) => named ?? goal));
  return goal === "either" && names.size === 1 ? [...names][0] : goal;
}

/**
 * @param {string} goal  as `goalOf` gives it
 * @param {GameRecord[]} games
 * @returns {string} `Blank last`, `Spiral`, `Custom: 1 2 3/8 0 4/7 6 5`
 */
export function goalOption(goal, games) {
  if (goal === "either") goal = nameIn(goal, games.filter((game) => goalOf(game) === goal));
  if (isNamed(goal)) return sentence(goalWords(goal));
  return t`Custom: ${goal.length > LONGEST_GOAL ? `${goal.slice(0, LONGEST_GOAL)}…` : goal}`;
}

/**
 * @param {string} size  WIDTHxHEIGHT
 * @returns {string}
 */
export function sizeOption(size) {
  return size.replace("x", "×");
}

/**
 * @param {GameRecord} game
 * @returns {string} its size, and what else is unusual: `3×3`, `4×4, spiral, blind`, `4×4, slides`
 */
export function kindText(game) {
  const [goal, numbers] = [nameIn(goalOf(game), [game]), numbersOf(game)];
  const usual = isNamed(goal) ? goalWords(goal) : t`custom goal`;
  const parts = [sizeOption(sizeOf(game)), goal !== "last" && usual, numbers !== "shown" && (numbers === "blind" ? t`blind` : t`numbers hidden`), game.metric !== undefined && t`slides`];
  return listed(parts.filter((part) => part !== false));
}

/**
 * Which filters are to be set before games of several kinds are of one.
 * @param {GameRecord[]} games
 * @returns {string} by their labels: `Size, Numbers`
 */
export function openChoices(games) {
  const filters = [{ label: t`Size`, of: sizeOf }, { label: t`Goal`, of: goalOf }, { label: t`Numbers`, of: numbersOf }, { label: t`Counted in`, of: metricOf }];
  return listed(filters.filter(({ of }) => new Set(games.map(of)).size > 1).map(({ label }) => label));
}

/**
 * @param {string} control  as `controlOf` gives it
 * @returns {string}
 */
export function controlText(control) {
  return CONTROL_WORDS[control] ?? control;
}

/**
 * @param {string} name  of an average; those of speed-solvers are the same in all languages
 * @returns {string}
 */
export function averageText(name) {
  return name === "single" ? t`single` : name;
}
