// Written by `taquin site`: after the first visit the page works without a connection.
//
// The page's modules are in a folder whose name changes with their content, so that files of two
// versions never meet: a tab that is open finds its own in the cache, which is kept for one version more.

const VERSION = "";
const MODULES = "";
const FILES = [];

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
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin || !pathname.startsWith(scope)) return;
  const path = pathname.slice(scope.length);
  if (path === "" || path === "index.html") event.respondWith(front());
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
    return (await cache.match(request, { ...ANY, ignoreSearch: true })) ?? missing();
  }
}

function missing() {
  const words = "Without a connection, only what was opened before can be shown.";
  return new Response(words, { status: 504, headers: { "content-type": "text/plain; charset=utf-8" } });
}
