// What stands beside the board: hints, the solver, the tutorial, this session's games. It loads after
// the board.

import { build, inWindow } from "../shared/dom.js";
import { stylesApplied } from "../shared/styles.js";
import { goalOpener } from "./controls.js";
import { buildGoal, goalPlace } from "../shared/goalview.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { t, translated, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */

/**
 * @typedef {object} SideParts the elements that hints and the solver use
 * @property {HTMLElement} welcome
 * @property {HTMLElement} controls  the rows of buttons below the board
 * @property {HTMLElement} side
 * @property {HTMLElement} left  on the other side of the board if there is room, otherwise below `side`
 * @property {TaquinBoard} element
 * @property {import("./query.js").Query} query
 */

/**
 * Hints, the solver and the tutorial load after the board; keys pressed before then are answered
 * once they have loaded.
 * @param {App} app
 * @param {SideParts} parts
 * @param {(act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => void} whileShown
 * @returns {() => void}  gives a hint
 */
export function mountSide(app, parts, whileShown) {
  const ready = loadSide(app, parts).catch((error) => {
    console.error(error);
    app.notify(t`Hints and the solver could not be loaded; the game itself works.`);
    return null;
  });
  const { keys } = app;
  const hint = async () => (await ready)?.hint();
  keys.on("hint", whileShown(hint));
  const peek = whileShown(async () => (await ready)?.peek(true));
  keys.on("peek", async (event) => {
    if (event.type === "keydown") peek(event);
    // Even if the view has been left meanwhile.
    else (await ready)?.peek(false);
  });
  // A key released in another window is never reported here.
  addEventListener("blur", async () => (await ready)?.peek(false));
  keys.on(
    "solve",
    whileShown(async () => (await ready)?.solve()),
  );
  return hint;
}

/** The looks of a goal that is not the usual one. */
const GOALS = "play/goals.css";

/**
 * @param {App} app
 * @param {SideParts} parts
 */
async function loadSide(app, { welcome, controls, side, left, element, query }) {
  const [hintRoot, solveRoot] = [build("div"), build("div")];
  const sessionRoot = build("div");
  const goal = buildGoal(app, goalOpener(app));
  if (goalPlace(app.game.goal) !== "usual") await stylesApplied(GOALS);
  side.append(solveRoot);
  left.append(sessionRoot);
  const stage = /** @type {HTMLElement} */ (element.parentElement);
  placeByWidth(app.game, controls, side, left, stage, { goal, hintRoot, solveRoot });
  if (!app.settings.get("welcomed")) {
    const [{ mountTutorial }] = await Promise.all([import("./tutorial.js"), stylesApplied("play/panels.css")]);
    mountTutorial(welcome, app);
  }
  const [{ mountHints }, { mountSolve }] = await Promise.all([
    import("./hints.js"),
    import("./solvepanel.js"),
    // Applied later, they would move what stands below.
    stylesApplied("shared/parts.css"),
    stylesApplied("play/panels.css"),
  ]);
  const hints = mountHints(hintRoot, app, element);
  const solver = mountSolve(solveRoot, app, element, () => hints.halt(), () => {
    query.forget();
    if (solver.shown()?.at) hints.turned();
  });
  void followSession(app, sessionRoot);
  followGhost(app, side, controls);
  const expect = keepInView(app, hintRoot, element);
  const hint = () => {
    expect();
    hints.hint();
  };
  query.follow(() => solver.shown()?.made ?? "");
  query.add("hint", () => {
    const shown = solver.shown();
    if (shown) return shown.next || t`The solution that is shown ends here.`;
    if (app.game.solved) return translated(FACE_SENTENCES.solved);
    hint();
    return "";
  });
  return { hint, peek: hints.peek, solve: () => solver.solve() };
}

/**
 * Hints stand beside the board, otherwise below its buttons, on a phone between them, so that what is
 * asked for is read without scrolling.
 * @param {App["game"]} game
 * @param {HTMLElement} controls
 * @param {HTMLElement} side
 * @param {HTMLElement} left
 * @param {HTMLElement} stage  a goal that is not the usual one stands there beside the board, or beside the hint
 * @param {Record<"goal" | "hintRoot" | "solveRoot", HTMLElement>} panels
 */
