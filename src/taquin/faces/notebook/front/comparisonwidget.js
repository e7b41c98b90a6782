/** A comparison while it runs in the kernel: table, charts, and what the numbers say. */
import { build, button, fill } from "../../static/shared/dom.js";
import { Charts } from "../../static/lab/charts/charts.js";
import { Comparison } from "../../static/lab/comparison/comparison.js";
import { buildExports } from "../../static/lab/comparison/comparisonexports.js";
import { ComparisonTable } from "../../static/lab/comparison/comparisontable.js";
import { remarks } from "../../static/lab/comparison/sentences.js";
import { widgetOf } from "./host.js";

export default widgetOf(({ model, root, follow, hear, onTheme }) => {
  /** @type {Comparison | null} */ let comparison = null;
  const counters = model.get("counters");
  const table = new ComparisonTable(counters);
  const charts = new Charts();
  const bar = build("progress", { "aria-label": "Searches that have ended" });
  const state = build("p", { class: "widget-note", role: "status" });
  const said = build("ul", { class: "lab-sentences" });
  const stop = button({ icon: "stop", words: "Stop", onClick: () => model.send({ kind: "stop" }) });
  const app = /** @type {import("../../static/shared/app.js").App} */ (
    /** @type {Partial<import("../../static/shared/app.js").App>} */ ({
      notify: (text) => {
        state.textContent = text;
        return () => {};
      },
    })
  );
  const exports = buildExports(app, {
    comparison: () => comparison,
    counters,
    chart: () => charts.picture(),
  });
  root.append(
    build(
      "div",
      { class: "lab-stack" },
      build("div", { class: "widget-progress" }, bar, stop, state),
      table.element,
      table.glossary,
      exports,
      charts.element,
      said,
    ),
  );
  const news = (/** @type {Comparison} */ changed, /** @type {number} */ number) => {
    const row = changed.rows[number];
    if (changed !== comparison || !row) return;
    table.update(row);
    charts.update();
    if (row.state === "done") fill(said, ...remarks(changed.rows).map((text) => build("li", { text })));
  };
  const finish = () => {
    if (!comparison) return;
    for (const { row, result, samples } of model.get("finished")) {
      // A view that was opened later has not heard of the samples.
      const heard = (comparison.rows[row]?.samples ?? 0) > 0;
      comparison.finish(row, result, { samples: heard ? [] : samples });
    }
    const { rows } = comparison;
    bar.max = rows.length;
    bar.value = rows.filter((row) => row.state === "done").length;
  };
  follow(["asked"], () => {
    const { question, searches, algorithms } = model.get("asked");
    const made = new Comparison(question, searches, algorithms);
    made.rows.forEach((row, at) => {
      row.name = searches[at].label ?? row.name;
    });
    comparison = made;
    made.addEventListener("change", (event) => news(made, /** @type {CustomEvent<number>} */ (event).detail));
    fill(said);
    table.start(made);
    charts.start(made);
  });
  follow(["finished"], finish);
  follow(["running", "message"], () => {
    const running = model.get("running");
    stop.hidden = !running;
    state.textContent = model.get("message");
    if (running) return;
    finish();
    comparison?.abandon();
    bar.value = bar.max;
  });
  hear((message) => {
    if (message.kind === "progress") comparison?.progress(message);
  });
  onTheme(() => charts.recolour());
});
