"""The tables of docs/research.md are what their scripts write from the rows that are kept."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from taquin import heuristic_values, instances

ROOT = Path(__file__).parents[2]


@pytest.fixture
def script(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return import_module(request.param)


@pytest.mark.parametrize("script", ["both_ends", "published_pdb"], indirect=True)
def test_the_table_of_a_page_is_what_its_script_writes(script: ModuleType) -> None:
    page = (ROOT / "docs/research.md").read_text(encoding="utf-8")
    rows = script.read_rows()
    assert script.written(page, rows) == page
    assert script.written(page, rows).count("\n") == page.count("\n")


@pytest.mark.parametrize("script", ["both_ends"], indirect=True)
def test_what_is_kept_of_both_ends_is_optimal_and_said_to_be_of_so_many_boards(
    script: ModuleType,
) -> None:
    known = {one.name: one.optimal for one in instances("korf100")}
    rows = script.read_rows()
    assert len({(row["board"], row["search"]) for row in rows}) == len(rows)
    for row in rows:
        cost, least = int(row["cost"]), known[row["board"]]
        assert least is not None
        assert least <= cost <= 1.5 * least if row["search"].startswith("EES") else cost == least
    fewer = [row for row in rows if (row["board"], row["search"]) != ("korf100:79", "MM")]
    boards = {row["board"] for row in fewer if row["search"] == "MM"}
    for search in {row["search"] for row in fewer}:
        boards &= {row["board"] for row in fewer if row["search"] == search}
    assert f"Mean expanded of {len(boards)} boards" in script.table(fewer)
    assert f"{len(boards)} of 100" in script.table(fewer)


@pytest.mark.parametrize("script", ["published_pdb"], indirect=True)
def test_what_is_kept_of_pattern_databases_is_of_these_boards(script: ModuleType) -> None:
    puzzle, boards = script.all_boards()
    rows = script.read_rows()
    assert list(rows) == list(boards)
    for partition in script.PARTITIONS:
        assert sum(f"{partition} nodes" in row for row in rows.values()) >= 1100
    distances = heuristic_values("manhattan", boards.values(), puzzle)
    known = [one.optimal for one in instances("korf100")]
    assert [row["cost"] for row in rows.values()][:100] == known
    for row, distance in zip(rows.values(), distances, strict=True):
        assert row["manhattan"] == distance
        for partition in script.PARTITIONS:
            h = row.get(f"{partition} h", row["cost"])
            assert distance <= h <= row["cost"] and (row["cost"] - h) % 2 == 0


@pytest.mark.slow
@pytest.mark.parametrize("script", ["published_pdb"], indirect=True)
def test_some_rows_of_pattern_databases_are_measured_again(script: ModuleType) -> None:
    puzzle, boards = script.all_boards()
    some = {key: board for key, board in boards.items() if key[1] in (1, 2, 3)}
    rows = script.read_rows()
    for key, row in script.measure(script.Plain(puzzle, "6-6-3"), "6-6-3", some).items():
        assert rows[key] == rows[key] | row
