"""What a search did: one JSON line per iteration, and the transcript that some courses ask for.

Both are observers: pass one to `solve(..., observer=...)`; `finish`, called with the result, ends
a trace. Every line of a trace has a ``kind``: header, expand, contour, bound, incumbent, end. A
line shows the frontier and the reached states as they were when the node had just been chosen,
before its successors were added. A trace that reaches its limit in bytes is cut there: the lines
between the last one that fitted and the end are left out, and the end gives the number of
expansions left out.
"""

import json
import math
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sized
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import Any, TextIO

from taquin.errors import OptionError
from taquin.puzzle.notation import write_board
from taquin.puzzle.puzzle import Puzzle, State
from taquin.result import Result
from taquin.search.algorithm import ALGORITHMS
from taquin.search.monitor import Observer
from taquin.search.problem import Node
from taquin.search.result import SearchResult, Status

__all__ = ["VERDICTS", "ExpansionPrinter", "TraceWriter"]

VERDICTS = {
    "new": "a state that the search had not stored; it will be examined",
    "better": "a state reached before, now with a smaller g or depth",
    "duplicate": "a state reached before; this path to it is discarded",
    "pruned": "f or the depth exceeds the limit of this pass; discarded for now",
}
_SIDES = ("forwards", "backwards")
_MOST_TIES = 10_000  # counted at most: a line must not take a pass over the frontier


