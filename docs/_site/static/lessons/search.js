/**
 * `<lesson-search>`: one or two searches of a small board, step by step and in lock-step.
 *
 * board, goal   the question
 * searches      `bfs | astar:manhattan`
 */
import { makeBoard } from "../taquin/board.js";
import { build } from "../taquin/shared/dom.js";
import { count, counted, movesText } from "../taquin/shared/measures.js";
import { buildThumbnail } from "../taquin/shared/thumbnail.js";
import { listing, moments } from "./listing.js";
import { attribute, choice, define, press, question, searchName } from "./parts.js";
import { cellsOf, record, treeAfter } from "./recorder.js";
import { MOST_DRAWN, drawTree } from "./tree.js";

const STEP_MS = 500;

/**
 * The sentences under a search: what was just done.
 * @param {import("./recorder.js").Recording} recording
 * @param {import("./recorder.js").Tree} tree
 * @param {number} step
 * @param {import("./listing.js").Moment} [moment] the line that ran, if not all of the step did
 */
function sentence(recording, tree, step, moment) {
  const { steps, moves, h, algorithm } = recording;
  const { current } = tree;
  const now = moment ? ` ${moment.says}` : "";
  if (step === 0 || !current) return `Nothing is expanded yet.${now || " The frontier contains the start."}`;
  // The node that ends the search is known as the goal only once it has been tested.
  if (moment && step > steps.length && moment.tag !== "found") return `${counted(steps.length, "state")} expanded.${now}`;
  const f = `g = ${current.g}${recording.informed ? `, h = ${h(current.state)}, f = ${current.g + h(current.state)}` : ""}`;
  if (step > steps.length && moves !== null) return `Goal: ${moves ? `${moves}, ${movesText(moves.length)}` : "the start itself"}; ${counted(steps.length, "state")} expanded.${now}`;
  const at = steps[Math.min(step, steps.length) - 1];
  const expanded = count(Math.min(step, steps.length));
  if (at.bound === null) return `Expansion ${expanded}: ${f}.${now}`;
  const pass = algorithm === "ids" ? "Pass with the limit" : "Pass under the bound";
  return `${pass} ${at.bound}, expansion ${count(current.order ?? 0)} (${expanded} in total): ${f}.${now}`;
}

/**
 * The sentence under a search while a node of its tree is pointed at.
 * @param {import("./recorder.js").Recording} recording
 * @param {import("./recorder.js").TreeNode} node
 */
