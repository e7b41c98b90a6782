/** The table of a comparison, filled while the searches run. */
import { questionWords } from "./questionwords.js";
import { build, button } from "../../shared/dom.js";
import { unique } from "../parts/labparts.js";
import { COLUMNS, DEFINITIONS, factsOf } from "./rowfacts.js";
import { sparkline } from "./sparkline.js";
import { t } from "../../words/said.js";

/** @typedef {import("./comparison.js").Comparison} Comparison */

const DRAW_EVERY = 100; // milliseconds

/** One row per search; only changed rows are rewritten. */
export class ComparisonTable {
  /**
   * @param {Record<string, string>} counters name → definition, of the searches' own counters
   * @param {((event: MouseEvent) => void) | null} [onAgain]  runs the searches without the server's cache; null: there
   *   is none
   */
  constructor(counters, onAgain = null) {
    this.definitions = { ...counters, ...DEFINITIONS };
    // Roles are given because the cards of a phone take them from a table.
    this.body = build("tbody", { role: "rowgroup" });
    /** @type {Set<import("./comparison.js").Row>} rows with news */ this.waiting = new Set();
    this.due = 0;
    /** @type {import("./comparison.js").Row[]} */ this.rows = [];
    /** @type {Array<{line: HTMLElement, cells: Record<string, HTMLElement>, spark: ReturnType<typeof sparkline>}>} */
    this.lines = [];
    this.caption = build("caption", { id: unique("lab-caption") });
    const table = (this.table = build(
      "table",
      { class: "table lab-table", role: "table" },
      this.caption,
      build("thead", { role: "rowgroup" }, this.#head()),
      this.body,
    ));
    // On a phone a search shows few of its figures, until all are asked for.
    const all = button({
      words: t`All figures`,
      onClick: () => all.setAttribute("aria-pressed", String(table.classList.toggle("lab-table--all"))),
    });
    all.setAttribute("aria-pressed", "false");
    all.classList.add("lab-figures");
    /** Where figures come from that the server did not measure now. */
    this.origin = build("p", { class: "note" });
    this.again = button({ icon: "retry", words: t`Measure again`, onClick: (event) => onAgain?.(event) });
    this.again.hidden = true;
    this.measurable = onAgain !== null;
    this.element = build(
      "div",
      { class: "lab-stack" },
      build("div", { class: "lab-from" }, this.origin, this.again),
      build(
        "div",
        { class: "lab-scroll", tabindex: "0", role: "region", "aria-labelledby": this.caption.id },
        table,
      ),
      all,
    );
    this.glossary = this.#glossary();
  }

  #head() {
    const heading = (/** @type {string} */ name, /** @type {string} */ text, kind = "number") =>
      build("th", {
        scope: "col",
        role: "columnheader",
        class: kind,
        title: this.definitions[name] ?? null,
        text,
      });
    return build(
      "tr",
      { role: "row" },
      heading("", t`Search`, ""),
      heading("", t`State`, ""),
      heading("optimal", t`Optimal`, ""),
      ...COLUMNS.map(([name, text]) => heading(name, text)),
      heading("", t`Frontier over time`, ""),
    );
  }

