/**
 * Export and import of game records: complete as JSON, one game per line as CSV. Imported games are
 * checked by replaying them; nothing is accepted that the moves do not show.
 */
import { NotationError, formatBoard, parseBoard, replay, sameBoard } from "../board.js";
import { LARGEST_SIDE } from "./record.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */

const VERSION = 1;
const MOST_MOVES = 1_000_000;
// A hundred days in milliseconds.
const LONGEST = 8.64e9;
// The columns of the first version; a file may lack later ones.
const COLUMNS = [
  "id", "created", "width", "height", "start", "goal", "status", "time_ms", "move_count", "moves",
  "times", "inputs", "hint_which", "hint_arrow", "hint_play", "hint_peek", "undos", "paused", "seed",
];
const LATER = ["hint_solution", "again", "seed_typed"];

/** Text that is not a list of game records: what was found and what was expected. */
export class RecordError extends Error {
  name = "RecordError";
}

/**
 * @param {GameRecord[]} records
 * @returns {string}
 */
export function toJson(records) {
  return `${JSON.stringify({ format: "taquin games", version: VERSION, games: records }, null, 1)}\n`;
}

/**
 * @param {GameRecord[]} records
 * @returns {string}
 */
export function toCsv(records) {
  const rows = records.map((record) => {
    const { hints } = record;
    return [
      record.id, record.created, record.width, record.height, record.start, record.goal,
      record.status, record.times.at(-1) ?? 0, record.moves.length, record.moves,
      record.times.join(" "), record.inputs, hints.which, hints.arrow, hints.play, hints.peek,
      record.undos, record.paused, record.seed ?? "", hints.solution, record.again,
      record.typed,
    ];
  });
  return [[...COLUMNS, ...LATER], ...rows].map((row) => row.map(quote).join(",") + "\r\n").join("");
}

/**
 * A spreadsheet reads text that starts like a formula as one; an apostrophe keeps it text.
 * @param {string | number | boolean} value
 * @returns {string}
 */
