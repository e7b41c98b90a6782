/** The buttons that save a recording and its pictures as files. */
import { besides } from "../parts/chartpicture.js";
import { fileButton, toolbar } from "../parts/savebuttons.js";
import { t } from "../../words/said.js";

/** @typedef {import("../../shared/app.js").App} App */
/** @typedef {import("./stepper.js").Stepper} Stepper */

/**
 * @param {App} app
 * @param {() => Stepper[]} panes of the microscope
 * @returns {{element: HTMLElement, refresh: () => void}} refresh: another picture is on view
 */
export function buildRecordingExports(app, panes) {
  const picture = fileButton(
    app,
    t`Tree as PNG`,
    () => `${shown(panes()).toLowerCase().replaceAll(" ", "-")}.png`,
    async () => {
      const pictures = await Promise.all(panes().map((pane) => pane.picture()));
      return pictures.length > 1 ? besides(pictures, picture) : pictures[0];
    },
  );
  const words = /** @type {HTMLElement} */ (picture.lastElementChild);
  const element = toolbar(
    t`Export the recording`,
    picture,
    fileButton(app, t`Recording as JSON Lines`, "trace.jsonl", async () => {
      const parts = await Promise.all(panes().map((pane) => pane.lines()));
      return new Blob(parts.flat(), { type: "application/jsonl" });
    }),
  );
  const refresh = () => {
    words.textContent = t`${shown(panes())} as PNG`;
  };
  return { element, refresh };
}

/**
 * What is on view, as in "Heat map"; of two panes that differ, "Pictures".
 * @param {Stepper[]} panes
 * @returns {string}
 */
function shown(panes) {
  const [kind = "tree", ...others] = new Set(panes.map((pane) => pane.kind));
  return others.length > 0 ? t`Pictures` : { tree: t`Tree`, rows: t`Rows`, heat: t`Heat map` }[kind];
}
