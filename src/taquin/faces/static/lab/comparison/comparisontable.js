/** The table of a comparison, filled while the searches run. */
import { questionWords } from "./questionwords.js";
import { build, button } from "../../shared/dom.js";
import { unique } from "../parts/labparts.js";
import { COLUMNS, DEFINITIONS, factsOf } from "./rowfacts.js";
import { sparkline } from "./sparkline.js";
import { t } from "../../words/said.js";

/** @typedef {import("./comparison.js").Comparison} Comparison */

/** @typedef {import("./comparison.js").Row} Row */
/** @typedef {{column: string, down: boolean}} Sorted */

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
    /** @type {Row[]} */ this.rows = [];
    /** @type {Array<{line: HTMLElement, cells: Record<string, HTMLElement>, spark: ReturnType<typeof sparkline>}>} */
    this.lines = [];
    /** The column that orders the rows; null: they stand as the searches do. @type {Sorted | null} */ this.sorted = null;
    /** @type {Map<string, HTMLElement>} */ this.heads = new Map();
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
    const heading = (/** @type {string} */ column, /** @type {string} */ text, kind = "number") => {
      const sorts = build("button", { type: "button", class: "lab-sort", text, on: { click: () => this.#sort(column) } });
      const title = this.definitions[column] ?? null;
      const head = build("th", { scope: "col", role: "columnheader", class: kind, title }, sorts);
      this.heads.set(column, head);
      return head;
    };
    return build(
      "tr",
      { role: "row" },
      heading("name", t`Search`, ""),
      heading("status", t`State`, ""),
      heading("optimal", t`Optimal`, ""),
      ...COLUMNS.map(([name, text]) => heading(name, text)),
      build("th", { scope: "col", role: "columnheader", text: t`Frontier over time` }),
    );
  }

  /**
   * A head that is pressed orders the rows, the least first; pressed again, the most; then as they were.
   * @param {string} column
   */
  #sort(column) {
    const { sorted } = this;
    if (sorted?.column !== column) this.sorted = { column, down: false };
    else this.sorted = sorted.down ? null : { column, down: true };
    this.#order();
  }

  /** Put the rows in the order that was chosen. */
  #order() {
    const { sorted } = this;
    for (const [column, head] of this.heads) {
      if (sorted?.column === column) head.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    const wanted = orderOf(this.rows, sorted).flatMap(({ number }) => this.lines[number]?.line ?? []);
    if (wanted.some((line, at) => this.body.children[at] !== line)) this.body.append(...wanted);
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
    this.sorted = null;
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
    this.#order();
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
 * The rows by a column; what has no figure there stands last, and equals as the searches do.
 * @param {Row[]} rows
 * @param {Sorted | null} sorted
 * @returns {Row[]}
 */
export function orderOf(rows, sorted) {
  if (!sorted) return rows;
  const { column, down } = sorted;
  const keys = new Map(rows.map((row) => [row, keyOf(row, rows, column)]));
  return [...rows].sort((a, b) => {
    const [one, other] = [keys.get(a) ?? null, keys.get(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order = typeof one === "number" ? one - Number(other) : one.localeCompare(String(other));
    return down ? -order : order;
  });
}

/**
 * @param {Row} row
 * @param {Row[]} rows
 * @param {string} column
 * @returns {string | number | null} null: the row has nothing there
 */
function keyOf(row, rows, column) {
  if (column === "name") return row.name;
  const facts = factsOf(row, rows);
  if (column === "status") return facts.status;
  if (column === "optimal") return facts.solution || null;
  const [name] = COLUMNS.find(([one]) => one === column) ?? ["cost"];
  return facts[name].value;
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
