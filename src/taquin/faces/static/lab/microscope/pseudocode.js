/** The algorithms as a textbook prints them, shaped by their options, line by line. */

/**
 * Tags name the moments of a step at which a line is highlighted: choose, goal, expand, the
 * verdicts new, better, duplicate, pruned, and found, fail at the end.
 * @typedef {object} CodeLine
 * @property {number} indent
 * @property {string} text
 * @property {string[]} tags
 */

/** @typedef {Record<string, unknown>} SearchOptions */

/**
 * @param {string} text leading spaces, four a level, are the indent
 * @param {...string} tags
 * @returns {CodeLine}
 */
function line(text, ...tags) {
  const bare = text.trimStart();
  return { indent: (text.length - bare.length) / 4, text: bare, tags };
}

/**
 * @param {string} algorithm a registered name
 * @param {SearchOptions} options as the header of a trace has them
 * @returns {CodeLine[]} empty for an algorithm without pseudo-code
 */
export function pseudocode(algorithm, options) {
  const order = String(options["order"] ?? "UDLR");
  return TEXTS[algorithm]?.({ ...options, order }) ?? [];
}

/**
 * How a graph search tests a child, by the policy for duplicates.
 * @param {SearchOptions} options
 * @param {string} keeps the line under `global`
 * @returns {CodeLine[]}
 */
function duplicateTest(options, keeps) {
  switch (options["duplicates"]) {
    case "global":
    case "blind":
      return [line(`        ${keeps}`, "duplicate")];
    case "path":
      return [line("        if child is on the path to node: skip it", "duplicate")];
    case "parent":
      return [line("        (the move that undoes the last one is never made)")];
    default:
      return [];
  }
}

/**
 * @param {SearchOptions} options
 * @returns {boolean} whether children are tested as they are made
 */
function early(options) {
  return options["goal_test"] === "generation";
}

/**
 * @param {string} queue what the frontier is
 * @param {SearchOptions} options
 * @param {string} choice how a node is chosen
 * @param {string} keeps when a child is skipped
 * @param {boolean} [closed] duplicates are detected when a node is chosen
 * @returns {CodeLine[]}
 */
function graphSearch(queue, options, choice, keeps, closed = false) {
  const graph = options["duplicates"] === "global" || options["duplicates"] === "blind" || closed;
  return [
    line(`frontier ← ${queue} containing the start`),
    ...(graph ? [line(closed ? "reached ← {}" : "reached ← {start}")] : []),
    line("while frontier is not empty:"),
    line(`    node ← ${choice}`, "choose"),
    ...(closed ? [line("    if node.state is in reached and not cheaper: continue")] : []),
    ...(early(options) ? [] : [line("    if node is the goal: return its path", "goal", "found")]),
    ...(closed ? [line("    add node to reached")] : []),
    line(`    for each child of node, in the order ${options["order"]}:`, "expand"),
    ...duplicateTest(options, keeps),
    ...(early(options) ? [line("        if child is the goal: return its path", "found")] : []),
    ...(graph && !closed ? [line("        add child to reached", "new", "better")] : []),
    line("        add child to frontier", "new", "better"),
    line("return: no solution exists", "fail"),
  ];
}

/**
 * @param {string} formula
 * @returns {(options: SearchOptions) => CodeLine[]}
 */
function bestFirst(formula) {
  return (options) =>
    graphSearch(
      `a priority queue by ${formula.replace("W", String(options["weight"] ?? ""))}`,
      options,
      `take the node with the smallest ${formula.replace("W", String(options["weight"] ?? ""))}`,
      formula === "h"
        ? "if child is in reached: skip it"
        : "if child is in reached and not cheaper: skip it",
      options["duplicates"] === "closed",
    );
}

/**
 * A depth-first pass; `limited` stops at a depth.
 * @param {SearchOptions} options
 * @param {boolean} limited
 * @returns {CodeLine[]}
 */
function dive(options, limited) {
  const aware = limited && options["duplicates"] === "global";
  const code = graphSearch(
    "a stack",
    options,
    "take the newest node",
    aware ? "if child is in reached at no greater depth: skip it" : "if child is in reached: skip it",
  );
  if (!limited) return code;
  const at = code.findIndex(({ tags }) => tags.includes("expand"));
  // With `blind` the children are made, and counted, before the depth is checked.
  if (options["duplicates"] === "blind")
    code.splice(at + 1, 0, line("        if node is at the depth limit: skip child", "pruned"));
  else code.splice(at, 0, line("    if node is at the depth limit: continue"));
  return code;
}

