// Five steps for a first visit, beside the board and never in its way. The game stays playable.

import { build, button, fill, keepFocus } from "../shared/dom.js";
import { openStorage } from "../shared/storage.js";
import { FACE_SENTENCES } from "../words/facesentences.js";

/** @typedef {import("../shared/app.js").App} App */

/** Under which a reload finds the step, from 0. */
const STEP = "taquin.introduction";

const STEPS = [
  [
    "Slide the tiles into order",
    "Click or tap a tile in line with the blank: it slides, and every tile between " +
      "slides with it. You can also drag it. Try one.",
  ],
  [
    "Or use the keys",
    "An arrow key moves the tile next to the blank: ↑ moves the tile below it up. WASD works too. " +
      "If you prefer to move the blank, switch the arrow keys in the settings.",
  ],
  [
    "Nothing is lost",
    `You can undo every move, and even New and Retry. ${FACE_SENTENCES.starts}`,
  ],
  [
    "Help only when you ask",
    "A hint comes in three steps: which tile, which direction, and the move itself. " +
    "Solve finds a solution and tells you whether it is proved to be shortest.",
  ],
  [
    "Afterwards",
    "Review compares your game with perfect play, move by move. The Lab runs search " +
      "algorithms side by side on one board. Have fun.",
  ],
];

/** What a finger does instead. @type {Record<number, string[]>} */
const TOUCH = {
  0: [
    "Slide the tiles into order",
    "Tap a tile in line with the blank: it slides, and every tile between slides with it. Try one.",
  ],
  1: [
    "Or drag them",
    "A tile in line with the blank follows your finger; let go early, and it slides back. " +
      "The settings let you trace a path over the board instead.",
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
  const pages = steps.map(([title, text], i) =>
    build(
      "div",
      { class: "tutorial__step" },
      build(
        "div",
        { class: "tutorial__head" },
        build("h2", { text: title }),
        build("span", { class: "note keep", text: `${i + 1} of ${steps.length}` }),
      ),
      build("p", { text }),
    ),
  );
  const foot = build("div", { class: "toolbar tutorial__foot" });
  const panel = build(
    "section",
    { class: "panel tutorial", "aria-label": "Introduction" },
    build("div", { class: "tutorial__steps" }, ...pages),
    foot,
  );

  function close() {
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
    app.say("Introduction closed. Help is under the question mark.");
  }

  /** The first step is done when a tile has moved. */
  function moved() {
    if (at === 0 && game.at > 0) go(1);
  }

  /** @param {number} step */
  function go(step) {
    at = step;
    store.setItem(STEP, String(at));
    if (at === last) app.settings.set("welcomed", true);
    keepFocus(paint, () => foot.querySelector(".button--primary"));
    const [title, text] = steps[at];
    app.say(`${title}. ${text}`);
  }

  function paint() {
    const ends = at === last;
    // All steps keep their space, so that the panel's height never changes.
    pages.forEach((page, i) => page.classList.toggle("tutorial__step--shown", i === at));
    fill(
      foot,
      !ends && button({ words: "Skip", kind: "quiet", onClick: leave }),
      at > 0 && button({ words: "Back", onClick: () => go(at - 1) }),
      button({
        words: ends ? "Play" : "Next",
        kind: "primary",
        onClick: () => (ends ? leave() : go(at + 1)),
      }),
    );
  }

  paint();
  fill(root, panel);
  game.addEventListener("change", moved);
  game.addEventListener("solved", close);
}
