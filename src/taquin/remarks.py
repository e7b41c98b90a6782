"""What a comparison shows, in sentences made from its numbers and from nothing else."""

from collections.abc import Sequence

from taquin.result import Result
from taquin.result_text import method
from taquin.search.result import Status

__all__ = ["remarks"]


def remarks(results: Sequence[Result]) -> list[str]:
    """At most four sentences; none where there is nothing to compare."""
    solved = [result for result in results if result.solved and result.cost is not None]
    if len(results) < 2 or not solved:
        return []
    least = min(result.cost or 0 for result in solved)
    shortest = [result for result in solved if result.cost == least]
    found = [_fewer(shortest), _longer(solved, least), _cheap(solved, shortest), _without(results)]
    return [sentence for sentence in found if sentence]


def _name(result: Result) -> str:
    return result.label or method(result)


def _fewer(shortest: list[Result]) -> str | None:
    """The row of fewest expansions against breadth-first, or against the row of most."""
    best = min(shortest, key=lambda result: result.stats.expanded)
    blind = [result for result in shortest if result.algorithm == "bfs"]
    other = (blind or [max(shortest, key=lambda result: result.stats.expanded)])[0]
    few, many = best.stats.expanded, other.stats.expanded
    if best is other or few == 0 or many < 1.05 * few:
        return None
    ratio = many / few
    times = f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"
    return (
        f"Among those with the cheapest solution, {_name(best)} expanded fewest: {times} times "
        f"fewer states than {_name(other)} ({few:,} against {many:,})."
    )


def _longer(solved: list[Result], least: int) -> str | None:
    worse = [f"{_name(r)} ({r.cost:,})" for r in solved if r.cost is not None and r.cost > least]
    if not worse:
        return None
    return f"Costlier than the cheapest ({least:,}): {', '.join(worse)}."


def _cheap(solved: list[Result], shortest: list[Result]) -> str | None:
    """Fewer expansions than any row with the cheapest solution, paid for in cost."""
    few = min(result.stats.expanded for result in shortest)
    quick = min(solved, key=lambda result: result.stats.expanded)
    if quick in shortest or quick.stats.expanded >= few:
        return None
    return (
        f"{_name(quick)} expanded fewest of all ({quick.stats.expanded:,}), for a solution of "
        f"cost {quick.cost:,}."
    )


def _without(results: Sequence[Result]) -> str | None:
    stopped = [_name(r) for r in results if r.status in (Status.LIMIT, Status.INCOMPLETE)]
    return f"Without an answer: {', '.join(stopped)}." if stopped else None
