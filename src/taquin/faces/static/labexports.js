/** The buttons that keep a comparison, its pictures and a recording as files. */
import { build, button } from "./dom.js";
import { download, FORMS } from "./export.js";

/**
 * @typedef {object} Sources
 * @property {() => import("./comparison.js").Comparison | null} comparison
 * @property {Record<string, string>} counters name → definition
 * @property {() => Promise<Blob> | undefined} chart
 * @property {() => Promise<Blob> | undefined} map of all states
 * @property {() => import("./stepper.js").Stepper[]} panes of the microscope
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
    file("Tree as PNG", "tree.png", async () => recorded(sources)[0]?.picture()),
    file("Recording as JSON Lines", "trace.jsonl", async () => {
      const parts = await Promise.all(recorded(sources).map((pane) => pane.lines()));
      return new Blob(parts.flat(), { type: "application/jsonl" });
    }),
  );
}

/**
 * @param {Sources} sources
 * @returns {import("./stepper.js").Stepper[]} at least one
 */
function recorded(sources) {
  const panes = sources.panes();
  if (panes.length === 0) {
    throw new Error("There is no recording yet: record a search in the microscope first.");
  }
  return panes;
}
