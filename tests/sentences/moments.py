"""The moments of a search: what was true when each node had just been chosen."""

import re
from collections.abc import Callable
from math import inf
from typing import Any

from taquin.search.monitor import Observer
from taquin.search.problem import Node

SIDES = ("forwards", "backwards")


class Moment:
    """What was true when a node had just been chosen."""

    def __init__(self, judge: "Judge", node: Node[Any]) -> None:
        self.judge, self.node = judge, node
        self.number = len(judge.moments)
        self.frontier: Any = judge.frontier
        self.bound, self.best, self.passes = judge.bound, judge.best, judge.passes
        self.said: Any = getattr(self.frontier, "said", None)  # the object tells clusters apart
        self.h = node.h  # IDA* with BPMX raises it later
        self.h_above = node.parent.h if node.parent else 0
        self.sides: list[list[Node[Any]]] = []
        self.others: list[Node[Any]] = []
        self.path: list[list[Any]] = []
        self.values: list[float] = []
        self.root: Any = None
        if hasattr(self.frontier, "sides"):
            for side in self.frontier.sides:
                self.sides.append(list(side.values() if isinstance(side, dict) else side))
        elif isinstance(self.frontier, dict):
            self.others = list(self.frontier.values())
        elif self.frontier and hasattr(self.frontier[0], "choices"):
            frames = self.frontier
            levels = [map(tuple, frame.choices) for frame in frames]
            self.path = [sorted(level, key=lambda one: one[:2]) for level in levels]
            self.values = [one[0][0] for one in self.path]
            self.root = frames[0].node
        else:
            self.others = [
                entry if isinstance(entry, Node) else entry[-1 if rank else 0]
                for rank, entry in ((isinstance(e, tuple) and len(e) > 2, e) for e in self.frontier)
            ]

    def age(self, node: Node[Any]) -> tuple[int, float]:
        """When a node was generated, or put back after its children; later is larger."""
        times = [time for time in self.judge.times.get(id(node), ()) if time < self.number]
        if times:
            return times[-1] + 1, inf
        return self.judge.born[id(node.parent), node.state] if node.parent else (-1, -1)


class Judge(Observer):
    """Stores the moments of a search, before its trace describes them."""

    def __init__(self, options: dict[str, Any], space: Any, h: Callable[[Any], int]) -> None:
        self.options, self.space, self.h = options, space, h
        self.frontier: Any = ()
        self.bound: int | None = None
        self.best: int | None = None
        self.passes = 0
        self.moments: list[Moment] = []
        self.path: list[Any] = []  # the states of the solution, set at the end
        self.learned: dict[int, dict[Any, float]] = {}  # what `further.learned` has computed
        self.times: dict[int, list[int]] = {}  # of each node, the numbers of its moments
        # After how many moments a state was generated, and what became of it.
        self.children: list[tuple[int, Any, str]] = []
        self.born: dict[tuple[int, Any], tuple[int, int]] = {}
        self.kept: list[Node[Any]] = []  # so that no identity is used twice

    def on_start(self, frontier: Any, reached: Any) -> None:
        self.frontier = frontier
        self.passes += 1

    def on_incumbent(self, cost: int) -> None:
        self.best = cost

    def on_contour(self, bound: int) -> None:
        self.bound = bound

    def on_expand(self, node: Node[Any]) -> None:
        self.kept.append(node)
        self.times.setdefault(id(node), []).append(len(self.moments))
        self.moments.append(Moment(self, node))

    def on_generate(self, parent: Node[Any], move: str, state: Any, verdict: str) -> None:
        self.children.append((len(self.moments), state, verdict))
        if verdict in ("new", "better"):
            self.born[id(parent), state] = (len(self.moments), len(self.born))


Check = Callable[[Moment, dict[str, Any]], bool]


class Forms(list[tuple[re.Pattern[str], Check]]):
    """Forms of sentences, each with the check of what it says."""

    def add(self, pattern: str) -> Callable[[Check], Check]:
        def decorated(check: Check) -> Check:
            self.append((re.compile(pattern), check))
            return check

        return decorated

    def __add__(self, others: "Forms") -> "Forms":
        return Forms([*self, *others])
