/** A comparison as CSV, JSON, Markdown and LaTeX: every row, and what a limit cut short says so. */
import { COLUMNS, DEFINITIONS, factsOf } from "./rowfacts.js";

/** @typedef {import("./comparison.js").Comparison} Comparison */

/** The forms, each with the ending and type of its file. */
export const FORMS =
  /** @type {Record<string, {ending: string, type: string, write: (comparison: Comparison, counters: Record<string, string>) => string}>} */ ({
    CSV: { ending: "csv", type: "text/csv", write: asCsv },
    JSON: { ending: "json", type: "application/json", write: asJson },
    Markdown: { ending: "md", type: "text/markdown", write: asMarkdown },
    LaTeX: { ending: "tex", type: "application/x-tex", write: asLatex },
  });

/**
 * One line a search; a figure that is only a minimum has `true` in the column `censored`.
 * @param {Comparison} comparison
 * @returns {string} RFC 4180
 */
export function asCsv({ question, rows }) {
  const head = [
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
  ];
  const lines = rows.map(({ name, choice, result, cached }) => [
    question.board,
    question.goal,
    question.metric,
    name,
    choice.algorithm,
    choice.heuristic ?? "",
    JSON.stringify(choice.options),
    result?.status ?? "cancelled",
    result?.limit ?? "",
    result ? result.status === "limit" : "",
    result?.optimal ?? "",
    result?.cost ?? "",
    result?.lower_bound ?? "",
    result?.stats?.expanded ?? "",
    result?.stats?.generated ?? "",
    result?.stats?.peak_frontier ?? "",
    result?.stats?.peak_reached ?? "",
    result?.stats?.max_depth ?? "",
    result?.seconds?.["search"] ?? "",
    cached,
    result?.peak_memory_bytes ?? "",
  ]);
  return [head, ...lines].map((line) => line.map(csvCell).join(",")).join("\r\n") + "\r\n";
}

/**
 * Quoted where it must be; a text that a spreadsheet would take for a formula gets an apostrophe.
 * @param {unknown} value
 * @returns {string}
 */
function csvCell(value) {
  const raw = String(value);
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The question and the objects of `taquin compare --format json`.
 * @param {Comparison} comparison
 * @param {Record<string, string>} counters
 * @returns {string}
 */
export function asJson({ question, rows }, counters) {
  const results = rows.map(({ name, choice, result, cached }) => ({
    search: name,
    ...choice,
    cached,
    result,
  }));
  return `${JSON.stringify({ version: 1, question, counters, rows: results }, null, 2)}\n`;
}

const HEAD = ["Search", "State", "Optimal", ...COLUMNS.map(([, text]) => text)];

/**
 * @param {Comparison} comparison
 * @returns {string[][]}
 */
function texts({ rows }) {
  return rows.map((row) => {
    const facts = factsOf(row, rows);
    const status = [facts.status, facts.origin].filter(Boolean).join(", ");
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
  const notes = definitions(counters).map(([name, text]) => `- **${name}**: ${cell(text)}`);
  return [
    `Board \`${question.board}\`, goal \`${question.goal}\`, cost in ${question.metric}.`,
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
 * @param {Record<string, string>} counters
 * @returns {Array<[string, string]>}
 */
function definitions(counters) {
  const all = { ...counters, ...DEFINITIONS };
  return COLUMNS.flatMap(([name, text]) => (all[name] ? [[text, all[name]]] : []));
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
    text.replaceAll(/[\\&%$#_{}~^≥–×<>]/g, (sign) => LATEX[sign] ?? sign).replaceAll(/\s+/g, " ");
  const line = (/** @type {string[]} */ cells) => `    ${cells.map(cell).join(" & ")} \\\\`;
  const notes = definitions(counters).map(([name, text]) => `${cell(name)}: ${cell(text)}.`);
  return [
    "% \\usepackage{booktabs}",
    "\\begin{table}",
    "  \\centering",
    `  \\caption{Board ${cell(question.board)}, goal ${cell(question.goal)}, cost in ${cell(question.metric)}. ${notes.join(" ")}}`,
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

/**
 * Hand a file to the browser to keep.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
