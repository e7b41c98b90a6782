"""Heuristics, searches and board types in a separate process, as a check asks them."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf, isfinite
from typing import Any

from taquin.checks.answers import SearchAnswer, Value
from taquin.checks.process import Process, no_answer
from taquin.ground.errors import quoted
from taquin.puzzle.puzzle import Puzzle, State
from taquin.puzzle.table import read_table
from taquin.puzzle.topology import Topology
from taquin.search.result import Status

__all__ = ["HeuristicOutside", "SearchOutside", "table_outside"]


def _as_question(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "topology": puzzle.topology.name,
        "width": puzzle.goal.width,
        "height": puzzle.goal.height,
        "goal": list(puzzle.goal.cells),
        "metric": puzzle.metric,
    }


class HeuristicOutside:
    """A heuristic in another process; see `taquin.checks.answers.HeuristicSubject`."""

    def __init__(self, process: Process, name: str, patience: float | None) -> None:
        self._process, self._patience = process, patience
        declared = process.tell("claims", kind="heuristic", name=name)
        self.name = name
        claims = declared.get("claims")
        if not isinstance(claims, list) or len(claims) != 2:
            raise no_answer(declared)
        self.claims = bool(claims[0]), bool(claims[1])
        self.goals = _names(declared, "goals")
        self.metrics = _names(declared, "metrics")

    def build(self, puzzle: Puzzle) -> str:
        """Have the factory called."""
        described = _as_question(puzzle)
        answer = self._process.tell(
            "build", name=self.name, puzzle=described, patience=self._patience
        )
        return str(answer.get("fault", "the factory gave no answer"))

    def values(self, states: Sequence[State]) -> Iterator[Value]:
        """The answers, checked to be values."""
        plain = [list(state) for state in states]
        for value in self._process.stream(
            "values", len(plain), patience=self._patience, states=plain
        ):
            if not (type(value) is int or isinstance(value, str) or _is_fraction(value)):
                raise no_answer(value)
            yield value


def _is_fraction(value: Any) -> bool:
    return isinstance(value, float) and isfinite(value)


class SearchOutside:
    """A search in another process; see `taquin.checks.answers.SearchSubject`."""

    def __init__(self, process: Process, name: str, *, ours: bool) -> None:
        self._process, self.name, self.ours = process, name, ours
        self.options: Mapping[str, object] = {}
        self.admissible = True  # it gets Manhattan distance, whatever its process says
        declared = process.tell("claims", kind="algorithm", name=name)
        try:
            self.optimal = bool(declared["optimal"])
            self.complete = bool(declared["complete"])
            self.unit_cost = bool(declared["unit_cost"])
            self.informed = bool(declared["informed"])
            bounded = declared["bounded"]
            self.bounded = None if bounded is None else (str(bounded[0]), float(bounded[1]))
            if self.bounded is not None and not 1 <= self.bounded[1] < inf:
                raise ValueError("no factor of a cost")
        except (KeyError, IndexError, TypeError, ValueError):
            raise no_answer(declared) from None

    def prepare(self, puzzle: Puzzle) -> None:
        """Have the heuristic built."""
        self._process.tell("prepare", name=self.name, puzzle=_as_question(puzzle))

    def solve(self, state: State, expansions: int, patience: float | None) -> SearchAnswer:
        """The answer, checked to be one."""
        answer = self._process.ask(
            "solve", state=list(state), expansions=expansions, patience=patience
        )
        try:
            return _found(answer)
        except (TypeError, ValueError, KeyError):
            raise no_answer(answer) from None


def table_outside(process: Process, name: str, width: int, height: int) -> Topology:
    """The neighbour table of a board type in another process, checked as one of this process is."""
    answer = process.ask("table", name=name, width=width, height=height)
    rows, prices = answer.get("neighbors"), answer.get("costs")
    shape = _shape(rows)
    if shape is None or (prices is not None and _shape(prices) != shape):
        raise no_answer(answer)
    table: list[Any] = rows or []
    if prices is not None:
        table = [
            [cell if cell < 0 else (cell, cost) for cell, cost in zip(row, costs, strict=True)]
            for row, costs in zip(table, prices, strict=True)
        ]
    return Topology(name, width, height, *read_table(f"topology {name}", width * height, table))


def _shape(rows: Any) -> list[int] | None:
    """The lengths of the rows of a table of whole numbers; None for anything else."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return None
    if not all(type(number) is int for row in rows for number in row):
        return None
    return [len(row) for row in rows]


def _names(answer: dict[str, Any], key: str) -> Sequence[str] | None:
    """The names in a list, or None; raises Ended for anything else."""
    names = answer.get(key)
    if names is None:
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise no_answer(answer)
    return names


def _found(answer: dict[str, Any]) -> SearchAnswer:
    moves = answer.pop("moves")
    found = SearchAnswer(moves=None if moves is None else tuple(map(str, moves)), **answer)
    for number in (found.cost, found.bound, found.expanded, found.generated):
        if number is not None and type(number) is not int:
            raise TypeError(f"{quoted(number)} is not a whole number")
    if not isinstance(found.fault, str):
        raise TypeError("fault is a text")
    if not found.fault:
        _check_end(found)
    return found


def _check_end(found: SearchAnswer) -> None:
    """Raise ValueError unless a search can end so, and solved searches alone have no limit."""
    ends = (Status.SOLVED, Status.UNSOLVABLE, Status.INCOMPLETE, Status.LIMIT)
    status = Status(found.status)
    claims_solution = status in (Status.SOLVED, Status.LIMIT)
    if status not in ends or (found.moves is not None and not claims_solution):
        raise ValueError(f"a search does not end with status {found.status} and {found.moves}")