function quote(value) {
  const text = String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Records from an exported text, JSON or CSV.
 * @param {string} text
 * @returns {{records: GameRecord[], faults: string[]}} faults: one sentence for each game refused
 */
export function readRecords(text) {
  const found = /^\s*[[{]/.test(text) ? fromJson(text) : fromCsv(text);
  if (found.length === 0) throw new RecordError("This is valid, but it contains no games.");
  /** @type {GameRecord[]} */
  const records = [];
  /** @type {string[]} */
  const faults = [];
  found.forEach((data, i) => {
    try {
      records.push(checkRecord(data));
    } catch (error) {
      faults.push(`Game ${i + 1}: ${/** @type {Error} */ (error).message}`);
    }
  });
  return { records, faults };
}

/**
 * @param {string} text
 * @returns {unknown[]}
 */
function fromJson(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new RecordError(`This is not JSON: ${/** @type {Error} */ (error).message}`);
  }
  const games = Array.isArray(data) ? data : data.games;
  if (!Array.isArray(games)) {
    throw new RecordError(`Expected {"games": [...]}, as this page exports; there is no such list.`);
  }
  // A bare list or a hand-made file may have no version: each game has one.
  if ((data.version ?? VERSION) !== VERSION) {
    throw new RecordError(`The file ${versionText(data.version)}`);
  }
  return games;
}

/**
 * @param {unknown} version  not this page's
 * @returns {string}
 */
function versionText(version) {
  const is = version === undefined ? "has no version" : `has version ${version}`;
  return `${is}; this page reads and exports version ${VERSION}.`;
}

/**
 * @param {string} text
 * @returns {unknown[]}
 */
function fromCsv(text) {
  const [head, ...rows] = parseCsv(text);
  const missing = COLUMNS.filter((name) => !head?.includes(name));
  if (missing.length === COLUMNS.length) {
    const begin = text.trim().slice(0, 20);
    const found = /[\0-\x08\x0e-\x1f\ufffd]/.test(begin)
      ? "this is not text"
      : begin
        ? `the file starts with “${begin}”`
        : "the file is empty";
    throw new RecordError(`Expected the JSON or CSV that this page exports; ${found}.`);
  }
  if (missing.length > 0) {
    throw new RecordError(
      `Expected a CSV file with the columns this page exports; missing: ${missing.join(", ")}.`,
    );
  }
  return rows.map((row) => {
    const value = (/** @type {string} */ name) => (row[head.indexOf(name)] ?? "").replace(/^'/, "");
    const number = (/** @type {string} */ name) => Number(value(name));
    return {
      version: 1,
      id: value("id"),
      created: value("created"),
      width: number("width"),
      height: number("height"),
      start: value("start"),
      goal: value("goal"),
      status: value("status"),
      moves: value("moves"),
      times: value("times").split(" ").filter(Boolean).map(Number),
      inputs: value("inputs"),
      hints: {
        which: number("hint_which"),
        arrow: number("hint_arrow"),
        play: number("hint_play"),
        peek: number("hint_peek"),
        solution: number("hint_solution"),
      },
      undos: number("undos"),
      paused: value("paused") === "true",
      again: value("again") === "true",
      seed: value("seed") || null,
      typed: value("seed_typed") === "true",
    };
  });
}

/**
 * @param {string} text
 * @returns {string[][]} rows of fields (RFC 4180)
 */
export function parseCsv(text) {
  const rows = /** @type {string[][]} */ ([]);
  let row = /** @type {string[]} */ ([]);
  const fields = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|\n|\r|$)/gy;
  const whole = text.replace(/^\uFEFF/, "");
  for (let match = fields.exec(whole); match; match = fields.exec(whole)) {
    const [, field, end] = match;
    row.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end !== ",") {
      if (row.length > 1 || row[0] !== "") rows.push(row);
      row = [];
    }
    if (end === "") break;
  }
  return rows;
}

/**
 * @param {unknown} data
 * @returns {GameRecord} the same game without any other fields
 */
export function checkRecord(data) {
  if (typeof data !== "object" || data === null) throw new RecordError("expected an object.");
  const given = /** @type {Record<string, any>} */ (data);
  const { width, height, moves, times, inputs, status, created } = given;
  const fail = (/** @type {string} */ text) => {
    throw new RecordError(text);
  };
  if (given.version !== VERSION) fail(`it ${versionText(given.version)}`);
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 2 || side > LARGEST_SIDE) {
      fail(`size ${width}x${height}; sides go from 2 to ${LARGEST_SIDE}.`);
    }
  }
  if (typeof given.id !== "string" || !/^[\w-]{1,64}$/.test(given.id)) fail("its id is missing.");
  if (Number.isNaN(Date.parse(created))) fail(`“${created}” is not a date.`);
  if (!["solved", "playing", "abandoned"].includes(status)) fail(`status “${status}” is not known.`);
  if (typeof moves !== "string" || !/^[UDLR]*$/.test(moves) || moves.length > MOST_MOVES) {
    fail("its moves are not a string of U, D, L and R.");
  }
  if (typeof inputs !== "string" || !/^[a-z]*$/.test(inputs) || inputs.length !== moves.length) {
    fail("it does not say how each move was made.");
  }
  checkTimes(times, moves.length);
  const { start, goal } = checkReplay(given);
  return {
    version: 1, id: given.id, created: new Date(created).toISOString(), width, height,
    start, goal, moves, times, inputs, status, hints: hintsOf(given.hints),
    undos: count(given.undos), seed: typeof given.seed === "string" ? given.seed.slice(0, 200) : null,
    typed: given.typed === true, paused: given.paused === true, again: given.again === true,
  };
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
      `expected ${length} times in ascending order, none over a hundred days.`,
    );
  }
}

/**
 * @param {Record<string, any>} given
 * @returns {{start: string, goal: string}}  as this page writes boards
 */
function checkReplay({ start, goal, width, height, moves, status }) {
  if (typeof start !== "string" || typeof goal !== "string") {
    throw new RecordError("its boards are not strings.");
  }
  let [from, to, end] = /** @type {any[]} */ ([]);
  try {
    from = parseBoard(start, { width, height });
    to = parseBoard(goal, { width, height });
    end = replay(from, moves);
  } catch (error) {
    const reason = error instanceof NotationError ? "is not a board" : "does not allow its moves";
    throw new RecordError(`its board ${reason}: ${/** @type {Error} */ (error).message}`);
  }
  if (sameBoard(end, to) !== (status === "solved")) {
    throw new RecordError(
      status === "solved" ? "its moves do not end on the goal." : "it is solved, but its status says otherwise.",
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
  const { undone, elapsed } = given;
  const isText = (/** @type {unknown} */ text, /** @type {RegExp} */ shape) =>
    typeof text === "string" && shape.test(text);
  const sound =
    Array.isArray(undone) &&
    undone.every((one) => isText(one?.moves, /^[UDLR]+$/) && isText(one.inputs, /^[a-z]+$/));
  if (!sound) throw new RecordError("its undone moves are not a list of slides.");
  if (!isTime(elapsed)) throw new RecordError(`${elapsed} is not a time.`);
  const ahead = undone.map(({ moves }) => moves).reverse();
  replay(parseBoard(record.start, record), record.moves + ahead.join(""));
  return { record, undone: undone.map(({ moves, inputs }) => ({ moves, inputs })), elapsed };
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
