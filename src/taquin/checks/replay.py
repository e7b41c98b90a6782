"""replay(): whether given moves solve a board, and how far they are from the optimum."""

from dataclasses import dataclass
from typing import cast

from taquin.checks.judged import Judged
from taquin.checks.loops import find_loops
from taquin.checks.optimum import optimum
from taquin.checks.replay_text import replay_text
from taquin.ground.errors import MoveError
from taquin.puzzle.board import Board, Moves
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.move import Notation, format_moves, joined, opposite, parse_moves
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.puzzle.slides import Given, read_given
from taquin.solving.question.reading import Given as BoardGiven
from taquin.solving.question.reading import check_watchers, read_limits, read_puzzle
from taquin.solving.question.request import Progress

__all__ = ["Replay", "replay"]

_SECONDS = 5.0
_FORMAT_VERSION = 1
_SHOWN = 40  # characters of moves in a repr


@dataclass(frozen=True, repr=False)
class Replay(Judged):
    """What given moves do on a board; true if they solve it.

    `str` returns the text that `taquin replay` prints.

    moves: all that were given, one tile letter per single-tile move; where numbers of tiles were
    given, only the legal ones. legal: how many can be made. illegal: the one after them, a letter
    or a tile, and problem: why it is illegal; None if all can be made.
    reached: the board after the legal ones. cost: of the legal ones, in the puzzle's metric.
    verdict: whether the board can be solved at all, and why.
    optimum: what is known of the optimal cost of `board` if the moves solve it, and otherwise of
    `reached`; None for an unsolvable board and for an illegal move.
    loops: moves that lead back to a board they have passed; None if there are too many moves.
    other_notation: whether the moves solve the board if letters name the blank's direction instead
    of the tile's, or the tile's instead of the blank's; False if they solve it as given.
    """

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        moves = format_moves(self.moves, notation=self.notation, compact=True)
        shown = moves if len(moves) <= _SHOWN else f"of {len(self.moves):,} moves"
        above = "" if self.over is None else f", {self.over:,} more than the optimum"
        return f"<Replay {shown}: {self.status}, cost {self.cost:,}{above}>"

    def text(self, *, width: int | None = None) -> str:
        """The verdict as labelled lines, wrapped to `width`."""
        return replay_text(self, width)

    def as_dict(self) -> dict[str, object]:
        """The JSON object of ``taquin replay --format json``."""
        best, swap = self.optimum, self.verdict.swap
        illegal = None
        if self.problem is not None:
            illegal = {
                "number": self.legal + 1,
                "move": self.illegal,
                "reason": self.problem,
            }
        return {
            "version": _FORMAT_VERSION,
            "board": self.board.text,
            "goal": self.puzzle.goal.text,
            "topology": self.puzzle.topology.name,
            "metric": self.puzzle.metric,
            "costs": None if self.puzzle.costs is None else list(self.puzzle.costs),
            "status": self.status,
            "moves": format_moves(self.moves, notation=self.notation),
            "notation": self.notation,
            "other_notation": self.other_notation,
            "illegal": illegal,
            "reached": self.reached.text,
            "cost": self.cost,
            "lengths": self.lengths,
            "optimal_cost": best.cost if best is not None and self.solves else None,
            "lower_bound": best.lower if best is not None and self.solves else None,
            "optimum_source": best.source if best is not None and self.solves else None,
            "over": self.over,
            "left": best.cost if best is not None and not self.solves else None,
            "loops": None
            if self.loops is None
            else [{"first": loop.first, "last": loop.last} for loop in self.loops],
            "without_loops": self.without_loops,
            "reason": self.verdict.reason,
            "swap": None if swap is None else list(swap),
        }


def replay(
    board: BoardGiven,
    moves: Moves,
    *,
    goal: Board | str | None = None,
    metric: Metric = "stm",
    costs: GivenCosts | None = None,
    topology: str = "grid",
    size: tuple[int, int] | None = None,
    notation: Notation = "tile",
    time_limit: float = _SECONDS,
    progress: Progress | None = None,
) -> Replay:
    """Judge moves: whether they are legal and solve the board, their cost, and the optimum.

    board, goal, metric, costs, topology, size: as for `taquin.solve`. moves: in any form that
    `Board.apply` reads, such as ``UR2D`` or the numbers of tiles. time_limit: seconds to search
    for the optimum at most where it is not known; 0 for no search.
    Raises NotationError, UnknownName or OptionError if the arguments describe no board or no
    moves; an illegal move is an outcome.

    >>> found = replay("1 2 3/4 0 5/7 8 6", "LU")
    >>> bool(found), found.cost, found.over
    (True, 2, 0)
    >>> replay("1 2 3/4 0 5/7 8 6", "LL").problem
    'move 2 (L): no tile can move left on 1 2 3/4 5 0/7 8 6; legal: U, D, R.'
    """
    check_watchers(None, progress)
    seconds = read_limits(time_limit, None, None).time
    start, puzzle = read_puzzle(
        board, goal=goal, size=size, topology=topology, metric=metric, costs=costs
    )
    letters, wrong, problem = _read(start, puzzle, moves, notation)
    verdict = puzzle.judge(start)
    legal = _count_legal(start, puzzle, letters)
    reached, cost = puzzle.follow(start, letters[:legal])
    if legal < len(letters):
        wrong = format_moves(letters[legal], notation=notation)
        problem = _problem(reached, puzzle, wrong, legal, notation)
    best = None
    if reached == puzzle.goal and problem is None:
        best = optimum(start, puzzle, seconds=seconds or 0, found=cost, progress=progress)
    elif problem is None and verdict.solvable:
        best = optimum(reached, puzzle, seconds=0)
    solves = reached == puzzle.goal and problem is None
    return Replay(
        board=start,
        puzzle=puzzle,
        moves=letters,
        legal=legal,
        illegal=wrong,
        problem=problem,
        reached=reached,
        cost=cost,
        verdict=verdict,
        optimum=best,
        loops=find_loops(start, puzzle.topology, letters[:legal]),
        notation=notation,
        other_notation=not solves and _leads_to_goal(start, puzzle, opposite(letters)),
    )


def _leads_to_goal(start: Board, puzzle: Puzzle, letters: str) -> bool:
    if _count_legal(start, puzzle, letters) < len(letters):
        return False
    return puzzle.follow(start, letters)[0] == puzzle.goal


def _count_legal(start: Board, puzzle: Puzzle, letters: str) -> int:
    """How many moves can be made before an illegal one."""
    neighbors, blank = puzzle.topology.neighbors, start.blank
    for number, letter in enumerate(letters):
        blank = neighbors[blank][puzzle.topology.letters.index(letter)]
        if blank < 0:
            return number
    return len(letters)


def _read(start: Board, puzzle: Puzzle, moves: Moves, notation: Notation) -> Given:
    """The moves as tile letters; of tiles, those that can slide, and the first that cannot."""
    listed = isinstance(moves, (list, tuple))
    text = joined(moves) if listed else moves
    if not isinstance(text, str):
        return Given(parse_moves(cast(str, text), notation=notation))
    return read_given(text, start.cells, puzzle.topology, notation, digits=not listed)


def _problem(reached: Board, puzzle: Puzzle, move: str, made: int, notation: Notation) -> str:
    """Why a move cannot be made after `made` others."""
    try:
        reached.apply(move, topology=puzzle.topology, notation=notation)
    except MoveError as error:
        return str(error).replace("move 1 ", f"move {made + 1} ", 1)
    raise AssertionError("the move is illegal")
