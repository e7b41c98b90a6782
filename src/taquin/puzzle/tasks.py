"""Texts that hold more than one board: many boards, or a start and its goal."""

from dataclasses import dataclass

from taquin.ground.errors import NotationError
from taquin.puzzle.board import Board
from taquin.puzzle.goal import goal_name
from taquin.puzzle.notation import Reading, check_board_text, recognise
from taquin.puzzle.several import Piece, pieces
from taquin.puzzle.size import Size
from taquin.puzzle.wrappers import unwrapped

__all__ = ["BoardInText", "position_text", "read_boards", "read_task"]


@dataclass(frozen=True, slots=True)
class BoardInText:
    """A board, and where a text has it.

    line: the line where it begins, from 1
    label: the words that introduce it, as in ``Initial state``; "" for none
    role: ``start`` or ``goal`` if the label says so, "" otherwise
    goal: the goal that its format gives with it, None for none
    """

    board: Board
    line: int
    label: str = ""
    role: str = ""
    goal: Board | None = None


def read_boards(text: str, *, size: Size = None) -> list[BoardInText]:
    """All boards in a text, in order: with gaps, labels or counts between, or one per line.

    size: (width, height) of each, if known. Raises NotationError.

    >>> [found.label for found in read_boards("start: 1 2/3 0" + chr(10) + "goal: 1 2/0 3")]
    ['start', 'goal']
    """
    size = check_board_text(text, size)
    text = unwrapped(text)
    boards = pieces(text, size)
    if not boards:
        return [_found(Piece(1, "", recognise(text, size=size)))]
    return [_found(piece) for piece in boards]


def position_text(board: Board, goal: Board) -> str:
    """A board as text for others, which `read_task` reads: with its goal, but the usual one.

    >>> position_text(Board.parse("1 2/3 0"), Board.parse("0 1/2 3"))
    '1 2/3 0 -> 0 1/2 3'
    """
    return board.text if goal_name(goal) == "last" else f"{board.text} -> {goal.text}"


def read_task(text: str, size: Size = None) -> tuple[Board, Board | None]:
    """The start and the goal in a text; None if the text has no goal. Raises NotationError.

    The goal stands below the start or is called the goal, or the format gives it: a ``.tile`` file,
    a problem in PDDL, the blank's index above the rows.
    """
    boards = read_boards(text, size=size)
    if len(boards) == 1:
        # Nothing around a single board is passed over, as the lines between boards are.
        return Board.parse(text, size=size), boards[0].goal
    if len(boards) > 2 or boards[0].role == boards[1].role != "":
        raise NotationError(
            f"the text contains {len(boards)} boards; expected one, or a start and a goal."
        )
    start, goal = boards
    if start.role == "goal" or goal.role == "start":
        start, goal = goal, start
    if start.board.size != goal.board.size:
        raise NotationError(
            f"the start is {start.board.size}, the goal {goal.board.size}; expected the same size."
        )
    return start.board, goal.board


def _found(piece: Piece) -> BoardInText:
    reading = piece.reading
    return BoardInText(
        Board(reading.width, reading.height, reading.cells),
        piece.line,
        piece.label,
        piece.role,
        _goal(reading),
    )


def _goal(reading: Reading) -> Board | None:
    if reading.goal is None:
        return None
    return Board(reading.width, reading.height, reading.goal)
