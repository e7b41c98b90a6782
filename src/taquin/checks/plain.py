"""Judges plain functions: searches that return moves or boards, and successor functions."""

import time
from collections.abc import Callable
from itertools import islice, pairwise
from typing import Any

from taquin.checks.algorithms import swapped
from taquin.checks.answers import NoAnswer
from taquin.checks.findings import Report, Tally, away
from taquin.checks.functions import Function
from taquin.checks.shapes import Reply, each_cells, says_unsolvable
from taquin.ground.errors import MoveError, quoted
from taquin.ground.grammar import counted, noun
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import State
from taquin.search.algorithm import ALGORITHMS
from taquin.whole.oracle import true_distances

__all__ = ["check_function", "promises_optimal"]

_NEAR = 8  # moves from the goal: all boards as near are tried, 268 with the blank in a corner
_FEW_CELLS = 6
_MORE = 300  # boards of all distances, within the seconds below
_MORE_SECONDS = 10.0
_FAR_PATIENCE = 5  # times the patience near the goal
_ODD = 4  # unsolvable boards
_AT_ONCE = 512
Progress = Callable[[Tally], None] | None


def promises_optimal(name: str) -> bool:
    """Whether a function has the name of a search that is optimal, such as bfs or a_star."""
    plain = name.lower().removeprefix("solve_").removesuffix("_search").removesuffix("_solve")
    known = [one for one in (name.lower(), plain) if one in ALGORITHMS]
    return bool(known) and ALGORITHMS.get(known[0]).optimal


def check_function(
    function: Function, *, optimal: bool, patience: float | None, progress: Progress
) -> Report:
    """Check a plain function; patience: seconds to wait for an answer near the goal.

    A search must solve all boards up to eight moves from the goal, one board for each greater
    distance, and up to three hundred from all distances, with legal moves that end at the goal;
    optimal: by shortest solutions. On an unsolvable board it must return no solution, or never end.
    A successor function must return, for every board, exactly the boards after one move.
    """
    judge = _Successors if function.kind == "successors" else _Search
    return judge(function, optimal, patience, progress).report()


class _Judge:
    """What both kinds have in common."""

    counted: tuple[str, ...] = ()

    def __init__(
        self, function: Function, optimal: bool, patience: float | None, progress: Progress
    ) -> None:
        self.function, self.optimal, self.patience = function, optimal, patience
        self.puzzle = function.puzzle
        self.where = f"goal {self.puzzle.goal.text}"
        self.unfinished = ""
        self.tally = Tally(f"function {function.name}", *self.counted, progress=progress)
        self.tally.notes += function.notes
        self.tally.enter(self.puzzle, self.where)
        self.distance = true_distances(self.puzzle, self.tally.pause)

    def fail(self, state: State, what: str) -> None:
        """Count a counter-example."""
        self.tally.fail_on(what, state, self.puzzle, self.where)


