"""What a search did: one JSON line per iteration.

A `TraceWriter` is an observer: pass it to `solve(..., observer=...)`; `finish`, called with the
result, ends the trace. Every line of a trace has a ``kind``: header, expand, contour, bound,
incumbent, end. A line shows the frontier and the reached states as they were when the node had just
been chosen, before its successors were added. A trace that reaches its limit in bytes is cut there:
the lines between the last one that fitted and the end are left out, and the end gives the number of
expansions left out.
"""

import json
from collections import deque
from collections.abc import Callable, Mapping, Sized
from functools import cached_property
from typing import Any, TextIO

from taquin.ground.errors import OptionError, quoted
from taquin.ground.sentences import TraceSentence, said
from taquin.puzzle.notation import write_board
from taquin.puzzle.puzzle import Puzzle, PuzzleSpace, State
from taquin.search.algorithm import ALGORITHMS
from taquin.search.monitor import Observer
from taquin.search.problem import Node
from taquin.search.result import SearchResult
from taquin.solving.answers.result import Result
from taquin.teach.trace.choice import why
from taquin.teach.trace.lists import frontier_list, reached_list
from taquin.teach.trace.verdicts import VERDICTS, outcome
from taquin.teach.trace.watched import SIDES, Watched

__all__ = ["TraceWriter"]


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
                f"stream={quoted(stream)}: expected an open text file, as in open('t.jsonl', 'w')."
            )
        if cap < 0:
            raise OptionError(f"cap={cap}: expected 0 or more nodes per line.")
        if most_bytes is not None and not most_bytes >= 0:
            raise OptionError(f"most_bytes={most_bytes}: expected 0 or more bytes, or None.")
        spec = ALGORITHMS.get(algorithm)
        settings = {n: o.default for n, o in spec.options.items()} | dict(options or {})
        self._stream, self._puzzle, self._cap, self._estimate = stream, puzzle, cap, estimate
        self._search = Watched(spec, settings, deque(maxlen=cap))
        self._line: dict[str, Any] | None = None
        self._chosen: Node[Any] | None = None
        self._most_bytes, self._bytes = most_bytes, 0
        self._full_after: int | None = None  # the last iteration written, once cut
        self._append(
            {
                "kind": "header",
                "version": 1,
                "algorithm": spec.name,
                "options": settings,
                "goal": puzzle.goal.text,
                "topology": puzzle.topology.name,
                "metric": puzzle.metric,
                **({} if puzzle.costs is None else {"costs": list(puzzle.costs)}),
                "cap": cap,
                "most_bytes": most_bytes,
                "verdicts": VERDICTS,
            }
        )

    @property
    def left_out(self) -> int:
        """How many expansions the trace does not list because it reached its limit."""
        return 0 if self._full_after is None else self._search.iteration - self._full_after

    @property
    def cut(self) -> str | None:
        """One sentence if the trace reached its limit, else None."""
        if self._full_after is None:
            return None
        return said(
            TraceSentence.CUT,
            most=f"{self._most_bytes:,}",
            listed=self._full_after,
            all=self._search.iteration,
        )

    def on_start(self, frontier: Sized, reached: Sized) -> None:
        """Store the frontier and the reached states of the search."""
        self._flush()
        search = self._search
        if reached is not search.reached:
            search.newest.clear()
            if isinstance(reached, set):
                search.newest.extend(sorted(reached))
        search.frontier, search.reached = frontier, reached

    def on_expand(self, node: Node[Any]) -> None:
        """Begin the line for this iteration."""
        self._flush()
        self._search.iteration += 1
        if self._full_after is not None:
            return
        reason, priority = why(self._search, node)
        side = self._search.side(node)
        self._chosen = node
        self._line = {
            "kind": "expand",
            "iteration": self._search.iteration,
            "chosen": self._node(node),
            **({} if side is None else {"side": SIDES[side]}),
            "priority": priority,
            "why": reason,
            "successors": [],
            "frontier": self._frontier(),
            "reached": self._reached(),
        }

    def on_generate(self, parent: Node[Any], move: str, state: Any, verdict: str) -> None:
        """Add a successor to the line, with its parent's board if another node was chosen since."""
        if isinstance(self._search.reached, set) and verdict == "new":
            self._search.newest.append(state)
        if self._line is None:
            return
        g = parent.g + self._cost(parent, move, state)
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
        self._search.bound = bound
        self._write({"kind": "contour", "bound": bound, "iteration": self._search.iteration})

    def on_bound(self, lower_bound: int) -> None:
        """Write a line for this event."""
        self._flush()
        self._write(
            {"kind": "bound", "lower_bound": lower_bound, "iteration": self._search.iteration}
        )

    def on_incumbent(self, cost: int) -> None:
        """Write a line for this event."""
        self._flush()
        self._write({"kind": "incumbent", "cost": cost, "iteration": self._search.iteration})

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
                "why": outcome(result) if self.cut is None else f"{outcome(result)} {self.cut}",
                "left_out": self.left_out,
                "stats": result.stats.as_dict(),
                "frontier": self._frontier(),
                "reached": self._reached(),
            }
        )
        self._stream.flush()

    def _write(self, line: Mapping[str, object]) -> None:
        """Write a line, unless the trace has reached its limit."""
        if self._full_after is None and not self._append(line, self._most_bytes):
            self._full_after = self._search.iteration - (line["kind"] == "expand")

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

    def _cost(self, parent: Node[Any], move: str, after: State) -> int:
        """What a move costs from the parent's state, or to it in a search from the goal."""
        puzzle = self._puzzle
        if puzzle.topology.costs is None:
            return puzzle.tile_costs[parent.state[after.index(0)]] if puzzle.metric != "mtm" else 1
        space = self._space
        steps = space.predecessors if self._search.side(parent) == 1 else space.successors
        return next(
            cost for letter, other, cost in steps(parent.state) if letter == move and other == after
        )

    @cached_property
    def _space(self) -> PuzzleSpace:
        return self._puzzle.space(self._puzzle.goal)

    def _h(self, state: State, parent: Node[Any]) -> int | None:
        if not self._search.spec.informed:
            return None
        if self._estimate is not None and self._search.side(parent) != 1:
            return self._estimate(state)
        reached = self._search.reached
        known = reached.get(state) if isinstance(reached, dict) else None
        return known.h if isinstance(known, Node) else None

    def _node(self, node: Node[Any]) -> dict[str, object]:
        shown = {"board": self._text(node.state), "move": node.move, "g": node.g}
        if self._search.spec.informed:
            shown |= {"h": node.h, "f": node.g + node.h}
        return shown | {"depth": node.depth}

    def _frontier(self) -> dict[str, object]:
        return frontier_list(self._search, self._search.frontier, self._cap, self._node)

    def _reached(self) -> dict[str, object]:
        return reached_list(self._search, self._search.reached, self._cap, self._text)
