// The settings dialog: look, play, hints, keys. Every choice takes effect at once.

import { openDialog } from "../shared/dialog.js";
import { build, button } from "../shared/dom.js";
import { LANGUAGES } from "../languages/languages.js";
import { onlyFingers } from "../shared/pointers.js";
import { buildKeyFields } from "./keyfields.js";
import { t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../shared/settings.js").Values} Values */

/**
 * @param {App} app
 */
export function openSettings(app) {
  openDialog({
    title: t`Settings`,
    app,
    body: [
      group(
        t`Look`,
        choice(app, "language", t`Language`, { system: t`Same as browser`, ...LANGUAGES }),
        choice(app, "theme", t`Theme`, {
          system: t`Same as system`,
          light: t`Light`,
          dark: t`Dark`,
          contrast: t`High contrast`,
        }),
        choice(app, "palette", t`Tile colours`, {
          rows: t`By goal row`,
          columns: t`By goal column`,
          fringe: t`By fringe`,
          solved: t`Tiles in place`,
          mono: t`One colour`,
        }),
        choice(app, "size", t`Board size`, {
          window: t`As the window allows`,
          medium: t`Medium`,
          small: t`Small`,
        }),
        choice(app, "motion", t`Motion`, { system: t`Same as system`, reduce: t`None` }),
      ),
      group(
        translated("Play", "a tab"),
        onlyFingers()
          ? choice(app, "input", t`Touch`, {
              click: t`Tap`,
              "click drag": t`Tap and drag`,
              "click drag trace": t`Tap, drag and trace`,
            })
          : choice(app, "input", t`Mouse and touch`, {
              click: t`Click or tap`,
              "click drag": t`Click and drag`,
              "click drag trace": t`Click, drag and trace`,
            }),
        choice(app, "arrows", t`An arrow key moves`, { tile: t`the tile`, gap: t`the blank` }),
        choice(app, "model", t`Arrow keys on the board`, {
          slide: t`move tiles`,
          explore: t`move the focus (F2)`,
        }),
        choice(app, "metric", t`Count moves as`, { stm: t`single tiles (STM)`, mtm: t`slides (MTM)` }),
        build(
          "div",
          { class: "settings__toggles" },
          toggle(app, "timer", t`Show the timer`),
          toggle(app, "numerals", t`Numbers over your own picture`),
          toggle(app, "sound", t`Sound when solved`),
          toggle(app, "daily", t`Open on today’s board until it is solved`),
        ),
      ),
      group(t`Hints`, toggle(app, "spoilers", t`Always show the moves left (a hint in every game)`)),
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
  const asking = button({ words: t`Install taquin`, onClick: ask });
  const note = t`As an app, taquin has its own window, works offline and opens boards that other apps share.`;
  return [group(t`App`, build("p", { class: "note", text: note }), build("div", { class: "toolbar" }, asking))];
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
