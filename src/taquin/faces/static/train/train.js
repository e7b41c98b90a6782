/** The training view: puzzles, mistakes that come back, the last rows, and lessons, on one board. */
import { build } from "../shared/dom.js";
import { bringUp } from "../shared/sight.js";
import { openStorage } from "../shared/storage.js";
import { DrillPart } from "./drillpart.js";
import { LessonPart } from "./lessonpart.js";
import { PUZZLE_PARTS, PuzzleChoice, buildModes, buildPuzzleChoice } from "./puzzlechoice.js";
import { PuzzlePart } from "./puzzlepart.js";
import { mistakeSource, ratedSource } from "./puzzlesources.js";
import { dueOn, localDay } from "./repeats.js";
import { RunPart } from "./runpart.js";
import { buildTargets } from "./targets.js";
import { buildTrainData } from "./traindata.js";
import { buildTrainBoard } from "./trainboard.js";
import { keepLog } from "./trainlog.js";
import { buildTrainTabs, markTab } from "./traintabs.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("./trainboard.js").TrainPart} TrainPart */

/** Under which a reload finds the part that was left. */
const LATEST = "taquin.training.part";

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("../shared/app.js").View}
 */
export function mount(root, app) {
  const storage = openStorage(() => localStorage);
  const kept = keepLog(storage);
  /** @type {import("./trainlog.js").LogKeeper} */
  const log = {
    get value() {
      return kept.value;
    },
    set(value) {
      kept.set(value);
      countDue();
    },
  };
  const choice = new PuzzleChoice(storage);
  let on = /** @type {TrainPart | null} */ (null);
  const { element, board } = buildTrainBoard(app, () => on);
  const targets = buildTargets();
  element.append(targets.element);
  const modes = buildModes();
  const fields = (/** @type {keyof typeof PUZZLE_PARTS} */ part) => buildPuzzleChoice(choice, part);
  const rated = { title: t`Find the best moves`, source: ratedSource(app, log, choice), choice: fields("moves") };
  const mistakes = { title: t`Put mistakes right`, source: mistakeSource(app, log) };
  /** @type {Record<string, TrainPart>} */
  const parts = {
    moves: new PuzzlePart(app, board, log, rated),
    streak: new RunPart(app, board, log, "streak", choice, fields("streak")),
    storm: new RunPart(app, board, log, "storm", choice, fields("storm")),
    mistakes: new PuzzlePart(app, board, log, mistakes),
    rows: new DrillPart(app, board),
    lessons: new LessonPart(app, board, log, targets),
  };
  choice.addEventListener("change", () => {
    on?.enter();
    bringUp(board, app.settings);
  });
  const dues = { mistakes: build("span", { class: "train__due" }), lessons: build("span", { class: "train__due" }) };
  const tabs = buildTrainTabs("");
  for (const [part, due] of Object.entries(dues)) tabs.querySelector(`[data-part="${part}"]`)?.append(due);
  /** How many are back today, on the tabs. */
  function countDue() {
    const back = dueOn(kept.value.repeats, localDay());
    const lessons = back.filter((name) => name.startsWith("lesson:")).length;
    for (const [due, count] of /** @type {const} */ ([[dues.lessons, lessons], [dues.mistakes, back.length - lessons]])) {
      due.textContent = count > 0 ? ` ${count}` : "";
      due.title = count > 0 ? t`back today` : "";
    }
  }
  const place = build("div");
  root.append(
    build("h1", { class: "visually-hidden", text: t`Train` }),
    tabs,
    modes.element,
    element,
    build("div", { class: "train__side" }, place),
    buildTrainData(app, log, () => location.reload()),
  );
  const visit = openStorage(() => sessionStorage);
  const left = visit.getItem(LATEST) ?? "";
  /** The part that a link without a part leads to: the one that was left. */
  let latest = Object.hasOwn(parts, left) ? left : "moves";
  return {
    show({ part = latest }) {
      if (!Object.hasOwn(parts, part)) {
        app.notify(t`This link does not work, so here are the puzzles.`, { view: "train" });
        part = "moves";
        history.replaceState(null, "", "#/train?part=moves");
      }
      on?.leave();
      on = parts[part];
      latest = part;
      visit.setItem(LATEST, part);
      markTab(tabs, Object.hasOwn(PUZZLE_PARTS, part) ? "moves" : part);
      countDue();
      modes.show(part);
      place.replaceChildren(on.element);
      on.enter();
    },
    hide() {
      on?.leave();
      on = null;
    },
  };
}
