// The tables of the page's solver for one goal side by side, in one process: see page_goals.py.

import { readFileSync } from "node:fs";

import { cpu, finish } from "./page_steps.mjs";

const [solver, size, goalText, count, most, ...given] = process.argv.slice(2);
const load = (name) => import(`${solver}/${name}`);
const [{ Frame }, { BitKit }, { buildBitTables, makeBits }, { largerPartition, partition }] =
  await Promise.all(["frame.js", "bitkit.js", "bittables.js", "tables.js"].map(load));
const { namedGoal, parseBoard } = await load("../board.js");
const { randomBoard } = await load("../game/random.js");
const kit = new BitKit(
  new Uint8Array(readFileSync(`${solver}/moves.bin`)),
  new WebAssembly.Module(readFileSync(`${solver}/bitkernel.wasm`)),
);

/** Milliseconds of processor time, nodes, and moves if they were found in time. */
function solved(tables, view) {
  const began = cpu();
  const search = tables.search(view);
  for (;;) {
    const outcome = search.run(50_000);
    const time = cpu() - began;
    if (outcome === "found") return { time, nodes: search.nodes, moves: search.depth };
    if (time > Number(most)) return { time, nodes: search.nodes, moves: null };
    if (outcome === "exhausted") search.deepen();
  }
}

const [width, height] = size.split("x").map(Number);
const goal = goalText.includes(" ") ? parseBoard(goalText) : namedGoal(goalText, width, height);
const frame = new Frame(goal);
const views = Array.from({ length: Number(count) }, (_, i) => frame.view(randomBoard(width, height, goal, String(i + 1))));
const homesOf = (text) => text.split("|").map((part) => part.split(" ").map(Number).sort((a, b) => a - b));
const optima = views.map(() => null);
for (const parts of [...given.map(homesOf), partition(frame), largerPartition(frame)]) {
  if (!parts) continue;
  const began = cpu();
  const bits = makeBits(frame, parts, kit);
  const tables = finish(buildBitTables(frame, parts, kit, bits));
  const made = cpu() - began;
  const found = views.map((view) => solved(tables, view));
  found.forEach(({ moves }, i) => {
    optima[i] ??= moves;
    if (moves !== null && moves !== optima[i]) throw new Error(`board ${i + 1}: ${moves} and ${optima[i]} moves`);
  });
  const times = found.map(({ time }) => time).sort((a, b) => a - b);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  console.log(JSON.stringify({
    partition: parts.map((part) => part.join(" ")).join(" | "), made,
    bytes: sum(bits.map(({ byteLength }) => byteLength)), all: sum(times), worst: times.at(-1),
    median: times[times.length >> 1], nodes: sum(found.map(({ nodes }) => nodes)),
    late: found.filter(({ moves }) => moves === null).length,
  }));
}
