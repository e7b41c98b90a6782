/**
 * The inner loops over pattern tables with one bit an entry, in AssemblyScript: bitkernel.wasm is made of
 * this file. bitkernel.js has the same loops in plain JavaScript, for browsers without
 * WebAssembly, and bitmemory.js says what lies where in their memory.
 */

// As in bitmemory.js.
const ADJACENT: u32 = 16;
const GROUP: u32 = 80;
const MIRROR: u32 = 96;
const MIRRORED: u32 = 112;
const MOVES: u32 = 116;
const PATTERNS: u32 = 128;
const PATTERN: u32 = 32;
const SEARCH: u32 = 384;
const CELLS: u32 = SEARCH + 32;
const WORDS: u32 = SEARCH + 48;
const VIEW: u32 = 64;
const FRAMES: u32 = SEARCH + 192;
const FRAME: u32 = 128;
const CHILDREN: u32 = 32;
const CHILD: u32 = 24;
const NONE: u32 = 255;
const FORBIDDEN: u32 = 0xffff;
const UNEXPANDED: u32 = 255;

/** The word of a pattern after one of its tiles has moved: its set, arrangement and distance. */
// @ts-ignore: decorator
@inline
function moved(pattern: u32, word: u64, from: u32, to: u32): u64 {
  const taken = <u32>(word & 0xffff);
  const mask = taken ^ (1 << from) ^ (1 << to);
  let order = <u32>(word >> 16) & 0xffff;
  const distance = <u32>(word >> 32);
  const low = min(from, to);
  const passed = popcnt<u32>(taken & ((1 << max(from, to)) - 1) & ~((2 << low) - 1));
  if (passed) {
    const place = popcnt<u32>(taken & ((1 << low) - 1)) + (from < to ? load<u32>(pattern) : 0);
    const map = load<u32>(pattern, 24) + load<u32>(pattern, 28) * (place * 8 + passed) * 2;
    order = <u32>load<u16>(map + (order >> 3) * 2) ^ (order & 7);
  }
  const below = mask & 255;
  const set =
    <u32>load<u16>(load<u32>(pattern, 12) + below * 2) +
    <u32>load<u16>(load<u32>(pattern, 16) + ((popcnt<u32>(below) << 8) | (mask >> 8)) * 2);
  const regions = load<u64>(load<u32>(pattern, 20) + set * 8);
  const block = <u32>(regions & 0xffff) + (<u32>(regions >> (16 + 3 * from)) & 7);
  const byte = <u32>load<u8>(load<u32>(pattern, 4) + (order >> 3) * load<u32>(pattern, 8) + block);
  // A neighbour's distance differs by one: the bit says in which direction.
  const farther = ((byte >> (order & 7)) & 1) == (((distance + 1) >> 1) & 1);
  return <u64>mask | (<u64>order << 16) | (<u64>(farther ? distance + 1 : distance - 1) << 32);
}

