"""A board to play on in a notebook."""

from typing import Any, ClassVar

from taquin.faces.notebook.base import BoardTrait, GoalTrait, Widget, board_text
from taquin.faces.notebook.bundle import Bundle
from taquin.faces.notebook.extra import traitlets
from taquin.ground.errors import OptionError, quoted
from taquin.pictures.board import board_svg
from taquin.puzzle.board import Board
from taquin.puzzle.goal import goal_name, named_goal
from taquin.puzzle.move import parse_moves
from taquin.puzzle.scramble import scramble
from taquin.solving.answers.result import Result
from taquin.solving.question.reading import Given, read_puzzle
from taquin.solving.solver import solve

__all__ = ["BoardWidget"]

_WORDS = {"U": "up", "D": "down", "L": "left", "R": "right"}
_HINT_SECONDS = 10.0


class BoardWidget(Widget):
    """A board to play on: click, drag, or press arrow keys; several views show the same board.

    board: the position, a Board; it accepts whatever `solve` accepts, and is a random 15-puzzle if
    it is not given. Setting it to another board than the moves lead to begins a new game. goal: a
    name or a board of that size. moves: the letters of the moves since `start`; setting them
    replays them from there. palette: the meaning of a tile's colour: rows, columns, fringe, solved
    or mono. input: one or more of click, drag, trace. disabled: shows the board, but accepts no
    moves. solved: whether the board is the goal. message: what the last hint said.

    All of them are traits: ``widget.observe(function, "moves")`` calls a function after each move.
    It plays on boards of type grid: any other `topology` raises OptionError.
    A value that is not a board or a goal, or an illegal move, raises NotationError, UnknownName or
    MoveError, and the widget stays as it was.

    >>> widget = BoardWidget("1 2 3/4 0 5/7 8 6")
    >>> widget.moves = "LU"
    >>> widget.solved, widget.board.text
    (True, '1 2 3/4 5 6/7 8 0')
    """

    _esm: ClassVar[Bundle] = Bundle("boardwidget.js")

    board = BoardTrait().tag(sync=True, to_json=board_text)
    start = BoardTrait(read_only=True).tag(sync=True, to_json=board_text)
    moves = traitlets.Unicode("").tag(sync=True)
    goal = GoalTrait().tag(sync=True, to_json=board_text)
    palette = traitlets.Enum(("rows", "columns", "fringe", "solved", "mono"), "rows").tag(sync=True)
    input = traitlets.Unicode("click drag").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    solved = traitlets.Bool(read_only=True).tag(sync=True)
    hinted = traitlets.Dict(read_only=True).tag(sync=True)
    message = traitlets.Unicode(read_only=True).tag(sync=True)

    def __init__(
        self,
        board: Given | None = None,
        goal: Board | str | None = None,
        *,
        topology: str = "grid",
        **traits: Any,
    ) -> None:
        if topology != "grid":
            raise OptionError(
                f"topology={quoted(topology)}: the widget plays on boards of type grid only; "
                "SolutionWidget shows solutions on other types."
            )
        given = scramble(4, 4, goal=goal) if board is None else board
        start, puzzle = read_puzzle(given, goal=goal)
        self._answer: Result | None = None
        self.set_trait("start", start)
        super().__init__(board=start, goal=puzzle.goal, **traits)
        self.board = start.apply(self.moves)
        self.set_trait("solved", self.board == self.goal)
        self.on_msg(self._asked)
        self.observe(self._follow, ["board", "moves", "goal"])

    def reset(self) -> None:
        """Go back to the start of the game."""
        self.board = self.start

    def hint(self) -> str | None:
        """Mark the tile to move next, with an arrow, and return its direction: U, D, L or R.

        The move begins an optimal solution where `solve` finds one within 10 seconds; `message`
        says so. Returns None if the board is solved, is unsolvable, or no solution was found.
        """
        answer = self._answer
        same = answer is not None and answer.goal == self.goal
        ahead = _moves_left(answer, self.board) if answer is not None and same else None
        if answer is None or ahead is None:
            self.set_trait("message", "Looking for a solution…")
            answer = solve(self.board, goal=self.goal, time_limit=_HINT_SECONDS)
            self._answer, ahead = answer, answer.moves
        if not ahead:
            self.set_trait("message", _no_hint(answer))
            return None
        cell = self.board.apply(ahead[0]).blank
        proof = "no solution is shorter" if answer.optimal else "a shorter solution may exist"
        left = f"{len(ahead)} move{'s' * (len(ahead) > 1)}"
        self.set_trait("hinted", {"cell": cell, "arrow": ahead[0]})
        self.set_trait(
            "message",
            f"Move tile {self.board[cell]} {_WORDS[ahead[0]]}: {left} to the goal; {proof}.",
        )
        return ahead[0]

    @traitlets.validate("moves")
    def _valid_moves(self, proposal: Any) -> str:
        moves = parse_moves(proposal["value"])
        self.start.apply(moves)  # raises MoveError while nothing has changed yet
        return moves

    def _follow(self, change: Any) -> None:
        """Keep start, moves and board in step after any of them was set."""
        if change["name"] == "moves":
            self.board = self.start.apply(self.moves)
        elif change["name"] == "board" and self.board != self.start.apply(self.moves):
            self._begin()
        self.set_trait("hinted", {})
        self.set_trait("message", "")
        self.set_trait("solved", self.board == self.goal)
        self._redraw()

    def _begin(self) -> None:
        """Begin a new game; a goal that does not fit becomes the one of that name, or `last`."""
        board = self.board
        self.set_trait("start", board)
        self.moves = ""
        if board.size != self.goal.size:
            self.goal = named_goal(goal_name(self.goal) or "last", board.width, board.height)

    def _asked(self, widget: object, content: Any, buffers: object) -> None:
        if content.get("kind") == "hint":
            self.hint()

    def _picture(self) -> str:
        board, goal = self.board, self.goal
        return board_svg((board.width, board.cells), goal=(goal.width, goal.cells))


def _moves_left(answer: Result, board: Board) -> str | None:
    """The rest of a solution from a board on its way; None if the board is not on it."""
    for at, passed in enumerate(answer.boards()):
        if passed == board:
            return (answer.moves or "")[at:]
    return None


def _no_hint(answer: Result) -> str:
    if answer.solved:
        return "The board is solved."
    if answer.limit is not None:
        return f"No solution was found within {_HINT_SECONDS:g} seconds."
    return answer.reason
