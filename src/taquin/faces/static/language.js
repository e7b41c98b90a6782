// A browser in the locale C calls its language "en-US@posix", which no formatter takes. Imported
// before what formats numbers in the browser's language.

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