function placeByWidth(game, controls, side, left, stage, { goal, hintRoot, solveRoot }) {
  /** How many of the widths the window has. */
  const reached = { "30rem": false, "60rem": false, "120rem": false };
  const upright = matchMedia("(min-width: 40rem) and (max-width: 59.99rem) and (min-height: 32.01rem)");
  // Of those that are held sideways, the wider ones.
  const phone = matchMedia("(max-width: 34.99rem), (max-width: 39.99rem) and (min-height: 32.01rem), (min-width: 40rem) and (max-width: 59.99rem) and (max-height: 32rem)");
  const isInStage = () => upright.matches || (phone.matches && goalPlace(game.goal) !== "apart");
  const high = matchMedia("(max-width: 29.99rem) and (min-height: 39rem)");
  // Beside a tall board there is room.
  const isInHints = () => high.matches && goalPlace(game.goal) === "beside" && game.goal.width >= game.goal.height;
  const place = () => {
    if (reached["120rem"]) left.prepend(goal);
    else if (reached["60rem"]) solveRoot.before(goal);
    else if (isInHints()) hintRoot.prepend(goal);
    else if (isInStage()) stage.append(goal);
    else side.prepend(goal);
    if (reached["60rem"]) solveRoot.before(hintRoot);
    else if (reached["30rem"]) controls.append(hintRoot);
    else controls.firstElementChild?.after(hintRoot);
  };
  for (const width of /** @type {Array<keyof typeof reached>} */ (Object.keys(reached))) {
    inWindow(`(min-width: ${width})`, (wide) => {
      reached[width] = wide;
      place();
    });
  }
  for (const window of [upright, phone, high]) window.addEventListener("change", place);
  game.addEventListener("start", () => {
    if (goalPlace(game.goal) === "usual") place();
    // Without its looks it is shown all the same.
    else stylesApplied(GOALS).then(place, place);
  });
}

/**
 * The recorded game of a race stands beside the board if there is room, otherwise below the board's buttons,
 * which are needed while the clock runs; on a tablet, and on a phone with no room there, between the two: players who do not see it
 * do not know that their first move begins a race.
 * @param {App} app
 * @param {HTMLElement} side
 * @param {HTMLElement} controls
 */
function followGhost(app, side, controls) {
  const [root, review] = [build("div"), build("div")];
  const wide = matchMedia("(min-width: 60rem)");
  const upright = matchMedia("(max-width: 30rem) and (max-height: 43.99rem)").media;
  const phone = matchMedia(`${upright}, (max-height: 32rem) and (min-width: 35rem) and (max-width: 59.99rem)`);
  const between = matchMedia(`${upright}, (min-width: 40.01rem) and (max-width: 59.99rem) and (min-height: 32.01rem)`);
  const look = async () => {
    if (!app.game.ghost && !root.firstChild) return;
    const [{ showGhost }] = await Promise.all([withWords(() => import("./ghost.js")), stylesApplied("play/ghost.css")]);
    showGhost(root, app, phone.matches ? review : null);
  };
  const place = () => {
    controls.after(review);
    if (wide.matches) side.prepend(root);
    else if (between.matches) controls.before(root);
    else controls.after(root);
  };
  place();
  for (const window of [wide, between]) window.addEventListener("change", place);
  phone.addEventListener("change", look);
  app.game.addEventListener("start", look);
  void look();
}

/**
 * The panel of this session's games comes with the first of them.
 * @param {App} app
 * @param {HTMLElement} root
 */
async function followSession(app, root) {
  const { history } = app;
  for (;;) {
    // Before the games are read: one saved meanwhile must not be missed.
    const changed = new Promise((resolve) => history.addEventListener("change", resolve, { once: true }));
    if ((await history.all()).length > 0) break;
    await changed;
  }
  await stylesApplied("play/result.css");
  (await withWords(() => import("./session.js"))).mountSession(root, app);
}

/**
 * Requested text is scrolled into view when it appears, and the board that it is about. Text that follows a move is not: the board
 * must stay under the hand.
 * @param {App} app
 * @param {HTMLElement} panel
 * @param {HTMLElement} board
 * @returns {() => void} to be called when a request does not come from the panel
 */
function keepInView({ game }, panel, board) {
  const words = /** @type {Element} */ (panel.querySelector(".hints__words"));
  /** The board that was asked about. @type {unknown} */
  let asked = null;
  const expect = () => {
    asked = game.board;
  };
  panel.addEventListener("click", expect, true);
  new MutationObserver(() => {
    if (asked !== game.board || !words.firstChild) return;
    // Where they do not fit together, the tile that is named.
    for (const part of [board, words, board.shadowRoot?.querySelector(".marked")]) part?.scrollIntoView({ block: "nearest" });
  }).observe(words, { childList: true });
  return expect;
}