class TraceWriter(Observer):
    """Writes one JSON line for every expansion, contour, new lower bound, and the end.

    algorithm: its registered name; options: those passed to it. cap: how many nodes of the
    frontier and of the reached states a line lists, next to their true sizes. estimate: computes h
    for every successor; without it, only successors that the search stores have one. A line takes
    O(cap) time, so the time for a trace is linear in its number of lines. most_bytes: the first
    line that would make the trace longer is left out, and all later ones except the end; None sets
    no limit. The search itself continues. Errors raised by `stream` propagate.

    >>> import io
    >>> from taquin.puzzle.puzzle import Puzzle
    >>> from taquin.search.algorithm import run
    >>> puzzle, out = Puzzle.of("1 2 3/4 0 5/7 8 6"), io.StringIO()
    >>> from taquin.puzzle.board import Board
    >>> trace = TraceWriter(out, puzzle, "bfs")
    >>> space = puzzle.space(Board.parse("1 2 3/4 0 5/7 8 6"))
    >>> trace.finish(run("bfs", space, observer=trace))
    >>> lines = [json.loads(line) for line in out.getvalue().splitlines()]
    >>> lines[1]["why"]
    'First in, first out: the only node in the frontier, at depth 0.'
    """

    def __init__(
        self,
        stream: TextIO,
        puzzle: Puzzle,
        algorithm: str,
        *,
        options: Mapping[str, object] | None = None,
        estimate: Callable[[State], int] | None = None,
        cap: int = 20,
        most_bytes: int | None = None,
    ) -> None:
        Puzzle.required(puzzle)
        if not hasattr(stream, "write"):
            raise OptionError(
                f"stream={stream!r:.60}: expected an open text file, as in open('t.jsonl', 'w')."
            )
        if cap < 0:
            raise OptionError(f"cap={cap}: expected 0 or more nodes per line.")
        if most_bytes is not None and not most_bytes >= 0:
            raise OptionError(f"most_bytes={most_bytes}: expected 0 or more bytes, or None.")
        spec = ALGORITHMS.get(algorithm)
        self._stream, self._puzzle, self._spec, self._cap = stream, puzzle, spec, cap
        self._settings = {n: o.default for n, o in spec.options.items()} | dict(options or {})
        self._estimate = estimate
        self._frontier: Any = ()
        self._reached: Any = ()
        self._newest: deque[State] = deque(maxlen=cap)
        self._line: dict[str, Any] | None = None
        self._chosen: Node[Any] | None = None
        self._iteration = 0
        self._bound: int | None = None
        self._most_bytes, self._bytes = most_bytes, 0
        self._full_after: int | None = None  # the last iteration written, once cut
        self._append(
            {
                "kind": "header",
                "version": 1,
                "algorithm": spec.name,
                "options": self._settings,
                "goal": puzzle.goal.text,
                "topology": puzzle.topology.name,
                "metric": puzzle.metric,
                "cap": cap,
                "most_bytes": most_bytes,
                "verdicts": VERDICTS,
            }
        )

    @property
    def left_out(self) -> int:
        """How many expansions the trace does not list because it reached its limit."""
        return 0 if self._full_after is None else self._iteration - self._full_after

    @property
    def cut(self) -> str | None:
        """One sentence if the trace reached its limit, else None."""
        if self._full_after is None:
            return None
        return (
            f"The trace reached its limit of {self._most_bytes:,} bytes: it lists "
            f"{self._full_after:,} of {self._iteration:,} expansions."
        )

    def on_start(self, frontier: Sized, reached: Sized) -> None:
        """Store the frontier and the reached states of the search."""
        self._flush()
        if reached is not self._reached:
            self._newest.clear()
            if isinstance(reached, set):
                self._newest.extend(sorted(reached))
        self._frontier, self._reached = frontier, reached

    def on_expand(self, node: Node[Any]) -> None:
        """Begin the line for this iteration."""
        self._flush()
        self._iteration += 1
        if self._full_after is not None:
            return
        why, priority = self._why(node)
        side = self._side(node)
        self._chosen = node
        self._line = {
            "kind": "expand",
            "iteration": self._iteration,
            "chosen": self._node(node),
            **({} if side is None else {"side": _SIDES[side]}),
            "priority": priority,
            "why": why,
            "successors": [],
            "frontier": self._show_frontier(self._frontier),
            "reached": self._show_reached(self._reached),
        }

    def on_generate(self, parent: Node[Any], move: str, state: Any, verdict: str) -> None:
        """Add a successor to the line, with its parent's board if another node was chosen since."""
        if isinstance(self._reached, set) and verdict == "new":
            self._newest.append(state)
        if self._line is None:
            return
        g = parent.g + self._cost(parent.state, state)
        entry = {"move": move, "board": self._text(state), "verdict": verdict, "g": g}
        h = self._h(state, parent)
        if h is not None:
            entry |= {"h": h, "f": g + h}
        if parent is not self._chosen:
            entry["of"] = self._text(parent.state)
        self._line["successors"].append(entry)

    def on_contour(self, bound: int) -> None:
        """Write a line for this event."""
        self._flush()
        self._bound = bound
        self._write({"kind": "contour", "bound": bound, "iteration": self._iteration})

    def on_bound(self, lower_bound: int) -> None:
        """Write a line for this event."""
        self._flush()
        self._write({"kind": "bound", "lower_bound": lower_bound, "iteration": self._iteration})

    def on_incumbent(self, cost: int) -> None:
        """Write a line for this event."""
        self._flush()
        self._write({"kind": "incumbent", "cost": cost, "iteration": self._iteration})

    def finish(self, result: Result | SearchResult) -> None:
        """Write the last line: the outcome, the final frontier, and how many lines are left out."""
        self._flush()
        self._append(
            {
                "kind": "end",
                "status": str(result.status),
                "limit": result.limit,
                "cost": result.cost,
                "lower_bound": result.lower_bound,
                "optimal": result.optimal,
                "moves": None if result.moves is None else "".join(result.moves),
                "why": _outcome(result) if self.cut is None else f"{_outcome(result)} {self.cut}",
                "left_out": self.left_out,
                "stats": result.stats.as_dict(),
                "frontier": self._show_frontier(self._frontier),
                "reached": self._show_reached(self._reached),
            }
        )
        self._stream.flush()

    def _write(self, line: Mapping[str, object]) -> None:
        """Write a line, unless the trace has reached its limit."""
        if self._full_after is None and not self._append(line, self._most_bytes):
            self._full_after = self._iteration - (line["kind"] == "expand")

    def _append(self, line: Mapping[str, object], most: int | None = None) -> bool:
        """Write a line unless the trace would exceed `most` bytes; whether it was written."""
        text = json.dumps(line, ensure_ascii=False) + "\n"
        size = self._bytes + len(text.encode())
        if most is not None and size > most:
            return False
        self._bytes = size
        self._stream.write(text)
        return True

    def _flush(self) -> None:
        if self._line is not None:
            self._write(self._line)
            self._line = None

    def _text(self, state: State) -> str:
        return write_board(self._puzzle.goal.width, tuple(state))

    def _cost(self, state: State, after: State) -> int:
        return state[after.index(0)] if self._puzzle.metric == "expense" else 1

    def _h(self, state: State, parent: Node[Any]) -> int | None:
        if not self._spec.informed:
            return None
        if self._estimate is not None and self._side(parent) != 1:
            return self._estimate(state)
        known = self._reached.get(state) if isinstance(self._reached, dict) else None
        return known.h if isinstance(known, Node) else None

    def _node(self, node: Node[Any]) -> dict[str, object]:
        shown = {"board": self._text(node.state), "move": node.move, "g": node.g}
        if self._spec.informed:
            shown |= {"h": node.h, "f": node.g + node.h}
        return shown | {"depth": node.depth}

    # The frontier and the reached states

    def _show_frontier(self, frontier: Any) -> dict[str, object]:
        if hasattr(frontier, "sides"):
            pairs = zip(_SIDES, frontier.sides, strict=True)
            both = {name: self._show_frontier(side) for name, side in pairs}
            return {"size": len(frontier), **both}
        holds, nodes = _listed(frontier, self._cap)
        if self._spec.name == "beam":
            holds = "nodes kept so far for the next depth, newest first"
        return {"size": len(frontier), "holds": holds, "nodes": [self._node(n) for n in nodes]}

    def _show_reached(self, reached: Any) -> dict[str, object]:
        if hasattr(reached, "sides"):
            pairs = zip(_SIDES, reached.sides, strict=True)
            both = {name: self._show_reached(side) for name, side in pairs}
            return {"size": len(reached), **both}
        if not reached:
            none = "n/a: this search stores no reached states"
            holds = none if reached is self._reached else "no states yet"
            return {"size": 0, "holds": holds, "boards": []}
        if isinstance(reached, set):
            newest: Iterable[Any] = reversed(self._newest)
        else:
            newest = islice(reversed(reached), self._cap)
        boards = [self._text(state) for state in newest]
        return {"size": len(reached), "holds": "reached states, newest first", "boards": boards}

    def _side(self, node: Node[Any]) -> int | None:
        """0 for the search from the start, 1 for the search from the goal; None if there is one."""
        if not hasattr(self._reached, "sides"):
            return None
        return 0 if self._reached.sides[0].get(node.state) is node else 1

    # Why this node was chosen

    def _why(self, node: Node[Any]) -> tuple[str, float | None]:
        """One sentence from the current data, and the value that decided, if any."""
        explain: dict[str, Callable[[Node[Any]], tuple[str, float | None]]] = {
            "bfs": self._oldest,
            "dfs": self._newest_node,
            "dls": self._newest_node,
            "ids": self._newest_node,
            "idastar": self._under_bound,
            "rbfs": self._best_child,
            "beam": self._of_layer,
            "bibfs": self._of_level,
            "mm": self._of_both,
            "rows": lambda node: ("The next move of the row-and-column method.", None),
        }
        if self._spec.name in explain:
            return explain[self._spec.name](node)
        formula = self._formula(node)
        if formula is None:
            return f"Chosen by {self._spec.name}.", None
        text, value = formula
        return self._smallest(node, text, value), value

    def _formula(self, node: Node[Any]) -> tuple[str, float] | None:
        g, h = node.g, node.h
        match self._spec.name:
            case "ucs":
                return f"g = {g}", g
            case "greedy":
                return f"h = {h}", h
            case "astar":
                return f"f = g + h = {g} + {h} = {g + h}", g + h
            case "wastar":
                weight = float(str(self._settings["weight"]))
                f = g + weight * h
                return f"f = g + {weight:g} * h = {g} + {weight * h:g} = {f:g}", f
        return None

    def _smallest(self, node: Node[Any], formula: str, value: float) -> str:
        if node.parent is None:
            return f"The start, with {formula}; it is the only node in the frontier."
        if not self._frontier:
            return f"Smallest {formula}; it is the only node in the frontier."
        ties = self._ties((value,))
        nodes = f"{len(self._frontier) + 1} nodes in the frontier"
        if ties == 1:
            return f"Smallest {formula}; of {nodes}, only this one has it."
        rule = self._rule(node, value, ties)
        return f"Smallest {formula}; {_number(ties)} of {nodes} have it{rule}."

    def _rule(self, node: Node[Any], value: float, ties: int) -> str:
        """Which tie-break decided between nodes of equal priority, to end a sentence."""
        match self._settings["tie_break"]:
            case "fifo":
                return ", and this is the oldest of them"
            case "state":
                same = self._ties((value, node.state))
                if same == 1:
                    return ", and this is the one whose board comes first in numerical order"
                return f"; of the {_number(same)} whose board comes first, this is the oldest"
            case "low_h" if self._spec.name not in ("ucs", "greedy"):  # there, all have one h
                same = self._ties((value, node.h))
                if same == 1:
                    return ", and this is the one with the smallest h"
                if same == ties <= _MOST_TIES:
                    every = "both" if ties == 2 else "all"
                    return f", {every} with h = {node.h}, and this is the newest of them"
                return f"; of the {_number(same)} with the smallest h, this is the newest"
        return ", and this is the newest of them"

    def _ties(self, key: tuple[Any, ...]) -> int:
        """How many nodes, the chosen one included, have an entry that begins with `key`."""
        reopens = self._spec.name != "greedy"
        return 1 + _ties(self._frontier, key, self._reached, reopens)

    def _oldest(self, node: Node[Any]) -> tuple[str, None]:
        return (
            f"First in, first out: {_one_of('oldest', len(self._frontier) + 1)}, "
            f"at depth {node.depth}.",
            None,
        )

    def _newest_node(self, node: Node[Any]) -> tuple[str, None]:
        limit = self._bound if self._spec.name == "ids" else self._settings.get("depth")
        limited = f" (limit {limit})" if limit is not None else ""
        return (
            f"Last in, first out: {_one_of('newest', len(self._frontier) + 1)}, "
            f"at depth {node.depth}{limited}.",
            None,
        )

    def _under_bound(self, node: Node[Any]) -> tuple[str, float]:
        f = node.g + node.h
        first = "The next successor, depth first"
        if node.parent is None:
            first = "The start" if self._iteration == 1 else "The start again, under a new bound"
        return f"{first}: f = g + h = {node.g} + {node.h} = {f}, within the bound {self._bound}.", f

    def _best_child(self, node: Node[Any]) -> tuple[str, float]:
        f = node.g + node.h
        if not self._frontier:
            return f"The start, with f = g + h = {node.g} + {node.h} = {f}.", f
        frame = self._frontier[-1]
        value = frame.choices[0][0]
        backed = f" (g + h = {f}, raised by the search below it)" if value > f else ""
        siblings = [choice[0] for choice in frame.choices[1:]]
        other = min([frame.limit, *siblings])
        if other == float("inf"):
            rest = "there is no alternative"
        else:
            rest = f"the best alternative has f = {other}"
        return f"Best child of the current path, with f = {value}{backed}; {rest}.", value

    def _of_layer(self, node: Node[Any]) -> tuple[str, None]:
        width = self._settings["width"]
        return (
            f"Next of the boards kept at depth {node.depth} (at most {width}, those with the "
            f"smallest h); "
            f"h = {node.h}.",
            None,
        )

    def _of_level(self, node: Node[Any]) -> tuple[str, None]:
        side = _SIDES[self._side(node) or 0]
        here, there = (len(part) for part in self._frontier.sides)
        return (
            f"Level {node.depth}, {side}; the frontiers contain {here} nodes forwards and {there} "
            "backwards. Each level is completed; the next one is on the side with the smaller "
            "frontier.",
            None,
        )

    def _of_both(self, node: Node[Any]) -> tuple[str, float]:
        side, f, double = _SIDES[self._side(node) or 0], node.g + node.h, 2 * node.g + 1
        value = max(f, double)
        return (
            f"Smallest priority on either side, {side}: max(g + h, 2g + 1) = max({f}, {double}) = "
            f"{value}.",
            value,
        )


