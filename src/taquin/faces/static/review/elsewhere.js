/** A game from elsewhere: pasted, or from a file. */
import { build, button, sentence } from "../shared/dom.js";
import { fileInput, importWords } from "../shared/importing.js";
import { inOrder } from "../game/record.js";
import { readRecords } from "../game/recordfiles.js";
import { typeset } from "../shared/typeset.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

/** Where a game of this visit came from if not from a link, by its fragment; after a reload it is a link's. @type {Map<string, string>} */
const brought = new Map();

/**
 * @returns {string} where the game of the page's address came from
 */
export function broughtText() {
  return brought.get(location.hash) ?? t`from a link`;
}

/**
 * The form as a panel of its own.
 * @param {App} app
 * @returns {HTMLElement}
 */
export function buildElsewhere(app) {
  const heading = build("h2", { text: t`A game from elsewhere` });
  return build("section", { class: "panel", "aria-label": t`A game from elsewhere` }, heading, buildForm(app));
}

/**
 * @param {App} app
 * @param {() => void} [done]  called when a game has been opened
 * @returns {HTMLElement}
 */
export function buildForm(app, done) {
  const text = build("textarea", {
    id: "review-given",
    rows: "3",
    spellcheck: "false",
    autocapitalize: "none",
    "aria-describedby": "review-given-help review-given-error",
  });
  const error = build("p", { class: "error", id: "review-given-error", role: "alert" });
  const tell = (/** @type {string} */ words) => {
    error.textContent = words;
    text.setAttribute("aria-invalid", String(words !== ""));
  };
  const open = async (/** @type {string | Promise<string>} */ chosen, way = t`from a file`) => {
    try {
      const given = await chosen;
      const { isExported, replayOf } = await import("./givengame.js");
      if (isExported(given)) await importGames(app, given);
      else {
        const fragment = replayOf(given);
        if (!given.includes(fragment)) brought.set(new URL(fragment, location.href).hash, way);
        location.hash = fragment;
      }
      tell("");
      text.value = "";
      done?.();
    } catch (problem) {
      tell(sentence(typeset(/** @type {Error} */ (problem).message)));
    }
  };
  const kinds = { accept: ".json,.csv,.txt,application/json,text/csv,text/plain", label: t`File with games`, megabytes: 50 };
  const file = fileInput(kinds, open);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.value.trim()) void open(text.value, t`pasted`);
    else {
      tell(t`Paste a game first.`);
      text.focus();
    }
  };
  const help = t`A replay link, exported games, or a board with its moves (U, D, L, R) on the line below.`;
  return build(
    "form",
    { class: "elsewhere", novalidate: true, on: { submit } },
    build("div", { class: "field" },
      build("label", { for: text.id, text: t`Paste it here` }),
      text,
      build("small", { id: "review-given-help", text: help })),
    error,
    build("div", { class: "toolbar" },
      build("button", { class: done ? "button button--primary" : "button", type: "submit", text: t`Review it` }),
      button({ words: t`Choose a file`, onClick: () => file.click() }),
      file),
  );
}

/**
 * Add exported games to the history, and open the latest.
 * @param {App} app
 * @param {string} text
 */
async function importGames({ history, go, notify }, text) {
  const { records, faults } = readRecords(text);
  const latest = inOrder(records.filter(({ moves }) => moves !== "")).at(-1);
  if (!latest) throw new Error(faults[0] ?? t`these games have no moves.`);
  notify(importWords(await history.import(text)));
  go("review", { id: latest.id });
}
