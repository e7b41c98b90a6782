"""Remarks on a comparison, generated from its numbers alone."""

from collections.abc import Sequence

from taquin.search.result import Status
from taquin.solving.shown.record import Record
from taquin.solving.shown.result_text import method

__all__ = ["remarks"]


def remarks(results: Sequence[Record]) -> list[str]:
    """Up to four sentences; none if there is nothing to compare."""
    solved = [result for result in results if result.solved and result.cost is not None]
    if len(results) < 2 or not solved:
        return []
    least = min(result.cost or 0 for result in solved)
    shortest = [result for result in solved if result.cost == least]
    found = [
        _fewest_expansions(shortest),
        _costlier(solved, least),
        _fewer_at_a_price(solved, shortest),
        _unsolved(results),
    ]
    return [sentence for sentence in found if sentence]


def _name(result: Record) -> str:
    return result.label or method(result)


def _quoted_name(result: Record) -> str:
    """The name as a part of a sentence: in quotation marks where it has a comma."""
    name = _name(result)
    return f'"{name}"' if "," in name else name


def _fewest_expansions(shortest: list[Record]) -> str | None:
    """Compare the row with the fewest expansions with breadth-first, or with the most."""
    best = min(shortest, key=lambda result: result.stats.expanded)
    blind = [result for result in shortest if result.algorithm == "bfs"]
    other = (blind or [max(shortest, key=lambda result: result.stats.expanded)])[0]
    few, many = best.stats.expanded, other.stats.expanded
    if best is other or few == 0 or many < 1.05 * few:
        return None
    ratio = many / few
    times = f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"
    return (
        f"Of the searches that found the cheapest solution, {_quoted_name(best)} expanded the "
        f"fewest states: {times} times fewer than {_quoted_name(other)} ({few:,} against {many:,})."
    )


def _costlier(solved: list[Record], least: int) -> str | None:
    worse = [f"{_name(r)} ({r.cost:,})" for r in solved if r.cost is not None and r.cost > least]
    if not worse:
        return None
    return f"Solutions costlier than the cheapest ({least:,}): {'; '.join(worse)}."


def _fewer_at_a_price(solved: list[Record], shortest: list[Record]) -> str | None:
    """A row with fewer expansions than every row that found the cheapest solution."""
    few = min(result.stats.expanded for result in shortest)
    quick = min(solved, key=lambda result: result.stats.expanded)
    if quick in shortest or quick.stats.expanded >= few:
        return None
    return (
        f"{_quoted_name(quick)} expanded the fewest states of all ({quick.stats.expanded:,}), but "
        f"its solution costs {quick.cost:,}."
    )


def _unsolved(results: Sequence[Record]) -> str | None:
    stopped = [_name(r) for r in results if r.status in (Status.LIMIT, Status.INCOMPLETE)]
    return f"No solution found: {'; '.join(stopped)}." if stopped else None
