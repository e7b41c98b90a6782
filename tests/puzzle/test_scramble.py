"""Random boards: exactly uniform, of exact depth, repeatable."""

import csv
import heapq
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from test_solvability import reachable, theta0

from taquin.ground.errors import NotationError, OptionError, UnknownName
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.instances import instances
from taquin.puzzle.puzzle import METRICS, Metric, Puzzle, PuzzleSpace
from taquin.puzzle.scramble import at_depth, hardest, random_walk, scramble, seeded, uniform
from taquin.puzzle.topology import topology


class Odometer(random.Random):
    """Plays every sequence of choices, one after the other."""

    def __init__(self) -> None:
        super().__init__(0)
        self.digits: list[list[int]] = []
        self.position = 0

    def _randbelow(self, n: int) -> int:
        if self.position == len(self.digits):
            self.digits.append([0, n])
        self.position += 1
        return self.digits[self.position - 1][0]

    def sequences(self) -> Iterator[None]:
        """Once for each sequence of choices; `probability` is that of the one just played."""
        while True:
            self.position = 0
            yield
            while self.digits and self.digits[-1][0] == self.digits[-1][1] - 1:
                self.digits.pop()
            if not self.digits:
                return
            self.digits[-1][0] += 1

    @property
    def probability(self) -> Fraction:
        return Fraction(1, math.prod(n for _, n in self.digits))


def exact_distribution(puzzle: Puzzle) -> dict[bytes, Fraction]:
    rng, chances = Odometer(), defaultdict[bytes, Fraction](Fraction)
    for _ in rng.sequences():
        board = uniform(puzzle, rng)
        chances[puzzle.encode(board)] += rng.probability
    return chances


@pytest.mark.parametrize(
    ("kind", "width", "height"),
    [
        ("grid", 2, 2),
        ("grid", 3, 2),
        ("torus", 2, 2),
        ("torus", 3, 2),
        ("walls:0-1", 2, 2),
        ("walls:0-1", 3, 2),
        ("walls:1-4", 3, 2),
        ("walls:0-1,1-4", 3, 2),
        ("walls:0-1,0-3", 3, 2),
        ("walls:1-2,4-5", 3, 2),
        ("walls:4-5,2-5", 3, 2),
    ],
)
def test_exactly_uniform_over_exactly_the_reachable(kind: str, width: int, height: int) -> None:
    for goal in (named_goal("last", width, height), named_goal("first", width, height)):
        puzzle = Puzzle(topology(kind, width, height), goal)
        home = reachable(puzzle)
        assert exact_distribution(puzzle) == dict.fromkeys(home, Fraction(1, len(home)))


def test_exactly_uniform_on_the_exceptional_graph() -> None:
    puzzle = Puzzle(theta0(), Board.parse("0 1 2 3/4 5 6 7"))
    home = reachable(puzzle)
    assert exact_distribution(puzzle) == dict.fromkeys(home, Fraction(1, 840))


def test_2x2_in_practice() -> None:
    rng = random.Random(1)
    counts = Counter(scramble(2, 2, rng=rng) for _ in range(12_000))
    assert len(counts) == 12
    assert all(880 < count < 1120 for count in counts.values())


@pytest.mark.parametrize(
    ("kind", "width", "height"),
    [
        ("grid", 4, 4),
        ("grid", 5, 2),
        ("torus", 4, 4),
        ("torus", 5, 3),
        ("walls:0-1,5-6,9-10", 4, 4),
    ],
)
@pytest.mark.parametrize("goal", ["last", "first", "spiral"])
def test_larger_scrambles_are_solvable(kind: str, width: int, height: int, goal: str) -> None:
    rng = random.Random(5)
    puzzle = Puzzle(topology(kind, width, height), named_goal(goal, width, height))
    for _ in range(30):
        board = scramble(width, height, goal=goal, topology=kind, rng=rng)
        assert puzzle.judge(board).solvable


