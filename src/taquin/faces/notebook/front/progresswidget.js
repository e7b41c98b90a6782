/** How far a long call is. */
import { build } from "../../static/shared/dom.js";
import { widgetOf } from "./host.js";

export default widgetOf(({ model, root, follow }) => {
  const bar = build("progress", { "aria-label": "Progress" });
  const share = build("span", { class: "widget-status" });
  const note = build("p", { class: "widget-note" });
  root.append(build("div", { class: "widget-progress" }, bar, share, note));
  follow(["value", "total", "message"], () => {
    const total = model.get("total");
    if (total > 0) {
      bar.max = total;
      bar.value = model.get("value");
    } else bar.removeAttribute("value");
    share.textContent = total > 0 ? `${Math.floor((100 * model.get("value")) / total)}%` : "";
    note.textContent = model.get("message");
  });
});
