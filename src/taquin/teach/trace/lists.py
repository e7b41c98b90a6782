"""What the frontier and the reached states contain, listed for one line of a trace."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import Any

from taquin.puzzle.puzzle import State
from taquin.search.problem import Node
from taquin.teach.trace.watched import SIDES, Watched

__all__ = ["frontier_list", "reached_list"]


def frontier_list(
    search: Watched, frontier: Any, cap: int, shown: Callable[[Node[Any]], Mapping[str, object]]
) -> dict[str, object]:
    """The frontier's true size, its first `cap` nodes, and what they are. O(cap log cap).

    shown: writes a node.
    """
    if hasattr(frontier, "sides"):
        pairs = zip(SIDES, frontier.sides, strict=True)
        both = {name: frontier_list(search, side, cap, shown) for name, side in pairs}
        return {"size": len(frontier), **both}
    holds, nodes = _listed(frontier, cap)
    holds = search.spec.teaching.frontier or holds
    return {"size": len(frontier), "holds": holds, "nodes": [shown(node) for node in nodes]}


def reached_list(
    search: Watched, reached: Any, cap: int, text: Callable[[State], str]
) -> dict[str, object]:
    """The number of reached states, and the newest `cap` of them. O(cap).

    text: writes a state.
    """
    if hasattr(reached, "sides"):
        pairs = zip(SIDES, reached.sides, strict=True)
        both = {name: reached_list(search, side, cap, text) for name, side in pairs}
        return {"size": len(reached), **both}
    if not reached:
        none = "n/a: this search stores no reached states"
        holds = none if reached is search.reached else "no states yet"
        return {"size": 0, "holds": holds, "boards": []}
    if isinstance(reached, set):
        newest: Iterable[Any] = reversed(search.newest)
    else:
        newest = islice(reversed(reached), cap)
    boards = [text(state) for state in newest]
    return {"size": len(reached), "holds": "reached states, newest first", "boards": boards}


def _listed(frontier: Any, cap: int) -> tuple[str, list[Node[Any]]]:
    """What a frontier contains, as a phrase, and its first `cap` nodes. O(cap log cap)."""
    if not frontier:
        return "empty", []
    if isinstance(frontier, dict):
        return "nodes, newest first", list(islice(reversed(frontier.values()), cap))
    first = frontier[0]
    if isinstance(first, Node):
        if isinstance(frontier, deque):
            return "nodes, oldest first, as they will be expanded", list(islice(frontier, cap))
        newest = list(islice(reversed(frontier), cap))
        return "nodes, newest first, as they will be expanded", newest
    if hasattr(first, "choices"):
        path = [frame.node for frame in islice(reversed(frontier), cap)]
        return "the path to the chosen node, last node first; siblings have only an f", path
    if isinstance(first[0], Node):
        path = [node for node, _ in islice(reversed(frontier), cap)]
        return "the path to the chosen node, last node first; n/a: no frontier", path
    nodes = [entry[-1] for entry in _first_of_heap(frontier, cap)]
    return "nodes, next to be expanded first", nodes


def _first_of_heap(heap: list[Any], count: int) -> list[Any]:
    """The `count` smallest entries, in order; the heap is unchanged. O(count log count)."""
    found: list[Any] = []
    candidates = [(heap[0], 0)] if heap else []
    heapify(candidates)
    while candidates and len(found) < count:
        entry, place = heappop(candidates)
        found.append(entry)
        for child in (2 * place + 1, 2 * place + 2):
            if child < len(heap):
                heappush(candidates, (heap[child], child))
    return found
