"""Plain functions, written without taquin: a search from a board, or the successors of a board.

Which form of a board a function takes, which goal it is for, whether it returns moves or boards and
in whose directions: all that is found by asking it about boards next to the goal.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from taquin.checks.answers import NoAnswer
from taquin.checks.calls import FORMS
from taquin.checks.process import Process
from taquin.checks.shapes import Reply, as_boards, as_reply, in_notation
from taquin.ground.errors import MoveError, OptionError, quoted
from taquin.puzzle.board import Board
from taquin.puzzle.move import Notation
from taquin.puzzle.puzzle import Puzzle, State
from taquin.whole.oracle import puzzles

__all__ = ["SHAPES", "Function", "found_out"]

SHAPES = """\
Accepted are three shapes. With taquin's decorator (taquin check algorithm FILE.py):
    from taquin import Node, algorithm
    @algorithm("mine", optimal=True, complete=True, unit_cost=True, paper="homework")
    def mine(space, monitor):  # or, with informed=True, (space, h, monitor)
        ...  # returns the goal's Node, or None
A search that returns moves or boards (taquin check algorithm FILE.py:bfs --returns moves):
    def bfs(start):  # such as (1, 2, 3, 4, 5, 6, 7, 0, 8); 0 is the blank
        ...
        return moves  # ["Left", ...], "LUR", or the boards from the start to the goal
        # without a solution, it returns None
A function that returns the boards after one move (taquin check algorithm FILE.py:successors):
    def successors(board):
        ...
        return boards  # each alone, or in a pair with its move
        # in any order"""
_GOALS = ("last", "first", "spiral", "snake", "middle")
_SIZE = (3, 3)
_GOAL_NAMES = {"goal", "goal_state", "goal_board", "target", "end", "final", "goalstate"}
_SUCCESSORS = re.compile(r"succ|neigh|nachbar|expand|child|next_|actions|voisin", re.IGNORECASE)


@dataclass(slots=True)
class Function:
    """A plain function, and what has been found out about it.

    form: of the boards that it takes, from `FORMS`. kind: moves, boards, goal or successors.
    goal_given: whether it takes the goal as its second argument. notation: of its moves.
    """

    process: Process
    name: str
    puzzle: Puzzle
    goal_given: bool
    form: str = ""
    kind: str = ""
    notation: Notation = "tile"
    notes: list[str] = field(default_factory=list)

    def call(self, board: Board, patience: float | None) -> dict[str, Any]:
        """What it answers for a board: {"value": …} as plain data, or {"fault": …}."""
        return self.process.ask("call", patience=patience, **self._questions([board])[0])

    def each(self, states: Sequence[State], patience: float | None) -> Iterator[Any]:
        """What it answers for many states, in a list [value, fault] each."""
        questions = self._questions([self.puzzle.decode(state) for state in states])
        return self.process.stream("calls", len(states), patience=patience, questions=questions)

    def _questions(self, boards: Sequence[Board]) -> list[dict[str, Any]]:
        goal = [list(self.puzzle.goal.cells)] if self.goal_given else []
        width, height = self.puzzle.goal.width, self.puzzle.goal.height
        return [
            {
                "function": self.name,
                "form": self.form,
                "width": width,
                "height": height,
                "boards": [list(board.cells), *goal],
            }
            for board in boards
        ]

    def reply(self, answer: Any, board: Board) -> Reply | None:
        """What an answer means."""
        return as_reply(answer, self.puzzle, board)

    def letters(self, reply: Reply) -> str:
        """The moves of an answer in tile letters."""
        return in_notation(reply.letters, self.notation)


def found_out(
    process: Process,
    name: str,
    *,
    returns: str | None,
    sizes: Sequence[tuple[int, int]] | None,
    goals: Sequence[str] | None,
    patience: float | None,
) -> Function:
    """The function `name` of the file that the process has loaded.

    Raises OptionError, with the accepted shapes, if what it is remains unclear.
    """
    given = process.ask("parameters", function=name, patience=patience)
    parameters = [str(one) for one in given.get("names") or ()]
    goal_given = len(parameters) == 2 and parameters[1].lower() in _GOAL_NAMES
    if len(parameters) != 1 and not goal_given:
        taken = ", ".join(parameters)
        raise OptionError(f"{name} takes ({taken}); expected (start) or (start, goal).\n{SHAPES}")
    width, height = (sizes or [_SIZE])[0]
    told = returns or ("successors" if _SUCCESSORS.search(name) else None)
    first: Function | None = None
    said = ""
    likely = ("last",) if goal_given or told == "successors" else _GOALS
    for goal in goals or likely:
        ((_, puzzle),) = puzzles([(width, height)], [goal], ["stm"])
        for form in FORMS:
            trial = Function(process, name, puzzle, goal_given, form)
            try:
                outcome = _tried(trial, told, patience)
            except NoAnswer as silence:
                said = said or f"it {silence.why} with the board as {form}"
                continue
            if outcome == "right":
                if goal != "last" and not goals and trial.kind != "successors":
                    trial.notes.append(f"It solves boards for the goal {goal}, so it was checked.")
                return trial
            if outcome == "read" and first is None:
                first = trial
            said = said or outcome
    if first is not None:
        return first
    raise OptionError(f"taquin could not find out what {name} is: {said}.\n{SHAPES}")


def _tried(trial: Function, told: str | None, patience: float | None) -> str:
    """`right` for a solution of a board next to the goal, `read` for another answer, or a reason.

    It sets the function's kind and notation.
    """
    goal = trial.puzzle.goal
    letter = goal.legal_moves()[0]
    board = goal.apply(letter)
    answer = trial.call(board, patience)
    if answer.get("fault"):
        return f"with the board as {trial.form}, it {answer['fault']}"
    value = answer.get("value")
    neighbors = {board.apply(move) for move in board.legal_moves()}
    boards = as_boards(value, trial.puzzle)
    one_move = bool(boards) and set(boards or ()) <= neighbors
    if boards and (told == "successors" or (told is None and len(boards) > 1 and one_move)):
        trial.kind = "successors"
        return "right" if one_move else "read"
    reply = None if told == "successors" else trial.reply(value, board)
    if reply is None or (told is not None and reply.kind not in (told, "none", "goal")):
        return f"with the board as {trial.form}, it returned {quoted(value, 80)}"
    trial.kind = reply.kind
    if reply.kind == "none":
        return f"with the board as {trial.form}, it returned no solution of {board}"
    if reply.kind == "moves":
        notations: tuple[Notation, ...] = ("tile", "blank")
        for notation in notations:
            if in_notation(reply.letters, notation) and _leads(
                board, in_notation(reply.letters, notation), goal
            ):
                trial.notation = notation
                return "right"
        return "read"
    path = reply.boards if reply.boards[0] == board else (board, *reply.boards)
    return "right" if path[-1] == goal else "read"


def _leads(board: Board, letters: str, goal: Board) -> bool:
    try:
        return board.apply(letters) == goal
    except MoveError:
        return False
