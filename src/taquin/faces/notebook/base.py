"""What every widget has: a joined front end, traits for boards and goals, and a static picture."""

from typing import Any, ClassVar

from taquin.faces.notebook.bundle import Bundle
from taquin.faces.notebook.extra import anywidget, traitlets
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.reading import Given, read_puzzle

__all__ = ["BoardTrait", "GoalTrait", "Widget", "board_text"]


class BoardTrait(traitlets.TraitType[Board, Given]):
    """A trait that holds a Board, and accepts whatever `taquin.solve` accepts as a board."""

    info_text = "a board, its rows, its text in any notation, or the name of an instance"
    default_value = Board.parse("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")

    def validate(self, obj: Any, value: Any) -> Board:
        """The board that `value` describes; raises NotationError."""
        return value if isinstance(value, Board) else read_puzzle(value)[0]


class GoalTrait(traitlets.TraitType[Board, Board | str]):
    """A trait that holds the goal of its widget's `board`; it accepts a name, such as first."""

    info_text = "the name of a goal, or a board of the same size"
    default_value = BoardTrait.default_value

    def validate(self, obj: Any, value: Any) -> Board:
        """The goal that `value` names; raises UnknownName or NotationError."""
        return Puzzle.of(obj.board, goal=value).goal


def board_text(board: Board, widget: object = None) -> str:
    """What the front end receives for a board."""
    return board.text


class Widget(anywidget.AnyWidget):
    """A widget whose saved notebook shows a picture of what it showed."""

    _esm: ClassVar[Bundle]

    def _picture(self) -> dict[str, str]:
        """MIME type → content that a viewer without a kernel shows instead of the widget."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **given: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**given) or ({}, {})
        return self._picture() | data, metadata
