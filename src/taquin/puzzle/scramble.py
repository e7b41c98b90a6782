"""Random boards: uniform over the solvable ones, from a random walk, or at an exact distance.

Every function takes a seed, or a ``random.Random`` whose state continues from call to call; the
same seed gives the same boards. `seeded` draws a seed if none is given, so that it can be printed
and reused.
"""

import random
from operator import index
from typing import overload

from taquin.ground.errors import OptionError, quoted
from taquin.ground.once import SharedLock, once
from taquin.puzzle.blocks import arranged, block_kind, block_orbit, blocks, ring_order
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Metric, Puzzle, State
from taquin.puzzle.solvability import permutation_is_odd
from taquin.puzzle.topology import Topology
from taquin.puzzle.topology import topology as find_topology

__all__ = [
    "MOST_BOARDS",
    "at_depth",
    "check_depth",
    "hardest",
    "puzzle_of",
    "random_source",
    "random_walk",
    "scramble",
    "seeded",
    "split_source",
    "uniform",
]

# Every 3x3 board type (362,880 boards at most) and 17 moves of the 15-puzzle fit.
MOST_BOARDS = 500_000
_LONGEST_WALK = 10_000_000


def seeded(seed: int | None = None) -> tuple[int, random.Random]:
    """(seed, its generator); draws a fresh seed of at most nine digits if none is given.

    Raises OptionError unless a given seed is a whole number, 0 or more: `random` treats -1 as 1,
    and equal numbers of other types as different seeds.
    """
    if seed is None:
        seed = random.SystemRandom().randrange(10**9)
    whole = _whole(seed)
    if whole is None or whole < 0:
        raise OptionError(f"seed={quoted(seed)}: expected a whole number, 0 or more.")
    return whole, random.Random(whole)


def _whole(number: object) -> int | None:
    """A whole number of any kind, NumPy's included, as Python's; None for anything else."""
    try:
        return None if isinstance(number, bool) else index(number)  # type: ignore[arg-type]
    except TypeError:
        return None


def random_source(seed: int | None, rng: random.Random | None) -> random.Random:
    """The source of randomness from `seed` or `rng`; a fresh one if both are None."""
    if rng is None:
        if isinstance(seed, random.Random):
            raise OptionError("seed: expected a whole number; pass a random.Random as rng=…")
        return seeded(seed)[1]
    if seed is not None:
        raise OptionError(f"seed={quoted(seed, 30)} and rng were both given; expected only one.")
    if not isinstance(rng, random.Random):
        raise OptionError(f"rng={quoted(rng)}: expected a random.Random; pass a number as seed=…")
    return rng


def puzzle_of(
    numbers: tuple[object, ...],
    wanted: str,
    *,
    goal: Board | str | None = None,
    topology: str | None = None,
    metric: Metric | None = None,
) -> tuple[Puzzle, tuple[int, ...]]:
    """The puzzle given by the first positional arguments, as such or by size, and the others.

    wanted: the arguments after the puzzle or the size, as text. Raises OptionError for any others.
    """
    puzzle = numbers[0] if numbers and isinstance(numbers[0], Puzzle) else None
    whole = [n for n in map(_whole, numbers) if n is not None]
    sides = 0 if puzzle else 2
    if len(whole) != len(numbers) - bool(puzzle) or len(whole) != sides + bool(wanted):
        given = ", ".join(f"{quoted(number, 30)}" for number in numbers)
        more = f", {wanted}" if wanted else ""
        raise OptionError(f"({given}): expected width, height{more}; or a Puzzle{more}.")
    rest = tuple(whole[sides:])
    if puzzle is None:
        width, height = whole[:2]
        goal = "last" if goal is None else goal
        if not isinstance(goal, Board):
            goal = named_goal(goal, width, height)
        table = find_topology(topology or "grid", width, height)
        return Puzzle(table, goal, metric or "stm"), rest
    for name, value in (("goal", goal), ("topology", topology), ("metric", metric)):
        if value is not None:
            raise OptionError(f"{name}={value!s:.30}: omit it, because the Puzzle has its own.")
    return puzzle, rest


@overload
def scramble(
    puzzle: Puzzle, /, *, seed: int | None = None, rng: random.Random | None = None
) -> Board: ...
@overload
def scramble(
    width: int,
    height: int,
    /,
    *,
    goal: Board | str | None = None,
    topology: str | None = None,
    seed: int | None = None,
    rng: random.Random | None = None,
) -> Board: ...
def scramble(
    *size: object,
    goal: Board | str | None = None,
    topology: str | None = None,
    seed: int | None = None,
    rng: random.Random | None = None,
) -> Board:
    """A board drawn uniformly from all boards that can reach the goal. O(cells).

    size: width and height, or a Puzzle, which has its own goal and topology. goal: a name (last,
    first, snake, spiral) or a board. seed: the same seed gives the same board. rng: a
    ``random.Random`` to use instead of a seed.

    >>> scramble(3, 3, seed=1) == scramble(3, 3, seed=1)
    True
    """
    puzzle, _ = puzzle_of(size, "", goal=goal, topology=topology)
    return uniform(puzzle, random_source(seed, rng))


