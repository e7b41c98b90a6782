"""taquin: play, solve and study sliding-tile puzzles.

>>> from taquin import Board, solve
>>> board = Board.parse("7 0 2/8 5 3/6 1 4")
>>> result = solve(board, goal="first", algorithm="astar", heuristic="manhattan")
>>> result.cost, result.optimal, result.stats.expanded
(27, True, 3306)
"""

from importlib import import_module

# Type checkers know this name; importing it from typing would take longer than all the rest.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from taquin.bench.many import ManyComparison, compare_many
    from taquin.checks import (
        Report,
        check_algorithm,
        check_heuristic,
        check_space,
        check_topology,
    )
    from taquin.checks.replay import Replay, replay
    from taquin.ground.errors import (
        ClusterError,
        ClusterLost,
        ContractError,
        ExitCode,
        FolderError,
        LimitReached,
        MissingExtra,
        MoveError,
        NoRoom,
        NotationError,
        OptionError,
        TableError,
        TaquinError,
        UnknownName,
        UnsolvableError,
    )
    from taquin.ground.registry import Between, Option, PluginWarning, Registry
    from taquin.ground.version import __version__ as __version__
    from taquin.heuristics.base import (
        HEURISTICS,
        HeuristicSpec,
        PerTile,
        build_heuristic,
        heuristic,
    )
    from taquin.heuristics.many import heuristic_values
    from taquin.puzzle.board import Board
    from taquin.puzzle.goal import GOALS, named_goal
    from taquin.puzzle.instances import Instance, instance, instances
    from taquin.puzzle.move import Direction, format_moves, inverse, parse_moves, simplify
    from taquin.puzzle.puzzle import METRICS, Puzzle
    from taquin.puzzle.scramble import random_walk, scramble
    from taquin.puzzle.solvability import Verdict
    from taquin.puzzle.topology import TOPOLOGIES, Topology, register_topology, topology
    from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, algorithm, run
    from taquin.search.comparing import SpaceComparison, compare_space
    from taquin.search.monitor import Limits, Monitor, Observer
    from taquin.search.problem import Node, ReversibleSpace, StateSpace
    from taquin.search.result import COUNTERS, SearchResult, Stats, Status
    from taquin.search.teaching import CodeLine, Teaching
    from taquin.solving.answers.result import Result
    from taquin.solving.comparison import Comparison, compare
    from taquin.solving.question.checkpoints import Checkpoints
    from taquin.solving.question.plugins import load_plugin
    from taquin.solving.question.row import Row
    from taquin.solving.shown.record import Failure
    from taquin.solving.solver import solve
    from taquin.teach.explain.explanation import Explanation, explain
    from taquin.teach.trace.writer import TraceWriter
    from taquin.whole.census import at_depth, census, distance_table

__all__ = [
    "ALGORITHMS",
    "COUNTERS",
    "GOALS",
    "HEURISTICS",
    "METRICS",
    "TOPOLOGIES",
    "AlgorithmSpec",
    "Between",
    "Board",
    "Checkpoints",
    "ClusterError",
    "ClusterLost",
    "CodeLine",
    "Comparison",
    "ContractError",
    "Direction",
    "ExitCode",
    "Explanation",
    "Failure",
    "FolderError",
    "HeuristicSpec",
    "Instance",
    "LimitReached",
    "Limits",
    "ManyComparison",
    "MissingExtra",
    "Monitor",
    "MoveError",
    "NoRoom",
    "Node",
    "NotationError",
    "Observer",
    "Option",
    "OptionError",
    "PerTile",
    "PluginWarning",
    "Puzzle",
    "Registry",
    "Replay",
    "Report",
    "Result",
    "ReversibleSpace",
    "Row",
    "SearchResult",
    "SpaceComparison",
    "StateSpace",
    "Stats",
    "Status",
    "TableError",
    "TaquinError",
    "Teaching",
    "Topology",
    "TraceWriter",
    "UnknownName",
    "UnsolvableError",
    "Verdict",
    "algorithm",
    "at_depth",
    "build_heuristic",
    "census",
    "check_algorithm",
    "check_heuristic",
    "check_space",
    "check_topology",
    "compare",
    "compare_many",
    "compare_space",
    "distance_table",
    "explain",
    "format_moves",
    "heuristic",
    "heuristic_values",
    "instance",
    "instances",
    "inverse",
    "load_plugin",
    "named_goal",
    "parse_moves",
    "random_walk",
    "register_topology",
    "replay",
    "run",
    "scramble",
    "simplify",
    "solve",
    "topology",
]

