"""Answers many mixed questions in a fresh process, from a cold start, in one of several ways.

A script, because every lazy value must still be missing when the first question is asked.
`python many_questions.py serial|threads|fork|spawn HOW_MANY WORKERS` prints a JSON line for each.
"""

import json
import multiprocessing
import random
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

SIZES = ((2, 2), (3, 2), (2, 4), (3, 3), (3, 3), (4, 3), (4, 4), (4, 4), (5, 4))
ALGORITHMS = (
    "bfs", "dfs", "dls", "ids", "ucs", "greedy", "astar", "wastar", "idastar", "bibfs", "rbfs",
    "beam", "mm", "rows", None,
)  # fmt: skip
INFORMED = ("greedy", "astar", "wastar", "idastar", "rbfs", "beam", "mm")
NODES = 1500
COMPILED = ("bfs", "dfs", "dls", "ids", "ucs", "greedy", "astar", "wastar", "idastar", "bibfs")
HEURISTICS = ("manhattan", "misplaced", "linear_conflict", "walking_distance", "gaschnig")
PATTERNS = {(3, 3): ("pdb:4-4", "max:pdb:4-4,manhattan"), (4, 4): ("pdb:5-5-5", "pdb:6-6-3")}


def questions(count: int) -> list[dict[str, object]]:
    """So many questions, always the same ones; the solves are those without "ask"."""
    rng = random.Random(14)
    return [_other(rng) if number % 20 == 19 else _solve(rng) for number in range(count)]


def _solve(rng: random.Random) -> dict[str, object]:
    width, height = rng.choice(SIZES)
    goal = rng.choice(("last", "first", "snake"))
    algorithm = rng.choice(ALGORITHMS)
    metric = rng.choice(("stm", "stm", "mtm", "expense"))
    question: dict[str, object] = {
        "size": [width, height],
        "goal": goal,
        "steps": rng.randrange(40 if width * height > 9 else 200),
        "seed": rng.randrange(1000),
        "algorithm": algorithm,
        "metric": metric,
        "engine": rng.choice(("auto", "auto", "python", "compiled")),
    }
    if algorithm in INFORMED:
        patterns = PATTERNS.get((width, height), ()) if metric == "stm" else ()
        question["heuristic"] = rng.choice((*HEURISTICS, *patterns, *patterns))
    if algorithm not in COMPILED or metric == "mtm":
        question["engine"] = "auto"
    return question


def _other(rng: random.Random) -> dict[str, object]:
    ask = rng.choice(("explain", "scramble", "at_depth", "census", "check", "instance"))
    return {"ask": ask, "seed": rng.randrange(1000)}


def answer(question: dict[str, object]) -> object:
    """What the library says to a question, timings left out."""
    seed = int(str(question["seed"]))
    if "ask" in question:
        return OTHERS[str(question["ask"])](seed)
    from taquin import Puzzle, TaquinError, named_goal, solve

    width, height = question["size"]  # type: ignore[misc]
    puzzle = Puzzle.of(named_goal(str(question["goal"]), width, height))
    rng, space = random.Random(seed), puzzle.space(puzzle.goal)
    state = space.start
    for _ in range(int(str(question["steps"]))):
        state = rng.choice(space.successors(state))[1]
    keywords = {name: question.get(name) for name in ("algorithm", "heuristic", "metric", "engine")}
    try:
        result = solve(puzzle.decode(state), goal=puzzle.goal, node_limit=NODES, **keywords)  # type: ignore[arg-type]
    except TaquinError as error:
        return [type(error).__name__, str(error)]
    told = result.as_row()
    del told["seconds"], told["peak_memory_bytes"]
    return told


def _explain(seed: int) -> object:
    from taquin import scramble
    from taquin.teach.explain.explanation import explain

    width, height = SIZES[seed % len(SIZES)]
    return explain(scramble(width, height, rng=random.Random(seed))).as_dict()


def _scramble(seed: int) -> object:
    from taquin import scramble

    return str(scramble(4, 4, rng=random.Random(seed)))


def _at_depth(seed: int) -> object:
    from taquin import Puzzle, at_depth

    puzzle = Puzzle.of("1 2 3 4/5 6 7 0" if seed % 2 else "1 2 3/4 5 6/7 8 0")
    return str(at_depth(puzzle, seed % 15, random.Random(seed)))


def _census(seed: int) -> object:
    from taquin import Puzzle
    from taquin.whole.census import census

    return list(census(Puzzle.of("1 2/3 0" if seed % 2 else "1 2 3/4 5 0")))


def _check(seed: int) -> object:
    from taquin.checks import check_heuristic

    return str(check_heuristic(HEURISTICS[seed % len(HEURISTICS)], sizes=[(2, 2)]))


def _instance(seed: int) -> object:
    from taquin import instance

    return str(instance(f"korf100:{1 + seed % 100}").board)


OTHERS: dict[str, Callable[[int], object]] = {
    "explain": _explain,
    "scramble": _scramble,
    "at_depth": _at_depth,
    "census": _census,
    "check": _check,
    "instance": _instance,
}


def answers(way: str, asked: list[dict[str, object]], workers: int) -> list[object]:
    """The answers in order: serial, by threads that begin together, or by processes."""
    if way == "serial":
        return [answer(question) for question in asked]
    if way == "threads":
        together = threading.Barrier(workers)
        with ThreadPoolExecutor(workers, initializer=together.wait) as pool:
            return list(pool.map(answer, asked))
    with ProcessPoolExecutor(workers, multiprocessing.get_context(way)) as processes:
        return list(processes.map(answer, asked, chunksize=8))


if __name__ == "__main__":
    way, count, workers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for told in answers(way, questions(count), workers):
        print(json.dumps(told, sort_keys=True))
