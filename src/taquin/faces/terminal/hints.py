"""Hints on request, in three levels: which tile, which way, the move; or a question first."""

from collections.abc import Mapping, Sequence
from time import monotonic

from taquin.faces.terminal.asking import advice_on, question_on, verdict_on
from taquin.faces.terminal.background import Task
from taquin.faces.terminal.session import Session
from taquin.ground.sentences import FaceSentence, HintSentence, said
from taquin.puzzle.board import Board
from taquin.teach.advice.advice import Advice, method_advice
from taquin.teach.advice.learn import LearnVerdict

__all__ = ["Hints"]

_SECONDS = 6.0
# Seconds that a hint may take to be proved before another is given meanwhile.
_SOON = 0.4
_KINDS = ("which", "arrow", "play")


class Hints:
    """The advice on the board in play. `text` and `marks` are what to show of it now.

    shorter: texts with less and less of it, for where there is no room.
    """

    shorter: Sequence[str]

    def __init__(self, session: Session) -> None:
        self._session, self._key = session, "H"
        self._task: Task[Advice] | None = None
        self._judging: Task[LearnVerdict] | None = None
        self.clear()

    def clear(self) -> None:
        """Forget the advice, and end its search."""
        for task in (self._task, self._judging):
            if task is not None:
                task.cancel()
        self._task = self._judging = None
        self._mode = ""
        self._posed = False
        self._advice: Advice | None = None
        self._board: Board | None = None
        self._level = 0
        self._wanted = 0
        self._asked = 0.0
        self.text, self.shorter = "", ()

    @property
    def marks(self) -> Mapping[int, str]:
        """The marked cells, as in `BoardPicture`."""
        if self._advice is None or not self._level:
            return {}
        if self._level == 1:
            return dict.fromkeys(self._advice.focus, "")
        return {self._advice.cell: self._advice.letter}

    def ask(self, mode: str, key: str = "H") -> list[str]:
        """One level further; returns the slides to play at the last one, else none.

        mode: optimal, human, or learn, where the first level asks the player for the move.
        key: which asks for the next level.
        """
        self._key = key
        game = self._session.game
        if game.solved or game.held:
            self.clear()
            paused = f"{said(FaceSentence.PAUSED)} Press P to resume."
            self.text = said(FaceSentence.SOLVED) if game.solved else paused
            return []
        if self._board != game.board:
            self.clear()
            self._begin(game.board, mode)
        if self._advice is None:
            self._wanted += 1
            self.text = f"Looking for a {self._session.unit}… Esc cancels."
            return []
        return self._further()

    def _begin(self, board: Board, mode: str) -> None:
        self._board, self._mode, self._asked = board, mode, monotonic()
        record = self._session.game.record
        if mode == "human" and record.table.is_grid:
            self._advice = method_advice(board, record.goal)
            return
        distances, learns = self._session.distances, mode == "learn"
        counts, run, by_rows = record.metric, record.run, mode == "human"
        self._task = Task(
            lambda progress: advice_on(
                board,
                distances,
                counts,
                run,
                learns=learns,
                by_rows=by_rows,
                seconds=_SECONDS,
                progress=progress,
            )
        )
        # A known answer is there at once.
        if self._task.ended.wait(0.02):
            self.follow(self._asked)

    def _further(self) -> list[str]:
        advice = self._advice
        assert advice is not None and self._board is not None
        if self._mode == "learn" and not self._posed:
            self._posed = True
            self._session.game.hinted(_KINDS[0])
            self.text = question_on(self._board, advice, self._session.distances)
            return []
        self._level += 1
        # The question has counted as the first step.
        if self._level > 1 or not self._posed:
            self._session.game.hinted(_KINDS[self._level - 1])
        if self._level == len(_KINDS):
            return [advice.moves] if advice.slide else list(advice.moves)
        self._describe(advice)
        return []

    def follow(self, now: float) -> bool:
        """Take the answer once it is there; returns whether there is something new to show.

        now: monotonic seconds. Without an answer soon, a step of the method is given meanwhile,
        but not to a learner, whom it would tell where to look.
        """
        if self._judging is not None:
            return self._judged()
        if self._task is None or self._board is None:
            return False
        late = now - self._asked >= _SOON and self._advice is None and self._has_method
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

    @property
    def _has_method(self) -> bool:
        """Whether a step of the method may be given meanwhile: it counts tiles on plain boards."""
        puzzle = self._session.puzzle
        return self._mode != "learn" and puzzle.topology.is_grid and puzzle.metric == "stm"

    def answer(self, board: Board, moves: str) -> None:
        """The player made this slide: forget the advice, and judge it if the player was asked.

        board: before the slide.
        """
        advice = self._advice if self._posed and self._board == board else None
        self.clear()
        if advice is None or self._session.game.solved:
            return
        distances = self._session.distances
        self.text = said(FaceSentence.CHECKING)
        self._judging = Task(
            lambda progress: verdict_on(
                board, moves, advice, distances, seconds=_SECONDS, progress=progress
            )
        )
        # Most answers need no search.
        if self._judging.ended.wait(0.02):
            self._judged()

    def _judged(self) -> bool:
        task = self._judging
        assert task is not None
        if not task.finished:
            return False
        self._judging = None
        if task.result is None:
            self.text = f"Your move could not be checked: {task.error}"
        else:
            following = "Ask for the next hint." if task.result.right else "Undo takes it back."
            self.text = f"{task.result.text} {following}"
        return True

    def _describe(self, advice: Advice) -> None:
        sentence = advice.task if self._level == 1 else advice.way
        more = "" if self._task is None else f" {said(HintSentence.SOUGHT)}"
        moves = 1 if advice.slide else len(advice.moves)
        play = "play it" if moves == 1 else f"play the {moves} moves"
        following = "which way" if self._level == 1 else play
        sure = f"{sentence.removesuffix('.')} ({advice.badge})."
        again = f" {self._key} again: {following}."
        self.text = f"{sure} {advice.sentence}{more}{again}"
        # The key stays: the board alone does not tell what comes next.
        self.shorter = f"{sure}{more}{again}", f"{sure}{again}", f"{sentence}{again}"
