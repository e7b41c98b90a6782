"""Why a search chose a node: the facts of that moment, in the words of its declaration."""

import math
from collections.abc import Iterator
from typing import Any

from taquin.ground.sentences import TraceSentence, said
from taquin.search.problem import Node
from taquin.search.teaching import FACTS, shortest
from taquin.teach.trace.watched import SIDES, Watched

__all__ = ["why"]

_MOST_TIES = 10_000  # counted at most: a line must not take a pass over the frontier
# Floats: 12 rather than 12.0.
_SHORT = (
    *("weight", "weighted_h", "weighted_f"),
    *("estimate", "least_estimate", "distance"),
)


def why(search: Watched, node: Node[Any]) -> tuple[str, float | None]:
    """One sentence about the choice of `node`, and the value that decided, if any.

    The sentence is the declared text of the first case that applies.
    """
    teaching = search.spec.teaching
    facts = _facts(search, node)
    decided = None if teaching.priority is None else facts[teaching.priority]
    case = next(case for case in _cases(search, node, facts, decided) if case in teaching.why)
    shown = dict.fromkeys(FACTS, "n/a")  # what this search does not have
    shown |= {n: shortest(v) if n in _SHORT else str(v) for n, v in facts.items()}
    return teaching.why[case].format_map(shown), decided


def _facts(search: Watched, node: Node[Any]) -> dict[str, Any]:
    """What a text can name: the options, and the keys of `taquin.search.teaching.FACTS`."""
    g, h = node.g, node.h
    facts: dict[str, Any] = {
        **search.settings,
        "algorithm": search.spec.name,
        "g": g,
        "h": h,
        "f": g + h,
        "depth": node.depth,
        "frontier": len(search.frontier) + 1,
        "bound": search.bound,
        "limit": search.settings.get("depth") if search.bound is None else search.bound,
        "double_g": 2 * g + 1,
        "mm": max(g + h, 2 * g + 1),
        "value": g + h,
        **_said(search),
    }
    option = search.spec.options.get("weight")
    if option is not None and option.type in (int, float):
        weight = facts["weight"] = float(str(facts["weight"]))
        facts |= {"weighted_h": weight * h, "weighted_f": g + weight * h}
    if hasattr(search.frontier, "sides"):
        sizes = zip(SIDES, map(len, search.frontier.sides), strict=True)
        facts |= {"side": SIDES[search.side(node) or 0], **dict(sizes)}
    elif _are_frames(search.frontier):
        frame = search.frontier[-1]
        siblings = [choice[0] for choice in frame.choices[1:]]
        above = [one.choices[0][0] for one in search.frontier[:-1]] or [frame.node.h]
        facts |= {
            "value": frame.choices[0][0],
            "alternative": min([frame.limit, *siblings]),
            "above": above[-1],
        }
    return facts


def _said(search: Watched) -> dict[str, Any]:
    """What the search itself says of its choice: see `taquin.search.frontier`."""
    own: dict[str, Any] = getattr(search.frontier, "said", {})
    return own


def _cases(
    search: Watched, node: Node[Any], facts: dict[str, Any], decided: float | None
) -> Iterator[str]:
    """The keys of `taquin.search.teaching.CASES` that apply, the most specific one first."""
    if isinstance(search.frontier, tuple):
        yield "followed"
    if node.parent is None:
        if search.iteration > 1:
            yield "restart"
        yield "start"
    if "case" in _said(search):
        yield _said(search)["case"]
    if not search.frontier:
        yield "only"
    elif _are_frames(search.frontier):
        last = facts["alternative"] == math.inf
        if facts["value"] > facts["f"]:
            # A value that the search below a node has backed up exceeds that of the node above.
            raised = "raised" if facts["value"] > facts["above"] else "inherited"
            if last:
                yield f"{raised}_last"
            yield raised
        elif last:
            yield "last"
    elif decided is not None and _is_heap(search.frontier):
        yield from _ties_broken(search, node, facts, decided)
    yield "any"


def _ties_broken(
    search: Watched, node: Node[Any], facts: dict[str, Any], decided: float
) -> Iterator[str]:
    """Which rule decided between nodes of equal priority; adds to the facts how many there are."""
    ties = _ties(search, (decided,))
    if ties == 1:
        yield "best"
        return
    facts |= {"ties": _number(ties), "every": "both" if ties == 2 else "all"}
    rule = search.settings.get("tie_break", search.spec.teaching.tie_break)
    if rule == "fifo":
        yield "oldest"
    elif rule == "state":
        same = _ties(search, (decided, node.state))
        facts["same"] = _number(same)
        yield "first_board" if same == 1 else "first_board_oldest"
    elif rule == "low_h":
        same = _ties(search, (decided, node.h))
        facts["same"] = _number(same)
        if same == 1:
            yield "smallest_h"
        else:
            yield "equal_h" if same == ties <= _MOST_TIES else "smallest_h_newest"


def _are_frames(frontier: Any) -> bool:
    """Whether this is the path of a recursive best-first search, with the siblings of its nodes."""
    return isinstance(frontier, list) and bool(frontier) and hasattr(frontier[0], "choices")


def _is_heap(frontier: Any) -> bool:
    """Whether this is a heap of entries that begin with a priority and end with a node."""
    if not isinstance(frontier, list):
        return False
    return isinstance(frontier[0], tuple) and isinstance(frontier[0][-1], Node)


def _number(count: int) -> str:
    return said(TraceSentence.MANY, number=count) if count > _MOST_TIES else f"{count:,}"


def _ties(search: Watched, key: tuple[Any, ...]) -> int:
    """How many nodes, the chosen one included, have an entry that begins with `key`, the least one.

    O(ties): they are connected at the top of the heap. The frontier contains a node until it is
    taken, even if a cheaper path to its state has been found since; so does its size in the
    sentence. More than `_MOST_TIES` are not counted.
    """
    heap, ties, places = search.frontier, 0, [0]
    while places and ties <= _MOST_TIES:
        place = places.pop()
        if place < len(heap) and heap[place][: len(key)] == key:
            ties += 1
            places += (2 * place + 1, 2 * place + 2)
    return 1 + ties
