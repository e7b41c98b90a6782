// The set-up dialog: any size, goal and board, and whether the board can be solved.

import { GOAL_NAMES, formatBoard, namedGoal, parseGoal } from "../board.js";
import { dealtBoard, randomBoard } from "../game/random.js";
import { buildEditor } from "./boardeditor.js";
import { buildGoalPicture, paintGoal } from "../shared/goalview.js";
import { beginOther } from "../shared/app.js";
import { openDialog } from "../shared/dialog.js";
import { build, button, sentence } from "../shared/dom.js";
import { draftOf } from "./draft.js";
import { buildInstances } from "./instancefield.js";
import { namedBoard } from "../notation/named.js";
import { LARGEST_SIDE, seedDay } from "../game/record.js";
import { GOAL_WORDS, chooseGoalName } from "../shared/goals.js";
import { chosenGoalName } from "../shared/goalwords.js";
import { readPaste } from "../notation/paste.js";
import { isStill } from "../shared/settings.js";
import { typeset } from "../shared/typeset.js";
import { buildPicture } from "./picturefield.js";
import { buildVerdict } from "./verdict.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").SetupParts} SetupParts */

const SMALLEST = 2;
/** How many rows of a board are in sight as text, so that what stands below is, too. */
const ROWS = { least: 4, most: 6 };
/** The rows of a wider board may be longer than the field: each stays on its line. */
const WRAPPED = 9;

/** Closes the dialog that is open. @type {() => void} */
let leave = () => {};

/**
 * Open the dialog; one that is already open, for instance from an earlier link, is closed first.
 * @param {App} app
 * @param {import("./draft.js").Drafted} [position]  to start with, instead of the game's
 */
export function openSetup(app, position = app.game) {
  const parts = draftOf(app, position);
  const { get, update, painters } = parts;
  const play = button({
    words: t`Play this board`,
    kind: "primary",
    onClick: () => {
      close();
      beginOther(app, t`The board is set up.`, () => app.game.start(get()));
      app.go("play");
    },
  });
  const editor = buildEditor({
    onChange: (board) => update({ board }),
    say: (text) => app.say(text),
  });
  const verdict = buildVerdict(parts, play, editor.element);
  const state = build("p", { class: "note" });
  painters.push(
    () => editor.show(get().board),
    () => {
      state.textContent = get().unread;
      state.hidden = get().unread === "";
    },
  );
  leave();
  const { close, content } = openDialog({
    title: t`Set up a board`,
    app,
    body: [
      build("div", { class: "setup__pair" }, sizeFields(parts), goalFields(parts)),
      build(
        "div",
        { class: "setup__board" },
        editor.element,
        build(
          "div",
          { class: "setup__ways" },
          textField(parts),
          seedField(parts, editor.element),
          buildInstances(parts),
        ),
        buildPicture(app),
      ),
    ],
    foot: [state, verdict, play],
  });
  leave = close;
  // A foot that grows as one types does not cover what is typed.
  painters.push(() => {
    const typing = document.activeElement;
    if (typing !== content && content.contains(typing)) typing?.scrollIntoView({ block: "nearest" });
  });
  update({});
}

/**
 * The goal of that name on another size; a goal of the player's own fits its size alone.
 * @param {Board} goal
 * @param {{width: number, height: number}} size
 */
function goalOfSize(goal, { width, height }) {
  if (goal.width === width && goal.height === height) return goal;
  const name = chosenGoalName(goal) ?? "last";
  chooseGoalName(name);
  return namedGoal(name, width, height);
}

/** @param {SetupParts} parts */
function sizeFields({ get, update, painters }) {
  /** Earlier boards by size, so that mistyping a size loses no board. @type {Map<string, Draft>} */
  const kept = new Map();
  const resize = (/** @type {number} */ width, /** @type {number} */ height) => {
    const draft = get();
    kept.set(`${draft.board.width}x${draft.board.height}`, draft);
    const before = kept.get(`${width}x${height}`);
    if (before) {
      update({ ...before, unread: "" });
      return;
    }
    const goal = goalOfSize(get().goal, { width, height });
    update({ goal, ...dealtBoard(goal) });
  };
  const number = (/** @type {string} */ id) => build("input", { id, type: "number", min: SMALLEST, max: LARGEST_SIDE });
  const [width, height] = [number("setup-width"), number("setup-height")];
  const problem = build("p", { class: "error", role: "alert" });
  const sides = () => [width.valueAsNumber, height.valueAsNumber];
  const fitting = (/** @type {number[]} */ ns) => ns.every((n) => Number.isInteger(n) && n >= SMALLEST && n <= LARGEST_SIDE);
  // The board follows what is typed; digits that are not a size yet are judged when the field is left.
  const typing = () => {
    const [w, h] = sides();
    if (fitting([w, h])) resize(w, h);
  };
  const typed = () => {
    const [w, h] = sides();
    const fits = fitting([w, h]);
    problem.textContent = fits
      ? ""
      : t`Width and height must be whole numbers from ${SMALLEST} to ${LARGEST_SIDE}.`;
    if (fits) typing();
    else update({ unread: t`This size cannot be played.` });
  };
  for (const input of [width, height]) {
    input.addEventListener("input", typing);
    input.addEventListener("change", typed);
  }
  const squares = [3, 4, 5, 6].map((side) => {
    const square = button({ words: `${side}×${side}`, onClick: () => resize(side, side) });
    painters.push(() => {
      const { board } = get();
      square.setAttribute("aria-pressed", String(board.width === side && board.height === side));
    });
    return square;
  });
  painters.push(() => {
    if (get().unread) return;
    width.value = String(get().board.width);
    height.value = String(get().board.height);
    problem.textContent = "";
  });
  return build(
    "fieldset",
    { class: "field" },
    build("legend", { text: t`Size` }),
    build("div", { class: "setup__sizes" }, ...squares),
    build(
      "div",
      { class: "setup__sides" },
      build("label", { for: width.id, text: t`Width` }),
      width,
      build("label", { for: height.id, text: t`Height` }),
      height,
    ),
    problem,
  );
}

