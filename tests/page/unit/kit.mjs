// What the solver's worker fetches, from the disk.

import { readFileSync } from "node:fs";

import { BitKit } from "../../../src/taquin/faces/static/solver/bitkit.js";

const SOLVER = new URL("../../../src/taquin/faces/static/solver/", import.meta.url);
const MOVES = new Uint8Array(readFileSync(new URL("moves.bin", SOLVER)));

/** With the compiled loops. */
export const COMPILED = new BitKit(MOVES, new WebAssembly.Module(readFileSync(new URL("bitkernel.wasm", SOLVER))));
/** With those in plain JavaScript. */
export const PLAIN = new BitKit(MOVES, null);
