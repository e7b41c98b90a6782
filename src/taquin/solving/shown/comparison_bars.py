"""The results of a comparison as the numbers that `taquin.pictures.comparison` draws."""

from collections.abc import Sequence

from taquin.pictures.comparison import Bars
from taquin.solving.shown.record import Record

__all__ = ["bars_of", "question_of"]


def bars_of(results: Sequence[Record]) -> list[Bars]:
    """One row of bars per result; a search that raised an error has none."""
    return [
        Bars(
            name=_name(result),
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
    """The board, the goal and the metric of a comparison; "" without results."""
    if not results:
        return ""
    first = results[0]
    return f"{first.board}, goal {first.goal}, cost in {first.metric}"


def _name(result: Record) -> str:
    if result.label:
        return result.label
    return ", ".join(filter(None, (result.algorithm, result.heuristic)))
