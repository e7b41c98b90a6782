/** The buttons that save a comparison, its pictures and a recording as files. */
import { besides } from "../parts/chartpicture.js";
import { build, button } from "../../shared/dom.js";
import { download, FORMS } from "./export.js";

/** @typedef {import("../../app/main.js").App} App */
/** @typedef {import("../microscope/stepper.js").Stepper} Stepper */

/**
 * @typedef {object} Sources
 * @property {() => import("./comparison.js").Comparison | null} comparison
 * @property {Record<string, string>} counters name → definition
 * @property {() => Promise<Blob> | undefined} chart
 * @property {() => Promise<Blob> | undefined} map of all states
 */

/**
 * @param {App} app
 * @param {Sources} sources
 * @returns {HTMLElement}
 */
export function buildExports(app, sources) {
  const tables = Object.entries(FORMS).map(([form, { ending, type, write }]) =>
    fileButton(app, form, `comparison.${ending}`, async () => {
      const comparison = sources.comparison();
      return comparison ? new Blob([write(comparison, sources.counters)], { type }) : undefined;
    }),
  );
  return toolbar(
    "Export",
    ...tables,
    fileButton(app, "Chart as PNG", "chart.png", async () => sources.chart()),
    fileButton(app, "Map as PNG", "map.png", async () => sources.map()),
  );
}

/**
 * @param {App} app
 * @param {() => Stepper[]} panes of the microscope
 * @returns {{element: HTMLElement, refresh: () => void}} refresh: another picture is on view
 */
export function buildRecordingExports(app, panes) {
  const picture = fileButton(
    app,
    "Tree as PNG",
    () => `${shown(panes()).toLowerCase().replaceAll(" ", "-")}.png`,
    async () => {
      const pictures = await Promise.all(panes().map((pane) => pane.picture()));
      return pictures.length > 1 ? besides(pictures, picture) : pictures[0];
    },
  );
  const words = /** @type {HTMLElement} */ (picture.lastElementChild);
  const element = toolbar(
    "Export the recording",
    picture,
    fileButton(app, "Recording as JSON Lines", "trace.jsonl", async () => {
      const parts = await Promise.all(panes().map((pane) => pane.lines()));
      return new Blob(parts.flat(), { type: "application/jsonl" });
    }),
  );
  const refresh = () => {
    words.textContent = `${shown(panes())} as PNG`;
  };
  return { element, refresh };
}

/**
 * What is on view, as in "Heat map"; of two that differ, "Pictures".
 * @param {Stepper[]} panes
 * @returns {string}
 */
function shown(panes) {
  const [kind = "Tree", ...others] = new Set(panes.map(({ kind }) => kind));
  return others.length > 0 ? "Pictures" : kind;
}

/**
 * @param {string} name
 * @param {...HTMLElement} buttons
 * @returns {HTMLElement}
 */
function toolbar(name, ...buttons) {
  return build(
    "div",
    { class: "toolbar", role: "group", "aria-label": name },
    build("span", { class: "note", text: "Save as" }),
    ...buttons,
  );
}

/**
 * @param {App} app notified when there is nothing to save
 * @param {string} words
 * @param {string | (() => string)} name of the file
 * @param {() => Promise<Blob | undefined>} make
 * @returns {HTMLButtonElement}
 */
function fileButton(app, words, name, make) {
  const onClick = async () => {
    try {
      const blob = await make();
      if (blob) download(blob, typeof name === "string" ? name : name());
    } catch (error) {
      app.notify(/** @type {Error} */ (error).message);
    }
  };
  return button({ words, onClick });
}
