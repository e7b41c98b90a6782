// The two buttons that are on every view: settings and help. Their dialogs load when opened.

import { button } from "../shared/dom.js";

/** @typedef {import("../shared/app.js").App} App */

/**
 * @param {App} app
 * @returns {HTMLElement[]}
 */
export function buildTools(app) {
  const settings = async () => (await import("./settingsview.js")).openSettings(app);
  const help = async () => (await import("./help.js")).openHelp(app);
  app.keys.on("help", (event) => {
    event.preventDefault();
    help();
  });
  app.keys.on("timed", () => app.go("timed"));
  return [
    button({ icon: "settings", words: "Settings", quiet: true, kind: "quiet", onClick: settings }),
    button({ icon: "help", words: "Help", quiet: true, kind: "quiet", onClick: help }),
  ];
}
