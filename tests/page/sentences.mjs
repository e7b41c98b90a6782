/**
 * What the page says, for its catalogues of words: prints {keys, bare} as JSON.
 *
 *     node tests/page/sentences.mjs
 *
 * keys: every English text that is looked up, and where it stands; bare: what looks like a text and is
 * not looked up, {file, line, text}; joined: what sets English marks between parts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { parse } from "acorn";

const STATIC = new URL("../../src/taquin/faces/static", import.meta.url).pathname;
/** Others' code, data that are looked up by their fields, and words that no reader of the page meets. */
const APART = [
  "docs/", // what the site's folder says without its documentation
  "lab/charts/uplot/",
  "lab/comparison/exportrows.js", // describes the fields of a file
  "lab/searches/catalogue.js",
  "lab/searches/teachings.js",
  "languages/",
  "notation/declared.js", // words that others write above their boards
  // What would be a fault of the solver.
  ...["approach", "exact", "pushsearch", "pushtables", "tables", "values"].map((name) => `solver/${name}.js`),
  "sw.js",
  "words/",
];

/** @type {Map<string, string[]>} */
const keys = new Map();
/** @type {{file: string, line: number, text: string}[]} */
const bare = [];
/** @type {string[]} */
const joined = [];
/** Where parts are joined for readers of English, or of none: developers, files, what is stored. */
const ENGLISH = /^(board|game\/recordfiles|lab\/searches\/choicewords|notation\/|server\/|shared\/settings|solver\/(bitkit|models)|timed\/timedchoice|train\/lessonlist)/;

/** @param {string} text @param {string} where */
function key(text, where) {
  keys.set(text, [...(keys.get(text) ?? []), where]);
}

function* modules(folder = STATIC) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* modules(path);
    else if (path.endsWith(".js")) yield path;
  }
}

/** The text of a template, as `t` looks it up. @param {any} template */
function textOf({ quasis, expressions }) {
  const forms = expressions.map((/** @type {any} */ value, /** @type {number} */ i) =>
    value.type === "CallExpression" && value.callee.name === "amount" ? `{${i}:${literal(value.arguments[1])}}` : `{${i}}`,
  );
  return quasis.map((/** @type {any} */ part) => part.value.cooked).reduce((/** @type {string} */ before, /** @type {string} */ part, /** @type {number} */ i) => before + forms[i - 1] + part);
}
const literal = (/** @type {any} */ node) =>
  node?.type === "Literal" && typeof node.value === "string" ? node.value : null;

