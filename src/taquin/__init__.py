"""taquin: play, solve and study sliding-tile puzzles.

>>> from taquin import Board, solve
>>> board = Board.parse("7 0 2/8 5 3/6 1 4")
>>> result = solve(board, goal="first", algorithm="astar", heuristic="manhattan")
>>> result.cost, result.optimal, result.stats.expanded
(27, True, 3306)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from taquin.errors import (
        ContractError,
        LimitReached,
        MissingExtra,
        MoveError,
        NotationError,
        OptionError,
        TableError,
        TaquinError,
        UnknownName,
        UnsolvableError,
    )
    from taquin.heuristics.base import HEURISTICS, PerTile, build_heuristic, heuristic
    from taquin.puzzle.board import Board
    from taquin.puzzle.goal import GOALS, named_goal
    from taquin.puzzle.instances import Instance, instance, instances
    from taquin.puzzle.move import Direction, format_moves, inverse, parse_moves, simplify
    from taquin.puzzle.puzzle import METRICS, Puzzle
    from taquin.puzzle.scramble import random_walk, scramble
    from taquin.puzzle.solvability import Verdict
    from taquin.puzzle.topology import TOPOLOGIES, Topology, register_topology, topology
    from taquin.result import Result
    from taquin.search.algorithm import ALGORITHMS, algorithm, run
    from taquin.search.monitor import Limits, Monitor, Observer
    from taquin.search.problem import Node, ReversibleSpace, StateSpace
    from taquin.search.result import COUNTERS, SearchResult, Stats, Status
    from taquin.solver import Row, compare, solve
    from taquin.spaces import at_depth

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "COUNTERS",
    "GOALS",
    "HEURISTICS",
    "METRICS",
    "TOPOLOGIES",
    "Board",
    "ContractError",
    "Direction",
    "Instance",
    "LimitReached",
    "Limits",
    "MissingExtra",
    "Monitor",
    "MoveError",
    "Node",
    "NotationError",
    "Observer",
    "OptionError",
    "PerTile",
    "Puzzle",
    "Result",
    "ReversibleSpace",
    "Row",
    "SearchResult",
    "StateSpace",
    "Stats",
    "Status",
    "TableError",
    "TaquinError",
    "Topology",
    "UnknownName",
    "UnsolvableError",
    "Verdict",
    "algorithm",
    "at_depth",
    "build_heuristic",
    "compare",
    "format_moves",
    "heuristic",
    "instance",
    "instances",
    "inverse",
    "named_goal",
    "parse_moves",
    "random_walk",
    "register_topology",
    "run",
    "scramble",
    "simplify",
    "solve",
    "topology",
]

# Where each public name lives. Modules are imported when a name is first used, which keeps
# `import taquin` below ten milliseconds.
_HOME = {
    "taquin.errors": (
        "ContractError",
        "LimitReached",
        "MissingExtra",
        "MoveError",
        "NotationError",
        "OptionError",
        "TableError",
        "TaquinError",
        "UnknownName",
        "UnsolvableError",
    ),
    "taquin.heuristics.base": (
        "HEURISTICS",
        "PerTile",
        "build_heuristic",
        "heuristic",
    ),
    "taquin.puzzle.board": ("Board",),
    "taquin.puzzle.goal": (
        "GOALS",
        "named_goal",
    ),
    "taquin.puzzle.instances": (
        "Instance",
        "instance",
        "instances",
    ),
    "taquin.puzzle.move": (
        "Direction",
        "format_moves",
        "inverse",
        "parse_moves",
        "simplify",
    ),
    "taquin.puzzle.puzzle": (
        "METRICS",
        "Puzzle",
    ),
    "taquin.puzzle.scramble": (
        "random_walk",
        "scramble",
    ),
    "taquin.puzzle.solvability": ("Verdict",),
    "taquin.puzzle.topology": (
        "TOPOLOGIES",
        "Topology",
        "register_topology",
        "topology",
    ),
    "taquin.result": ("Result",),
    "taquin.search.algorithm": (
        "ALGORITHMS",
        "algorithm",
        "run",
    ),
    "taquin.search.monitor": (
        "Limits",
        "Monitor",
        "Observer",
    ),
    "taquin.search.problem": (
        "Node",
        "ReversibleSpace",
        "StateSpace",
    ),
    "taquin.search.result": (
        "COUNTERS",
        "SearchResult",
        "Stats",
        "Status",
    ),
    "taquin.solver": (
        "Row",
        "compare",
        "solve",
    ),
    "taquin.spaces": ("at_depth",),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}


def __getattr__(name: str) -> object:
    try:
        module = _MODULE_OF[name]
    except KeyError:
        raise AttributeError(f"module 'taquin' has no attribute {name!r}") from None
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
