/** Makes the larger tables of a goal, {goal}, while the search thread answers, and posts them as {bits}. */
import { loadKit } from "./bitkit.js";
import { makeBits } from "./bittables.js";
import { Frame } from "./frame.js";
import { largerPartition } from "./tables.js";

onmessage = async ({ data: { goal } }) => {
  const frame = new Frame(goal);
  const parts = largerPartition(frame);
  if (!parts) throw new TypeError(`goals of the kind ${frame.key} have no larger tables.`);
  const bits = makeBits(frame, parts, await loadKit());
  postMessage({ bits }, { transfer: bits });
};
