"""What a contract check reports: counts of what was looked at, and counter-examples."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from taquin.errors import ContractError

__all__ = ["Report", "Tally", "named"]

_EXAMPLES = 10  # counter-examples kept; all are counted


@dataclass(frozen=True, slots=True)
class Report:
    """What was checked, how often, and where a promise was broken.

    counts: of puzzles, states, edges, … by name. failures: counter-examples, one sentence each,
    at most ten; failed: how many there are. refused: why some puzzles are not served. undecided:
    boards on which a limit left open whether a promise was kept.
    """

    subject: str
    counts: Mapping[str, int]
    failures: tuple[str, ...]
    failed: int
    refused: tuple[str, ...] = ()
    undecided: int = 0

    @property
    def ok(self) -> bool:
        """Whether no promise was broken, and at least one puzzle was looked at."""
        return self.failed == 0 and self.counts.get("puzzles", 0) > 0

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
            lines[0] += f" Undecided: a limit ended the search of {boards}."
        else:
            lines[0] += " Passed."
        if not self.failed and not self.ok:
            lines[0] = f"{self.subject}: nothing was checked, every puzzle was refused."
        lines += [f"  {failure}" for failure in self.failures]
        lines += [f"  not served: {refusal}" for refusal in self.refused]
        return "\n".join(lines)


def _counted(number: int, nouns: str) -> str:
    return f"{number:,} {nouns.removesuffix('s') if number == 1 else nouns}"


class Tally:
    """Collects a report."""

    def __init__(self, subject: str, *counted: str) -> None:
        self.subject = subject
        self.counts = Counter(dict.fromkeys(counted, 0))
        self.failures: list[str] = []
        self.refusals: dict[str, int] = {}
        self.failed = self.undecided = 0

    def fail(self, sentence: str) -> None:
        """Count a counter-example; keep the first ones."""
        self.failed += 1
        if len(self.failures) < _EXAMPLES:
            self.failures.append(sentence)

    def refuse(self, reason: str) -> None:
        """Count a puzzle that the subject does not serve."""
        self.refusals[reason] = self.refusals.get(reason, 0) + 1

    def report(self) -> Report:
        """The report so far."""
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
        )


def named(error: BaseException) -> str:
    """An error's type and text, for a counter-example."""
    return f"{type(error).__name__}: {error}".removesuffix(": ")
