/** The microscope of the page, whose recordings come from the kernel. */
import { build } from "../../static/shared/dom.js";
import { Microscope } from "../../static/lab/microscope/microscope.js";
import { widgetOf } from "./host.js";
import { Kernel } from "./kernel.js";

const TOLD_EVERY = 200; // milliseconds between two steps that the kernel hears of

export default widgetOf(({ model, root, follow, hear, onTheme, onLeave }) => {
  const kernel = new Kernel(model, hear);
  const live = build("p", { class: "visually-hidden", role: "status" });
  const note = build("p", { class: "widget-note", role: "status" });
  const app = /** @type {import("../../static/shared/app.js").App} */ (
    /** @type {Partial<import("../../static/shared/app.js").App>} */ ({
      api: /** @type {any} */ (kernel),
      say: (text) => {
        live.textContent = text;
      },
      notify: (text) => {
        note.textContent = text;
        return () => {};
      },
    })
  );
  const searches = model.get("searches");
  const microscope = new Microscope(
    app,
    () => model.get("question"),
    () => searches,
    model.get("algorithms"),
    model.get("node_limit"),
  );
  const { transport } = microscope;
  // It shows itself as soon as it has recorded; the notebook is not to scroll to it.
  transport.element.scrollIntoView = () => {};
  microscope.refresh();
  microscope.first.value = "0";
  microscope.second.value = searches.length > 1 ? "1" : "";
  root.append(microscope.element, note, live);

  let due = 0;
  const tell = () => {
    due = 0;
    model.set("step", transport.step);
    model.save_changes();
  };
  let opened = false;
  const show = transport.onMove;
  transport.onMove = (step, moment) => {
    // The first picture is the start; a step that the kernel has chosen before comes right after it.
    const wanted = opened ? step : model.get("step");
    opened = true;
    if (wanted !== step) return transport.go(wanted, -1);
    due ||= window.setTimeout(tell, TOLD_EVERY);
    return show(step, moment);
  };
  follow(["step"], () => {
    if (!opened || model.get("step") === transport.step) return;
    window.clearTimeout(due);
    due = 0;
    transport.pause();
    void transport.go(model.get("step"), -1);
  });
  onTheme(() => microscope.recolour());
  onLeave(() => {
    microscope.hide();
    microscope.recording?.abort();
    window.clearTimeout(due);
  });
  microscope.record.click();
});