def uniform(puzzle: Puzzle, rng: random.Random) -> Board:
    """A board drawn uniformly from all boards that can reach the puzzle's goal.

    With the blank in a fixed place, the arrangements of a block are the cosets of a group (Wilson
    1974), and the blocks are independent. So one random element of each group, then a random cell
    for the blank, make every board equally likely.
    """
    table, blank = puzzle.topology, puzzle.goal.blank
    cells = list(puzzle.goal.cells)
    for block in blocks(table, blank):
        cells = arranged(table, cells, block[0])
        tiles = _rearranged(table, block, [cells[c] for c in block[1:]], rng)
        for cell, tile in zip(block[1:], tiles, strict=True):
            cells[cell] = tile
    reachable = [cell for cell, steps in enumerate(table.steps(blank)) if steps >= 0]
    return Board.of(table.width, table.height, arranged(table, cells, rng.choice(reachable)))


@overload
def random_walk(
    puzzle: Puzzle, steps: int, /, rng: random.Random | None = None, *, seed: int | None = None
) -> Board: ...
@overload
def random_walk(
    width: int,
    height: int,
    steps: int,
    /,
    rng: random.Random | None = None,
    *,
    goal: Board | str | None = None,
    topology: str | None = None,
    seed: int | None = None,
) -> Board: ...
def random_walk(
    *where: object,
    goal: Board | str | None = None,
    topology: str | None = None,
    seed: int | None = None,
    rng: random.Random | None = None,
) -> Board:
    """The board after a number of random single-tile moves from the goal.

    where: width, height and the number of moves, or a Puzzle and that number; a ``random.Random``
    may follow. goal, topology, seed, rng as for `scramble`. No move undoes the previous one, except
    in a dead end. Boards are not equally likely, and a board may be closer to the goal than the
    number of moves.
    """
    where, rng = split_source(where, rng)
    puzzle, (steps,) = puzzle_of(where, "moves", goal=goal, topology=topology)
    return _walked(puzzle, steps, random_source(seed, rng))


def split_source(
    where: tuple[object, ...], rng: random.Random | None
) -> tuple[tuple[object, ...], random.Random | None]:
    """Positional arguments without a final source of randomness, and that source."""
    if where and isinstance(where[-1], random.Random) and rng is None:
        return where[:-1], where[-1]
    return where, rng


def _walked(puzzle: Puzzle, steps: int, rng: random.Random) -> Board:
    if not 0 <= steps <= _LONGEST_WALK:
        raise OptionError(f"walk={steps}: expected 0 to {_LONGEST_WALK:,} moves.")
    table = puzzle.topology
    cells, blank, before = list(puzzle.goal.cells), puzzle.goal.blank, -1
    exits = [tuple(dict.fromkeys(cell for cell in row if cell >= 0)) for row in table.neighbors]
    if steps and not exits[blank]:
        raise OptionError(f"walk={steps}: the blank has walls on all sides, so no tile can move.")
    for _ in range(steps):
        onward = [cell for cell in exits[blank] if cell != before] or exits[blank]
        before, cell = blank, rng.choice(onward)
        cells[blank], cells[cell] = cells[cell], 0
        blank = cell
    return Board.of(table.width, table.height, cells)


def at_depth(puzzle: Puzzle, depth: int, rng: random.Random) -> Board:
    """A board whose optimal solution costs exactly `depth`, uniform among all such boards.

    Distances are in the puzzle's metric and come from a complete breadth-first enumeration around
    the goal (uniform-cost for expense), whose layers are kept for the next call. Raises
    OptionError if there is no such board or if more than `MOST_BOARDS` boards must be enumerated.
    """
    layers, enough = _layers(puzzle).grow(depth)
    if not enough:
        raise _too_large(puzzle, f"depth={depth}", len(layers) - 1)
    check_depth(puzzle, depth, len(layers) - 1)
    if not layers[depth]:
        layers, _ = _layers(puzzle).grow(None)
        nonempty = [d for d, layer in enumerate(layers) if layer]
        near = [d for d in nonempty if d < depth][-1:] + [d for d in nonempty if d > depth][:1]
        raise OptionError(
            f"depth={depth}: no board is at that distance ({puzzle.pricing}); the nearest "
            f"depths with boards are {' and '.join(map(str, near))}."
        )
    return puzzle.decode(rng.choice(layers[depth]))


