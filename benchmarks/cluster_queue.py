"""How well a contour would keep many workers busy: its queue simulated with measured subtrees.

    python benchmarks/cluster_queue.py korf24:25 --partition 6-6-6-6 --contour 79

Measures how unevenly the subtrees of a contour divide it, at depth 8 and five levels below, and
plays `solving.spread` with such subtrees: the largest first, each part for a limited time, what is
left split again. One server hands out parts and takes them back, `--task-ms` for each. Prints the
share of the workers' time that is spent on the search.
"""

import argparse
import random
from heapq import heappop, heappush

from taquin.kernels.searches.ida_star_pdb import blank_frames
from taquin.kernels.searches.subtrees import search_subtrees, split
from taquin.puzzle.instances import instance
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.engines import spread
from taquin.solving.engines.pattern_bench import ready

OVERSHOOT = 0.15  # of a part's time: until the lanes have ended what they keep
SUBTREE_SECONDS = 0.0002  # to begin a subtree


def never(expanded: int, generated: int) -> bool:
    return False


def shares(name: str, partition: str, bound: int, sampled: int) -> list[list[float]]:
    """The parts into which subtrees divide, each adding up to 1: the contour's, then others'."""
    board = instance(name)
    heuristic, _ = ready(Puzzle.of(board.board, goal=board.goal), partition)
    tables, found = heuristic.collection.search_tables(), []
    frames = blank_frames(tables)
    start = bytes(heuristic.canonical.board(board.board.cells))
    neighbors = tables.neighbors.reshape(-1, 4)

    def stand(board: bytes, moves: str) -> bytes:
        cells, blank = bytearray(board), board.index(0)
        for letter in moves:
            source = int(neighbors[blank]["UDLR".index(letter)])
            cells[blank], cells[source], blank = cells[source], 0, source
        return bytes(cells)

    def divide(board: bytes, bound: int, depth: int) -> list[tuple[float, str]]:
        left = split(tables, frames, board, bound, depth).left
        reports = [search_subtrees(tables, frames, board, [one], bound, never) for one in left]
        return [(r.expanded, one.moves) for r, one in zip(reports, left, strict=True)]

    first = divide(start, bound, 8)
    total = sum(size for size, _ in first)
    found.append([size / total for size, _ in first])
    print(f"{total:,.0f} nodes in {len(first)} subtrees; the largest holds {max(found[0]):.2%}")
    for size, moves in sorted(first, reverse=True)[:sampled]:
        below = [size for size, _ in divide(stand(start, moves), bound - len(moves), 5)]
        if sum(below):
            found.append([size / sum(below) for size in below])
    largest = [max(parts) for parts in found[1:]]
    print(
        f"five levels below: {sum(map(len, found[1:])) / len(largest):.0f} subtrees of each, the "
        f"largest holds {sum(largest) / len(largest):.1%} of it on average"
    )
    return found


def searched(
    part: list[float], budget: float, below: list[list[float]], rng: random.Random
) -> tuple[float, float, list[float]]:
    """(how long a part takes, seconds of search in it, the subtrees that are left)."""
    spent, overhead, left = 0.0, 0.0, []
    for number, size in enumerate(part):
        if number and spent + overhead >= budget:
            left += part[number:]
            break
        overhead += SUBTREE_SECONDS
        room = max(0.0, budget - spent - overhead)
        if size <= room * (1 + OVERSHOOT):
            spent += size
            continue
        pieces = [share * size for share in rng.choice(below)]
        while pieces and pieces[0] <= room:
            room -= pieces[0]
            spent += pieces.pop(0)
        # The lanes keep the deeper half of what they have begun, and give the rest up.
        kept = min(sum(pieces), budget * OVERSHOOT)
        spent += kept
        rest = sum(pieces)
        left += [piece * (1 - kept / rest) for piece in pieces if rest]
    return spent + overhead, spent, left


def busy(
    threads: int, seconds: float, task: float, found: list[list[float]], rng: random.Random
) -> float:
    """The share of `threads` workers' time spent on a contour that lasts `seconds` at best."""
    whole = threads * seconds
    queue = [-share * whole for share in found[0]]
    queue.sort()
    waiting, running, now, server = whole, 0.0, 0.0, 0.0
    events: list[tuple[float, float, list[float]]] = []
    free = threads
    while queue or events:
        while queue and free:
            speed = (whole - waiting - running) / now if now else 0.0
            budget = spread.part_seconds(waiting, speed, threads - free)
            enough = spread.part_weight(waiting, speed, threads)
            part, size = [], 0.0
            while queue and len(part) < spread._MOST_IN_PART and (not part or size < enough):
                part.append(-heappop(queue))
                size += part[-1]
            server = max(server, now) + task
            lasts, done, left = searched(part, budget, found[1:], rng)
            heappush(events, (server + lasts, done, left))
            waiting, running, free = waiting - size, running + size, free - 1
        now, done, left = heappop(events)
        free += 1
        running -= done + sum(left)
        waiting += sum(left)
        for size in left:
            heappush(queue, -size)
    return whole / (threads * now)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board")
    parser.add_argument("--partition", default="6-6-6-6")
    parser.add_argument("--contour", type=int, required=True)
    parser.add_argument("--sampled", type=int, default=60)
    parser.add_argument("--task-ms", type=float, default=3.0)
    given = parser.parse_args()
    found = shares(given.board, given.partition, given.contour, given.sampled)
    for threads in (2, 100, 1000):
        for seconds in (10, 60, 300):
            share = busy(threads, seconds, given.task_ms / 1000, found, random.Random(1))
            print(f"{threads:>5} threads, a contour of {seconds:>5} s: {share:.1%}", flush=True)


if __name__ == "__main__":
    main()
