// Boards in drawn boxes: which lines are borders, and the rows between vertical bars.
// Its twin: taquin/puzzle/boxes.py.

import { readRows, readTiles, strip } from "./tilerows.js";

const BAR = /[|│┃║]/;

/** Whether a line draws a border, or a cell's padding: no tile. @param {string} line */
export function isBorder(line) {
  if (/^\d/.test(line)) return false;
  if (/^[ \t|│┃║]*$/.test(line)) return true;
  const runs = line.match(/__+/g) ?? [];
  if (/^[ \t+|_]*$/.test(line) && (runs.length > 1 || runs.join("").length > 5)) return true;
  const dashes = line.match(/[-=─━═]/g) ?? [];
  const drawn = /[-=─━═]{2}|[+|:\u2500-\u257f]/.test(line);
  return /^[ \t+|:=\u2500-\u257f-]*$/.test(line) && dashes.length > 1 && drawn;
}

/** The rows of a table with vertical bars, a number or nothing between. @param {string[]} lines */
export function readTable(lines) {
  if (lines.length < 2 || !lines.every((line) => BAR.test(line))) return null;
  let fields = lines.map((line) => line.split(BAR));
  // A row without borders may end in an empty field, so borders count only if every row has them.
  if (fields.every((row) => !row[0].trim())) fields = fields.map((row) => row.slice(1));
  if (fields.every((row) => !row.at(-1)?.trim())) fields = fields.map((row) => row.slice(0, -1));
  if (fields.every((row) => row.length === 1)) return framed(fields.map((row) => row[0]));
  const rows = fields.map((row) => row.map((field) => tile(field.trim())));
  return rows.some((row) => row.some((word) => /[\s,/;]/.test(word))) ? null : readTiles(rows);
}

/** @param {string} field */
const tile = (field) => strip(field, "_") || field || "0";

/** The rows inside a frame, a gap in one of them as the blank. @param {string[]} lines */
function framed(lines) {
  const spans = lines.map((line) =>
    Array.from(line.matchAll(/[^\s,]+/g), ({ 0: word, index }) => ({
      word,
      start: index,
      end: index + word.length,
    })),
  );
  const width = Math.max(...spans.map((row) => row.length));
  const short = spans.filter((row) => row.length === width - 1);
  const full = spans.filter((row) => row.length === width);
  if (width < 2 || short.length !== 1 || full.length !== spans.length - 1) return readRows(lines);
  const columns = Array.from({ length: width }, (_, at) => ({
    start: Math.min(...full.map((row) => row[at].start)),
    end: Math.max(...full.map((row) => row[at].end)),
  }));
  const [row] = short;
  const gaps = [...columns.keys()].filter((gap) =>
    row.every(({ start, end }, at) => {
      const column = columns[at + Number(at >= gap)];
      return start < column.end && end > column.start;
    }),
  );
  if (gaps.length !== 1) return readRows(lines);
  row.splice(gaps[0], 0, { word: "0", start: 0, end: 0 });
  return readRows(spans.map((each) => each.map(({ word }) => word).join(" ")));
}
