/**
 * The memory that the loops over pattern tables work in, the same for WebAssembly and plain JavaScript.
 * Offsets are in bytes; bitkernel.ts has the same.
 */

/** For each cell of the blank, the cell that the tile comes from with U, D, L and R, or NONE. */
export const ADJACENT = 16;
/** For each home, the number of its pattern. */
export const GROUP = 80;
/** For each cell, its mirror image. */
export const MIRROR = 96;
/** Whether there is a mirror image. */
export const MIRRORED = 112;
/** Where the automaton of moves is. */
export const MOVES = 116;
/** For each pattern: tiles, table, blocks, low and high numbers of sets, regions, maps, cosets. */
export const PATTERNS = 128;
export const PATTERN = 32;
/** The search: its depth, bound, least estimate above it, estimates of both views, nodes (a double). */
export const SEARCH = 384;
/** The home of the tile on each cell. */
export const CELLS = SEARCH + 32;
/** For both views, a word for each pattern: 16 bits for its cells, 16 for its arrangement, its distance. */
export const WORDS = SEARCH + 48;
export const VIEW = 64;
/**
 * For each depth: the blank, the automaton's state, how many children, which is next, the patterns
 * that the move here changed and what stood there before; then the children.
 */
export const FRAMES = SEARCH + 192;
export const FRAME = 128;
export const CHILDREN = 32;
export const CHILD = 24;
export const NONE = 255;
export const FORBIDDEN = 0xffff;
export const UNEXPANDED = 255;
/** No board of up to 16 cells needs more moves: one of 2x8 needs 140. */
const DEEPEST = 160;
/** Where a search ends: what is behind it does not change while boards are searched. */
export const SEARCH_END = FRAMES + DEEPEST * FRAME;
const BEGIN = (SEARCH_END + 63) & ~63;
const PAGE = 65_536;

/**
 * The inner loops: see bitkernel.ts.
 * @typedef {{run: (budget: number) => number,
 *   pull: (build: number, level: number, first: number, last: number) => number,
 *   arrange: (build: number, table: number, blocks: number, first: number, last: number) => void}} Kernel
 */

/** Hands out memory, which grows as is needed. */
export class BitMemory {
  /** @param {WebAssembly.Memory | null} memory null without WebAssembly */
  constructor(memory) {
    this.memory = memory;
    /** @type {ArrayBuffer} */
    this.buffer = memory ? memory.buffer : new ArrayBuffer(PAGE);
    this.end = BEGIN;
  }

  /**
   * @param {number} bytes
   * @returns {number} where they begin, a multiple of 64
   */
  take(bytes) {
    const at = this.end;
    this.end = (at + bytes + 63) & ~63;
    const missing = Math.ceil((this.end - this.buffer.byteLength) / PAGE);
    if (missing > 0 && this.memory) {
      this.memory.grow(missing);
      this.buffer = this.memory.buffer;
    } else if (missing > 0) {
      const larger = new Uint8Array(this.buffer.byteLength + missing * PAGE);
      larger.set(new Uint8Array(this.buffer));
      this.buffer = larger.buffer;
    }
    return at;
  }

  /**
   * @param {ArrayBufferView} content
   * @returns {number} where its copy begins
   */
  put(content) {
    const at = this.take(content.byteLength);
    new Uint8Array(this.buffer, at, content.byteLength).set(
      new Uint8Array(content.buffer, content.byteOffset, content.byteLength),
    );
    return at;
  }
}
