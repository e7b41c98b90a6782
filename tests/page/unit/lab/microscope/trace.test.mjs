/** Recorded searches as trees: true to every line of the trace, forwards and backwards. */
import assert from "node:assert/strict";
import test from "node:test";
import { vectors } from "../../vectors.mjs";

const STATIC = "../../../../../src/taquin/faces/static";
const { SearchTree, NEVER } = await import(`${STATIC}/lab/microscope/trace.js`);
const { layout } = await import(`${STATIC}/lab/microscope/treelayout.js`);
const { TreeCamera } = await import(`${STATIC}/lab/microscope/treecamera.js`);
const { tally, byEstimate } = await import(`${STATIC}/lab/microscope/treerows.js`);
const { boardTextsOn } = await import(`${STATIC}/lab/boards/typedboards.js`);
const { solutionNodes } = await import(`${STATIC}/lab/microscope/solution.js`);
const { filled, pseudocode } = await import(`${STATIC}/lab/microscope/pseudocode.js`);
const { added, heldCaption, heldWords, withAdded } = await import(`${STATIC}/lab/microscope/heldlists.js`);
const { families, moments, wholeStep } = await import(`${STATIC}/lab/microscope/moments.js`);
const { traces, algorithms } = vectors("lab");

/** The pseudo-code of an algorithm with these options, the others at their defaults. */
function codeOf(algorithm, options = {}) {
  const spec = algorithms.find(({ name }) => name === algorithm);
  const usual = Object.entries(spec.options).map(([name, option]) => [name, option.default]);
  return pseudocode(spec.pseudocode, { ...Object.fromEntries(usual), ...options });
}

const trees = traces.map((trace) => {
  const tree = new SearchTree(algorithms.find(({ name }) => name === trace.algorithm).discards);
  for (const line of trace.lines) tree.add(line);
  const name = `${trace.algorithm} ${JSON.stringify(trace.options)} ${trace.metric}`;
  return { name, trace, tree };
});

