"""The largest of several heuristics."""

import re
from collections.abc import Mapping
from functools import reduce

from taquin.ground.errors import OptionError, shown
from taquin.heuristics.base import Estimate, build_heuristic, heuristic
from taquin.heuristics.parts import Lowerable, Parts, lowered
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["Maximum", "maximum"]


_MOST_NAMES = 16


class Maximum(Lowerable):
    """The largest of several estimates for the same state, by name."""

    def __init__(self, estimates: Mapping[str, Estimate]) -> None:
        self._estimates = estimates
        self.parts = list(estimates.values())

    def __call__(self, state: State) -> int:
        """The estimate for `state`."""
        best = 0
        for part in self.parts:
            value = part(state)
            if value > best:
                best = value
        return best

    def lower(self) -> Parts:
        """All parts of all estimates."""
        return reduce(Parts.join, (lowered(name, h) for name, h in self._estimates.items()))


def _names(argument: str) -> list[str]:
    # A comma before a letter separates names; others belong to an argument, as in pdb:1,2|3,4,5.
    names = [name.strip() for name in re.split(r",\s*(?=[^\W\d])", argument)]
    if any(name.partition(":")[0] == "max" for name in names):
        flat = ",".join(re.sub(r"^(max:\s*)+", "", name) for name in names)
        raise OptionError(
            f"heuristic max:{shown(argument)}: max cannot contain max; give one list, as in "
            f"max:{shown(flat)}."
        )
    if len(names) > _MOST_NAMES:
        raise OptionError(
            f"heuristic max of {len(names):,} names: expected at most {_MOST_NAMES}, as in "
            "max:linear_conflict,walking_distance."
        )
    if len(names) < 2 or not all(names):
        raise OptionError(
            f"heuristic max:{shown(argument)}: expected two or more names separated by commas, "
            "as in max:linear_conflict,walking_distance."
        )
    return names


@heuristic(
    "max",
    label="maximum of",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    paper="Pearl 1984 (Heuristics)",
    takes_argument=True,
    parts=_names,
)
def maximum(puzzle: Puzzle, argument: str) -> Maximum:
    """The largest of several heuristics, for example max:linear_conflict,walking_distance.

    Admissible and consistent if every part is.
    """
    return Maximum({name: build_heuristic(name, puzzle) for name in _names(argument)})
