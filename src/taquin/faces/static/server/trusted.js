// The page's only Trusted Types policy: the scripts that are named here may start as workers.

const SCRIPTS = new Set(["solver/worker.js", "solver/tableworker.js", "lab/searches/searchworker.js", "sw.js"]);

/**
 * The URL of one of our own worker scripts, in the form `new Worker` and `register` accept.
 * @param {string} name  its path on the page
 * @returns {string}  a TrustedScriptURL where the browser has them
 */
export function scriptUrl(name) {
  return /** @type {string} */ (policy.createScriptURL(name));
}

/** @param {string} name */
function resolve(name) {
  if (!SCRIPTS.has(name)) {
    throw new TypeError(`${name} is not a worker of this page; known: ${[...SCRIPTS].join(", ")}.`);
  }
  // The service worker is beside the page, above the modules.
  return new URL(name, name === "sw.js" ? document.baseURI : new URL("../", import.meta.url)).href;
}

/** @type {{createScriptURL(name: string): unknown}} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("taquin", {
  createScriptURL: resolve,
}) ?? { createScriptURL: resolve };
