"""One puzzle after another: rated, in a streak, or in a storm. Both faces of the game use it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from time import monotonic
from typing import Literal

from taquin.faces.terminal.faults import error_text
from taquin.faces.terminal.puzzletext import (
    GOAL,
    about_text,
    best_text,
    ended_text,
    found_text,
    goes_on_text,
    missed_text,
    puzzle_task,
    rated_text,
    standing_lines,
    standing_text,
    theme_text,
)
from taquin.game.keptstreak import KeptStreak
from taquin.game.runs import PENALTY, PuzzleRun, rung
from taquin.game.training import Training
from taquin.ground.errors import TaquinError
from taquin.ground.sentences import FaceSentence, said
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.puzzles import PuzzleTry, draw_puzzle, grade, puzzle_name, streak_level

__all__ = ["SIDES", "PuzzleWish", "Series"]

SIDES = (3, 4)
Kind = Literal["rated", "streak", "storm"]


@dataclass(frozen=True, slots=True)
class PuzzleWish:
    """Which puzzles are wanted."""

    kind: Kind = "rated"
    side: int = 3
    theme: str = "any"

    @property
    def name(self) -> str:
        """As the training keeps runs."""
        return f"{self.kind}-{self.side}-{self.theme}"

    @property
    def goal(self) -> Board:
        """Of all these puzzles."""
        return named_goal(GOAL, self.side, self.side)


class Series:
    """The puzzles of a wish; `draw` is slow, everything else is not."""

    def __init__(self, training: Training, clock: Callable[[], float] = monotonic) -> None:
        """clock: seconds, of which only differences matter."""
        self._training, self.clock = training, clock
        self._distances: dict[int, Distances] = {}
        self.wish = PuzzleWish()
        self.run: PuzzleRun | None = None
        self.tried: PuzzleTry | None = None
        self._least = 0  # the difficulty of a streak's last puzzle
        self._made = ""  # on the open puzzle
        self._asked: list[str] = []  # boards of the run, none of which is asked again
        self._left: KeptStreak | None = None  # whose puzzle `draw` takes up
        self._problem = ""  # why a streak is not kept, which is said once

    def open(self, before: PuzzleWish) -> Iterator[str]:
        """The streak that was left, else rated puzzles as before; what to say of them."""
        kept, problem = self._kept()
        yield from filter(None, [problem])
        kind: Kind = "rated" if kept is None else "streak"
        yield from self.begin(replace(before, kind=kind), chosen=False)

    def begin(self, wish: PuzzleWish, *, chosen: bool = True) -> Iterator[str]:
        """Puzzles of another wish, or another run of the same; what to say of them.

        A streak that was left goes on. chosen: but another one ends it, and what was solved counts.
        """
        yield from self.leave()
        self._least, self._left, self._problem = 0, None, ""
        self._asked = []
        kept = None
        if wish.kind == "streak":
            kept, self._problem = self._kept()[0], self._begun()
        if kept is not None:
            self.wish = replace(wish, side=kept.side, theme=kept.theme)
            self.run = PuzzleRun("streak")
            self.run.solved, self._least = kept.solved, kept.least
            self._asked = [*kept.asked]
            if not chosen or self.wish == wish:
                self._left = kept
                yield goes_on_text(kept.solved)
                return
            yield from self.leave()
            self._least, self._asked = 0, []
        self.wish = wish
        self.run = None if wish.kind == "rated" else PuzzleRun(wish.kind)
        if self.run is not None:
            yield about_text(self.run.kind)
        if self._problem:
            yield self._problem
        if text := theme_text(wish.theme):
            yield text

    def draw(self) -> PuzzleTry:
        """Look for the next puzzle; `pose` then takes it."""
        wish, run = self.wish, self.run
        side, theme, goal = wish.side, wish.theme, wish.goal
        if side not in self._distances:
            self._distances[side] = Distances(Puzzle.of(goal, goal=goal))
        distances = self._distances[side]
        log = self._training.log()
        rating = log.rating if run is None else rung(run.kind, run.solved)
        names = log.recent if run is None else [puzzle_name(text) for text in self._asked]
        left, self._left = self._left, None
        if left is not None and left.board:
            known = grade(Board.parse(left.board), distances)
            if known is not None:
                tried = PuzzleTry(known, distances)
                for letter in left.moves:
                    tried.answer(letter)
                if tried.state == "open":
                    self._made = left.moves
                    return tried
        streak = run is not None and run.kind == "streak" and run.solved
        least = streak_level(self._least, side) if streak else 0
        self._made = ""
        puzzle = draw_puzzle(
            rating, side, distances, Random(), theme=theme, least=least, asked=names
        )
        return PuzzleTry(puzzle, distances)

    def pose(self, tried: PuzzleTry, waited: float) -> str:
        """Ask a puzzle; returns the question. waited: seconds that finding it took."""
        self.tried = tried
        if self.run is not None:
            self.run.waited(waited)
        self._least = tried.puzzle.difficulty
        if tried.puzzle.board.text not in self._asked:  # the open one of a streak that goes on
            self._asked.append(tried.puzzle.board.text)
        task = puzzle_task(tried.puzzle, None if self.run is None else self.run.kind)
        if tried.found:
            task = f"{task} {found_text(tried).removeprefix('Correct. ')}"
        return " ".join([task, *self._keep()])

    @property
    def asking(self) -> bool:
        """Whether a move is wanted."""
        over = self.run is not None and self.run.over
        return self.tried is not None and self.tried.state == "open" and not over

    @property
    def goes_on(self) -> bool:
        """Whether a run waits for its next puzzle."""
        return self.run is not None and not self.run.over and not self.asking

    def answer(self, moves: str) -> Iterator[str]:
        """The verdict on a slide; what ends is kept. TableError if that fails."""
        tried, run = self.tried, self.run
        if tried is None or not self.asking or not moves:
            return
        now = self.clock()
        if run is not None:
            run.moved(now)
            if late := self.late():
                yield late
                return
        tried.answer(moves)
        if tried.state == "open":
            self._made += moves
            yield found_text(tried)
            yield from self._keep()
            return
        right = tried.state == "solved"
        if run is not None:
            run.answered(right, now)
        gone = run is not None and not run.over  # another puzzle takes its place
        missed = missed_text(tried) if gone else best_text(tried)
        yield "Correct: solved." if right else missed
        if run is None:
            yield standing_text(self._training, tried)
        else:
            yield from self._answered(run, right)
            yield from self._keep()

    def skip(self) -> Iterator[str]:
        """Leave a puzzle of a storm out, which costs as much as a miss."""
        if self.run is None or self.run.kind != "storm":
            yield "Only a storm can skip a puzzle."
        elif not self.run.ticking:
            yield said(FaceSentence.STARTS)
        else:
            self.tried = None
            self.run.skip(self.clock())
            yield from self._answered(self.run, right=False, skipped=True)

    def _answered(self, run: PuzzleRun, right: bool, *, skipped: bool = False) -> Iterator[str]:
        """How a run stands after an answer, or without one."""
        if run.over:
            yield ended_text(self._training, self.wish.name, run, up=run.kind == "storm")
        elif not right:
            yield f"{'Skipped: ' if skipped else ''}{PENALTY:.0f} seconds less."

    def late(self) -> str:
        """The result of a storm whose time has just run out; else ""."""
        run = self.run
        if run is None or run.over:
            return ""
        run.tick(self.clock())
        return ended_text(self._training, self.wish.name, run, up=True) if run.over else ""

    def leave(self) -> Iterator[str]:
        """End a run that has begun; what was solved counts."""
        run, self.tried = self.run, None
        if run is not None and run.begun and not run.over:
            run.stop()
            yield ended_text(self._training, self.wish.name, run, up=False)
            yield from self._keep()
        self.run = None

    @property
    def is_kept(self) -> bool:
        """Whether the run that is on goes on the next time: a streak that can be kept."""
        return self.run is not None and self.run.kind == "streak" and not self._problem

    def close(self) -> Iterator[str]:
        """The program ends: a streak is kept, another run ends and counts, as on the page."""
        if self.run is not None and not self.is_kept:
            yield from self.leave()

    def standing(self) -> list[str]:
        """What was achieved so far in puzzles like these, or why that cannot be read."""
        try:
            return standing_lines(self._training, self.wish.kind, self.wish.name)
        except TaquinError as error:
            return [error_text(error)]

    def with_rating(self, task: str) -> str:
        """The question of a rated puzzle, with the rating; without it if that cannot be read."""
        try:
            return rated_text(self._training, task)
        except TaquinError:
            return task

    def _kept(self) -> tuple[KeptStreak | None, str]:
        """The streak that was left, and why it cannot be read."""
        try:
            return self._training.streak.take(), ""
        except TaquinError as error:
            return None, error_text(error)

    def _begun(self) -> str:
        """Why a streak that begins is not kept; "" if it is."""
        try:
            return self._training.streak.begin()
        except TaquinError as error:
            return error_text(error)

    def _keep(self) -> list[str]:
        """Keep the streak as it is now; what to say if that fails, once."""
        run, tried = self.run, self.tried
        if run is None or run.kind != "streak" or not run.begun:
            return []
        kept = None
        if not run.over:
            asked = tried is not None and tried.state == "open"
            kept = KeptStreak(
                self.wish.side,
                self.wish.theme,
                run.solved,
                self._least,
                tried.puzzle.board.text if asked and tried is not None else "",
                self._made if asked else "",
                tuple(self._asked),
            )
        try:
            self._training.streak.write(kept)
        except TaquinError as error:
            before, self._problem = self._problem, error_text(error)
            return [] if before == self._problem else [self._problem]
        self._problem = ""
        return []