class _Search(_Judge):
    """A search that returns moves, boards, or the goal."""

    counted = ("boards", "unsolvable boards", "limits reached", "longer than optimal")

    def report(self) -> Report:
        """Ask about all boards near the goal, then ever farther ones, then unsolvable ones."""
        small = self.puzzle.cells <= _FEW_CELLS
        near = [state for state, true in self.distance.items() if small or true <= _NEAR]
        far: dict[int, State] = {}
        for state, true in self.distance.items():
            if true > _NEAR and not small:
                far.setdefault(true, state)
        for state in near:
            if not self._solves(state, self.patience):
                return self.tally.report(self.unfinished)
        tried = 0
        for state in far.values():
            patience = None if self.patience is None else _FAR_PATIENCE * self.patience
            if not self._solves(state, patience):
                break
            tried += 1
        more = 0 if tried < len(far) else self._sample(len(near))
        self._note_scope(len(near), tried, len(far), more)
        self._odd_half()
        if self.function.kind == "goal":
            del self.tally.counts["longer than optimal"]
            if self.optimal and not self.unfinished:
                claim = "it returns the goal, not a path, so its claim of shortest solutions"
                return self.tally.report(f"{claim} cannot be checked")
        return self.tally.report(self.unfinished if far and not tried else "")

    def _sample(self, near: int) -> int:
        """Solve boards from all over the rest, for a while; returns how many."""
        beyond = len(self.distance) - near
        if not beyond:
            return 0
        end, solved = time.monotonic() + _MORE_SECONDS, 0
        patience = None if self.patience is None else _FAR_PATIENCE * self.patience
        for state in islice(self.distance, near, None, max(1, beyond // _MORE)):
            if time.monotonic() > end or not self._solves(state, patience):
                break
            solved += 1
        return solved

    def _solves(self, state: State, patience: float | None) -> bool:
        """Judge the answer for a board; False if there is none in time."""
        tally, true = self.tally, self.distance[state]
        tally.counts["boards"] += 1
        tally.examine(state)
        board = self.puzzle.decode(state)
        try:
            answer = self.function.call(board, patience)
        except NoAnswer as silence:
            tally.counts["boards"] -= 1
            tally.counts["limits reached"] += 1
            self.unfinished = silence.told(f"on {board}, {away(true, self.puzzle)}")
            if silence.final:
                raise
            return False
        length, problem = self._judged(board, true, answer)
        tally.counts["longer than optimal"] += length is not None and length > true
        if problem:
            self.fail(state, problem)
            if tally.failed == 1 and tally.counts["boards"] > 1:
                self._compare_alone(board, true, patience)
        return True

    def _judged(self, board: Board, true: int, answer: dict[str, Any]) -> tuple[int | None, str]:
        """The length of a solution, None if it has none, and what is wrong with an answer."""
        if answer.get("fault"):
            return None, str(answer["fault"])
        reply = self.function.reply(answer.get("value"), board)
        if reply is None:
            return None, f"returned {quoted(answer.get('value'))}, which is not a solution,"
        if reply.kind == "none":  # at the goal, no moves are left
            return None, f"returned no solution, but the true distance is {true}" if true else ""
        try:
            end, length = self._followed(board, reply)
        except MoveError as error:
            return None, f"its solution is illegal ({str(error).rstrip('.')})"
        if end != self.puzzle.goal:
            return length, f"its solution ends at {end}, not at the goal,"
        if self.optimal and length is not None and length > true:
            return length, f"its solution has {counted(length, 'move')}, the shortest {true},"
        return length, ""

    def _compare_alone(self, board: Board, true: int, patience: float | None) -> None:
        """Note whether it is right on a board that is the first in a new process."""
        self.function.process.restart()
        try:
            answer = self.function.call(board, patience)
        except NoAnswer as silence:
            if silence.final:
                raise
            return
        if not self._judged(board, true, answer)[1]:
            self.tally.notes.append(
                f"Asked about {board} first, it answers correctly: it keeps something from one "
                "board to the next, such as a global variable or a default argument."
            )

    def _followed(self, board: Board, reply: Reply) -> tuple[Board, int | None]:
        """The board at the end of a solution, and its length; None if there are no moves."""
        if reply.kind == "goal":
            if self.function.kind != "goal":
                raise MoveError("it is the goal alone, without a path")
            return reply.boards[0], None
        if reply.kind == "moves":
            letters = self.function.letters(reply)
            return board.apply(letters), len(letters)
        path = reply.boards if reply.boards[0] == board else (board, *reply.boards)
        for number, (one, other) in enumerate(pairwise(path), start=1):
            if other not in {one.apply(letter) for letter in one.legal_moves()}:
                raise MoveError(
                    f"board {number + 1} of its path, {other}, is not a move from {one}"
                )
        return path[-1], len(path) - 1

    def _odd_half(self) -> None:
        """Unsolvable boards: it must return no solution, or never end."""
        patience = None if self.patience is None else _FAR_PATIENCE * self.patience
        for state in swapped(self.distance)[:_ODD]:
            self.tally.counts["unsolvable boards"] += 1
            self.tally.examine(state)
            board = self.puzzle.decode(state)
            try:
                answer = self.function.call(board, patience)
            except NoAnswer as silence:
                self.tally.notes.append(
                    f"It {silence.why} on {board}, which is unsolvable: it has no parity test."
                )
                if silence.final:
                    raise
                return
            reply = self.function.reply(answer.get("value"), board)
            if answer.get("fault"):
                if not says_unsolvable(str(answer["fault"])):
                    self.fail(state, f"{answer['fault']}, but the board is unsolvable,")
            elif reply is None:
                given = answer.get("value")
                self.fail(state, f"returned {quoted(given)} where no solution exists, not None,")
            elif reply.kind != "none" and (reply.letters or reply.boards):
                self.fail(state, "returned a solution although none exists")

    def _note_scope(self, near: int, tried: int, beyond: int, more: int) -> None:
        tally, size = self.tally, self.puzzle.goal.size
        scope = f"All {near:,} boards of {size} within {_NEAR} moves of the goal were tried"
        if beyond:
            scope += f", {tried} of {beyond} boards, one for each greater distance"
            scope += f", and {more:,} boards from all distances"
        else:
            scope = f"All {near:,} solvable boards of {size} were tried"
        tally.notes.append(f"{scope}.")
        if self.unfinished:
            tally.notes.append(f"{self.unfinished[0].upper()}{self.unfinished[1:]}.")
        if self.function.kind == "goal":
            tally.notes.append(
                "It returns the goal, not a path: the lengths of its solutions were not checked."
            )
        elif not self.optimal and tally.counts["longer than optimal"]:
            tally.notes.append("It does not claim to be optimal; --optimal checks that it is.")


class _Successors(_Judge):
    """A function that returns the boards after one move."""

    counted = ("boards", "edges")

    def report(self) -> Report:
        """Ask about every board that can reach the goal."""
        self._successors = self.puzzle.space(self.puzzle.goal).successors
        waiting = iter(self.distance)
        while states := list(islice(waiting, _AT_ONCE)):
            answers = self.function.each(states, self.patience)
            for state in states:
                self.tally.examine(state)
                try:
                    value, fault = next(answers)
                except NoAnswer as silence:
                    why = silence.told(f"on {self.puzzle.decode(state)}")
                    if silence.final:
                        raise
                    return self.tally.report(why)
                self._judge(state, value, fault)
        return self.tally.report()

    def _judge(self, state: State, value: object, fault: str) -> None:
        self.tally.counts["boards"] += 1
        if fault:
            self.fail(state, fault)
            return
        given = each_cells(value, self.puzzle)
        if given is None:
            self.fail(state, f"returned {quoted(value)}, which is not a list of boards,")
            return
        self.tally.counts["edges"] += len(given)
        right = {bytes(after): move for move, after, _ in self._successors(state)}
        states = {*map(bytes, given)}
        wrong = states - right.keys()
        missing = right.keys() - states
        if wrong:
            board = self.puzzle.decode(min(wrong))
            self.fail(state, f"returned {board}, which is not one move away,")
        elif missing:
            moves = " and ".join(sorted(right[after] for after in missing))
            boards = noun(len(missing), "board")
            self.fail(state, f"left out the {boards} after the tile moves {moves},")
        elif len(states) < len(given):
            self.fail(state, "returned a board twice")
