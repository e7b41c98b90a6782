// Which estimates the lab leaves out on a torus: those that the searches refuse there.
import assert from "node:assert/strict";
import test from "node:test";
import { parseBoard } from "../../../../../src/taquin/faces/static/board.js";
import { fitsType } from "../../../../../src/taquin/faces/static/lab/boards/boardtypes.js";
import { estimator } from "../../../../../src/taquin/faces/static/lab/searches/estimators.js";
import { PAGE_HEURISTICS } from "../../../../../src/taquin/faces/static/lab/searches/pagereach.js";

test("an estimate fits a board type if the searches take it there", () => {
  const goal = parseBoard("1 2 3/4 5 6/7 8 0");
  for (const type of ["grid", "torus"]) {
    for (const name of PAGE_HEURISTICS) {
      const make = () => estimator(name, goal, "stm", type);
      if (fitsType(name, type)) assert.doesNotThrow(make, `${name} on ${type}`);
      else assert.throws(make, RangeError, `${name} on ${type}`);
    }
  }
  assert.ok(fitsType(null, "torus"));
});
