/** The times of the chosen kind of attempt: averages, how many were solved, the latest. */
import { build, button, fill, sentence } from "../shared/dom.js";
import { averageText } from "../stats/kindwords.js";
import { untimedWords } from "../stats/stats.js";
import { movesText, percent } from "../shared/measures.js";
import { readStored } from "../shared/storage.js";
import { givenUpText, partsText, resultTime, unbroken } from "../shared/timewords.js";
import { attemptText, comparableName } from "./timedchoice.js";
import { hasTime, readResults, timedStanding, totalOf, withResult } from "./timedresults.js";
import { amount, t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("./timedchoice.js").TimedChoice} TimedChoice */
/** @typedef {import("./timedresults.js").TimedResult} TimedResult */

const RESULTS = "taquin.timed.results";
/** How many of the latest attempts are listed. */
const LISTED = 12;

/** The panel; the results are stored in this browser. */
export class TimesPanel {
  #name = "";
  #blind = false;
  /** Whether an attempt is one board, whose review is one press away. */
  #single = true;

  /**
   * @param {App} app
   * @param {import("../shared/storage.js").Store} store
   */
  constructor(app, store) {
    this.app = app;
    this.store = store;
    this.heading = build("h2", { text: t`Times`, tabindex: "-1" });
    this.name = build("p", { class: "timed__name" });
    this.body = build("div", { class: "timed__times" });
    this.element = build("section", { class: "panel", "aria-label": t`Times` }, this.heading, this.name, this.body);
  }

  /** @returns {TimedResult[]} */
  #read() {
    return readStored(this.store.getItem(RESULTS), readResults, "The stored times are not JSON; they are ignored.") ?? [];
  }

  /** @param {TimedResult[]} results */
  #write(results) {
    this.store.setItem(RESULTS, JSON.stringify(results));
    this.#paint();
  }

  /** @param {TimedChoice} choice */
  show(choice) {
    this.#name = comparableName(choice);
    this.name.textContent = sentence(attemptText(choice));
    this.#blind = choice.numbers === "blind";
    this.#single = choice.mode === "single";
    this.#paint();
  }

  /**
   * @param {TimedResult} result
   * @returns {boolean} whether it is the best of several
   */
  add(result) {
    const results = this.#read();
    const { best } = timedStanding(results, result.name);
    this.#write(withResult(results, result));
    return best !== null && hasTime(result) && totalOf(result) < best;
  }

  #paint() {
    const { count, solved, untimed, rows, split, same } = timedStanding(this.#read(), this.#name);
    const memo = this.#blind && build("p", { class: "note", text: t`memo: the time before the first move, in which you memorise the board.` });
    if (count === 0) {
      fill(this.body, build("p", { class: "note", text: t`No attempt yet. Averages appear here: mo3 is the mean of 3, ao5 to ao100 are averages without the best and worst 5%, at least one each.` }), memo);
      return;
    }
    const share = t`${amount(count, "attempt")}, ${solved} solved (${percent(solved, count)}%)`;
    fill(
      this.body,
      build("p", { class: "timed__share", text: share }),
      averagesTable(reached(rows)),
      build("p", { class: "note", text: t`mo3: the mean of 3. The averages, ao5 to ao100, leave out the best and worst 5%, at least one each.` }),
      memo,
      untimed > 0 && build("p", { class: "note", text: untimedWords(untimed) }),
      // Of one alone it stands with it below.
      split && split.games > 1 && build("p", { class: "note", text: this.#splitText(split) }),
      build("h3", { text: t`Latest` }),
      build("ol", { class: "timed__latest" }, ...same.slice(-LISTED).map((one, i, { length }) => this.#row(one, count - length + i + 1)).reverse()),
    );
  }

  /** @param {{games: number, before: number, moving: number, boards: number}} split */
  #splitText({ games, before, moving, boards }) {
    const parts = unbroken(partsText({ whole: before + moving, before, boards }, this.#blind ? "blind" : "shown"));
    return t`Mean of ${games} solves: ${parts}.`;
  }

  /**
   * @param {TimedResult} result
   * @param {number} number
   */
  #row(result, number) {
    const { ids = [], before = [], times, moves, dnf, total } = result;
    const time = resultTime(hasTime(result) ? totalOf(result) : null);
    const [id] = ids;
    const alone = this.#single && ids.length === 1 && moves > 0;
    const waited = before.reduce((all, one) => all + one, 0);
    const numbers = this.#blind ? "blind" : "shown";
    const parts = dnf ? "" : unbroken(partsText({ whole: total, before: waited, boards: times.length }, numbers));
    const until = dnf && givenUpText(total);
    const notes = [until, moves > 0 && movesText(moves), parts].filter(Boolean).join(" · ");
    const words = t`Delete attempt ${number}`;
    return build(
      "li",
      {},
      build("span", { class: "timed__number", text: String(number) }),
      build(
        "div",
        {},
        alone ? build("a", { href: `#/review?id=${id}`, text: time, title: t`review` }) : build("span", { text: time }),
        notes && build("span", { class: "note", text: notes }),
      ),
      button({ icon: "close", words, quiet: true, kind: "quiet", onClick: () => void this.#remove(result) }),
    );
  }

  /** @param {TimedResult} result */
  async #remove(result) {
    const { history, notify } = this.app;
    const results = this.#read();
    const is = (/** @type {TimedResult} */ one) => one.at === result.at && one.name === result.name;
    const ids = result.ids ?? [];
    const games = (await history.all()).filter(({ id }) => ids.includes(id));
    this.#write(results.filter((one) => !is(one)));
    await history.remove(ids);
    this.heading.focus({ preventScroll: true });
    notify(t`The attempt was deleted.`, {
      view: "timed",
      undo: async () => {
        for (const game of games) await history.add(game);
        const place = results.findIndex(is);
        const now = this.#read();
        this.#write([...now.slice(0, place), results[place], ...now.slice(place)]);
      },
    });
  }
}

/**
 * @param {import("./timedresults.js").TimedRow[]} rows
 * @returns {import("./timedresults.js").TimedRow[]}  those with a figure, and the next: more would only be dashes
 */
function reached(rows) {
  return rows.slice(0, rows.findLastIndex(({ current }) => current !== null) + 2);
}

/** @param {import("./timedresults.js").TimedRow[]} rows */
function averagesTable(rows) {
  const head = [t`now`, t`best`].map((name) => build("th", { scope: "col", class: "number", text: name }));
  const body = rows.map(({ name, current, best }) =>
    build(
      "tr",
      {},
      build("th", { scope: "row", text: averageText(name) }),
      ...[current, best].map((value) => build("td", { class: "number", text: resultTime(value) })),
    ),
  );
  return build("table", { class: "table timed__averages" }, build("thead", {}, build("tr", {}, build("td"), ...head)), build("tbody", {}, ...body));
}
