/**
 * `<lesson-compare>`: searches on one board, run here and counted as the command counts.
 *
 * boards     `name=board | name=board`, offered in a list
 * goal       the goal of all of them
 * searches   `bfs | astar:manhattan`
 */
import { formatBoard, parseBoard, parseGoal } from "../taquin/board.js";
import { compareHere } from "../taquin/lab/searches/comparehere.js";
import { build } from "../taquin/shared/dom.js";
import { count } from "../taquin/shared/measures.js";
import { attribute, choice, commands, define, press, searchName } from "./parts.js";

/** @type {Record<string, [string, (row: any) => number | null]>} a heading, and a result's number */
const COLUMNS = {
  cost: ["Moves", (row) => row.cost],
  expanded: ["Expanded", (row) => row.stats.expanded],
  generated: ["Generated", (row) => row.stats.generated],
  stored: ["Stored at most", (row) => Math.max(row.stats.peak_reached, row.stats.peak_frontier)],
};
const SECONDS = 20;

define("lesson-compare", (element) => {
  const boards = attribute(element, "boards").split("|").map((one) => one.split("=").map((word) => word.trim()));
  const rows = attribute(element, "searches").split("|").map((word) => choice(word.trim()));
  const select = build("select", { "aria-label": "Board" }, ...boards.map(([name], at) => build("option", { value: at, text: name })));
  const body = build("tbody", {}, ...rows.map((row) =>
    build("tr", {}, build("th", { scope: "row", text: searchName(row) }), ...Object.keys(COLUMNS).map(() => build("td", { text: "–" })))));
  const said = build("p", { class: "lesson__words", role: "status", text: "Press Run: your browser does the searches itself." });
  const caption = build("p", { class: "lesson__caption" });
  /** @type {AbortController | null} */
  let running = null;

  /**
   * @param {number} at
   * @param {any} result  null while it is searched
   */
  function fill(at, result) {
    const cells = body.rows[at].cells;
    Object.values(COLUMNS).forEach(([, value], column) => {
      const number = result ? value(result) : null;
      cells[column + 1].textContent = number == null ? (result ? "gave up" : "…") : count(number);
    });
    body.rows[at].classList.toggle("lesson__worse", Boolean(result) && !result.optimal);
  }
  /** The commands that count what the table shows for the chosen board. */
  function name() {
    const lines = commands(formatBoard(chosen()), rows);
    const parts = lines.flatMap((line, at) => [at === 0 ? "" : at + 1 === lines.length ? " and " : ", ", build("code", { text: line })]);
    caption.replaceChildren(...parts, lines.length === 1 ? " counts the same." : " count the same.");
  }
  function chosen() {
    return parseBoard(boards[Number(select.value)][1]);
  }
  select.addEventListener("change", name);
  async function run() {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const board = chosen();
    const goal = parseGoal(element.getAttribute("goal") ?? "last", board.width, board.height);
    rows.forEach((_, at) => fill(at, null));
    said.textContent = "Searching.";
    try {
      let unproved = false;
      await compareHere(
        { board: formatBoard(board), goal: formatBoard(goal), metric: "stm", time_limit: SECONDS, node_limit: null, rows },
        {
          signal,
          onRow: (at, result) => {
            unproved ||= Boolean(result) && !result.optimal;
            fill(at, result);
          },
        },
      );
      const marked = unproved ? " In a row with a line at its left, the search does not prove that its solution is shortest." : "";
      said.textContent = `Done, for the board ${formatBoard(board)} and the goal ${formatBoard(goal)}.${marked}`;
    } catch (error) {
      if (signal.aborted) return;
      said.textContent = `The searches stopped: ${/** @type {Error} */ (error).message}`;
    }
  }
  name();
  const head = build("tr", {}, build("th", { scope: "col", text: "Search" }), ...Object.values(COLUMNS).map(([words]) => build("th", { scope: "col", text: words })));
  const table = build("table", {}, build("thead", {}, head), body);
  return [
    build("div", { class: "lesson__tools" }, select, press("Run", () => void run())),
    build("div", { class: "lesson__table", tabindex: "0", role: "group", "aria-label": "Comparison" }, table),
    said,
    caption,
  ];
});
