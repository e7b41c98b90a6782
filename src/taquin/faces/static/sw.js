// After the first load the page works without its server: the newest response is cached and used
// when the network gives none. Searches on the server (/api/) are never cached.

const CACHE = "taquin-1";
const SLOW = 3000;

/** The files for play, hints, solving and review; other files are cached on first use. */
const FILES = [
  "./",
  "advice.js",
  "analysis.js",
  "announce.js",
  "api.js",
  "app.js",
  "board.js",
  "boardeditor.js",
  "boards.js",
  "bounds.js",
  "cards.js",
  "carry.js",
  "clock.js",
  "controls.js",
  "dialog.js",
  "dialogs.css",
  "distancebar.js",
  "dom.js",
  "engine.js",
  "exact.js",
  "frame.js",
  "game.js",
  "gamechoice.js",
  "gamelist.js",
  "goalview.js",
  "help.js",
  "hints.js",
  "history.js",
  "human.js",
  "icon.svg",
  "ida.js",
  "instancefield.js",
  "instances.js",
  "keyfields.js",
  "keys.js",
  "learn.js",
  "named.js",
  "notation.js",
  "packing.js",
  "page.css",
  "paste.js",
  "patterns.js",
  "peek.js",
  "picture.js",
  "picturefield.js",
  "play.css",
  "play.js",
  "playback.js",
  "query.js",
  "random.js",
  "record.js",
  "records.js",
  "reselect.js",
  "result.js",
  "resume.js",
  "review.css",
  "review.js",
  "reviewgraph.js",
  "reviewmodel.js",
  "reviewparts.js",
  "router.js",
  "rows.js",
  "sets.js",
  "settings.js",
  "settingsview.js",
  "setup.js",
  "share.js",
  "sharedialog.js",
  "solvepanel.js",
  "solver.js",
  "splits.js",
  "spoken.js",
  "stats.js",
  "statsview.js",
  "storage.js",
  "styles.js",
  "tables.js",
  "theme.js",
  "tools.js",
  "trusted.js",
  "tutorial.js",
  "verdict.js",
  "worker.js",
];

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forgetOldCaches().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  const ours = url.origin === worker.location.origin && request.method === "GET";
  const api = new URL("api/", worker.registration.scope).pathname;
  if (ours && !url.pathname.startsWith(api)) event.respondWith(answer(request));
});

async function forgetOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("taquin-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/**
 * The network's response, which is then cached; or the cached one if the network gives none in time.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  const asked = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(request, response.clone());
    return response;
  });
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, SLOW, kept));
  return Promise.race([asked.catch(() => kept), late]);
}
