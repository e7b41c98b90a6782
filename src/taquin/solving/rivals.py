"""Two attempts at one board: the limits of the second, and the better of the two answers."""

from dataclasses import replace

from taquin.search.monitor import Limits
from taquin.search.result import Status
from taquin.solving.result import Result

__all__ = ["cheaper", "share"]


def share(limits: Limits, first: Result, rival: Limits) -> Limits:
    """The limits of a second attempt: what the first left over, within its own expansions."""
    spent = first.stats.expanded
    allowed = rival.expansions
    left = None if limits.expansions is None else max(0, limits.expansions - spent)
    most = allowed if left is None else left if allowed is None else min(allowed, left)
    seconds = None if limits.time is None else max(0.0, limits.time - sum(first.seconds.values()))
    return Limits(time=seconds, expansions=most, memory=limits.memory)


def cheaper(built: Result, rival: Result) -> Result:
    """The cheaper of two solutions, with the better lower bound and the times of both attempts."""
    effort = f"{rival.stats.expanded:,} expansions"
    lengths = [
        f"cost {one.cost}" if one.metric == "expense" else f"{one.cost} moves"
        for one in (built, rival)
    ]
    if rival.cost is None or built.cost is None:
        chosen, note = built, f"{rival.algorithm} found no solution within {effort}."
    elif rival.cost < built.cost:
        chosen = rival
        note = f"The row-and-column method ({built.algorithm}) found a solution of {lengths[0]}."
    else:
        chosen = built
        note = f"{rival.algorithm} found only a solution of {lengths[1]} within {effort}."
    interrupted = rival.limit == "interrupt"
    return replace(
        chosen,
        status=Status.LIMIT if interrupted else chosen.status,
        limit="interrupt" if interrupted else chosen.limit,
        lower_bound=max(built.lower_bound or 0, rival.lower_bound or 0),
        seconds={name: value + rival.seconds[name] for name, value in built.seconds.items()},
        peak_memory_bytes=max(built.peak_memory_bytes, rival.peak_memory_bytes),
        notes=() if chosen.optimal else (*chosen.notes, note),
        closest=None,
    )
