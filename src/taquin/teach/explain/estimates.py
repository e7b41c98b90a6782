"""The value of every heuristic for one board, and the best lower bound they give."""

from dataclasses import dataclass

from taquin.ground.errors import TaquinError
from taquin.ground.grammar import listed
from taquin.heuristics.base import HEURISTICS, build_heuristic, find_heuristic, pushes_per_move
from taquin.heuristics.manhattan import manhattan
from taquin.heuristics.patterns.heuristic import PatternHeuristic, default_partition
from taquin.heuristics.patterns.partition import MOST_CELLS as PATTERN_CELLS
from taquin.heuristics.patterns.partition import partition_names
from taquin.heuristics.patterns.relabelled import is_at_hand
from taquin.heuristics.patterns.store import is_stored
from taquin.heuristics.patterns.weighted import is_at_hand as weighted_at_hand
from taquin.heuristics.patterns.weighted import weighing_partition
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle, State
from taquin.puzzle.solvability import blank_distance
from taquin.teach.explain.distance import is_bipartite

__all__ = [
    "MOST_CELLS",
    "HeuristicValue",
    "lower_bound",
    "steps_home",
    "with_tables",
    "without_tables",
]

MOST_CELLS = 1600  # tile-by-cell tables take seconds at this size, and too much memory beyond it


@dataclass(frozen=True, slots=True)
class HeuristicValue:
    """The value of one registered heuristic.

    value: None where the heuristic does not apply; `refused` then says why.
    patterns: for pattern databases, the tiles of each pattern and its share of the value.
    """

    name: str
    value: int | None
    admissible: bool
    consistent: bool
    refused: str | None = None
    patterns: tuple[tuple[tuple[int, ...], int], ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "name": self.name,
            "value": self.value,
            "admissible": self.admissible,
            "consistent": self.consistent,
            "refused": self.refused,
            "patterns": [{"tiles": list(tiles), "adds": value} for tiles, value in self.patterns],
        }


def with_tables(board: Board, puzzle: Puzzle) -> tuple[tuple[HeuristicValue, ...], tuple[int, ...]]:
    """Every heuristic's value, and each cell's contribution to the Manhattan distance."""
    state = puzzle.encode(board)
    values = tuple(_value(name, puzzle, state) for name in HEURISTICS.names())
    return values, tuple(manhattan(puzzle).shares(state))


def without_tables(
    board: Board, puzzle: Puzzle
) -> tuple[tuple[HeuristicValue, ...], tuple[int, ...]]:
    """The same for a large grid: the values that can be computed without tables. O(cells)."""
    shares = steps_home(board, puzzle)
    values = tuple(_without_tables(name, puzzle, shares) for name in HEURISTICS.names())
    return values, shares


# What to give to a heuristic that takes an argument.
_ARGUMENTS = {"max": "heuristics", "pdb": "a partition", "plain_pdb": "a partition"}
_PATTERN_TILES = 6  # of a pattern in an example; its table is built within seconds