def _number(count: int) -> str:
    return f"at least {count:,}" if count > _MOST_TIES else f"{count:,}"


def _one_of(which: str, count: int) -> str:
    if count == 1:
        return "the only node in the frontier"
    return f"the {which} of {count} nodes in the frontier"


def _listed(frontier: Any, cap: int) -> tuple[str, list[Node[Any]]]:
    """What a frontier contains, as a phrase, and its first `cap` nodes. O(cap log cap)."""
    if not frontier:
        return "empty", []
    if isinstance(frontier, dict):
        return "nodes, newest first", list(islice(reversed(frontier.values()), cap))
    first, next_first = frontier[0], "nodes, next to be expanded first"
    if isinstance(first, Node):
        if isinstance(frontier, deque):
            return next_first, list(islice(frontier, cap))
        return next_first, list(islice(reversed(frontier), cap))
    if hasattr(first, "choices"):
        path = [frame.node for frame in islice(reversed(frontier), cap)]
        return "the path to the chosen node, last node first; siblings have only an f", path
    if isinstance(first[0], Node):
        path = [node for node, _ in islice(reversed(frontier), cap)]
        return "the path to the chosen node, last node first; n/a: no frontier", path
    return next_first, [entry[-1] for entry in _first_of_heap(frontier, cap)]


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


