/**
 * Game records from elsewhere are checked by replaying them; nothing is accepted that the moves do
 * not show.
 * Its twin: taquin/game/record.py.
 */
import { NotationError, formatBoard, parseBoard, replay, sameBoard } from "../board.js";
import { LARGEST_SIDE, inMilliseconds, joined } from "./record.js";
import { amount, t } from "../words/said.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */

/** Of the records. */
export const VERSION = 1;
const MOST_MOVES = 1_000_000;
/** Characters of a value that a message names. */
const MOST_QUOTED = 60;
// A hundred days in milliseconds.
const LONGEST = 8.64e9;

/** Text that is not a list of game records: what was found and what was expected. */
export class RecordError extends Error {
  name = "RecordError";
}

/**
 * A value of a file, as a message names it: text as it is, anything else as the file has it, such as {"a":1}.
 * @param {unknown} value
 * @returns {string}
 */
export function found(value) {
  const text = typeof value === "string" ? value : String(JSON.stringify(value));
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}

/**
 * @param {unknown} version  not this page's
 * @returns {string}
 */
export function versionText(version) {
  const is = version === undefined ? t`has no version` : t`has version ${found(version)}`;
  return t`${is}; this page reads and exports version ${VERSION}.`;
}

/**
 * @param {unknown} data
 * @returns {GameRecord} the same game without any other fields
 */
export function checkRecord(data) {
  if (typeof data !== "object" || data === null) throw new RecordError(t`expected an object.`);
  const given = /** @type {Record<string, any>} */ (data);
  const { width, height, moves, times, inputs, status, created } = given;
  const fail = (/** @type {string} */ text) => {
    throw new RecordError(text);
  };
  if (given.version !== VERSION) fail(t`it ${versionText(given.version)}`);
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 2 || side > LARGEST_SIDE) {
      fail(t`size ${found(width)}x${found(height)}; sides go from 2 to ${LARGEST_SIDE}.`);
    }
  }
  if (typeof given.id !== "string" || !/^[\w-]{1,64}$/.test(given.id)) fail(t`its id is missing.`);
  if (Number.isNaN(Date.parse(created))) fail(t`“${found(created)}” is not a date.`);
  if (!["solved", "playing", "abandoned"].includes(status)) fail(t`status “${found(status)}” is not known.`);
  if (typeof moves !== "string" || !/^[UDLR]*$/.test(moves) || moves.length > MOST_MOVES) {
    fail(t`its moves are not a string of U, D, L and R.`);
  }
  if (typeof inputs !== "string" || !/^[a-z]*$/.test(inputs) || inputs.length !== moves.length) {
    fail(t`it does not say how each move was made.`);
  }
  checkTimes(times, moves.length);
  const { start, goal } = checkReplay(given);
  const hints = hintsOf(given.hints);
  const earlier = joined(hints, hintsOf(given.earlier), Math.min);
  return inMilliseconds({
    version: 1, id: given.id, created: new Date(created).toISOString(), width, height,
    start, goal, moves, times, inputs, status, hints, ...(Object.values(earlier).some(Boolean) ? { earlier } : {}),
    undos: count(given.undos), seed: typeof given.seed === "string" ? given.seed.slice(0, 200) : null,
    typed: given.typed === true, paused: given.paused === true, again: given.again === true,
    ...(status === "abandoned" && isTime(given.ended) && given.ended >= (times.at(-1) ?? 0) ? { ended: given.ended } : {}),
    ...(["hidden", "blind"].includes(given.numbers) ? { numbers: given.numbers } : {}),
    ...(height === 2 && ["snake", "spiral"].includes(given.named) ? { named: given.named } : {}),
    ...(given.metric === "mtm" ? { metric: "mtm" } : {}),
  });
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function isTime(value) {
  return typeof value === "number" && value >= 0 && value <= LONGEST;
}

/**
 * @param {unknown} times
 * @param {number} length
 */
function checkTimes(times, length) {
  const sound =
    Array.isArray(times) &&
    times.length === length &&
    times.every((time, i) => isTime(time) && (i === 0 || time >= times[i - 1]));
  if (!sound) {
    throw new RecordError(
      t`expected ${amount(length, "time")} in ascending order, none over a hundred days.`,
    );
  }
}

/**
 * @param {Record<string, any>} given
 * @returns {{start: string, goal: string}}  as this page writes boards
 */
function checkReplay({ start, goal, width, height, moves, status }) {
  if (typeof start !== "string" || typeof goal !== "string") {
    throw new RecordError(t`its boards are not strings.`);
  }
  let [from, to, end] = /** @type {any[]} */ ([]);
  try {
    from = parseBoard(start, { width, height });
    to = parseBoard(goal, { width, height });
    end = replay(from, moves);
  } catch (error) {
    const reason = error instanceof NotationError ? t`is not a board` : t`does not allow its moves`;
    throw new RecordError(t`its board ${reason}: ${/** @type {Error} */ (error).message}`);
  }
  if (sameBoard(end, to) !== (status === "solved")) {
    throw new RecordError(
      status === "solved" ? t`its moves do not end on the goal.` : t`it is solved, but its status says otherwise.`,
    );
  }
  return { start: formatBoard(from), goal: formatBoard(to) };
}

/**
 * A stored moment of a game, checked so that it cannot break the game.
 * @param {unknown} data
 * @returns {import("./game.js").Checkpoint}
 */
export function checkCheckpoint(data) {
  const given = /** @type {Record<string, any>} */ (data ?? {});
  const record = checkRecord(given.record);
  const { undone, elapsed, held, ghost } = given;
  const isText = (/** @type {unknown} */ text, /** @type {RegExp} */ shape) =>
    typeof text === "string" && shape.test(text);
  const sound =
    Array.isArray(undone) &&
    undone.every((one) => isText(one?.moves, /^[UDLR]+$/) && isText(one.inputs, /^[a-z]+$/));
  if (!sound) throw new RecordError(t`its undone moves are not a list of slides.`);
  if (!isTime(elapsed)) throw new RecordError(t`${found(elapsed)} is not a time.`);
  const ahead = undone.map(({ moves }) => moves).reverse();
  replay(parseBoard(record.start, record), record.moves + ahead.join(""));
  return {
    record,
    undone: undone.map(({ moves, inputs }) => ({ moves, inputs })),
    elapsed,
    held: held === true && record.status === "playing",
    ghost: ghost ? readGhost(ghost) : null,
  };
}

/** @param {any} ghost  that of a link has no date; a damaged one is no reason to lose the game */
function readGhost(ghost) {
  try {
    return { ...checkRecord({ ...ghost, created: ghost.created || 0 }), created: ghost.created };
  } catch (error) {
    console.warn("The game raced against cannot be read.", error);
    return null;
  }
}

/**
 * @param {any} hints
 * @returns {GameRecord["hints"]}
 */
function hintsOf(hints) {
  const { which, arrow, play, peek, solution } = hints ?? {};
  return {
    which: count(which),
    arrow: count(arrow),
    play: count(play),
    peek: count(peek),
    solution: count(solution),
  };
}

/**
 * @param {unknown} value
 * @returns {number}
 */
function count(value) {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : 0;
}
