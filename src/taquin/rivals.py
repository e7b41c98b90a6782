"""Two answers to one board: what the second may spend, and which of the two is given."""

from dataclasses import replace

from taquin.choice import Choice
from taquin.result import Result
from taquin.search.monitor import Limits
from taquin.search.result import Status

__all__ = ["cheaper", "share"]


def share(limits: Limits, first: Result, rival: Choice) -> Limits:
    """What the caller's limits leave for a second attempt, and its own expansions at most."""
    spent = first.stats.expanded
    own = rival.expansions
    left = None if limits.expansions is None else max(0, limits.expansions - spent)
    most = own if left is None else left if own is None else min(own, left)
    seconds = None if limits.time is None else max(0.0, limits.time - sum(first.seconds.values()))
    return Limits(time=seconds, expansions=most, memory=limits.memory)


def cheaper(built: Result, rival: Result) -> Result:
    """The cheaper of two solutions under its own name, with the better bound and both times."""
    tried = f"{rival.algorithm}, tried for {rival.stats.expanded:,} expansions,"
    if rival.cost is None or built.cost is None:
        chosen, words = built, f"{tried} found no solution."
    elif rival.cost < built.cost:
        chosen = rival
        words = f"The row-and-column method ({built.algorithm}) had found one of {built.cost}."
    else:
        chosen, words = built, f"{tried} found none cheaper than its {rival.cost}."
    interrupted = rival.limit == "interrupt"
    return replace(
        chosen,
        status=Status.LIMIT if interrupted else chosen.status,
        limit="interrupt" if interrupted else chosen.limit,
        lower_bound=max(built.lower_bound or 0, rival.lower_bound or 0),
        seconds={name: value + rival.seconds[name] for name, value in built.seconds.items()},
        peak_memory_bytes=max(built.peak_memory_bytes, rival.peak_memory_bytes),
        notes=() if chosen.optimal else (*chosen.notes, words),
        closest=None,
    )