def test_very_large() -> None:
    board = scramble(40, 30, rng=random.Random(0))
    assert Puzzle.of(board).judge(board).solvable


def test_seeds_repeat_and_fresh_ones_are_told() -> None:
    boards = [scramble(4, 4, rng=seeded(7)[1]) for _ in range(2)]
    assert boards[0] == boards[1] != scramble(4, 4, rng=seeded(8)[1])
    seed, rng = seeded()
    assert scramble(4, 4, rng=rng) == scramble(4, 4, rng=random.Random(seed))
    assert 0 <= seed < 10**9
    assert seeded(0)[0] == 0


def test_scramble_errors() -> None:
    rng = random.Random(0)
    with pytest.raises(NotationError, match="from 2 to 100"):
        scramble(1, 5, rng=rng)
    with pytest.raises(UnknownName, match="Did you mean 'spiral'"):
        scramble(3, 3, goal="spirale", rng=rng)
    with pytest.raises(NotationError, match="goal is 2x2"):
        scramble(3, 3, goal=Board.parse("1 2/3 0"), rng=rng)


def test_walks_never_step_straight_back() -> None:
    puzzle = Puzzle.of("1 2 3/4 5 6/7 8 0")
    rng = random.Random(3)
    truth = distances(puzzle)
    for steps in range(7):
        # The shortest loop is the twelve moves round a 2x2 block; up to half of it a walk
        # that never steps back is a shortest way.
        assert truth[puzzle.encode(random_walk(puzzle, steps, rng))] == steps
    assert random_walk(puzzle, 0, rng) == puzzle.goal
    assert random_walk(puzzle, 500, random.Random(4)) == random_walk(puzzle, 500, random.Random(4))


def layer(puzzle: Puzzle, depth: int) -> set[Board]:
    return {puzzle.decode(state) for state, d in distances(puzzle).items() if d == depth}


def test_walks_turn_round_in_a_dead_end() -> None:
    puzzle = Puzzle.of("0 1/2 3", goal="first", topology="walls:0-1,2-3")
    assert random_walk(puzzle, 101, random.Random(0)) in layer(puzzle, 1) | layer(puzzle, 3)


def test_walk_errors() -> None:
    puzzle = Puzzle.of("0 1/2 3", goal="first", topology="walls:0-1,0-2")
    assert random_walk(puzzle, 0, random.Random(0)) == puzzle.goal
    with pytest.raises(OptionError, match="no tile can move"):
        random_walk(puzzle, 1, random.Random(0))
    for steps in (-1, 10**12):
        with pytest.raises(OptionError, match="expected 0 to 10,000,000"):
            random_walk(Puzzle.of("1 2/3 0"), steps, random.Random(0))


def distances(puzzle: Puzzle) -> dict[bytes, int]:
    """Dijkstra's algorithm with a heap, as the textbook has it."""
    space: PuzzleSpace = puzzle.space(puzzle.goal)
    best, heap = {space.goal: 0}, [(0, space.goal)]
    while heap:
        cost, state = heapq.heappop(heap)
        if cost == best[state]:
            for _, other, step in space.successors(state):
                if cost + step < best.get(other, cost + step + 1):
                    best[other] = cost + step
                    heapq.heappush(heap, (cost + step, other))
    return best


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    ("kind", "width", "height"),
    [("grid", 2, 2), ("grid", 3, 2), ("grid", 2, 3), ("torus", 3, 2), ("walls:0-1", 3, 2)],
)
def test_every_depth_of_small_boards(kind: str, width: int, height: int, metric: Metric) -> None:
    rng = random.Random(2)
    for goal in ("last", "first", "spiral"):
        puzzle = Puzzle(topology(kind, width, height), named_goal(goal, width, height), metric)
        truth = distances(puzzle)
        by_depth = Counter(truth.values())
        diameter, boards = hardest(puzzle)
        assert diameter == max(by_depth)
        assert {puzzle.encode(b) for b in boards} == {s for s, d in truth.items() if d == diameter}
        for depth in range(diameter + 1):
            if by_depth[depth]:
                assert truth[puzzle.encode(at_depth(puzzle, depth, rng))] == depth
            else:
                with pytest.raises(OptionError, match=r"no board is at that distance.*nearest"):
                    at_depth(puzzle, depth, rng)
        with pytest.raises(OptionError, match=f"more than {diameter} .*0 to {diameter}"):
            at_depth(puzzle, diameter + 1, rng)