for (const { name, trace, tree } of trees) {
  const expansions = trace.lines.filter(({ kind }) => kind === "expand");

  test(`${name}: a step for every expansion, and one for the end`, () => {
    assert.equal(tree.steps.length, expansions.length + 1);
    expansions.forEach((line, at) => {
      const step = tree.steps[at];
      assert.equal(trace.lines[step.line], line);
      assert.equal(tree.board[step.node], line.chosen.board);
      assert.equal(tree.g[step.node], line.chosen.g);
      assert.equal(tree.depth[step.node], line.chosen.depth);
      assert.ok(tree.born[step.node] <= at);
      assert.ok(tree.expanded[step.node] <= at);
    });
    assert.equal(tree.steps.at(-1).node, -1);
  });

  test(`${name}: every child hangs below the node that made it`, () => {
    for (let node = 0; node < tree.size; node++) {
      const parent = tree.parent[node];
      if (parent < 0) continue;
      assert.equal(tree.depth[node], tree.depth[parent] + 1);
      assert.equal(tree.pass[node], tree.pass[parent]);
      assert.ok(tree.g[node] > tree.g[parent]);
      assert.ok(tree.born[node] >= tree.expanded[parent]);
      assert.ok(tree.children[parent].includes(node));
    }
    const roots = tree.parent.filter((parent) => parent < 0).length;
    const passes = new Set(tree.pass).size;
    const sides = new Set(tree.side).size;
    assert.equal(roots, passes * sides);
  });

  test(`${name}: a child shown for a node is one move from it, at its g and that move's cost`, () => {
    const cells = (board) => board.split(/[ /]/);
    const shown = tree.steps.flatMap((step) => step.successors.map((child) => ({ step, child })));
    assert.equal(shown.length, expansions.flatMap((line) => line.successors).length);
    for (const { step, child } of shown) {
      const parent = child.back ?? { board: tree.board[step.node], g: tree.g[step.node] };
      const [from, to] = [cells(parent.board), cells(child.board)];
      const moved = from.filter((tile, at) => tile !== to[at] && tile !== "0");
      const line = trace.metric === "mtm" ? [1, 2] : [1];
      assert.ok(line.includes(moved.length), `${child.board} is no move from ${parent.board}`);
      assert.equal(child.g - parent.g, trace.metric === "expense" ? Number(moved[0]) : 1);
    }
    for (const step of tree.steps.slice(0, -1)) {
      const [own, ...others] = families(step.successors);
      assert.ok(own.every(({ parent }) => parent === step.node));
      for (const family of others) assert.equal(new Set(family.map(({ parent }) => parent)).size, 1);
      assert.equal([own, ...others].flat().length, step.successors.length);
    }
  });

  test(`${name}: nodes not dropped are made once for each kept or pruned child`, () => {
    const made = expansions
      .flatMap((line) => line.successors)
      .filter(({ verdict }) => verdict !== "duplicate");
    const roots = tree.parent.filter((parent) => parent < 0).length;
    // These expand a node again, and make its children again.
    if (["rbfs", "bfhs"].includes(trace.algorithm)) assert.ok(tree.size - roots <= made.length);
    else assert.equal(tree.size - roots, made.length);
  });

  test(`${name}: rows keep the order of their parents, a node apart, none lost`, () => {
    for (const pass of new Set(tree.pass)) {
      const { x, rows, left, width } = layout(tree, pass);
      assert.equal(rows.flat().length, tree.pass.filter((one) => one === pass).length);
      rows.forEach((row, depth) => {
        row.forEach((node, at) => {
          assert.equal(tree.depth[node], depth);
          assert.ok(x[node] >= left - 1e-3 && x[node] <= left + width + 1e-3);
          if (at === 0) return;
          const before = row[at - 1];
          assert.ok(x[node] - x[before] >= 1 - 1e-3);
          if (depth > 0) assert.ok(x[tree.parent[node]] >= x[tree.parent[before]], "edges cross");
        });
      });
    }
  });

  test(`${name}: the layout of a part is that of the tree as it was`, () => {
    const half = Math.ceil(tree.size / 2);
    const pass = tree.pass[half - 1];
    const { rows } = layout(tree, pass, half);
    const expected = tree.pass.slice(0, half).filter((one) => one === pass).length;
    assert.equal(rows.flat().length, expected);
    assert.ok(rows.flat().every((node) => node < half));
  });

  test(`${name}: states at a step follow from its past alone`, () => {
    tree.steps.forEach((step, at) => {
      const rows = tally(tree, at, step.born);
      const pass = step.pass;
      const there = tree.pass.slice(0, step.born).filter((one) => one === pass).length;
      const sum = (part) => rows.reduce((total, row) => total + row[part], 0);
      assert.equal(sum("expanded") + sum("waiting") + sum("pruned") + sum("dropped"), there);
      const chosen = new Set(
        tree.steps
          .slice(0, at + 1)
          .filter((s) => s.pass === pass && s.node >= 0)
          .map((s) => s.node),
      );
      assert.equal(sum("expanded"), chosen.size);
      if (step.node >= 0) assert.equal(tree.stateAt(step.node, at), "chosen");
    });
  });

  test(`${name}: the expanded by g and h are all that were expanded`, () => {
    const last = tree.steps.length - 1;
    const counts = byEstimate(tree, last, () => 0);
    const total = counts.flat().reduce((sum, states) => sum + states, 0);
    assert.equal(total, tree.expanded.filter((step) => step < NEVER).length);
  });

  test(`${name}: the solution is a way from the start`, () => {
    const nodes = solutionNodes(tree);
    if (tree.end.moves === null) {
      assert.equal(nodes.size, 0);
      return;
    }
    const boards = boardTextsOn(
      tree.header.topology,
      trace.lines.find(({ kind }) => kind === "expand").chosen.board,
      tree.end.moves,
    );
    assert.equal(boards.at(-1), trace.lines[0].goal);
    const covered = new Set([...nodes].map((node) => tree.board[node]));
    const skips = trace.metric === "mtm";
    if (!skips && tree.steps.at(-2).pass === tree.pass.at(-1)) {
      for (const board of boards) assert.ok(covered.has(board), `${board} is not on the way`);
    }
    for (const node of nodes) assert.ok(boards.includes(tree.board[node]));
  });

  test(`${name}: the lists of a moment hold what its lines of code have added by then`, () => {
    const code = codeOf(tree.algorithm, { ...tree.header.options, ...trace.options });
    const sizes = ({ size, nodes, boards, forwards, backwards }) =>
      forwards ? [...sizes(forwards), ...sizes(backwards)] : [size, (nodes ?? boards).length];
    tree.steps.slice(0, -1).forEach((step, at) => {
      const [line, next] = [step, tree.steps[at + 1]].map((one) => trace.lines[one.line]);
      const upTo = (list, decided) =>
        withAdded(line[list], added(list, step.successors.slice(0, decided), code), line.side);
      for (const { successors } of moments(step, code, tree.end)) {
        if (successors === 0) assert.deepEqual(upTo("frontier", 0), line.frontier);
        if (!["astar", "bfs", "ucs", "greedy", "dfs"].includes(tree.algorithm)) continue;
        const later = step.successors
          .slice(successors)
          .filter(({ node }) => node >= 0 && tree.born[node] === at).length;
        const rows = tally(tree, at, step.born - later);
        const waiting = rows.reduce((sum, row) => sum + row.waiting, 0);
        assert.equal(upTo("frontier", successors).size, waiting, `step ${at}, ${successors}`);
      }
      const whole = step.successors.length;
      if (next.kind !== "expand" || tree.steps[at + 1].pass !== step.pass) return;
      // The next node was taken out of what the frontier was then; a search in depth may have
      // taken others, that it went no deeper from, and a path is no list of what waits. A node that
      // is not fully expanded waits again, and a lookahead begins with nothing else.
      const [frontier, after] = [upTo("frontier", whole), next.frontier];
      if (["idastar", "bpmx", "rbfs"].includes(tree.algorithm)) assert.deepEqual(frontier, line.frontier);
      else if (tree.algorithm !== "beam" && !["dls", "ids", "epeastar", "lsslrtastar"].includes(tree.algorithm))
        assert.equal(frontier.size - 1, after.size);
      const keeps = code.some(({ text }) => /^add child to reached/.test(text));
      if (keeps) assert.deepEqual(sizes(upTo("reached", whole))[0], sizes(next.reached)[0]);
    });
  });

  test(`${name}: the order that a list claims is the order in which its nodes are chosen`, () => {
    const code = codeOf(tree.algorithm, { ...tree.header.options, ...trace.options });
    tree.steps.slice(0, -1).forEach((step, at) => {
      const [line, next] = [step, tree.steps[at + 1]].map((one) => trace.lines[one.line]);
      if (next.kind !== "expand" || tree.steps[at + 1].pass !== step.pass) return;
      const children = added("frontier", step.successors, code);
      const { holds, nodes } = withAdded(line.frontier, children, line.side);
      if (nodes === undefined || nodes.length === 0) return;
      const place = nodes.findIndex(({ board, g }) => board === next.chosen.board && g === next.chosen.g);
      const listed = line.frontier.nodes.length;
      if (/^nodes, (oldest|newest) first, as they will be expanded/.test(holds)) {
        // A search with a depth limit skips nodes at the limit, and those found at less depth since.
        if (!["dls", "ids"].includes(tree.algorithm)) assert.equal(place, 0, holds);
      } else if (holds.startsWith("nodes, next to be expanded first") && listed > 0) {
        assert.ok(place === 0 || place >= listed, holds);
        const them = children.length === 1 ? "one just added is listed last, whatever its" : "";
        if (children.length > 0) assert.match(holds, new RegExp(`${them || "last, whatever their"} turn$`));
      }
    });
  });

  test(`${name}: every moment of a step has its line of code`, () => {
    const code = codeOf(tree.algorithm, { ...tree.header.options, ...trace.options });
    assert.ok(code.length > 0);
    for (const step of tree.steps) {
      const list = moments(step, code, tree.end);
      assert.equal(list.at(-1).successors, step.successors.length);
      for (const { tag, says } of [...list, wholeStep(step, tree.end)]) {
        assert.ok(says.length > 0);
        if (tag !== "stopped")
          assert.ok(
            code.some(({ tags }) => tags.includes(tag)),
            `no line for ${tag}`,
          );
      }
    }
  });
}

