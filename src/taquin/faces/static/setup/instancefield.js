// The list of named boards in the set-up dialog; loaded once the dialog is open.

import { build } from "../shared/dom.js";
import { namedBoard } from "../notation/named.js";
import { allowReselect } from "../shared/reselect.js";

/**
 * @param {import("./draft.js").SetupParts} parts
 * @returns {HTMLElement}
 */
export function buildInstances({ app, update }) {
  const select = build(
    "select",
    { id: "setup-instance" },
    build("option", { value: "", text: "Choose …" }),
  );
  allowReselect(select);
  import("../notation/instances.js").then(
    ({ INSTANCES }) => {
      select.append(
        ...INSTANCES.map(([name, , , length]) =>
          build("option", {
            value: name,
            text: `${name}${length === null ? ", unsolvable" : `, ${length} moves`}`,
          }),
        ),
      );
      select.addEventListener("change", async () => {
        const named = await namedBoard(select.value);
        if (named) update(named);
      });
    },
    () => app.notify(`The named boards could not be loaded; ${app.api.present ? "start the server" : "check the connection"} and reload the page.`),
  );
  return build(
    "div",
    { class: "field" },
    build("label", { for: "setup-instance", text: "Named boards" }),
    select,
  );
}
