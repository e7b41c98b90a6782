"""Every better solution, and how a long search stands, as lines of JSON while it runs."""

import json
import sys
from typing import Any

from taquin.puzzle.move import Notation, format_moves
from taquin.search.monitor import Monitor
from taquin.search.outlook import outlook
from taquin.search.result import SearchResult, Status
from taquin.solving.answers.replay import check_solution
from taquin.solving.question.request import SearchRequest

__all__ = ["PROGRESS_EVERY", "BetterSolutions"]

PROGRESS_EVERY = 10.0  # seconds


class BetterSolutions:
    """Prints a line for each solution cheaper than all before it; called with the monitor."""

    def __init__(self, request: SearchRequest, notation: Notation) -> None:
        self._request, self._notation = request, notation
        self._least: int | None = None
        self._told = 0.0

    def __call__(self, monitor: Monitor[Any]) -> None:
        """Print the monitor's best solution if it is new; raises as `solve` if it is wrong."""
        self._tell_progress(monitor)
        node = monitor.incumbent
        if node is None or (self._least is not None and node.g >= self._least):
            return
        self._least = node.g
        moves, bound = node.moves(), monitor.lower_bound
        better = SearchResult(Status.SOLVED, None, moves, None, node.g, bound, monitor.stats)
        check_solution(self._request, better)
        line = {
            "kind": "solution",
            "cost": node.g,
            "lower_bound": better.lower_bound,
            "gap": None if better.gap is None else round(better.gap, 2),
            "moves": format_moves("".join(moves), notation=self._notation),
            "expanded": monitor.stats.expanded,
            "seconds": round(monitor.seconds, 6),
        }
        _print(line)

    def _tell_progress(self, monitor: Monitor[Any]) -> None:
        """Print how the contour stands, every ten seconds of a search that has contours."""
        if monitor.seconds - self._told < PROGRESS_EVERY or not (now := outlook(monitor)):
            return
        self._told = monitor.seconds
        _print(
            {
                "kind": "progress",
                "bound": now.bound,
                "share": None if now.share is None else round(now.share, 4),
                "left": None if now.left is None else round(now.left, 1),
                "lower_bound": monitor.lower_bound,
                "expanded": monitor.stats.expanded,
                "expanded_per_second": round(now.rate),
                "seconds": round(monitor.seconds, 6),
            }
        )


def _print(line: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()
