// A browser in the locale C calls its language "en-US@posix", which no formatter accepts. Import
// this before any module that formats numbers in the browser's language.

/** @param {string} tag */
function isKnown(tag) {
  try {
    return Boolean(new Intl.NumberFormat(tag));
  } catch {
    return false;
  }
}

if (!isKnown(navigator.language)) {
  Object.defineProperty(navigator, "language", { value: "en", configurable: true });
}
