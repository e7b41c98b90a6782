"""The results of a comparison as the numbers that `taquin.pictures.comparison` draws."""

from collections.abc import Sequence

from taquin.pictures.comparison import Bars
from taquin.solving.question.heading import question_heading
from taquin.solving.shown.record import Record
from taquin.solving.shown.result_text import method

__all__ = ["bars_of", "question_of"]


def bars_of(results: Sequence[Record]) -> list[Bars]:
    """One row of bars per result; a search that raised an error has none."""
    return [
        Bars(
            name=result.label or method(result),
            cost=result.cost,
            expanded=result.stats.expanded,
            seconds=sum(result.seconds.values()),
            solved=result.solved,
            optimal=result.optimal,
        )
        for result in results
        if result.error is None
    ]


def question_of(results: Sequence[Record]) -> str:
    """The heading of a comparison; "" without results."""
    if not results:
        return ""
    return question_heading(f"board {results[0].board}", [results[0].puzzle])
