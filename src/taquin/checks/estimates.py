"""A plain function as a heuristic: it takes a board, or a board and the goal; it returns a number.

The form of its boards is found out by asking it about a goal and a board beside it.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from taquin.checks.answers import NoAnswer, Value
from taquin.checks.calls import FORMS
from taquin.checks.functions import Function, takes_goal
from taquin.checks.heuristics import LIKELY_GOALS, SHAPES
from taquin.checks.inside import read_value
from taquin.checks.process import Process
from taquin.ground.errors import OptionError
from taquin.puzzle.puzzle import Puzzle, State
from taquin.whole.oracle import puzzles

__all__ = ["EstimateFunction"]

_SIZE = (3, 3)


class EstimateFunction:
    """A plain function in another process; see `taquin.checks.answers.HeuristicSubject`.

    It is taken to claim that it is admissible and consistent.
    """

    claims = True, True
    goals: Sequence[str] | None = None
    metrics: Sequence[str] | None = None

    def __init__(
        self,
        process: Process,
        name: str,
        patience: float | None,
        sizes: Sequence[tuple[int, int]] | None = None,
        goals: Sequence[str] | None = None,
    ) -> None:
        """sizes, goals: those of the check. Raises OptionError, with the accepted shapes."""
        self.name, self._process, self._patience = name, process, patience
        self._goal_at = takes_goal(process, name, patience, SHAPES, "board")
        self._form = self._found_form((sizes or [_SIZE])[0], goals or LIKELY_GOALS)

    def build(self, puzzle: Puzzle) -> str:
        """Nothing needs to be built."""
        self._function = self._as(puzzle, self._form)
        return ""

    def values(self, states: Sequence[State]) -> Iterator[Value]:
        """Call the function for each state."""
        for value, fault in self._function.each(states, self._patience):
            yield f"h {fault}" if fault else _number(value)

    def _as(self, puzzle: Puzzle, form: str) -> Function:
        return Function(self._process, self.name, puzzle, self._goal_at, form)

    def _found_form(self, size: tuple[int, int], goals: Sequence[str]) -> str:
        """The form with which it may be right at a goal and beside it, else the next best."""
        usable = zero = ""
        problems: list[str] = []
        for form, (_, puzzle) in product(FORMS, puzzles([size], goals, ["stm"])):
            beside = puzzle.goal.apply(puzzle.goal.legal_moves()[0])
            self._function = self._as(puzzle, form)
            try:
                given = [*self.values([puzzle.encode(puzzle.goal), puzzle.encode(beside)])]
            except NoAnswer as silence:
                why = f"{silence.why} on {puzzle.goal}, the goal, or {beside}, one move from it"
                raise NoAnswer(why, silence.place, final=silence.final) from None
            wrong = next((one for one in given if isinstance(one, str)), None)
            if wrong is not None:
                problems.append(f"with the board {puzzle.goal} as {form}, {wrong.rstrip(',')}")
            elif given[0] == 0 and float(given[1]) <= 1:
                return str(form)
            else:
                usable = usable or str(form)
                zero = zero or (str(form) if given[0] == 0 else "")
        if not usable:
            reason = next((one for one in problems if " h raised " not in one), problems[0])
            raise OptionError(f"{self.name} is not a heuristic of a board: {reason}.\n{SHAPES}")
        return zero or usable


def _number(value: Any) -> Value:
    """A value of h, or what is wrong with it."""
    if isinstance(value, dict) and "other" in value:  # the text of what cannot be sent
        return f"h = {value['other']:.60}, expected a number,"
    return read_value(value)
