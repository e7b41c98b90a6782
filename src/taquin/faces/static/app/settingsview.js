// The settings dialog: look, play, hints, keys. Every choice takes effect at once.

import { openDialog } from "../shared/dialog.js";
import { build, button } from "../shared/dom.js";
import { buildKeyFields } from "./keyfields.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../shared/settings.js").Values} Values */

/**
 * @param {App} app
 */
export function openSettings(app) {
  openDialog({
    title: "Settings",
    app,
    body: [
      group(
        "Look",
        choice(app, "theme", "Theme", {
          system: "Same as system",
          light: "Light",
          dark: "Dark",
          contrast: "High contrast",
        }),
        choice(app, "palette", "Tile colours", {
          rows: "By goal row",
          columns: "By goal column",
          fringe: "By fringe",
          solved: "Tiles in place",
          mono: "One colour",
        }),
        choice(app, "size", "Board size", {
          window: "As the window allows",
          medium: "Medium",
          small: "Small",
        }),
        choice(app, "motion", "Motion", { system: "Same as system", reduce: "None" }),
      ),
      group(
        "Play",
        choice(app, "input", "Mouse and touch", {
          click: "Click or tap",
          "click drag": "Click and drag",
          "click drag trace": "Click, drag and trace",
        }),
        choice(app, "arrows", "An arrow key moves", { tile: "the tile", gap: "the blank" }),
        choice(app, "model", "Arrow keys on the board", {
          slide: "move tiles",
          explore: "move the focus (F2)",
        }),
        build(
          "div",
          { class: "settings__toggles" },
          toggle(app, "timer", "Show the timer"),
          toggle(app, "numerals", "Numbers over your own picture"),
          toggle(app, "sound", "Sound when solved"),
          toggle(app, "daily", "Open on today’s board until it is solved"),
        ),
      ),
      group("Hints", toggle(app, "spoilers", "Always show the moves left")),
      buildKeyFields(app),
      ...buildInstall(app),
    ],
  });
}

/**
 * Only where the browser offers to install the page.
 * @param {App} app
 */
function buildInstall(app) {
  const { install } = app;
  if (!install) return [];
  const ask = async () => {
    // The browser answers one request for each offer.
    app.install = null;
    asking.disabled = true;
    await install.prompt();
  };
  const asking = button({ words: "Install taquin", onClick: ask });
  const note = "As an app, taquin has its own window, works offline and opens boards that other apps share.";
  return [group("App", build("p", { class: "note", text: note }), build("div", { class: "toolbar" }, asking))];
}

/**
 * @param {string} title
 * @param {...Node} fields
 */
function group(title, ...fields) {
  return build(
    "section",
    { class: "settings__group" },
    build("h3", { text: title }),
    build("div", { class: "settings__fields" }, ...fields),
  );
}

/**
 * @template {keyof Values} K
 * @param {App} app
 * @param {K} key
 * @param {string} label
 * @param {Record<string, string>} options
 */
function choice({ settings }, key, label, options) {
  const select = build(
    "select",
    { id: `setting-${key}` },
    ...Object.entries(options).map(([value, text]) => build("option", { value, text })),
  );
  select.value = String(settings.get(key));
  select.addEventListener("change", () => {
    settings.set(key, /** @type {Values[K]} */ (/** @type {unknown} */ (select.value)));
  });
  return build("div", { class: "field" }, build("label", { for: select.id, text: label }), select);
}

/**
 * @param {App} app
 * @param {"timer" | "numerals" | "sound" | "daily" | "spoilers"} key
 * @param {string} label
 */
function toggle({ settings }, key, label) {
  const box = build("input", { type: "checkbox" });
  box.checked = settings.get(key);
  box.addEventListener("change", () => settings.set(key, box.checked));
  return build("label", { class: "choice" }, box, build("span", { text: label }));
}
