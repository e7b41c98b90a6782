"""How far a search by contours has come, and how long its contour is likely to take."""

from typing import Any, NamedTuple

from taquin.search.monitor import Monitor

__all__ = ["Outlook", "outlook"]


class Outlook(NamedTuple):
    """The running contour of an iterative-deepening search.

    bound: of the contour.   share: of its subtrees, 0 to 1, that are searched; None for a search
    that does not split it.   rate: expansions a second.   left: seconds until the contour is
    completed, None without an estimate; the solution may be found before.
    """

    bound: int
    share: float | None
    rate: float
    left: float | None


def outlook(monitor: Monitor[Any]) -> Outlook | None:
    """The state of the contour; None for a search without contours.

    The contour is expected to grow over the one before it as that grew over its own. Once it has
    outgrown this, its size follows from its share.
    """
    contours, share = monitor.stats.contours, monitor.share
    if not contours:
        return None
    (bound, begun), completed = contours[-1], [count for _, count in contours[:-1]]
    done = monitor.stats.expanded - begun
    seconds = monitor.seconds
    rate = (monitor.stats.expanded - monitor.inherited) / seconds if seconds > 0 else 0.0
    if share is None or not rate:
        return Outlook(bound, share, rate, None)
    expected = 0.0
    if len(completed) > 1 and completed[-2]:
        expected = completed[-1] ** 2 / completed[-2]
    if expected <= done and share:
        expected = done / share
    return Outlook(bound, share, rate, (expected - done) / rate if expected >= done else None)