def test_at_depth_is_uniform_in_its_layer() -> None:
    puzzle, rng, chances = Puzzle.of("1 2 3/4 5 0"), Odometer(), Counter[Board]()
    for _ in rng.sequences():
        chances[at_depth(puzzle, 12, rng)] += 1
    assert chances == Counter(layer(puzzle, 12))


@pytest.mark.parametrize(("metric", "diameter"), [("stm", 31), ("mtm", 24)])
def test_3x3_layers_are_the_published_census(metric: Metric, diameter: int) -> None:
    from taquin.puzzle.scramble import _layers

    puzzle = Puzzle.of("1 2 3/4 5 6/7 8 0", metric=metric)
    assert hardest(puzzle)[0] == diameter
    text = (Path(__file__).parents[1] / "data" / "depth_distributions.csv").read_text("utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    wanted = [
        int(row["count"])
        for row in rows
        if (row["width"], row["height"], row["blank_goal"]) == ("3", "3", "corner")
        and row["metric"] == metric.upper()
    ]
    layers, _ = _layers(puzzle).grow(None)
    assert [len(found) for found in layers] == wanted
    for depth in range(diameter + 1):
        board = at_depth(puzzle, depth, random.Random(depth))
        assert puzzle.encode(board) in set(layers[depth])


def test_expense_on_3x3_has_gaps_and_says_so() -> None:
    puzzle = Puzzle.of("1 2 3/4 5 6/7 8 0", metric="expense")
    with pytest.raises(OptionError, match="are 0 and 6"):
        at_depth(puzzle, 3, random.Random(0))
    assert puzzle.cost(puzzle.goal, "D") == 6
    assert at_depth(puzzle, 6, random.Random(0)) == puzzle.goal.apply("D")


def test_hardest_boards_are_the_stored_antipodes() -> None:
    stored: dict[Puzzle, set[Board]] = {}
    for named in instances("small_antipodes"):
        if len(named.board.cells) <= 8 or (named.board.size, named.metric) == ("3x3", "stm"):
            table = topology("grid", named.board.width, named.board.height)
            stored.setdefault(Puzzle(table, named.goal, named.metric), set()).add(named.board)
    assert len(stored) > 8
    for puzzle, boards in stored.items():
        assert set(hardest(puzzle)[1]) == boards


def test_shallow_depths_of_large_boards() -> None:
    puzzle = Puzzle.of(named_goal("last", 10, 10))
    board = at_depth(puzzle, 6, random.Random(1))
    assert puzzle.judge(board).solvable
    assert board != puzzle.goal


def test_too_large_says_what_to_do() -> None:
    puzzle = Puzzle.of(named_goal("last", 4, 4))
    with pytest.raises(OptionError, match=r"depth up to 17.*--walk.*antipodes:1"):
        at_depth(puzzle, 40, random.Random(0))
    with pytest.raises(OptionError, match="hardest: more than 500,000"):
        hardest(puzzle)
    # What was enumerated before the limit still serves.
    assert at_depth(puzzle, 5, random.Random(0)) == at_depth(puzzle, 5, random.Random(0))


def test_negative_depth() -> None:
    with pytest.raises(OptionError, match="depth=-1: expected 0 or more"):
        at_depth(Puzzle.of("1 2/3 0"), -1, random.Random(0))


def test_the_goal_given_is_left_alone() -> None:
    goal = Board.parse("1 2 3/4 5 6/7 8 0")
    before = goal.cells
    scramble(3, 3, goal=goal, rng=random.Random(0))
    assert goal.cells == before
