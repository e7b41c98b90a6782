"""Other Python libraries and the plain textbook form, solving the same boards in the same way.

Every contestant uses Manhattan distance from the same table, so that only the search differs.
A peer that is not installed (``pip install 'taquin[peers]'``) is reported as missing.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from typing import Any

from taquin.ground.errors import MissingExtra
from taquin.puzzle.board import Board

__all__ = ["PEERS", "Textbook", "find_peer", "peer_version"]

Cells = tuple[int, ...]
# Name as shown → the distribution that provides it.
_PACKAGES = {"simpleai": "simpleai", "py-search": "py-search"}
PEERS = ("textbook", *_PACKAGES)


class Textbook:
    """The plain form: tuples, a list copied per move, Manhattan distance cell by cell, a heap.

    Like the others, it stores each state's predecessor and reconstructs the path.
    """

    def __init__(self, start: Board, goal: Board) -> None:
        self.start, self.goal = start.cells, goal.cells
        width, count = start.width, len(start.cells)
        places = [divmod(cell, width) for cell in range(count)]
        self.neighbors = [
            [b for b in range(count) if abs(y - places[b][0]) + abs(x - places[b][1]) == 1]
            for y, x in places
        ]
        home = {tile: places[cell] for cell, tile in enumerate(goal.cells)}
        self.far = [
            [0 if not t else abs(home[t][0] - y) + abs(home[t][1] - x) for t in range(count)]
            for y, x in places
        ]

    def h(self, state: Cells) -> int:
        """Manhattan distance."""
        return sum(self.far[cell][tile] for cell, tile in enumerate(state))

    def successors(self, state: Cells) -> list[Cells]:
        """The states one move away."""
        blank, found = state.index(0), []
        for cell in self.neighbors[blank]:
            after = list(state)
            after[blank], after[cell] = after[cell], after[blank]
            found.append(tuple(after))
        return found

    def _length(self, came_from: dict[Cells, Cells | None]) -> int:
        path = [self.goal]
        while (before := came_from[path[-1]]) is not None:
            path.append(before)
        return len(path) - 1

    def a_star(self) -> int:
        """The cost of a shortest solution; ValueError if there is none."""
        frontier, best = [(self.h(self.start), 0, self.start)], {self.start: 0}
        came_from: dict[Cells, Cells | None] = {self.start: None}
        while frontier:
            _, g, state = heapq.heappop(frontier)
            if state == self.goal:
                return self._length(came_from)
            if g > best[state]:
                continue
            for after in self.successors(state):
                if g + 1 < best.get(after, 1 << 30):
                    best[after] = g + 1
                    came_from[after] = state
                    heapq.heappush(frontier, (g + 1 + self.h(after), g + 1, after))
        raise ValueError("unsolvable")

    def breadth_first(self) -> int:
        """The cost of a shortest solution; ValueError if there is none."""
        frontier = deque([self.start])
        came_from: dict[Cells, Cells | None] = {self.start: None}
        while frontier:
            state = frontier.popleft()
            if state == self.goal:
                return self._length(came_from)
            for after in self.successors(state):
                if after not in came_from:
                    came_from[after] = state
                    frontier.append(after)
        raise ValueError("unsolvable")


def _textbook(start: Board, goal: Board, algorithm: str) -> Callable[[], int]:
    def search() -> int:
        book = Textbook(start, goal)
        return book.a_star() if algorithm == "astar" else book.breadth_first()

    return search


def _simpleai(start: Board, goal: Board, algorithm: str) -> Callable[[], int]:
    search: Any = import_module("simpleai.search")
    book = Textbook(start, goal)

    class Tiles(search.SearchProblem):  # type: ignore[misc]
        def actions(self, state: Cells) -> list[int]:
            return book.neighbors[state.index(0)]

        def result(self, state: Cells, action: int) -> Cells:
            after, blank = list(state), state.index(0)
            after[blank], after[action] = after[action], after[blank]
            return tuple(after)

        def is_goal(self, state: Cells) -> bool:
            return state == goal.cells

        def heuristic(self, state: Cells) -> int:
            return book.h(state)

        def cost(self, state: Cells, action: int, after: Cells) -> int:
            return 1

    call = search.astar if algorithm == "astar" else search.breadth_first
    return lambda: len(call(Tiles(start.cells), graph_search=True).path()) - 1


def _py_search(start: Board, goal: Board, algorithm: str) -> Callable[[], int]:
    base: Any = import_module("py_search.base")
    book = Textbook(start, goal)

    class Tiles(base.Problem):  # type: ignore[misc]
        def successors(self, node: Any) -> Iterator[Any]:
            for after in book.successors(node.state):
                yield base.Node(after, node, None, node.cost() + 1)

        def node_value(self, node: Any) -> int:
            return int(node.cost()) + book.h(node.state)

    if algorithm == "astar":
        call = import_module("py_search.informed").best_first_search
    else:
        call = import_module("py_search.uninformed").breadth_first_search
    return lambda: int(next(call(Tiles(start.cells, goal=goal.cells))).cost())


def peer_version(name: str) -> str | None:
    """The installed version of a peer; None if it is missing, - for the textbook form."""
    if name not in _PACKAGES:
        return "-"
    try:
        return metadata.version(_PACKAGES[name])
    except metadata.PackageNotFoundError:
        return None


def find_peer(name: str, start: Board, goal: Board, algorithm: str) -> Callable[[], int]:
    """A function that solves the board by astar or bfs and returns the cost.

    Imports the library, so that a call to the function times only the search. Raises MissingExtra
    if the library is not installed.
    """
    if peer_version(name) is None:
        raise MissingExtra(f"{name} is not installed: pip install 'taquin[peers]'.")
    make = {"textbook": _textbook, "simpleai": _simpleai, "py-search": _py_search}[name]
    return make(start, goal, algorithm)