test("what waits in the tree is what the search says is waiting", () => {
  // Searches whose frontier holds each waiting node once, and nothing else.
  const exact = trees.filter(
    ({ trace }) =>
      ["bfs", "bibfs"].includes(trace.algorithm) && trace.options.duplicates === undefined,
  );
  assert.ok(exact.length >= 3);
  for (const { name, tree, trace } of exact) {
    tree.steps.forEach((step, at) => {
      if (step.node < 0) return;
      const before = at === 0 ? 0 : tree.steps[at - 1].born;
      let waiting = 0;
      for (let node = 0; node < before; node++) {
        const state = tree.stateAt(node, at - 1);
        if (state === "waiting" && node !== step.node) waiting += 1;
      }
      // The root of the other side waits without having been born in a line.
      const other = trace.algorithm === "bibfs" && tree.side.indexOf("backwards") >= before ? 1 : 0;
      if (at > 0 && tree.parent[step.node] >= 0)
        assert.equal(waiting + other, step.frontier, `${name}, step ${at}`);
    });
  }
});

test("pseudo-code exists for every algorithm and each choice of its options", () => {
  for (const { name: algorithm, options, pseudocode: declared } of algorithms) {
    const shown = new Set();
    for (const [name, { choices, default: usual }] of Object.entries(options)) {
      for (const value of choices.length > 0 ? choices : [usual]) {
        const code = codeOf(algorithm, { [name]: value });
        assert.ok(code.length > 5, `${algorithm} ${name}=${value}`);
        assert.ok(code.some(({ tags }) => tags.includes("choose")));
        assert.ok(code.some(({ tags }) => tags.includes("found")));
        assert.ok(code.every(({ indent }) => Number.isInteger(indent)));
        for (const { text } of code) {
          assert.doesNotMatch(text, /undefined|null|\{\{|\}\}/, `${algorithm} ${name}=${value}`);
          shown.add(text);
        }
      }
    }
    assert.ok(shown.size >= declared.length - 1, `${algorithm} declares lines that nothing shows`);
  }
});

