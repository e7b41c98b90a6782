/** Where puzzles come from, and what their answers change: rated ones, and mistakes that come back. */
import { newId } from "../game/record.js";
import { drawPuzzle, namedMistake, namedPuzzle, ownPuzzles, puzzleName } from "./puzzles.js";
import { dueOn, localDay, nextReturn, waitWords } from "./repeats.js";
import { afterAsking, afterMending, afterMissing, afterPuzzle, withOpen } from "./trainlog.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./trainlog.js").LogKeeper} LogKeeper */

/**
 * @typedef {object} PuzzleSource
 * @property {() => string} key  puzzles under different keys stay open side by side
 * @property {boolean} counts  whether a puzzle that is skipped counts as missed
 * @property {(signal: AbortSignal) => Promise<Puzzle | null>} draw
 * @property {(puzzle: Puzzle, solved: boolean, key: string) => [change: string, later: string]} settle  keep the first answer; in words,
 *   what it changed and when the puzzle comes back
 * @property {(puzzle: Puzzle, key: string) => void} skip
 * @property {() => string} none  why there is no puzzle
 */

/**
 * @param {App} app
 * @param {LogKeeper} log
 * @param {import("./puzzlechoice.js").PuzzleChoice} choice
 * @returns {PuzzleSource}
 */
export function ratedSource({ solver }, log, choice) {
  /** @param {Puzzle} puzzle @param {boolean} solved @param {string} key @returns {[string, string]} */
  const settle = (puzzle, solved, key) => {
    const before = log.value;
    const name = puzzleName(puzzle);
    const rated = afterAsking(afterPuzzle(before, puzzle.difficulty, solved), name);
    log.set(withOpen(solved ? rated : afterMissing(rated, name, localDay()), key, null));
    const change = rated.rating - before.rating;
    return [t`Rating ${change < 0 ? "−" : "+"}${Math.abs(change)}.`, solved ? "" : t`It comes back tomorrow, under Mistakes.`];
  };
  return {
    key: () => choice.name,
    counts: true,
    draw(signal) {
      const { name, value } = choice;
      // Reloading the page is no way to skip a puzzle.
      if (!log.value.open[name]) log.set(withOpen(log.value, name, newId()));
      const { open: { [name]: [rating, seed] }, recent: asked } = log.value;
      return drawPuzzle(solver, { rating, ...value, seed, asked, signal });
    },
    settle,
    skip: (puzzle, key) => void settle(puzzle, false, key),
    none: () => "",
  };
}

/**
 * Those that are back today, then the mistakes of the player's games that are new.
 * @param {App} app
 * @param {LogKeeper} log
 * @returns {PuzzleSource}
 */
export function mistakeSource({ solver, history }, log) {
  /** Put off with Next, until all have been seen. @type {Set<string>} */
  const skipped = new Set();
  const nameOf = (/** @type {Puzzle} */ puzzle) => puzzle.mistake ?? puzzleName(puzzle);
  /** @param {AbortSignal} signal */
  const find = async (signal) => {
    const games = await history.all();
    const { repeats, mended } = log.value;
    const back = dueOn(repeats, localDay()).filter((name) => !name.startsWith("lesson:") && !skipped.has(name));
    for (const name of back) {
      const named = name.startsWith("puzzle:") ? namedPuzzle(solver, name, signal) : namedMistake(solver, games, name, signal);
      const puzzle = await named;
      if (puzzle) return puzzle;
    }
    const known = [...mended, ...Object.keys(repeats), ...skipped];
    const { value } = await ownPuzzles(solver, games, { mended: known, signal }).next();
    return value ?? null;
  };
  return {
    key: () => "mistakes",
    counts: false,
    async draw(signal) {
      const puzzle = await find(signal);
      if (puzzle || skipped.size === 0) return puzzle;
      skipped.clear();
      return find(signal);
    },
    settle(puzzle, solved) {
      const [name, today, before] = [nameOf(puzzle), localDay(), log.value];
      const known = Object.hasOwn(before.repeats, name);
      if (!solved) {
        if (known) log.set(afterMissing(before, name, today));
        return ["", known ? t`It comes back tomorrow.` : t`It stays here until it is put right.`];
      }
      const after = afterMending(before, name, today);
      log.set(after);
      const due = after.repeats[name]?.[1];
      return ["", due ? t`It comes back ${waitWords(due, today)}.` : t`Put right for good.`];
    },
    skip: (puzzle) => void skipped.add(nameOf(puzzle)),
    none() {
      const [{ repeats }, today] = [log.value, localDay()];
      const next = nextReturn(Object.fromEntries(Object.entries(repeats).filter(([name]) => !name.startsWith("lesson:"))), today);
      const later = next ? t` The next one comes back ${waitWords(next, today)}.` : t` What you miss comes back after a day, three days and nine.`;
      return t`Nothing to review. Missed puzzles come here, and mistakes in the games that you solved on boards of up to 16 cells (4×4).${later}`;
    },
  };
}
