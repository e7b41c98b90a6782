// The help dialog: what the page can do, and the keys in force.

import { openDialog } from "./dialog.js";
import { build } from "./dom.js";
import { ACTIONS, keyLabel } from "./keys.js";

/** @typedef {import("./app.js").App} App */

const TOPICS = [
  [
    "Moving",
    "Click or tap a tile in the row or column of the gap: it and all tiles between move. " +
      "Or drag it. With “trace” in the settings, sweep over the tiles instead.",
  ],
  [
    "Fair time",
    "The clock starts with your first move and stops when the board is solved. " +
      "A pause, a hint or an undone move is allowed and is noted with the solve.",
  ],
  [
    "Help",
    "A hint comes in three steps: which tile, which way, and the move itself. " +
      "Solve shows a shortest solution where it can be proved, and says so.",
  ],
  [
    "Reading the board",
    "Every tile is a button with its number and place. F2 changes what arrow keys " +
      "do on the board: move tiles, or move the focus. Ask “where 7”, “row 2” or “progress” in words.",
  ],
  [
    "Yours",
    "Games, settings and your pictures stay in this browser. Only boards are sent, to this page’s " +
      "server: by the lab, and by Solve and Hint where the browser finds no proof in time. " +
      "After the first visit you can play without the server.",
  ],
];

/** @param {App} app */
export function openHelp(app) {
  const keys = app.settings.get("keys");
  const rows = Object.entries(ACTIONS).map(([action, words]) =>
    build(
      "div",
      { class: "keys__row" },
      build("dt", { text: words }),
      build(
        "dd",
        { class: "toolbar" },
        ...keys[action].map((name) => build("kbd", { text: keyLabel(name) })),
      ),
    ),
  );
  openDialog({
    title: "Help",
    body: [
      build(
        "dl",
        { class: "topics" },
        ...TOPICS.map(([title, text]) =>
          build("div", {}, build("dt", { text: title }), build("dd", { text })),
        ),
      ),
      build("h3", { text: "Keys" }),
      build("dl", { class: "keys" }, ...rows),
    ],
  });
}
