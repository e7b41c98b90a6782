"""Writes lab.json: comparisons, traces and estimates of the Python package, for the lab's tests.

    python tests/page/make_lab.py

Read by ``node --test`` (tests/page/unit/lab) and by tests/page/test_page_data.py, which also says
when it is out of date. Times and memory, which no two runs share, are made up.
"""

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from make_searches import HEURISTIC_NAMES as HERE
from make_searches import METRICS

from taquin import Board, Puzzle, compare, explain, solve
from taquin.heuristics.base import HEURISTICS, build_heuristic
from taquin.puzzle.goal import named_goal
from taquin.puzzle.scramble import uniform
from taquin.search.algorithm import ALGORITHMS
from taquin.search.monitor import Limits
from taquin.solving.question.catalogue import algorithm_entry
from taquin.solving.question.naming import heuristic_label, search_label
from taquin.solving.question.reading import request_for
from taquin.solving.question.row import Row
from taquin.solving.runner import answer
from taquin.teach.trace.writer import TraceWriter

RECORDED = Path(__file__).parents[1] / "vectors" / "lab.json"
BOARD, GOAL = "7 0 2/8 5 3/6 1 4", "first"
SMALL = "2 4 3/1 0 6/7 5 8"
ESTIMATES = ("zero", "misplaced", "manhattan", "linear_conflict")

ROWS = [
    Row("bfs"),
    Row("ucs"),
    Row("greedy", "manhattan"),
    Row("astar", "misplaced"),
    Row("astar", "manhattan"),
    Row("astar", "linear_conflict"),
    Row("wastar", "manhattan"),
    Row("idastar", "manhattan"),
    Row("bibfs"),
    Row("dls", options={"depth": 12}),
]

# Every algorithm once as it is, and the options that change what a trace looks like.
TRACES: list[tuple[str, str | None, dict[str, Any], str]] = [
    *((spec.name, "manhattan" if spec.informed else None, {}, "stm") for spec in ALGORITHMS),
    ("bfs", None, {"duplicates": "none"}, "stm"),
    ("bfs", None, {"goal_test": "generation", "order": "RLDU"}, "stm"),
    ("dfs", None, {"duplicates": "path", "tie_break": "fifo"}, "stm"),
    ("dls", None, {"depth": 7}, "stm"),
    ("ids", None, {"duplicates": "blind"}, "stm"),
    ("ids", None, {"duplicates": "parent"}, "stm"),
    ("astar", "manhattan", {"duplicates": "closed"}, "stm"),
    ("astar", "misplaced", {"tie_break": "fifo"}, "stm"),
    ("ucs", None, {}, "expense"),
    ("astar", "misplaced", {}, "mtm"),
    ("idastar", "misplaced", {"duplicates": "none"}, "stm"),
    ("idastar", "misplaced", {"duplicates": "path"}, "expense"),
    ("rbfs", "misplaced", {}, "stm"),
    ("beam", "manhattan", {"width": 2}, "stm"),
    ("mm", "misplaced", {}, "expense"),
    ("lsslrtastar", "misplaced", {"lookahead": 4}, "stm"),
]

TORUS_TRACES: list[tuple[str, str | None, dict[str, Any], str]] = [
    ("astar", "manhattan", {}, "stm"),
    ("idastar", "walking_distance", {}, "expense"),
    ("bibfs", None, {}, "stm"),
    ("greedy", "manhattan", {}, "mtm"),
]

# Searches and heuristics whose names the page and the command must agree on.
NAMES = [
    *ROWS,
    *(Row(spec.name, "manhattan" if spec.informed else None) for spec in ALGORITHMS),
    Row("astar", "pdb:6-6-3", {"tie_break": "fifo"}),
    Row("wastar", "max:linear_conflict,pdb:1,2|3,4", {"weight": 1.5, "order": "RLDU"}),
]
HEURISTIC_NAMES = [
    *(spec.name for spec in HEURISTICS if not spec.takes_argument),
    "pdb:7-8",
    "plain_pdb:7-8",
    "max:misplaced,manhattan",
    "of_a_user",
]


