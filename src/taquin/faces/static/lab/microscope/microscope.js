/** Record one or two searches and step through them forwards and backwards, in lockstep. */
import { questionWords } from "../comparison/questionwords.js";
import { build, button, fill, keepFocus } from "../../shared/dom.js";
import { choiceName } from "../comparison/comparison.js";
import { buildRecordingExports } from "./recordingexports.js";
import { choose, field, unfoldWide } from "../parts/labparts.js";
import { count } from "../../shared/measures.js";
import { Stepper } from "./stepper.js";
import { SearchTree } from "./trace.js";
import { TraceSource } from "./tracesource.js";
import { Transport } from "./transport.js";
import { heard } from "../../words/heard.js";
import { amount, inSequence, t } from "../../words/said.js";

/** @typedef {import("../comparison/questionwords.js").Posed} Posed */
/** @typedef {{question: Posed, choices: Choice[]}} Recorded */
/** @typedef {import("../comparison/comparison.js").Choice} Choice */
/** @typedef {import("./tracesource.js").Remote} Remote */

/** Expansions a recording may have; the most that the server and the page allow is the last. */
const SIZES = [200, 1000, 3000, 10_000, 20_000];

/** The section in which a search is watched. */
export class Microscope {
  /**
   * @param {import("../../shared/app.js").App} app
   * @param {(body: any, listening: Parameters<import("../../shared/app.js").App["api"]["trace"]>[1]) => Promise<Remote>} record
   * @param {() => Posed | null} question null: not readable
   * @param {() => Choice[]} choices
   * @param {import("../comparison/knobs.js").Algorithm[]} algorithms of the catalogue
   * @param {number} [most] expansions that a recording may have, at first
   */
  constructor(app, record, question, choices, algorithms, most = 10_000) {
    this.app = app;
    this.recordSearch = record;
    this.question = question;
    this.choices = choices;
    this.algorithms = algorithms;
    /** @type {Stepper[]} */ this.panes = [];
    /** @type {AbortController | null} */ this.recording = null;
    this.most = most;
    /** Told what is recorded. @type {(what: Recorded) => void} */
    this.opened = () => {};
    this.first = choose([], "", () => {});
    this.second = choose([], "", () => {});
    this.note = build("p", { class: "note", role: "status" });
    this.record = button({ words: t`Record`, kind: "primary", onClick: () => this.#record() });
    this.stop = button({ icon: "close", words: t`Stop`, onClick: () => this.recording?.abort() });
    this.stop.hidden = true;
    this.stop.classList.add("lab-stop");
    this.paneHost = build("div", { class: "lab-panes" });
    this.exports = buildRecordingExports(app, () => this.panes);
    this.transport = new Transport(
      (step, moment) => this.#show(step, moment),
      () => this.panes,
      this.exports.element,
    );
    // The controls of a recording are hidden until there is one.
    this.transport.element.hidden = true;
    this.element = build(
      "div",
      // Keys are heard after a click anywhere in it.
      { class: "lab-stack", tabindex: "-1", on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#press(event) } },
      build("div", { class: "lab-start__run lab-recorded" }, field(t`Search`, this.first), this.record, this.stop),
      build(
        "details",
        { class: "lab-twin lab-recording" },
        build("summary", { text: t`A second search, and how much is recorded` }),
        build(
          "div",
          { class: "lab-fields" },
          field(t`Second search, in lockstep`, this.second),
          field(t`Record at most`, this.#lengths()),
        ),
      ),
      this.note,
      this.transport.element,
      this.paneHost,
    );
    this.unfold = unfoldWide(() => [this.transport.element, this.paneHost]);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    this.transport.press(event);
    const { activeElement } = document;
    // A list that had the focus is replaced at each step.
    if (event.defaultPrevented && (activeElement === document.body || activeElement?.matches(".lab-scroll"))) {
      this.element.focus({ preventScroll: true });
    }
  }

  #lengths() {
    const sizes = SIZES.includes(this.most) ? SIZES : [this.most, ...SIZES];
    const words = sizes.map((size) => /** @type {[string, string]} */ ([String(size), t`${amount(size, "expansion")}`]));
    return choose(words, String(this.most), (size) => {
      this.most = Number(size);
    });
  }

  /** The list of searches has changed: a search that is still in it stays chosen. */
  refresh() {
    const all = this.choices();
    const names = all.map(
      (choice, at) => /** @type {[string, string]} */ ([String(at), choiceName(choice, this.algorithms)]),
    );
    const kept = (/** @type {HTMLSelectElement} */ select) =>
      names.find(([, name]) => name === select.selectedOptions[0]?.text)?.[0];
    const options = (/** @type {Array<[string, string]>} */ list, /** @type {string} */ chosen) =>
      list.map(([value, text]) => build("option", { value, text, selected: value === chosen }));
    const informed = all.findIndex(({ algorithm }) => algorithm === "astar");
    const [first, second] = [kept(this.first) ?? String(Math.max(informed, 0)), kept(this.second) ?? ""];
    fill(this.first, ...options(names, first));
    fill(this.second, ...options([["", t`nothing`], ...names], second));
    this.#enable();
  }

  /** Record is offered while there is a board that can be solved, and a search. */
  #enable() {
    this.record.disabled = this.recording !== null || this.question() === null || this.choices().length === 0;
  }

  async #record() {
    const question = this.question();
    const all = this.choices();
    const chosen = [
      all[Number(this.first.value)],
      this.second.value === "" ? undefined : all[Number(this.second.value)],
    ].filter((one) => one !== undefined);
    if (!question || chosen.length === 0) return;
    const control = new AbortController();
    this.recording = control;
    this.#busy();
    try {
      const panes = [];
      for (const choice of chosen) panes.push(await this.#trace(question, choice, control.signal));
      this.#open(panes, question);
    } catch (error) {
      if (control.signal.aborted) this.note.textContent = t`The recording was stopped.`;
      else {
        const { message, hint } = /** @type {{message: string, hint?: string}} */ (error);
        this.note.textContent = inSequence(t`The search was not recorded: ${message}`, hint);
      }
    } finally {
      this.recording = null;
      this.#busy();
    }
  }

  #busy() {
    const busy = this.recording !== null;
    const swap = () => {
      this.#enable();
      this.stop.hidden = !busy;
    };
    keepFocus(swap, () => (busy ? this.stop : this.record));
  }

  /**
   * @param {Posed} question
   * @param {Choice} choice
   * @param {AbortSignal} signal
   */
  async #trace(question, choice, signal) {
    const name = choiceName(choice, this.algorithms);
    this.note.textContent = t`Recording ${name}…`;
    const remote = await this.recordSearch(
      { ...question, ...choice, node_limit: this.most, cap: 12 },
      {
        signal,
        onNotice: (text) => {
          this.note.textContent = t`Recording ${name}: ${text}…`;
        },
        onProgress: ({ expanded }) => {
          this.note.textContent = t`Recording ${name}: ${amount(expanded, "expansion")}…`;
        },
      },
    );
    const source = new TraceSource(remote);
    const spec = this.algorithms.find((one) => one.name === choice.algorithm);
    const tree = new SearchTree(spec?.discards);
    await source.read(
      (line) => tree.add(line),
      (read) => {
        this.note.textContent = t`Reading ${name}: ${count(read)} of ${amount(source.total, "line")}…`;
      },
      signal,
    );
    return new Stepper(choice, name, this.algorithms, tree, source, this.exports.refresh);
  }

