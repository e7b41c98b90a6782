"""Puzzles of best moves: three in a row, on a board about as hard as the player is strong.

Its twins on the page are `static/train/puzzles.js` and `static/train/puzzletry.js`.
"""

from collections.abc import Container
from dataclasses import dataclass
from math import log2
from random import Random

from taquin.heuristics.manhattan import manhattan
from taquin.puzzle.board import Board
from taquin.puzzle.move import inverse
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.themes import first_free, fits_theme, is_corner

__all__ = [
    "LENGTH",
    "MovePuzzle",
    "PuzzlePick",
    "PuzzleTry",
    "best_letters",
    "draw_puzzle",
    "grade",
    "puzzle_name",
    "streak_level",
    "walk_for",
]

LENGTH = 3
_WIDEST = 0.34  # above this chance of guessing, a puzzle asks nothing
_CANDIDATES = 6
_PATIENCE = 60  # tries, after which a board that was asked before is asked again
# Up to here a streak gets harder: beyond it boards are few, and the same ones would come again.
_HARD = {3: 1_400, 4: 1_500}
_NEAR = 80  # a candidate this near to the rating is taken at once
_SECONDS = 4.0  # of search for the distance of one board


@dataclass(frozen=True, slots=True)
class MovePuzzle:
    """A board whose next `LENGTH` best moves are wanted.

    distance:    moves to the goal
    chance:      that of guessing the moves
    difficulty:  on the scale of ratings
    away:        of those moves, how many take their tile away from home
    corner:      whether one of them takes a tile into its home corner, or out of it
    """

    board: Board
    distance: int
    chance: float
    difficulty: int
    away: int
    corner: bool


def draw_puzzle(
    rating: int,
    side: int,
    distances: Distances,
    rng: Random,
    *,
    theme: str = "any",
    least: int = 0,
    asked: Container[str] = (),
) -> MovePuzzle:
    """A puzzle near that rating; distances: to the goal of boards of that side, 3 or 4.

    theme: of `THEMES`. least: a difficulty, at most `streak_level`; no easier puzzle is taken.
    asked: names of `puzzle_name`, which are not asked again while others are found.
    """
    goal = distances.puzzle.goal
    pick = PuzzlePick(rating, least)
    while (taken := pick.taken) is None:
        # Few boards near the goal are about a theme: the walk grows until one is found.
        steps = walk_for(rating, side) + pick.tried // _CANDIDATES
        board = _walked(goal, steps + rng.randint(-2, 2), rng, first_free(theme, goal))
        again = puzzle_name(board.text) in asked and not pick.repeats
        puzzle = None if again else grade(board, distances)
        fits = puzzle is not None and fits_theme(
            theme, board, goal, away=puzzle.away, corner=puzzle.corner
        )
        pick.offer(puzzle if fits else None)
    return taken


class PuzzlePick:
    """Which of the puzzles that are drawn is taken: the one nearest to the rating.

    None that is easier than the least.
    """

    def __init__(self, rating: int, least: int) -> None:
        self._wanted, self._least = max(rating, least), least
        self._best: MovePuzzle | None = None
        self.tried = 0

    def offer(self, puzzle: MovePuzzle | None) -> None:
        """None: a board that makes no puzzle, or is about something else."""
        self.tried += 1
        if puzzle is None or puzzle.difficulty < self._least:
            return
        if self._best is None or self._off(puzzle) < self._off(self._best):
            self._best = puzzle

    @property
    def taken(self) -> MovePuzzle | None:
        """The best puzzle, once it is near enough or enough have been tried."""
        if self._best is None:
            return None
        enough = self.tried >= _CANDIDATES or self._off(self._best) < _NEAR
        return self._best if enough else None

    @property
    def repeats(self) -> bool:
        """Whether a board that was asked before may be asked again: no other one is found."""
        return self.tried >= _PATIENCE

    def _off(self, puzzle: MovePuzzle) -> int:
        return abs(puzzle.difficulty - self._wanted)


def puzzle_name(board: str) -> str:
    """The name of a puzzle in the training: its board, in characters that a log may have.

    >>> puzzle_name("1 2 3/4 5 6/7 0 8")
    'puzzle:1-2-3-4-5-6-7-0-8'
    """
    return f"puzzle:{board.replace(' ', '-').replace('/', '-')}"


def streak_level(difficulty: int, side: int) -> int:
    """How hard, at least, the puzzles are that follow one of that difficulty in a streak."""
    return min(difficulty, _HARD[side])


def walk_for(rating: int, side: int) -> int:
    """How long a random walk makes puzzles of about that difficulty."""
    least, most = (6, 60) if side == 3 else (8, 44)
    return round(min(most, max(least, (rating - 1000) / 11)))


def _walked(goal: Board, steps: int, rng: Random, first: int) -> Board:
    """A walk from the goal that never turns back at once; the cells before `first` stay."""
    board, last = goal, ""
    for _ in range(steps):
        ways = {letter: board.apply(letter) for letter in _ways(board, last)}
        last = rng.choice([letter for letter, after in ways.items() if after.blank >= first])
        board = ways[last]
    return board


def _ways(board: Board, last: str) -> list[str]:
    back = inverse(last) if last else ""
    return [letter for letter in board.legal_moves() if letter != back]


def grade(start: Board, distances: Distances) -> MovePuzzle | None:
    """The puzzle of a board; None if it is too near, too easily guessed, or not proved in time."""
    estimate, encode = manhattan(distances.puzzle), distances.puzzle.encode
    board, last, chance, away, corner = start, "", 1.0, 0, False
    distance = distances.measure(start, _SECONDS).value
    if distance is None or distance <= LENGTH:
        return None
    for _ in range(LENGTH):
        letters = best_letters(board, distances)
        if not letters:
            return None
        chance *= len(letters) / len(_ways(board, last))
        last = letters[0]
        after = board.apply(last)
        away += estimate(encode(after)) > estimate(encode(board))
        corner = corner or is_corner(board, after, distances.puzzle.goal)
        board = after
    if chance > _WIDEST:
        return None
    difficulty = round(700 + 17 * distance - 110 * log2(chance) + 60 * away)
    return MovePuzzle(start, distance, chance, difficulty, away, corner)


def best_letters(board: Board, distances: Distances) -> str:
    """The moves that are proved to lead nearer to the goal; "" if that is not proved in time."""
    here = distances.measure(board, _SECONDS).value
    values = [(letter, distances.measure(board.apply(letter), _SECONDS).value)
              for letter in board.legal_moves()]  # fmt: skip
    if here is None or any(value is None for _, value in values):
        return ""
    return "".join(letter for letter, value in values if value == here - 1)


class PuzzleTry:
    """One puzzle while it is answered; state: open, solved or failed."""

    def __init__(self, puzzle: MovePuzzle, distances: Distances) -> None:
        self.puzzle, self.board = puzzle, puzzle.board
        self.found, self.state = 0, "open"
        self._distances, self._left = distances, puzzle.distance

    @property
    def best(self) -> str:
        """The letters of all best moves from here."""
        return best_letters(self.board, self._distances)

    def answer(self, moves: str) -> None:
        """Judge a slide, which is right if all its moves lead nearer to the goal.

        A wrong slide leaves the board as it was.
        """
        after, left = self.board.apply(moves), self._left - len(moves)
        known = self._distances.measure(after, _SECONDS)
        if (known.lower if known.value is None else known.value) > left:
            self.state = "failed"
            return
        self.board, self._left = after, left
        self.found += len(moves)
        if self.found >= LENGTH or not left:
            self.state = "solved"
