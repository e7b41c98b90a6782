"""Timed attempts: single boards, marathons, relays, mixed sessions; with inspection, or blind."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from math import inf
from random import Random
from textwrap import wrap
from time import monotonic
from typing import ClassVar

from textual.events import Key

from taquin.faces.terminal.boardscreen import BoardScreen
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.clipping import fitted, unbroken, wrapped
from taquin.faces.terminal.dialogs import ChoiceDialog, ValuesDialog
from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.faults import error_text
from taquin.faces.terminal.front import FrontScreen
from taquin.faces.terminal.goalside import goal_titled
from taquin.faces.terminal.keys import pressed
from taquin.faces.terminal.keysbar import KeysBar
from taquin.faces.terminal.session import read_opening
from taquin.faces.terminal.settings import Settings
from taquin.faces.terminal.words import Words
from taquin.game.attempt import Attempt, AttemptChoice, AttemptResult, Results, best_total
from taquin.game.game import Game, push
from taquin.game.history import History
from taquin.game.statistics import AVERAGES, figure
from taquin.game.words import moves_text, time_text
from taquin.ground.errors import TaquinError
from taquin.ground.grammar import counted
from taquin.ground.sentences import AttemptSentence, FaceSentence, said
from taquin.puzzle.board import Board

__all__ = ["AttemptFields", "Timed"]

_TICK = 0.05
_LAST = 5  # results that are listed
_HEADED = 2  # lines above a list: an empty one, and its head
_NOW = "This attempt"  # the head of the times of its boards
_SHOWN = ("mo3", "ao5", "ao12")  # averages of results
_KEYS = {
    "covered": ("Space start", "Esc back", "E change", "B numbers", "? help"),
    "between": ("Space start", "Esc give up", "T start again", "? help"),
    "looking": ("Esc give up", "↑↓←→ move", "? help"),
    "solving": ("Esc give up", "T start again", "? help"),
    "over": ("Space again", "Esc back", "E change", "B numbers", "? help"),
}
_REFUSED = {
    "hint": said(FaceSentence.NO_HINTS),
    "pause": "A timed attempt cannot be paused.",
    "undo": "Moves of a timed attempt cannot be undone.",
    "redo": "Moves of a timed attempt cannot be undone.",
}
_MODES = {
    "single": "one board",
    "marathon": "marathon, boards in a row",
    "relay": "relay, every size",
    "mixed": "mixed session",
}
_NUMBERS = {
    "shown": "shown",
    "hidden": "hidden, colours stay",
    "blind": "blind, hidden once you move",
}
# What tiles of one colour have in common; the other palettes do not tell tiles apart.
_ALIKE = {"rows": "row", "columns": "column", "fringe": "fringe"}
_NO_HIDDEN = "Hidden numbers are not offered: they need colours by rows, columns or fringe."


class AttemptFields(ValuesDialog):
    """What the player chooses for an attempt, as far as its mode uses it."""

    def __init__(
        self, choice: Callable[[], AttemptChoice], change: Callable[[str, int], None]
    ) -> None:
        super().__init__("Timed attempt", change)
        self._choice = choice

    def rows(self) -> Iterable[tuple[str, str]]:
        """One line for each field."""
        choice = self._choice()
        look = f"{choice.inspection} s" if choice.inspection else "none"
        labels = {
            "mode": f"Kind: {_MODES[choice.mode]}",
            "side": f"Size: {choice.side}×{choice.side}",
            "count": f"Boards: {choice.count}",
            "last": f"Sizes: 2×2 to {choice.last}×{choice.last}",
            "sides": f"Sizes: {', '.join(f'{side}×{side}' for side in choice.sides)}",
            "inspection": f"Inspection: {look}",
            "numbers": f"Numbers: {_NUMBERS[choice.numbers]}",
        }
        return [(name, labels[name]) for name in choice.fields]


class Timed(BoardScreen[None]):
    """Boards against the clock; each is covered until the player begins. There are no hints."""

    topic = "timed"
    MEANS: ClassVar[Mapping[str, str]] = {
        **FrontScreen.MEANS,
        "start": "uncover the board",
        "again": "cover and begin another attempt",
        "change": "change size, number of boards, inspection and numbers",
        "numbers": "hide numbers, or show them",
        "move": "make the first move, which starts the clock",
        "give up": "give this attempt up",
        "start again": "give this attempt up, and begin another",
    }

    def __init__(
        self,
        results: Results,
        history: History,
        settings: Settings,
        look: Look,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """clock: seconds, of which only differences matter."""
        super().__init__(look, _TICK)
        self._results, self._history = results, history
        self._settings, self._clock = settings, clock
        self._now = 0.0  # milliseconds: one reading for a slide, its game and the attempt
        self._says = ""
        self._asking = False  # whether to give up
        self._choice, self._past = AttemptChoice(), list[AttemptResult]()
        try:
            self._choice = results.choice()
        except TaquinError as error:
            self._says = error_text(error)
        if self._choice.numbers == "hidden" and not self._told_apart:
            self._choice = replace(self._choice, numbers="shown")
            self._says = self._says or _NO_HIDDEN
        self._renew(self._says)

    @property
    def _told_apart(self) -> bool:
        """Whether colours show where a tile belongs, which hidden numbers are played by."""
        return not self._look.lined and self._settings.palette in _ALIKE

    def _renew(self, says: str) -> None:
        """Another attempt, not begun."""
        self.attempt = Attempt(self._choice, Random())
        self._given_up: AttemptResult | None = None
        self._ids: list[str] = []  # of the games of this attempt
        self._says, self._tall = says, 0
        self._read_past()
        self._deal()

    def _read_past(self) -> None:
        try:
            self._past = self._results.of(self._choice.name)
        except TaquinError as error:
            self._past, self._says = [], error_text(error)

    def _reading(self) -> float:
        """Whole milliseconds, so that all that is derived from two readings is what is shown."""
        return float(round(1000 * self._clock()))

    def _deal(self) -> None:
        opening = read_opening(f"{self.attempt.side}")
        self.game = Game(
            opening.board,
            opening.puzzle.goal,
            seed=opening.seed,
            clock=lambda: self._now / 1000,
        )
        # Hidden numbers make another puzzle: statistics count it apart.
        self.game.record.numbers = self._choice.numbers

    @property
    def goal(self) -> Board:
        """Of the board that is on."""
        return self.game.goal

    # What is shown

    def paint(self) -> None:
        """Show this moment of the attempt."""
        attempt, game = self.attempt, self.game
        self.lay_out(lambda width, room: "\n".join(self._standing(width, room)))
        blind = attempt.bare and self._choice.numbers == "blind"
        view = self.query_one(BoardView)
        view.show(
            game.board,
            game.goal,
            palette="mono" if blind else self._settings.palette,
            hidden=attempt.phase == "covered",
            bare=attempt.bare,
        )
        resting = attempt.phase in ("covered", "over")
        below = resting and not self.arrangement.beside
        says = " ".join(filter(None, (self._says, self._next_words())))
        told = "\n".join(filter(None, (says, view.missing)))
        room = self.room_for_text - len(wrapped(told, self.columns))
        self.tell(told, self._below(self.columns, room) if below else [])
        # Covered, but begun: what would change it must wait.
        between = attempt.phase == "covered" and attempt.begun
        self.query_one(KeysBar).show(_KEYS["between" if between else attempt.phase])
        self.tick()

    def _next_words(self) -> str:
        attempt = self.attempt
        if attempt.phase != "covered":
            return ""
        board = f"Board {len(attempt.splits) + 1} of {len(attempt.sides)}"
        if self._choice.numbers == "blind":  # learning a board by heart counts
            starts = f"{said(AttemptSentence.UNCOVERS).removesuffix('.')}: press Space."
            starts += " Your first move hides all numbers and colours."
            return f"{board}. {starts}" if attempt.splits else starts
        uncovers = f"{board}: Space uncovers it" if attempt.splits else "Space uncovers the board"
        return f"{uncovers}. {self._start_words()}"

    def _start_words(self) -> str:
        """When the clock of the covered board will start, and what tiles will show."""
        choice = self._choice
        starts = said(FaceSentence.STARTS)
        if choice.inspection:
            starts = said(AttemptSentence.INSPECTS, seconds=choice.inspection)
        if choice.numbers == "hidden":
            alike = _ALIKE[self._settings.palette]
            starts += f" Tiles show their colours alone; those of a {alike} look alike."
        return starts

    def tick(self) -> None:
        """Show the clock."""
        attempt, now = self.attempt, self._reading()
        attempt.tick(now)
        left = attempt.left(now)
        clock = (
            f"inspection: {-(-left // 1000):.0f} s"
            if left
            else time_text(attempt.elapsed(now), 1 if attempt.running else 3)
        )
        boards = len(attempt.sides)
        where = f"board {attempt.at + 1} of {boards}, " if boards > 1 else ""
        place = f"{where}{attempt.side}×{attempt.side}"
        moves = self.game.at
        if attempt.complete and boards > 1:
            # The clock has the time of all boards.
            place, moves = counted(boards, "board"), attempt.moves(0)
        elif (lost := self._given_up) is not None:
            clock, moves = time_text(lost.total, 3), lost.moves
            if boards > 1:
                place = f"{len(lost.times)} of {counted(boards, 'board')}"
        # The first move ends the inspection.
        right = clock if left else f"{clock}  {moves_text(moves)}"
        room = max(0, self.size.width - 2 - len(right))
        # Words give way first where the terminal is narrow.
        names = [f"Timed: {place}", place, place.removeprefix("board "), place.partition(",")[0]]
        self.query_one("#bar", Words).say(f"{fitted(names, room - 1):<{room}}{right}")

    def _below(self, width: int, room: int) -> list[str]:
        """The figures, and where there is room the boards of this attempt."""
        figures = self._figures(width, room)
        splits = self._split_lines(width) if len(self.attempt.sides) > 1 else []
        left = room - len(figures) - 1
        return [*figures, _NOW, *_latest(splits, left)] if splits and left > 0 else figures

    def _figures(self, width: int, room: int) -> list[str]:
        """The comparable results in words; as many averages as there is room for."""
        name, results = self._choice.name, self._past
        solved = [one for one in results if not one.dnf]
        best = best_total(results)
        figures = [f"attempts {len(results)}"] if results else []  # none while the first is on
        if len(solved) < len(results):
            figures.append(f"{len(solved)} solved")
        if best is not None:
            figures.append(f"best {time_text(best, 3)}")
        averages = _averages(results)
        while True:
            lines = [*wrap(name, width), *unbroken(figures, width), *unbroken(averages, width)]
            if not averages or len(lines) <= room:
                return lines
            averages.pop()

    def _standing(self, width: int, room: int) -> list[str]:
        """What stands beside the board: goal, figures, boards of this attempt, results.

        No heading stands without a line below it.
        """
        goal = [*goal_titled(self.goal, room), ""]
        figures = self._figures(width, room - len(goal))
        lines = figures if len(goal) + len(figures) > room else goal + figures
        totals = [_total_text(one) for one in reversed(self._past)][:_LAST]
        splits = self._split_lines(width) if len(self.attempt.sides) > 1 else []
        left = room - len(lines) - _HEADED
        if splits and left > 0:
            # Earlier results give way to as many boards as there are of them.
            shown = max(min(left, _LAST), left - len(totals) - _HEADED if totals else left)
            lines += ["", _NOW, *_latest(splits, shown)]
        left = room - len(lines) - _HEADED
        if totals and left > 0:
            lines += ["", "Last attempts", *totals[:left]]
        return lines[:room]

    def _split_lines(self, width: int) -> list[str]:
        splits: list[str] = []
        for one in self.attempt.splits:
            blind = self._choice.numbers == "blind"
            learnt = f", learnt in {time_text(one.memo)}" if one.memo and blind else ""
            split = (
                f"{one.side}×{one.side}  {time_text(one.time, 3)}  {moves_text(one.moves)}{learnt}"
            )
            splits += wrap(split, width, subsequent_indent="     ")
        return splits

    # Keys and the mouse

    def on_key(self, event: Key) -> None:
        """Begin, move, give up, choose, or leave."""
        name, action, letter = pressed(event, self._settings.keys, self._settings.arrows)
        if letter is not None:
            if letter in self.game.board.legal_moves():
                self._slide(letter, "k")
        elif name in (" ", "enter") or action == "new":
            self._next()
        elif name in ("escape", "q"):
            self._leave()
        elif action == "retry":
            self._retry()
        elif action in _REFUSED:
            self._say(_REFUSED[action])
        elif name == "b" and not self.attempt.begun:
            self._change("numbers")
        elif action == "setup" and not self.attempt.begun:
            self.app.push_screen(AttemptFields(lambda: self._choice, self._change))
        else:
            return
        event.stop()

    def on_board_view_pushed(self, event: BoardView.Pushed) -> None:
        """Uncover the board, or push the tiles between the cell and the blank."""
        if self.attempt.phase in ("covered", "over"):
            self._next()
        else:
            self._slide(push(self.game.board, event.cell), "m")

    def _say(self, text: str) -> None:
        self._says = text
        self.paint()

    def _change(self, field: str, by: int = 1) -> None:
        self._choice, says = self._choice.next(field, by), ""
        if self._choice.numbers == "hidden" and not self._told_apart:
            self._choice, says = self._choice.next("numbers", by), _NO_HIDDEN
        self._renew(says)
        try:
            self._results.choose(self._choice)
        except TaquinError as error:
            self._says = error_text(error)
        self.paint()

    def _next(self) -> None:
        """Uncover the board, or begin another attempt."""
        if self.attempt.phase == "over":
            self._renew("")
        if self.attempt.phase == "covered":
            self._says = ""
            self.attempt.uncover(self._reading())
        self.paint()

    def _retry(self) -> None:
        """Another attempt; one that has begun is given up first."""
        if self.attempt.begun:
            self._ask("give up", self._again)
        else:
            self._again()

    def _again(self) -> None:
        says = self._lose() if self.attempt.begun else ""
        self.attempt.give_up()
        self._renew(says)
        self.paint()

    def _give_up(self) -> None:
        """End the attempt; its boards, its time and its moves are still shown."""
        self._says = self._lose()
        self.attempt.give_up()
        self._read_past()
        self.paint()

    def _lose(self) -> str:
        """Keep that the attempt was given up, as speed-solvers count it; returns what to say."""
        attempt, now = self.attempt, self._reading()
        # A board that is still covered is not a game, nor is one that has shown itself after
        # another, before its first move.
        is_game = attempt.phase != "covered" and (len(attempt.sides) == 1 or bool(self.game.at))
        ids = [*self._ids, *([self.game.record.id] if is_game else [])]
        lost = self._given_up = attempt.result(_moment(), now, self.game.at, ids)
        try:
            self._results.add(lost)
            if is_game:
                self.game.give_up(attempt.on_board(now))
                self._history.add(self.game.record)
        except TaquinError as error:
            return error_text(error)
        time = f"{time_text(lost.total, 3)} and " if lost.total else ""
        return f"Given up after {time}{moves_text(lost.moves)}."

    def closing(self) -> None:
        """Give an attempt up that has begun: its clock cannot wait."""
        if self.attempt.begun:
            self._lose()

    def _leave(self) -> None:
        """An attempt that has begun is given up first."""
        if self.attempt.begun:
            self._ask("give up", self._give_up)
        else:
            self.dismiss(None)

    def _ask(self, words: str, lose: Callable[[], None]) -> None:
        """Ask before an attempt that counts is given up; meanwhile its clock goes on."""
        options = [("stay", "go on", ""), ("lose", words, "")]
        self._asking = True

        def done(answer: str | None) -> None:
            self._asking = False
            if answer == "lose":
                lose()

        goes_on = ""
        if self.attempt.running:
            goes_on = " The clock is not stopped."
        elif self.attempt.left(self._reading()):
            goes_on = " The inspection goes on."
        self.app.push_screen(ChoiceDialog(f"Give this attempt up?{goes_on}", options), done)

    def asks_to_end(self, end: Callable[[], None]) -> bool:
        """Ask as before giving up, unless that question is open already."""
        if self._asking or not self.attempt.begun:
            return False
        self._ask("give up and leave; Ctrl-C does, too", end)
        return True

    def _slide(self, moves: str, input: str) -> None:
        attempt = self.attempt
        if attempt.phase not in ("looking", "solving"):
            return
        self._now = self._reading()
        attempt.tick(self._now)
        if attempt.since is not None:
            self.game.begin(attempt.since / 1000)
        if not self.game.move(moves, input):
            return
        self._says = ""
        attempt.moved(self._now)
        if self.game.solved:
            self._solved()
        self.paint()

    def _solved(self) -> None:
        attempt, record = self.attempt, self.game.record
        attempt.solved(self._now, record)
        try:
            self._history.add(record)
            self._ids.append(record.id)
            if attempt.complete:
                self._finish()
        except TaquinError as error:
            self._says = error_text(error)
        if not attempt.complete:
            self._deal()

    def _finish(self) -> None:
        result = self.attempt.result(_moment(), ids=self._ids)
        best = best_total(self._past)
        better = " Your best." if best is not None and 0 < result.total < best else ""
        time = f"{time_text(result.total, 3)} and " if result.total else ""
        self._says = f"Solved in {time}{moves_text(result.moves)}.{better}"
        self._results.add(result)
        self._past = [*self._past, result]


def _averages(results: Sequence[AttemptResult]) -> list[str]:
    """Of the attempts until now, as of games: one that was given up is the worst of all."""
    totals = [inf if one.dnf else one.total for one in results if one.dnf or one.total]
    found = ((one.name, figure(totals, one).current) for one in AVERAGES if one.name in _SHOWN)
    return [
        f"{name} {'DNF' if now == inf else time_text(now, 3)}"
        for name, now in found
        if now is not None
    ]


def _latest(lines: Sequence[str], room: int) -> list[str]:
    """The last of these lines, after an ellipsis if there is room for it and not for all."""
    if len(lines) <= room:
        return list(lines)
    return ["…", *lines[len(lines) - room + 1 :]] if room > 1 else list(lines[-1:])


def _total_text(result: AttemptResult) -> str:
    if result.dnf:
        return "DNF"
    return time_text(result.total, 3) if result.total else f"– ({moves_text(result.moves)})"


def _moment() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
