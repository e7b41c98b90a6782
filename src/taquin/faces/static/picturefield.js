// An own picture on the tiles. It is read here and never sent anywhere.

import { build, button } from "./dom.js";

/** @typedef {import("./app.js").App} App */

/** The picture in use, so that its memory is given back when another takes its place. */
let address = "";

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function buildPicture(app) {
  const input = build("input", { id: "setup-picture", type: "file", accept: "image/*", class: "visually-hidden" });
  const problem = build("p", { class: "error", role: "alert" });
  const remove = button({ words: "Remove the picture", kind: "quiet", onClick: () => use("") });
  remove.hidden = !address;

  /** @param {string} next */
  function use(next) {
    if (address) URL.revokeObjectURL(address);
    address = next;
    remove.hidden = !next;
    if (app.element) app.element.image = next;
    app.say(next ? "The picture is on the tiles." : "The picture is removed.");
  }

  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      (await createImageBitmap(file)).close();
      problem.textContent = "";
      use(URL.createObjectURL(file));
    } catch {
      // Whatever the decoder says, this is what the reader can act on.
      problem.textContent = `${file.name} is not a picture this browser can show; expected PNG, JPEG, WebP or SVG.`;
    }
    input.value = "";
  });
  return build(
    "div",
    { class: "field" },
    build("h3", { text: "Own picture" }),
    build(
      "div",
      { class: "toolbar" },
      button({ words: "Choose a picture", onClick: () => input.click() }),
      remove,
    ),
    input,
    build("small", { text: "It stays on this device. Numbers over it: see the settings." }),
    problem,
  );
}
