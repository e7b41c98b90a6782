"""A finished game compared with perfect play: each move, and the costliest stretches.

Its twin on the page is `static/review/reviewmodel.js`. Numbers of moves, or slides, and boards
count from the start: board 0 is the first one, board i stands after move i.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from taquin.ground.sentences import ReviewSentence, SlideSentence, said
from taquin.puzzle.board import Board
from taquin.search.monitor import Monitor
from taquin.teach.advice.distances import Distances, Known

__all__ = ["MoveVerdict", "Review", "Stretch", "better_moves", "reviewing"]

# Losses with no more good slides than this between them belong to one stretch.
_CALM = 4
# Moves lost by one slide that make it a blunder.
_BLUNDER = 2


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """On one slide, the steps `start` to `end`; loss: steps that it cost, None if not proved.

    in_slides: whether a step is a slide, not a move of a single tile.
    """

    start: int
    end: int
    letter: str
    loss: int | None
    in_slides: bool = False

    @property
    def mark(self) -> str:
        """What stands beside the move: ✓ best, ? not proved, +2 two moves worse than the best."""
        return "?" if self.loss is None else f"+{self.loss}" if self.loss else "✓"

    @property
    def words(self) -> str:
        """The verdict in words."""
        if not self.loss:
            return said(ReviewSentence.OPEN if self.loss is None else ReviewSentence.BEST)
        if self.in_slides:
            return said(SlideSentence.WORSE, loss=self.loss)
        worse = ReviewSentence.BLUNDER if self.loss > _BLUNDER else ReviewSentence.WORSE
        return said(worse, loss=self.loss)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The steps `start` to `end`, which lost `loss` of them together.

    in_slides: whether a step is a slide, not a move of a single tile.
    """

    start: int
    end: int
    loss: int
    in_slides: bool = False

    @property
    def words(self) -> str:
        """Which moves, or slides, it is."""
        alone = self.end == self.start + 1
        if self.in_slides:
            return f"slide {self.end}" if alone else f"slides {self.start + 1} to {self.end}"
        if alone:
            return said(ReviewSentence.ONE_MOVE, end=self.end)
        return said(ReviewSentence.MOVES, first=self.start + 1, end=self.end)


@dataclass(frozen=True, slots=True)
class Review:
    """A game, as far as it has been compared; it counts moves or, if `in_slides`, slides.

    distances: one per board, as narrow as the game itself allows.
    waiting:   boards not yet measured
    solved:    whether the last board is the goal
    """

    distances: tuple[Known, ...]
    verdicts: tuple[MoveVerdict, ...]
    waiting: int
    solved: bool
    in_slides: bool = False

    @property
    def unit(self) -> str:
        """What it counts: a move, or a slide."""
        return "slide" if self.in_slides else "move"

    @property
    def optimal(self) -> int | None:
        """The moves that the start needs, if proved."""
        return self.distances[0].value

    @property
    def played(self) -> int:
        """The moves of the game."""
        return len(self.distances) - 1

    @property
    def accuracy(self) -> float | None:
        """Optimal moves by moves made.

        None while the optimum is not proved, without moves, and for a game that was not solved:
        its moves have not yet done what the optimum does.
        """
        if self.optimal is None or not self.played or not self.solved:
            return None
        return self.optimal / self.played

    @property
    def lost(self) -> int:
        """The moves that slides are known to have cost."""
        return sum(verdict.loss or 0 for verdict in self.verdicts)

    def stretches(self, most: int = 3) -> list[Stretch]:
        """The stretches that lost most moves, the costliest first."""
        stretches: list[tuple[int, Stretch]] = []
        for number, verdict in enumerate(self.verdicts):
            if not verdict.loss:
                continue
            if stretches and number - stretches[-1][0] <= _CALM + 1:
                before = stretches[-1][1]
                loss = before.loss + verdict.loss
                joined = Stretch(before.start, verdict.end, loss, self.in_slides)
                stretches[-1] = (number, joined)
            else:
                alone = Stretch(verdict.start, verdict.end, verdict.loss, self.in_slides)
                stretches.append((number, alone))
        ordered = sorted((s for _, s in stretches), key=lambda s: (-s.loss, s.start))
        return ordered[:most]


def better_moves(
    verdict: MoveVerdict, boards: Sequence[Board], review: Review, distances: Distances
) -> list[str]:
    """The moves of each step that is known to be best where a slide begins.

    They are not all if a neighbour's distance is not proved. What is proved of the game's own
    boards counts too: going back may be best. boards: as `reviewing` takes them.
    """
    left = review.distances[verdict.start].value
    if left is None:
        return []
    own = {board: known.value for board, known in zip(boards, review.distances, strict=True)}
    here, best = boards[verdict.start], list[str]()
    for moves in distances.steps(here):
        after = distances.after(here, moves)
        known = own.get(after)
        if known is None:
            known = distances.at_once(after).value
        if known == left - 1:
            best.append(moves)
    return best


def reviewing(
    boards: Sequence[Board],
    slides: Sequence[tuple[int, int, str]],
    distances: Distances,
    *,
    solved: bool,
    seconds: float,
    progress: Callable[[Monitor[Any]], None] | None = None,
) -> Iterator[Review]:
    """The review, ever more complete: before the first search, then after every board measured.

    boards: of the game, one more than its moves, or slides where `distances` count these; see
    `steps_of`. slides: (start, end, letter). solved: whether the last board is the goal. seconds:
    per board. It begins at the end of the game, where searches are short.
    """
    in_slides = distances.puzzle.metric == "mtm"
    raw = [distances.known(board) for board in boards]
    yield _judged(raw, slides, solved, len(boards), in_slides)
    for at in reversed(range(len(boards))):
        if _tightened(raw, solved)[at].value is None:
            raw[at] = distances.measure(boards[at], seconds, progress)
        yield _judged(raw, slides, solved, at, in_slides)


def _judged(
    raw: Sequence[Known],
    slides: Sequence[tuple[int, int, str]],
    solved: bool,
    waiting: int,
    in_slides: bool,
) -> Review:
    tight = _tightened(raw, solved)
    verdicts = []
    for start, end, letter in slides:
        before, after = tight[start].value, tight[end].value
        loss = None if before is None or after is None else after - before + end - start
        verdicts.append(MoveVerdict(start, end, letter, loss, in_slides))
    return Review(tuple(tight), tuple(verdicts), waiting, solved, in_slides)


def _tightened(raw: Sequence[Known], solved: bool) -> list[Known]:
    """Bounds as narrow as the game allows.

    Boards one move apart differ by one, and the rest of a solved game is a solution.
    """
    last = len(raw) - 1
    lower = [known.lower for known in raw]
    upper = [known.upper for known in raw]
    if solved:
        lower[last] = 0
        upper = [last - at if u is None else min(u, last - at) for at, u in enumerate(upper)]
    for at, beside in [(i, i + 1) for i in reversed(range(last))] + [
        (i, i - 1) for i in range(1, last + 1)
    ]:
        lower[at] = max(lower[at], lower[beside] - 1)
        near = upper[beside]
        if near is not None:
            here = upper[at]
            upper[at] = near + 1 if here is None else min(here, near + 1)
    return [Known(low, high) for low, high in zip(lower, upper, strict=True)]
