"""The classroom suite: a published notebook's seven searches, followed by better ones.

The notebook's conventions: the blank moves up, down, right, left; breadth-first search marks
states when it generates them and tests for the goal on expansion; depth-first and depth-limited
search push successors in that order onto a stack; the depth limit is 100, with a set of visited
states that ignores depth; uniform-cost, greedy and A* use a heap of (priority, board as a number).
Its table for 702853614 with goal first, as cost / expanded with the goal / depth: DFS
54497/63397/54497, BFS 27/174386/27, A* 27/3495/27, UCS 27/170995/27, DLS 99/75288/99, greedy
71/303; its iterative deepening gave up at depth 20. taquin does not count the goal as expanded.
"""

from taquin.solving.question.naming import search_label
from taquin.solving.question.row import Row

__all__ = ["CLASSROOM", "NOTEBOOK_ROWS"]

_ORDER = {"order": "DULR"}


def _row(algorithm: str, heuristic: str | None = None, **options: object) -> Row:
    """A row in the notebook's order, which its name leaves out, like the order of ties."""
    named = {name: value for name, value in options.items() if name != "tie_break"}
    label = search_label(algorithm, heuristic, named)
    return Row(algorithm, heuristic, {**_ORDER, **options}, label)


NOTEBOOK_ROWS = (
    _row("dfs"),
    _row("bfs"),
    _row("astar", "manhattan", tie_break="state"),
    _row("ucs", tie_break="state"),
    _row("dls", depth=100, duplicates="blind"),
    _row("greedy", "manhattan", tie_break="state"),
    _row("ids", depth=20, duplicates="blind"),
)

CLASSROOM = (
    *NOTEBOOK_ROWS,
    _row("dls", depth=31),
    _row("ids"),
    _row("bibfs"),
    _row("astar", "misplaced"),
    _row("astar", "linear_conflict"),
    _row("astar", "walking_distance"),
    _row("wastar", "manhattan", weight=2.0),
    _row("idastar", "manhattan"),
    _row("idastar", "linear_conflict"),
    _row("rbfs", "manhattan"),
    _row("mm", "manhattan"),
    _row("beam", "manhattan", width=100),
)
