"""What every widget has: a joined front end, traits for boards and goals, and a static picture."""

from base64 import b64encode
from typing import Any, ClassVar
from uuid import uuid4

from taquin.faces.notebook.bundle import Bundle
from taquin.faces.notebook.extra import anywidget, display, traitlets, update_display
from taquin.ground.errors import OptionError
from taquin.ground.grammar import listed
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.question.reading import Given, read_puzzle

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
    """A widget beside a picture of what it shows, for viewers that have no kernel.

    A viewer that knows widgets but not this one, as in a notebook that was saved yesterday, shows
    an error in its place and ignores all other forms of the same output. The picture is therefore
    an output of its own, which the live widget hides.
    """

    _esm: ClassVar[Bundle]

    picture = traitlets.Unicode(read_only=True).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        unknown = [name for name in traits if not self.has_trait(name)]
        if unknown:
            raise OptionError(f"{type(self).__name__} has no option {listed(unknown)}.")
        self.set_trait("picture", f"taquin-picture-{uuid4().hex}")
        self._displayed = False
        super().__init__(**traits)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def _picture(self) -> str:
        """What the widget shows now, as SVG."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **given: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**given) or ({}, {})
        return {"image/svg+xml": self._picture()} | data, metadata

    def _ipython_display_(self) -> None:
        data, metadata = super()._repr_mimebundle_() or ({}, {})
        display(data, metadata=metadata, raw=True)
        display(self._still(), raw=True, display_id=self.picture)
        self._displayed = True

    def _redraw(self) -> None:
        """Bring the picture in the notebook up to date."""
        if self._displayed:
            update_display(self._still(), raw=True, display_id=self.picture)

    def _still(self) -> dict[str, str]:
        # As an image: viewers that do not trust a notebook remove drawings from its HTML.
        image = b64encode(self._picture().encode()).decode()
        return {
            "text/html": f'<div class="{self.picture}"><img alt="{type(self).__name__}" '
            f'src="data:image/svg+xml;base64,{image}"></div>',
            "text/plain": repr(self),
        }
