"""Finds the partition of the 15-puzzle's tiles with the fewest expansions, by exchanging tiles.

    python benchmarks/partitions.py 6-6-3                    until no exchange helps
    python benchmarks/partitions.py "1,2,3,6,7|4,5,8,9,10|11,12,13,14,15" --only

Counts the expansions of IDA* on uniformly random boards in all contours but the last; these do not
depend on the order of moves. Prints a JSON line for each partition that improves on all before it.
"""

import argparse
import json
import random
import tempfile
from itertools import combinations, product
from pathlib import Path

from taquin.heuristics.patterns.collection import PatternCollection
from taquin.heuristics.patterns.partition import canonical_goal, format_partition, named_partition
from taquin.kernels.searches.ida_star_pdb import blank_frames, ida_star_pdb
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import uniform

MOST_TABLES = 40  # tables; unchanged ones are reused


def expansions(puzzle, partition, boards, folder, most=None):
    """The expansions on all boards; stops counting beyond `most`."""
    collection = PatternCollection.load_or_build(
        4, 4, puzzle.topology.neighbors, puzzle.goal.blank, partition, folder=folder
    )
    frames = blank_frames(collection.search_tables())
    count = 0
    for board in boards:
        outcome = ida_star_pdb(collection, board, frames=frames)
        count += sum(expanded for _, expanded in outcome.contours[:-1])
        if most is not None and count > most:
            break
    for table in sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime)[:-MOST_TABLES]:
        table.unlink()
    return count


def exchanges(partition):
    """Every partition that results from exchanging two tiles."""
    for one, other in combinations(range(len(partition)), 2):
        for a, b in product(partition[one], partition[other]):
            parts = [set(part) for part in partition]
            parts[one] ^= {a, b}
            parts[other] ^= {a, b}
            yield tuple(tuple(sorted(part)) for part in parts)


def show(partition, count):
    print(json.dumps({"partition": format_partition(partition), "expanded": count}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("partition")
    parser.add_argument(
        "--blank", type=int, default=0, choices=[0, 1, 5], help="the blank's goal cell"
    )
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--only", action="store_true", help="do not try exchanges")
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    goal = Board.of(4, 4, canonical_goal(16, chosen.blank))
    puzzle = Puzzle.of(goal, goal=goal)
    boards = [uniform(puzzle, rng).cells for _ in range(chosen.boards)]
    best = named_partition(chosen.partition, 4, 4, chosen.blank)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        least = expansions(puzzle, best, boards, folder)
        show(best, least)
        tried = {best}
        found = not chosen.only
        while found:
            found = False
            near = [partition for partition in exchanges(best) if partition not in tried]
            rng.shuffle(near)
            for partition in near:
                tried.add(partition)
                count = expansions(puzzle, partition, boards, folder, least)
                if count < least:
                    best, least, found = partition, count, True
                    show(best, least)
                    break
    print(json.dumps({"tried": len(tried), "boards": chosen.boards, "seed": chosen.seed}))


if __name__ == "__main__":
    main()