def _ties(heap: list[Any], key: tuple[Any, ...], reached: Any, reopens: bool) -> int:
    """How many entries begin with `key`, the least one, and are not stale. O(ties).

    They are connected at the top of the heap. More than `_MOST_TIES` are not counted.
    """
    ties, places = 0, [0]
    while places and ties <= _MOST_TIES:
        place = places.pop()
        if place < len(heap) and heap[place][: len(key)] == key:
            node = heap[place][-1]
            # The search will skip an entry whose state has been reached at no greater cost since.
            known = reached.get(node.state) if reached else None
            ties += known is None or known is node or (reopens and known.g > node.g)
            places += (2 * place + 1, 2 * place + 2)
    return ties


def _outcome(result: Result | SearchResult) -> str:
    match result.status:
        case Status.SOLVED:
            if result.optimal:
                return f"Solved at cost {result.cost}, which is proved optimal."
            return f"Solved at cost {result.cost}; {_bound(result)}."
        case Status.UNSOLVABLE:
            return (
                getattr(result, "reason", "")
                or "Every reachable state was examined, and none is a goal."
            )
        case Status.INCOMPLETE:
            return "The search ended without a solution and without a proof that there is none."
    what = "by an interrupt" if result.limit == "interrupt" else f"by the limit on {result.limit}"
    best = "" if result.cost is None else f"the best solution so far costs {result.cost}; "
    return f"Stopped {what}; {best}{_bound(result)}."


