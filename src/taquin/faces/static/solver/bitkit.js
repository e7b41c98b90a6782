/** What tables with one bit an entry need from outside: the automaton of moves and the compiled loops. */
import { BitMemory } from "./bitmemory.js";
import { plainKernel } from "./bitkernel.js";

/** @typedef {import("./bitmemory.js").Kernel} Kernel */

/** Makes memory for tables, with the loops over it. */
export class BitKit {
  /**
   * @param {Uint8Array} moves the content of moves.bin
   * @param {WebAssembly.Module | null} module null: the loops in plain JavaScript
   */
  constructor(moves, module) {
    this.moves = moves;
    this.module = module;
  }

  /** @returns {{memory: BitMemory, kernel: Kernel}} */
  make() {
    if (!this.module) {
      const memory = new BitMemory(null);
      return { memory, kernel: plainKernel(memory) };
    }
    const memory = new WebAssembly.Memory({ initial: 1 });
    const { exports } = new WebAssembly.Instance(this.module, { env: { memory } });
    return { memory: new BitMemory(memory), kernel: /** @type {any} */ (exports) };
  }
}

/** @returns {Promise<BitKit>} */
export async function loadKit() {
  const [moves, loops] = await Promise.all([
    content(new URL("./moves.bin", import.meta.url)),
    content(new URL("./bitkernel.wasm", import.meta.url)),
  ]);
  return new BitKit(new Uint8Array(moves), await compiled(loops));
}

/**
 * @param {ArrayBuffer} loops
 * @returns {Promise<WebAssembly.Module | null>} null where the browser or a policy allows none
 */
async function compiled(loops) {
  try {
    return await WebAssembly.compile(loops);
  } catch (error) {
    console.warn("WebAssembly cannot be used, so boards are solved more slowly:", error);
    return null;
  }
}

/**
 * @param {URL} file
 * @returns {Promise<ArrayBuffer>}
 */
async function content(file) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file.pathname}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