  /** Every definition, where touch and keyboard can reach it too. */
  #glossary() {
    const shown = /** @type {Array<[string, string]>} */ ([["optimal", t`Optimal`], ...COLUMNS]);
    return build(
      "details",
      { class: "lab-twin" },
      build("summary", { text: t`What the columns mean` }),
      build(
        "dl",
        { class: "lab-glossary" },
        ...shown.flatMap(([name, text]) => [
          build("dt", { text }),
          build("dd", { text: this.definitions[name] ?? "" }),
        ]),
      ),
    );
  }

  /** @param {Comparison} comparison */
  start(comparison) {
    this.caption.textContent = t`Every search, side by side: ${questionWords(comparison.question)}`;
    this.rows = comparison.rows;
    this.lines = comparison.rows.map((row) => this.#line(row));
    this.body.replaceChildren(...this.lines.map(({ line }) => line));
    this.waiting = new Set(comparison.rows);
    this.#flush();
  }

  /** @param {import("./comparison.js").Row} row */
  #line(row) {
    const status = build("span", { class: "badge" });
    const cells = /** @type {Record<string, HTMLElement>} */ ({
      status,
      unsampled: build("small", { class: "lab-origin" }),
      origin: build("small", { class: "lab-origin" }),
      reason: build("small", { class: "lab-reason" }),
      solution: build("td", { role: "cell", "data-name": t`Optimal` }),
    });
    for (const [name, text] of COLUMNS) {
      cells[name] = build("td", { role: "cell", class: "number", "data-name": text });
    }
    const spark = sparkline();
    const line = build(
      "tr",
      { role: "row" },
      build("th", { scope: "row", role: "rowheader" }, build("span", { text: row.name }), cells["reason"] ?? null),
      build("td", { role: "cell" }, status, cells["origin"] ?? null),
      ...["solution", ...COLUMNS.map(([name]) => name)].map((name) => cells[name]),
      build(
        "td",
        { role: "cell", "data-name": t`Frontier over time` },
        spark.element,
        cells["unsampled"] ?? null,
      ),
    );
    return { line, cells, spark };
  }

  /**
   * Show a row's changes: at once when it has ended, otherwise soon, together with others.
   * @param {import("./comparison.js").Row} row
   */
  update(row) {
    this.waiting.add(row);
    if (row.state === "done") {
      // Its result may show that the others' solutions are not optimal.
      for (const other of this.rows) if (other.result) this.waiting.add(other);
      this.#flush();
    }
    else this.due ||= window.setTimeout(() => this.#flush(), DRAW_EVERY);
  }

  #flush() {
    window.clearTimeout(this.due);
    this.due = 0;
    for (const row of this.waiting) this.#write(row);
    this.waiting.clear();
    const { alike, cached, words } = originOf(this.rows);
    this.table.classList.toggle("lab-table--alike", alike);
    write(this.origin, words);
    this.again.hidden = !this.measurable || !cached || this.rows.some(({ state }) => state !== "done");
  }

  /** @param {import("./comparison.js").Row} row */
  #write(row) {
    const line = this.lines[row.number];
    if (!line) return;
    const facts = factsOf(row, this.rows);
    const { cells } = line;
    write(cells["status"], facts.status);
    cells["status"]?.setAttribute("class", `badge ${facts.tone ? `badge--${facts.tone}` : ""}`);
    write(cells["origin"], facts.origin);
    write(cells["reason"], facts.reason);
    write(cells["solution"], facts.solution || "–");
    for (const [name] of COLUMNS) write(cells[name], facts[name].text);
    const unsampled = row.state === "done" && row.samples < 2;
    write(cells["unsampled"], unsampled ? t`not sampled` : "");
    line.spark.element.classList.toggle("lab-spark--none", unsampled);
    line.spark.draw(row);
  }
}

/**
 * Where the figures come from. Where that is one place, the rows need not name it.
 * @param {import("./comparison.js").Row[]} rows
 * @returns {{alike: boolean, cached: boolean, words: string}}
 */
function originOf(rows) {
  const [all, some] = [rows.length, rows.filter(({ cached }) => cached).length];
  if (some > 0) {
    const words = some === all ? t`All results are from the server’s cache.` : t`Results from the server’s cache: ${some} of ${all}.`;
    return { alike: some === all, cached: true, words };
  }
  const measured = rows.flatMap(({ result }) => (result?.stats ? [result] : []));
  const here = measured.filter(({ engine }) => engine === "page").length;
  const alike = here === 0 || here === measured.length;
  return { alike, cached: false, words: alike && here > 0 ? t`All searches ran on this page.` : "" };
}

/**
 * @param {HTMLElement | undefined} cell
 * @param {string} text
 */
function write(cell, text) {
  if (cell && cell.textContent !== text) cell.textContent = text;
}
