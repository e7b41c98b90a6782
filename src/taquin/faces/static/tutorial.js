// Five steps for a first visit, beside the board and never in its way. Playing goes on meanwhile.

import { build, button, fill, keepFocus } from "./dom.js";

/** @typedef {import("./app.js").App} App */

const STEPS = [
  [
    "Slide the tiles into order",
    "Click or tap a tile in line with the gap: it slides, and every tile between " +
      "slides with it. You can drag it too. Try one.",
  ],
  [
    "Or use the keys",
    "An arrow moves the tile beside the gap: ↑ moves the one below it up. WASD works as well. " +
      "If you think of the gap as moving, turn it round in the settings.",
  ],
  [
    "Nothing is lost",
    "Undo goes back to the very first move, and even New and Retry can be undone. " +
      "The clock starts with your first move.",
  ],
  [
    "Help waits until you ask",
    "A hint comes in three steps: which tile, which way, the move itself. " +
      "Solve shows a shortest way where one can be proved.",
  ],
  [
    "Afterwards",
    "Review compares your game with perfect play, move by move. The Lab lets search " +
      "algorithms race on the same board. Have fun.",
  ],
];

/** What a finger does instead. @type {Record<number, string[]>} */
const TOUCH = {
  0: [
    "Slide the tiles into order",
    "Tap a tile in line with the gap: it slides, and every tile between slides with it. Try one.",
  ],
  1: [
    "Or drag them",
    "A tile in line with the gap follows your finger; let go early, and it slides back. " +
      "The settings let you trace a way over the board instead.",
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
  let at = 0;
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

  function leave() {
    game.removeEventListener("change", moved);
    keepFocus(
      () => panel.remove(),
      () => app.element,
    );
    app.settings.set("welcomed", true);
    app.say("Introduction closed. Help is under the question mark.");
  }

  /** The first step is over when a tile has moved. */
  function moved() {
    if (at === 0 && game.at > 0) go(1);
  }

  /** @param {number} step */
  function go(step) {
    at = step;
    keepFocus(paint, () => foot.querySelector(".button--primary"));
    const [title, text] = steps[at];
    app.say(`${title}. ${text}`);
  }

  function paint() {
    const last = at === steps.length - 1;
    // All of them keep their room, so that the panel has one height.
    pages.forEach((page, i) => page.classList.toggle("tutorial__step--shown", i === at));
    fill(
      foot,
      !last && button({ words: "Skip", kind: "quiet", onClick: leave }),
      at > 0 && button({ words: "Back", onClick: () => go(at - 1) }),
      button({
        words: last ? "Play" : "Next",
        kind: "primary",
        onClick: () => (last ? leave() : go(at + 1)),
      }),
    );
  }

  paint();
  fill(root, panel);
  game.addEventListener("change", moved);
}