test("only a search that declares it drops the nodes of a depth that it did not choose", () => {
  const droppers = trees.filter(({ tree }) => {
    const last = tree.steps.length - 1;
    return tree.board.some((_, node) => tree.stateAt(node, last) === "dropped");
  });
  assert.ok(droppers.some(({ trace }) => trace.algorithm === "beam"));
  for (const { trace } of droppers) {
    assert.ok(algorithms.find(({ name }) => name === trace.algorithm).discards || trace.algorithm === "rbfs");
  }
});

test("a template is filled with values, and doubled braces are braces", () => {
  assert.equal(filled("reached ← {{start}}; {width} of {{}}", { width: 7 }), "reached ← {start}; 7 of {}");
  const line = (text, when) => ({ text, marks: ["new"], when });
  const templates = [line("always", {}), line("        by {weight}", { duplicates: ["path", "none"] })];
  assert.deepEqual(pseudocode(templates, { duplicates: "global" }), [
    { indent: 0, text: "always", tags: ["new"] },
  ]);
  assert.deepEqual(pseudocode(templates, { duplicates: "none", weight: 1.5 })[1], {
    indent: 2,
    text: "by 1.5",
    tags: ["new"],
  });
});

/** A step of IDA* as the trace writes it: the children that it examined before the next one. */
function idaLine(board, move, g, ...successors) {
  const chosen = { board, move, g, h: 1, f: g + 1, depth: g };
  const children = successors.map(([move, board, verdict, g, of]) => ({
    ...{ move, board, verdict, g },
    ...(of ? { of } : {}),
  }));
  return { kind: "expand", chosen, why: "Because.", successors: children };
}

test("a search that goes back tells whose children it looks at, and how many come later", () => {
  const [start, left] = ["1 2 3/4 0 5/7 8 6", "1 2 3/4 5 0/7 8 6"];
  const tree = new SearchTree();
  tree.add({ kind: "header", algorithm: "idastar", goal: "1 2 3/4 5 6/7 8 0" });
  tree.add(idaLine(start, "", 0, ["L", left, "new", 1]));
  tree.add(
    idaLine(
      left,
      "L",
      1,
      ["D", "1 2 0/4 5 3/7 8 6", "pruned", 2],
      ["U", "1 2 3/4 8 5/7 0 6", "pruned", 1, start],
      ["R", "1 2 3/0 4 5/7 8 6", "pruned", 1, start],
    ),
  );
  const [first, second] = tree.steps;
  assert.deepEqual([first.later, second.later], [2, 0]);
  assert.equal(wholeStep(first, null).says, "Because. Children: 1 new, 2 later.");
  assert.equal(
    wholeStep(second, null).says,
    "Because. Children: 1 pruned. Back at 1\u00a02\u00a03\u00a0/ 4\u00a00\u00a05\u00a0/ 7\u00a08\u00a06 (g 0): 2 pruned.",
  );
  const said = moments(second, codeOf("idastar"), null).map(({ says }) => says);
  assert.ok(said.includes("It is expanded: 1 child to examine."));
  assert.equal(
    said.at(-1),
    "Back at 1\u00a02\u00a03\u00a0/ 4\u00a00\u00a05\u00a0/ 7\u00a08\u00a06 (g 0), R: above the bound, discarded for now.",
  );
});

