/**
 * The models of the learned heuristic, by the side of the boards: those that come with taquin, each in a
 * file of its own that is fetched when a board of that size is solved. The service worker keeps the
 * smallest one from the first visit on, and the others from their first use.
 */

/** @type {Record<number, () => URL>} */
const FILES = {
  5: () => new URL("./values5.bin", import.meta.url),
  6: () => new URL("./values6.bin", import.meta.url),
  7: () => new URL("./values7.bin", import.meta.url),
  8: () => new URL("./values8.bin", import.meta.url),
};

/**
 * @param {{width: number, height: number}} board
 * @returns {number} the side of the model for such boards; 0 if there is none
 */
export const modelSide = ({ width, height }) => (width === height && width in FILES ? width : 0);

/**
 * @param {number} side
 * @returns {Promise<ArrayBuffer>} the weights, decompressed
 */
export async function fetchModel(side) {
  const url = FILES[side]();
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url.pathname}: ${response.status} ${response.statusText}`);
  return new Response(response.body.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}
