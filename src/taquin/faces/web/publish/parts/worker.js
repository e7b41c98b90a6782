// Written by `taquin site`: after the first visit the page works without a connection.
//
// The page's modules are in a folder whose name changes with their content, so that files of two
// versions never meet: a tab that is open finds its own in the cache, which is kept for one version more.

const VERSION = "";
const MODULES = "";
const FILES = [];
/** What people read besides: the documentation, the examples and the board element. */
const LATER = [];
/** What is said of a file that is neither there nor kept, by language. */
const WORDS = { en: "" };

const SLOW = 3000;
/** Hosts vary headers that the page never sets. */
const ANY = { ignoreVary: true };
/** Caches of this folder that are kept: its own, and that of the version before. */
const KEPT = 2;

const worker = /** @type {any} */ (self);
const scope = new URL(worker.registration.scope).pathname;
// Other folders of the same host have caches of their own.
const prefix = `taquin ${scope} `;
const own = prefix + VERSION;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(fill());
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forget().then(() => worker.clients.claim()));
  // An event of its own: until this one has ended, the page waits for its files.
  worker.registration.active?.postMessage("later");
});

worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(fillLater()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin || !pathname.startsWith(scope)) return;
  const path = pathname.slice(scope.length);
  if (path === "" || path === "index.html") {
    event.respondWith(front());
    // What an earlier visit had no time for.
    worker.registration.active?.postMessage("later");
  }
  else if (path.startsWith("v-")) event.respondWith(module(request));
  else if (FILES.includes(path)) event.respondWith(kept(path));
  else event.respondWith(other(request));
});

async function fill() {
  const cache = await caches.open(own);
  // A module's name is its version; what else there is may be in the browser's cache in an older one.
  const asked = FILES.map((name) => (name.startsWith(MODULES) ? name : new Request(name, { cache: "reload" })));
  await cache.addAll(asked);
}

/** The fill under way, one file after another: the page's own requests come first. @type {Promise<void> | null} */
let filling = null;

function fillLater() {
  filling ??= keepLater().catch((error) => console.warn("The documentation could not be kept:", error)).finally(() => {
    filling = null;
  });
  return filling;
}

async function keepLater() {
  // Where each byte is paid for, only what was opened is kept.
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  const cache = await caches.open(own);
  for (const name of LATER) {
    if (await cache.match(name, ANY)) continue;
    const response = await fetch(new Request(name, { cache: "no-cache" }));
    // A tab does not take what a host has redirected; this copy is no longer.
    if (response.ok) await cache.put(name, new Response(response.body, response));
  }
}

/** Names come in the order in which the caches were made. */
async function forget() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  await Promise.all(names.slice(0, Math.max(0, names.length - KEPT + 1)).map((name) => caches.delete(name)));
}

/** The page itself: the newest, or the kept one if the host does not give it in time. */
async function front() {
  const there = await (await caches.open(own)).match("./", ANY);
  // What another app shares stays in the browser: the query is for the page, not for its host.
  const asked = fetch(new Request(scope)).then((response) => (response.ok || !there ? response : there));
  if (!there) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, SLOW, there));
  return Promise.race([asked.catch(() => there), late]);
}

/** @param {Request} request  for a file of the version that asks; a large model is kept from its first use on */
async function module(request) {
  const there = await caches.match(request, ANY);
  if (there) return there;
  try {
    const response = await fetch(request);
    if (response.ok && request.url.includes(`/${MODULES}`)) await (await caches.open(own)).put(request, response.clone());
    return response;
  } catch {
    return missing();
  }
}

/** @param {string} path */
async function kept(path) {
  return (await (await caches.open(own)).match(path, ANY)) ?? fetch(path).catch(missing);
}

/** @param {Request} request  for the documentation: the newest, or what was read before */
async function other(request) {
  const cache = await caches.open(own);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch {
    const [path] = request.url.split(/[?#]/);
    return (await cache.match(path.replace(/\/index\.html$/, "/"), ANY)) ?? (await cache.match(request, { ...ANY, ignoreSearch: true })) ?? missing();
  }
}

function missing() {
  const tags = navigator.languages.map((tag) => (tag.startsWith("zh") ? "zh-Hans" : tag.slice(0, 2)));
  const known = /** @type {Record<string, string>} */ (WORDS);
  const words = known[tags.find((tag) => tag in known) ?? "en"];
  return new Response(words, { status: 504, headers: { "content-type": "text/plain; charset=utf-8" } });
}
