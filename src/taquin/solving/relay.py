"""From one pattern database to a larger one, after a search as long as building that takes.

Nobody knows in advance how long a search will last. A user who waits as long as the larger tables
take to build, and builds them then, waits about twice as long as with the better choice at worst,
or longer where building takes longer; later boards find the tables there.
"""

from dataclasses import replace

from taquin.ground.announce import announce
from taquin.ground.memory import resident_bytes
from taquin.ground.storage import affordable_bytes, may_store
from taquin.search.monitor import Limits
from taquin.solving.request import SearchRequest
from taquin.solving.result import Result

__all__ = ["patient", "relieved"]

# About how long building 7-8 of 4x4 takes on two cores.
PATIENCE = 4.0
# The memory that building it takes, and some more.
_BYTES = 1_000_000_000


def patient(request: SearchRequest) -> SearchRequest | None:
    """The request with the seconds after which to continue with `further`; None if it has none.

    Nor has a search that its own time limit ends first, or one whose tables do not fit in memory or
    could not be stored: for one search alone, building them takes as long as they save.
    """
    limits = request.limits
    plain = request.engine == "auto" and not request.settings
    plain = plain and request.checkpoints is None and request.cluster is None
    early = limits.time is not None and limits.time <= PATIENCE
    if request.further is None or not plain or early or not may_store() or not _fits(limits):
        return None
    short = Limits(time=PATIENCE, expansions=limits.expansions, memory=limits.memory)
    return replace(request, limits=short)


def _fits(limits: Limits) -> bool:
    """Whether building the tables fits in the memory that is free and allowed."""
    free = affordable_bytes()
    allowed = None if limits.memory is None else limits.memory - resident_bytes()
    return all(size is None or size >= _BYTES for size in (free, allowed))


def relieved(request: SearchRequest, first: Result) -> SearchRequest | None:
    """The request to continue with after the patient search; None where that was the answer."""
    if first.limit != "time" or request.further is None:
        return None
    announce(
        f"this search has lasted {first.seconds['search']:.0f} s: restarting with larger "
        f"tables, {request.further} (up to 200 MB, built once)"
    )
    limits = request.limits
    time = None if limits.time is None else limits.time - first.seconds["search"]
    nodes = None if limits.expansions is None else limits.expansions - first.stats.expanded
    left = Limits(time=time, expansions=nodes, memory=limits.memory)
    return replace(request, heuristic=request.further, further=None, limits=left)
