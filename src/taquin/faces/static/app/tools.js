// The two buttons that are on every view: settings and help. Their dialogs load when opened.

import { opening } from "../shared/app.js";
import { button } from "../shared/dom.js";
import { t, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../shared/storage.js").Store} Store */

/** For the load that follows the choice of a language. */
const CHOOSING = "taquin.choosing";

/**
 * The page's words are written when it is loaded.
 * @param {Store} tab
 */
export function reloadInLanguage(tab) {
  // Another tab's choice reloads this one, too.
  tab.setItem(CHOOSING, String(document.getElementById("setting-language") !== null));
  location.reload();
}

/**
 * The settings in which a language has just been chosen, where they were left.
 * @param {App} app
 * @param {Store} tab
 */
export async function returnToLanguage(app, tab) {
  if (tab.getItem(CHOOSING) !== "true") return;
  tab.setItem(CHOOSING, "false");
  (await withWords(() => import("./settingsview.js"))).openSettings(app);
  document.getElementById("setting-language")?.focus();
}

/**
 * @param {App} app
 * @returns {HTMLElement[]}
 */
export function buildTools(app) {
  const settings = opening(async () => {
    const { openSettings } = await withWords(() => import("./settingsview.js"));
    return () => openSettings(app);
  });
  const help = opening(async () => {
    const { openHelp } = await withWords(() => import("./help.js"));
    return () => openHelp(app);
  });
  app.keys.on("help", (event) => {
    event.preventDefault();
    help();
  });
  app.keys.on("timed", () => app.go("timed"));
  return [
    button({ icon: "settings", words: t`Settings`, quiet: true, kind: "quiet", onClick: settings }),
    button({ icon: "help", words: t`Help`, quiet: true, kind: "quiet", onClick: help }),
  ];
}
