// The field for questions in words: `where 7`, `row 2`, `progress`, `why`, `hint`.

import { sameBoard } from "../board.js";
import { build, button } from "../shared/dom.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { t, translated, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {(argument: string) => string | Promise<string>} Answer */

/**
 * @typedef {object} Query
 * @property {HTMLElement} element
 * @property {() => void} ask  opens the field and puts the cursor there
 * @property {(name: string, answer: Answer) => void} add
 * @property {(made: () => string) => void} follow  the moves of a solution that the board in sight has beyond the game's
 * @property {() => void} forget  an answer about a board that is no longer in sight
 */

/** What can be asked about the board; the language's words for it come with the answers. */
const ABOUT = /** @type {const} */ (["where", "row", "column", "progress", "left", "why"]);
const load = () => withWords(() => import("./answers.js"));

/**
 * The field itself.
 * @param {App} app
 * @returns {Query}
 */
export function buildQuery(app) {
  const { game } = app;
  /** @type {Map<string, Answer>} */
  const answers = new Map();
  let made = () => "";
  /** A solution that is shown is ahead of the game. */
  const inSight = () => ({ board: app.element?.board ?? game.board, goal: game.goal, record: { ...game.record, moves: game.record.moves + made() } });
  /** The board that the answer is about. */
  let about = game.board;
  /** How often something was asked, or the board changed: an answer that comes late is about neither. */
  let turn = 0;
  for (const name of ABOUT) answers.set(name, async (argument) => (await load()).answerTo(inSight(), name, argument));
  const known = () => [...answers.keys()];
  answers.set("help", async () => (await load()).invitation(known()));

  const output = build("p", { class: "query__answer" });
  const input = build("input", {
    id: "query",
    type: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
  });
  const show = async () => {
    const { bringAnswer } = await import("./answersight.js");
    if (document.activeElement === input) bringAnswer(output, input);
  };
  // The keyboard of a phone comes when it has time.
  globalThis.visualViewport?.addEventListener("resize", () => form.hidden || void show());
  const close = () => {
    form.hidden = true;
    app.element?.focus({ preventScroll: true });
  };
  const form = build(
    "form",
    { class: "panel query", hidden: true },
    build(
      "div",
      { class: "field" },
      build(
        "div",
        { class: "query__head" },
        build("label", { for: "query", text: t`Ask about the board` }),
        button({ icon: "close", words: t`Close`, quiet: true, kind: "quiet", onClick: close }),
      ),
      input,
    ),
    output,
  );
  const invite = async () => {
    about = inSight().board;
    const mine = ++turn;
    const { example, invitation } = await load();
    input.placeholder = example();
    if (mine === turn) output.textContent = invitation(known());
  };
  const forget = () => {
    if (!form.hidden && !sameBoard(about, inSight().board)) void invite();
  };
  for (const event of ["start", "change"]) game.addEventListener(event, forget);

  async function answer() {
    about = inSight().board;
    const mine = ++turn;
    const question = input.value;
    const { nameOf, splitQuestion, unknown } = await load();
    const { asked, argument } = splitQuestion(question);
    const name = nameOf(asked, known(), argument) ?? asked;
    const reply = answers.get(name) ?? (() => unknown(name, known()));
    // Answers would reveal what the pause hides.
    const text = game.held && name !== "help" ? translated(FACE_SENTENCES.paused) : await reply(argument);
    if (mine !== turn) return;
    output.textContent = text;
    void show();
    if (text) app.say(text, { now: true });
    // What has been typed meanwhile stays.
    if (input.value === question) input.select();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return {
    element: form,
    ask() {
      form.hidden = false;
      void invite().then(show);
      input.focus();
      input.select();
    },
    add: (name, reply) => void answers.set(name, reply),
    follow: (moves) => {
      made = moves;
    },
    forget,
  };
}
