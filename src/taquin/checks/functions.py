"""Plain functions, written without taquin: a search from a board, or the successors of a board.

Which form of a board a function takes, which goal it is for, whether it returns moves or boards and
in whose directions: all that is found by asking it about boards next to the goal.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
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

__all__ = ["SHAPES", "Function", "found_out", "takes_goal"]

SHAPES = """\
Three shapes are accepted. With taquin's decorator (taquin check algorithm FILE.py):
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
_MOST_SILENT = 3  # calls without an answer: it may be for another goal, or another form
_GOAL_NAMES = {"goal", "goal_state", "goal_board", "target", "end", "final", "goalstate"}
_SUCCESSORS = re.compile(r"succ|neigh|nachbar|expand|child|next_|actions|voisin", re.IGNORECASE)


@dataclass(slots=True)
class Function:
    """A plain function, and what has been found out about it.

    form: of the boards that it takes, from `FORMS`. kind: moves, boards, goal or successors.
    goal_at: the place of the goal among its two arguments; None if it takes only the board.
    notation: of its moves.
    """

    process: Process
    name: str
    puzzle: Puzzle
    goal_at: int | None
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
        goal = list(self.puzzle.goal.cells)
        width, height = self.puzzle.goal.width, self.puzzle.goal.height
        return [
            {
                "function": self.name,
                "form": self.form,
                "width": width,
                "height": height,
                "boards": {None: [cells], 0: [goal, cells], 1: [cells, goal]}[self.goal_at],
            }
            for cells in (list(board.cells) for board in boards)
        ]

    def reply(self, answer: Any, board: Board) -> Reply | None:
        """What an answer means."""
        return as_reply(answer, self.puzzle, board)

    def letters(self, reply: Reply) -> str:
        """The moves of an answer in tile letters."""
        return in_notation(reply.letters, self.notation)


def takes_goal(
    process: Process, name: str, patience: float | None, shapes: str, board: str
) -> int | None:
    """Where a function takes the goal, None if it takes only a board; else OptionError.

    shapes: what is accepted. board: the name of the first parameter, for the message.
    """
    parameters = process.ask("parameters", function=name, patience=patience)["names"]
    goals = [name.lower() in _GOAL_NAMES for name in parameters]
    if len(parameters) != 1 and sorted(goals) != [False, True]:
        taken = ", ".join(parameters)
        raise OptionError(
            f"{name} takes ({taken}); expected ({board}) or ({board}, goal).\n{shapes}"
        )
    return None if len(parameters) == 1 else goals.index(True)


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

    Raises OptionError, with the accepted shapes, if what it is remains unclear, and NoAnswer if it
    does not answer even next to the goal.
    """
    goal_at = takes_goal(process, name, patience, SHAPES, "start")
    width, height = (sizes or [_SIZE])[0]
    told = returns or ("successors" if _SUCCESSORS.search(name) else None)
    first: Function | None = None
    silences: list[NoAnswer] = []
    outcomes: list[str] = []
    likely = ("last",) if goal_at is not None or told == "successors" else _GOALS
    every = [puzzle for _, puzzle in puzzles([(width, height)], goals or likely, ["stm"])]
    for form, (goal, puzzle) in product(FORMS, zip(goals or likely, every, strict=True)):
        trial = Function(process, name, puzzle, goal_at, form)
        board = puzzle.goal.apply(puzzle.goal.legal_moves()[0])
        try:
            outcome = _tried(trial, board, told, patience)
        except NoAnswer as silence:
            told_where = f"{silence.why} on {board}, 1 move from the goal"
            silences.append(NoAnswer(told_where, silence.place, final=silence.final))
            if silence.final or len(silences) == _MOST_SILENT:
                break
            continue
        if outcome == "right":
            if goal != "last" and not goals and trial.kind != "successors":
                trial.notes.append(f"It solves boards for the goal {goal}, so it was checked.")
            return trial
        if outcome == "read" and first is None:
            first = trial
        outcomes.append(outcome)
    if first is not None:
        return first
    if silences:
        raise silences[0]
    # What it returned says more than what it raised for a form that it does not take.
    reasons = [reason for reason in outcomes if " it raised " not in reason] or outcomes
    raise OptionError(f"taquin could not find out what {name} is: {reasons[0]}.\n{SHAPES}")


def _tried(trial: Function, board: Board, told: str | None, patience: float | None) -> str:
    """`right` if it solves a board next to the goal, `read` for another answer, or a reason.

    It sets the function's kind and notation.
    """
    outcome = _near(trial, board, told, patience)
    if outcome != "right" or trial.kind not in ("moves", "boards"):
        return outcome
    # Many things mean a single move; the answer for a farther board must be understood, too.
    farther = _farther(board, trial.puzzle.goal)
    try:
        answer = trial.call(farther, patience)
    except NoAnswer:
        return "right"
    if answer.get("fault") or trial.reply(answer.get("value"), farther):
        return "right"
    return (
        f"with the board {farther} as {trial.form}, it returned {quoted(answer.get('value'), 80)}"
    )


def _farther(board: Board, goal: Board) -> Board:
    """A board two moves beyond `board`, which is next to the goal."""
    passed = {goal, board}
    for _ in range(2):
        board = next(
            after for move in board.legal_moves() if (after := board.apply(move)) not in passed
        )
        passed.add(board)
    return board


def _near(trial: Function, board: Board, told: str | None, patience: float | None) -> str:
    """`_tried` with a board next to the goal."""
    goal = trial.puzzle.goal
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
