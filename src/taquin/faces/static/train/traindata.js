/** Training as a file: to keep, or to bring to another browser. */
import { confirmDialog } from "../shared/dialog.js";
import { download } from "../shared/download.js";
import { build, button } from "../shared/dom.js";
import { fileInput } from "../shared/importing.js";
import { trainingKept } from "../shared/keeping.js";
import { typeset } from "../shared/typeset.js";
import { readTraining, trainingText } from "./trainlog.js";
import { amount, t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

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
  const open = async (/** @type {Promise<string>} */ text) => {
    try {
      const given = readTraining(await text);
      const { played, rating } = log.value;
      const question = t`Your rating of ${rating} after ${amount(played, "puzzle")}, your lessons, runs and mistakes will be replaced. Export them first to keep a copy.`;
      if (played > 0 && !(await confirmDialog({ title: t`Replace your training?`, text: question, yes: t`Replace` }))) return;
      log.set(given);
      changed();
      app.notify(t`Training imported: rating ${given.rating}, ${amount(given.lessons.length, "lesson")} done.`);
    } catch (error) {
      app.notify(t`Nothing was imported: ${typeset(/** @type {Error} */ (error).message)}`);
    }
  };
  const file = fileInput({ accept: ".json,application/json", label: t`File with training`, megabytes: 1 }, open);
  return build(
    "section",
    { class: "train__data", "aria-label": t`Training data` },
    build("p", { class: "note", text: trainingKept(app.history) }),
    build(
      "div",
      { class: "toolbar" },
      button({ words: t`Export`, onClick: save }),
      button({ words: t`Import`, onClick: () => file.click() }),
      file,
    ),
  );
}
