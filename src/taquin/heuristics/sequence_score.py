"""Nilsson's sequence score: strong guidance, no promise."""

from taquin.errors import OptionError
from taquin.heuristics.base import Estimate, heuristic
from taquin.heuristics.manhattan import manhattan
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["SequenceScore", "sequence_score"]

_RING = (0, 1, 2, 5, 8, 7, 6, 3)  # the border of a 3x3 board, clockwise
_CENTRE = 4


class SequenceScore:
    """P + 3 S: P the Manhattan distance, S the score of the sequence round the border.

    S counts 2 for every border tile not followed, clockwise, by what follows it in the goal, and
    1 for a tile in the centre that is not the goal's.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        goal = puzzle.goal
        if (goal.width, goal.height) != (3, 3):
            raise OptionError(
                f"sequence_score on {goal.size}: expected 3x3, the only size it is defined for. "
                "Use manhattan or linear_conflict."
            )
        self._distance: Estimate = manhattan(puzzle)
        self._pairs = list(zip(_RING, _RING[1:] + _RING[:1], strict=True))
        # -1 follows the tile of the centre: it has no proper place on the border.
        self._after = [-1] * 9
        for cell, following in self._pairs:
            self._after[goal[cell]] = goal[following]
        self._middle = (0, goal[_CENTRE])

    def sequence(self, state: State) -> int:
        """S alone."""
        after = self._after
        astray = sum(state[b] != after[state[a]] for a, b in self._pairs if state[a])
        return 2 * astray + (state[_CENTRE] not in self._middle)

    def __call__(self, state: State) -> int:
        """The estimate for `state`."""
        return self._distance(state) + 3 * self.sequence(state)


@heuristic(
    "sequence_score", admissible=False, consistent=False, paper="Nilsson 1971 (P(n) + 3 S(n))"
)
def sequence_score(puzzle: Puzzle) -> SequenceScore:
    """Manhattan distance + 3 x the sequence score round the border; 3x3 only, overestimates.

    Written for the spiral goal, where the border reads 1 to 8 and the centre is blank.
    """
    return SequenceScore(puzzle)