  /**
   * @param {Stepper[]} panes
   * @param {Posed} question
   */
  #open(panes, question) {
    this.panes = panes;
    this.paneHost.classList.toggle("lab-panes--two", panes.length > 1);
    fill(this.paneHost, ...panes.map(({ element }) => element));
    this.unfold();
    const of = t`Recorded for ${questionWords(question)}.`;
    this.note.textContent = inSequence(...panes.map((pane) => this.#summary(pane)), of);
    this.opened({ question, choices: panes.map(({ choice }) => choice) });
    this.transport.element.hidden = false;
    void this.transport.start().then(() => {
      this.transport.steps.scrollIntoView({ block: "start" });
      // As after a press, so that the first one moves nothing.
      this.transport.follow(true);
    });
    this.app.say(this.note.textContent);
  }

  /** @param {Stepper} pane */
  #summary({ tree, name, length }) {
    return t`${name}: ${amount(length - 1, "expansion")} recorded, ${amount(tree.size, "node")}. ${heard(tree.end?.why ?? "")}`;
  }

  /**
   * @param {number} step
   * @param {number} moment
   */
  async #show(step, moment) {
    try {
      await Promise.all(this.panes.map((pane) => pane.show(step, moment)));
      const said = this.panes.map((pane) => t`${pane.name}: ${pane.says}`);
      this.app.say(t`${this.transport.where.textContent}. ${inSequence(...said)}`);
    } catch (error) {
      this.note.textContent = t`This part of the recording could not be read: ${/** @type {Error} */ (error).message} Record it again.`;
    }
  }

  /**
   * The page was loaded again, without its recordings.
   * @param {Recorded} what  was recorded
   */
  lose({ question, choices }) {
    const names = choices.map((choice) => choiceName(choice, this.algorithms)).join(t` and `);
    const board = questionWords(question);
    this.note.textContent = t`The recording of ${names} for ${board}, is gone: record it again.`;
  }

  /** Leave the view. */
  hide() {
    this.transport.pause();
  }

  /** The theme has changed. */
  recolour() {
    for (const pane of this.panes) pane.recolour();
  }
}
