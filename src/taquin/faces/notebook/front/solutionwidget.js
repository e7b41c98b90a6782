/** A solution to play back: step, play, scrub, jump to a move. */
import { parseBoard } from "../../static/board.js";
import { build } from "../../static/shared/dom.js";
import { Playback } from "../../static/shared/playback.js";
import { widgetOf } from "./host.js";

/** @typedef {import("../../static/board.js").TaquinBoard} TaquinBoard */

export default widgetOf(({ model, root, follow, hear, onLeave }) => {
  const element = /** @type {TaquinBoard} */ (document.createElement("taquin-board"));
  element.setAttribute("disabled", "");
  element.keys = {};
  const about = build("p", { class: "widget-status" });
  const side = build("div", { class: "widget-side" });
  root.append(build("div", { class: "widget-board" }, element, side));
  /** @type {Playback | null} */ let playback = null;
  root.addEventListener("keydown", (event) => playback?.press(event));
  onLeave(() => playback?.stop());
  follow(["start", "moves", "blanks", "goal"], () => {
    playback?.stop();
    const start = parseBoard(model.get("start"));
    element.board = start;
    element.goal = model.get("goal");
    const made = new Playback(start, model.get("moves"), (position, at, { speed, jump }) => {
      element.duration = Math.min(120, 800 / speed);
      element.show(position, { animate: !jump });
      if (at === model.get("position")) return;
      model.set("position", at);
      model.save_changes();
    }, { boards: walked(start, model.get("blanks")) });
    playback = made;
    side.replaceChildren(about, made.element, made.listing);
    made.go(model.get("position"));
  });
  follow(["position"], () => {
    if (playback && playback.at !== model.get("position")) playback.go(model.get("position"));
  });
  follow(["speed"], () => {
    const select = side.querySelector("select");
    if (!select) return;
    select.value = String(model.get("speed"));
    select.dispatchEvent(new Event("change"));
  });
  side.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.value === String(model.get("speed"))) return;
    model.set("speed", Number(target.value));
    model.save_changes();
  });
  follow(["caption"], () => {
    about.textContent = model.get("caption");
  });
  hear(({ kind }) => {
    if (playback && kind === "play") {
      playback.stop();
      playback.toggle.click();
    } else if (kind === "pause") playback?.stop();
  });
});

/**
 * The start, and the board after each move: moves may lead across a border.
 * @param {import("../../static/board.js").Board} start
 * @param {number[]} blanks  the cell of the blank after each move
 */
function walked(start, blanks) {
  const boards = [start];
  for (const blank of blanks) {
    const { cells, ...sides } = boards[boards.length - 1];
    const next = cells.slice();
    next[next.indexOf(0)] = next[blank];
    next[blank] = 0;
    boards.push({ ...sides, cells: next });
  }
  return boards;
}