def recorded() -> dict[str, Any]:
    """Everything in the file."""
    return {
        "algorithms": [algorithm_entry(spec) for spec in ALGORITHMS],
        "comparison": {
            "board": BOARD,
            "goal": named_goal(GOAL, 3, 3).text,
            "rows": [_row(row) for row in ROWS],
            "results": [
                _steady(result.as_dict())
                for result in compare(BOARD, ROWS, goal=GOAL, engine="python")
            ],
        },
        "stopped": _steady(
            solve(BOARD, goal=GOAL, algorithm="bfs", node_limit=5000, engine="python").as_dict()
        ),
        "traces": [
            *(_trace(*given) for given in TRACES),
            *(_trace(*given, "torus") for given in TORUS_TRACES),
        ],
        "estimates": list(_estimates(random.Random(4))),
        "explained": [
            *_explained(random.Random(5), "grid"),
            *_explained(random.Random(6), "torus"),
        ],
        "names": [
            _row(row) | {"name": search_label(row.algorithm, _written(row), row.options or {})}
            for row in NAMES
        ],
        "heuristics": {name: heuristic_label(name) for name in HEURISTIC_NAMES},
    }


def _written(row: Row) -> str | None:
    return row.heuristic if isinstance(row.heuristic, str) else None


def _row(row: Row) -> dict[str, Any]:
    return {
        "algorithm": row.algorithm,
        "heuristic": row.heuristic,
        "options": dict(row.options or {}),
    }


def _steady(result: dict[str, Any]) -> dict[str, Any]:
    expanded = result["stats"]["expanded"]
    moves = result["moves"]
    return result | {
        "moves": moves if moves is None or len(moves) < 100 else None,
        "seconds": {"compile": 0.0, "tables": 0.0, "search": round(expanded / 100_000, 6)},
        "peak_memory_bytes": 50_000_000 + 100 * expanded,
    }


def _trace(
    algorithm: str,
    heuristic: str | None,
    options: dict[str, Any],
    metric: Any,
    topology: str = "grid",
) -> dict[str, Any]:
    board = Board.parse(SMALL)
    puzzle = Puzzle.of(board, goal="last", topology=topology, metric=metric)
    request = request_for(
        board,
        puzzle,
        algorithm=algorithm,
        heuristic=heuristic,
        options=options,
        engine="python",
        limits=Limits(expansions=30),
    )
    out = io.StringIO()
    writer = TraceWriter(
        out, puzzle, algorithm, options=request.settings, estimate=request.estimate, cap=2
    )
    writer.finish(answer(request, observer=writer))
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    return {
        "algorithm": algorithm,
        "heuristic": heuristic,
        "options": options,
        "metric": metric,
        "lines": lines,
    }


def _estimates(rng: random.Random) -> Iterator[dict[str, Any]]:
    for width, height in ((2, 2), (3, 2), (3, 3), (4, 4), (5, 3)):
        for name in ("last", "first", "spiral"):
            goal = named_goal(name, width, height)
            puzzle = Puzzle.of(goal, goal=goal)
            for _ in range(6):
                board = uniform(puzzle, rng)
                state = puzzle.encode(board)
                yield {
                    "board": board.text,
                    "goal": goal.text,
                    "h": {n: build_heuristic(n, puzzle)(state) for n in ESTIMATES},
                }


def _explained(rng: random.Random, topology: str) -> Iterator[dict[str, Any]]:
    """What the lab shows of estimates, by those that the page computes itself."""
    parts = (
        *("board", "goal", "topology", "metric", "misplaced", "manhattan"),
        *("linear_conflicts", "distance"),
    )
    for width, height in ((3, 3), (4, 4), (5, 3), (2, 7)):
        for number, metric in enumerate(METRICS):
            goal = named_goal(("last", "first", "spiral")[number], width, height)
            board = uniform(Puzzle.of(goal, goal=goal, topology=topology), rng)
            explanation = explain(board, goal=goal, topology=topology, metric=metric)
            found: dict[str, Any] = explanation.as_dict()
            values = [
                {name: one[name] for name in ("name", "value", "admissible", "consistent")}
                for one in found["heuristics"]
                if one["name"] in HERE
            ]
            yield {name: found[name] for name in parts} | {"heuristics": values}


def written() -> str:
    """The text of the file."""
    return json.dumps(recorded(), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    RECORDED.write_text(written(), encoding="utf-8")
