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
    (body, listening) => app.api.trace(body, listening),
    () => model.get("question"),
    () => searches,
    model.get("algorithms"),
    model.get("node_limit"),
  );
  const { transport } = microscope;
  // It shows itself as soon as it has recorded; the notebook is not to scroll to it.
  transport.steps.scrollIntoView = () => {};
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
  const forget = () => {
    window.clearTimeout(due);
    due = 0;
  };
  // The beginning is recorded at once; it is on view while the kernel records the whole.
  const whole = microscope.most;
  microscope.most = model.get("opening");
  let beginning = microscope.most < whole;
  let replacing = false;
  let opened = false;
  /** The step that comes right after the start, with which a recording opens. @type {number | null} */
  let wanted = model.get("step");
  const show = transport.onMove;
  transport.onMove = (step, moment) => {
    const next = wanted;
    wanted = null;
    opened = true;
    if (next !== null && next !== step) return obey(next);
    due ||= window.setTimeout(tell, TOLD_EVERY);
    return show(step, moment);
  };
  /** Go where the kernel says. Not reported to it where the beginning does not reach that far. */
  const obey = (/** @type {number} */ step) => {
    const going = transport.go(step, -1);
    if (transport.step < step && microscope.most < whole) forget();
    return going;
  };
  const start = transport.start.bind(transport);
  transport.start = () => {
    const playing = replacing && transport.timer > 0;
    if (replacing) wanted = due ? transport.step : model.get("step");
    replacing = false;
    const shown = start();
    if (playing) transport.play.click();
    // Once this recording is closed.
    if (beginning) window.setTimeout(recordWhole);
    beginning = false;
    return shown;
  };
  const recordWhole = () => {
    microscope.most = whole;
    replacing = true;
    microscope.record.click();
  };
  follow(["step"], () => {
    if (!opened || model.get("step") === transport.step) return;
    forget();
    transport.pause();
    void obey(model.get("step"));
  });
  onTheme(() => microscope.recolour());
  onLeave(() => {
    microscope.hide();
    microscope.recording?.abort();
    forget();
  });
  microscope.record.click();
});
