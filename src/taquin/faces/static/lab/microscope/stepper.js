/** One recorded search at any moment: chosen node, pseudo-code, frontier, reached states, tree. */
import { parseBoard } from "../../board.js";
import { allOptions } from "../comparison/comparison.js";
import { questionLines } from "../comparison/questionwords.js";
import { build, fill } from "../../shared/dom.js";
import { estimate } from "../estimates/estimates.js";
import { added, held, withAdded } from "./heldlists.js";
import { boardWords, plainTable } from "../parts/labparts.js";
import { count } from "../../shared/measures.js";
import { buildPane } from "./pane.js";
import { backAt, families, moments, VERDICTS, wholeStep } from "./moments.js";
import { pseudocode } from "./pseudocode.js";
import { solutionNodes } from "./solution.js";
import { MOST_NODES } from "./tree.js";
import { byEstimate, tally } from "./treerows.js";
import { amount, t } from "../../words/said.js";

/** @typedef {import("./trace.js").SearchTree} SearchTree */
/** @typedef {import("./tracesource.js").TraceSource} TraceSource */
/** @typedef {import("./trace.js").TraceStep["successors"]} Children */

/** A pane of the microscope. */
export class Stepper {
  /**
   * @param {import("../comparison/comparison.js").Choice} choice
   * @param {string} name of the search
   * @param {import("../comparison/knobs.js").Algorithm[]} algorithms of the catalogue
   * @param {SearchTree} tree complete
   * @param {TraceSource} source
   * @param {() => void} onPicture a picture was drawn, perhaps of another kind
   */
  constructor(choice, name, algorithms, tree, source, onPicture) {
    this.choice = choice;
    this.name = name;
    this.tree = tree;
    this.source = source;
    this.onPicture = onPicture;
    this.step = 0;
    this.moment = 0;
    const spec = algorithms.find((one) => one.name === tree.algorithm);
    this.code = pseudocode(spec?.pseudocode ?? [], {
      ...allOptions(choice, algorithms),
      ...tree.header?.options,
      ...choice.options,
    });
    this.solution = solutionNodes(tree);
    this.pane = buildPane(
      this.name,
      spec?.colour ?? null,
      this.code,
      () => this.#draw(),
      (node) => this.#pick(node),
    );
    this.pane.trees.setTree(tree, this.solution);
  }

  get element() {
    return this.pane.element;
  }

  /** The description of the current moment. */
  get says() {
    return this.pane.why.textContent ?? "";
  }

  /** The number of steps, the end included. */
  get length() {
    return this.tree.steps.length;
  }

