"""Contracts, proved by enumeration: for taquin's heuristics and algorithms, and for yours.

A claim such as "admissible" can be false on a handful of boards in a hundred thousand, which a
sample misses. The checks therefore enumerate every state of the small boards and compare it with
the true distance found by breadth-first search.

>>> from taquin.checks import check_heuristic
>>> print(check_heuristic("manhattan", sizes=[(3, 2)], goals=["last"], metrics=["stm"]))
heuristic manhattan: 1 puzzle, 360 states, 840 edges, 0 overestimates, 0 inconsistent edges. Passed.
"""

from taquin.checks.algorithms import check_algorithm
from taquin.checks.findings import Report
from taquin.checks.heuristics import check_heuristic
from taquin.checks.spaces import check_space
from taquin.checks.topologies import check_topology
from taquin.solving.question.plugins import load_plugin
from taquin.whole.oracle import census, puzzles, true_distances

__all__ = [
    "Report",
    "census",
    "check_algorithm",
    "check_heuristic",
    "check_space",
    "check_topology",
    "load_plugin",
    "puzzles",
    "true_distances",
]
