// The player's own picture on the tiles. It is read here and never sent anywhere.

import { dress } from "../shared/app.js";
import { build, button } from "../shared/dom.js";
import { fitPicture } from "../shared/picture.js";

/** @typedef {import("../shared/app.js").App} App */

/** The picture of this visit, cropped again when the board's proportions change. @type {File | null} */
let picture = null;
let address = "";
let proportions = "";
let listening = false;

/**
 * Cut the picture for the game's board and show it.
 * @param {App} app
 * @param {File | null} file
 */
async function show(app, file) {
  const { board } = app.game;
  const next = file ? await fitPicture(file, board) : "";
  if (address) URL.revokeObjectURL(address);
  picture = file;
  address = next;
  proportions = `${board.width}x${board.height}`;
  if (!app.element) return;
  app.element.image = next;
  dress(app.element, app.settings);
}

/** @param {App} app */
function listenToGame(app) {
  if (listening) return;
  listening = true;
  app.game.addEventListener("start", () => {
    const { width, height } = app.game.board;
    if (picture && proportions !== `${width}x${height}`) show(app, picture);
  });
}

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function buildPicture(app) {
  const input = build("input", {
    id: "setup-picture",
    type: "file",
    accept: "image/*",
    class: "visually-hidden",
    tabindex: "-1",
    "aria-label": "Picture file",
  });
  const problem = build("p", { class: "error", role: "alert" });
  const remove = button({
    words: "Remove picture",
    kind: "quiet",
    onClick: async () => {
      await show(app, null);
      remove.hidden = true;
      app.say("Picture removed.");
    },
  });
  remove.hidden = !picture;

  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      await show(app, file);
      listenToGame(app);
      problem.textContent = "";
      remove.hidden = false;
      app.say("The picture is now on the tiles.");
    } catch {
      // Whatever the decoder says, this is what the reader can act on.
      problem.textContent = `${file.name} is not a picture this browser can show; expected PNG, JPEG, WebP or SVG.`;
    }
    input.value = "";
  });
  return build(
    "div",
    { class: "field" },
    build("h3", { text: "Your own picture" }),
    build(
      "div",
      { class: "toolbar" },
      button({ words: "Choose picture", onClick: () => input.click() }),
      remove,
    ),
    input,
    build("small", { text: "It stays on this device. The settings can show numbers over it." }),
    problem,
  );
}
