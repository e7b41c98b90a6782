"""What a contract check reports: counts of everything examined, and counter-examples."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from taquin.ground.errors import ContractError
from taquin.ground.grammar import counted
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["ClaimVerdict", "Report", "Tally", "away", "merged", "printable"]

ClaimVerdict = Literal["proved", "refuted", "undecided"]
_EXAMPLES = 10  # counter-examples kept; all are counted
_NOTIFY_EVERY = 0.2  # seconds between two reports of progress


@dataclass(frozen=True, slots=True)
class Report:
    """What was checked, how often, and where a promise was broken.

    counts: of puzzles, states, edges, … by name. failures: up to ten counter-examples, one sentence
    each; failed: the number of all counter-examples. refused: why some puzzles are not supported.
    undecided: the number of boards on which a search reached its limit. by_size: `counts` and
    counter-examples for each size, such as 3x3. notes: remarks for the author. unfinished: why the
    check is incomplete, empty if it is complete.
    """

    subject: str
    counts: Mapping[str, int]
    failures: tuple[str, ...]
    failed: int
    refused: tuple[str, ...] = ()
    undecided: int = 0
    by_size: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    unfinished: str = ""

    @property
    def ok(self) -> bool:
        """Whether no promise was broken and at least one puzzle was checked."""
        return self.failed == 0 and self.counts.get("puzzles", 1) > 0

    @property
    def verdict(self) -> ClaimVerdict:
        """proved, refuted by a counter-example, or undecided because the check is incomplete."""
        if self.failed:
            return "refuted"
        return "undecided" if self.undecided or self.unfinished or not self.ok else "proved"

    def raise_if_failed(self) -> None:
        """Raise ContractError with the counter-examples, unless `ok`."""
        if not self.ok:
            raise ContractError(str(self))

    def __str__(self) -> str:
        counted = ", ".join(_counted(number, noun) for noun, number in self.counts.items())
        lines = [f"{self.subject}: {counted}."]
        if self.failed:
            lines[0] += f" Failed: {_counted(self.failed, 'counter-examples')}."
        elif self.undecided:
            boards = _counted(self.undecided, "boards")
            lines[0] += f" Undecided: a limit stopped the search on {boards}."
        elif self.unfinished:
            lines[0] += f" Undecided: {self.unfinished}."
        elif self.ok:
            lines[0] += " Passed."
        else:
            lines[0] = f"{self.subject}: nothing was checked, because no puzzle is supported."
        lines += [f"  {failure}" for failure in self.failures]
        if (more := self.failed - len(self.failures)) > 0:
            lines.append(f"  and {more:,} more")
        if self.failed and len(self.by_size) > 1:
            lines += [
                f"  {_of_size(size, n)}" for size, n in self.by_size.items() if any(n.values())
            ]
        if self.unfinished and (self.failed or self.undecided):
            lines.append(f"  unfinished: {self.unfinished}")
        lines += [f"  not supported: {refusal}" for refusal in self.refused]
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines)


# Counts whose names are no nouns: (one, several) in a sentence.
_PHRASES = {
    "limits reached": ("limit reached", "limits reached"),
    "longer than optimal": ("solution longer than optimal", "solutions longer than optimal"),
    "left unanswered": ("board left unanswered", "boards left unanswered"),
}


def _counted(number: int, name: str) -> str:
    one, several = _PHRASES.get(name, (name.removesuffix("s"), name))
    return counted(number, one, several)


def _of_size(size: str, counts: Mapping[str, int]) -> str:
    found = counts["counter-examples"]
    return f"on {size}: {'no' if not found else f'{found:,}'} counter-example{'s' * (found != 1)}"


class Tally:
    """Collects a report.

    progress: called with the tally itself when a puzzle begins, and about five times a second.
    """

    def __init__(
        self, subject: str, *counted: str, progress: "Callable[[Tally], None] | None" = None
    ) -> None:
        self.subject = subject
        self.counts = Counter(dict.fromkeys(counted, 0))
        self.failures: list[str] = []
        self.notes: list[str] = []
        self.refusals: dict[str, int] = {}
        self.failed = self.undecided = 0
        self.where = ""
        self.puzzle: Puzzle | None = None
        self.at: State | None = None  # the board being checked
        self._sizes: dict[str, Counter[str]] = {}
        self._size: str | None = None
        self._begun: Counter[str] = Counter()
        self._progress = progress
        self._notified = 0.0

    def enter(self, puzzle: Puzzle, where: str) -> None:
        """Begin the boards of a puzzle."""
        self._close_size()
        self._size, self._begun = puzzle.goal.size, self._so_far()
        self.puzzle, self.where, self.at = puzzle, where, None
        self._notify()

    def examine(self, state: State) -> None:
        """Begin this board; report progress now and then."""
        self.at = state
        self.pause()

    def pause(self) -> None:
        """Report progress now and then; for work between boards, which an end of time stops too."""
        if self._progress is not None and time.perf_counter() - self._notified >= _NOTIFY_EVERY:
            self._notify()

    def fail(self, sentence: str) -> None:
        """Count a counter-example; keep the first ones."""
        self.failed += 1
        sentence = printable(sentence)
        if len(self.failures) < _EXAMPLES and sentence not in self.failures:
            self.failures.append(sentence)

    def fail_on(self, what: str, state: State, puzzle: Puzzle, where: str) -> None:
        """Count a counter-example on a board, which is formatted only if it is kept."""
        if len(self.failures) < _EXAMPLES:
            self.fail(f"{what} on {puzzle.decode(state)} ({where})")
        else:
            self.failed += 1

    def refuse(self, reason: str) -> None:
        """Count a puzzle that the subject does not support."""
        self.refusals[reason] = self.refusals.get(reason, 0) + 1

    def absorb(self, other: "Tally") -> None:
        """Add what another tally of the same subject has found."""
        self._close_size()
        other._close_size()
        self._size = None
        self.counts.update(other.counts)
        self.failed += other.failed
        self.undecided += other.undecided
        self.failures += [one for one in other.failures if one not in self.failures]
        del self.failures[_EXAMPLES:]
        self.notes += [one for one in other.notes if one not in self.notes]
        for reason, number in other.refusals.items():
            self.refusals[reason] = self.refusals.get(reason, 0) + number
        for size, counts in other._sizes.items():
            self._sizes.setdefault(size, Counter()).update(counts)

    @property
    def place(self) -> str:
        """The board being checked, for progress and for the reason of an early stop."""
        if self.puzzle is None:
            return "before the first board"
        board = "" if self.at is None else f" {self.puzzle.decode(self.at)}"
        return f"{self.puzzle.goal.size}{board} ({self.where})"

    @property
    def line(self) -> str:
        """The state of the check in one line."""
        counted = ", ".join(_counted(number, noun) for noun, number in self.counts.items())
        size = "" if self.puzzle is None else f"{self.puzzle.goal.size}, {self.where}: "
        return f"{self.subject}: {size}{counted}; {_counted(self.failed, 'counter-examples')}"

    def report(self, unfinished: str = "") -> Report:
        """The report so far."""
        self._close_size()
        refused = tuple(
            f"{_counted(number, 'puzzles')}: {reason}" for reason, number in self.refusals.items()
        )
        return Report(
            self.subject,
            dict(self.counts),
            tuple(self.failures),
            self.failed,
            refused,
            self.undecided,
            {size: dict(counts) for size, counts in self._sizes.items()},
            tuple(self.notes),
            unfinished,
        )

    def _so_far(self) -> Counter[str]:
        return Counter({**self.counts, "counter-examples": self.failed})

    def _close_size(self) -> None:
        """Add the counts since the puzzle began to those of its size."""
        if self._size is None:
            return
        now, total = self._so_far(), self._sizes.setdefault(self._size, Counter())
        for name, number in now.items():
            total[name] += number - self._begun[name]
        self._begun = now

    def _notify(self) -> None:
        self._notified = time.perf_counter()
        if self._progress is not None:
            self._progress(self)


def printable(text: str) -> str:
    """A submission's text without what a terminal would obey or could not show."""
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )


def away(distance: int, puzzle: Puzzle) -> str:
    """How far a board is from the goal, in words: `1 move from the goal`."""
    if distance == 0:
        return "the goal itself"
    if puzzle.summed is not None:
        return f"cost {distance} from the goal"
    return f"{counted(distance, 'move')} from the goal"


def merged(reports: Iterable[Report]) -> Report:
    """Several reports as one, such as those for all names that one file registers."""
    several = list(reports)
    if len(several) == 1:
        return several[0]
    counts: Counter[str] = Counter()
    by_size: dict[str, Counter[str]] = {}
    for report in several:
        counts.update(report.counts)
        for size, part in report.by_size.items():
            by_size.setdefault(size, Counter()).update(part)

    def of_each(name: str) -> tuple[str, ...]:
        return tuple(
            f"{report.subject}: {text}" for report in several for text in getattr(report, name)
        )

    return Report(
        "; ".join(report.subject for report in several),
        dict(counts),
        of_each("failures"),
        sum(report.failed for report in several),
        of_each("refused"),
        sum(report.undecided for report in several),
        {size: dict(part) for size, part in by_size.items()},
        of_each("notes"),
        "; ".join(filter(None, (report.unfinished for report in several))),
    )
