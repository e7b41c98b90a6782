// Five steps for a first visit, beside the board and never in its way. The game stays playable.

import { build, button, fill, keepFocus } from "../shared/dom.js";
import { seedDay } from "../game/record.js";
import { buildGoalPicture, paintGoal } from "../shared/goalview.js";
import { openStorage } from "../shared/storage.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

/** Under which a reload finds the step, from 0. */
const STEP = "taquin.introduction";

const STEPS = [
  [
    t`Slide the tiles into order`,
    t`Click or tap a tile in line with the blank: it slides, and every tile between slides with it. You can also drag it. Try one.`,
  ],
  [
    t`Or use the keys`,
    t`An arrow key moves the tile next to the blank: ↑ moves the tile below it up. WASD works too. If you prefer to move the blank, switch the arrow keys in the settings.`,
  ],
  [
    t`Nothing is lost`,
    t`You can undo every move, and even New and Retry. ${translated(FACE_SENTENCES.starts)}`,
  ],
  [
    t`Help only when you ask`,
    t`A hint comes in three steps: which tile, which direction, and the move itself. Solve finds a solution and tells you whether it is proved to be the shortest.`,
  ],
  [
    t`Afterwards`,
    t`Review compares your game with perfect play, move by move. The Lab runs search algorithms side by side on one board. Have fun.`,
  ],
];

/** What a finger does instead. @type {Record<number, string[]>} */
const TOUCH = {
  0: [
    t`Slide the tiles into order`,
    t`Tap a tile in line with the blank: it slides, and every tile between slides with it. Try one.`,
  ],
  1: [
    t`Or drag them`,
    t`A tile in line with the blank follows your finger; let go early, and it slides back. The settings let you trace a path over the board instead.`,
  ],
};

/**
 * @param {HTMLElement} root
 * @param {App} app
 */
export function mountTutorial(root, app) {
  const { game } = app;
  const touch = matchMedia("(pointer: coarse)").matches;
  const steps = STEPS.map((step, i) => (touch && TOUCH[i]) || step);
  const store = openStorage(() => localStorage);
  const last = steps.length - 1;
  let at = Math.max(0, [...steps.keys()].indexOf(Number(store.getItem(STEP))));
  // What order that is.
  const picture = buildGoalPicture();
  const pages = steps.map(([title, text], i) =>
    build(
      "div",
      { class: "tutorial__step" },
      build(
        "div",
        { class: "tutorial__head" },
        build("h2", { text: title }),
        build("span", { class: "note keep", text: t`${i + 1} of ${steps.length}` }),
      ),
      i === 0 ? build("div", { class: "tutorial__aim" }, build("p", { text }), picture) : build("p", { text }),
    ),
  );
  const foot = build("div", { class: "toolbar tutorial__foot" });
  const panel = build(
    "section",
    { class: "panel tutorial", "aria-label": t`Introduction` },
    build("div", { class: "tutorial__steps" }, ...pages),
    foot,
  );

  /** Neither a board of a day nor a race is a place to try a move: the introduction waits for the player's own board. */
  function place() {
    paintGoal(picture, game.goal);
    if (game.ghost || seedDay(game.record)) panel.remove();
    else root.append(panel);
  }

  function close() {
    game.removeEventListener("start", place);
    game.removeEventListener("change", moved);
    game.removeEventListener("solved", close);
    keepFocus(
      () => panel.remove(),
      () => app.element,
    );
    app.settings.set("welcomed", true);
  }

  function leave() {
    close();
    app.say(t`Introduction closed. Help is under the question mark.`);
  }

  /** The first step is done when a tile has moved. */
  function moved() {
    if (at === 0 && game.at > 0 && panel.isConnected) go(1);
  }

  /** @param {number} step */
  function go(step) {
    at = step;
    store.setItem(STEP, String(at));
    if (at === last) app.settings.set("welcomed", true);
    keepFocus(paint, () => foot.querySelector(".button--primary"));
    const [title, text] = steps[at];
    app.say(t`${title}. ${text}`);
  }

  function paint() {
    const ends = at === last;
    // All steps keep their space, so that the panel's height never changes.
    pages.forEach((page, i) => page.classList.toggle("tutorial__step--shown", i === at));
    fill(
      foot,
      !ends && button({ words: t`Skip`, onClick: leave }),
      at > 0 && button({ words: t`Back`, onClick: () => go(at - 1) }),
      button({
        words: ends ? t`Play` : translated("Next", "a step"),
        kind: "primary",
        onClick: () => (ends ? leave() : go(at + 1)),
      }),
    );
  }

  paint();
  place();
  game.addEventListener("start", place);
  game.addEventListener("change", moved);
  game.addEventListener("solved", close);
}
