/** Training as a file: to keep, or to bring to another browser. */
import { confirmDialog } from "../shared/dialog.js";
import { download } from "../shared/download.js";
import { build, button } from "../shared/dom.js";
import { readTraining, trainingText } from "./trainlog.js";

/** @typedef {import("../shared/app.js").App} App */

const LARGEST_TRAINING = 1_000_000;

/**
 * @param {App} app
 * @param {import("./trainlog.js").LogKeeper} log
 * @param {() => void} changed  another training was imported
 * @returns {HTMLElement}
 */
export function buildTrainData(app, log, changed) {
  const save = () => {
    const day = new Date().toISOString().slice(0, 10);
    download(new Blob([trainingText(log.value)], { type: "application/json" }), `taquin-training-${day}.json`);
  };
  const open = async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    try {
      if (chosen.size > LARGEST_TRAINING) throw new Error("the file has more than 1 MB.");
      const given = readTraining(await chosen.text());
      const { played, rating } = log.value;
      const text = `Your rating of ${rating} after ${played} puzzles and your lessons will be replaced. Export them first to keep a copy.`;
      if (played > 0 && !(await confirmDialog({ title: "Replace your training?", text, yes: "Replace" }))) return;
      log.set(given);
      changed();
      app.notify(`Training imported: rating ${given.rating}, ${given.lessons.length} lessons done.`);
    } catch (error) {
      app.notify(`Nothing was imported: ${/** @type {Error} */ (error).message}`);
    }
  };
  const file = build("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    "aria-label": "File with training",
    on: { change: () => void open() },
  });
  return build(
    "section",
    { class: "train__data", "aria-label": "Training data" },
    build("p", { class: "note", text: "Rating and lessons are stored only in this browser; drills are games in the statistics." }),
    build(
      "div",
      { class: "toolbar" },
      button({ words: "Export", kind: "quiet", onClick: save }),
      button({ words: "Import", kind: "quiet", onClick: () => file.click() }),
      file,
    ),
  );
}
