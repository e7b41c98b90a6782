"""Anytime beam search with a learned heuristic: narrow at first, then as wide as time allows."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

from taquin.constructive.carrier import compile_carrier
from taquin.constructive.floor import floor
from taquin.constructive.row_method import (
    ROWS_WHY,
    BoardSpace,
    built,
    completed,
    continued,
    is_carried,
    narrowed,
    polished,
    route_of,
    rows,
)
from taquin.constructive.scene import has_all_grid_moves
from taquin.constructive.sections import sections
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
    from taquin.beams.passes.passes import Passes

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
    """Beams of growing width with a learned heuristic; where none fits, with distances.

    width: of the widest beam; 0: as the time limit allows, or up to 10,000 without one.
    """
    puzzle, start = space.puzzle, space.start
    monitor.prove(floor(puzzle, start))
    if space.is_goal(start):
        return Route(space, start, (), 0)
    if not puzzle.judge(puzzle.decode(start)).solvable:
        return None
    from taquin.beams.value.plan import core_of, has_grid_beam, is_near, memory_needed

    too_little = not monitor.affords(memory_needed(puzzle.goal.width, puzzle.goal.height))
    if puzzle.cells > _SMALL_CELLS and not has_grid_beam(puzzle):
        return _in_any_metric(space, monitor, width, min(threads, usable_cores()))
    if puzzle.cells <= _SMALL_CELLS or too_little:
        return rows(space, monitor)
    finish = partial(completed, puzzle, start, monitor)
    if is_carried(puzzle, monitor):
        compile_carrier()
        monitor.ready()
    if is_near(*core_of(puzzle.goal.width, puzzle.goal.height)):  # such beams may be stuck
        with monitor.without_clock():
            monitor.found(route_of(space, simplify(finish(""))))
    try:
        monitor.allowance()  # is there time for more?
        from taquin.kernels import load_numba

        load_numba()
        from taquin.beams.passes.passes import Passes, RowMethod

        lines = RowMethod(finish, partial(narrowed, monitor=monitor))
        passes = Passes(puzzle, start, monitor, width, min(threads, usable_cores()), lines)
        try:
            for letters in _shorter_and_shorter(passes, space, monitor):
                monitor.found(route_of(space, letters))
        finally:
            if passes.latest is not None:
                monitor.found(route_of(space, passes.latest))
        if puzzle.metric != "stm" and monitor.incumbent is not None:
            polished(space, monitor.incumbent, monitor)
    except Stop:
        if monitor.incumbent is None:
            raise
    return monitor.incumbent or rows(space, monitor)


def _in_any_metric(
    space: BoardSpace, monitor: Monitor[State], width: int, threads: int
) -> Node[State] | None:
    """The row-and-column method, and beams that rank by a value of the board type and metric."""
    puzzle = space.puzzle
    if puzzle.topology.costs is not None:
        return rows(space, monitor)
    try:
        first = built(space, monitor)
        monitor.found(first)
        monitor.allowance()  # is there time for more?
        # With walls, narrow beams may be stuck: a short time is better spent on what is there.
        walled = not has_all_grid_moves(puzzle.topology)
        if walled:
            polished(space, first, monitor)
            monitor.allowance()
        from taquin.beams.value.plan import has_metric_beam

        if has_metric_beam(puzzle):
            from taquin.kernels import load_numba

            parts = sections(puzzle, space.start, monitor)
            before = monitor.seconds
            load_numba()
            from taquin.beams.passes.metric_passes import MetricPasses

            polish = True
            finish = partial(continued, space, monitor=monitor)
            passes = MetricPasses(parts, monitor, width, threads, finish)
            for labels in passes.run(before):
                if labels is not None:
                    monitor.found(route_of(space, "".join(labels)))
                if monitor.incumbent is not None and polish and not (walled and labels is None):
                    polished(space, monitor.incumbent, monitor)
                polish = False
                if monitor.incumbent is not None and monitor.incumbent.g <= monitor.lower_bound:
                    break
        if monitor.incumbent is not None:
            polished(space, monitor.incumbent, monitor)
    except Stop:
        if monitor.incumbent is None:
            raise
    monitor.incomplete = monitor.incumbent is None
    return monitor.incumbent


def _shorter_and_shorter(
    passes: "Passes", space: BoardSpace, monitor: Monitor[State]
) -> Iterator[str]:
    """Solutions, each shorter than the one before, until one is proved optimal or time is up."""
    for letters in passes.run():
        best = monitor.incumbent
        if best is None or route_of(space, letters).g < best.g:
            yield letters
        best = monitor.incumbent
        if best is not None and best.g <= monitor.lower_bound:
            return
