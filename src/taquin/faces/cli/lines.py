"""Every better solution as a line of JSON, while the search goes on."""

import json
import sys
from typing import Any

from taquin.puzzle.move import Notation, format_moves
from taquin.search.monitor import Monitor
from taquin.search.result import SearchResult, Status
from taquin.solving.replay import check_solution
from taquin.solving.request import SearchRequest

__all__ = ["BetterSolutions"]


class BetterSolutions:
    """Prints a line for each solution cheaper than all before it; called with the monitor."""

    def __init__(self, request: SearchRequest, notation: Notation) -> None:
        self._request, self._notation = request, notation
        self._least: int | None = None

    def __call__(self, monitor: Monitor[Any]) -> None:
        """Print the monitor's best solution if it is new; raises as `solve` if it is wrong."""
        node = monitor.incumbent
        if node is None or (self._least is not None and node.g >= self._least):
            return
        self._least = node.g
        moves, bound = node.moves(), monitor.lower_bound
        found = SearchResult(Status.LIMIT, None, moves, None, node.g, bound, monitor.stats)
        check_solution(self._request, found)
        line = {
            "kind": "solution",
            "cost": node.g,
            "lower_bound": found.lower_bound,
            "gap": None if found.gap is None else round(found.gap, 2),
            "moves": format_moves("".join(moves), notation=self._notation),
            "expanded": monitor.stats.expanded,
            "seconds": round(monitor.seconds, 6),
        }
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
