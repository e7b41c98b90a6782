// The field for questions in words: `where 7`, `row 2`, `progress`, `why`, `hint`.

import { build } from "../shared/dom.js";
import { FACE_SENTENCES } from "../words/facesentences.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {(argument: string) => string | Promise<string>} Answer */

/** What can be asked about the board. */
const ABOUT = /** @type {const} */ (["where", "row", "column", "progress", "why"]);

/**
 * The field itself. `ask` opens it and puts the cursor there.
 * @param {App} app
 * @returns {{element: HTMLElement, ask(): void, add(name: string, answer: Answer): void}}
 */
export function buildQuery(app) {
  const { game } = app;
  /** @type {Map<string, Answer>} */
  const answers = new Map();
  for (const name of ABOUT) {
    answers.set(name, async (argument) => (await import("./answers.js")).answerTo(game, name, argument));
  }
  const known = () => [...answers.keys()].join(", ");
  answers.set("help", () => `You can ask: ${known()}.`);

  const output = build("p", { class: "query__answer" });
  const input = build("input", {
    id: "query",
    type: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    placeholder: "where 7",
  });
  const form = build(
    "form",
    { class: "panel query", hidden: true },
    build(
      "div",
      { class: "field" },
      build("label", { for: "query", text: "Ask about the board" }),
      input,
    ),
    output,
  );

  /**
   * @param {string} name
   * @param {string} argument
   */
  function replyTo(name, argument) {
    const reply = answers.get(name);
    if (!reply) return `“${name}” is not a known question. You can ask: ${known()}.`;
    // Answers would reveal what the pause hides.
    return game.held && name !== "help" ? FACE_SENTENCES.paused : reply(argument);
  }

  async function answer() {
    const [, name, argument] = /^\s*(\S*)\s*(.*?)\s*$/.exec(input.value) ?? ["", "", ""];
    const text = await replyTo(name.toLowerCase() || "help", argument);
    output.textContent = text;
    if (text) app.say(text, { now: true });
    input.select();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    form.hidden = true;
    app.element?.focus();
  });
  return {
    element: form,
    ask() {
      form.hidden = false;
      output.textContent = `You can ask: ${known()}.`;
      input.focus();
      input.select();
    },
    add: (name, reply) => answers.set(name, reply),
  };
}