/** @param {SearchOptions} options */
function deepening(options) {
  return [
    line("for limit = 0, 1, 2, …:"),
    ...dive(options, true)
      .slice(0, -1)
      .map((one) => ({ ...one, indent: one.indent + 1 })),
    line("    if nothing was cut off: return: no solution exists", "fail"),
  ];
}

/** @param {SearchOptions} options */
function idaStar(options) {
  return [
    line("bound ← h(start)"),
    line("repeat:"),
    line("    search(start), and stop when the goal is found", "found"),
    line("    bound ← the smallest f above the bound", "fail"),
    line("search(node):", "choose"),
    line(`    for each child of node, in the order ${options["order"]}:`, "expand"),
    ...duplicateTest(options, ""),
    line("        if g + h of child is above bound: record its f and skip it", "pruned"),
    line("        if child is the goal: return its path", "goal"),
    line("        search(child)", "new"),
  ];
}

/** @param {SearchOptions} options */
function recursive(options) {
  return [
    line("search(node, limit):", "choose"),
    line("    if node is the goal: return its path", "goal", "found"),
    line(`    for each child of node, in the order ${options["order"]}:`, "expand"),
    ...duplicateTest(options, ""),
    line("        value of child ← max(g + h of child, value of node)", "new"),
    line("    repeat:"),
    line("        best ← the child with the smallest value"),
    line("        if value of best is above limit: return that value", "fail"),
    line("        other ← the second smallest value"),
    line("        value of best ← search(best, min(limit, other))"),
  ];
}

/** @param {SearchOptions} options */
function bothWays(options) {
  return [
    line("two frontiers and reached sets: from the start and from the goal"),
    line("while neither frontier is empty:"),
    line("    take the side with the smaller frontier"),
    line("    for each node of its next level:", "choose"),
    line(`        for each child of node, in the order ${options["order"]}:`, "expand"),
    line("            if child is in reached of this side: skip it", "duplicate"),
    line("            if child is in reached of the other side: return the joined path", "found"),
    line("            add child to reached and to frontier of this side", "new"),
    line("return: no solution exists", "fail"),
  ];
}

/** @param {SearchOptions} options */
function meeting(options) {
  return [
    line("two frontiers, from the start and from the goal; best ← none"),
    line("while neither frontier is empty:"),
    line("    if no path still possible can cost less than best: return best", "found"),
    line("    node ← take the smallest max(g + h, 2g + 1) of both sides", "choose"),
    line(`    for each child of node, in the order ${options["order"]}:`, "expand"),
    line("        if child is in reached of this side and not cheaper: skip it", "duplicate"),
    line("        add child to this side's frontier", "new", "better"),
    line("        if it is in the other frontier too: best ← the cheaper joined path"),
    line("return best, or: no solution exists", "fail"),
  ];
}

/** @param {SearchOptions} options */
function beam(options) {
  return [
    line("layer ← {start}; reached ← {start}"),
    line("while layer is not empty:"),
    line("    for each node of layer:", "choose"),
    line(`        for each child of node, in the order ${options["order"]}:`, "expand"),
    line("            if child is in reached: skip it", "duplicate"),
    line("            if child is the goal: return its path", "found"),
    line("            add child to reached and to the next layer", "new"),
    line(`    layer ← the ${options["width"] ?? "best"} children with the smallest h`),
    line("return: no solution was found", "fail"),
  ];
}

/** @param {SearchOptions} options */
function rowByRow(options) {
  return [
    line("for each row or column, while more than 3 × 3 is left:"),
    line("    bring its tiles to their goal cells one by one, the last two together"),
    line("solve the rest by A*:"),
    line("    node ← take the node with the smallest f = g + h", "choose"),
    line(`    for each child of node, in the order ${options["order"]}:`, "expand"),
    line("        if child is in reached and not cheaper: skip it", "duplicate"),
    line("        add child to reached and to the frontier", "new", "better", "pruned"),
    line("shorten the moves found, and return them", "found"),
    line("return: no solution was found", "fail"),
  ];
}

const TEXTS = /** @type {Record<string, (options: SearchOptions) => CodeLine[]>} */ ({
  bfs: (options) =>
    graphSearch("a queue", options, "take the oldest node", "if child is in reached: skip it"),
  dfs: (options) => dive(options, false),
  dls: (options) => dive(options, true),
  ids: deepening,
  ucs: bestFirst("g"),
  greedy: bestFirst("h"),
  astar: bestFirst("f = g + h"),
  wastar: bestFirst("f = g + W h"),
  idastar: idaStar,
  rbfs: recursive,
  bibfs: bothWays,
  mm: meeting,
  beam,
  rows: rowByRow,
});