# The module that defines each public name. A module is imported when one of its names is first
# used, which keeps `import taquin` below ten milliseconds.
_PUBLIC = {
    "taquin.bench.many": ("ManyComparison", "compare_many"),
    "taquin.checks": (
        "Report",
        "check_algorithm",
        "check_heuristic",
        "check_space",
        "check_topology",
    ),
    "taquin.checks.replay": ("Replay", "replay"),
    "taquin.solving.comparison": ("Comparison", "compare"),
    "taquin.teach.explain.explanation": ("Explanation", "explain"),
    "taquin.heuristics.base": (
        "HEURISTICS",
        "HeuristicSpec",
        "PerTile",
        "build_heuristic",
        "heuristic",
    ),
    "taquin.solving.question.plugins": ("load_plugin",),
    "taquin.puzzle.board": ("Board",),
    "taquin.puzzle.goal": ("GOALS", "named_goal"),
    "taquin.puzzle.instances": ("Instance", "instance", "instances"),
    "taquin.puzzle.move": ("Direction", "format_moves", "inverse", "parse_moves", "simplify"),
    "taquin.puzzle.puzzle": ("METRICS", "Puzzle"),
    "taquin.puzzle.scramble": ("random_walk", "scramble"),
    "taquin.puzzle.solvability": ("Verdict",),
    "taquin.puzzle.topology": ("TOPOLOGIES", "Topology", "register_topology", "topology"),
    "taquin.ground.errors": (
        "ClusterError",
        "ClusterLost",
        "ContractError",
        "ExitCode",
        "FolderError",
        "LimitReached",
        "MissingExtra",
        "MoveError",
        "NoRoom",
        "NotationError",
        "OptionError",
        "TableError",
        "TaquinError",
        "UnknownName",
        "UnsolvableError",
    ),
    "taquin.ground.version": ("__version__",),
    "taquin.ground.registry": ("Between", "Option", "PluginWarning", "Registry"),
    "taquin.solving.shown.record": ("Failure",),
    "taquin.solving.answers.result": ("Result",),
    "taquin.solving.question.row": ("Row",),
    "taquin.search.algorithm": ("ALGORITHMS", "AlgorithmSpec", "algorithm", "run"),
    "taquin.heuristics.many": ("heuristic_values",),
    "taquin.search.comparing": ("SpaceComparison", "compare_space"),
    "taquin.search.monitor": ("Limits", "Monitor", "Observer"),
    "taquin.search.problem": ("Node", "ReversibleSpace", "StateSpace"),
    "taquin.search.result": ("COUNTERS", "SearchResult", "Stats", "Status"),
    "taquin.search.teaching": ("CodeLine", "Teaching"),
    "taquin.solving.question.checkpoints": ("Checkpoints",),
    "taquin.solving.solver": ("solve",),
    "taquin.whole.census": ("at_depth", "census", "distance_table"),
    "taquin.teach.trace.writer": ("TraceWriter",),
}
_MODULE_OF = {name: module for module, names in _PUBLIC.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "widget":  # needs an extra, so it is not in __all__
        return import_module("taquin.widget")
    try:
        module = _MODULE_OF[name]
    except KeyError:
        raise AttributeError(f"module 'taquin' has no attribute {name!r}") from None
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