def _bound(result: Result | SearchResult) -> str:
    if not result.lower_bound:
        return "no lower bound on the optimal cost was proved"
    return f"the optimal cost is proved to be at least {result.lower_bound}"


class ExpansionPrinter(Observer):
    """Prints every expansion as the UCR assignment asks (CS 170, the eight-puzzle).

    puzzle: gives the width of the rows; without it, boards are square. The blank is 0. most: the
    largest number of expansions to print, None for all; `left_out` counts the others.
    """

    def __init__(
        self, stream: TextIO, puzzle: Puzzle | None = None, *, most: int | None = None
    ) -> None:
        self._stream = stream
        self._width = None if puzzle is None else puzzle.goal.width
        self._left = math.inf if most is None else most
        self.left_out = 0

    def on_expand(self, node: Node[Any]) -> None:
        """Print g(n), h(n) and the rows of the board."""
        if self._left <= 0:
            self.left_out += 1
            return
        self._left -= 1
        cells = tuple(node.state)
        width = self._width or math.isqrt(len(cells))
        if self._width is None and width * width != len(cells):
            raise OptionError(f"{len(cells)} cells do not form a square; pass the puzzle, too.")
        self._stream.write(
            f"The best state to expand with g(n) = {node.g} and h(n) = {node.h} is ...\n"
            f"{write_board(width, cells, form='lines')}\n\n"
        )
