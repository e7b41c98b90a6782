/** The languages of the page, and how the words of each are loaded. */
import { speak, spoken } from "../words/said.js";

/** By the attribute `lang`; app/theme.js chooses among the same. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "zh-Hans": "简体中文",
};

/**
 * The words of the play view and what it opens, and those of the other views.
 * @type {Record<string, {play: () => Promise<{default: import("../words/said.js").Catalogue}>,
 *   views: () => Promise<{default: import("../words/said.js").Catalogue}>}>}
 */
const CATALOGUES = {
  de: { play: () => import("./de.js"), views: () => import("./de-views.js") },
  es: { play: () => import("./es.js"), views: () => import("./es-views.js") },
  fr: { play: () => import("./fr.js"), views: () => import("./fr-views.js") },
  "zh-Hans": { play: () => import("./zh-Hans.js"), views: () => import("./zh-Hans-views.js") },
};

/**
 * Load the words of the play view in a language. Modules that say them must be loaded afterwards.
 * @param {string} tag  for English, and for an unknown one, there is nothing to load
 * @returns {Promise<boolean>}  whether they are there; without them, the page goes on in English
 */
export async function learn(tag) {
  return load(tag, CATALOGUES[tag]?.play);
}

/**
 * Load the words of the other views in the language that is spoken.
 * @returns {Promise<boolean>}  whether they are there; without them, those views are in English
 */
export async function learnViews() {
  return load(spoken(), CATALOGUES[spoken()]?.views);
}

/**
 * @param {string} tag
 * @param {(() => Promise<{default: import("../words/said.js").Catalogue}>) | undefined} words
 */
async function load(tag, words) {
  try {
    if (words) speak(tag, (await words()).default);
    return true;
  } catch (error) {
    console.warn("The words of this language could not be loaded:", error);
    return false;
  }
}
