"""The classroom suite: a published notebook's seven searches, followed by better ones.

The notebook's conventions: the blank moves up, down, right, left; breadth-first search marks
states when it generates them and tests for the goal on expansion; depth-first and depth-limited
search push successors in that order onto a stack; the depth limit is 100, with a set of visited
states that ignores depth; uniform-cost, greedy and A* use a heap of (priority, board as a number).
Its table for 702853614 with goal first, as cost / expanded with the goal / depth: DFS
54497/63397/54497, BFS 27/174386/27, A* 27/3495/27, UCS 27/170995/27, DLS 99/75288/99, greedy
71/303; its iterative deepening gave up at depth 20. taquin does not count the goal as expanded.
"""

from taquin.solving.question.row import Row

__all__ = ["CLASSROOM", "NOTEBOOK_ROWS"]

_ORDER = {"order": "DULR"}

NOTEBOOK_ROWS = (
    Row("dfs", None, _ORDER, "depth-first"),
    Row("bfs", None, _ORDER, "breadth-first"),
    Row("astar", "manhattan", {**_ORDER, "tie_break": "state"}, "A*, Manhattan"),
    Row("ucs", None, {**_ORDER, "tie_break": "state"}, "uniform-cost"),
    Row("dls", None, {**_ORDER, "depth": 100, "duplicates": "blind"}, "depth-limited 100, blind"),
    Row("greedy", "manhattan", {**_ORDER, "tie_break": "state"}, "greedy, Manhattan"),
    Row("ids", None, {**_ORDER, "depth": 20, "duplicates": "blind"}, "deepening to 20, blind"),
)

CLASSROOM = (
    *NOTEBOOK_ROWS,
    Row("dls", None, {**_ORDER, "depth": 31}, "depth-limited 31, complete"),
    Row("ids", None, _ORDER, "iterative deepening, complete"),
    Row("bibfs", None, _ORDER, "bidirectional breadth-first"),
    Row("astar", "misplaced", _ORDER, "A*, misplaced tiles"),
    Row("astar", "linear_conflict", _ORDER, "A*, linear conflict"),
    Row("astar", "walking_distance", _ORDER, "A*, walking distance"),
    Row("wastar", "manhattan", {**_ORDER, "weight": 2.0}, "weighted A* (2), Manhattan"),
    Row("idastar", "manhattan", _ORDER, "IDA*, Manhattan"),
    Row("idastar", "linear_conflict", _ORDER, "IDA*, linear conflict"),
    Row("rbfs", "manhattan", _ORDER, "recursive best-first, Manhattan"),
    Row("mm", "manhattan", _ORDER, "MM (meets in the middle), Manhattan"),
    Row("beam", "manhattan", {**_ORDER, "width": 100}, "beam of 100, Manhattan"),
)
