/**
 * Statistics of the games stored in this browser, and controls to export, import or delete them.
 */
import { firstRows, scrolling } from "../shared/cards.js";
import { confirmDialog } from "../shared/dialog.js";
import { build, button, fill } from "../shared/dom.js";
import { inOrder } from "../game/record.js";
import { typeset } from "../shared/typeset.js";
import { AVERAGES, controlOf, figure, goalOf, isSolvers, kindOf, measurable, metricOf, numbersOf, personalBests, sessionsOf, sizeOf, timeOf, tpsOf, untimedText, valuesOf } from "./stats.js";
import { buildNoGames } from "./emptystats.js";
import { EVERYTHING, STANDARD, fitting, following, followingMost, mended, othersOf, readKept } from "./gamechoice.js";
import { gameRows, lengthBelow, lengthHead } from "./gamelist.js";
import { METRIC_WORDS, NUMBERS_WORDS, averageText, controlText, goalOption, kindText, openChoices, sizeOption } from "./kindwords.js";
import { download } from "../shared/download.js";
import { fileInput, importWords } from "../shared/importing.js";
import { gamesKept } from "../shared/keeping.js";
import { ProgressPanel } from "./progresspanel.js";
import { dateText } from "../shared/gamewords.js";
import { resultTime } from "../shared/timewords.js";
import { openStorage } from "../shared/storage.js";
import { counted } from "../shared/measures.js";
import { amount, decimal, decimalMark, inSequence, listedApart, said, t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {import("./stats.js").Measure} Measure */

const KEPT = "taquin.stats.choice";
/** For so many kinds of hidden games there are buttons. */
const MOST_KINDS = 2;
const MEASURES = /** @type {Array<{measure: Measure, name: string}>} */ ([
  { measure: "time", name: t`Time` },
  { measure: "moves", name: t`Moves` },
  { measure: "tps", name: "TPS" },
]);

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("../shared/app.js").View}
 */
export function mount(root, app) {
  const view = new Statistics(root, app);
  return {
    show: () => view.enter(),
    hide: () => view.leave(),
  };
}

/**
 * @param {Measure} measure
 * @param {number | null} value as valuesOf gives it
 * @returns {string}
 */
export function valueText(measure, value) {
  if (value === null || value === Infinity || measure === "time") return resultTime(value);
  return measure === "tps" ? decimal(-value, 2) : String(Number(value.toFixed(1))).replace(".", decimalMark());
}