/** List the children of a node within the bound, the most promising first; returns how many it has. */
// @ts-ignore: decorator
@inline
function expand(frame: u32, depth: i32, bound: i32, sum: i32, other: i32): u32 {
  const blank = <u32>load<u8>(frame);
  const row = load<u32>(MOVES) + <u32>load<u16>(frame, 2) * 8;
  const mirrored = load<u32>(MIRRORED);
  let above = load<i32>(SEARCH, 8);
  let generated: u32 = 0;
  let count: u32 = 0;
  for (let letter: u32 = 0; letter < 4; letter++) {
    const from = <u32>load<u8>(ADJACENT + blank * 4 + letter);
    if (from == NONE) continue;
    const state = <u32>load<u16>(row + letter * 2);
    if (state == FORBIDDEN) continue;
    generated++;
    const tile = <u32>load<u8>(CELLS + from);
    const group = <u32>load<u8>(GROUP + tile);
    const old = load<u64>(WORDS + group * 8);
    const word = moved(PATTERNS + group * PATTERN, old, from, blank);
    const estimate = sum + <i32>(word >> 32) - <i32>(old >> 32);
    if (depth + 1 + estimate > bound) {
      above = min(above, depth + 1 + estimate);
      continue;
    }
    let group1: u32 = 0;
    let word1: u64 = 0;
    let estimate1 = estimate;
    if (mirrored) {
      group1 = <u32>load<u8>(GROUP + <u32>load<u8>(MIRROR + tile));
      const old1 = load<u64>(WORDS + VIEW + group1 * 8);
      word1 = moved(
        PATTERNS + group1 * PATTERN, old1, <u32>load<u8>(MIRROR + from), <u32>load<u8>(MIRROR + blank),
      );
      estimate1 = other + <i32>(word1 >> 32) - <i32>(old1 >> 32);
      if (depth + 1 + estimate1 > bound) {
        above = min(above, depth + 1 + estimate1);
        continue;
      }
    }
    // Insert behind those that promise as much; what a child promises is in its highest bits.
    const rest = <u64>state | (<u64>from << 16) | (<u64>group << 24) | (<u64>group1 << 32);
    const promise = <u64>(estimate + estimate1) << 40;
    let child = frame + CHILDREN + count * CHILD;
    while (child > frame + CHILDREN && load<u64>(child - CHILD, 16) >= promise + (<u64>1 << 40)) {
      store<u64>(child, load<u64>(child - CHILD));
      store<u64>(child, load<u64>(child - CHILD, 8), 8);
      store<u64>(child, load<u64>(child - CHILD, 16), 16);
      child -= CHILD;
    }
    store<u64>(child, word);
    store<u64>(child, word1, 8);
    store<u64>(child, promise | rest, 16);
    count++;
  }
  store<i32>(SEARCH, above, 8);
  store<u8>(frame, count, 4);
  store<u8>(frame, 0, 5);
  return generated;
}

/**
 * Continue the present contour until `budget` more nodes are generated.
 * Returns 0 if it pauses, 1 at a solution, 2 if the contour holds none.
 */
export function run(budget: u32): i32 {
  let depth = load<i32>(SEARCH);
  const bound = load<i32>(SEARCH, 4);
  let sum = load<i32>(SEARCH, 12);
  let other = load<i32>(SEARCH, 16);
  let nodes: u32 = 0;
  let frame = FRAMES + <u32>depth * FRAME;
  let outcome = 0;
  if (depth == 0) {
    const estimate = max(sum, other);
    if (estimate > bound) {
      store<i32>(SEARCH, min(load<i32>(SEARCH, 8), estimate), 8);
      return 2;
    }
    if (estimate == 0) return 1;
  }
  for (;;) {
    if (<u32>load<u8>(frame, 4) == UNEXPANDED) {
      if (nodes >= budget) break;
      nodes += expand(frame, depth, bound, sum, other);
    }
    const next = <u32>load<u8>(frame, 5);
    if (next < <u32>load<u8>(frame, 4)) {
      store<u8>(frame, next + 1, 5);
      const child = frame + CHILDREN + next * CHILD;
      const blank = <u32>load<u8>(frame);
      const from = <u32>load<u8>(child, 18);
      const group = <u32>load<u8>(child, 19) * 8;
      const group1 = <u32>load<u8>(child, 20) * 8;
      const old = load<u64>(WORDS + group);
      const old1 = load<u64>(WORDS + VIEW + group1);
      frame += FRAME;
      depth++;
      store<u8>(frame, from);
      store<u16>(frame, load<u16>(child, 16), 2);
      store<u8>(frame, UNEXPANDED, 4);
      store<u16>(frame, load<u16>(child, 19), 6);
      store<i32>(frame, sum, 8);
      store<i32>(frame, other, 12);
      store<u64>(frame, old, 16);
      store<u64>(frame, old1, 24);
      const word = load<u64>(child);
      const word1 = load<u64>(child, 8);
      sum += <i32>(word >> 32) - <i32>(old >> 32);
      other += <i32>(word1 >> 32) - <i32>(old1 >> 32);
      store<u64>(WORDS + group, word);
      store<u64>(WORDS + VIEW + group1, word1);
      store<u8>(CELLS + blank, load<u8>(CELLS + from));
      if (sum == 0) {
        outcome = 1;
        break;
      }
    } else if (depth == 0) {
      store<u8>(frame, UNEXPANDED, 4);
      outcome = 2;
      break;
    } else {
      const from = <u32>load<u8>(frame);
      sum = load<i32>(frame, 8);
      other = load<i32>(frame, 12);
      store<u64>(WORDS + <u32>load<u8>(frame, 6) * 8, load<u64>(frame, 16));
      store<u64>(WORDS + VIEW + <u32>load<u8>(frame, 7) * 8, load<u64>(frame, 24));
      frame -= FRAME;
      depth--;
      store<u8>(CELLS + from, load<u8>(CELLS + <u32>load<u8>(frame)));
    }
  }
  store<i32>(SEARCH, depth);
  store<i32>(SEARCH, sum, 12);
  store<i32>(SEARCH, other, 16);
  store<f64>(SEARCH, load<f64>(SEARCH, 24) + <f64>nodes, 24);
  return outcome;
}

