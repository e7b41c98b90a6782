/**
 * What a comparison shows, in sentences derived only from its numbers. A sentence is left out if its
 * numbers are missing, and never claims more than they prove: a search stopped by a limit needs at
 * least what it had spent; nothing more is known.
 */
import { searchSeconds } from "./comparison.js";
import { count, duration, percent, times } from "../../shared/measures.js";
import { heard } from "../../words/heard.js";
import { amount, listedApart, said, t } from "../../words/said.js";

/** @typedef {import("./comparison.js").Row} Row */
/** @typedef {import("./comparison.js").Result} Result */
/** @typedef {Row & {result: Result}} Ended */
/** @typedef {Ended & {result: Result & {cost: number}}} Solved */

const LIMITS = /** @type {Record<string, string>} */ ({
  time: t`the time limit`,
  expansions: t`the limit on expansions`,
  memory: t`the memory limit`,
  depth: t`the depth limit`,
  interrupt: t`cancellation`,
});

/**
 * @param {Row} row
 * @returns {row is Solved}
 */
export function isSolved(row) {
  return row.result !== null && row.result.status === "solved" && row.result.cost !== null;
}

/**
 * @param {Row} row
 * @returns {row is Ended}
 */
function isStopped(row) {
  return row.result !== null && row.result.status === "limit";
}

/**
 * Whether a search was ended from outside, before it had a result.
 * @param {Row} row
 * @returns {boolean}
 */
function isCut({ state, result }) {
  return state === "done" && result === null;
}

/**
 * What stopped a search, as in "the time limit".
 * @param {Result} result
 * @returns {string}
 */
export function stopper(result) {
  return LIMITS[result.limit ?? ""] ?? t`a limit`;
}

const SHORT_LIMITS = /** @type {Record<string, string>} */ ({
  time: t`time limit`,
  expansions: t`expansion limit`,
  memory: t`memory limit`,
  depth: t`depth limit`,
  interrupt: t`by hand`,
});

/**
 * The same in the short form for a table, "time limit".
 * @param {Result} result
 * @returns {string}
 */
export function shortStopper(result) {
  return SHORT_LIMITS[result.limit ?? ""] ?? t`limit`;
}

/**
 * Sentences about all rows that have ended; none if there is nothing to compare.
 * @param {Row[]} rows
 * @returns {string[]}
 */
export function remarks(rows) {
  const ended = rows.filter((row) => row.result !== null);
  const impossible = ended.find((row) => row.result?.status === "unsolvable");
  if (impossible) return [unsolvable(/** @type {Result} */ (impossible.result))];
  const solved = ended.filter(isSolved);
  const cut = rows.filter(isCut);
  if (ended.length + cut.length < 2) return [];
  if (ended.length === 0) return [cut.some(({ lost }) => lost) ? t`The searches were lost with their server before any of them finished.` : t`The searches were stopped before any of them finished.`];
  return [
    onlyAnswer(solved, ended),
    fewest(solved),
    costs(solved),
    cheapest(solved),
    quickest(solved),
    ...unanswered(ended),
    cancelled(cut),
    fromCache(ended, cut.length === 0),
  ].filter((sentence) => sentence !== "");
}

/**
 * @param {Result} result
 * @returns {string}
 */
function unsolvable(result) {
  return result.reason
    ? t`No search can solve this board: ${result.reason.replace(/[.。]$/, "")}.`
    : t`No search can solve this board: it is proved to be unsolvable.`;
}

/**
 * @param {Solved[]} solved
 * @returns {Solved[]} those with the cheapest solution found
 */
function withLeastCost(solved) {
  const least = Math.min(...solved.map((row) => row.result.cost));
  return solved.filter((row) => row.result.cost === least);
}

/**
 * @template T
 * @param {T[]} list
 * @param {(item: T) => number} key
 * @returns {T[]} all items whose key is the smallest
 */
function allLeast(list, key) {
  const least = Math.min(...list.map(key));
  return list.filter((item) => key(item) === least);
}

/**
 * @param {Array<{name: string}>} rows
 * @returns {string} "A", "A and B", "A; B; and C"
 */
export function names(rows) {
  const quoted = rows.map((row) => row.name);
  const end = quoted.pop() ?? "";
  // Names contain commas, so a list of several is separated by semicolons.
  return quoted.length > 0 ? t`${listedApart(quoted)} and ${end}` : end;
}

/**
 * The cheapest solution if only one search found it, and what all of them prove about the optimal cost.
 * @param {Solved[]} solved
 * @param {Row[]} ended
 * @returns {string}
 */