  /** The node expanded last in the whole search. */
  get #last() {
    return this.tree.steps[this.length - 2]?.node ?? 0;
  }

  /** The moments of the current step. */
  moments() {
    const step = this.tree.steps[this.step];
    return step ? moments(step, this.code, this.tree.end) : [];
  }

  /**
   * Show a moment of a step; -1 means the step as a whole, when all its children have a verdict.
   * @param {number} step
   * @param {number} moment
   */
  async show(step, moment) {
    this.step = Math.max(0, Math.min(this.length - 1, step));
    this.moment = Math.min(moment, this.moments().length - 1);
    this.#draw();
    await this.#held();
  }

  /** What is shown of the current step. */
  #now() {
    const step = this.tree.steps[this.step];
    return step && this.moment < 0 ? wholeStep(step, this.tree.end) : this.moments()[this.moment];
  }

  /** @param {"frontier" | "reached"} list */
  #added(list) {
    const children = this.tree.steps[this.step]?.successors ?? [];
    return added(list, children.slice(0, this.#now()?.successors), this.code);
  }

  #draw() {
    const step = this.tree.steps[this.step];
    const now = this.#now();
    if (!step || !now) return;
    const whole = this.moment < 0;
    this.#chosen(step.node);
    this.pane.why.textContent = now.says;
    fill(
      this.pane.news,
      ...(whole || this.moment === 0 ? step.news : []).map((text) => build("li", { text })),
    );
    let marked = 0;
    this.pane.lines.forEach((line, at) => {
      const current = Boolean(this.code[at]?.tags.includes(now.tag));
      marked += Number(current);
      if (current) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    this.pane.when.textContent = whenOf(step, whole, marked);
    fill(this.pane.successors, ...this.#successors(step.successors.slice(0, now.successors)));
    this.#picture(step, now.successors);
    this.#pick(this.pane.trees.selected);
  }

  /** @param {number} node -1: the end, with the goal where it was found */
  #chosen(node) {
    const { tree, pane } = this;
    const solved = tree.end?.status === "solved";
    const shown = node >= 0 ? node : this.#last;
    const text = node < 0 && solved ? tree.header?.goal : tree.board[shown];
    pane.board.show(parseBoard(text ?? tree.header?.goal ?? ""), { animate: false });
    pane.board.label = node >= 0 ? t`The chosen board` : solved ? t`The goal` : t`The last board`;
    const [g, h] = [tree.g[shown] ?? 0, tree.h[shown] ?? null];
    const estimates = h === null ? "" : t` · h ${h} · f ${g + h}`;
    // Each group stays on one line, so that no separator is left dangling when they wrap.
    const facts =
      node < 0 && solved
        ? [t`cost ${count(tree.end?.cost ?? 0)}`]
        : [
            ...(node < 0 ? [t`last expanded:`] : []),
            t`g ${g}${estimates}`,
            t`depth ${tree.depth[shown] ?? 0}`,
          ];
    fill(pane.facts, ...facts.flatMap((text) => [build("span", { class: "keep", text }), " "]));
  }

  /** @param {Children} list */
  #successors(list) {
    const step = this.tree.steps[this.step];
    if (!step || step.node < 0) return [];
    const [direct = [], ...others] = families(list);
    const all = step.successors.filter(({ back }) => !back).length + step.later;
    const later = step.later > 0 ? t`; ${step.later} later, when the search returns here` : "";
    return [
      childTable(t`Children examined (${direct.length} of ${all}${later})`, direct),
      ...others.map((family) =>
        childTable(t`${backAt(family[0]?.back ?? { board: "", g: 0 })}: children examined`, family),
      ),
    ];
  }

  /**
   * @param {import("./trace.js").TraceStep} step
   * @param {number} decided successors shown
   */
  #picture(step, decided) {
    const { pane, tree } = this;
    const chosen = pane.view.value;
    const hidden = step.successors
      .slice(decided)
      .filter(({ node }) => node >= 0 && tree.born[node] === this.step).length;
    const upTo = step.born - hidden;
    const tooMany = upTo - (tree.firstOf[step.pass] ?? 0) > MOST_NODES;
    const kind = chosen === "tree" && tooMany ? "rows" : chosen;
    pane.instead.hidden = kind === chosen;
    pane.treePart.hidden = kind !== "tree";
    pane.rows.element.hidden = kind !== "rows";
    pane.heat.element.hidden = kind !== "heat";
    if (kind === "tree") this.#tree(step, upTo);
    else if (kind === "rows") pane.rows.show(tally(tree, this.step, upTo));
    else this.#heat();
    this.onPicture();
  }

  /** The picture on view. @returns {"tree" | "rows" | "heat"} */
  get kind() {
    const { rows, heat } = this.pane;
    return !rows.element.hidden ? "rows" : !heat.element.hidden ? "heat" : "tree";
  }

  /**
   * @param {import("./trace.js").TraceStep} step
   * @param {number} upTo
   */
  #tree(step, upTo) {
    this.pane.trees.show(this.step, upTo);
    this.pane.trees.top.setAttribute(
      "aria-label",
      t`Search tree of ${this.name} after ${amount(this.step + 1, "step")}: ${amount(upTo, "node")}, ${count(step.frontier + this.#added("frontier").length)} in the frontier. The Rows picture has a table.`,
    );
  }

  #heat() {
    const { tree } = this;
    const goal = parseBoard(tree.header?.goal ?? "");
    const manhattan = estimate("manhattan", goal);
    const informed = tree.h.some((h) => h !== null);
    this.pane.heat.show({
      counts: byEstimate(tree, this.step, (board) =>
        informed ? null : (manhattan?.(parseBoard(board).cells) ?? null),
      ),
      cost: tree.end?.status === "solved" ? (tree.end.cost ?? null) : null,
      caption: informed
        ? t`Nodes expanded so far, by g and the search’s h.`
        : t`Nodes expanded so far, by g and Manhattan distance, which this search does not use.`,
    });
  }

  /** Frontier and reached states; a page of the trace may have to be loaded first. */
  async #held() {
    const at = this.step;
    const line = await this.source.line(this.tree.steps[at]?.line ?? 0);
    if (at !== this.step) return;
    const over = (this.tree.steps[at]?.node ?? 0) < 0;
    const last = over ? this.tree.board[this.#last] : undefined;
    for (const list of /** @type {const} */ (["frontier", "reached"])) {
      const what = line[list] && withAdded(line[list], this.#added(list), line.side);
      fill(this.pane[list], ...held(list === "frontier" ? t`Frontier` : t`Reached`, what, last));
    }
  }

  /** @param {number} node */
  #pick(node) {
    const { tree } = this;
    if (node < 0) {
      this.pane.picked.textContent = "";
      return;
    }
    const [g, h] = [tree.g[node] ?? 0, tree.h[node] ?? null];
    const states = {
      chosen: t`chosen now`,
      expanded: t`expanded`,
      waiting: t`waiting`,
      pruned: t`above the bound`,
      dropped: t`dropped`,
      unborn: t`not generated yet`,
    };
    const moves =
      tree
        .path(node)
        .map((one) => tree.move[one])
        .join("") || t`none: the start`;
    this.pane.picked.textContent =
      t`Selected: ${boardWords(tree.board[node] ?? "")}; ${states[tree.stateAt(node, this.step)]}; g ${g}${h === null ? "" : t`, h ${h}, f ${g + h}`}; moves ${moves}.`;
  }

  /** The theme has changed. */
  recolour() {
    this.pane.trees.recolour();
    this.pane.rows.redraw();
    this.pane.heat.redraw();
  }

  /** The whole recording as lines of JSON. */
  lines() {
    return this.source.text(this.name);
  }

  /**
   * The picture that is shown (tree, rows or heat map), as a file.
   * @returns {Promise<Blob>}
   */
  picture() {
    const { rows, heat, trees } = this.pane;
    const lines = this.#lines();
    if (this.kind === "rows") return rows.picture(t`Nodes by depth: ${this.name}`, lines);
    if (this.kind === "heat") return heat.picture(t`States by g and h: ${this.name}`, lines);
    return trees.picture(t`Search tree: ${this.name}`, lines);
  }

  /** The lines below the title of every picture of this search. */
  #lines() {
    const { board, header } = this.tree;
    const { goal = "", topology, metric = "stm" } = header ?? {};
    const question = { board: board[0] ?? "", goal, topology, metric };
    const last = this.length - 1;
    const when =
      this.step === last
        ? t`After its end: ${amount(last, "expansion")}.`
        : t`Step ${count(this.step + 1)} of ${count(last)}. ${this.says}`;
    return [...questionLines(question), when];
  }
}

/**
 * Which moment the lists show, relative to the highlighted line.
 * @param {import("./trace.js").TraceStep} step
 * @param {boolean} whole
 * @param {number} marked  lines
 */
function whenOf(step, whole, marked) {
  if (step.node < 0) return t`After the search.`;
  if (!whole) return marked === 1 ? t`After the highlighted line.` : t`After the highlighted lines.`;
  return marked === 1 ? t`After this step; its last line is highlighted.` : t`After this step; its last lines are highlighted.`;
}

/**
 * @param {string} caption
 * @param {Children} children
 */
function childTable(caption, children) {
  return plainTable(
    caption,
    [t`Move`, t`Board`, "g", "h", t`Verdict`],
    children.map((one) => [
      one.move,
      boardWords(one.board),
      one.g,
      one.h ?? "–",
      VERDICTS[one.verdict] ?? one.verdict,
    ]),
  );
}
