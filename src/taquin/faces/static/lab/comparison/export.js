/** A comparison as CSV, JSON, Markdown and LaTeX: every row, with figures cut short by a limit marked. */
import { bestCost, COLUMN_WORDS, figuresOf, lastKnown, orderNotes, verdictOf } from "./exportrows.js";
import { boardTypeWords } from "./questionwords.js";
import { COLUMNS, DEFINITIONS, factsOf } from "./rowfacts.js";
import { listed, t } from "../../words/said.js";

/** @typedef {import("./comparison.js").Comparison} Comparison */

/** The formats, each with the extension and type of its file. */
export const FORMS =
  /** @type {Record<string, {ending: string, type: string, write: (comparison: Comparison, counters: Record<string, string>) => string}>} */ ({
    CSV: { ending: "csv", type: "text/csv", write: asCsv },
    JSON: { ending: "json", type: "application/json", write: asJson },
    Markdown: { ending: "md", type: "text/markdown", write: asMarkdown },
    LaTeX: { ending: "tex", type: "application/x-tex", write: asLatex },
  });

/** The columns, in the order of earlier versions, for existing spreadsheets. */
const CSV = [
  "board",
  "goal",
  "metric",
  "search",
  "algorithm",
  "heuristic",
  "options",
  "status",
  "limit",
  "censored",
  "optimal",
  "cost",
  "lower_bound",
  "expanded",
  "generated",
  "peak_frontier",
  "peak_reached",
  "max_depth",
  "seconds",
  "cached",
  "peak_memory_bytes",
  "cost_is_optimal",
  "topology",
];

/**
 * One line per search; figures that are only minimums have `true` in the column `censored`.
 * @param {Comparison} comparison
 * @returns {string} RFC 4180
 */
export function asCsv({ question, rows }) {
  const lines = rows.map((row) => {
    const { name, choice, options, result, cached } = row;
    const cells = /** @type {Record<string, unknown>} */ ({
      topology: "grid",
      ...question,
      ...choice,
      search: name,
      options: JSON.stringify(options),
      limit: result?.limit,
      optimal: result?.optimal,
      cached,
      ...figuresOf(row),
      ...verdictOf(row, rows),
    });
    return CSV.map((column) => cells[column] ?? "");
  });
  return [CSV, ...lines].map((line) => line.map(csvCell).join(",")).join("\r\n") + "\r\n";
}

/**
 * Quoted where necessary; text that a spreadsheet would read as a formula gets an apostrophe.
 * @param {unknown} value
 * @returns {string}
 */
function csvCell(value) {
  const raw = String(value);
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The question and the objects of `taquin compare --format json`; a search cancelled before its end
 * has no result, but the minimum it would have taken.
 * @param {Comparison} comparison
 * @param {Record<string, string>} counters
 * @returns {string}
 */
export function asJson({ question, rows }, counters) {
  const results = rows.map((row) => ({
    search: row.name,
    ...row.choice,
    options: row.options,
    cached: row.cached,
    ...verdictOf(row, rows),
    at_least: lastKnown(row),
    best_cost: bestCost(row),
    result: row.result,
  }));
  const whole = { version: 1, question, counters, columns: COLUMN_WORDS, rows: results };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

const HEAD = [t`Search`, t`State`, t`Optimal`, ...COLUMNS.map(([, text]) => text)];

/**
 * @param {Comparison} comparison
 * @returns {string[][]}
 */
function texts({ rows }) {
  return rows.map((row) => {
    const facts = factsOf(row, rows);
    const status = listed([facts.status, facts.origin].filter(Boolean));
    return [row.name, status, facts.solution, ...COLUMNS.map(([name]) => facts[name].text)];
  });
}

/**
 * @param {Comparison} comparison
 * @param {Record<string, string>} counters
 * @returns {string}
 */
export function asMarkdown(comparison, counters) {
  const { question } = comparison;
  const cell = (/** @type {string} */ text) =>
    text.replaceAll(/[\\|*_`<>[\]]/g, "\\$&").replaceAll(/\s+/g, " ");
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(cell).join(" | ")} |`;
  const rule = `| --- | --- | --- | ${COLUMNS.map(() => "---:").join(" | ")} |`;
  const notes = notesOf(comparison, counters).map(([name, text]) => t`- **${name}**: ${cell(text)}`);
  return [
    t`Board \`${question.board}\`, goal \`${question.goal}\`${boardTypeWords(question.topology)}, cost in ${question.metric}.`,
    "",
    line(HEAD),
    rule,
    ...texts(comparison).map(line),
    "",
    ...notes,
    "",
  ].join("\n");
}

/**
 * How the searches broke ties, and what the columns mean.
 * @param {Comparison} comparison
 * @param {Record<string, string>} counters
 * @returns {Array<[string, string]>}
 */
function notesOf({ rows }, counters) {
  const all = { ...counters, ...DEFINITIONS };
  const columns = COLUMNS.flatMap(
    ([name, text]) => /** @type {Array<[string, string]>} */ (all[name] ? [[text, all[name]]] : []),
  );
  return [...orderNotes(rows), ...columns];
}

const LATEX = /** @type {Record<string, string>} */ ({
  "\\": "\\textbackslash{}",
  "&": "\\&",
  "%": "\\%",
  $: "\\$",
  "#": "\\#",
  _: "\\_",
  "{": "\\{",
  "}": "\\}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "≥": "$\\geq$",
  "–": "--",
  "×": "$\\times$",
  "’": "'",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
});

/**
 * A table for the package booktabs.
 * @param {Comparison} comparison
 * @param {Record<string, string>} counters
 * @returns {string}
 */
export function asLatex(comparison, counters) {
  const { question } = comparison;
  const cell = (/** @type {string} */ text) =>
    text.replaceAll(/[\\&%$#_{}~^≥–×’<>]/g, (sign) => LATEX[sign] ?? sign).replaceAll(/\s+/g, " ");
  const line = (/** @type {string[]} */ cells) => `    ${cells.map(cell).join(" & ")} \\\\`;
  const notes = notesOf(comparison, counters).map(([name, text]) => t`${cell(name)}: ${cell(text)}.`);
  return [
    "% \\usepackage{booktabs}",
    "\\begin{table}",
    "  \\centering",
    `  \\caption{${t`Board ${cell(question.board)}, goal ${cell(question.goal + boardTypeWords(question.topology))}, cost in ${cell(question.metric)}.`} ${notes.join(" ")}}`,
    `  \\begin{tabular}{lll${"r".repeat(COLUMNS.length)}}`,
    "    \\toprule",
    line(HEAD),
    "    \\midrule",
    ...texts(comparison).map(line),
    "    \\bottomrule",
    "  \\end{tabular}",
    "\\end{table}",
    "",
  ].join("\n");
}
