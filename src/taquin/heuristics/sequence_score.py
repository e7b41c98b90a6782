"""Nilsson's sequence score: a strong guide, but not admissible."""

from taquin.ground.errors import OptionError
from taquin.ground.sentences import EstimateSentence, said
from taquin.heuristics.base import Estimate, heuristic
from taquin.heuristics.manhattan import manhattan
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["SequenceScore", "sequence_score"]

_RING = (0, 1, 2, 5, 8, 7, 6, 3)  # the border of a 3x3 board, clockwise
_CENTRE = 4


class SequenceScore:
    """P + 3 S: P is the Manhattan distance, S the score of the tile sequence around the border.

    S counts 2 for every border tile whose clockwise successor differs from that in the goal, and
    1 if the centre holds another tile than in the goal.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        goal = puzzle.goal
        if (goal.width, goal.height) != (3, 3):
            raise OptionError(said(EstimateSentence.ONLY_3X3, size=goal.size))
        self._distance: Estimate = manhattan(puzzle)
        self._pairs = list(zip(_RING, _RING[1:] + _RING[:1], strict=True))
        # The tile of the centre has no place on the border; its successor is -1.
        self._after = [-1] * 9
        for cell, successor in self._pairs:
            self._after[goal[cell]] = goal[successor]
        self._middle = (0, goal[_CENTRE])

    def sequence(self, state: State) -> int:
        """The sequence score S."""
        after = self._after
        astray = sum(state[b] != after[state[a]] for a, b in self._pairs if state[a])
        return 2 * astray + (state[_CENTRE] not in self._middle)

    def __call__(self, state: State) -> int:
        """The estimate for `state`."""
        return self._distance(state) + 3 * self.sequence(state)


@heuristic(
    "sequence_score",
    label="sequence score",
    admissible=False,
    consistent=False,
    goals="every",
    metrics="every",
    paper="Nilsson 1971 (P(n) + 3 S(n))",
)
def sequence_score(puzzle: Puzzle) -> SequenceScore:
    """Manhattan distance + 3 × the border sequence score; 3x3 only, may overestimate.

    Designed for the spiral goal, where the border reads 1 to 8 and the centre is blank.
    """
    return SequenceScore(puzzle)
