"""What partitions of the 24-puzzle are worth together, and the best few for a budget of memory.

    python benchmarks/collections24.py 6-6-6-6 pair small        # each: worth, time, expansions
    python benchmarks/collections24.py --find --megabytes 200    # the best of the published

A collection's worth is the mean of branching ** -h over random boards (the smaller the better: the
nodes of a search under a bound are proportional to it), and the expansions of the completed
contours of easy boards of Korf and Felner, with the processor seconds they take. `--find` begins
with Korf and Felner's partition and adds, one after another, the one of `improved` that reduces the
expansions most, as long as the tables fit; `time` tells from where on more partitions cost more
than they save. Tables that are missing are built (4 s each) and stored.
"""

import argparse
import random
import time

from taquin.heuristics.patterns.collection import PatternCollection
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.partition import format_partition
from taquin.heuristics.patterns.several import named_partitions
from taquin.kernels import load_numba
from taquin.puzzle.instances import instance
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import uniform

load_numba()
from taquin.kernels.searches.ida_star_pdb import blank_frames, ida_star_pdb  # noqa: E402

# Of the 24-puzzle, without the move back (Edelkamp & Korf 1998).
BRANCHING = 2.36761
FIRST = "6-6-6-6"


def worth(heuristic: PatternHeuristic, boards: list[tuple[int, ...]]) -> float:
    """The mean of branching ** -h."""
    return float((BRANCHING ** -heuristic.values(boards).astype(float)).mean())


def searched(
    heuristic: PatternHeuristic, numbers: list[int], *, whole: bool
) -> tuple[int, int, float]:
    """Expansions of the completed contours, and all, and processor seconds.

    whole: search the last contour too, up to the solution.
    """
    collection: PatternCollection = heuristic.collection
    frames = blank_frames(collection.search_tables())
    completed = expanded = 0
    seconds = 0.0
    for number in numbers:
        known = instance(f"korf24:{number}")
        board = heuristic.canonical.board(known.board.cells)
        began = time.process_time()
        found = ida_star_pdb(
            collection,
            board,
            frames=frames,
            on_slice=lambda _e, _g, bound, last=known.optimal: not whole and bound == last,
            slice_expansions=250_000 if whole else 20_000,
        )
        seconds += time.process_time() - began
        completed += sum(count for bound, count in found.contours if bound != known.optimal)
        expanded += found.expanded
    return completed, expanded, seconds


def report(name: str, text: str, options: argparse.Namespace, puzzle: Puzzle) -> int:
    """Print a line about a collection; returns the expansions of its completed contours."""
    heuristic = PatternHeuristic(puzzle, text)
    rng = random.Random(options.seed)
    boards = [uniform(puzzle, rng).cells for _ in range(options.random)]
    completed, expanded, seconds = searched(heuristic, options.boards, whole=options.whole)
    print(
        f"{name:12} {heuristic.collection.nbytes / 1e6:6.0f} MB {len(heuristic.collection.views):3}"
        f" views  worth {worth(heuristic, boards):.3e}  completed contours {completed:13,}  "
        f"all {expanded:13,}  {seconds:7.2f} s  {expanded / seconds / 1e6:5.2f} M/s",
        flush=True,
    )
    return completed


def find(options: argparse.Namespace, puzzle: Puzzle) -> None:
    """Add one published partition after another, each time the best."""
    pool = [format_partition(part) for part in named_partitions("improved", 5, 5)]
    chosen = [format_partition(part) for part in named_partitions(FIRST, 5, 5)]
    report(FIRST, FIRST, options, puzzle)
    while pool:
        ranked = []
        for number, part in enumerate(pool):
            text = "/".join([*chosen, part])
            if PatternHeuristic(puzzle, text).collection.nbytes <= options.megabytes * 1e6:
                ranked.append((report(f"  + {number}", text, options, puzzle), part))
        if not ranked:
            break
        best = min(ranked)[1]
        pool.remove(best)
        chosen.append(best)
        print(f"best of {len(chosen)}: {'/'.join(chosen)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collections", nargs="*", help="names, or partitions as in pdb:…")
    parser.add_argument("--boards", type=int, nargs="+", default=[40, 38])
    parser.add_argument("--whole", action="store_true", help="search up to the solutions")
    parser.add_argument("--random", type=int, default=2000, help="random boards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--find", action="store_true")
    parser.add_argument("--megabytes", type=float, default=300)
    options = parser.parse_args()
    solved = instance("korf24:1").goal
    puzzle = Puzzle.of(solved, goal=solved)
    for name in options.collections:
        report(name, name, options, puzzle)
    if options.find:
        find(options, puzzle)


if __name__ == "__main__":
    main()
