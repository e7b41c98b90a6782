// Where the page stands: with its server, or in a folder on a host of files. `taquin site` writes the
// folder, and writes into the head of its page what is asked for here.

/** @returns {boolean} whether the page came with a server; if not, none is ever asked */
export function hasServer() {
  return document.querySelector('meta[name="taquin-server"][content="none"]') === null;
}

/** @returns {string} the address of the documentation; empty where there is none */
export function documentation() {
  return document.querySelector('link[rel="help"]')?.getAttribute("href") ?? "";
}

/** @returns {string} the page's address for links that others open: the one it declares, or the current one */
export function pageAddress() {
  const declared = document.querySelector('link[rel="canonical"]')?.getAttribute("href");
  return declared ?? location.href.replace(/[?#].*/s, "");
}

/**
 * @param {string} address
 * @returns {boolean} whether it means this machine, on every machine
 */
export function isLoopback(address) {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
}