def _examples(name: str, puzzle: Puzzle) -> str:
    """What the heuristic may be given for this puzzle."""
    if _ARGUMENTS.get(name) != "a partition":
        examples = HEURISTICS.get(name).summary.rstrip(".").partition("for example ")[2]
        return examples or f"{name}:…"
    known = partition_names(puzzle.goal.width, puzzle.goal.height)
    partitions = [one for one in known if one.replace("-", "").isdigit()][:2]
    tiles = puzzle.cells - 1
    patterns = -(-tiles // _PATTERN_TILES)
    even = "-".join(str((tiles + later) // patterns) for later in reversed(range(patterns)))
    return listed([f"{name}:{one}" for one in partitions or [even]], "or")


def _value(name: str, puzzle: Puzzle, state: State) -> HeuristicValue:
    spec = HEURISTICS.get(name)
    counted = puzzle.metric == "stm" and puzzle.counts_moves
    weighing = weighing_partition(puzzle)
    tabled = name == "pdb" and puzzle.judge(puzzle.decode(state)).solvable
    if tabled and counted:
        partition = default_partition(puzzle)
        if partition is not None and is_stored(puzzle, partition):
            tables = PatternHeuristic(puzzle, partition)
            shares = tuple(tables.pattern_shares(state))
            return HeuristicValue(
                f"pdb:{partition}", tables(state), spec.admissible, spec.consistent, None, shares
            )
    if tabled and weighing is not None and weighted_at_hand(puzzle, weighing):
        value = build_heuristic(f"pdb:{weighing}", puzzle)(state)
        return HeuristicValue(f"pdb:{weighing}", value, spec.admissible, spec.consistent)
    if spec.takes_argument:
        argument = _ARGUMENTS.get(name, "an argument")
        refused = f"{name} (give it {argument}, for example {_examples(name, puzzle)})."
        if argument == "a partition" and puzzle.cells > PATTERN_CELLS:
            refused = f"{name} (for boards of up to {PATTERN_CELLS} cells)."
        return HeuristicValue(name, None, spec.admissible, spec.consistent, refused)
    try:
        if name == "relabelled" and not is_at_hand(puzzle):
            refused = "relabelled (its table is not built yet; the first search in mtm builds it)."
            return HeuristicValue(name, None, spec.admissible, spec.consistent, refused)
        value = build_heuristic(name, puzzle)(state)
    except TaquinError as error:
        refusal = _refusal(name, str(error))
        return HeuristicValue(name, None, spec.admissible, spec.consistent, refusal)
    return HeuristicValue(name, value, spec.admissible, spec.consistent)


def _refusal(name: str, message: str) -> str:
    """Why a heuristic does not apply, as its name and the reason between brackets.

    >>> _refusal("sequence_score", "sequence_score is defined only for 3x3. Use manhattan.")
    'sequence_score (defined only for 3x3).'
    """
    for opening in (f"{name}: ", f"{name} is "):
        if message.startswith(opening):
            return f"{name} ({message.removeprefix(opening).partition('. ')[0].rstrip('.')})."
    return message


def steps_home(board: Board, puzzle: Puzzle) -> tuple[int, ...]:
    """Each cell's contribution to the Manhattan distance on a grid, computed without the table."""
    width, home = board.width, {tile: cell for cell, tile in enumerate(puzzle.goal)}
    steps = []
    for cell, tile in enumerate(board):
        (row, column), (other_row, other_column) = divmod(cell, width), divmod(home[tile], width)
        count = abs(row - other_row) + abs(column - other_column) if tile else 0
        steps.append(count * puzzle.tile_costs[tile])
    return tuple(steps)


def _without_tables(name: str, puzzle: Puzzle, shares: tuple[int, ...]) -> HeuristicValue:
    """A heuristic's value on a large grid, if it can be computed without a table."""
    spec = HEURISTICS.get(name)
    promises = spec.admissible, spec.consistent
    if name == "zero":
        return HeuristicValue(name, 0, *promises)
    if name == "manhattan":
        return HeuristicValue(name, -(-sum(shares) // pushes_per_move(puzzle)), *promises)
    why = f"{name} (its tables take too long for boards of more than {MOST_CELLS:,} cells)."
    return HeuristicValue(name, None, *promises, why)


def lower_bound(
    values: tuple[HeuristicValue, ...], board: Board, puzzle: Puzzle
) -> tuple[int, str]:
    """The largest admissible value, plus one where the solution's parity requires it."""
    sure = [v for v in values if v.value is not None and find_heuristic(v.name)[0].admissible]
    # Of equal values prefer Manhattan distance: every reader knows it.
    best = max(sure, key=lambda v: (v.value or 0, v.name == "manhattan"))
    bound = best.value or 0
    reason = f"{best.name} gives {bound:,} and never overestimates"
    counted = puzzle.metric == "stm" and puzzle.counts_moves
    if counted and is_bipartite(puzzle.topology):
        steps = blank_distance(puzzle.topology, board, puzzle.goal)
        if (bound - steps) % 2:
            parity = "odd" if steps % 2 else "even"
            return bound + 1, f"{reason}, and the number of moves must be {parity}"
    return bound, reason
