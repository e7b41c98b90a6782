"""The multi-tile metric from the question to the proof: defaults, limits, stored tables."""

import random
from pathlib import Path

import pytest

from taquin import Puzzle, scramble, solve
from taquin.ground.errors import DamagedFile, OptionError
from taquin.ground.storage import nothing_stored
from taquin.heuristics.base import build_heuristic
from taquin.heuristics.patterns.grouping import grouping
from taquin.heuristics.patterns.relabelled import open_table
from taquin.heuristics.patterns.relabelled_file import load, load_or_build
from taquin.heuristics.patterns.relabelled_table import RelabelledTable
from taquin.puzzle.goal import named_goal
from taquin.solving.plan.choice import best_means, bound_search

# (number, optimal pushes) of some of Korf's hundred
KORF = [(1, 33), (5, 32), (6, 34)]


@pytest.mark.parametrize(("number", "length"), KORF)
def test_the_default_proves_fifteen_puzzles_in_mtm(number: int, length: int) -> None:
    result = solve(f"korf100:{number}", metric="mtm")
    assert (result.cost, result.optimal, result.lower_bound) == (length, True, length)
    assert (result.algorithm, result.heuristic, result.engine) == (
        "idastar",
        "relabelled",
        "pruned",
    )


def test_two_workers_prove_the_same() -> None:
    assert solve("korf100:2", metric="mtm", workers=2).cost == 32


@pytest.mark.parametrize("size", [(3, 3), (4, 3), (2, 5), (5, 2)])
def test_oblong_boards_agree_with_a_star(size: tuple[int, int]) -> None:
    rng = random.Random(11)
    start = named_goal("last", *size)
    puzzle = Puzzle.of(start, goal="first", metric="mtm")
    for _ in range(3):
        board = start
        for _ in range(14):
            state = puzzle.encode(board)
            board = puzzle.decode(rng.choice(puzzle.space(board).successors(state))[1])
        goal = start
        one = solve(board, goal=goal, metric="mtm", algorithm="idastar", heuristic="relabelled")
        other = solve(board, goal=goal, metric="mtm", algorithm="astar", heuristic="manhattan")
        assert one.optimal
        assert one.cost == other.cost


def test_limits_end_the_search_and_leave_what_is_proved() -> None:
    named = {"algorithm": "idastar", "heuristic": "relabelled"}
    few = solve("korf100:1", metric="mtm", node_limit=2000, **named)
    assert (few.status, few.limit, few.stats.expanded) == ("limit", "expansions", 2000)
    assert 28 <= (few.lower_bound or 0) <= 33
    far = "mtm_antipodes:2"
    none = solve(far, metric="mtm", time_limit=0.01, **named)
    assert none.limit == "time"
    assert (none.lower_bound or 0) > 20


def test_where_the_time_is_too_short_the_default_still_has_a_solution() -> None:
    short = solve("mtm_antipodes:2", metric="mtm", time_limit=0.01)
    assert (short.algorithm, short.solved, short.optimal) == ("rows", True, False)
    assert 20 < (short.lower_bound or 0) <= 43


def test_other_means_stay_where_the_table_does_not_fit() -> None:
    torus = Puzzle.of(named_goal("last", 4, 4), topology="torus", metric="mtm")
    assert best_means(torus).main.heuristic != "relabelled"
    with pytest.raises(OptionError, match="grid of up to 16 cells, with or without walls"):
        build_heuristic("relabelled", torus)
    with pytest.raises(OptionError, match="5x5"):
        build_heuristic("relabelled", Puzzle.of(named_goal("last", 5, 5), metric="mtm"))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_default_proves_boards_with_walls(seed: int) -> None:
    """Tables of the plain grid prove them: A* and IDA* over distances had bounds of 19 to 26."""
    walls = "walls:0-1,6-7"
    start = named_goal("last", 5, 3)
    board = scramble(Puzzle.of(start, topology=walls), seed=seed)
    result = solve(board, topology=walls, metric="mtm")
    assert result.optimal
    assert (result.algorithm, result.heuristic, result.engine) == (
        "idastar",
        "relabelled",
        "pruned",
    )


@pytest.mark.parametrize(
    ("size", "kind", "heuristic"),
    [((4, 4), "torus", "manhattan"), ((5, 5), "walls:0-1", "max:manhattan,linear_conflict"),
     ((5, 5), "grid", "linear_conflict")],
)  # fmt: skip
def test_elsewhere_a_star_raises_the_bound(
    size: tuple[int, int], kind: str, heuristic: str
) -> None:
    """IDA* meets the boards that pushes reach in several orders again and again."""
    for metric, algorithm in (("mtm", "astar"), ("stm", "idastar")):
        puzzle = Puzzle.of(named_goal("last", *size), topology=kind, metric=metric)  # type: ignore[arg-type]
        assert bound_search(puzzle).algorithm == algorithm
    puzzle = Puzzle.of(named_goal("last", *size), topology=kind, metric="mtm")
    stages = [(s.algorithm, s.heuristic) for s in best_means(puzzle) if not s.tries]
    assert stages[:2] == [("anytime_beam", None), ("astar", heuristic)]


def test_a_large_table_is_not_the_default_where_nothing_may_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr(open_table, "known", lambda table: False)
    fifteen = Puzzle.of(named_goal("last", 4, 4), metric="mtm")
    with nothing_stored():
        assert best_means(fifteen).main.heuristic != "relabelled"
        assert best_means(Puzzle.of(named_goal("last", 5, 2), metric="mtm")).main.heuristic == (
            "relabelled"
        )


def test_a_table_is_stored_once_and_rebuilt_when_it_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    table = RelabelledTable(4, 3, 0)
    assert table.stores
    codes, problem = load_or_build(table)
    assert problem == ""
    path = tmp_path / "tables" / table.name
    body = path.read_bytes()
    assert (load(table) == codes).all()
    changed = bytearray(body)
    changed[-5] ^= 1
    path.write_bytes(changed)
    with pytest.raises(DamagedFile, match="is damaged"):
        load(table)
    assert (load_or_build(table)[0] == codes).all()
    assert path.read_bytes() == body


def test_a_table_of_another_board_under_this_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    load_or_build(RelabelledTable(4, 3, 0))
    folder = tmp_path / "tables"
    other = RelabelledTable(4, 3, 1)
    (folder / RelabelledTable(4, 3, 0).name).rename(folder / other.name)
    with pytest.raises(DamagedFile, match="another blank"):
        load(other)


@pytest.mark.parametrize("cells", range(4, 17))
def test_four_groups_of_every_board_fit_into_160_megabytes(cells: int) -> None:
    for width in range(2, 9):
        if cells % width or cells // width < 2:
            continue
        for blank in range(cells):
            groups = grouping(width, cells // width, blank)
            assert len(groups) == cells
            assert set(groups) <= {0, 1, 2, 3}
            assert RelabelledTable(width, cells // width, blank).nbytes <= 160_000_000
