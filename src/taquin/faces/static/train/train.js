/** The training view: best moves, own mistakes, the last rows, and lessons, on one board. */
import { build } from "../shared/dom.js";
import { openStorage } from "../shared/storage.js";
import { DrillPart } from "./drillpart.js";
import { LessonPart } from "./lessonpart.js";
import { PuzzlePart } from "./puzzlepart.js";
import { buildTrainData } from "./traindata.js";
import { buildTrainBoard } from "./trainboard.js";
import { keepLog } from "./trainlog.js";
import { buildTrainTabs, markTab } from "./traintabs.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("./trainboard.js").TrainPart} TrainPart */

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("../shared/app.js").View}
 */
export function mount(root, app) {
  const log = keepLog(openStorage(() => localStorage));
  let on = /** @type {TrainPart | null} */ (null);
  const { element, board } = buildTrainBoard(app, () => on);
  /** @type {Record<string, TrainPart>} */
  const parts = {
    moves: new PuzzlePart(app, board, log, false),
    mistakes: new PuzzlePart(app, board, log, true),
    rows: new DrillPart(app, board),
    lessons: new LessonPart(app, board, log),
  };
  const tabs = buildTrainTabs("");
  const place = build("div");
  root.append(
    build("h1", { class: "visually-hidden", text: "Train" }),
    tabs,
    element,
    build("div", { class: "train__side" }, place, buildTrainData(app, log, () => location.reload())),
  );
  return {
    show({ part = "moves" }) {
      if (!Object.hasOwn(parts, part)) throw new Error(`no training “${part}”; known: ${Object.keys(parts).join(", ")}.`);
      on?.leave();
      on = parts[part];
      markTab(tabs, part);
      place.replaceChildren(on.element);
      on.enter();
    },
    hide() {
      on?.leave();
      on = null;
    },
  };
}
