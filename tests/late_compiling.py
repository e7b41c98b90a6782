"""Which kernels are first compiled or loaded after `Lowered.warm`, by a search that grows.

A script, because what one test has loaded is there for all others of its process:
`python late_compiling.py SEARCH`.
"""

import sys

from numba.core.dispatcher import Dispatcher

from taquin import Board, Puzzle
from taquin.search.monitor import Limits, Monitor
from taquin.solving.engines.lowering import lower, run_compiled
from taquin.solving.question.reading import request_for

BOARD = Board.parse("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3")
INFORMED = ("wastar", "idastar")
# More than any first array has room for.
EXPANSIONS = 9_000


def signatures() -> dict[str, int]:
    """How many compiled forms each kernel has."""
    modules = [module for name, module in sys.modules.items() if name.startswith("taquin.kernels")]
    kernels = {
        id(value): value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Dispatcher)
    }
    return {kernel.__qualname__: len(kernel.signatures) for kernel in kernels.values()}


def late(name: str) -> dict[str, int]:
    """Kernels that a search of this name compiles or loads once it is under way."""
    heuristic = "manhattan" if name in INFORMED else None
    puzzle = Puzzle.of(BOARD, goal="first")
    options = {"weight": 1.0} if name == "ees" else {}  # with its own, it ends at once
    lowered = lower(
        request_for(BOARD, puzzle, algorithm=name, heuristic=heuristic, options=options)
    )
    lowered.warm()
    before = signatures()
    result = run_compiled(lowered, Monitor(Limits(expansions=EXPANSIONS)))
    assert result.stats.expanded == EXPANSIONS
    return {kernel: forms for kernel, forms in signatures().items() if before.get(kernel) != forms}


if __name__ == "__main__":
    print(f"{sys.argv[1]}: {late(sys.argv[1]) or 'nothing late'}")
