// After the first load the page works without its server: the newest response is cached and used
// when the network gives none. Searches on the server (/api/) are never cached.

const CACHE = "taquin-2";
const SLOW = 3000;
/** Statuses of a server that has no time for the request. */
const BUSY = new Set([429, 503]);

/** The files of every view; others are cached on first use. */
const FILES = [
  "./",
  "analyse/analyse.css",
  "analyse/analyse.js",
  "analyse/analysewords.js",
  "analyse/movetree.js",
  "analyse/positions.js",
  "app/help.js",
  "app/incoming.js",
  "app/keyfields.js",
  "app/main.js",
  "app/resume.js",
  "app/ring.js",
  "app/router.js",
  "app/settingsview.js",
  "app/theme.js",
  "app/tools.js",
  "board.js",
  "daily/calendar.js",
  "daily/daily.css",
  "daily/daily.js",
  "daily/dailycard.js",
  "daily/dailylog.js",
  "daily/dailytext.js",
  "daily/days.js",
  "game/game.js",
  "game/history.js",
  "game/random.js",
  "game/record.js",
  "game/recordfiles.js",
  "game/records.js",
  "icon.svg",
  "icons/apple-180.png",
  "icons/icon-192.png",
  "icons/icon-512.png",
  "icons/maskable-512.png",
  "lab/charts/barscale.js",
  "lab/charts/barspicture.js",
  "lab/charts/chartkinds.js",
  "lab/charts/charts.js",
  "lab/charts/language.js",
  "lab/charts/plot.js",
  "lab/charts/provedcurve.js",
  "lab/charts/uplot/uPlot.esm.js",
  "lab/charts/uplot/uPlot.min.css",
  "lab/charts/workbars.js",
  "lab/comparison/comparison.js",
  "lab/comparison/comparisonexports.js",
  "lab/comparison/comparisontable.js",
  "lab/comparison/export.js",
  "lab/comparison/exportrows.js",
  "lab/comparison/knobs.js",
  "lab/comparison/linenumbers.js",
  "lab/comparison/questionwords.js",
  "lab/comparison/roster.js",
  "lab/comparison/rowfacts.js",
  "lab/comparison/sentences.js",
  "lab/comparison/sparkline.js",
  "lab/estimates/estimates.js",
  "lab/estimates/estimateview.js",
  "lab/estimates/estimatewords.js",
  "lab/estimates/landscape.js",
  "lab/estimates/why.js",
  "lab/lab.css",
  "lab/lab.js",
  "lab/labmemory.js",
  "lab/labquestion.js",
  "lab/labsearches.js",
  "lab/microscope/heldlists.js",
  "lab/microscope/microscope.js",
  "lab/microscope/moments.js",
  "lab/microscope/pane.js",
  "lab/microscope/pseudocode.js",
  "lab/microscope/recordingexports.js",
  "lab/microscope/solution.js",
  "lab/microscope/stepper.js",
  "lab/microscope/trace.js",
  "lab/microscope/tracesource.js",
  "lab/microscope/transport.js",
  "lab/microscope/tree.js",
  "lab/microscope/treecamera.js",
  "lab/microscope/treeinput.js",
  "lab/microscope/treelayout.js",
  "lab/microscope/treemarks.js",
  "lab/microscope/treerows.js",
  "lab/parts/chartpicture.js",
  "lab/parts/heatmap.js",
  "lab/parts/labparts.js",
  "lab/parts/savebuttons.js",
  "lab/searches/bestfirst.js",
  "lab/searches/bothends.js",
  "lab/searches/breadthfirst.js",
  "lab/searches/catalogue.js",
  "lab/searches/comparehere.js",
  "lab/searches/deepening.js",
  "lab/searches/depthfirst.js",
  "lab/searches/estimators.js",
  "lab/searches/monitor.js",
  "lab/searches/node.js",
  "lab/searches/pagereach.js",
  "lab/searches/priorityqueue.js",
  "lab/searches/runsearch.js",
  "lab/searches/searchworker.js",
  "lab/searches/space.js",
  "manifest.webmanifest",
  "notation/boxes.js",
  "notation/declared.js",
  "notation/instances.js",
  "notation/links.js",
  "notation/movetext.js",
  "notation/named.js",
  "notation/notation.js",
  "notation/objects.js",
  "notation/packing.js",
  "notation/paste.js",
  "notation/placements.js",
  "notation/quoting.js",
  "notation/several.js",
  "notation/single.js",
  "notation/slides.js",
  "notation/splitting.js",
  "notation/tilerows.js",
  "notation/wrappers.js",
  "page.css",
  "play/advice.js",
  "play/clock.js",
  "play/controls.js",
  "play/goalview.js",
  "play/hints.js",
  "play/learn.js",
  "play/panels.css",
  "play/peek.js",
  "play/play.css",
  "play/play.js",
  "play/query.js",
  "play/result.js",
  "play/resultfacts.js",
  "play/resultwords.js",
  "play/session.js",
  "play/sharedialog.js",
  "play/side.js",
  "play/solvepanel.js",
  "play/solvewords.js",
  "play/tutorial.js",
  "review/analysis.js",
  "review/elsewhere.js",
  "review/emptyreview.js",
  "review/example.js",
  "review/givengame.js",
  "review/review.css",
  "review/review.js",
  "review/reviewgraph.js",
  "review/reviewmodel.js",
  "review/reviewparts.js",
  "review/splits.js",
  "server/api.js",
  "server/trusted.js",
  "setup/boardeditor.js",
  "setup/draft.js",
  "setup/instancefield.js",
  "setup/ownpicture.js",
  "setup/picturefield.js",
  "setup/setup.js",
  "setup/verdict.js",
  "shared/announce.js",
  "shared/app.js",
  "shared/cards.js",
  "shared/dialog.js",
  "shared/dialogs.css",
  "shared/distancebar.js",
  "shared/dom.js",
  "shared/download.js",
  "shared/finish.js",
  "shared/fixes.js",
  "shared/gamewords.js",
  "shared/goals.js",
  "shared/importing.js",
  "shared/keys.js",
  "shared/measures.js",
  "shared/menu.js",
  "shared/moves.js",
  "shared/parts.css",
  "shared/picture.js",
  "shared/playback.js",
  "shared/reselect.js",
  "shared/settings.js",
  "shared/storage.js",
  "shared/styles.js",
  "shared/thumbnail.js",
  "shared/timewords.js",
  "solver/approach.js",
  "solver/beam.js",
  "solver/bounds.js",
  "solver/carry.js",
  "solver/engine.js",
  "solver/exact.js",
  "solver/frame.js",
  "solver/hashset.js",
  "solver/human.js",
  "solver/ida.js",
  "solver/patterns.js",
  "solver/proofs.js",
  "solver/sets.js",
  "solver/solver.js",
  "solver/tables.js",
  "solver/thread.js",
  "solver/values.js",
  "solver/values5.bin",
  "solver/worker.js",
  "stats/emptystats.js",
  "stats/gamechoice.js",
  "stats/gamelist.js",
  "stats/kindwords.js",
  "stats/optima.js",
  "stats/progress.js",
  "stats/progresschart.js",
  "stats/progresspanel.js",
  "stats/stats.css",
  "stats/stats.js",
  "stats/statsview.js",
  "timed/attempt.js",
  "timed/fingers.js",
  "timed/timed.css",
  "timed/timed.js",
  "timed/timedchoice.js",
  "timed/timedfields.js",
  "timed/timedresults.js",
  "timed/timedtimes.js",
  "train/drillpart.js",
  "train/drills.js",
  "train/lessonpart.js",
  "train/lessons.js",
  "train/puzzlepart.js",
  "train/puzzles.js",
  "train/ratingline.js",
  "train/train.css",
  "train/train.js",
  "train/trainboard.js",
  "train/traindata.js",
  "train/trainlog.js",
  "train/traintabs.js",
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
  if (!ours || url.pathname.startsWith(api)) return;
  // What another app shares stays in the browser: the query is for the page, not for its server.
  const shared = request.mode === "navigate" && url.search !== "";
  event.respondWith(answer(shared ? new Request(url.pathname) : request));
});

async function forgetOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("taquin-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/**
 * The network's response, which is then cached; or the cached one if the network gives none in time
 * or the server is too busy.
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
  // The caller gets an answer; a rejection would reach the console as an error of this script, too.
  if (!kept) return asked.catch(() => new Response("", { status: 504, statusText: "No server" }));
  const late = new Promise((resolve) => setTimeout(resolve, SLOW, kept));
  const given = asked.then((response) => (BUSY.has(response.status) ? kept : response));
  return Promise.race([given.catch(() => kept), late]);
}
