// What people call the named boards, wherever these are offered.

import { listed, t } from "../words/said.js";

/** Those of the sets whose boards have numbers. @type {Record<string, string>} */
const NUMBERED = { korf100: t`Korf’s board`, korf24: t`Korf and Felner’s board`, antipodes: t`Hardest 4×4 board` };

/** @type {Record<string, string>} */
const FAMOUS = {
  notebook: t`A notebook’s example`,
  aima: t`Russell and Norvig’s 8-puzzle`,
  nilsson: t`Nilsson’s 8-puzzle`,
  loyd: t`Loyd’s 14-15 puzzle`,
  lesson: t`A lesson’s example`,
};

/**
 * A named board in people’s words.
 * @param {string} name  such as `korf100:1` or `famous:hardest_3x3_first_b`
 * @returns {string} `Korf’s board 1`, `Hardest 3×3 board, blank first, another`
 */
export function instanceWords(name) {
  const [set, id] = name.split(":");
  if (Object.hasOwn(NUMBERED, set)) return `${NUMBERED[set]} ${id}`;
  const [kind, size = "", ...more] = id.split("_");
  if (kind !== "hardest") return FAMOUS[id];
  const words = [t`Hardest ${size.replace("x", "×")} board`];
  if (more.includes("first")) words.push(t`blank first`);
  if (more.includes("b")) words.push(t`another`);
  return listed(words);
}
