"""Writes searches.json: what taquin's searches count, for the page's own searches to match.

    python tests/page/make_searches.py

Read by ``node --test`` (tests/page/unit/lab/searches) and by tests/page/test_page_data.py, which
also says when it is out of date. Each case is a list, by the names of ``FIELDS``.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from taquin import Puzzle, compare, solve
from taquin.puzzle.goal import named_goal
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.scramble import random_walk, uniform
from taquin.search.algorithm import ALGORITHMS
from taquin.search.result import COUNTERS
from taquin.solving.question.classroom import CLASSROOM

RECORDED = Path(__file__).parents[1] / "vectors" / "searches.json"
ALGORITHM_NAMES = [
    *("bfs", "dfs", "dls", "ids", "ucs", "greedy", "astar", "wastar", "idastar", "rbfs"),
    *("bibfs", "mm", "beam"),
]
# As in pagereach.js.
HEURISTIC_NAMES = [
    *("euclidean", "gaschnig", "linear_conflict", "manhattan", "misplaced"),
    *("sequence_score", "walking_distance", "zero"),
]
GOALS = ("last", "first", "snake", "spiral")
METRICS = ("stm", "mtm", "expense")
SIZES = [(2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (3, 3), (3, 3)]
LARGER = [(4, 4), (4, 3), (3, 4), (5, 3), (4, 4), (2, 7), (8, 2), (4, 4)]
SOME = 20  # boards for each algorithm
SOME_LARGER = 8
WALK = 16  # moves from the goal, for about half of the larger boards
MOST = 250  # expansions, so that everything is computed in a second
NUMBERS = {"depth": (3, 9, 40), "weight": (1.0, 1.5, 3.0), "width": (1, 4, 30)}
CLASS_BOARD, CLASS_GOAL = "702853614", "first"
FIELDS = [
    *("board", "goal", "metric", "node_limit", "algorithm", "heuristic", "options"),
    *("status", "limit", "cost", "lower_bound", "moves", "counters", "contours"),
]


def recorded(*, classroom: list[Any]) -> dict[str, Any]:
    """Everything in the file. classroom: its cases, which take a minute to compute."""
    return {
        "fields": FIELDS,
        "counters": list(COUNTERS),
        "cases": list(_cases(random.Random(7))),
        "torus": list(_cases(random.Random(8), "torus")),
        "classroom": classroom,
    }


def classroom_cases() -> list[list[Any]]:
    """`taquin compare 702853614`, every row of it."""
    results = compare(CLASS_BOARD, CLASSROOM, goal=CLASS_GOAL)
    return [
        _case(result, None, row.options or {})
        for result, row in zip(results, CLASSROOM, strict=True)
    ]


def kept_classroom() -> list[Any]:
    """The cases of the classroom as the file has them."""
    kept: list[Any] = json.loads(RECORDED.read_text(encoding="utf-8"))["classroom"]
    return kept


def _cases(rng: random.Random, topology: str = "grid") -> Iterator[list[Any]]:
    for name in ALGORITHM_NAMES:
        for number in range(SOME):
            yield _solved(rng, name, number, SIZES, topology)
    for name in ALGORITHM_NAMES:
        for number in range(SOME_LARGER):
            yield _solved(rng, name, number, LARGER, topology)


def _solved(
    rng: random.Random, algorithm: str, number: int, sizes: list[tuple[int, int]], topology: str
) -> list[Any]:
    width, height = sizes[number % len(sizes)]
    metric: Any = METRICS[number % len(METRICS)]
    goal = named_goal(rng.choice(GOALS), width, height)
    if number % 5 == 4:  # a goal without a name
        goal = uniform(Puzzle.of(goal, goal=goal), rng)
    puzzle = Puzzle.of(goal, goal=goal, topology=topology)
    near = sizes is LARGER and number % 2 == 0
    board = random_walk(puzzle, WALK, rng) if near else uniform(puzzle, rng)
    spec = ALGORITHMS.get(algorithm)
    options = _options(rng, spec)
    heuristic = None
    if spec.informed:
        known = [name for name in HEURISTIC_NAMES if _is_defined(name, puzzle)]
        heuristic = rng.choice(known)
    limit = None if number % 7 == 0 and width * height < 8 and not _endless(options) else MOST
    result = solve(
        board,
        goal=goal,
        topology=topology,
        metric=metric,
        algorithm=algorithm,
        heuristic=heuristic,
        options=options,
        node_limit=limit,
        engine="python",
    )
    return _case(result, limit, options)


def _is_defined(heuristic: str, puzzle: Puzzle) -> bool:
    """Whether the page has the heuristic for boards of this size and type."""
    width, height = puzzle.goal.width, puzzle.goal.height
    if heuristic == "linear_conflict":
        return puzzle.topology.is_grid
    if heuristic == "walking_distance":  # its tables grow with the number of lines
        return max(width, height) <= 5
    return heuristic != "sequence_score" or (width, height) == (3, 3)


def _endless(options: dict[str, Any]) -> bool:
    """Whether the search would take every way to a board, of which there are too many."""
    return options.get("duplicates", "global") != "global"


def _options(rng: random.Random, spec: Any) -> dict[str, Any]:
    """A value for about half of the options."""
    chosen: dict[str, Any] = {"order": "".join(rng.sample(DIRECTIONS, 4))}
    for name, option in spec.options.items():
        values = option.choices or NUMBERS[name]
        chosen[name] = rng.choice(values)
    return {name: value for name, value in chosen.items() if rng.random() < 0.6}


def _case(result: Any, limit: int | None, options: Any) -> list[Any]:
    plain = result.as_dict()
    moves = plain["moves"]
    values = {
        **{name: plain[name] for name in ("metric", "algorithm", "heuristic", "status", "limit")},
        **{name: plain[name] for name in ("board", "goal", "cost", "lower_bound")},
        "node_limit": limit,
        "options": dict(options),
        "moves": moves if moves is None or len(moves) < 200 else len(moves),
        "counters": [plain["stats"][name] for name in COUNTERS],
        "contours": plain["stats"]["contours"],
    }
    return [values[name] for name in FIELDS]


def written(classroom: list[Any]) -> str:
    """The text of the file, one case a line."""
    made = recorded(classroom=classroom)
    blocks = []
    for name, value in made.items():
        lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in value]
        blocks.append(f"{json.dumps(name)}:[\n" + ",\n".join(lines) + "\n]")
    return "{" + ",\n".join(blocks) + "}\n"


if __name__ == "__main__":
    RECORDED.write_text(written(classroom_cases()), encoding="utf-8")
