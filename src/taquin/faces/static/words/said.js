/** Sentences that Python says, too: filled in as taquin/ground/sentences.py describes it. */

const COUNTS = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/**
 * 174385 → "174,385"
 * @param {number} value
 * @returns {string}
 */
export function count(value) {
  return COUNTS.format(value);
}

/**
 * 1, "state" → "1 state"; 2345, "state" → "2,345 states"
 * @param {number} value
 * @param {string} one
 * @param {string} [several]
 * @returns {string}
 */
export function counted(value, one, several = `${one}s`) {
  return `${count(value)} ${value === 1 ? one : several}`;
}

/**
 * @param {string} sentence
 * @param {Record<string, string | number>} values  by the names in its braces
 * @returns {string}
 */
export function said(sentence, values) {
  return sentence.replace(/\{(\w+)(?::([^{}]*))?\}/g, (_, name, form) => {
    const value = values[name];
    if (form === undefined) return String(value);
    const [one, several] = form.split("|");
    if (several !== undefined) return value === 1 ? one : several;
    return form === "," ? count(Number(value)) : counted(Number(value), form);
  });
}
