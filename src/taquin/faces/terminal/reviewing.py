"""The review of a game: every move against perfect play, and where most moves were lost."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import ClassVar

from taquin.faces.terminal.background import Progress, Task
from taquin.faces.terminal.dialogs import ChoiceDialog
from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.reviewtext import better_text, lost_text, needed_text, uncounted_in
from taquin.faces.terminal.session import type_name
from taquin.faces.terminal.steps import Steps
from taquin.game.record import GameRecord
from taquin.game.steps import steps_of
from taquin.game.words import (
    WAYS,
    assistance,
    length_text,
    pushed_text,
    size_text,
    time_text,
)
from taquin.ground.grammar import counted
from taquin.teach.advice.distances import Distances, Known
from taquin.teach.advice.review import MoveVerdict, Review, reviewing

__all__ = ["ReviewScreen", "graph"]

_SECONDS = 8.0
_BARS = " ▁▂▃▄▅▆▇█"
_MOMENT_LINES, _WIDE = 3, 50  # that most moves need, one less with so many columns


def graph(distances: Sequence[Known], width: int, at: int) -> tuple[str, str]:
    """Moves left over the game as bars, and a mark under the board shown.

    >>> graph([Known(2, 2), Known(1, 1), Known(0, 0)], 3, 1)
    ('█▄ ', ' ↑')
    """
    count = len(distances)
    columns = min(width, count)
    most = max((known.lower for known in distances), default=0) or 1
    bars = ""
    for column in range(columns):
        part = distances[column * count // columns : (column + 1) * count // columns]
        bars += _BARS[round(max(known.lower for known in part) / most * (len(_BARS) - 1))]
    return bars, " " * (at * columns // count) + "↑"


def _named(mark: str, name: str, width: int) -> str:
    """The mark below the bars with what they are, on the side where there is room.

    >>> _named("  ↑", "moves left", 20), _named("            ↑", "moves left", 20)
    ('  ↑ moves left', ' moves left ↑')
    """
    if len(mark) + 1 + len(name) <= width:
        return f"{mark} {name}"
    return f"{f'{name} ':>{len(mark) - 1}}{mark[-1]}"


def _marked(bars: str, mark: str) -> str:
    """The bars with the mark among them, before that of the board shown, as in the list of moves.

    >>> _marked("█▄ ", " ↑")
    '█›▄ '
    """
    at = len(mark) - 1
    return f"{bars[:at]}›{bars[at:]}"


def _first_loss(review: Review, number: int) -> int:
    """Where a stretch begins to lose: after its first move that was not best, as Tab shows it."""
    start = review.stretches()[number - 1].start
    return next(one.end for one in review.verdicts if one.loss and one.start >= start)


def _columns(record: GameRecord, last: int) -> tuple[int, int]:
    """Characters of the longest number of a step, and of the longest way of one, in a list."""
    most = max((slide.end - slide.start for slide in record.slides()), default=0)
    several = f"right, {most} tiles" if most > 1 else ""
    return len(str(last)), max(len(f"tile {len(record.start) - 1} right"), len(several))


class ReviewScreen(Steps):
    """Answers "again" if the player wants to try again from the board shown."""

    MEANS: ClassVar[Mapping[str, str]] = {
        **Steps.MEANS,
        "play": "play the moves one after another; + and - change the speed",
        "loss": "go to the next move that was not best",
        "moves": "list all moves with their marks; Enter goes to one",
        "slides": "list all slides with their marks; Enter goes to one",
        "most lost": "go to where most moves were lost",
        "try here": "play again from the board shown; press ← first to make another move",
    }

    def __init__(self, record: GameRecord, distances: Distances, look: Look, palette: str) -> None:
        boards, slides, self._places = steps_of(record)
        unit = record.judged_unit
        super().__init__(
            boards, record.goal, look, palette, [end for _, end, _ in slides],
            table=record.table, unit=unit,
        )  # fmt: skip
        self.record = record
        self.review: Review | None = None
        self._distances = distances
        self._slides = slides
        self._numbers, self._ways = _columns(record, self.last)
        self._curve = f"{unit}s left"  # of the curve
        self._over = self._followed = False
        self._analysis = Task(self._analyse)

    def _analyse(self, progress: Progress) -> None:
        for review in reviewing(
            self.boards,
            self._slides,
            self._distances,
            solved=self.record.solved,
            seconds=_SECONDS,
            progress=progress,
        ):
            if self._over:
                return
            self.review = review

    def tick(self) -> None:
        """Follow the analysis, and show how it ended."""
        if not self._followed:
            self._followed = self._analysis.finished
            self.paint()

    def leave(self, answer: str | None) -> None:
        """End the analysis, and go back."""
        self._over = True
        self._analysis.cancel()
        super().leave(answer)

    def keys(self) -> Sequence[str]:
        """The keys for what is on the screen."""
        review = self.review
        beside = self.arrangement.beside
        listed = len(review.stretches()) if review is not None and beside else 0
        stretches = " ".join(str(number) for number in range(1, listed + 1))
        return (
            "←→ step",
            *(["Tab loss"] if review is not None and review.lost else []),
            *([f"M {self.unit}s"] if review is not None else []),
            "Esc back",
            *(["T try here"] if self._can_try else []),
            self.space,
            *([f"{stretches} most lost"] if stretches else []),
            "? help",
        )

    @property
    def _can_try(self) -> bool:
        """Whether the board shown can be played: it is not solved."""
        return self.boards[self.at] != self.goal

    def titles(self) -> Sequence[str]:
        """Which game it is."""
        record = self.record
        size = size_text(record.start)
        if not record.table.is_grid:
            size += f" {type_name(record.topology)}"
        made = f"{size}: {length_text(record)}"
        if not record.milliseconds:
            return [f"Review {made}", made]
        time = time_text(record.milliseconds, 3)
        # The clock of a game that is not over has gone on since.
        solved, given_up = [f" in {time}"], [f"; the last at {time}", f"; last at {time}"]
        ways = solved if record.solved else given_up
        return [*(f"Review {made}{way}" for way in ways), f"{made}{ways[-1]}"]

    def side_text(self, width: int, room: int) -> str:
        """Optimal against played, the graph, where most moves were lost, and the moves."""
        review = self.review
        if review is None:
            return "\n".join(self._about(None, width))
        bars, mark = graph(review.distances, width, self.at)
        stretches = [
            f"{number}  {stretch.words}: {stretch.loss} lost"
            for number, stretch in enumerate(review.stretches(), start=1)
        ]
        parts = [self._about(review, width), [self._curve.capitalize(), bars, mark]]
        if stretches:
            parts.append([f"Most {self.unit}s lost", *stretches])
        left = room - sum(len(part) + 1 for part in parts)
        if left > 0:
            parts.append(self._moves(review, left))
        # Without room for all of it, the lines between the parts go first.
        between = "\n\n" if left >= -1 else "\n"
        return between.join("\n".join(part) for part in parts)

    def below_lines(self, width: int, room: int) -> list[str]:
        """The move, and what else is known where it does not stand beside the board."""
        review = self.review
        if review is None:
            return [] if self.arrangement.beside else self._about(None, width)[:room]
        moment = self._moment_lines(review, width, room)
        if self.arrangement.beside:
            return moment
        bars, mark = graph(review.distances, width, self.at)
        name = self._curve
        curve = [bars, _named(mark, name, width)]
        short = _marked(*graph(review.distances, width - len(name) - 2, self.at))
        about, summary = self._about(review, width), wrap(self._summary(review), width)
        together = wrap(self._about_text(review), width)
        # Where there is no room for it all, the line of the mark goes first, then the curve.
        curves: list[list[str]] = [curve, [f"{short} {name}"], []]
        parts = [[*text, *drawn] for drawn in curves for text in (about, together)]
        parts += [summary, []]
        # The same parts at every move, though some moves take fewer words; if there is room for
        # those of a move alone, the start has the summary.
        usual = min(room, _MOMENT_LINES if width < _WIDE else _MOMENT_LINES - 1)
        usual = len(moment) if usual == room and not self.at else max(len(moment), usual)
        return [*next((part for part in parts if len(part) + usual <= room), []), *moment]

    def _moment_lines(self, review: Review, width: int, room: int) -> list[str]:
        """What is known of the board shown, in as many lines as there are."""
        texts = (self._moment(review), self._moment(review, better=False))
        lines = (wrap(text, width) for text in texts)
        return next((one for one in lines if len(one) <= room), wrap(texts[-1], width)[:room])

    def _about_text(self, review: Review) -> str:
        """How the game compares with perfect play, and with what help, in one text."""
        return " ".join([self._summary(review), *self._remarks])

    def _about(self, review: Review | None, width: int) -> list[str]:
        """How the game compares with perfect play, and with what help it was played."""
        text = "Comparing with perfect play…" if review is None else self._summary(review)
        # Not in the title, which is cut where it is too long.
        return [line for one in (text, *self._remarks) for line in wrap(one, width)]

    @property
    def _remarks(self) -> list[str]:
        """What else is to say of the game, in sentences."""
        helped = assistance(self.record)
        remarks = [f"With: {helped}." if helped else "", uncounted_in(self.record)]
        return [remark for remark in remarks if remark]

    def _moves(self, review: Review, room: int) -> list[str]:
        """The moves around the one shown, with their marks."""
        ends = [verdict.end for verdict in review.verdicts]
        here = next((i for i, end in enumerate(ends) if end >= self.at), 0)
        first = max(0, min(here - room // 2, len(ends) - room))
        return [
            f"{'›' if verdict.end == self.at else ' '}{self._listed(verdict)}"
            for verdict in review.verdicts[first : first + room]
        ]

    def _listed(self, verdict: MoveVerdict) -> str:
        """A move in a list, with its mark."""
        number, way = f"{verdict.end:<{self._numbers}}", f"{self._briefly(verdict):<{self._ways}}"
        return f"{self.unit} {number} {way} {verdict.mark}"

    def _open_moves(self, review: Review) -> None:
        """The whole list, on a terminal of any size: what is chosen there is shown here."""
        self.stop()
        stretches = review.stretches()
        options = [
            (f"stretch {number}", f"{stretch.words}: {stretch.loss} lost", str(number))
            for number, stretch in enumerate(stretches, start=1)
        ]
        options += [("step 0", "start", "")]
        options += [
            (f"step {verdict.end}", self._listed(verdict), "") for verdict in review.verdicts
        ]

        def chosen(answer: str | None) -> None:
            if answer is None:
                self.paint()
                return
            kind, number = answer.split()
            self.go(int(number) if kind == "step" else _first_loss(review, int(number)))

        every = f"{self.unit.capitalize()}s"
        title, here = f"{every} of the {size_text(self.record.start)}", f"step {self.at}"
        self.app.push_screen(ChoiceDialog(title, options, self._summary(review), here), chosen)

    def _summary(self, review: Review) -> str:
        if self._analysis.error is not None:
            return f"The comparison ended: {self._analysis.error}"
        if review.accuracy is None and not self._analysis.finished:
            done = review.played + 1 - review.waiting
            return f"Comparing: {done} of {review.played + 1} boards…"
        if review.accuracy is None:
            return needed_text(review)
        return (
            f"Optimal {review.optimal}, played {review.played}{lost_text(review)}. Accuracy "
            f"{100 * review.accuracy:.0f}%."
        )

    def _verdict(self, review: Review) -> MoveVerdict | None:
        return next((v for v in review.verdicts if v.end == self.at), None)

    def _moment(self, review: Review, *, better: bool = True) -> str:
        """What is known of the board shown, and of the move that led to it.

        better: with the moves that would have been best.
        """
        known = review.distances[self.at]
        left = f"{known.lower} left" if known.value is not None else f"at least {known.lower} left"
        verdict = self._verdict(review)
        if verdict is None:
            least = "" if known.value is not None else "at least "
            return f"Start: {least}{counted(known.lower, self.unit)} left."
        which = f"{self.unit.capitalize()} {verdict.end}"
        sentence = f"{which}, {self._pushed(verdict)}: {verdict.words}; {left}."
        if not better:
            return sentence
        return sentence + better_text(verdict, self.boards, review, self._distances)

    def _pushed(self, verdict: MoveVerdict) -> str:
        return pushed_text(self.boards[verdict.start], self._moves_of(verdict), self.table)

    def _moves_of(self, verdict: MoveVerdict) -> str:
        """The single-tile moves of a slide."""
        return self.record.moves[self._places[verdict.start] : self._places[verdict.end]]

    def _briefly(self, verdict: MoveVerdict) -> str:
        """The same in a list: the way comes first, as "2 tiles left" would be how many remain."""
        moves = self._moves_of(verdict)
        if len(moves) == 1:
            return self._pushed(verdict)
        return f"{WAYS[moves[0]]}, {len(moves)} tiles"

    def press(self, name: str) -> bool:
        """Jump to the next move that lost, a stretch, or one of the list; try again from here."""
        review = self.review
        if name == "t":
            if self._can_try:
                self.leave("again")
            return True
        if review is None:
            return False
        if name == "tab":
            lost = [verdict.end for verdict in review.verdicts if verdict.loss]
            if lost:
                self.go(next((end for end in lost if end > self.at), lost[0]))
            return True
        if name == "m":
            self._open_moves(review)
            return True
        stretches = review.stretches()
        if name.isdigit() and 1 <= int(name) <= len(stretches):
            self.go(_first_loss(review, int(name)))
            return True
        return False
