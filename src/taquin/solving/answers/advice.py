"""What is stated beside the line of a result about its optimality: decided here, at the end.

Only the finished result knows what is proved, which search found the solution and what limits
there were. So nothing is said before, and nothing where the solution is proved optimal.
"""

from taquin.beams.value.plan import core_of, has_grid_beam, is_near
from taquin.constructive.scene import has_all_grid_moves
from taquin.ground.grammar import an, counted
from taquin.heuristics.patterns.heuristic import proving_partition
from taquin.heuristics.patterns.store import is_stored
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.answers.proof_effort import proof_effort
from taquin.solving.answers.result import Result
from taquin.solving.question.request import SearchRequest

__all__ = ["advice", "is_provable"]

_MINUTE = 60.0
_PATTERN_TILES = 5
_PATTERN_CELLS = 25  # of weighted A* over pattern databases, in its kernel
_FOUND = {
    "rows": "The row-and-column method built this solution tile by tile.",
    "wastar": "Weighted A* found this solution.",
    "beam": "A beam search found this solution.",
    "anytime_beam": "Beams with a learned heuristic found this solution.",
}
_STRIPS = (
    "The row-and-column method found the first solution; beams with a learned heuristic looked for "
    "shorter ones."
)
_ROADS = "The row-and-column method found the first solution; beams looked for cheaper ones."
_BUILT = (
    "The search ended before it had a solution; the row-and-column method built this one tile by "
    "tile. If the search runs to its end, it proves its solution optimal."
)
_MORE = "A longer search, such as -a wastar or -a beam, may find a cheaper one."
_WIDER = "A wider beam, such as -a beam -o width=5000, may find a cheaper one."
_BOUND = "For a better lower bound, try -a idastar with a time limit."


def is_provable(puzzle: Puzzle) -> bool:
    """Whether `--optimal` has pattern databases for the puzzle, so that its search may end."""
    counts = puzzle.metric == "stm" and puzzle.counts_moves
    return counts and proving_partition(puzzle) is not None


def advice(request: SearchRequest, result: Result, tried: Result | None = None) -> tuple[str, ...]:
    """The notes on a solution that is not proved optimal, where taquin chose the search.

    tried: the result of the short search before it.
    """
    plan = request.plan
    if result.cost is None or result.optimal:
        return ()
    if not plan.advised:
        rescued = result.algorithm == "rows" and plan.main.algorithm != "rows"
        return (_BUILT,) if rescued else ()
    puzzle = request.puzzle
    effort = proof_effort(puzzle, request.start, result.cost, request.limits.memory)
    proof = "No quick search proved this solution optimal."
    if tried is not None and tried.stats.expanded:
        proof = f"{proof[:-1]}: A* stopped after {counted(tried.stats.expanded, 'expansion')}."
    if result.limit == "effort":
        proof = f"{proof} {_no_further(puzzle)}"
    elif effort is None and is_provable(puzzle):
        proof = f"{proof} --optimal proves one, in seconds to hours."
    found = _FOUND[result.algorithm]
    if result.algorithm == "anytime_beam":
        found = _by_beams(puzzle)
    sentence = f"{proof} {found} {_hint(request, result)}".rstrip()
    return (sentence,) if effort is None else (sentence, effort)


def _by_beams(puzzle: Puzzle) -> str:
    """How an anytime beam found its solution."""
    if not has_grid_beam(puzzle):
        return _ROADS
    core = core_of(puzzle.goal.width, puzzle.goal.height)
    return _STRIPS if is_near(*core) else _FOUND["anytime_beam"]


def _no_further(puzzle: Puzzle) -> str:
    """Why `--optimal` ended without a proof, and which search goes on."""
    longer = "-a idastar continues until it proves a solution or reaches a limit."
    if is_provable(puzzle):
        return f"The pattern databases of --optimal do not fit into the memory limit; {longer}"
    own = " with costs of moves" if puzzle.topology.costs is not None else ""
    board = f"{puzzle.goal.size} board in {puzzle.metric}{own}"
    return (
        f"For {an(board)}, --optimal has no search beyond the quick ones. It has one for boards of "
        "up to 12 cells, on most board types of up to 16, and in single-tile moves (stm) for up to "
        f"25. {longer}"
    )


def _hint(request: SearchRequest, result: Result) -> str:
    """What may find a cheaper solution, or prove more; "" where nothing is known to."""
    puzzle = request.puzzle
    if result.algorithm == "anytime_beam":
        given = request.limits.time
        more = f"With more time than {given:g} s" if given is not None else ""
        if given is None or given < _MINUTE:
            more = f"With more time, such as --time-limit {_MINUTE:g}"
        better = "shorter" if puzzle.counts_moves else "cheaper"
        return f"{more}, wider beams may find a {better} one."
    if result.algorithm == "beam":
        return _WIDER
    if result.algorithm == "wastar":
        if puzzle.cells > 16:
            return _patterns_hint(puzzle)
        return "" if result.limit == "effort" else _BOUND  # which the reason has named
    return _patterns_hint(puzzle) or _MORE


def _patterns_hint(puzzle: Puzzle) -> str:
    """Advice on the search that usually does better where its kernel applies; "" elsewhere.

    docs/decisions/0014 has the figures.
    """
    counts = puzzle.metric == "stm" and puzzle.counts_moves
    plain = puzzle.topology.is_grid and has_all_grid_moves(puzzle.topology)
    if not (counts and plain) or puzzle.cells > _PATTERN_CELLS:
        return ""
    tiles = puzzle.cells - 1
    patterns = -(-tiles // _PATTERN_TILES)
    sizes = "-".join(str((tiles + later) // patterns) for later in reversed(range(patterns)))
    weight = 1.25 if puzzle.cells <= 20 else 1.5
    after = "" if is_stored(puzzle, sizes) else ", after about 10 s of building tables,"
    return (
        f"For an often cheaper one within seconds{after or ','} try -a wastar --heuristic "
        f"pdb:{sizes} -o weight={weight} --time-limit 60."
    )
