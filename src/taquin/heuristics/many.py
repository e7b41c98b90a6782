"""The values of any heuristic for many boards."""

from collections.abc import Iterable

from taquin.ground.errors import NotationError, OptionError, UnsolvableError, items_of, quoted
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle

__all__ = ["heuristic_values"]

_AT_ONCE = 4096  # boards looked up together


def _board(given: Board | str) -> Board:
    return given if isinstance(given, Board) else Board.parse(given)


def heuristic_values(
    heuristic: str, boards: Iterable[Board | str], puzzle: Puzzle | None = None
) -> list[int]:
    """The value of each board, in order, of any heuristic by name.

    puzzle: goal, metric and board type; by default single-tile moves to the goal last, on the size
    of the first board. Pattern databases look many boards up at once. Raises UnsolvableError for a
    board from which the goal cannot be reached, because a value would say nothing there, and
    NotationError for one of another size; both name its place in the list, from 0.

    >>> heuristic_values("manhattan", ["1 2 3/4 5 6/7 0 8", "8 6 7/2 5 4/3 0 1"])
    [1, 21]
    """
    expected = "several boards, as in [board]"
    if isinstance(boards, Board):
        raise OptionError(f"boards={quoted(boards)}: expected {expected}.")
    listed = items_of("boards", boards, expected, 100_000_000, _board)
    if not listed:
        return []
    puzzle = Puzzle.of(listed[0]) if puzzle is None else Puzzle.required(puzzle)
    h = build_heuristic(heuristic, puzzle)
    for place, board in enumerate(listed):
        try:
            verdict = puzzle.judge(board)
        except NotationError as error:
            raise NotationError(f"boards[{place}]: {error}") from None
        if not verdict.solvable:
            raise UnsolvableError(f"boards[{place}], {board.text}: {verdict.reason}")
    many = getattr(h, "values", None)
    if many is None:
        return [h(puzzle.encode(board)) for board in listed]
    estimates: list[int] = []
    for begin in range(0, len(listed), _AT_ONCE):
        estimates += many(
            [list(board.cells) for board in listed[begin : begin + _AT_ONCE]]
        ).tolist()
    return estimates
