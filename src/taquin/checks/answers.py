"""What a check asks, and what it may be answered.

A check judges a heuristic or a search by its answers alone. They come from this process
(`taquin.checks.inside`) or, for a submission, from a separate process (`taquin.checks.outside`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["HeuristicSubject", "NoAnswer", "SearchAnswer", "SearchSubject", "Value"]

# The value of h for a state; for anything but a finite number, what is wrong with it.
Value: TypeAlias = int | float | str


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search answers for a board; all of it is a claim.

    status, limit, moves, cost: as in `taquin.search.result.SearchResult`. bound: the lower bound
    that it reports. expanded, generated: its counters. fault: what it raised, and where; it then
    answers nothing else.
    """

    status: str = ""
    limit: str | None = None
    moves: tuple[str, ...] | None = None
    cost: int | None = None
    bound: int | None = None
    expanded: int = 0
    generated: int = 0
    fault: str = ""


class NoAnswer(Exception):
    """There is no answer to a question: `why`, and, if known, the submission's line in `place`.

    final: no further question can be asked.
    """

    def __init__(self, why: str, place: str | None = None, *, final: bool = False) -> None:
        super().__init__(why)
        self.why, self.place, self.final = why, place, final

    def told(self, where: str = "") -> str:
        """A clause about the submission: why, `where` (on which board), and its line."""
        return (
            f"it {self.why}"
            + (where and f" {where}")
            + (f", in {self.place}" if self.place else "")
        )


class HeuristicSubject(Protocol):
    """A heuristic to be checked.

    name: for messages, with file and line if it is a user's in this process. claims: (admissible,
    consistent). goals, metrics: where it claims that; None if it does not say.
    """

    name: str
    claims: tuple[bool, bool]
    goals: Sequence[str] | None
    metrics: Sequence[str] | None

    def build(self, puzzle: Puzzle) -> str:
        """Prepare for a puzzle; returns what is wrong, or nothing.

        Raises OptionError if the puzzle is not supported.
        """

    def values(self, states: Sequence[State]) -> Iterator[Value]:
        """The values of these states, in order, for the puzzle of the last `build`."""


class SearchSubject(Protocol):
    """A search to be checked.

    bounded: the name of the option that bounds the cost, and its value, if there is one.
    ours: whether it is part of taquin. admissible: whether the heuristic that it gets is, or it
    needs none.
    """

    name: str
    optimal: bool
    complete: bool
    unit_cost: bool
    informed: bool
    bounded: tuple[str, float] | None
    ours: bool
    admissible: bool
    options: Mapping[str, object]

    def prepare(self, puzzle: Puzzle) -> None:
        """Prepare for a puzzle. Raises OptionError if it is not supported."""

    def solve(self, state: State, expansions: int, patience: float | None) -> SearchAnswer:
        """Search from a state, for the puzzle of the last `prepare`.

        expansions: the limit of the search. patience: seconds to wait for an answer, if they can
        be limited. Raises NoAnswer.
        """