function about({ informed }, node) {
  const values = informed ? `g = ${node.g}, h = ${node.h}, f = ${node.g + node.h}` : `g = ${node.g}`;
  const end = node.order !== null ? `expanded as number ${count(node.order)}` : node.cut ? "beyond the bound" : "waits in the frontier";
  return `${node.move ? `After ${node.move}` : "The start"}: ${values}; ${end}.`;
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
  const words = build("p", { class: "lesson__words", "aria-live": "polite" });
  const sizes = build("p", { class: "lesson__sizes" });
  const picture = build("div", { class: "lesson__thumb" });
  const code = listing(search, name);
  const drawing = build("div", { class: "lesson__tree", tabindex: "0", role: "group", "aria-label": `Tree of ${name}: the arrow keys go from node to node` });
  const element = build(
    "section",
    { class: "lesson__pane", "aria-label": name },
    build("p", { class: "lesson__name", text: name }),
    build("div", { class: "lesson__now" }, picture, build("div", {}, words, sizes)),
    code.element,
    drawing,
  );
  // The tree grows, and the text below it must not move.
  const whole = treeAfter(recording, recording.steps.length);
  if (whole.all.length <= MOST_DRAWN) drawing.style.minBlockSize = `min(24rem, ${drawTree(whole, "").getAttribute("height")}px + 0.5rem)`;
  let tree = whole;
  let told = "";
  /** @type {import("./recorder.js").TreeNode | null} a node that is pointed at */
  let pointed = null;

  function draw() {
    const cells = new Uint8Array(width * height);
    cellsOf((pointed ?? tree.current ?? tree.root).state, cells);
    picture.replaceChildren(buildThumbnail(makeBoard(width, height, cells), asked.goal, "Board"));
    words.textContent = pointed ? about(recording, pointed) : told;
    drawing.replaceChildren(
      tree.all.length > MOST_DRAWN
        ? build("p", { text: `The tree now has ${count(tree.all.length)} nodes, too many to draw.` })
        : drawTree(tree, told, pointed),
    );
  }
  /** @param {import("./recorder.js").TreeNode | null} node */
  function point(node) {
    if (node === pointed) return;
    pointed = node;
    draw();
  }
  /** @param {Event} event */
  function spotted(event) {
    const spot = /** @type {Element} */ (event.target).closest("[data-node]");
    return spot ? tree.all[Number(/** @type {SVGElement} */ (spot).dataset.node)] : null;
  }
  drawing.addEventListener("pointermove", (event) => point(spotted(event)));
  drawing.addEventListener("pointerleave", () => point(null));
  drawing.addEventListener("click", (event) => point(spotted(event)));
  drawing.addEventListener("blur", () => point(null));
  drawing.addEventListener("keydown", (event) => {
    const at = pointed ?? tree.current ?? tree.root;
    const row = at.parent?.children ?? [at];
    const next = /** @type {Record<string, import("./recorder.js").TreeNode | null | undefined>} */ ({
      ArrowUp: at.parent, ArrowDown: at.children[0], ArrowLeft: row[row.indexOf(at) - 1], ArrowRight: row[row.indexOf(at) + 1], Escape: null,
    })[event.key];
    if (next === undefined || (next === null && event.key !== "Escape")) return;
    event.preventDefault();
    point(next);
  });
  const last = recording.steps.length + (recording.moves === null ? 0 : 1);
  return {
    element,
    last,
    /** How many lines run in a step. @param {number} step */
    lines: (step) => (step === 0 || step > last ? 0 : moments(recording, step).length),
    /**
     * @param {number} step
     * @param {number | null} line of the step, from 0; null for the step as a whole
     */
    show(step, line) {
      const ran = step === 0 ? [] : moments(recording, step);
      const moment = line === null ? undefined : ran[line];
      const begun = moment?.count ?? step;
      tree = treeAfter(recording, begun, (index) => moment?.examined.get(index) ?? Infinity);
      pointed = null;
      told = sentence(recording, tree, begun, moment);
      if (!moment && line !== null) told += step < last ? "" : " It has ended; the other search continues.";
      code.light(moment ? [moment] : line === null ? ran : []);
      sizes.textContent = recording.passes
        ? `Path: ${movesText((tree.current ?? tree.root).g)}.${search.algorithm === "idastar" ? " It stores nothing else." : ""}`
        : `Frontier: ${count(tree.waiting.length - Number(begun > recording.steps.length))}. Reached: ${count(tree.all.length)}.`;
      draw();
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
  /** The line of the step that is shown; null: the step as a whole. @type {number | null} */
  let line = null;
  const linesOf = (/** @type {number} */ step) => Math.max(0, ...panes.map((one) => one.lines(step)));
  const back = press("Back", () => go(Number(slider.value) - 1));
  const forward = press("Step", () => go(Number(slider.value) + 1));
  const byLine = press("Line", () => {
    stop();
    const step = Number(slider.value);
    if (line !== null && line + 1 < linesOf(step)) show(step, line + 1);
    else show(Math.min(step + 1, last), 0);
  });
  const play = press("Play", () => (timer ? stop() : start()));

  /**
   * @param {number} step
   * @param {number | null} [at] its line
   */
  function show(step, at = null) {
    line = at;
    slider.value = String(step);
    number.textContent = `${count(step)} of ${count(last)}`;
    // A search that has ended stays at its end.
    for (const one of panes) one.show(Math.min(step, one.last), step > one.last ? null : at);
    back.disabled = step === 0;
    forward.disabled = step === last;
    byLine.disabled = step === last && (at === null || at + 1 >= linesOf(step));
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
    build("div", { class: "lesson__tools" }, back, forward, byLine, play, slider, number),
    build("div", { class: "lesson__panes" }, ...panes.map((one) => one.element)),
  ];
});
