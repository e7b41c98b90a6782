/**
 * Makes the larger tables of a goal, {goal}, while the search thread answers, and posts them as {bits},
 * or {error}.
 */
import { loadKit } from "./bitkit.js";
import { makeBits } from "./bittables.js";
import { Frame } from "./frame.js";
import { largerPartition } from "./tables.js";

onmessage = async ({ data: { goal } }) => {
  try {
    const frame = new Frame(goal);
    const parts = largerPartition(frame);
    if (!parts) throw new TypeError(`goals of the kind ${frame.key} have no larger tables.`);
    const bits = makeBits(frame, parts, await loadKit());
    postMessage({ bits }, { transfer: bits });
  } catch (error) {
    // The page hears nothing of a promise that fails in a worker.
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};
