// The list of named boards in the set-up dialog; loaded once the dialog is open.

import { build } from "../shared/dom.js";
import { instanceWords } from "../notation/instancewords.js";
import { namedBoard } from "../notation/named.js";
import { movesText } from "../shared/measures.js";
import { allowReselect } from "../shared/reselect.js";
import { t } from "../words/said.js";

/** The sets of boards, in the order of the list. @type {Record<string, string>} */
const SETS = {
  famous: t`Famous boards`,
  korf100: t`Korf’s 100 boards of 4×4`,
  korf24: t`Korf and Felner’s 50 boards of 5×5`,
  antipodes: t`The 17 hardest boards of 4×4`,
};

/**
 * @param {import("./draft.js").SetupParts} parts
 * @returns {HTMLElement}
 */
export function buildInstances({ app, update }) {
  const select = build(
    "select",
    { id: "setup-instance" },
    build("option", { value: "", text: t`Choose…` }),
  );
  allowReselect(select);
  import("../notation/instances.js").then(
    ({ INSTANCES }) => {
      for (const [set, label] of Object.entries(SETS)) {
        const named = INSTANCES.filter(([name]) => name.startsWith(`${set}:`));
        const options = named.map(([name, , , length]) => {
          const moves = length === null ? t`unsolvable` : movesText(length);
          return build("option", { value: name, text: t`${instanceWords(name)}, ${moves} (${name})` });
        });
        select.append(build("optgroup", { label }, ...options));
      }
      select.addEventListener("change", async () => {
        const named = await namedBoard(select.value);
        if (named) update(named);
      });
    },
    () => app.notify(t`The named boards could not be loaded; ${app.api.present ? t`start the server` : t`check the connection`} and reload the page.`),
  );
  return build(
    "div",
    { class: "field" },
    build("label", { for: "setup-instance", text: t`Named boards` }),
    select,
  );
}