function onlyAnswer(solved, ended) {
  const [one, ...others] = withLeastCost(solved);
  if (!one || others.length > 0) return "";
  const { cost, optimal } = one.result;
  const found =
    solved.length === 1
      ? t`Only ${one.name} solved the board, at cost ${count(cost)}`
      : t`${one.name} found the cheapest solution, at cost ${count(cost)}`;
  const bound = Math.max(...ended.map(provedBound));
  if (optimal || bound >= cost) return t`${found}, which is proved to be optimal.`;
  // A search stopped by a limit may have found a cheaper one: its own sentence says so.
  if (ended.some(({ result }) => (result?.cost ?? cost) < cost)) return t`${found}, which is not optimal.`;
  if (bound === 0) return t`${found}; it is unknown whether that is optimal.`;
  const by = ended.filter((row) => provedBound(row) === bound);
  return t`${found}; it is unknown whether that is optimal. The best lower bound, ${count(bound)}, was proved by ${names(by)}.`;
}

/** @param {Row} row */
function provedBound(row) {
  return row.result?.lower_bound ?? 0;
}

/** @param {Row} row */
function expanded(row) {
  return row.result?.stats.expanded ?? 0;
}

/**
 * @param {Solved[]} solved
 * @returns {string}
 */
function fewest(solved) {
  const equals = withLeastCost(solved);
  if (equals.length < 2) return "";
  const best = allLeast(equals, expanded);
  const [few, many] = [Math.min(...equals.map(expanded)), Math.max(...equals.map(expanded))];
  const worst = equals.filter((row) => expanded(row) === many);
  const cost = equals[0]?.result.cost ?? 0;
  if (few === many) {
    const all = equals.length === 2 ? t`Both` : t`All ${equals.length}`;
    return t`${all} searches with a solution of cost ${count(cost)} expanded the same number of states: ${count(few)}.`;
  }
  const ratio = few > 0 && many >= 1.1 * few ? t`, ${times(many, few)} times as many` : "";
  return (
    t`Among the searches with the cheapest solution found (cost ${count(cost)}), ${names(best)} expanded the fewest states, ${count(few)}; ${names(worst)} expanded the most, ${count(many)}${ratio}.`
  );
}

/**
 * @param {Solved[]} solved
 * @returns {string}
 */
function costs(solved) {
  const least = Math.min(...solved.map((row) => row.result.cost));
  const worse = solved.filter((row) => row.result.cost > least);
  if (worse.length === 0) return "";
  const proved = solved.some((row) => row.result.cost === least && row.result.optimal);
  const list = listedApart(worse.map((row) => t`${row.name} (${count(row.result.cost)})`));
  const best = proved
    ? t`the proved optimal cost, ${count(least)}`
    : t`the cheapest solution found, ${count(least)}`;
    return t`More expensive than ${best}: ${list}.`;
}

/**
 * Fewer expansions than every search with the cheapest solution, but a higher cost.
 * @param {Solved[]} solved
 * @returns {string}
 */
function cheapest(solved) {
  if (solved.length < 2) return "";
  const few = Math.min(...withLeastCost(solved).map(expanded));
  const least = Math.min(...solved.map((row) => row.result.cost));
  const [quick, ...others] = allLeast(solved, expanded);
  if (!quick || others.length > 0 || expanded(quick) >= few || quick.result.cost === least)
    return "";
  return (
    t`${quick.name} expanded the fewest states of all, ${count(expanded(quick))}, but its solution costs ${count(quick.result.cost - least)} more than the cheapest.`
  );
}

/**
 * Less time with more expansions, if both ran now and the difference is not noise.
 * @param {Solved[]} solved
 * @returns {string}
 */
function quickest(solved) {
  const fresh = solved.filter(({ cached }) => !cached);
  const time = (/** @type {Solved} */ row) => searchSeconds(row.result);
  const [quick] = allLeast(fresh, time);
  const [lean] = allLeast(fresh, expanded);
  if (!quick || !lean || expanded(quick) === expanded(lean)) return "";
  if (!isClearlyLess(time(quick), time(lean))) return "";
  return (
    t`${quick.name} took ${duration(time(quick))} and ${lean.name} ${duration(time(lean))}, although ${lean.name} expanded fewer states (${count(expanded(lean))} against ${count(expanded(quick))}): the time per state differs from search to search.`
  );
}

/**
 * Whether two times differ by more than chance: other work on the machine easily adds a few dozen
 * milliseconds.
 * @param {number} less seconds
 * @param {number} more seconds
 * @returns {boolean}
 */
function isClearlyLess(less, more) {
  return more >= 1.5 * less && more - less >= 0.05;
}

/**
 * @param {Row[]} ended
 * @returns {string[]}
 */
function unanswered(ended) {
  const found = ended.filter(isStopped).map((row) => {
    const bound = row.result.lower_bound;
    const best =
      row.result.cost === null ? "" : t`; its best solution so far cost ${count(row.result.cost)}`;
    const proved = bound ? t`, with a proved lower bound of ${count(bound)}` : "";
    return t`${row.name} was stopped by ${stopper(row.result)} after ${amount(expanded(row), "expansion")}${proved}${best}.`;
  });
  for (const row of ended) {
    if (row.result?.status === "incomplete") {
      found.push(
        t`${row.name} ended after ${amount(expanded(row), "expansion")} without a solution and without a proof that there is none.`,
      );
    }
    if (row.result?.status === "error") {
      const { error } = row.result;
      found.push(t`${row.name} failed: ${error ? heard(error.message) : t`no reason was given`}`);
    }
  }
  return found;
}

