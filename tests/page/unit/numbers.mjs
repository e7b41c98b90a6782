/**
 * Asks the compiler of types which values of the page's texts are numbers: writes a copy of the page in which
 * a number there is a wrong type, and prints, by file:line:column of each value, its text and field as JSON.
 *
 *     node tests/page/unit/numbers.mjs FOLDER
 *
 * The text of a value that `said` fills in is null: it stands in data.
 */
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import { parse } from "acorn";

const STATIC = new URL("../../../src/taquin/faces/static", import.meta.url).pathname;
const COPY = process.argv[2];
const WRAPPER = "notANumber";
const DECLARED = `
/** @param {string | boolean | null | undefined | object} value @returns {any} */
function ${WRAPPER}(value) {
  return value;
}
`;

/** The text of a template, as `t` looks it up. @param {any} template */
function textOf({ quasis, expressions }) {
  const forms = expressions.map((/** @type {any} */ value, /** @type {number} */ i) =>
    value.type === "CallExpression" && value.callee.name === "amount" ? `{${i}:${value.arguments[1].value}}` : `{${i}}`,
  );
  return quasis.map((/** @type {any} */ part, /** @type {number} */ i) => (forms[i - 1] ?? "") + part.value.cooked).join("");
}

/** @typedef {{start: number, end: number, text: string | null, field: string, before: string}} Value before: what is written before it */

/** @param {any} node @param {Value[]} found */
function collect(node, found) {
  if (node.type === "TaggedTemplateExpression" && /^(t|say|fail)$/.test(node.tag.name ?? "")) {
    const text = textOf(node.quasi);
    for (const [i, { start, end }] of node.quasi.expressions.entries()) {
      found.push({ start, end, text, field: String(i), before: `${WRAPPER}(` });
    }
  }
  if (node.type === "CallExpression" && /^(said|filledIn)$/.test(node.callee.name ?? "") && node.arguments[1]?.type === "ObjectExpression") {
    for (const { type, key, value, shorthand } of node.arguments[1].properties) {
      if (type !== "Property") continue;
      const before = `${shorthand ? `${key.name}: ` : ""}${WRAPPER}(`;
      found.push({ start: value.start, end: value.end, text: null, field: key.name, before });
    }
  }
  for (const child of Object.values(node).flat()) if (typeof child?.type === "string") collect(child, found);
}

cpSync(STATIC, COPY, { recursive: true });
/** @type {Record<string, [text: string | null, field: string]>} */
const places = {};
for (const entry of readdirSync(STATIC, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  const file = relative(STATIC, path);
  if (!file.endsWith(".js") || /uplot|^languages/.test(file)) continue;
  const code = readFileSync(path, "utf-8");
  /** @type {Value[]} */
  const values = [];
  collect(parse(code, { ecmaVersion: "latest", sourceType: "module" }), values);
  // Of values within each other, the outer begins first and ends last.
  const marks = values.flatMap((value) => [
    { at: value.start, order: value.start - value.end, mark: value.before, value },
    { at: value.end, order: -Infinity, mark: ")", value: null },
  ]);
  marks.sort((one, other) => one.at - other.at || one.order - other.order);
  let [written, from] = ["", 0];
  for (const { at, mark, value } of marks) {
    written += code.slice(from, at) + mark;
    from = at;
    if (!value) continue;
    const lines = written.split("\n");
    places[`${file}:${lines.length}:${lines[lines.length - 1].length + 1}`] = [value.text, value.field];
  }
  writeFileSync(join(COPY, file), written + code.slice(from) + DECLARED);
}

// A number that is written out for a text is one, too.
const said = join(COPY, "words", "said.js");
const [before, after] = readFileSync(said, "utf-8").split("export function count(");
const at = before.lastIndexOf("@returns {string}");
writeFileSync(said, `${before.slice(0, at)}@returns {number}${before.slice(at + 17)}export function count(${after}`);
console.log(JSON.stringify(places));
