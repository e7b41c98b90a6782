// What stands around a whole text: fences, Lisp, LaTeX, the escapes of a string, reshape().
// Its twin: taquin/puzzle/wrappers.py.

import { NotationError } from "../board.js";
import { t } from "../words/said.js";

/** Full-width forms of ASCII. */
const WIDE = /[\uff01-\uff5e]/g;
/** The digits of Arabic and of Persian, each ten in sequence. */
const EASTERN = /[\u0660-\u0669\u06f0-\u06f9]/g;
const FENCE = /^[ \t]*(?:`{3,}|~{3,})[ \t]*[A-Za-z][\w+-]*[ \t]*$|^[ \t]*~{3,}[ \t]*$/gm;
const LISP =
  /\(\s*(?:define|def|defparameter|defvar|defconst|defconstant|setq|setf)\s+([*A-Za-z][\w*?!-]*)\s+(?=['`([])/g;
const LISTS = /\(\s*(?:list|vector)\s+(?=[\d(])/g;
const LATEX =
  /\\(?:begin|end)\{\w+\*?\}(?:\[\w*\]|\{[^{}\n]*\})*|\\(?:hline|left|right|displaystyle)\b|\\[[\]()]|\$+|(?<=\\\\)\[[\d. ]*\w*\]/g;
const RESHAPE =
  /\w+(?:\.\w+)?\(\s*\[([^[\]()]*)\]\s*(?:,\s*dtype\s*=\s*[\w.]+\s*)?\)\s*\.reshape\(\s*[[(]?\s*(-1|\d{1,3})\s*,\s*(-1|\d{1,3})\s*[\])]?\s*\)/g;

/** The text without what stands around it; line breaks stay. @param {string} given */
export function unwrapped(given) {
  let text = given
    .replace(/[\x1c-\x1e\x85]/g, "\n")
    .replaceAll("\x1f", " ")
    .replaceAll("\ufeff", "")
    .replaceAll("\u3000", " ")
    .replace(EASTERN, (one) => String(one.charCodeAt(0) & 15))
    .replace(WIDE, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0));
  if (text.includes("```") || text.includes("~~~")) text = text.replace(FENCE, "");
  if (text.includes("(")) text = withoutLisp(text).replace(RESHAPE, reshaped);
  if (text.includes("\\")) {
    text = text
      .replace(/\\n(["'])[ \t]*(\r?\n)[ \t]*\1/g, "$2")
      .replace(/(?:\\r)?\\n(?=[\s\d_."'xX*|+-]|$)/g, "\n")
      .replace(/\\t(?=[\d_.xX*-])/g, "\t");
  }
  if (!text.includes("&") || !text.includes("\\")) return text;
  return text
    .replace(LATEX, " ")
    .replace(/\\\\[ \t]*(\r?\n|$)/g, "$1")
    .replaceAll("\\\\", "\n")
    .replaceAll("&", ",");
}

/** Definitions such as (define start '((1 2) (3 0))) as start = ((1 2) (3 0)).
 * @param {string} text */
function withoutLisp(text) {
  let [kept, at] = ["", 0];
  for (;;) {
    LISP.lastIndex = at;
    const opened = LISP.exec(text);
    const start = opened ? opened.index + opened[0].length : 0;
    const end = opened ? closing(text, start) : -1;
    if (!opened || end < 0) return kept + text.slice(at);
    const breaks = opened[0].replace(/[^\n]+/g, "");
    const name = opened[1].replace(/^\*+|\*+$/g, "");
    const inner = text.slice(start, end).replace(/^['`]+/, "").replace(LISTS, "(");
    kept += `${text.slice(at, opened.index)}${breaks}${name} = ${inner}`;
    at = end + 1;
  }
}

/** Where the bracket closes that was opened before `start`; -1 if nowhere.
 * @param {string} text @param {number} start */
function closing(text, start) {
  const brackets = /[()]/g;
  brackets.lastIndex = start;
  let depth = 1;
  for (let found = brackets.exec(text); found; found = brackets.exec(text)) {
    depth += found[0] === "(" ? 1 : -1;
    if (!depth) return found.index;
  }
  return -1;
}

/** The rows of an array that is given as one list, rows and columns.
 * @param {string} all @param {string} list @param {string} down @param {string} across */
function reshaped(all, list, down, across) {
  const cells = list.trim().replace(/,+$/, "").split(",").map((cell) => cell.trim());
  let [rows, columns] = [Number(down), Number(across)];
  if (rows < 0 && columns > 0) rows = Math.floor(cells.length / columns);
  else if (columns < 0 && rows > 0) columns = Math.floor(cells.length / rows);
  if (rows * columns !== cells.length || rows < 1) {
    throw new NotationError(
      t`${cells.length} numbers do not fill reshape(${down}, ${across}), which gives rows and columns.`,
    );
  }
  const lists = Array.from(
    { length: rows },
    (_, row) => `[${cells.slice(row * columns, (row + 1) * columns).join(", ")}]`,
  );
  return `[${lists.join(", ")}]${all.replace(/[^\n]+/g, "")}`;
}
