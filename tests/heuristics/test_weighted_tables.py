"""Weighted tables from the question to the proof: defaults, own costs, limits, stored files."""

import random
from pathlib import Path

import pytest

from cli import taquin
from taquin import Puzzle, scramble, solve
from taquin.ground.errors import DamagedFile, OptionError
from taquin.ground.memory import resident_bytes
from taquin.ground.storage import damage_raised, nothing_stored
from taquin.heuristics.base import build_heuristic
from taquin.heuristics.patterns.place import Place
from taquin.heuristics.patterns.weighted import (
    WeightedPatterns,
    bounding_partition,
    is_at_hand,
    weighing_partition,
)
from taquin.heuristics.patterns.weighted_table import WeightedTable, open_weighted
from taquin.puzzle.goal import named_goal
from taquin.puzzle.topology import topology
from taquin.solving.plan.choice import best_means, bound_search, optimal_means
from taquin.solving.plan.stage import Changes

PLACE = Place(4, 3, topology("grid", 4, 3).neighbors, 0)
TABLE = WeightedTable(PLACE, (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    open_weighted.cache_clear()
    return tmp_path / "tables"


def test_a_table_is_stored_once_and_rebuilt_when_it_is_damaged(folder: Path) -> None:
    entries = open_weighted(TABLE).copy()
    path = folder / TABLE.name
    body = path.read_bytes()
    open_weighted.cache_clear()
    assert (open_weighted(TABLE) == entries).all()
    assert taquin("pdb", "verify").out == f"{TABLE.name}  ok\n1 file verified\n"
    assert taquin("pdb", "list").out.startswith(
        f"{TABLE.name}  expense, {len(body) / 1e6:.1f} MB\n"
    )
    changed = bytearray(body)
    changed[-5] ^= 1
    path.write_bytes(changed)
    assert taquin("pdb", "verify", TABLE.name).status == 2
    path.write_bytes(body[:40])
    assert taquin("pdb", "list").out.startswith(f"{TABLE.name}  DAMAGED: ")
    path.write_bytes(changed)
    open_weighted.cache_clear()
    with damage_raised(), pytest.raises(DamagedFile, match="is damaged"):
        open_weighted(TABLE)
    assert (open_weighted(TABLE) == entries).all()
    assert path.read_bytes() == body
    assert taquin("pdb", "remove", "--all").status == 0
    assert not path.exists()


def test_a_table_of_other_costs_under_this_name_is_refused(folder: Path) -> None:
    open_weighted(TABLE)
    other = WeightedTable(PLACE, TABLE.pattern, (2, 2, 3, 4, 5, 6))
    assert other.name != TABLE.name
    (folder / TABLE.name).rename(folder / other.name)
    with damage_raised(), pytest.raises(DamagedFile, match="another costs"):
        open_weighted(other)
    assert "wrong name" in taquin("pdb", "verify").out


def test_nothing_is_stored_where_nothing_may_be(folder: Path) -> None:
    fifteen = Puzzle.of(named_goal("last", 4, 4), metric="expense")
    with nothing_stored():
        open_weighted(TABLE)
        assert not (folder / TABLE.name).exists()
        assert best_means(fifteen).main.algorithm == "anytime_beam"
        assert not is_at_hand(fifteen, "6-6-3")


def test_where_tables_weigh_moves(folder: Path) -> None:
    goal = named_goal("last", 4, 4)
    assert weighing_partition(Puzzle.of(goal, metric="expense")) == "6-6-3"
    assert weighing_partition(Puzzle.of(goal, metric="stm")) is None
    large = Puzzle.of(named_goal("last", 5, 5), metric="expense")
    assert weighing_partition(large) is None
    with pytest.raises(OptionError, match="pattern of 9 tiles is too large where tiles have costs"):
        build_heuristic("pdb:9-9-6", large)


def test_optimal_builds_tables_for_a_better_bound_and_later_searches_use_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = Puzzle.of(named_goal("last", 6, 3), metric="expense")
    assert bounding_partition(wide) == "5-4-4-4"
    assert bounding_partition(Puzzle.of(named_goal("last", 6, 5), metric="expense")) is None
    asked = [stage for stage in optimal_means(wide) if stage.changes is Changes.IMPROVE]
    assert [(one.algorithm, one.heuristic) for one in asked] == [("astar", "pdb:5-4-4-4")]
    assert bound_search(wide).algorithm == "idastar"
    monkeypatch.setattr(WeightedTable, "is_at_hand", True)
    assert (bound_search(wide).algorithm, bound_search(wide).heuristic) == ("astar", "pdb:5-4-4-4")
    assert best_means(wide).main.budget.leaves == 0.2


def test_own_costs_and_other_goals_on_boards_that_a_star_solves_without_tables() -> None:
    rng = random.Random(4)
    for goal, kind in (("last", "grid"), ("snake", "torus"), ("spiral", "walls:0-1,4-5")):
        costs = rng.choices(range(1, 30), k=11)
        target = named_goal(goal, 4, 3)
        puzzle = Puzzle.of(target, goal=target, metric="expense", topology=kind, costs=costs)
        assert isinstance(build_heuristic("pdb:4-4-3", puzzle), WeightedPatterns)
        state = puzzle.encode(target)
        for _ in range(22):
            state = rng.choice(puzzle.space(puzzle.decode(state)).successors(state))[1]
        asked = {"goal": target, "metric": "expense", "topology": kind, "costs": costs,
                 "algorithm": "astar"}  # fmt: skip
        one = solve(puzzle.decode(state), heuristic="pdb:4-4-3", **asked)
        other = solve(puzzle.decode(state), heuristic="manhattan", **asked)
        assert (one.cost, one.optimal) == (other.cost, True)
        assert one.stats.expanded <= other.stats.expanded


def test_beams_answer_where_the_memory_is_too_small_for_a_proof() -> None:
    board = scramble(4, 4, seed=19)
    solve(scramble(4, 4, seed=2), metric="expense")  # opens the tables
    found = solve(
        board, metric="expense", memory_limit=resident_bytes() + 12_000_000, time_limit=20
    )
    assert (found.algorithm, found.solved, found.optimal) == ("anytime_beam", True, False)
    assert (found.lower_bound or 0) < 442 <= (found.cost or 0)
