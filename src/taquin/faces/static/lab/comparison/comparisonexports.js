/** The buttons that save a comparison and its pictures as files. */
import { fileButton, toolbar } from "../parts/savebuttons.js";
import { FORMS } from "./export.js";
import { t } from "../../words/said.js";

/** @typedef {import("../../shared/app.js").App} App */

/**
 * @typedef {object} Sources
 * @property {() => import("./comparison.js").Comparison | null} comparison
 * @property {Record<string, string>} counters name → definition
 * @property {() => Promise<Blob> | undefined} chart
 * @property {() => Promise<Blob> | undefined} [map] of all states; without it there is no such button
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
  const { map } = sources;
  const maps = map ? [fileButton(app, t`Map as PNG`, "map.png", async () => map())] : [];
  return toolbar(
    t`Export`,
    ...tables,
    fileButton(app, t`Chart as PNG`, "chart.png", async () => sources.chart()),
    ...maps,
  );
}
