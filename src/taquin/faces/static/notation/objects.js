// Boards inside objects, as JSON, Python and JavaScript write them: {"puzzle": [[…]]}.

const OBJECT =
  /^(?:[A-Za-z_][\w \t.<>:]*=)?[[(\s]*\{\s*(?:"[^"\n]*"|'[^'\n]*'|[A-Za-z_][\w-]*)\s*:/;
const TOKEN =
  /"([^"\\]*)"|'([^'\\]*)'|([A-Za-z_][\w-]*)|([[\](){}:,])|[^\s[\](){}:,"']+|["']/g;

/**
 * The lists and strings that are values in an object; null if the text is no object.
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
      if (name && kind !== "{") found.push({ key: name, start, text: inner });
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