class Statistics {
  /** @type {GameRecord[]} */
  #games = [];
  /** @type {GameRecord[][]} */
  #sessions = [];
  /** @type {import("./gamechoice.js").Filter} */
  #chosen = STANDARD;
  /** The choice of which all games are listed. @type {import("./gamechoice.js").Filter | null} */
  #all = null;
  /** When the game was begun that the choice followed. */
  #followed = "";
  /** Whether the choice is still that, not one made by hand. */
  #follows = false;
  /** @type {Measure} */
  #measure = "time";
  #store = openStorage(() => sessionStorage);

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.app = app;
    const { filter, followed, follows, shown } = readKept(this.#store.getItem(KEPT));
    [this.#chosen, this.#followed, this.#follows] = [filter, followed, follows];
    this.#measure = MEASURES.find(({ measure }) => measure === shown)?.measure ?? "time";
    this.filters = build("div", { class: "filters" });
    this.others = build("div", { class: "toolbar stats__others" });
    this.body = build("div", { class: "stats__body" });
    this.progress = new ProgressPanel(app);
    const kinds = { accept: ".json,.csv,application/json,text/csv", label: t`File with games`, megabytes: 50 };
    this.file = fileInput(kinds, (text) => this.#import(text));
    this.empty = buildNoGames({ play: () => app.go("play"), open: () => this.file.click() });
    this.tools = this.#buildTools();
    this.kept = build("p", { class: "note" });
    this.heading = build("h1", { text: t`Statistics`, tabindex: "-1" });
    root.append(
      this.heading,
      this.kept,
      this.filters,
      this.others,
      this.body,
      this.tools,
    );
    app.history.addEventListener("import", (event) => this.#follow(/** @type {CustomEvent<GameRecord[]>} */ (event).detail));
    app.history.addEventListener("change", () => void this.read());
  }

  /** @returns {HTMLElement} */
  #buildTools() {
    return build(
      "section",
      { class: "panel stats__data", "aria-label": t`Your data` },
      build("div", {},
        build("h2", { text: t`Your data` }),
        build("p", { class: "note", text: t`JSON and CSV contain everything and can be imported again.` })),
      build(
        "div",
        { class: "toolbar" },
        button({ words: t`Export JSON`, onClick: () => void this.#export("json") }),
        button({ words: t`Export CSV`, onClick: () => void this.#export("csv") }),
        button({ words: t`Import`, onClick: () => this.file.click() }),
        button({ words: t`Delete all`, kind: "danger", onClick: () => void this.#wipe() }),
        this.file,
      ),
    );
  }

  enter() {
    void this.read();
  }

  leave() {
    this.progress.hide();
  }

  /** @param {GameRecord[]} added  by an import */
  #follow(added) {
    this.#chosen = followingMost(this.#chosen, added);
    this.#follows = true;
    // The latest of them was not played just now.
    for (const { created } of added) if (created > this.#followed) this.#followed = created;
  }

  /** Read the history and show it. */
  async read() {
    const before = this.#games;
    this.#games = await this.app.history.all();
    this.#sessions = sessionsOf(this.#games);
    const all = this.#all === this.#chosen;
    this.#chosen = mended(this.#chosen, before.length > 0 ? before : this.#games, this.#games);
    if (all) this.#all = this.#chosen;
    const [latest] = inOrder(this.#games).slice(-1);
    // What was just played is what one comes for. A choice made since then stays.
    if (latest && latest.created > this.#followed) {
      this.#followed = latest.created;
      this.#chosen = following(this.#chosen, latest);
      this.#follows = true;
    }
    this.kept.textContent = gamesKept(this.app.history);
    // Nothing to choose from or to export yet.
    const none = this.#games.length === 0;
    const left = none && this.tools.contains(document.activeElement);
    this.filters.hidden = none;
    this.tools.hidden = none;
    this.#paintFilters();
    this.#paint();
    if (left) this.heading.focus();
  }

  #paintFilters() {
    const distinct = (/** @type {(game: GameRecord) => string} */ name) => [...new Set(this.#games.map(name))].sort();
    const options = (/** @type {string[]} */ values, /** @type {(value: string) => string} */ words) =>
      values.map((value) => ({ value, text: words(value) }));
    const sizes = distinct(sizeOf).sort((one, other) => cellsOf(one) - cellsOf(other) || one.localeCompare(other));
    // The standard goal comes first, even if no game has it yet.
    const goals = [...new Set(["last", ...distinct(goalOf)])];
    const numbers = distinct(numbersOf);
    const metrics = distinct(metricOf).sort().reverse();
    const controls = distinct(controlOf);
    // What has one choice alone is offered while it is chosen.
    const several = (/** @type {"control" | "session"} */ key, /** @type {number} */ count) => count > 1 || this.#chosen[key] !== "";
    fill(
      this.filters,
      this.#select(t`Size`, "size", t`All sizes`, options(sizes, sizeOption)),
      this.#select(t`Goal`, "goal", t`All goals`, options(goals, (goal) => goalOption(goal, this.#games))),
      numbers.some((one) => one !== "shown") && this.#select(t`Numbers`, "numbers", t`All`, options(numbers, (one) => NUMBERS_WORDS[one])),
      metrics.some((one) => one !== "stm") && this.#select(t`Counted in`, "metric", t`Moves and slides`, options(metrics, (one) => METRIC_WORDS[one])),
      several("control", controls.length) && this.#select(t`Control`, "control", t`All controls`, options(controls, controlText)),
      several("session", this.#sessions.length) && this.#select(t`Session`, "session", t`All sessions`, []),
      this.#checkbox(),
    );
  }

  /**
   * @param {string} name
   * @param {"size" | "goal" | "numbers" | "metric" | "control" | "session"} key
   * @param {string} all
   * @param {Array<{value: string, text: string}>} options
   * @returns {HTMLElement}
   */
  #select(name, key, all, options) {
    const id = `stats-${key}`;
    const choose = () => {
      this.#chosen = { ...this.#chosen, [key]: select.value };
      if (key !== "control" && key !== "session") this.#follows = false;
      this.#paint();
    };
    const select = build(
      "select",
      { id, on: { change: choose } },
      build("option", { value: "", text: all }),
      ...options.map(({ value, text }) => build("option", { value, text, selected: value === this.#chosen[key] })),
    );
    return build("div", { class: "field" }, build("label", { for: id, text: name }), select);
  }

  /** @returns {HTMLElement} */
  #checkbox() {
    this.clean = build("input", {
      type: "checkbox",
      checked: this.#chosen.clean,
      on: { change: () => this.#count(this.clean?.checked === true) },
    });
    return build("label", { class: "choice" }, this.clean, build("span", { text: t`Count only fresh random and daily boards, without help, pause or undo` }));
  }

  /** @param {boolean} clean  only games without help, as the box says */
  #count(clean) {
    this.#chosen = { ...this.#chosen, clean };
    if (this.clean) this.clean.checked = clean;
    this.#paint();
  }

  /**
   * @param {import("./gamechoice.js").Filter} choice
   * @returns {{games: GameRecord[], counts: boolean}} those that count; where none does, those that would
   *   without the box
   */
  #listed(choice) {
    const games = fitting(this.#games, choice);
    return games.length > 0 ? { games, counts: true } : { games: fitting(this.#games, { ...choice, clean: false }), counts: false };
  }

  /** The sessions with games under the other choices, each with how many there are: as many as are then listed. */
  #paintSessions() {
    const select = /** @type {HTMLSelectElement | null} */ (this.filters.querySelector("#stats-session"));
    if (!select) return;
    const { session } = this.#chosen;
    const sessions = this.#sessions.slice().reverse().flatMap((games) => {
      const chosen = games.some(({ id }) => id === session);
      const value = chosen ? session : games[0].id;
      const { length } = this.#listed({ ...this.#chosen, session: value }).games;
      // The one that is chosen stays, so that the field says why no game is listed.
      if (length === 0 && !chosen) return [];
      return build("option", { value, selected: chosen, text: t`${dateText(games[0].created)} (${counted(length, "game")})` });
    });
    select.replaceChildren(select.options[0], ...sessions);
  }

  /** Which games are hidden because the filters follow the game played last, and a button for each kind of them. */
  #paintOthers() {
    const kinds = this.#follows ? othersOf(this.#games, this.#chosen) : [];
    const had = this.others.contains(document.activeElement);
    const show = (/** @type {GameRecord} */ like) => {
      this.#chosen = following(this.#chosen, like);
      this.#follows = false;
      this.#paintFilters();
      this.#paint();
    };
    this.others.hidden = kinds.length === 0;
    const few = kinds.slice(0, MOST_KINDS).map(({ like, count }) =>
      button({ words: t`${kindText(like)}: ${counted(count, "game")}`, onClick: () => show(like) }));
    const rest = kinds.length > MOST_KINDS && button({ words: t`Show all games`, onClick: () => this.#showAll() });
    fill(this.others, build("p", { class: "note", text: t`The filters follow what was played last. Not shown:` }), ...few, rest);
    if (had) this.heading.focus();
  }

  /** Show the chosen games. Focus on a row, which is rebuilt, stays in its place in the table. */
  #paint() {
    this.#keep();
    this.#paintSessions();
    this.#paintOthers();
    const focused = document.activeElement;
    const at = this.#rows().findIndex((row) => row.contains(focused));
    const lost = this.body.contains(focused);
    this.#fill();
    if (!focused || !lost) return;
    const row = this.#rows().slice(0, at + 1).at(-1);
    const same = row?.querySelector(focused.localName);
    (same instanceof HTMLElement ? same : this.heading).focus();
  }

  /** For a reload. */
  #keep() {
    const kept = { filter: this.#chosen, followed: this.#followed, follows: this.#follows, shown: this.#measure };
    this.#store.setItem(KEPT, JSON.stringify(kept));
  }

  /** @returns {Element[]} the games listed */
  #rows() {
    return Array.from(this.body.querySelectorAll(".games tbody tr"));
  }

  #fill() {
    const { games, counts } = this.#listed(this.#chosen);
    if (games.length === 0) {
      fill(this.body, this.#games.length === 0 ? this.empty : this.#noneFits());
      return;
    }
    const played = games.filter(canCount);
    // What the solver did counts with no filter.
    if (!counts || played.length === 0) {
      fill(this.body, this.#noneCounts(games, played.length), this.#list(t`Games that do not count`, games));
      return;
    }
    fill(this.body, this.#averages(played, neverText(games)), this.progress.element, this.#bests(played), this.#list(translated("Games", "a list"), games, this.#left(games)));
    // Without a chart it is short: only solved games with a time have one.
    this.progress.element.classList.toggle("progress--none", played.filter((game) => tpsOf(game) > 0).length < 2);
    this.progress.show(played, games, this.#sessions);
  }

  /**
   * A line about the games that the box leaves out; none where it leaves out none.
   * @param {GameRecord[]} listed
   */
  #left(listed) {
    if (!this.#chosen.clean) return null;
    const hidden = fitting(this.#games, { ...this.#chosen, clean: false }).filter((game) => !listed.includes(game));
    const left = hidden.filter(canCount).length;
    const more = left === 0 ? "" : left === 1 ? t`One more game does not count.` : t`${left} more games do not count.`;
    // What is offered stands beside its button.
    const text = inSequence(neverText(hidden), more);
    return text ? build("div", { class: "toolbar" }, build("p", { class: "note", text }), left > 0 && this.#countAll(left)) : null;
  }

  /** @param {number} count  of games that do not count */
  #countAll(count) {
    return button({ words: count === 1 ? t`Count it all the same` : t`Count them all the same`, onClick: () => this.#count(false) });
  }

  /**
   * @param {GameRecord[]} games
   * @param {number} played  of them can count
   * @returns {HTMLElement}
   */
  #noneCounts(games, played) {
    const them = games.length === 1 ? t`The game below was not one of these.` : t`None of the ${games.length} games below was one of these.`;
    const usual = played > 0 && inSequence(t`Averages and bests count only fresh random and daily boards, without help, pause or undo.`, them);
    const text = inSequence(neverText(games), usual);
    return build("div", { class: "panel" }, build("p", { text }), played > 0 && build("div", { class: "toolbar" }, this.#countAll(played)));
  }

  #noneFits() {
    const all = button({ words: t`Show all games`, onClick: () => this.#showAll() });
    return build("div", { class: "panel" }, build("p", { text: t`No games match these filters.` }), build("div", { class: "toolbar" }, all));
  }

  #showAll() {
    this.#chosen = EVERYTHING;
    this.#follows = false;
    this.#paintFilters();
    this.#paint();
  }

  /**
   * @param {GameRecord[]} games
   * @param {string} never  what is said of those that are listed and never count
   */
  #averages(games, never) {
    const kinds = new Map(games.map((game) => [kindOf(game), game]));
    if (kinds.size > 1) {
      const names = [...kinds.values()].sort((one, other) => one.width * one.height - other.width * other.height || kindText(one).localeCompare(kindText(other))).map(kindText);
      const text = t`Averages compare like with like. Still to choose: ${openChoices(games)}. These ${amount(games.length, "game")} are of ${kinds.size} kinds: ${listedApart(names)}.`;
      return section(t`Averages`, build("p", { text }), never);
    }
    const measured = MEASURES.map(({ measure }) => measurable(games, measure));
    const values = MEASURES.map(({ measure }, i) => valuesOf(measured[i], measure));
    const cell = (/** @type {Measure} */ measure, /** @type {Node | string} */ text) =>
      build("td", { class: "number", "data-measure": measure }, text);
    const rows = AVERAGES.map((average) =>
      build(
        "tr",
        {},
        build("th", { scope: "row", text: averageText(average.name), class: average.size > games.length ? "averages__none" : null }),
        ...MEASURES.flatMap(({ measure }, i) => {
          const { current, best, at } = figure(values[i], average, measure);
          const game = average.size === 1 && at !== null ? measured[i][at] : null;
          return [cell(measure, valueText(measure, current)), cell(measure, this.#link(valueText(measure, best), game))];
        }),
      ),
    );
    const measures = measuresOf(games[0]);
    const groups = measures.map(({ name, measure }) => build("th", { scope: "colgroup", colspan: "2", text: name, "data-measure": measure }));
    const columns = MEASURES.flatMap(({ measure }) =>
      [t`now`, t`best`].map((text) => build("th", { scope: "col", class: "number", text, "data-measure": measure })),
    );
    const head = build("thead", {}, build("tr", {}, build("td"), ...groups), build("tr", {}, build("td"), ...columns));
    const short = untimedText(games);
    const table = build("table", { class: "table averages", "data-shown": this.#measure }, head, build("tbody", {}, ...rows));
    const made = section(t`Averages of ${amount(games.length, "game")}`, table, inSequence(resultsText(games), never, short));
    made.querySelector("h2")?.after(this.#measures(table, measures));
    const note = (/** @type {string} */ text, /** @type {number} */ least) =>
      build("p", { class: games.length < least ? "note averages__none" : "note", text });
    made.append(note(t`mo3: the mean of 3.`, 3), note(t`ao5 and the longer averages leave out the best and worst 5%, at least one each.`, 5));
    return made;
  }

  /**
   * Where the window is narrow, the table shows one measure at a time.
   * @param {HTMLElement} table
   * @param {typeof MEASURES} measures
   * @returns {HTMLElement}
   */
  #measures(table, measures) {
    const choices = measures.map(({ measure, name }) => {
      const change = () => {
        this.#measure = measure;
        this.#keep();
        table.dataset.shown = measure;
      };
      const attributes = { type: "radio", name: "averages", value: measure, checked: measure === this.#measure };
      return build("label", { class: "choice" }, build("input", { ...attributes, on: { change } }), build("span", { text: name }));
    });
    return build("div", { class: "averages__choice", role: "radiogroup", "aria-label": t`Measure of the averages` }, ...choices);
  }

  /**
   * @param {string} text
   * @param {GameRecord | null} game to review when chosen
   * @returns {Node}
   */
  #link(text, game) {
    if (!game) return document.createTextNode(text);
    return build("a", { href: `#/review?id=${game.id}`, text });
  }

  /** @param {GameRecord[]} games */
  #bests(games) {
    const rows = personalBests(games).map(({ like, control, games: count, time, moves, tps }) => () =>
      build(
        "tr",
        {},
        build("th", { scope: "row", text: kindText(like) }),
        build("td", { text: controlText(control) }),
        build("td", { class: "number", text: String(count), "data-unit": said("{games:solved|solved}", { games: count }) }),
        build("td", { class: "number" }, this.#link(resultTime(time && timeOf(time)), time)),
        build("td", { class: "number" }, this.#link(moves ? lengthBelow(moves, games) : "–", moves)),
        build("td", { class: "number" }, this.#link(tps ? decimal(tpsOf(tps), 2) : "–", tps)),
      ),
    );
    const names = [t`Size`, t`Control`, translated("Solved", "games"), t`Time`, lengthHead(games), "TPS"];
    const head = names.map((name, i) => build("th", { scope: "col", class: i > 1 ? "number" : null, text: name }));
    if (rows.length === 0) return null;
    const table = build("table", { class: "table bests" }, build("thead", {}, build("tr", {}, ...head)), build("tbody"));
    const made = section(t`Personal bests`, firstRows(table, names.slice(1), rows, { narrow: 3, wide: 15 }), "");
    made.classList.add("stats__bests");
    return made;
  }

  /**
   * @param {string} title
   * @param {GameRecord[]} games
   * @param {HTMLElement | null} [after]  what stands below them
   */
  #list(title, games, after = null) {
    const shown = { all: this.#all === this.#chosen, onAll: () => { this.#all = this.#chosen; } };
    const list = section(title, gameRows(games, (game) => void this.#remove(game), shown), "");
    list.classList.add("stats__games");
    if (after) list.append(after);
    return list;
  }

  /** @param {GameRecord} game */
  async #remove(game) {
    await this.app.history.remove([game.id]);
    this.app.notify(t`The game was deleted.`, { undo: () => void this.app.history.add(game), view: "stats" });
  }

  /** @param {"json" | "csv"} format */
  async #export(format) {
    const text = await this.app.history.export(format);
    const type = format === "csv" ? "text/csv" : "application/json";
    const day = new Date().toISOString().slice(0, 10);
    download(new Blob([text], { type }), `taquin-games-${day}.${format}`);
  }

  /** @param {Promise<string>} text */
  async #import(text) {
    try {
      this.app.notify(importWords(await this.app.history.import(await text)));
    } catch (error) {
      this.app.notify(t`Nothing was imported: ${typeset(/** @type {Error} */ (error).message)}`);
    }
  }

  async #wipe() {
    const ids = this.#games.map(({ id }) => id);
    const yes = await confirmDialog({
      title: t`Delete all games?`,
      text:
        ids.length === 1
          ? t`One game will be permanently deleted from this browser. Export first to keep a copy.`
          : t`${ids.length} games will be permanently deleted from this browser. Export first to keep a copy.`,
      yes: t`Delete all`,
      kind: "danger",
    });
    if (yes) await this.app.history.remove(ids);
  }
}

/**
 * By what games are measured, by its names.
 * @param {GameRecord} game
 */
const measuresOf = (game) => MEASURES.map((one) => (one.measure === "moves" && game.metric ? { ...one, name: METRIC_WORDS.mtm } : one));

/**
 * @param {GameRecord[]} games
 * @returns {string} how many were solved, unless all were
 */
function resultsText(games) {
  const solved = games.filter(({ status }) => status === "solved").length;
  const left = games.length - solved;
  return left > 0 ? t`${amount(games.length, "game")}: ${solved} solved, ${left} DNF.` : "";
}

/** @param {GameRecord} game @returns {boolean} whether some filter counts it */
const canCount = (game) => !isSolvers(game);

/**
 * @param {GameRecord[]} games
 * @returns {string} how many of them never count, and why; "" where there are none
 */
function neverText(games) {
  const solvers = games.filter(isSolvers).length;
  if (solvers === 0) return "";
  return solvers === 1 ? t`One game with moves by the solver never counts.` : t`${solvers} games with moves by the solver never count.`;
}

/**
 * @param {string} title
 * @param {HTMLElement} content
 * @param {string} note
 * @returns {HTMLElement}
 */
function section(title, content, note) {
  return build("section", { class: "panel", "aria-label": title },
    build("h2", { text: title }),
    scrolling(t`${title}, table`, content),
    note ? build("p", { class: "note", text: note }) : null);
}

/** @param {string} size  WIDTHxHEIGHT */
function cellsOf(size) {
  const [width, height] = size.split("x").map(Number);
  return width * height;
}