test("a parent passed twice at different costs is told apart by the cost of the move", () => {
  const [start, side] = ["1 0/2 3", "0 1/2 3"];
  const tree = new SearchTree();
  tree.add({ kind: "header", algorithm: "idastar", metric: "expense", goal: "1 2/3 0" });
  tree.add(idaLine(start, "", 0, ["R", side, "new", 1]));
  tree.add(idaLine(side, "R", 1, ["L", start, "new", 2]));
  tree.add(idaLine(start, "L", 2, ["U", "1 3/2 0", "pruned", 3, start]));
  const [back] = tree.steps[2].successors;
  assert.deepEqual([back.parent, back.back], [0, { board: start, g: 0 }]);
});

test("a step that is over marks the last of its lines", () => {
  for (const { tree, trace } of trees) {
    const code = codeOf(tree.algorithm, { ...tree.header.options, ...trace.options });
    for (const step of tree.steps) {
      const [last, whole] = [moments(step, code, tree.end).at(-1), wholeStep(step, tree.end)];
      assert.deepEqual([whole.tag, whole.successors], [last.tag, last.successors]);
    }
  }
});

test("a trace that names a parent nowhere on the path is refused in words", () => {
  const tree = new SearchTree();
  tree.add({ kind: "header", algorithm: "idastar", goal: "1 2/3 0" });
  const chosen = { board: "1 2/0 3", move: "", g: 0, h: 1, f: 1, depth: 0 };
  const successors = [{ move: "L", board: "1 2/3 0", verdict: "new", g: 1, of: "0 1/2 3" }];
  assert.throws(
    () => tree.add({ kind: "expand", iteration: 1, chosen, successors }),
    /not on the path/,
  );
});

test("the camera shows the whole tree, and zooms about a point that stays", () => {
  const { tree } = trees.find(({ name }) => name.startsWith("bfs {}"));
  const places = layout(tree, 0);
  const [width, height] = [600, 400];
  const camera = new TreeCamera();
  const fit = () => camera.fit(places, width, height);
  fit();
  for (const x of places.x) {
    const at = camera.originX + x * camera.scale;
    assert.ok(at >= 0 && at <= width);
  }
  assert.ok(camera.originY + (places.rows.length - 1) * camera.rowHeight <= height);
  const point = () => [
    (150 - camera.originX) / camera.scale,
    (90 - camera.originY) / camera.rowHeight,
  ];
  const before = point();
  camera.zoomAt(1.7, 150, 90, fit);
  fit();
  point().forEach((value, at) => assert.ok(Math.abs(value - before[at]) < 1e-9));
  for (let times = 0; times < 40; times++) camera.zoomAt(2, 150, 90, fit);
  fit();
  assert.ok(camera.scale <= 72 && camera.rowHeight <= 84);
  camera.zoomAt(1e-9, 0, 0, fit);
  assert.deepEqual([camera.zoom, camera.panX, camera.panY], [1, 0, 0]);
});

test("what a search holds is said in words that need no key", () => {
  assert.equal(heldCaption("Frontier", { size: 7, holds: "nodes, next to be expanded first" }), "Frontier (7), next first");
  const path = "the path to the chosen node, last node first";
  assert.equal(
    heldWords({ size: 7, holds: `${path}; n/a: no frontier` }),
    "this search has none; it stores only the path to the chosen node (7 nodes, last first)",
  );
  assert.equal(
    heldWords({ size: 1, holds: `${path}; siblings have only an f` }),
    "the path to the chosen node (1 node, last first); of their siblings only the f is stored",
  );
  assert.equal(
    heldWords({ size: 7, holds: `${path}; n/a: no frontier`, nodes: [{ board: "1 2/3 0", g: 6 }] }, "1 2/3 0"),
    "this search has none; it stores only the path it was on (7 nodes, last first)",
  );
  // Stopped by a limit, it may be far above the node that it expanded last.
  assert.equal(
    heldWords({ size: 7, holds: `${path}; n/a: no frontier`, nodes: [{ board: "1 2/3 0", g: 6 }] }, "1 2/0 3"),
    "this search has none; it stores only the path it had returned to (7 nodes, last first)",
  );
  const none = "this search stores no reached states";
  assert.equal(heldWords({ size: 0, holds: `n/a: ${none}` }), none);
  const said = new Set(JSON.stringify(traces).match(/"holds":"[^"]*"/g));
  assert.ok(said.size > 3);
  for (const holds of said) {
    assert.doesNotMatch(heldWords({ size: 2, holds: JSON.parse(`{${holds}}`).holds }), /n\/a|last node first/);
  }
});
