"""The result of one search, which shows itself as text, as a picture, as HTML and as JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from taquin.puzzle.board import Board
from taquin.puzzle.move import Notation, format_moves
from taquin.solving.shown.record import Record
from taquin.solving.shown.result_text import result_lines, result_text, short_text

__all__ = ["FORMAT_VERSION", "Result"]

FORMAT_VERSION = 1
_MAX_STRIP_MOVES = 100


@dataclass(frozen=True, repr=False)
class Result(Record):
    """The result of one search; true if the board was solved.

    `str` returns the text that `taquin solve` prints.

    status: solved, unsolvable (proved), incomplete (ended with neither solution nor proof), limit,
    or error (only in a comparison, which continues with its other rows; the counters are then
    unknown and set to 0).
    limit: time, expansions, memory, depth (the search can count no deeper), cluster (it was lost),
    effort (a proof was asked for, and no search is known that would end) or interrupt; only with
    status limit.
    moves: one tile letter per single-tile move; None without a solution. With status limit it is
    the best solution found so far, if any. cost: in the puzzle's metric.
    lower_bound: proved; None if the board is unsolvable. reason: one sentence on why the board is
    solvable or not. notes: remarks on how the solution was found.
    closest: the board with the smallest h that the search reached, and that h, if no solution is
    known.
    error: the error that the search raised; only with status error.
    seconds: wall-clock seconds for compile, tables and search.
    peak_memory_bytes: of the whole process.
    """

    def __str__(self) -> str:
        return result_text(self)

    def __repr__(self) -> str:
        return short_text(self)

    def boards(self) -> Iterator[Board]:
        """The boards along the solution, from start to goal, one per single-tile move."""
        if self.moves is not None:
            yield from self.board.path(self.moves, topology=self.puzzle.topology)

    def _repr_html_(self) -> str:
        """Text and picture for notebooks; for a long solution, a picture of its first board."""
        from taquin.solving.shown.result_html import html_div, labelled_html

        picture = self._repr_svg_() or self.board._repr_svg_()
        return html_div(labelled_html(result_lines(self)), picture)

    def _repr_svg_(self) -> str | None:
        """The solution as a film strip for notebooks; None if it is too long for one."""
        if self.moves is None or len(self.moves) > _MAX_STRIP_MOVES:
            return None
        from taquin.pictures.strip import solution_svg

        proof = " (optimal)" if self.optimal else ""
        boards = ((board.width, board.cells) for board in self.boards())
        return solution_svg(boards, title=f"{self.algorithm}: cost {self.cost}{proof}")

    def as_dict(self, *, notation: Notation = "tile") -> dict[str, object]:
        """The JSON object that the command prints, with moves in the given notation."""
        branching, proved = self.effective_branching_factor, self.bound_factor
        moves = None if self.moves is None else format_moves(self.moves, notation=notation)
        known = self.published
        return {
            "version": FORMAT_VERSION,
            "board": self.board.text,
            "goal": self.goal.text,
            "topology": self.puzzle.topology.name,
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "options": dict(self.options),
            "engine": self.engine,
            "metric": self.metric,
            **({} if self.puzzle.costs is None else {"costs": list(self.puzzle.costs)}),
            "status": str(self.status),
            "limit": self.limit,
            "optimal": self.optimal,
            "cost": self.cost,
            "lower_bound": self.lower_bound,
            "bound_factor": None if proved is None else ceil(proved * 1e6) / 1e6,
            "gap": None if self.gap is None else round(self.gap, 2),
            "moves": moves,
            "notation": notation,
            "published": None
            if known is None
            else {"instance": known.name, "cost": known.optimal, "source": known.source},
            "reason": self.reason,
            "notes": list(self.notes),
            "closest": None
            if self.closest is None
            else {"board": self.closest[0].text, "h": self.closest[1]},
            "stats": None
            if self.error is not None
            else self.stats.as_dict()
            | {"effective_branching_factor": None if branching is None else round(branching, 6)},
            "seconds": {name: round(value, 6) for name, value in self.seconds.items()},
            "peak_memory_bytes": self.peak_memory_bytes,
        } | self._error()

    def _error(self) -> dict[str, object]:
        if self.error is None:
            return {}
        return {"error": {"kind": self.error.kind, "message": self.error.message}}

    def as_row(self, *, notation: Notation = "tile") -> dict[str, object]:
        """`as_dict` plus the fields that tables of results show."""
        swap = None if self.swap is None else list(self.swap)
        extra = {"label": self.label, "depth": self.depth, "lengths": self.lengths, "swap": swap}
        return self.as_dict(notation=notation) | extra
