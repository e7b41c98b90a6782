"""What taquin lists about itself, as Markdown tables."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from taquin import ALGORITHMS, COUNTERS, HEURISTICS, Board, ExitCode, Puzzle
from taquin.puzzle.puzzle import Metric
from taquin.solving.plan.choice import best_means

__all__ = [
    "algorithms",
    "counters",
    "defaults",
    "exit_codes",
    "growth",
    "heuristics",
    "replay",
    "result",
]

# Name and options of a search: how its time and its memory grow, and what that takes for granted.
_ADMISSIBLE = "h is admissible"
_WHOLE = "all moves cost 1, and h is admissible and whole"
_GROWTH = {
    ("bfs", ""): ("b^(d + 1)", "b^(d + 1)", ""),
    ("bfs", "goal_test=generation"): ("b^d", "b^d", ""),
    ("ucs", ""): ("b^(D + 1)", "b^(D + 1)", ""),
    ("dfs", ""): ("b·s", "s", ""),
    ("dfs", "duplicates=path"): ("b^m", "b·m", ""),
    ("dls", "duplicates=parent"): ("b^l", "b·l", ""),
    ("ids", "duplicates=parent"): ("b^d", "b·d", ""),
    ("bibfs", ""): ("b^⌈d/2⌉", "b^⌈d/2⌉", "no state has more than b predecessors"),
    ("greedy", ""): ("b·s", "s", ""),
    ("astar", ""): ("b^(D + 1)", "b^(D + 1)", _ADMISSIBLE),
    ("wastar", ""): ("b^(w·D + 1)", "b^(w·D + 1)", _ADMISSIBLE),
    ("idastar", ""): ("b^(D + 1)", "b·D", _WHOLE),
    ("rbfs", ""): ("b^(D + 1)", "b·D", _WHOLE),
    ("beam", ""): ("b·width·layers", "b·width·layers", ""),
}
_LOOKUP = Path(__file__).parent.parent / "lookup"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(
        [
            *lines,
            *("| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows),
        ]
    )


def _stars(text: str) -> str:
    return text.replace("*", r"\*")


def counters() -> str:
    """Each counter with its definition."""
    return _table(
        ["Counter", "Definition"], [[f"`{name}`", _stars(text)] for name, text in COUNTERS.items()]
    )


def algorithms() -> str:
    """Each search: its claims and its options."""
    rows = []
    for spec in sorted(ALGORITHMS, key=lambda spec: spec.name):
        claims = [word for word in ("optimal", "complete") if getattr(spec, word)]
        if spec.bounded:
            claims.append(f"at most `{spec.bounded}` times the optimum")
        options = ", ".join(f"`{option}`" for option in spec.options) or "none"
        rows.append([f"`{spec.name}`", _stars(spec.summary), ", ".join(claims) or "none", options])
    return _table(["Search", "What it does", "Claims", "Options"], rows)


def growth() -> str:
    """Whether the searches of most courses are complete and optimal, and how their work grows."""
    rows = []
    for (name, options), (time, memory, granted) in _GROWTH.items():
        spec = ALGORITHMS.get(name)
        optimal = "yes" if spec.optimal else "no"
        if spec.unit_cost and spec.optimal:
            optimal = "if all moves cost the same"
        elif spec.optimal and spec.informed:
            optimal = "if h is admissible"
        elif spec.bounded:
            optimal = f"at most `{spec.bounded}` times the optimum, if h is admissible"
        label = f"`{name}`" + (f" `-o {options}`" if options else "")
        complete = "yes" if spec.complete else "no"
        orders = [f"O({_stars(order)})" for order in (time, memory)]
        rows.append([label, complete, optimal, *orders, granted])
    return _table(["Search", "Complete", "Optimal", "Time", "Memory", "Time holds if"], rows)


_SIZES = ((3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (6, 6), (8, 8), (10, 10))
_KINDS = (("grid", "stm"), ("torus", "stm"), ("grid", "mtm"), ("grid", "expense"))
_HOW = {"anytime_beam": "beams", "rows": "row-and-column method"}


def defaults() -> str:
    """The default search of each size, for some board types and metrics, as taquin chooses it."""
    head = ["Board", *(f"{metric}, {kind}" for kind, metric in _KINDS)]
    rows = [[f"{w}x{h}", *(_default(w, h, *kind) for kind in _KINDS)] for w, h in _SIZES]
    return _table(head, rows)


def _default(width: int, height: int, topology: str, metric: Metric) -> str:
    start = Board.of(width, height, range(width * height))
    puzzle = Puzzle.of(start, goal="last", topology=topology, metric=metric)
    plan = best_means(puzzle)
    main = plan.main
    name = _HOW.get(main.algorithm) or _stars(ALGORITHMS.get(main.algorithm).label)
    if main.heuristic is not None and main.heuristic.startswith("pdb:"):
        name += " over pattern databases"
    elif main.heuristic == "relabelled":
        name += " over relabelled tables"
    return f"A\\* first, then {name}" if any(stage.tries for stage in plan) else name


def heuristics() -> str:
    """Each heuristic and what it claims."""
    rows = []
    for spec in sorted(HEURISTICS, key=lambda spec: spec.name):
        claims = [word for word in ("admissible", "consistent") if getattr(spec, word)]
        rows.append([f"`{spec.name}`", _stars(spec.summary), ", ".join(claims) or "none"])
    return _table(["Heuristic", "What it estimates", "Claims"], rows)


def exit_codes() -> str:
    """Each exit status."""
    return _table(["Status", "Name"], [[str(int(code)), code.name.lower()] for code in ExitCode])


def result() -> str:
    """Each field of an answer, from its JSON Schema."""
    return _fields("result.schema.json")


def replay() -> str:
    """Each field of a verdict on moves, from its JSON Schema."""
    return _fields("replay.schema.json")


def _fields(file: str) -> str:
    schema = json.loads((_LOOKUP / file).read_text(encoding="utf-8"))
    return _table(
        ["Field", "Type", "Meaning"],
        [
            [f"`{name}`", _type(about), about["description"]]
            for name, about in schema["properties"].items()
        ],
    )


def _type(about: Mapping[str, Any]) -> str:
    if "const" in about:
        return f"`{about['const']}`"
    if "enum" in about:
        return ", ".join(f"`{value}`" for value in about["enum"])
    kinds = about["type"]
    return kinds if isinstance(kinds, str) else " or ".join(kinds)
