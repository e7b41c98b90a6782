"""A solution to play back in a notebook."""

from typing import Any, ClassVar

from taquin.faces.notebook.base import BoardTrait, GoalTrait, Widget, board_text
from taquin.faces.notebook.bundle import Bundle
from taquin.faces.notebook.extra import traitlets
from taquin.ground.errors import OptionError, quoted
from taquin.ground.grammar import counted
from taquin.pictures.strip import solution_svg
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS, parse_moves
from taquin.puzzle.topology import Topology
from taquin.solving.answers.result import Result
from taquin.solving.question.naming import search_label
from taquin.solving.question.reading import Given, read_puzzle

__all__ = ["SolutionWidget"]

_MOST_PICTURED = 100  # moves of a solution that a film strip shows
_SPEEDS = (1, 2, 4, 8, 16, 32)


class SolutionWidget(Widget):
    """A list of moves to play, pause, scrub and step through.

    solution: a Result that has moves, or a board to start from, with `moves` beside it, and the
    board's type if that is no grid. Raises OptionError for a result without a solution and for
    board types with diagonal moves, NotationError or MoveError for invalid moves.

    Traits: position, the number of moves made, to read or set; speed, moves per second, one of
    1, 2, 4, 8, 16 and 32. board is the position on view, start the first one.

    >>> widget = SolutionWidget("1 2 3/4 0 5/7 8 6", "LU")
    >>> widget.position = 2
    >>> widget.board.text
    '1 2 3/4 5 6/7 8 0'
    """

    _esm: ClassVar[Bundle] = Bundle("solutionwidget.js")

    start = BoardTrait(read_only=True).tag(sync=True, to_json=board_text)
    moves = traitlets.Unicode(read_only=True).tag(sync=True)
    blanks: traitlets.List[int] = traitlets.List(read_only=True).tag(sync=True)
    goal = GoalTrait(read_only=True).tag(sync=True, to_json=board_text)
    position = traitlets.Int(0).tag(sync=True)
    speed = traitlets.Enum(_SPEEDS, 4).tag(sync=True)
    caption = traitlets.Unicode(read_only=True).tag(sync=True)

    def __init__(
        self,
        solution: Result | Given,
        moves: str | None = None,
        *,
        goal: Board | str | None = None,
        topology: str = "grid",
        **traits: Any,
    ) -> None:
        if isinstance(solution, Result):
            if topology != "grid":
                raise OptionError(
                    f"topology={quoted(topology)} beside a result, which has its own."
                )
            start, puzzle, moves = solution.board, solution.puzzle, _solution_of(solution, moves)
            name = search_label(solution.algorithm, solution.heuristic, solution.options)
            caption = f"{name}: cost {solution.cost}{' (optimal)' if solution.optimal else ''}"
        else:
            start, puzzle = read_puzzle(solution, goal=goal, topology=topology)
            moves = parse_moves(moves or "")
            caption = counted(len(moves), "move")
        _check_shown(puzzle.topology)
        self._boards = tuple(start.path(moves, topology=puzzle.topology))
        self.set_trait("start", start)
        self.set_trait("moves", moves)
        self.set_trait("blanks", [board.blank for board in self._boards[1:]])
        self.set_trait("goal", puzzle.goal)
        self.set_trait("caption", caption)
        super().__init__(**traits)

    @property
    def board(self) -> Board:
        """The position on view."""
        return self._boards[self.position]

    def play(self) -> None:
        """Play from the current position, or from the start if that is the end, in every view."""
        self.send({"kind": "play"})

    def pause(self) -> None:
        """Stop playing, in every view."""
        self.send({"kind": "pause"})

    @traitlets.validate("position")
    def _valid_position(self, proposal: Any) -> int:
        position: int = proposal["value"]
        if not 0 <= position < len(self._boards):
            raise OptionError(f"position={position}: expected 0 to {len(self._boards) - 1} moves.")
        return position

    def _picture(self) -> str:
        shown = self._boards
        if len(self.moves) > _MOST_PICTURED:
            shown = self._boards[:1]
        boards = ((board.width, board.cells) for board in shown)
        return solution_svg(boards, title=self.caption)


def _solution_of(result: Result, moves: str | None) -> str:
    if moves is not None:
        raise OptionError(f"moves={quoted(moves)} beside a result, which has its own moves.")
    if result.moves is None:
        raise OptionError(f"the result has no solution to play (status {result.status}).")
    return result.moves


def _check_shown(topology: Topology) -> None:
    """Raise OptionError for a board type whose moves are not all up, down, left or right."""
    if topology.letters != DIRECTIONS:
        raise OptionError(
            f"{topology.name} has diagonal moves; the widget shows moves up, down, left and right."
        )
