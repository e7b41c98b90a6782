"""Anytime beam search with a learned heuristic: narrow at first, then as wide as time allows."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

from taquin.constructive.carrier import compile_carrier
from taquin.constructive.floor import floor
from taquin.constructive.row_method import (
    ROWS_WHY,
    BoardSpace,
    completed,
    is_carried,
    narrowed,
    rows,
)
from taquin.ground.cores import usable_cores
from taquin.ground.registry import Between
from taquin.puzzle.move import simplify
from taquin.puzzle.puzzle import State
from taquin.search.algorithm import algorithm
from taquin.search.monitor import Monitor, Stop
from taquin.search.problem import Node, Route
from taquin.search.pseudocode import child_loop
from taquin.search.teaching import CodeLine, Teaching

if TYPE_CHECKING:
    from taquin.heuristics.learned.passes import Passes

__all__ = ["anytime_beam"]

# The row-and-column method solves boards up to this size by A*, at once and optimally.
_SMALL_CELLS = 9


@algorithm(
    "anytime_beam",
    optimal=False,
    complete=True,
    needs=("puzzle",),
    paper="Zhang 1998 (Complete anytime beam search)",
    teaching=Teaching(
        label="Anytime beam",
        colour="green",
        pseudocode=(
            CodeLine("for each width, from narrow to wide, while time is left:"),
            CodeLine("    layer ← {{start}}"),
            CodeLine("    while the goal is not in layer:"),
            CodeLine("        node ← each node of layer", "choose"),
            child_loop(2),
            CodeLine("            if child was expanded before: skip it", "duplicate"),
            CodeLine("            add child to the next layer", "new", "better", "pruned"),
            CodeLine("        layer ← the children with the smallest learned value"),
            CodeLine("    shorten the path; keep it if it is the shortest so far", "found"),
            CodeLine("return: no solution was found", "fail"),
        ),
        # The compiled beam shows no steps; only the row-and-column method in its place does.
        why=ROWS_WHY,
    ),
)
def anytime_beam(
    space: BoardSpace,
    monitor: Monitor[State],
    *,
    width: Annotated[int, Between(0)] = 0,
    threads: Annotated[int, Between(1)] = 2,
) -> Node[State] | None:
    """Beams of growing width with a learned heuristic; without a model, the row-and-column method.

    width: of the widest beam; 0: as the time limit allows, or up to 10,000 without one.
    """
    puzzle, start = space.puzzle, space.start
    monitor.prove(floor(puzzle, start))
    if space.is_goal(start):
        return Route(space, start, (), 0)
    if not puzzle.judge(puzzle.decode(start)).solvable:
        return None
    from taquin.heuristics.learned.plan import LEARNED_CELLS, memory_needed, refusal

    too_little = not monitor.affords(memory_needed(puzzle.goal.width, puzzle.goal.height))
    if puzzle.cells <= _SMALL_CELLS or refusal(puzzle) is not None or too_little:
        return rows(space, monitor)
    finish = partial(completed, puzzle, start, monitor)
    if is_carried(puzzle, monitor):
        compile_carrier()
        monitor.ready()
    if puzzle.cells > LEARNED_CELLS:  # a first beam may take seconds there
        with monitor.without_clock():
            monitor.found(_route(space, simplify(finish(""))))
    try:
        monitor.allowance()  # is there time for more?
        from taquin.kernels import load_numba

        load_numba()
        from taquin.heuristics.learned.passes import Passes, RowMethod

        lines = RowMethod(finish, partial(narrowed, monitor=monitor))
        passes = Passes(puzzle, start, monitor, width, min(threads, usable_cores()), lines)
        for letters in _shorter_and_shorter(passes, monitor):
            monitor.found(_route(space, letters))
    except Stop:
        if monitor.incumbent is None:
            raise
    return monitor.incumbent or rows(space, monitor)


def _route(space: BoardSpace, letters: str) -> Route[State]:
    """The goal's node after single-tile moves."""
    return Route(space, space.puzzle.encode(space.puzzle.goal), tuple(letters), len(letters))


def _shorter_and_shorter(passes: "Passes", monitor: Monitor[State]) -> Iterator[str]:
    """Solutions, each shorter than the one before, until one is proved optimal or time is up."""
    best = None if monitor.incumbent is None else monitor.incumbent.g
    for letters in passes.run():
        if best is None or len(letters) < best:
            best = len(letters)
            yield letters
        if best <= monitor.lower_bound:
            return
