// Builds the page's parts, joins them, and shows the view that the fragment names.

import { sayWith } from "../board.js";
import { createAnnouncer, createNotifier } from "../shared/announce.js";
import { createApi } from "../server/api.js";
import { createSolver } from "../solver/solver.js";
import { fill } from "../shared/dom.js";
import { createHistory } from "../game/history.js";
import { Keys } from "../shared/keys.js";
import { keepGame, keepOwn, restoreGame } from "./resume.js";
import { createRouter } from "./router.js";
import { followFocus } from "./ring.js";
import { Settings } from "../shared/settings.js";
import { openStorage } from "../shared/storage.js";
import { buildTools, reloadInLanguage, returnToLanguage } from "./tools.js";
import { scriptUrl } from "../server/trusted.js";
import { spoken, t, translated, withWords } from "../words/said.js";

async function start() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const region = /** @type {HTMLElement} */ (document.getElementById("say"));
  const notices = /** @type {HTMLElement} */ (document.getElementById("notices"));
  const tools = /** @type {HTMLElement} */ (document.getElementById("tools"));
  const storage = openStorage(() => localStorage);
  const tab = openStorage(() => sessionStorage);
  const settings = new Settings(storage);
  const announcer = createAnnouncer(region);
  const notifier = createNotifier(notices, announcer.say);
  const api = createApi();
  // A first visit tries a move, as the introduction says: on a small board, not on today's, whose clock would start.
  const game = restoreGame(storage, tab, settings.get("welcomed") ? 4 : 3, () => (settings.get("metric") === "mtm" ? "mtm" : undefined));
  /** @type {import("../shared/app.js").App} */
  const app = {
    settings,
    game,
    api,
    solver: createSolver(api),
    history: await createHistory(),
    keys: new Keys(document, () => settings.get("keys")),
    element: null,
    say: announcer.say,
    flush: announcer.flush,
    notify: notifier.notify,
    go: (view, params) => router.go(view, params),
    refresh: () => app.element?.show(game.board, { animate: false }),
    query: () => {},
    own: () => null,
    covered: () => "",
    install: null,
  };
  followFocus(document.documentElement);
  settings.addEventListener("change", (event) => {
    dispatchEvent(new Event("taquin-theme"));
    const { key } = /** @type {CustomEvent} */ (event).detail;
    if (key === "metric") game.recount();
    if (key !== "language") return;
    // During an attempt against a clock the words stay.
    if (app.covered()) app.notify(t`${app.covered()} The language changes when the page is loaded again.`);
    else reloadInLanguage(tab);
  });
  // The board sets words such as “up” and “odd” into its texts. English is what it says by itself.
  if (spoken() !== "en") sayWith((/** @type {TemplateStringsArray} */ strings, /** @type {unknown[]} */ ...values) =>
    t(strings, ...values.map((value) => translated(String(value)))),
  );
  for (const text of textsOf(document.body)) {
    // Seven tabs share the width of a phone: their words may be others than elsewhere.
    text.data = translated(text.data, text.parentElement?.closest("nav") ? "a tab" : undefined);
  }
  for (const named of document.querySelectorAll("[aria-label]")) {
    named.setAttribute("aria-label", translated(named.getAttribute("aria-label") ?? ""));
  }
  // Sent when another tab stores anything.
  addEventListener("storage", () => settings.refresh());
  keepGame(game, storage, tab);
  game.addEventListener("solved", () => void app.history.add(structuredClone(game.record)));
  const unread = (/** @type {any} */ { detail }) => app.notify(t`Your games could not be read: ${detail}`);
  app.history.addEventListener("unread", unread, { once: true });
  app.history.addEventListener("unkept", (event) => void tellUnkept(app, event), { once: true });
  app.keys.on("say", app.flush);
  fill(tools, ...buildTools(app));
  const router = createRouter(main, app, notifier.enter);
  addEventListener("beforeinstallprompt", (event) => {
    app.install = /** @type {any} */ (event);
  });
  if (location.search) await takeShared();
  const tell = !location.hash && settings.get("daily") && settings.get("welcomed") && (await beginToday(app));
  // A first board that today's has replaced was never in sight.
  app.own = keepOwn(game, storage, tab);
  await router.start();
  if (tell) tell();
  await returnToLanguage(app, tab);
}

/**
 * The texts that the document itself brings.
 * @param {Node} node
 * @returns {Generator<Text>}
 */
function* textsOf(node) {
  for (const child of node.childNodes) {
    if (child instanceof Text) yield child;
    else yield* textsOf(child);
  }
}

/**
 * @param {import("../shared/app.js").App} app
 * @param {any} event
 */
async function tellUnkept(app, { detail }) {
  (await withWords(() => import("../shared/keeping.js"))).tellUnkept(app, detail);
}

/**
 * The first board of a visit whose address names none.
 * @param {import("../shared/app.js").App} app
 */
async function beginToday(app) {
  try {
    return await (await withWords(() => import("../daily/today.js"))).openOnToday(app);
  } catch (error) {
    console.warn("Today's board could not be set up:", error);
    return null;
  }
}

/** A share, or a link without its `#`, becomes a fragment, so that a reload or a copied link does not repeat it. */
async function takeShared() {
  const { incomingFragment } = await withWords(() => import("./incoming.js"));
  const fragment = incomingFragment(location.search);
  history.replaceState(null, "", location.pathname + (fragment ?? location.hash));
}

/** After the first load, with which its files would compete. */
function registerOffline() {
  navigator.serviceWorker?.register(scriptUrl("sw.js")).catch((error) => {
    console.warn("Without a service worker the page needs its server:", error);
  });
}

await start();
registerOffline();