/**
 * Of the blocks from `first` up to `last`, reach those entries that lie one move from one reached before.
 * `build` is the record of a table that is being made. Returns how many entries are new.
 */
export function pull(build: u32, level: u32, first: u32, last: u32): u32 {
  const stride = load<u32>(build);
  const cosets = load<u32>(build, 4);
  const firsts = load<u32>(build, 8);
  const to = load<u32>(build, 12);
  const map = load<u32>(build, 16);
  const maps = load<u32>(build, 20);
  const reached = load<u32>(build, 24);
  const bits = load<u32>(build, 28);
  const changed = load<u32>(build, 32);
  const left = load<u32>(build, 36);
  const parity = load<u32>(build, 40);
  const row = load<u32>(build, 44);
  const turned = load<u32>(build, 48);
  let total: u32 = 0;
  for (let block = first; block < last; block++) {
    if (<u32>load<u8>(parity + block) != (level & 1)) continue;
    store<u8>(changed + block, 0);
    if (!load<u16>(left + block * 2)) continue;
    let any = false;
    const end = load<u32>(firsts + block * 4 + 4);
    for (let step = load<u32>(firsts + block * 4); step < end; step++) {
      const source = load<u32>(to + step * 4);
      if (!load<u8>(changed + source)) continue;
      if (!any) memory.fill(row, 0, stride);
      any = true;
      const from = reached + source * stride;
      const which = <i32>load<i8>(map + step);
      if (which < 0) orRow(row, from, stride);
      else orMapped(row, from, maps + <u32>which * cosets * 2, cosets, turned);
    }
    if (any) total += settle(block, row, reached + block * stride, bits + block * stride, stride, level, changed, left);
  }
  return total;
}

function orRow(row: u32, from: u32, stride: u32): void {
  for (let i: u32 = 0; i < stride; i += 8) {
    store<u64>(row + i, load<u64>(row + i) | load<u64>(from + i));
  }
}

function orMapped(row: u32, from: u32, map: u32, cosets: u32, turned: u32): void {
  for (let coset: u32 = 0; coset < cosets; coset++) {
    const after = <u32>load<u16>(map + coset * 2);
    const byte = <u32>load<u8>(from + (after >> 3));
    store<u8>(row + coset, load<u8>(row + coset) | load<u8>(turned + ((after & 7) << 8) + byte));
  }
}

function settle(
  block: u32, row: u32, reached: u32, bits: u32, stride: u32, level: u32, changed: u32, left: u32,
): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < stride; i += 8) {
    const before = load<u64>(reached + i);
    const fresh = load<u64>(row + i) & ~before;
    if (!fresh) continue;
    count += <u32>popcnt<u64>(fresh);
    store<u64>(reached + i, before | fresh);
    if (level & 2) store<u64>(bits + i, load<u64>(bits + i) | fresh);
  }
  if (count) {
    store<u8>(changed + block, 1);
    store<u16>(left + block * 2, load<u16>(left + block * 2) - <u16>count);
  }
  return count;
}

/** Store the bits of some blocks by arrangement, so that a search finds neighbours side by side. */
export function arrange(build: u32, table: u32, blocks: u32, first: u32, last: u32): void {
  const stride = load<u32>(build);
  const cosets = load<u32>(build, 4);
  const bits = load<u32>(build, 28);
  for (let block = first; block < last; block++) {
    for (let coset: u32 = 0; coset < cosets; coset++) {
      store<u8>(table + coset * blocks + block, load<u8>(bits + block * stride + coset));
    }
  }
}
