/** Named boards in the words of people. */
import assert from "node:assert/strict";
import test from "node:test";

const STATIC = "../../../../src/taquin/faces/static";
const { INSTANCES } = await import(`${STATIC}/notation/instances.js`);
const { instanceWords } = await import(`${STATIC}/notation/instancewords.js`);

test("every named board has words of its own, without its raw name", () => {
  const words = INSTANCES.map(([name]) => instanceWords(name));
  assert.equal(new Set(words).size, INSTANCES.length);
  for (const text of words) assert.match(text, /^[A-Z][^:_]+$/);
  assert.equal(instanceWords("korf100:1"), "Korf’s board 1");
  assert.equal(instanceWords("famous:hardest_3x3_first_b"), "Hardest 3×3 board, blank first, another");
});
