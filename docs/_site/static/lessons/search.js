/**
 * `<lesson-search>`: one or two searches of a small board, step by step and in lock-step.
 *
 * board, goal   the question
 * searches      `bfs | astar:manhattan`
 */
import { makeBoard } from "../taquin/board.js";
import { decodeState } from "../taquin/lab/searches/space.js";
import { build } from "../taquin/shared/dom.js";
import { count } from "../taquin/shared/measures.js";
import { buildThumbnail } from "../taquin/shared/thumbnail.js";
import { attribute, choice, define, press, question, searchName } from "./parts.js";
import { record, treeAfter } from "./recorder.js";
import { MOST_DRAWN, drawTree } from "./tree.js";

const STEP_MS = 500;

/**
 * The sentence under a search: what was just done.
 * @param {import("./recorder.js").Recording} recording
 * @param {import("./recorder.js").Tree} tree
 * @param {number} step
 */
function sentence(recording, tree, step) {
  const { steps, moves, h } = recording;
  const { current } = tree;
  if (step === 0 || !current) return "Nothing is expanded yet. The frontier contains the start.";
  const f = `g = ${current.g}${recording.informed ? `, h = ${h(current.state)}, f = ${current.g + h(current.state)}` : ""}`;
  if (step > steps.length && moves !== null) return `Goal: ${moves || "no moves"}, ${moves.length} moves; ${count(steps.length)} states expanded.`;
  const at = steps[Math.min(step, steps.length) - 1];
  const pass = at.bound === null ? "" : `Pass under the bound ${at.bound}. `;
  return `${pass}Expansion ${count(Math.min(step, steps.length))}: ${f}.`;
}

/**
 * One search: its title, the board just expanded, its tree.
 * @param {ReturnType<typeof question>} asked
 * @param {import("./parts.js").Choice} search
 */
function pane(asked, search) {
  const recording = record(asked, search);
  const { width, height } = asked.board;
  const name = searchName(search);
  const words = build("p", { class: "lesson__words" });
  const sizes = build("p", { class: "lesson__sizes" });
  const picture = build("div", { class: "lesson__thumb" });
  const drawing = build("div", { class: "lesson__tree", tabindex: "0", role: "group", "aria-label": `Tree of ${name}` });
  const element = build(
    "section",
    { class: "lesson__pane", "aria-label": name },
    build("p", { class: "lesson__name", text: name }),
    build("div", { class: "lesson__now" }, picture, build("div", {}, words, sizes)),
    drawing,
  );
  // The tree grows, and the text below it must not move.
  const whole = treeAfter(recording, recording.steps.length);
  if (whole.all.length <= MOST_DRAWN) drawing.style.minBlockSize = `min(24rem, ${drawTree(whole, "").getAttribute("height")}px + 0.5rem)`;
  return {
    element,
    last: recording.steps.length + (recording.moves === null ? 0 : 1),
    show(/** @type {number} */ step) {
      const tree = treeAfter(recording, step);
      const cells = new Uint8Array(width * height);
      decodeState((tree.current ?? tree.root).state, cells);
      picture.replaceChildren(buildThumbnail(makeBoard(width, height, cells), asked.goal, "Board"));
      const told = sentence(recording, tree, step);
      words.textContent = told;
      sizes.textContent = recording.passes
        ? `Path: ${(tree.current ?? tree.root).g} moves.${search.algorithm === "idastar" ? " It stores nothing else." : ""}`
        : `Frontier: ${count(tree.waiting.length - Number(step > recording.steps.length))}. Reached: ${count(tree.all.length)}.`;
      drawing.replaceChildren(
        tree.all.length > MOST_DRAWN
          ? build("p", { text: `The tree now has ${count(tree.all.length)} nodes, too many to draw.` })
          : drawTree(tree, told),
      );
      const at = /** @type {SVGCircleElement | null} */ (drawing.querySelector(".tree__node--current"));
      if (at) {
        drawing.scrollTop = at.cy.baseVal.value - drawing.clientHeight / 2;
        drawing.scrollLeft = at.cx.baseVal.value - drawing.clientWidth / 2;
      }
    },
  };
}

define("lesson-search", (element) => {
  const asked = question(element);
  const panes = attribute(element, "searches").split("|").map((word) => pane(asked, choice(word.trim())));
  const last = Math.max(...panes.map((one) => one.last));
  const slider = build("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step", on: { input: () => go(Number(slider.value)) } });
  const number = build("output", { class: "lesson__step" });
  let timer = 0;
  const back = press("Back", () => go(Number(slider.value) - 1));
  const forward = press("Step", () => go(Number(slider.value) + 1));
  const play = press("Play", () => (timer ? stop() : start()));

  /** @param {number} step */
  function show(step) {
    slider.value = String(step);
    number.textContent = `${count(step)} of ${count(last)}`;
    for (const one of panes) one.show(Math.min(step, one.last));
    back.disabled = step === 0;
    forward.disabled = step === last;
  }
  /** @param {number} step */
  function go(step) {
    stop();
    show(Math.max(0, Math.min(step, last)));
  }
  function start() {
    if (Number(slider.value) === last) show(0);
    play.textContent = "Pause";
    timer = setInterval(() => {
      const step = Number(slider.value) + 1;
      show(step);
      if (step >= last) stop();
    }, STEP_MS);
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  }
  show(0);
  return [
    build("div", { class: "lesson__tools" }, back, forward, play, slider, number),
    build("div", { class: "lesson__panes" }, ...panes.map((one) => one.element)),
  ];
});
