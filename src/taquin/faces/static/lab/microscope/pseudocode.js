/** The pseudo-code that an algorithm declares, shaped by the options of a search. */

/** @typedef {import("../comparison/knobs.js").CodeTemplate} CodeTemplate */

/**
 * @typedef {object} CodeLine
 * @property {number} indent
 * @property {string} text
 * @property {string[]} tags
 */

/** @typedef {Record<string, unknown>} Options */

const SPACES = 4; // per level

/**
 * @param {CodeTemplate[]} templates
 * @param {Options} options all of them, with their values
 * @returns {CodeLine[]}
 */
export function pseudocode(templates, options) {
  return templates
    .filter(({ when }) =>
      Object.entries(when).every(([name, values]) => values.includes(String(options[name]))),
    )
    .map(({ text, marks }) => {
      const bare = text.trimStart();
      return { indent: (text.length - bare.length) / SPACES, text: filled(bare, options), tags: marks };
    });
}

/**
 * A template with its values; doubled braces stand for braces.
 * @param {string} template
 * @param {Options} values
 * @returns {string}
 */
export function filled(template, values) {
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) =>
    name === undefined ? found.charAt(0) : String(values[name]),
  );
}
