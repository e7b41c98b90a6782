/** The languages of the page, and how the words of each are loaded. */
import { learnLaterBy, speak, spoken } from "../words/said.js";

/** By the attribute `lang`; app/theme.js chooses among the same. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "zh-Hans": "简体中文",
};

/** @typedef {() => Promise<{default: import("../words/said.js").Catalogue}>} LoadsWords */

/**
 * The words of the first load, of what the play view opens, and of the other views.
 * @type {Record<string, {play: LoadsWords, later: LoadsWords, views: LoadsWords}>}
 */
const CATALOGUES = {
  de: { play: () => import("./de.js"), later: () => import("./de-later.js"), views: () => import("./de-views.js") },
  es: { play: () => import("./es.js"), later: () => import("./es-later.js"), views: () => import("./es-views.js") },
  fr: { play: () => import("./fr.js"), later: () => import("./fr-later.js"), views: () => import("./fr-views.js") },
  "zh-Hans": {
    play: () => import("./zh-Hans.js"),
    later: () => import("./zh-Hans-later.js"),
    views: () => import("./zh-Hans-views.js"),
  },
};
/** @type {Promise<boolean> | null} */
let learning = null;

/**
 * Load the words of the first load in a language. Modules that say them must be loaded afterwards.
 * @param {string} tag  for English, and for an unknown one, there is nothing to load
 * @returns {Promise<boolean>}  whether they are there; without them, the page goes on in English
 */
export async function learn(tag) {
  learnLaterBy(learnLater);
  return load(tag, CATALOGUES[tag]?.play);
}

/**
 * Load the words of what the play view opens, in the language that is spoken.
 * @returns {Promise<boolean>}  whether they are there; without them, that is in English
 */
export async function learnLater() {
  learning ??= load(spoken(), CATALOGUES[spoken()]?.later);
  const learned = await learning;
  if (!learned) learning = null;
  return learned;
}

/**
 * Load the words of the other views in the language that is spoken, and those of the play view.
 * @returns {Promise<boolean>}  whether they are there; without them, those views are in English
 */
export async function learnViews() {
  const learned = await Promise.all([learnLater(), load(spoken(), CATALOGUES[spoken()]?.views)]);
  return learned.every(Boolean);
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
