// The help dialog: what the page can do, and the keys in force.

import { openDialog } from "../shared/dialog.js";
import { build, sentence } from "../shared/dom.js";
import { documentation } from "../server/place.js";
import { hasTouch, onlyFingers } from "../shared/pointers.js";
import { ACTIONS, keyLabel } from "../shared/keys.js";
import { example } from "../play/answers.js";
import { inSequence, t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

const MOVING = inSequence(
  onlyFingers()
    ? t`Tap a tile in the row or column of the blank: it slides, with every tile in between.`
    : t`Click or tap a tile in the row or column of the blank: it slides, with every tile in between.`,
  t`You can also drag it. With “trace” in the settings, sweep over the tiles instead.`,
  !onlyFingers() && t`Keys move tiles, too: see the list of keys.`,
);

const READING = inSequence(
  t`Every tile is a button named by its number and position.`,
  !onlyFingers() && t`F2 switches what the arrow keys do on the board: move tiles, or move the focus.`,
  t`Under More, Ask takes “${example()}”, “${example("row", 2)}”, “${example("progress", null)}”, or “${example("why", null)}” for the reason why the board is solvable.`,
);

/** The first are those that a beginner looks for. */
const TOPICS = [
  [t`Moving`, MOVING],
  ...(hasTouch() ? [[t`Two fingers`, t`In Timed, a tap with two fingers on the covered board hides or shows the numbers; a pinch makes the tiles larger or smaller.`]] : []),
  [
    t`Hints`,
    inSequence(
      t`A hint comes in three steps: which tile, which direction, and the move itself. Solve finds a solution and tells you whether it is proved to be the shortest. Up to 16 cells, Fewest slides counts a line that moves together as one.`,
      t`In the settings, games can count so, too.`,
      t`Moves left counts as a hint, too.`,
      t`Averages and bests count only fresh random and daily boards, without help, pause or undo.`,
    ),
  ],
  [
    t`Timing`,
    t`${t`The clock starts with your first move and stops when the board is solved. Pauses, hints and undone moves are allowed, and are recorded with the game. A dialog such as this one pauses it, too, but not the clock of an attempt in Timed. Timed has marathons, relays, mixed sessions, inspection and blind solving, with averages; an attempt that you give up is a DNF.`} ${t`The clock of a blind attempt starts when you uncover the board.`}`,
  ],
  [
    t`Every day`,
    t`Daily has three boards that are the same for everyone, from midnight to midnight UTC. Train has best-move puzzles, your own mistakes, drills and lessons.`,
  ],
  ...(onlyFingers() ? [] : [[t`Reviewing`, t`← and → step through the game, Home and End go to its ends, Space plays and stops.`]]),
  [
    t`Comparing searches`,
    inSequence(
      t`In Lab, choose a board, its goal and a set of searches, and press Run. Each search has a row: Optimal says whether it is proved that no solution is cheaper; Expanded counts the boards whose moves the search tried, Generated those that it reached in this way, and Peak frontier how many of them waited at once. “What the columns mean” below the table explains them all.`,
      t`The Microscope records one search, which you can then follow step by step: its tree, the lists that it keeps, and the line of its pseudo-code.`,
    ),
  ],
  [t`Reading the board`, READING],
];

const SERVED =
  t`Games, settings and pictures stay in this browser. Only boards are sent to this page’s server: by the lab, by Analysis, and by Solve and Hint if the browser finds no proof in time. After your first visit you can play without the server.`;

const UNSERVED =
  t`Games, settings and pictures stay in this browser, and nothing is sent anywhere: your browser does all the work. After your first visit you can play without a connection.`;

/** @param {App} app */
export function openHelp(app) {
  const topics = [...TOPICS, [t`Your data`, app.api.present ? SERVED : UNSERVED]];
  const documents = documentation(app.api.present);
  const keys = app.settings.get("keys");
  const rows = Object.entries(ACTIONS).flatMap(([action, words]) => [
    keyRow(words, keys[action]),
    // Two of the keys have a second meaning there, and a third is fixed.
    ...(action === "timed" ? [keyRow(t`timed: start`, [...keys.new, " "]), keyRow(t`timed: give up`, keys.retry)] : []),
  ]);
  const shortcuts = [build("h3", { text: t`Keys` }), build("dl", { class: "keys" }, ...rows)];
  const words = build(
    "dl",
    { class: "topics" },
    ...topics.map(([title, text]) =>
      build("div", {}, build("dt", { text: title }), build("dd", { text })),
    ),
  );
  openDialog({
    title: t`Help`,
    app,
    body: [
      // How to play comes first; keys are looked up.
      words,
      ...shortcuts,
      ...(documents
        ? [build("p", {}, build("a", { href: documents, text: t`Lessons, recipes and reference: the documentation` }))]
        : []),
    ],
  });
}

/**
 * @param {string} words
 * @param {string[]} names  of the keys
 */
function keyRow(words, names) {
  return build(
    "div",
    { class: "keys__row" },
    build("dt", { text: sentence(words) }),
    build("dd", { class: "toolbar" }, ...names.map((name) => build("kbd", { text: keyLabel(name) }))),
  );
}