def check_depth(puzzle: Puzzle, depth: int, farthest: int) -> None:
    """Raise OptionError unless 0 <= `depth` <= `farthest`, the greatest distance from the goal."""
    if depth < 0:
        raise OptionError(f"depth={depth}: expected 0 or more.")
    if depth > farthest:
        raise OptionError(
            f"depth={depth}: no board of this {_name(puzzle)} puzzle is more than {farthest} "
            f"from the goal {puzzle.goal} ({puzzle.pricing}); expected 0 to {farthest}."
        )


def hardest(puzzle: Puzzle) -> tuple[int, list[Board]]:
    """The greatest distance from the goal and all boards there; OptionError on large boards."""
    layers, enough = _layers(puzzle).grow(None)
    if not enough:
        raise _too_large(puzzle, "hardest", len(layers) - 1)
    return len(layers) - 1, [puzzle.decode(state) for state in layers[-1]]


_NONE: list[State] = []


class _Layers:
    """All states at cost 0, 1, 2, … from the goal, enumerated only as far as requested.

    Dijkstra's algorithm with one bucket per cost, backwards from the goal.
    Safe from any thread: one enumerates while the others wait.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._goal = puzzle.encode(puzzle.goal)
        space = puzzle.space(puzzle.goal)
        reversible = puzzle.topology.reversible
        self._successors = space.successors if reversible else space.predecessors
        self._lock = SharedLock()
        self._begin()

    def _begin(self) -> None:
        self._found: list[list[State]] = [[self._goal]]
        self._best = {self._goal: 0}
        self._buckets: dict[int, list[State]] = {}
        self._settled = 1

    def grow(self, depth: int | None) -> tuple[list[list[State]], bool]:
        """Enumerate up to `depth`, or all boards if it is None.

        Returns the layers, by cost, and whether they reach that depth: False if that takes more
        than `MOST_BOARDS` boards.
        """
        with self._lock.lock:
            try:
                return self._found, self._grow(depth)
            except BaseException:
                self._begin()  # Ctrl-C may have left a layer incomplete
                raise

    def _grow(self, depth: int | None) -> bool:
        while depth is None or len(self._found) <= depth:
            self._expand(self._found[-1])
            if len(self._best) > MOST_BOARDS:
                return False
            if self._settled == len(self._best):
                break
            cost = len(self._found)
            found = self._buckets.pop(cost, None)
            # At most costs there is no board: these layers share one list.
            layer = _NONE if found is None else [s for s in found if self._best[s] == cost]
            self._found.append(layer)
            self._settled += len(layer)
        return True

    def _expand(self, layer: list[State]) -> None:
        best, buckets, depth = self._best, self._buckets, len(self._found) - 1
        for state in layer:
            if len(best) > MOST_BOARDS:
                return
            for _, other, step in self._successors(state):
                cost = depth + step
                if cost < best.get(other, cost + 1):
                    best[other] = cost
                    buckets.setdefault(cost, []).append(other)


# Keep two puzzles: a class typically works on one size with two goals or metrics.
@once(maxsize=2)
def _layers(puzzle: Puzzle) -> _Layers:
    return _Layers(puzzle)


def _too_large(puzzle: Puzzle, what: str, deepest: int) -> OptionError:
    hint = " Known hardest boards: antipodes:1 to antipodes:17." if puzzle.cells == 16 else ""
    return OptionError(
        f"{what}: more than {MOST_BOARDS:,} boards of this {_name(puzzle)} puzzle are within "
        f"{deepest + 1} of the goal ({puzzle.metric}), too many to enumerate; expected a depth up "
        f"to {deepest}. For harder boards use a random walk (--walk) and solve the result.{hint}"
    )


def _name(puzzle: Puzzle) -> str:
    board_type = puzzle.topology
    return f"{board_type.width}x{board_type.height} {board_type.name}"


def _rearranged(
    table: Topology, block: list[int], tiles: list[int], rng: random.Random
) -> list[int]:
    """The tiles of block[1:], with the blank at block[0], after a random element of the group."""
    match block_kind(table, block):
        case "ring":
            places = [block.index(cell) - 1 for cell in ring_order(table, block)[1:]]
            shift = rng.randrange(len(places))
            turned = dict(zip(places, places[shift:] + places[:shift], strict=True))
            return [tiles[turned[place]] for place in range(len(tiles))]
        case "theta0":
            return list(rng.choice(sorted(block_orbit(table, block, tuple(tiles)))))
        case kind:
            mixed = rng.sample(tiles, len(tiles))
            # Exchanging two tiles maps the odd arrangements one-to-one onto the even ones.
            if kind == "alternating" and permutation_is_odd(mixed, tiles):
                mixed[0], mixed[1] = mixed[1], mixed[0]
            return mixed
