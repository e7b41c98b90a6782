// The searches of the page's solver side by side, in one process: see page_engine.py.

import { readFileSync } from "node:fs";

import { cpu, finish } from "./page_steps.mjs";

const [solver, korf, antipodes] = process.argv.slice(2);
const load = (name) => import(`${solver}/${name}`);
const [{ Frame }, { BitKit }, { buildBitTables, makeBits }, { buildTables, largerPartition, partition }] =
  await Promise.all(["frame.js", "bitkit.js", "bittables.js", "tables.js"].map(load));
const { namedGoal, parseBoard } = await load("../board.js");
const moves = new Uint8Array(readFileSync(`${solver}/moves.bin`));
const compiled = new BitKit(moves, new WebAssembly.Module(readFileSync(`${solver}/bitkernel.wasm`)));
const plain = new BitKit(moves, null);

const rows = (file) => readFileSync(file, "utf-8").split("\n").filter((line) => /^\d/.test(line));

/** Milliseconds of processor time for each board. */
function solved(tables, frame, boards) {
  return boards.map(([text, optimum]) => {
    const began = cpu();
    const search = tables.search(frame.view(parseBoard(text)));
    for (let outcome; (outcome = search.run(50_000)) !== "found"; ) if (outcome === "exhausted") search.deepen();
    if (search.depth !== optimum) throw new Error(`${text}: ${search.depth} moves; expected ${optimum}`);
    return [cpu() - began, search.nodes];
  });
}

const goal = namedGoal("first", 4, 4);
// The farthest boards are from the goal with the blank last.
const last = new Frame(namedGoal("last", 4, 4));
const frame = new Frame(goal);
const hundred = rows(korf).map((line) => line.split("|").map((part) => part.trim())).map((row) => [row[1], Number(row[3])]);
const farthest = antipodes ? rows(antipodes).map((line) => [line.split("|")[1].trim(), 80]) : [];
const contestants = {
  "6-6-3 in bytes, plain": () => finish(buildTables(frame)),
  "6-6-3 in bits, plain": () => finish(buildBitTables(frame, partition(frame), plain)),
  "6-6-3 in bits, compiled": () => finish(buildBitTables(frame, partition(frame), compiled)),
  "7-7-1 in bits, compiled": () => {
    const parts = largerPartition(frame);
    return finish(buildBitTables(frame, parts, compiled, makeBits(frame, parts, compiled)));
  },
};
for (const [name, build] of Object.entries(contestants)) {
  const began = cpu();
  const tables = build();
  const built = cpu() - began;
  const found = solved(tables, frame, hundred);
  const times = found.map(([time]) => time).sort((a, b) => a - b);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const row = {
    contestant: name, built, hundred: sum(times), worst: times.at(-1), median: times[50],
    nodes: sum(found.map(([, nodes]) => nodes)),
  };
  const far = farthest.length && name.startsWith("7") ? solved(tables, last, farthest).map(([time]) => time) : null;
  console.log(JSON.stringify(far ? { ...row, farthest: Math.max(...far), farthest_mean: sum(far) / far.length } : row));
}
