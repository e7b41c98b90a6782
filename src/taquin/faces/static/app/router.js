// From fragment to view. Views other than play are loaded when first shown.

import { judge } from "../board.js";
import { offerBack } from "../shared/app.js";
import { build, button, fill } from "../shared/dom.js";
import { StylesMissing, stylesApplied } from "../shared/styles.js";
import { seedDay } from "../game/record.js";
import { toOwn } from "../play/controls.js";
import { chooseGoalName } from "../shared/goals.js";
import { learnViews } from "../languages/languages.js";
import * as play from "../play/play.js";
import { readFragment, readPosition, writeFragment } from "../notation/links.js";
import { t, translated, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../shared/app.js").View} View */

const PARTS = "shared/parts.css";

/**
 * The views. `tab`: the view whose tab stands for it, if not its own.
 * @type {Record<string, {title: string, load: () => Promise<any>, styles?: string[], tab?: string}>}
 */
const VIEWS = {
  play: { title: translated("Play", "a tab"), load: async () => play },
  daily: { title: t`Daily`, load: () => import("../daily/daily.js"), styles: [PARTS, "daily/daily.css"] },
  timed: { title: t`Timed`, load: () => import("../timed/timed.js"), styles: [PARTS, "train/train.css", "timed/timed.css"] },
  train: { title: t`Train`, load: () => import("../train/train.js"), styles: [PARTS, "train/train.css"] },
  review: { title: t`Review`, load: () => import("../review/review.js"), styles: [PARTS, "review/review.css"] },
  analysis: {
    title: t`Analysis`,
    load: () => import("../analyse/analyse.js"),
    styles: [PARTS, "analyse/analyse.css"],
    tab: "review",
  },
  lab: { title: t`Lab`, load: () => import("../lab/lab.js"), styles: ["lab/lab.css"] },
  stats: { title: t`Statistics`, load: () => import("../stats/statsview.js"), styles: [PARTS, "stats/stats.css"] },
};

/**
 * Shows views in `main`, one at a time, each in a section of its own.
 * @param {HTMLElement} main
 * @param {App} app
 * @param {(view: string) => void} entered  a view is shown
 * @returns {{start(): Promise<void>, go(view: string, params?: Record<string, any>): void}}
 */
export function createRouter(main, app, entered) {
  /** @type {Map<string, {section: HTMLElement, view: View}>} */
  const mounted = new Map();
  /** Objects, which stay out of the address. @type {Record<string, any>} */
  let handed = {};
  /** How many links have been followed: one that is left while it loads leads nowhere. */
  let turn = 0;
  let current = "";
  /** Removes the notice about a link that could not be opened. */
  let forget = () => {};

  // A daily board is played in the view of all games, but belongs to its own.
  const homeOf = (/** @type {string} */ name) => (name === "play" && seedDay(app.game.record) ? "daily" : name);
  app.game.addEventListener("start", () => {
    if (current === "play") mark(current, homeOf(current));
  });

  /** The tab and the name lead to the player's own board, also from a daily. */
  const follows = (/** @type {MouseEvent} */ event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) toOwn(app);
  };
  for (const link of document.querySelectorAll('.masthead [href="#/play"]')) {
    link.addEventListener("click", (event) => follows(/** @type {MouseEvent} */ (event)));
  }

  /** @param {string} name */
  async function mount(name) {
    const { load, title, styles = [] } = VIEWS[name];
    if (name !== "play") await learnViews();
    // A view that is shown before it has its looks would move under the hand.
    const [module] = await Promise.all([load(), ...styles.map(stylesApplied)]);
    const section = build("section", { class: `view view--${name}`, "aria-label": title });
    const entry = { section, view: module.mount(section, app) };
    mounted.set(name, entry);
    return entry;
  }

  /**
   * @param {string} name
   * @param {Record<string, any>} params
   * @param {number} mine  the turn of the link
   */
  async function show(name, params, mine) {
    if (mine !== turn) return;
    let entry = mounted.get(name);
    if (!entry) {
      main.setAttribute("aria-busy", "true");
      try {
        entry = await mount(name);
      } catch (error) {
        console.error(error);
        entry = { section: failure(name, error), view: { show() {}, hide() {} } };
      }
    }
    if (mine !== turn) return;
    main.removeAttribute("aria-busy");
    if (current !== name) {
      mounted.get(current)?.view.hide();
      fill(main, entry.section);
      entered(name);
      if (current) main.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    current = name;
    mark(name, params.from ?? homeOf(name));
    entry.view.show(params);
  }

  /** @param {{oldURL?: string}} [event] */
  async function follow({ oldURL } = {}) {
    const [objects, before, { hash }] = [handed, current, location];
    handed = {};
    forget();
    // A fragment such as the skip link's is not a view; none means the first.
    if (hash && !hash.startsWith("#/") && current) return;
    const mine = ++turn;
    try {
      const route = readFragment(hash);
      // A dialog left open would cover what comes.
      for (const dialog of document.querySelectorAll("dialog")) dialog.close();
      const view = route?.view ?? "play";
      const given = route?.params ?? {};
      const params = given.board ? await (await import("./linked.js")).plainPosition(given) : given;
      if (view === "replay") await show("review", { record: await replayOf(params) }, mine);
      else if (view === "race") await race(params, mine);
      else if (view === "play" || view === "open") await open(params, mine);
      else if (Object.hasOwn(VIEWS, view)) await show(view, { ...params, ...objects }, mine);
      else throw new Error(t`no view named “${view}”.`);
    } catch (error) {
      if (mine !== turn) return;
      // A view that has just been entered has shown nothing yet.
      if (!current || current !== before) await show(current || "play", {}, mine);
      const what = hash.startsWith("#/open") ? t`What was shared` : t`This link`;
      // The address is again that of the view that is shown.
      if (location.hash === hash) history.replaceState(null, "", (current === before && oldURL) || `#/${current}`);
      const { typeset } = await withWords(() => import("../shared/typeset.js"));
      if (mine === turn) forget = app.notify(t`${what} cannot be opened: ${typeset(/** @type {Error} */ (error).message)}`, { above: true });
    }
  }

  /**
   * @param {Record<string, string>} params
   * @param {number} mine  the turn of the link
   */
  async function open(params, mine) {
    const position = await positionOf(params);
    chooseGoalName(params.goal ?? "");
    await show("play", params, mine);
    if (!position || mine !== turn) return;
    // The game replaces the link, so that a reload continues it.
    history.replaceState(null, "", "#/play");
    if (judge(position.board, position.goal).solvable) {
      const left = app.game.start(position);
      const text = params.text ? t`The shared board is set up.` : t`The board from the link is set up.`;
      offerBack(app, text, left);
    } else {
      const { openSetup } = await withWords(() => import("../setup/setup.js"));
      if (mine === turn) openSetup(app, position);
    }
  }

  /**
   * The race of a challenge, on its starting board: its moves are for afterwards.
   * @param {Record<string, string>} params  as those of a replay
   * @param {number} mine  the turn of the link
   */
  async function race(params, mine) {
    const record = await replayOf(params);
    const { beginRace, isRaceable } = await withWords(() => import("../review/race.js"));
    if (!isRaceable(record)) {
      await show("review", { record }, mine);
      return;
    }
    await show("play", {}, mine);
    if (mine !== turn) return;
    // The race replaces the link, so that a reload continues it.
    history.replaceState(null, "", "#/play");
    await beginRace(app, record);
  }

  return {
    async start() {
      addEventListener("hashchange", follow);
      await follow();
    },
    go(view, params = {}) {
      const texts = Object.entries(params).filter(([, value]) => typeof value !== "object");
      handed = Object.fromEntries(
        Object.entries(params).filter(([, value]) => typeof value === "object"),
      );
      const hash = writeFragment(view, Object.fromEntries(texts.map(([k, v]) => [k, String(v)])));
      if (location.hash === hash) follow();
      // It takes the place of a dialog that is closed.
      else if (history.state?.dialog) location.replace(hash);
      else location.hash = hash;
    },
  };
}

/**
 * The game of a link to a replay, which few visits begin with.
 * @param {Record<string, string>} params
 */
async function replayOf(params) {
  const { readReplay } = await withWords(() => import("../notation/replaylinks.js"));
  return readReplay(params);
}

/**
 * The board and goal of a link or a shared text.
 * @param {Record<string, string>} params
 */
async function positionOf(params) {
  if (!params.text) return readPosition(params);
  return (await withWords(() => import("../notation/paste.js"))).readShared(params.text);
}

/**
 * @param {string} name
 * @param {string} [from]  the view whose tabs stay
 */
function mark(name, from = name) {
  const { title, tab = from } = VIEWS[name];
  document.title = name === "play" ? t`taquin` : t`${title} – taquin`;
  for (const link of document.querySelectorAll("[data-view]")) {
    if (link.getAttribute("data-view") === tab) {
      link.setAttribute("aria-current", tab === name ? "page" : "true");
      // Where the tabs scroll.
      link.parentElement?.scrollTo(/** @type {HTMLElement} */ (link).offsetLeft - 80, 0);
    } else link.removeAttribute("aria-current");
  }
}

/**
 * @param {string} name
 * @param {unknown} error
 */
function failure(name, error) {
  // A failed import is a TypeError, which Firefox remembers until the page is reloaded.
  const text =
    error instanceof TypeError || error instanceof StylesMissing
      ? t`This view could not be loaded. Reload the page when taquin can be reached again.`
      : t`This view does not work in this browser: ${/** @type {Error} */ (error).message}`;
  return build(
    "section",
    { class: "view" },
    build("h1", { text: VIEWS[name].title }),
    build("div", { class: "panel" }, build("p", { text }), button({ words: t`Reload`, onClick: () => location.reload() })),
  );
}