/**
 * @param {Row[]} cut
 * @returns {string}
 */
function cancelled(cut) {
  if (cut.length === 0) return "";
  const [which, searches] = [names(cut), cut.length];
  return cut.some(({ lost }) => lost)
    ? said("{which} {searches:was lost with its server before it|were lost with their server before they} finished.", { which, searches })
    : said("{which} {searches:was stopped before it|were stopped before they} finished.", { which, searches });
}

/**
 * @param {Row[]} ended
 * @param {boolean} all whether there are no others
 * @returns {string}
 */
function fromCache(ended, all) {
  const before = ended.filter(({ cached }) => cached);
  if (before.length === 0) return "";
  const which = all && before.length === ended.length ? t`all searches` : names(before);
  return before.length === 1
    ? t`The result of ${which} came from the server’s cache: its time is that of an earlier run.`
    : t`The results of ${which} came from the server’s cache: their times are those of an earlier run.`;
}

/**
 * Which of two searches expanded fewer states, by how much, and what the numbers say about the reason.
 * @param {Row} one
 * @param {Row} other
 * @returns {string[]}
 */
export function whyFewer(one, other) {
  if (one.result?.status === "unsolvable" || other.result?.status === "unsolvable") {
    const result = one.result?.status === "unsolvable" ? one.result : other.result;
    return [unsolvable(/** @type {Result} */ (result))];
  }
  if (isSolved(one) && isSolved(other)) return bothSolved(one, other);
  if (isSolved(one) && isStopped(other)) return [solvedAndStopped(one, other)];
  if (isSolved(other) && isStopped(one)) return [solvedAndStopped(other, one)];
  const without = [one, other].filter((row) => !isSolved(row));
  const cut = without.filter(isCut);
  if (without.filter(({ result }) => result === null).length > cut.length) return [];
  const why = unanswered(without.filter(({ result }) => result !== null));
  if (cut.length > 0) why.push(cancelled(cut));
  return [...why, t`So their numbers of expanded states cannot be compared.`];
}

/**
 * @param {Solved} one
 * @param {Solved} other
 * @returns {string[]}
 */
function bothSolved(one, other) {
  const [few, many] = expanded(one) <= expanded(other) ? [one, other] : [other, one];
  const [less, more] = [expanded(few), expanded(many)];
  const found = [];
  if (less === more) {
    found.push(t`${one.name} and ${other.name} expanded the same number of states: ${count(less)}.`);
  } else {
    const ratio =
      less > 0 && more >= 1.1 * less
        ? t` ${many.name} expanded ${times(more, less)} times as many.`
        : "";
    found.push(
      t`${few.name} expanded fewer states than ${many.name}: ${count(less)} against ${count(more)}.${ratio}`,
    );
  }
  const difference = few.result.cost - many.result.cost;
  if (difference > 0) {
    found.push(
      t`But its solution costs ${count(difference)} more: ${count(few.result.cost)} against ${count(many.result.cost)}.`,
    );
  } else if (difference < 0) {
    found.push(
      t`Its solution is also cheaper: ${count(few.result.cost)} against ${count(many.result.cost)}.`,
    );
  }
  return [...found, ...repeats(many, few)];
}

/**
 * How much of the larger number is repeated work, if the contours show it.
 * @param {Solved} many
 * @param {Solved} few
 * @returns {string[]}
 */
function repeats(many, few) {
  const contours = many.result.stats.contours;
  if (contours.length < 2 || expanded(many) <= expanded(few)) return [];
  const [bound, last] = /** @type {[number, number]} */ (contours[contours.length - 1]);
  const again = expanded(many) - last;
  if (again <= 0) return [];
  return [
    said(
      "{search} searched in {passes:,} passes, each from the start and with a larger bound; {before:the pass|the passes} before the last (bound {bound:,}) took {again:,} of its expansions ({share}%).",
      { search: many.name, passes: contours.length, before: contours.length - 1, bound, again, share: percent(again, expanded(many)) },
    ),
  ];
}

/**
 * @param {Solved} solved
 * @param {Ended} stopped
 * @returns {string}
 */
function solvedAndStopped(solved, stopped) {
  const [needed, spent] = [expanded(solved), expanded(stopped)];
  const start = t`${solved.name} solved the board after ${amount(needed, "expansion")}; ${stopped.name} was stopped by ${stopper(stopped.result)} after ${count(spent)}`;
  if (spent > needed) {
    const ratio = needed > 0 ? t`, at least about ${times(spent, needed)} times as many` : "";
    return t`${start}: it would need more than ${count(spent)}${ratio}.`;
  }
  return t`${start}: it is unknown how many it would need, and so which of the two expands fewer.`;
}
