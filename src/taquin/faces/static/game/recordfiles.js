/** Game records as files: complete as JSON, one game per line as CSV; loaded when they are needed. */
import { inMilliseconds } from "./record.js";
import { RecordError, VERSION, checkRecord, versionText } from "./records.js";
import { t } from "../words/said.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */

// The columns of the first version; a file may lack later ones.
const COLUMNS = [
  "id", "created", "width", "height", "start", "goal", "status", "time_ms", "move_count", "moves",
  "times", "inputs", "hint_which", "hint_arrow", "hint_play", "hint_peek", "undos", "paused", "seed",
];
/** Of the hints of other tries, in one column. */
const KINDS = /** @type {const} */ (["which", "arrow", "play", "peek", "solution"]);
const LATER = ["hint_solution", "again", "seed_typed", "numbers", "ended_ms", "hints_earlier", "goal_named", "metric"];

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
      record.status, record.ended ?? record.times.at(-1) ?? 0, record.moves.length, record.moves,
      record.times.join(" "), record.inputs, hints.which, hints.arrow, hints.play, hints.peek,
      record.undos, record.paused, record.seed ?? "", hints.solution, record.again,
      record.typed, record.numbers ?? "shown", record.ended ?? "",
      record.earlier ? KINDS.map((kind) => record.earlier?.[kind]).join(" ") : "",
      record.named ?? "", record.metric ?? "stm",
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
  if (found.length === 0) throw new RecordError(t`the file is valid, but it contains no games.`);
  /** @type {GameRecord[]} */
  const records = [];
  /** @type {string[]} */
  const faults = [];
  found.forEach((data, i) => {
    try {
      records.push(checkRecord(data));
    } catch (error) {
      faults.push(t`Game ${i + 1}: ${/** @type {Error} */ (error).message}`);
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
  } catch {
    throw new RecordError(t`this is not valid JSON; expected the JSON or CSV that this page exports.`);
  }
  const games = Array.isArray(data) ? data : data.games;
  if (!Array.isArray(games)) {
    throw new RecordError(t`the file has no list of games; expected the JSON or CSV that this page exports.`);
  }
  // A bare list or a hand-made file may have no version: each game has one.
  if ((data.version ?? VERSION) !== VERSION) {
    throw new RecordError(t`the file ${versionText(data.version)}`);
  }
  return games;
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
    const words = /[\0-\x08\x0e-\x1f\ufffd]/.test(begin)
      ? t`this is not text; expected the JSON or CSV that this page exports.`
      : begin
        ? t`the file starts with “${begin}”; expected the JSON or CSV that this page exports.`
        : t`the file is empty; expected the JSON or CSV that this page exports.`;
    throw new RecordError(words);
  }
  if (missing.length > 0) {
    throw new RecordError(
      t`expected a CSV file with the columns this page exports; missing: ${missing.join(", ")}.`,
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
      earlier: Object.fromEntries(value("hints_earlier").split(" ").map((count, i) => [KINDS[i], Number(count)])),
      undos: number("undos"),
      paused: value("paused") === "true",
      again: value("again") === "true",
      seed: value("seed") || null,
      typed: value("seed_typed") === "true",
      numbers: value("numbers"),
      ended: value("ended_ms") === "" ? null : number("ended_ms"),
      named: value("goal_named"),
      metric: value("metric"),
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
 * The games of an exported text that are not here yet; the last of those with one id.
 * @param {string} text
 * @param {GameRecord[]} here
 * @returns {{fresh: GameRecord[], added: number, known: number, differing: number, faults: string[]}}  differing:
 *   of the known, those that are not as they are here
 */
export function readFresh(text, here) {
  const { records, faults } = readRecords(text);
  const known = new Map(here.map((record) => [record.id, record]));
  const differing = records.filter((one) => known.has(one.id) && plain(known.get(one.id)) !== plain(one)).length;
  const fresh = [...new Map(records.filter(({ id }) => !known.has(id)).map((one) => [one.id, one])).values()];
  return { fresh, added: fresh.length, known: records.length - fresh.length, differing, faults };
}

/**
 * @param {unknown} record
 * @returns {string} the same for equal games, from whatever version of the page
 */
const plain = (record) => JSON.stringify(inMilliseconds(checkRecord(record)));
