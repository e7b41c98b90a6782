/** How much memory the page's workers may take up together, and how much of it each may have. */

/** Bytes on a phone, and of the solver elsewhere, where the lab's searches have limits of their own. */
const SMALL = 64e6;
const LARGE = 256e6;
/** A worker's code, and what it holds besides. */
const WORKER = 4e6;
/** What a worker of the lab takes on a phone, and with how much it begins where the solver needs much. */
const LAB = 32e6;
const LEAST = 12e6;
/** Milliseconds until the solver is asked again. */
const AGAIN = 200;

/** @typedef {{limit: (bytes: number) => Promise<number>}} Limited  answers with what it keeps to */

/** The solver's thread, once it has a worker. @type {Limited | null} */
let solver = null;
/** What the lab's worker has. */
let lent = 0;
/** Ends with the lab's worker. */
let line = Promise.resolve();

/** Whether this device has as little memory as a phone: what takes touches may be one, and few browsers say. */
export function isSmall() {
  const { deviceMemory = Infinity } = /** @type {{deviceMemory?: number}} */ (navigator);
  return deviceMemory <= 4 || matchMedia("(pointer: coarse)").matches;
}

/** Bytes that the solver's worker may hold. */
const left = () => (isSmall() ? SMALL - lent : LARGE) - WORKER;

/**
 * The solver's thread has a worker.
 * @param {Limited} thread
 * @returns {number} the bytes that it may hold until a further call of its `limit`
 */
export function join(thread) {
  solver = thread;
  return left();
}

/**
 * Memory for a worker of the lab, where it is scarce; the next one waits until it is given back.
 * @returns {Promise<{bytes: number | undefined, end: () => void}>} bytes: undefined where it is not
 */
export async function lend() {
  if (!isSmall()) return { bytes: undefined, end() {} };
  const before = line;
  let end = () => {};
  line = new Promise((resolve) => {
    end = () => {
      lent = 0;
      void solver?.limit(left());
      resolve();
    };
  });
  await before;
  for (;;) {
    lent = LAB;
    // A question that has begun may need more than is left to it.
    const kept = (await solver?.limit(left())) ?? 0;
    lent = SMALL - WORKER - Math.max(left(), kept);
    if (lent >= LEAST) return { bytes: lent - WORKER, end };
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/**
 * The most memory for a search of the lab.
 * @param {number} elsewhere  bytes
 */
export const labMost = (elsewhere) => (isSmall() ? LAB - WORKER : elsewhere);