/** Calls that take names, selectors or keys rather than texts. */
const CODE = new RegExp(
  "(^|\\.)(warn|readStored|querySelector|querySelectorAll|closest|matches|matchMedia|addEventListener|startsWith|endsWith|" +
    "includes|indexOf|split|replace|replaceAll|getContext|setProperty|postMessage|stylesApplied|scriptUrl|toggle|" +
    "getElementById|namesIn)$",
);
/** Properties whose values are code. */
const PROPERTIES = new Set(["class", "className", "id", "role", "href", "type", "input", "style", "font", "viewBox", "aria-describedby", "data-name", "format"]);
const KEYS = /^(Tab|Enter|Escape|Home|End|Arrow\w*|Control|Shift|Meta|Alt|Dead|Unidentified|Process|\w*Error|LimitReached)$/;
/** Markup, styles, paths. */
const CODED = /--|__|^\(prefers|^\(forced|\\caption|<\/?[a-z]+[ >]|rgb\(|var\(--|\d+px|px |system-ui|^M|^translate|^[.#[]|\[[a-z-]+|taquin (daily|drill|games|training)/;

/** @param {string} text */
function looksSaid(text) {
  const words = text.replaceAll(/\{\d+\}/g, "");
  if (CODED.test(text.replaceAll(/\{\d+\}/g, "X")) || KEYS.test(words.trim())) return false;
  return /\p{L}[’']?[,;:.)]? (\(?\p{L}|$)/u.test(words) || /^ ?\p{Lu}\p{Ll}+[.…:!?]?$/u.test(words);
}

// What the board sets into its texts.
for (const text of ["up", "down", "left", "right", "even", "odd"]) key(text, "board.js");
// What `listed` and `listedApart` set between items, and `inSequence` between sentences.
for (const text of [", ", "; ", " "]) key(text, "words/said.js");

/**
 * Whether a node stands where a text is never read.
 * @param {any[]} path  from the module to the node's parent
 * @param {any} node
 */
function isCode(path, node) {
  let child = node;
  for (const parent of path.toReversed()) {
    if (/^(Import|Export(All|Named))/.test(parent.type) || parent.type === "SwitchCase") return true;
    if (parent.type === "Property" || parent.type === "PropertyDefinition") {
      const name = String(parent.key.name ?? parent.key.value);
      return child === parent.key || PROPERTIES.has(name) || name === "name" && parent.type === "PropertyDefinition";
    }
    if (parent.type === "MemberExpression") return child === parent.property;
    if (parent.type === "BinaryExpression" && parent.operator !== "+") return true;
    if (parent.type === "AssignmentExpression") return /className|\.font$|\.id$|\.style\./.test(source(parent.left));
    if (parent.type === "CallExpression") {
      const callee = source(parent.callee).replaceAll(/\s+/g, "");
      if (/setAttribute$/.test(callee) && literal(parent.arguments[0]) === "class") return true;
      return CODE.test(callee) || (/(setAttribute|^build|^draw|\$)$/.test(callee) && parent.arguments[0] === child);
    }
    if (parent.type === "NewExpression") return /^(TypeError|DOMException|RegExp|URL|Set|Event|CustomEvent)$/.test(source(parent.callee));
    if (/Statement$|Function|Declaration$|Class/.test(parent.type)) return false;
    child = parent;
  }
  return false;
}

/** The texts that an expression may be. @param {any} node @returns {string[]} */
function literals(node) {
  if (node?.type === "ConditionalExpression") return [...literals(node.consequent), ...literals(node.alternate)];
  const text = literal(node);
  return text === null ? [] : [text];
}

/** Whether a node sets marks of English between the parts of a text. @param {any} node @param {string | null} text @param {any[]} path */
function joins(node, text, path) {
  if (node.type === "CallExpression" && node.callee.property?.name === "join") return /^[,;:.] $/.test(literal(node.arguments[0]) ?? "");
  if (node.type !== "TemplateLiteral" || node.expressions.length === 0 || isCode(path, node)) return false;
  return /\}[;:,.%]( |$)/.test(text ?? "") && !CODED.test((text ?? "").replaceAll(/\{\d+\}/g, "X"));
}

let code = "";
const source = (/** @type {any} */ node) => code.slice(node.start, node.end);

/** @param {any} node @param {any[]} path @param {string} file */
function visit(node, path, file) {
  const at = `${file}:${node.loc.start.line}`;
  if (node.type === "TaggedTemplateExpression" && (node.tag.name === "t" || (file === "board.js" && /^(say|fail)$/.test(node.tag.name)))) {
    key(textOf(node.quasi), at);
    for (const value of node.quasi.expressions) {
      // The board's texts get theirs translated.
      for (const text of file === "board.js" ? [] : literals(value)) {
        if (/\p{L}{2}/u.test(text)) bare.push({ file, line: value.loc.start.line, text });
      }
      visit(value, [...path, node, node.quasi], file);
    }
    return;
  }
  if (node.type === "CallExpression" && node.callee.name === "counted") {
    const one = literal(node.arguments[1]);
    if (one !== null) key(`{count:${one}}`, at);
    visit(node.arguments[0], [...path, node], file);
    return;
  }
  if (node.type === "CallExpression" && (node.callee.name === "translated" || node.callee.name === "said")) {
    const sense = node.callee.name === "translated" ? literal(node.arguments[1]) : null;
    for (const text of literals(node.arguments[0])) key(sense === null ? text : `${text} (${sense})`, at);
    for (const value of node.arguments.slice(1)) if (node.callee.name === "said") visit(value, [...path, node], file);
    return;
  }
  if (node.type === "CallExpression" && node.callee.name === "amount") return visit(node.arguments[0], [...path, node], file);
  // A name that is looked up where it is shown.
  const name = node.type === "Property" && !node.computed ? literal(node.key) : null;
  if (name !== null && /[ -]/.test(name) && /^\p{Lu}/u.test(name)) key(name, at);
  // What a list of a recording holds is data; its last part is shown.
  const [, held] = /^(?:nodes, |reached states, |n\/a: )(.*)$/.exec(literal(node) ?? "") ?? [];
  if (held !== undefined && file.startsWith("lab/searches/")) return key(held.replace("next to be expanded first", "next first"), at);
  const text = node.type === "TemplateLiteral" ? textOf(node) : literal(node);
  if (text !== null && path.length > 1 && looksSaid(text) && !isCode(path, node)) bare.push({ file, line: node.loc.start.line, text });
  if (!ENGLISH.test(file) && joins(node, text, path)) joined.push(at);
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) {
      if (one && typeof one.type === "string") visit(one, [...path, node], file);
    }
  }
}

for (const path of [...modules()].sort()) {
  const file = relative(STATIC, path);
  if (APART.some((name) => file.startsWith(name))) continue;
  code = readFileSync(path, "utf-8");
  visit(parse(code, { ecmaVersion: "latest", sourceType: "module", locations: true }), [], file);
}

/** Texts in data. @param {unknown} data @param {string} where */
function keysIn(data, where) {
  if (typeof data === "string") key(data, where);
  else if (data && typeof data === "object") for (const part of Object.values(data)) keysIn(part, where);
}

for (const name of readdirSync(join(STATIC, "words"))) {
  if (!name.endsWith("sentences.js")) continue;
  keysIn(await import(join(STATIC, "words", name)), `words/${name}`);
}
const { CATALOGUE } = await import(join(STATIC, "lab/searches/catalogue.js"));
const { TEACHINGS, EXAMINED } = await import(join(STATIC, "lab/searches/teachings.js"));
for (const { label, summary } of CATALOGUE.algorithms) keysIn([label, summary], "lab/searches/catalogue.js");
keysIn(CATALOGUE.counters, "lab/searches/catalogue.js");
for (const { why, frontier } of Object.values(TEACHINGS)) keysIn([why, ...(frontier ? [frontier.replace(/^nodes, /, "")] : [])], "lab/searches/teachings.js");
keysIn(EXAMINED, "lab/searches/teachings.js");

// Without scripts there is no catalogue: the page says the same in all languages.
const html = readFileSync(join(STATIC, "index.html"), "utf-8").replace(/<(head|noscript)>.*<\/\1>/gs, "");
const [nav] = /<nav .*<\/nav>/s.exec(html) ?? [""];
for (const [part, sense] of [[nav, " (a tab)"], [html.replace(nav, ""), ""]]) {
  for (const [, text] of part.matchAll(/>([^<>]*\p{L}[^<>]*)</gu)) if (text.trim()) key(text.trim() + sense, "index.html");
}
for (const [, text] of html.matchAll(/aria-label="([^"]*)"/g)) key(text, "index.html");

// A name that is looked up where it is shown, what only other modules or a developer read, names in lists, and a
// question, which is typed in English.
const KEPT = [/^where \{0\}$/, /^reached states, newest first$/, /^the path to the chosen node/, /no words for the choice of a node/, /^board goal palette /, /^pointercancel /, /^click drag$/];
const left = bare.filter(({ text }) => !keys.has(text) && !KEPT.some((kept) => kept.test(text)));
console.log(JSON.stringify({ keys: Object.fromEntries([...keys].sort(([a], [b]) => (a < b ? -1 : 1))), bare: left, joined }));
