// The result of a finished game: how near to perfect, what it improved, and what to do next.

import { build, button, fill, keepFocus } from "../shared/dom.js";
import { seedDay, slidesOf } from "../game/record.js";
import { timeText } from "../shared/gamewords.js";
import { keyLabel } from "../shared/keys.js";
import { amount, counted, decimal, t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/** What says how a game ended. */
const loadOutcome = () => import("../shared/outcome.js");

/**
 * Fills the panel of the result, which is hidden until the game is solved.
 * @param {HTMLElement} panel
 * @param {App} app
 * @param {{renew: () => void, share: () => void}} actions
 * @returns {{show(): void, hide(): void}}  of the whole view
 */
export function mountResult(panel, app, { renew, share }) {
  const { game, settings } = app;
  const compared = build("p", { class: "result__compared" });
  const bests = build("p", { class: "result__bests" });
  const stretch = build("p", { class: "result__stretch" });
  const slid = build("p", { class: "result__slides" });
  const daily = build("p", { class: "note result__day" });
  const race = build("p", { class: "result__race" });
  /** @type {Promise<void> | null} */
  let placing = null;
  /** The game that the panel shows. */
  let shown = "";
  /** Whether everything is said of it. */
  let done = true;
  let asking = new AbortController();

  function paint() {
    panel.hidden = !game.solved;
    const { record } = game;
    const now = game.solved ? record.id : "";
    if (now === shown) return;
    shown = now;
    asking.abort();
    done = !game.solved || !record.moves;
    if (!game.solved) return;
    placing ??= import("./wholerows.js").then(({ keepRowsWhole }) => keepRowsWhole(panel));
    panel.classList.remove("result--perfect");
    for (const part of [race, compared, bests, slid, stretch, daily]) fill(part);
    const head = build("div", { class: "result__head" }, build("h2", { text: record.moves ? t`Solved` : t`Already solved` }));
    void loadOutcome().then(({ helpBadge }) => head.append(helpBadge(record) ?? ""));
    fill(
      panel,
      head,
      race,
      compared,
      record.moves ? figures(record) : build("p", { text: t`This board already is the goal.` }),
      // Above what is worked out later, so that they stay where they are.
      build(
        "div",
        { class: "toolbar result__tools" },
        // After a daily board come the others of its day.
        seedDay(record) ? button({ words: t`Daily boards`, kind: "primary", onClick: toDaily }) : next(),
        record.moves &&
          button({ words: t`Review`, onClick: () => app.go("review", { id: record.id }) }),
        record.moves && button({ words: t`Share`, icon: "share", quiet: true, onClick: share }),
      ),
      daily,
      bests,
      slid,
      stretch,
    );
    if (done) return;
    void judge();
    void decide(record);
  }

  /**
   * Who has won, if it was a race.
   * @param {GameRecord} record
   */
  async function decide(record) {
    const { ghost } = app.game;
    if (!ghost || record.inputs.includes("s")) return;
    const { beginRace, isLost, verdictText } = await import("../review/race.js");
    if (shown !== record.id) return;
    race.textContent = verdictText(record, ghost);
    app.say(/** @type {string} */ (race.textContent), { after: true });
    if (!isLost(record, ghost)) return;
    const again = button({ words: t`Race again`, icon: "retry", kind: "primary", onClick: () => void beginRace(app, ghost) });
    keepFocus(
      () => panel.querySelector(".result__tools > .button--primary")?.replaceWith(again),
      () => again,
    );
  }

  /** @param {GameRecord} record */
  function figures(record) {
    const { length: moves } = record.moves;
    const slides = slidesOf(record).length;
    const time = record.times.at(-1) ?? 0;
    const timed = settings.get("timer") && time > 0;
    const ways = slides < moves ? t`in ${amount(slides, "slide")}` : "";
    const length = record.metric ? figure(t`Slides`, String(slides), counted(moves, "move")) : figure(t`Moves`, String(moves), ways);
    return build(
      "dl",
      { class: "result__figures" },
      timed && figure(t`Time`, timeText(time, 3)),
      length,
      timed && figure(t`TPS (tiles per second)`, decimal((moves * 1000) / time, 2), "", "result__tps"),
    );
  }

  const toDaily = () => {
    const day = seedDay(game.record);
    app.go("daily", day && game.record.typed ? { day } : {});
  };

  function next() {
    const [key] = settings.get("keys").new ?? [];
    const made = button({
      words: t`Next board`,
      hint: key && keyLabel(key),
      icon: "new",
      kind: "primary",
      onClick: renew,
    });
    if (key) made.dataset.key = keyLabel(key);
    return made;
  }

  /** What takes a while: it goes on when the view is shown again. */
  async function judge() {
    asking = new AbortController();
    const { signal } = asking;
    const record = structuredClone(game.record);
    try {
      const facts = await import("./resultfacts.js");
      if (signal.aborted) return;
      const told = facts.daySoFar(app, record).then((words) => {
        if (!signal.aborted) daily.textContent = words;
      });
      const pushed = facts.slidesComparedOf(app, record, signal).then((words) => {
        if (!signal.aborted) slid.textContent = words;
      });
      await Promise.all([compare(facts, record, signal), announceBests(facts, record, signal), told, pushed]);
      if (!signal.aborted) done = true;
    } catch (error) {
      if (!signal.aborted) console.warn("The result could not be compared:", error);
    }
  }

  /**
   * @param {typeof import("./resultfacts.js")} facts
   * @param {GameRecord} record
   * @param {AbortSignal} signal
   */
  async function compare({ comparisonOf, costliestOf }, record, signal) {
    if (!compared.textContent) compared.textContent = t`Comparing with the optimum…`;
    const { text, over } = await comparisonOf(app, record, signal);
    if (signal.aborted) return;
    if (text && compared.textContent !== text) app.say(text, { after: true });
    compared.textContent = text;
    panel.classList.toggle("result--perfect", over === 0 && record.hints.solution === 0);
    if (!over) return;
    fill(stretch, build("span", { class: "note", text: t`Looking for the costliest stretch…` }));
    const found = await costliestOf(app, record, signal);
    if (signal.aborted) return;
    const see = () => app.go("review", { id: record.id, at: found?.at });
    fill(stretch, ...(found ? [build("span", { text: found.text }), button({ words: t`See it`, kind: "quiet", onClick: see })] : []));
  }

  /**
   * @param {typeof import("./resultfacts.js")} facts
   * @param {GameRecord} record
   * @param {AbortSignal} signal
   */
  async function announceBests({ bestsOf }, record, signal) {
    const improved = await bestsOf(app, record);
    if (signal.aborted || bests.textContent === improved) return;
    bests.textContent = improved;
    if (improved) app.say(t`${improved}.`, { after: true });
  }

  const repaint = () =>
    keepFocus(paint, () => (panel.hidden ? app.element : panel.querySelector("button")));
  void loadOutcome();
  game.addEventListener("change", repaint);
  game.addEventListener("start", repaint);
  paint();
  return {
    show: () => {
      if (!done && asking.signal.aborted) void judge();
    },
    hide: () => asking.abort(),
  };
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [note]
 * @param {string} [kind]  its class
 */
function figure(name, value, note, kind) {
  return build(
    "div",
    { class: kind ?? null },
    build("dt", { class: "figure__label", text: name }),
    build("dd", {}, build("span", { class: "result__figure", text: value }), note ? ` ${note}` : false),
  );
}
