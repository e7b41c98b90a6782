"""Limits that the system sets for a process: lowered where taquin needs it, never raised.

>>> import resource
>>> lower_limit(resource.RLIMIT_CORE, 0)
0
>>> lower_limit(resource.RLIMIT_CORE, 1 << 20)
0
"""

import resource

__all__ = ["lower_limit", "most_allowed"]


def most_allowed(kind: int) -> int | None:
    """The limit of that kind that holds for this process; None if there is none."""
    limits = [limit for limit in resource.getrlimit(kind) if limit != resource.RLIM_INFINITY]
    return min(limits, default=None)


def lower_limit(kind: int, most: int) -> int:
    """Limit this process to `most`, or to less if it is limited to less; returns the limit.

    kind: one of resource.RLIMIT_…, whose unit is that of `most`.
    """
    allowed = most_allowed(kind)
    limit = most if allowed is None else min(most, allowed)
    resource.setrlimit(kind, (limit, limit))
    return limit
