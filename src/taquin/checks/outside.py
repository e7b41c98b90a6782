"""Heuristics, searches and board types in a separate process, as a check asks them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from taquin.checks.answers import SearchAnswer, Value
from taquin.checks.decoding import no_answer
from taquin.checks.process import Process
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
        self.claims = declared["claims"][0], declared["claims"][1]
        self.goals: Sequence[str] | None = declared["goals"]
        self.metrics: Sequence[str] | None = declared["metrics"]

    def build(self, puzzle: Puzzle) -> str:
        """Have the factory called."""
        described = _as_question(puzzle)
        answer = self._process.tell(
            "build", name=self.name, puzzle=described, patience=self._patience
        )
        return str(answer["fault"])

    def values(self, states: Sequence[State]) -> Iterator[Value]:
        """The answers, in order."""
        plain = [list(state) for state in states]
        return self._process.stream("values", len(plain), patience=self._patience, states=plain)


class SearchOutside:
    """A search in another process; see `taquin.checks.answers.SearchSubject`."""

    def __init__(self, process: Process, name: str, *, ours: bool) -> None:
        self._process, self.name, self.ours = process, name, ours
        self.options: Mapping[str, object] = {}
        self.admissible = True  # it gets Manhattan distance, whatever its process says
        declared = process.tell("claims", kind="algorithm", name=name)
        self.optimal: bool = declared["optimal"]
        self.complete: bool = declared["complete"]
        self.unit_cost: bool = declared["unit_cost"]
        self.informed: bool = declared["informed"]
        bounded = declared["bounded"]
        self.bounded = None if bounded is None else (str(bounded[0]), float(bounded[1]))

    def prepare(self, puzzle: Puzzle) -> None:
        """Have the heuristic built."""
        self._process.tell("prepare", name=self.name, puzzle=_as_question(puzzle))

    def solve(self, state: State, expansions: int, patience: float | None) -> SearchAnswer:
        """The answer, checked to be one that a search can give."""
        answer = self._process.ask(
            "solve", state=list(state), expansions=expansions, patience=patience
        )
        moves = answer["moves"]
        checked = SearchAnswer(**{**answer, "moves": None if moves is None else tuple(moves)})
        if not checked.fault and not _may_end(checked):
            raise no_answer(answer)
        return checked


def table_outside(process: Process, name: str, width: int, height: int) -> Topology:
    """The neighbour table of a board type in another process, checked as one of this process is."""
    answer = process.ask("table", name=name, width=width, height=height)
    table: list[Any] = answer["neighbors"]
    prices = answer["costs"]
    if prices is not None and list(map(len, prices)) != list(map(len, table)):
        raise no_answer(answer)
    if prices is not None:
        table = [
            [cell if cell < 0 else (cell, cost) for cell, cost in zip(row, costs, strict=True)]
            for row, costs in zip(table, prices, strict=True)
        ]
    return Topology(name, width, height, *read_table(f"topology {name}", width * height, table))


def _may_end(answer: SearchAnswer) -> bool:
    """Whether a search can end so: with a solution only if solved, or stopped by a limit."""
    ends = (Status.SOLVED, Status.UNSOLVABLE, Status.INCOMPLETE, Status.LIMIT)
    claims_solution = answer.status in (Status.SOLVED, Status.LIMIT)
    return answer.status in ends and (answer.moves is None or claims_solution)
