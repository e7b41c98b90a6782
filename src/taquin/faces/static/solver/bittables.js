/** Makes pattern tables with one bit an entry. */
import { BitLayout, MOST_TILES, arrangementOf } from "./bitlayout.js";
import { BitTables } from "./bitsearch.js";
import { layoutsOf } from "./tables.js";

/** @typedef {import("./bitkit.js").BitKit} BitKit */
/** @typedef {import("./bitlayout.js").BlockSteps} BlockSteps */
/** @typedef {import("./bitmemory.js").BitMemory} BitMemory */
/** @typedef {import("./bitmemory.js").Kernel} Kernel */
/** @typedef {import("./frame.js").Frame} Frame */

// Blocks between two moments at which the thread can hear messages.
const TURN = 4096;

/**
 * Make the table of one pattern, level by level from the goal; yields regularly so that the thread can
 * receive messages.
 * @param {BitLayout} layout
 * @param {BlockSteps} steps
 * @param {number[]} homes
 * @param {number} blank home of the blank
 * @param {BitMemory} memory
 * @param {Kernel} kernel
 * @returns {Generator<void, number, void>} where the table is
 */
export function* buildBits(layout, steps, homes, blank, memory, kernel) {
  const { blocks, cosets, k } = layout;
  const stride = (cosets.length + 7) & ~7;
  // The table will lie where it is noted which entries are reached; the rest is needed for no longer.
  const table = memory.take(blocks * stride);
  const parity = layout.parities;
  const home = layout.blockOf(homes.reduce((mask, cell) => mask | (1 << cell), 0), blank);
  const odd = parity[home];
  const places = {
    firsts: memory.put(steps.first),
    to: memory.put(steps.to),
    map: memory.put(steps.map),
    maps: memory.put(layout.allMaps()),
    reached: table,
    bits: memory.take(blocks * stride),
    changed: memory.take(blocks),
    left: memory.put(new Uint16Array(blocks).fill(layout.arrangements)),
    parity: memory.put(parity.map((value) => value ^ odd)),
    row: memory.take(stride),
    turned: memory.put(turnedBytes()),
  };
  const build = memory.put(Uint32Array.from([stride, cosets.length, ...Object.values(places)]));
  const bytes = new Uint8Array(memory.buffer);
  bytes.fill(0, table, table + blocks * stride);
  bytes.fill(0, places.bits, places.bits + blocks * stride);
  bytes.fill(0, places.changed, places.changed + blocks);
  const order = arrangementOf(layout, homes, homes);
  bytes[places.reached + home * stride + (order >> 3)] = 1 << (order & 7);
  bytes[places.changed + home] = 1;
  new Uint16Array(memory.buffer)[(places.left >> 1) + home]--;
  for (let level = 1, more = 1; more; level++) {
    more = 0;
    for (let first = 0; first < blocks; first += TURN) {
      more += kernel.pull(build, level, first, Math.min(first + TURN, blocks));
      if (k === MOST_TILES) yield;
    }
    yield;
  }
  for (let first = 0; first < blocks; first += TURN) {
    kernel.arrange(build, table, blocks, first, Math.min(first + TURN, blocks));
    if (k === MOST_TILES) yield;
  }
  memory.end = table;
  return memory.take(blocks * cosets.length);
}

/** @returns {Uint8Array} for each flip that is turned over (1, 2, 4), what becomes of eight bits */
function turnedBytes() {
  const found = new Uint8Array(5 * 256);
  for (const flip of [0, 1, 2, 4]) {
    for (let byte = 0; byte < 256; byte++) {
      for (let bit = 0; bit < 8; bit++) {
        if ((byte >> bit) & 1) found[flip * 256 + byte] |= 1 << (bit ^ flip);
      }
    }
  }
  return found;
}

/**
 * @param {Frame} frame
 * @param {number[][]} parts homes of the tiles of each pattern
 * @param {BitKit} kit
 * @param {ArrayBuffer[]} [made] the tables of the patterns, if they have been made elsewhere
 * @returns {Generator<void, BitTables, void>}
 */
export function* buildBitTables(frame, parts, kit, made = []) {
  const { memory, kernel } = kit.make();
  const layouts = yield* layoutsOf(parts, (k) => new BitLayout(frame.width, frame.height, k));
  const patterns = [];
  for (const [p, homes] of parts.entries()) {
    const { layout, steps } = layouts[homes.length];
    const table = made[p]
      ? memory.put(new Uint8Array(made[p]))
      : yield* buildBits(layout, steps, homes, frame.blank, memory, kernel);
    patterns.push({ layout, steps, homes, table });
  }
  return new BitTables(frame, memory, kernel, patterns, kit.moves);
}

/**
 * The tables of a partition, each made in a separate memory, for buildBitTables in another thread.
 * @param {Frame} frame
 * @param {number[][]} parts
 * @param {BitKit} kit
 * @returns {ArrayBuffer[]}
 */
export function makeBits(frame, parts, kit) {
  return parts.map((homes) => {
    const { memory, kernel } = kit.make();
    const layout = new BitLayout(frame.width, frame.height, homes.length);
    const building = buildBits(layout, layout.steps(), homes, frame.blank, memory, kernel);
    for (;;) {
      const { done, value: table } = building.next();
      if (done) return memory.buffer.slice(table, table + layout.blocks * layout.cosets.length);
    }
  });
}
