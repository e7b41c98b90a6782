// Builds the page's parts, joins them, and shows the view that the fragment names.

import { createAnnouncer, createNotifier } from "../shared/announce.js";
import { createApi } from "../server/api.js";
import { createSolver } from "../solver/solver.js";
import { fill } from "../shared/dom.js";
import { createHistory } from "../game/history.js";
import { Keys } from "../shared/keys.js";
import { restoreGame, keepGame } from "./resume.js";
import { createRouter } from "./router.js";
import { followFocus } from "./ring.js";
import { Settings } from "../shared/settings.js";
import { openStorage } from "../shared/storage.js";
import { buildTools } from "./tools.js";
import { scriptUrl } from "../server/trusted.js";

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
  const game = restoreGame(storage, tab);
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
    ghost: null,
    covered: () => "",
    install: null,
  };
  followFocus(document.documentElement);
  settings.addEventListener("change", () => dispatchEvent(new Event("taquin-theme")));
  // Sent when another tab stores anything.
  addEventListener("storage", () => settings.refresh());
  keepGame(game, storage, tab);
  game.addEventListener("solved", () => void app.history.add(structuredClone(game.record)));
  const unread = (/** @type {any} */ { detail }) => app.notify(`Your games could not be read: ${detail}`);
  app.history.addEventListener("unread", unread, { once: true });
  app.history.addEventListener("unkept", (event) => void tellUnkept(app, event), { once: true });
  app.keys.on("say", app.flush);
  fill(tools, ...buildTools(app));
  const router = createRouter(main, app, notifier.enter);
  addEventListener("beforeinstallprompt", (event) => {
    app.install = /** @type {any} */ (event);
  });
  if (location.search) await takeShared();
  if (!location.hash && settings.get("daily")) await beginToday(app);
  await router.start();
}

/**
 * @param {import("../shared/app.js").App} app
 * @param {any} event
 */
async function tellUnkept(app, { detail }) {
  (await import("../shared/keeping.js")).tellUnkept(app, detail);
}

/**
 * The first board of a visit whose address names none.
 * @param {import("../shared/app.js").App} app
 */
async function beginToday(app) {
  try {
    await (await import("../daily/today.js")).openOnToday(app);
  } catch (error) {
    console.warn("Today's board could not be set up:", error);
  }
}

/** A share becomes a fragment, so that a reload or a copied link does not repeat it. */
async function takeShared() {
  const { incomingFragment } = await import("./incoming.js");
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
