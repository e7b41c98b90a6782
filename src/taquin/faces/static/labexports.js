/** The buttons that keep a comparison, its pictures and a recording as files. */
import { build, button } from "./dom.js";
import { download, FORMS } from "./export.js";

/**
 * @typedef {object} Sources
 * @property {() => import("./comparison.js").Comparison | null} comparison
 * @property {Record<string, string>} counters name → definition
 * @property {() => Promise<Blob> | undefined} chart
 * @property {() => Promise<Blob> | undefined} map of all states
 * @property {() => import("./stepper.js").Stepper | undefined} pane the first of the microscope
 */

/**
 * @param {import("./app.js").App} app
 * @param {Sources} sources
 * @returns {HTMLElement}
 */
export function buildExports(app, sources) {
  const file = (
    /** @type {string} */ words,
    /** @type {string} */ name,
    /** @type {() => Promise<Blob | undefined>} */ make,
  ) =>
    button({
      words,
      onClick: async () => {
        try {
          const blob = await make();
          if (blob) download(blob, name);
        } catch (error) {
          app.notify(/** @type {Error} */ (error).message);
        }
      },
    });
  const tables = Object.entries(FORMS).map(([form, { ending, type, write }]) =>
    file(form, `comparison.${ending}`, async () => {
      const comparison = sources.comparison();
      return comparison ? new Blob([write(comparison, sources.counters)], { type }) : undefined;
    }),
  );
  return build(
    "div",
    { class: "toolbar", role: "group", "aria-label": "Export" },
    build("span", { class: "note", text: "Keep as" }),
    ...tables,
    file("Chart as PNG", "chart.png", async () => sources.chart()),
    file("Map as PNG", "map.png", async () => sources.map()),
    file("Tree as PNG", "tree.png", async () => recorded(sources).picture()),
    file("Recording as JSON Lines", "trace.jsonl", async () => {
      const lines = await recorded(sources).lines();
      return new Blob(lines, { type: "application/jsonl" });
    }),
  );
}

/**
 * @param {Sources} sources
 * @returns {import("./stepper.js").Stepper}
 */
function recorded(sources) {
  const pane = sources.pane();
  if (!pane) throw new Error("There is no recording yet: record a search in the microscope first.");
  return pane;
}
