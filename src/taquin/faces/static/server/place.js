// Where the page stands, as its head says: `taquin site` writes that for a folder on a host of files.

/**
 * @param {boolean} served  whether there is a server, which has an address for it
 * @returns {string} the address of the documentation; empty where there is none
 */
export function documentation(served) {
  return document.querySelector('link[rel="help"]')?.getAttribute("href") ?? (served ? "docs/" : "");
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
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/.test(new URL(address).hostname);
}
