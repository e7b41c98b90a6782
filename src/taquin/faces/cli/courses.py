"""Output formats that some university courses require, with the courses' conventions."""

from collections.abc import Callable, Sized
from dataclasses import dataclass, replace
from typing import Any

from taquin.faces.cli.common import SearchOptions, TaskOptions
from taquin.puzzle.move import opposite
from taquin.puzzle.puzzle import Metric
from taquin.search.algorithm import ALGORITHMS
from taquin.search.monitor import Observer
from taquin.search.problem import Node
from taquin.search.result import Status
from taquin.solving.answers.result import Result
from taquin.solving.question.row import named_search

__all__ = ["COURSES", "Course", "Fringe"]

_WORD = {
    "U": "Up",
    "D": "Down",
    "L": "Left",
    "R": "Right",
    "Q": "Up-left",
    "E": "Up-right",
    "Z": "Down-left",
    "C": "Down-right",
}


@dataclass(frozen=True)
class Course:
    """A course's conventions, which are the defaults of its format, and its report.

    options: by the name of the algorithm; those under ``*`` apply to every algorithm.
    """

    title: str
    goal: str
    metric: Metric
    algorithm: str
    heuristic: str
    options: dict[str, dict[str, object]]
    report: Callable[[Result, int | None], str]
    prints_expansions: bool = False
    counts_fringe: bool = False

    def fill(
        self, task: TaskOptions, search: SearchOptions, *, has_goal: bool
    ) -> tuple[TaskOptions, SearchOptions]:
        """The same options, with the course's values where the user chose none.

        has_goal: whether the board is an instance, which has its own goal.
        """
        algorithm, heuristic = named_search(search.algorithm, search.heuristic)
        chosen = algorithm or self.algorithm
        if heuristic is None and ALGORITHMS.get(chosen).informed:
            heuristic = self.heuristic
        options = {**self.options["*"], **self.options.get(chosen, {}), **search.options}
        goal = self.goal if task.goal is None and not has_goal else task.goal
        return (
            replace(task, goal=goal, metric=task.metric or self.metric),
            replace(search, algorithm=chosen, heuristic=heuristic, options=options),
        )


class Fringe(Observer):
    """The largest size of the fringe, measured when a node is added."""

    def __init__(self) -> None:
        self.peak = 1
        self._frontier: Sized = ()

    def on_start(self, frontier: Sized, reached: Sized) -> None:
        """Keep the frontier to measure."""
        self._frontier = frontier

    def on_generate(self, parent: Node[Any], move: str, state: Any, verdict: str) -> None:
        """Measure the frontier with the node that is about to be added."""
        if verdict in ("new", "better"):
            self.peak = max(self.peak, len(self._frontier) + 1)


def _ucr(result: Result, fringe: int | None) -> str:
    if not result.solved:
        return "failure"
    return (
        "Goal!!!\n\n"
        "To solve this problem the search algorithm expanded a total of "
        f"{result.stats.expanded} nodes.\n"
        f"The maximum number of nodes in the queue at any one time: {fringe}.\n"
        f"The depth of the goal node was {result.depth}."
    )


def _columbia(result: Result, fringe: int | None) -> str:
    # The course's letters are the blank's, as words.
    path = [_WORD[letter] for letter in opposite(result.moves or "")]
    stats = result.stats
    return "\n".join(
        [
            f"path_to_goal: {path if result.solved else None}",
            f"cost_of_path: {result.cost}",
            f"nodes_expanded: {stats.expanded}",
            f"search_depth: {result.depth}",
            f"max_search_depth: {stats.max_depth}",
            f"running_time: {result.seconds['search']:.8f}",
            f"max_ram_usage: {result.peak_memory_bytes / 2**20:.8f}",
        ]
    )


def _uta(result: Result, fringe: int | None) -> str:
    stats = result.stats
    lines = [
        f"Nodes Popped: {stats.popped}",
        f"Nodes Expanded: {stats.expanded}",
        f"Nodes Generated: {stats.generated + 1}",  # the course counts the start
        f"Max Fringe Size: {fringe}",
    ]
    if result.status is not Status.SOLVED:
        return "\n".join([*lines, "No solution found."])
    lines += [f"Solution Found at depth {result.depth} with cost of {result.cost}.", "Steps:"]
    boards = list(result.boards())
    for before, after, letter in zip(boards, boards[1:], result.moves or "", strict=False):
        lines.append(f"\tMove {before[after.blank]} {_WORD[letter]}")
    return "\n".join(lines)


COURSES = {
    "ucr": Course(
        title="UCR CS170",
        goal="last",
        metric="stm",
        algorithm="astar",
        heuristic="manhattan",
        options={"*": {}},
        report=_ucr,
        prints_expansions=True,
        counts_fringe=True,
    ),
    "columbia": Course(
        title="ColumbiaX CSMM.101x",
        goal="first",
        metric="stm",
        algorithm="bfs",
        heuristic="manhattan",
        # The blank moves up, down, left, right; depth-first search tries them in this order.
        options={"*": {"order": "DURL"}, "dfs": {"tie_break": "fifo"}},
        report=_columbia,
    ),
    "uta": Course(
        title="UTA CSE 5360, expense 8-puzzle",
        goal="last",
        metric="expense",
        algorithm="astar",
        heuristic="manhattan",
        # Duplicates are detected when a node is taken from the fringe, and of nodes with equal cost
        # the oldest is taken: this reproduces the counters of the course's published sample.
        options={
            "*": {},
            "astar": {"duplicates": "closed", "tie_break": "fifo"},
            "ucs": {"duplicates": "closed", "tie_break": "fifo"},
            "greedy": {"duplicates": "closed", "tie_break": "fifo"},
        },
        report=_uta,
        counts_fringe=True,
    ),
}