/**
 * A board as text, each of its rows on a line; in sight are whole lines, also where a scroll bar takes one's place.
 * @param {HTMLTextAreaElement} area
 * @param {Board} board
 */
function showRows(area, board) {
  area.rows = Math.min(Math.max(ROWS.least, board.height), ROWS.most);
  area.wrap = board.width > WRAPPED ? "off" : "soft";
  area.value = formatBoard(board).replaceAll("/", "\n");
}

/** @param {SetupParts} parts */
function goalFields({ get, update, aim, painters }) {
  const select = build(
    "select",
    { id: "setup-goal" },
    ...GOAL_NAMES.map((name) => build("option", { value: name, text: sentence(GOAL_WORDS[name]) })),
    build("option", { value: "own", text: t`Custom…` }),
  );
  const custom = build("textarea", {
    id: "setup-own",
    rows: ROWS.least,
    "aria-label": t`Custom goal`,
    spellcheck: "false",
  });
  const customBox = build("div", { hidden: true }, custom);
  const picture = buildGoalPicture();
  picture.classList.add("setup__goal");
  const problem = build("p", { class: "error", role: "alert" });
  const use = (/** @type {string} */ text) => {
    const { width, height } = get().board;
    try {
      aim(parseGoal(text, width, height));
    } catch (error) {
      problem.textContent = sentence(typeset(/** @type {Error} */ (error).message));
      update({ unread: t`The goal is not a board.` });
      problem.scrollIntoView({ block: "nearest" });
    }
  };
  select.addEventListener("change", () => {
    customBox.hidden = select.value !== "own";
    if (select.value === "own") {
      showRows(custom, get().goal);
      custom.focus();
    } else {
      chooseGoalName(select.value);
      use(select.value);
    }
  });
  custom.addEventListener("change", () => use(custom.value));
  painters.push(() => {
    if (get().unread) return;
    problem.textContent = "";
    const name = chosenGoalName(get().goal);
    if (name && select.value !== "own") select.value = name;
    else select.value = "own";
    customBox.hidden = select.value !== "own";
    if (!customBox.hidden) showRows(custom, get().goal);
    picture.hidden = name === "last";
    if (!picture.hidden) paintGoal(picture, get().goal);
  });
  return build(
    "div",
    { class: "field" },
    build("label", { for: "setup-goal", text: t`Goal` }),
    select,
    customBox,
    problem,
    picture,
  );
}

/** @param {SetupParts} parts */
function textField({ app, get, update, painters }) {
  const area = build("textarea", {
    id: "setup-text",
    rows: 4,
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "setup-text-note setup-text-problem",
  });
  const problem = build("p", { id: "setup-text-problem", class: "error" });
  area.addEventListener("input", async () => {
    const text = area.value;
    try {
      const named = await namedBoard(text);
      if (area.value !== text) return;
      const { board, goal } = named ?? readPaste(text, get().board);
      problem.textContent = "";
      update({ board, goal: goal ?? goalOfSize(get().goal, board) });
    } catch (error) {
      problem.textContent = sentence(typeset(/** @type {Error} */ (error).message));
      app.say(problem.textContent);
      update({ unread: t`The text is not a board.` });
      problem.scrollIntoView({ block: "nearest" });
    }
  });
  painters.push(() => {
    if (get().unread || document.activeElement === area) return;
    showRows(area, get().board);
    problem.textContent = "";
  });
  return build(
    "div",
    { class: "field" },
    build("label", { for: "setup-text", text: t`Type or paste` }),
    area,
    problem,
    build("small", {
      id: "setup-text-note",
      text: t`Rows, lists, a box, a start and a goal, a link or a name (korf100:1); 0, _, x or . is the blank.`,
    }),
  );
}

/**
 * @param {SetupParts} parts
 * @param {HTMLElement} shown  where a scrambled one is seen
 */
function seedField({ app, get, update, painters }, shown) {
  const input = build("input", {
    id: "setup-seed",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 100,
  });
  const scramble = () => {
    const text = input.value.trim();
    const { goal, seed: last, typed } = get();
    const { board, seed } = text ? { board: randomBoard(goal.width, goal.height, goal, text), seed: text } : dealtBoard(goal);
    // A random seed is shown in the field, and using it again does not count as a choice. The seed of
    // a day makes its board, but not a game of that day.
    update({ board, seed: seedDay({ seed }) ? null : seed, typed: seed === last ? typed : text !== "" });
    input.value = seed;
    shown.scrollIntoView({ block: "nearest", behavior: isStill(app.settings) ? "instant" : "smooth" });
  };
  painters.push(() => {
    if (get().seed === null) input.value = "";
  });
  return build(
    "div",
    { class: "field" },
    build("label", { for: "setup-seed", text: t`Scramble from a seed` }),
    build("div", { class: "share__line" }, input, button({ words: t`Scramble`, onClick: scramble })),
    build("small", { text: t`The same seed always gives the same board, which counts as a chosen one. Leave empty for a random seed.` }),
  );
}
