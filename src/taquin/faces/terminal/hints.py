"""Hints on request, in three levels: which tile, which way, the move itself."""

from collections.abc import Mapping
from time import monotonic

from taquin.faces.terminal.background import Task
from taquin.faces.terminal.session import Session
from taquin.puzzle.board import Board
from taquin.teach.advice.advice import Advice, method_advice, optimal_advice

__all__ = ["Hints"]

_SECONDS = 6.0
# Seconds that a hint may take to be proved before another is given meanwhile.
_SOON = 0.4
_KINDS = ("which", "arrow", "play")


class Hints:
    """The advice on the board in play. `text` and `marks` are what to show of it now."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._task: Task[Advice] | None = None
        self.clear()

    def clear(self) -> None:
        """Forget the advice, and end its search."""
        if self._task is not None:
            self._task.cancel()
        self._task = None
        self._advice: Advice | None = None
        self._board: Board | None = None
        self._level = 0
        self._wanted = 0
        self._asked = 0.0
        self.text = ""

    @property
    def marks(self) -> Mapping[int, str]:
        """The marked cells, as in `Picture`."""
        if self._advice is None or not self._level:
            return {}
        if self._level == 1:
            return dict.fromkeys(self._advice.focus, "")
        return {self._advice.cell: self._advice.letter}

    def ask(self, mode: str) -> str:
        """One level further; returns the moves to play at the last one, else "".

        mode: optimal or human.
        """
        game = self._session.game
        if game.solved or game.held:
            self.clear()
            self.text = "This board is solved." if game.solved else "The game is paused; P goes on."
            return ""
        if self._board != game.board:
            self.clear()
            self._begin(game.board, mode)
        if self._advice is None:
            self._wanted += 1
            self.text = "Looking for a move … Esc cancels."
            return ""
        return self._further()

    def _begin(self, board: Board, mode: str) -> None:
        self._board, self._asked = board, monotonic()
        goal = self._session.game.goal
        if mode == "human":
            self._advice = method_advice(board, goal)
            return
        distances = self._session.distances
        self._task = Task(
            lambda progress: optimal_advice(board, distances, seconds=_SECONDS, progress=progress)
        )
        # A known answer is there at once.
        if self._task.ended.wait(0.02):
            self.follow(self._asked)

    def _further(self) -> str:
        advice = self._advice
        assert advice is not None
        self._level += 1
        self._session.game.hinted(_KINDS[self._level - 1])
        if self._level == len(_KINDS):
            return advice.moves
        self._describe(advice)
        return ""

    def follow(self, now: float) -> bool:
        """Take the answer once it is there; returns whether there is something new to show.

        now: monotonic seconds. Without an answer soon, a step of the method is given meanwhile.
        """
        if self._task is None or self._board is None:
            return False
        late = now - self._asked >= _SOON and self._advice is None
        if not self._task.finished and not late:
            return False
        if self._task.finished:
            task, self._task = self._task, None
            if task.result is None:
                if self._advice is None:
                    self.text = f"There is no hint: {task.error}"
                return True
            self._advice = task.result
        else:
            self._advice = method_advice(self._board, self._session.game.goal)
        wanted, self._wanted = min(self._wanted, len(_KINDS) - 1), 0
        for _ in range(wanted):
            self._further()
        if self._level and not wanted:
            self._describe(self._advice)
        return True

    def _describe(self, advice: Advice) -> None:
        words = advice.task if self._level == 1 else advice.way
        more = "" if self._task is None else " A shortest solution is still being sought …"
        following = "which way" if self._level == 1 else "play it"
        self.text = f"{words} ({advice.badge}) {advice.sentence}{more} Again: {following}."
