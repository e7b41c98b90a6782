// Boards inside objects, as JSON, Python and JavaScript write them: {"puzzle": [[…]]}.
// Its twin: taquin/puzzle/objects.py.

const OBJECT =
  /^(?:[A-Za-z_][\w \t.<>:]*=)?[[(\s]*\{\s*(?:"[^"\n]*"|'[^'\n]*'|[A-Za-z_][\w-]*)\s*:/;
const TOKEN =
  /"([^"\\]*)"|'([^'\\]*)'|([A-Za-z_][\w-]*)|([[\](){}:,])|[^\s[\](){}:,"']+|["']/g;

const SIDE =
  /["']?\b(?:(width|cols|columns|num_cols)|(height|rows|num_rows)|(size|dimension|dimensions|n))["']?\s*:\s*["']?(\d{1,3})(?:[ \t]*[xX×][ \t]*(\d{1,3}))?["']?\s*(?=[,}\n]|$)/gi;
const SHAPE =
  /["']?\b(size|shape|dimensions?)["']?\s*:\s*[[(]\s*(\d{1,3})\s*,\s*(\d{1,3})\s*[\])]/gi;
const PAIR = /^[[(]\s*\d{1,3}\s*,\s*\d{1,3}\s*[\])]$/;

/**
 * The width and the height that an object gives; null for none, or for several. A shape is rows
 * and columns; a size of two unequal numbers may be either, and is not used.
 * @param {string} text
 */
export function objectSize(text) {
  const [widths, heights] = [new Set(), new Set()];
  for (const [, across, down, both, first, second] of text.matchAll(SIDE)) {
    if (!down) widths.add(Number(first));
    if (!across) heights.add(Number(both ? (second ?? first) : first));
  }
  for (const [, name, first, second] of text.matchAll(SHAPE)) {
    if (name.toLowerCase() !== "shape" && first !== second) continue;
    heights.add(Number(first));
    widths.add(Number(second));
  }
  if (widths.size !== 1 || heights.size !== 1) return null;
  const [[width], [height]] = [[...widths], [...heights]];
  return Math.min(width, height) > 1 ? { width, height } : null;
}

/**
 * The lists and strings that are values in an object; null if the text is not an object.
 * @param {string} text
 */
export function objectValues(text) {
  if (!OBJECT.test(text.trimStart())) return null;
  /** @type {{key: string, start: number, text: string}[]} */
  const found = [];
  const opened = [];
  let [key, last, wanted] = ["", "", false];
  for (const token of text.matchAll(TOKEN)) {
    const mark = token[4] ?? "";
    const word = token[1] ?? token[2];
    const opens = mark !== "" && "[({".includes(mark);
    if (opens) {
      opened.push({ mark, name: wanted ? key : "", start: token.index });
      wanted = false;
    } else if (mark && "])}".includes(mark)) {
      const { mark: kind, name, start } = opened.pop() ?? { mark: "", name: "", start: 0 };
      const inner = text.slice(start, token.index + 1);
      const shape = /^(?:size|shape|dimensions?)$/.test(name) && PAIR.test(inner);
      if (name && kind !== "{" && !shape) found.push({ key: name, start, text: inner });
    } else if (mark === ":") {
      [key, wanted] = [last, true];
    } else if (word !== undefined && wanted) {
      found.push({ key, start: token.index, text: word });
    }
    if (mark !== ":" && !opens) wanted = false;
    last = word ?? token[3] ?? "";
  }
  return found;
}
