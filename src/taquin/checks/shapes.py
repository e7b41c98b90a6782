"""What the answer of a student's function means: a board, boards, moves, or no solution.

The answer has come as plain data (`taquin.checks.calls`): numbers, texts, None, and lists of them.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from taquin.ground.errors import NotationError, TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS, Notation, format_moves, parse_moves
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import grid

__all__ = ["Reply", "as_boards", "as_reply", "each_cells", "in_notation", "says_unsolvable"]

_NO_SOLUTION = re.compile(
    r"\s*|.*\b(?:no|without|not?) (?:a )?(?:solution|path|solvable)\b.*|.*\b(?:un|in)solvable\b.*"
    r"|.*\b(?:can ?not|can't) be solved\b.*|.*\bimpossible\b.*|fail(?:ure|ed)?\W*",
    re.IGNORECASE,
)
_LONGEST = 1_000_000  # characters of an answer in numbers of tiles
_BLANKS = (None, "", " ", "_", "x", "X", ".", "B", "b", "*", "#")


class Reply(NamedTuple):
    """An answer that could be read.

    kind: `none` (no solution), `moves`, `boards` or `goal` (a single board). letters: the moves, in
    no notation yet. boards: those on the path, or the single one.
    """

    kind: str
    letters: str = ""
    boards: tuple[Board, ...] = ()


def as_board(given: Any, puzzle: Puzzle) -> Board | None:
    """The board that plain data describes, if it has the puzzle's size."""
    cells = as_cells(given, puzzle)
    return None if cells is None else Board(puzzle.goal.width, puzzle.goal.height, cells)


def as_cells(given: Any, puzzle: Puzzle) -> tuple[int, ...] | None:
    """The cells of the board that plain data describes, if it has the puzzle's size."""
    width, height = puzzle.goal.width, puzzle.goal.height
    if isinstance(given, str):
        if len(given) < width * height:  # the name of a move beside a board
            return None
        try:
            return Board.parse(given, size=(width, height)).cells
        except TaquinError:
            return None
    if not isinstance(given, list):
        return None
    if len(given) == height and all(isinstance(row, (list, str)) for row in given):
        given = [cell for row in given for cell in row]
    if len(given) != width * height:
        return None
    cells = tuple(one if type(one) is int else _cell(one) for one in given)
    return cells if sorted(cells) == list(range(len(cells))) else None


def _cell(given: Any) -> int:
    if given in _BLANKS:
        return 0
    if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 4:
        return int(given)
    return int(given) if isinstance(given, float) and given.is_integer() else -1


def as_boards(given: Any, puzzle: Puzzle) -> tuple[Board, ...] | None:
    """The boards in a list; each may stand in a pair with a move, a cost, or a name."""
    every = each_cells(given, puzzle)
    if every is None:
        return None
    return tuple(Board(puzzle.goal.width, puzzle.goal.height, cells) for cells in every)


def each_cells(given: Any, puzzle: Puzzle) -> list[tuple[int, ...]] | None:
    """`as_boards`, as the cells of each board."""
    if not isinstance(given, list):
        return None
    boards = []
    for item in given:
        cells = as_cells(item, puzzle)
        if cells is None and isinstance(item, list):
            inner = [found for part in item if (found := as_cells(part, puzzle)) is not None]
            cells = inner[0] if len(inner) == 1 else None
        if cells is None:
            return None
        boards.append(cells)
    return boards


def _as_moves(given: Any, start: Board) -> str | None:
    """The letters of moves: a text, words, letters, tiles, or a word or tile in each tuple."""
    if isinstance(given, str):
        numbers = re.fullmatch(r"[\d\s,]*\d[\d\s,]*", given, re.ASCII) and len(given) < _LONGEST
        return _slid([*map(int, re.findall(r"\d+", given))], start) if numbers else _words(given)
    if not isinstance(given, list):
        return None
    if not all(isinstance(item, list) for item in given):
        return _column(given, start)
    # The moves stand at the same place in every tuple, beside tiles, costs or boards.
    places = range(min(map(len, given)))
    columns = [[item[place] for item in given] for place in places]
    columns.sort(key=lambda column: not isinstance(column[0], str))  # numbers may be costs
    sequences = [letters for column in columns if (letters := _column(column, start)) is not None]
    return sequences[0] if sequences else None


def _column(items: list[Any], start: Board) -> str | None:
    if all(isinstance(item, str) for item in items):
        return _words(" ".join(items))
    return _slid(items, start)


def _words(text: str) -> str | None:
    try:
        return parse_moves(text)
    except NotationError:
        return None


def says_unsolvable(text: str) -> bool:
    """Whether a text, such as that of an exception, says that there is no solution."""
    return bool(text.strip() and _NO_SOLUTION.fullmatch(text))


def as_reply(given: Any, puzzle: Puzzle, start: Board) -> Reply | None:
    """What an answer means; None if it means nothing that is known here."""
    if given is None or given is False or given == -1:
        return Reply("none")
    if isinstance(given, str) and _NO_SOLUTION.fullmatch(given):
        return Reply("none")
    if given == []:
        return Reply("moves")
    board = as_board(given, puzzle)
    if board is not None:
        return Reply("goal", boards=(board,))
    boards = as_boards(given, puzzle)
    if boards is not None:
        return Reply("boards", boards=boards)
    letters = _as_moves(given, start)
    if letters is not None:
        return Reply("moves", letters)
    if isinstance(given, list):
        # A path among other things, such as (path, cost, expanded).
        inner = [as_reply(part, puzzle, start) for part in given if isinstance(part, (list, str))]
        paths = [one for one in inner if one is not None and one.kind in ("moves", "boards")]
        along = [one for one in paths if one.kind == "boards"]
        if len(paths) == 1 or len(along) == 1:  # the boards beside their moves say more
            return (along or paths)[0]
        if given[0] in (None, False) and not paths:
            return Reply("none")
    return None


def _slid(tiles: Sequence[Any], start: Board) -> str | None:
    """The letters of moves that are given as the numbers of the tiles."""
    if not all(type(tile) is int and 0 < tile < len(start) for tile in tiles):
        return None
    neighbors = grid(start.width, start.height)
    cells, blank, letters = list(start.cells), start.blank, list[str]()
    for tile in tiles:
        ways = neighbors[blank]
        way = next((at for at, cell in enumerate(ways) if cell >= 0 and cells[cell] == tile), None)
        if way is None:
            return None
        cells[blank], cells[ways[way]] = tile, 0
        blank = ways[way]
        letters.append(DIRECTIONS[way])
    return "".join(letters)


def in_notation(letters: str, notation: Notation) -> str:
    """Tile letters of moves that are given in a notation."""
    return format_moves(letters, notation=notation)
