// The player's own picture on the tiles. It is read here and never sent anywhere.

import { build, button } from "../shared/dom.js";
import { hasPicture, usePicture } from "./ownpicture.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

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
    "aria-label": t`Picture file`,
  });
  const problem = build("p", { class: "error", role: "alert" });
  const remove = button({
    words: t`Remove picture`,
    kind: "quiet",
    onClick: async () => {
      await usePicture(app, null);
      remove.hidden = true;
      app.say(t`Picture removed.`);
    },
  });
  remove.hidden = !hasPicture();

  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      await usePicture(app, file);
      problem.textContent = "";
      remove.hidden = false;
      app.say(t`The picture is now on the tiles.`);
    } catch {
      // Whatever the decoder says, this is what the reader can act on.
      problem.textContent = t`${file.name} is not a picture this browser can show; expected PNG, JPEG, WebP or SVG.`;
    }
    input.value = "";
  });
  return build(
    "div",
    { class: "field" },
    build("h3", { text: t`Your own picture` }),
    build(
      "div",
      { class: "toolbar" },
      button({ words: t`Choose picture`, onClick: () => input.click() }),
      remove,
    ),
    input,
    build("small", { text: t`It stays on this device. The settings can show numbers over it.` }),
    problem,
  );
}
