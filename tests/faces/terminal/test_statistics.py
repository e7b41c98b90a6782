"""The statistics with many games: attempts of several boards, boards chosen, wide terminals."""

from pathlib import Path

import pytest
from stage import EASY, Stage, staged
from textual.widgets import DataTable, Static

from taquin.faces.terminal.figures import Statistics
from taquin.faces.terminal.figures_text import averages_table, bests_text
from taquin.faces.terminal.gamelist import game_lines, list_columns
from taquin.faces.terminal.reviewing import ReviewScreen
from taquin.game.attempt import AttemptResult, Results
from taquin.game.history import History
from taquin.game.record import GameRecord
from taquin.puzzle.board import Board


def game(number: int, *, numbers: str = "shown") -> GameRecord:
    return GameRecord(
        Board.parse(EASY), Board.parse("123456780"), moves="UL", times=[0.0, 3000.0 + number],
        inputs="kk", status="solved", seed=str(number), numbers=numbers,
        created=f"2026-11-28T10:{number:02}:00.000Z",
    )  # fmt: skip


def kinds(stage: Stage) -> list[str]:
    table = stage.app.screen.query_one(DataTable)
    return [str(table.get_row_at(row)[1]) for row in range(table.row_count)]


def test_the_boards_of_an_attempt_are_one_line_that_opens(tmp_path: Path) -> None:
    """After two marathons of 42, the list had 84 lines more, which said 3×3 like any other."""
    games = [game(number) for number in range(6)]
    for one in games:
        History(tmp_path).add(one)
    marathon, relay = ([one.id for one in part] for part in (games[1:4], games[4:6]))
    at = "2026-11-28T10:03:10.000Z"
    results = Results(tmp_path)
    results.add(AttemptResult("marathon of 3 3×3", 9006.0, [3.0] * 3, 6, at, ids=marathon))
    results.add(AttemptResult("relay 3×3 to 4×4", 6009.0, [3.0], 3, at, dnf=True, ids=relay))
    results.add(AttemptResult("3×3", 3000.0, [3.0], 2, at, ids=[games[0].id]))

    async def scene(stage: Stage) -> None:
        await stage.press("g")
        await stage.until(
            lambda: kinds(stage) == ["▸ relay 3×3 to 4×4", "▸ marathon of 3 3×3", "3×3"]
        )
        table = stage.app.screen.query_one(DataTable)
        assert table.get_row_at(0)[2:] == ["DNF", "3", "1 board solved"]
        assert table.get_row_at(1)[2:] == ["0:09.006", "6", "none"]
        row = next(one for one in stage.text("#figures").splitlines() if "keyboard" in one)
        assert row.split()[:3] == ["3×3", "keyboard", "6"], "each board counts, as in the page"
        await stage.press("down", "enter")
        boards = ["▾ marathon of 3 3×3", "  3×3", "  3×3", "  3×3"]
        await stage.until(lambda: kinds(stage) == ["▸ relay 3×3 to 4×4", *boards, "3×3"])
        await stage.press("down", "enter")
        assert isinstance(stage.app.screen, ReviewScreen)
        assert stage.app.screen.record.id == marathon[-1], "the newest first"
        await stage.press("escape", "up", "enter")
        await stage.until(lambda: table.row_count == 3)

    staged(scene, tmp_path, size=(80, 24))


def test_an_attempt_keeps_which_games_are_its_boards(tmp_path: Path) -> None:
    ids = ["a" * 24, "b" * 24]
    kept = AttemptResult("marathon of 3 3×3", 1.0, [1.0, 2.0], 3, "now", dnf=True, ids=ids)
    Results(tmp_path).add(kept)
    Results(tmp_path).add(AttemptResult("3×3", 1.0, [1.0], 3, "now"))
    series, single = Results(tmp_path).all()
    assert list(series.ids) == ids and not single.ids and "ids" not in single.as_dict()


def test_figures_and_games_can_be_those_of_one_board(tmp_path: Path) -> None:
    for number in range(6):
        History(tmp_path).add(game(number, numbers="blind" if number % 3 else "shown"))

    async def scene(stage: Stage) -> None:
        await stage.press("g")
        assert "B board" in stage.text("#keys") and "3×3, blind" in stage.text("#figures")
        await stage.press("b", "down", "enter")
        await stage.until(lambda: stage.text("#bar") == "Statistics: 3×3")
        assert kinds(stage) == ["3×3"] * 2 and "blind" not in stage.text("#figures")
        await stage.press("b", "down", "enter")
        await stage.until(lambda: stage.text("#bar") == "Statistics: 3×3, blind")
        assert kinds(stage) == ["3×3, blind"] * 4
        await stage.press("b", "home", "enter")
        await stage.until(lambda: stage.text("#bar") == "Statistics" and len(kinds(stage)) == 6)

    staged(scene, tmp_path, size=(60, 24))


def test_home_and_end_choose_the_newest_and_the_oldest_game(tmp_path: Path) -> None:
    """They scrolled to a column."""
    for number in range(30):
        History(tmp_path).add(game(number))

    async def scene(stage: Stage) -> None:
        await stage.press("g", "end")
        table = stage.app.screen.query_one(DataTable)
        await stage.until(lambda: table.cursor_row == 29)
        # A smaller or a wider terminal shows the chosen game all the same.
        for size in ((40, 24), (200, 30), (60, 20)):
            await stage.resize(*size)
            await stage.until(lambda: 0 <= 29 - table.scroll_y < table.size.height - 1)
            assert table.cursor_row == 29
        await stage.press("home")
        await stage.until(lambda: table.cursor_row == 0)

    staged(scene, tmp_path)


def test_figures_and_games_stand_beside_each_other_on_a_wide_terminal(tmp_path: Path) -> None:
    """At 200x60, two thirds were empty; headings looked like any other line."""
    for number in range(30):
        History(tmp_path).add(game(number))

    async def scene(stage: Stage) -> None:
        await stage.press("g")
        table = stage.app.screen.query_one(DataTable)
        text = stage.app.screen.query_one("#figures", Static)
        await stage.until(lambda: table.region.y == text.region.y and table.size.height > 40)
        assert table.region.x > text.region.x + 40
        lines = [text.render_line(y) for y in range(text.size.height)]
        at = next(at for at, line in enumerate(lines) if line.text.strip() == "Averages")
        assert not lines[at - 1].text.strip()
        assert all(one.style.bold for one in lines[at] if one.text.strip())
        assert not any(one.style.bold for one in lines[at + 1] if one.text.strip())
        await stage.resize(90, 40)
        await stage.until(lambda: table.region.y > text.region.bottom - 1)
        assert isinstance(stage.app.screen, Statistics)

    staged(scene, tmp_path, size=(200, 60))


def test_averages_are_a_table_of_as_many_columns_as_fit() -> None:
    """They ran on as prose, and broke anywhere."""
    games = [game(number) for number in range(12)]
    assert [line.split() for line in averages_table(games, 60).splitlines()] == [
        ["Averages"],
        ["board", "single", "mo3", "ao5", "ao12"],
        ["3×3", "0:03.011", "0:03.010", "0:03.009", "0:03.006"],
        ["best", "0:03.000", "0:03.001", "0:03.002", "0:03.006"],
    ]
    whole = averages_table(games, 60).splitlines()[1:]
    assert len({len(line) for line in whole}) == 1, "figures stand below their head"
    assert averages_table(games, 38).splitlines()[1].split() == ["board", "single", "mo3", "ao5"]
    hidden = [game(number, numbers="hidden") for number in range(3)]
    assert averages_table([*games, *hidden], 38).splitlines() == [
        "Averages",
        "          single       mo3       ao5",
        "3×3",
        "  now   0:03.011  0:03.010  0:03.009",
        "  best  0:03.000  0:03.001  0:03.002",
        "3×3, numbers hidden",
        "  now   0:03.002  0:03.001",
        "  best  0:03.000  0:03.001",
    ]
    assert averages_table([], 80) == ""


def test_the_boards_of_an_attempt_are_seen_once_it_is_open(tmp_path: Path) -> None:
    """Opened on the last line that is seen, it showed them below the screen."""
    games = [game(number) for number in range(50)]
    for one in games:
        History(tmp_path).add(one)
    at = "2026-11-28T10:30:00.000Z"
    ids = [one.id for one in games[20:35]]
    Results(tmp_path).add(AttemptResult("marathon of 15 3×3", 9006.0, [3.0] * 15, 30, at, ids=ids))

    async def scene(stage: Stage) -> None:
        await stage.press("g", *["down"] * 15)
        table = stage.app.screen.query_one(DataTable)
        await stage.until(lambda: table.scroll_y > 0 and table.cursor_row == 15)
        await stage.press("enter")
        await stage.until(lambda: table.row_count == 51 and table.scroll_y == 15)

    staged(scene, tmp_path)


@pytest.mark.parametrize("width", [40, 50, 80])
def test_the_list_names_every_kind_of_game_whole(width: int) -> None:
    """At 40 columns, "4×3, torus" was "4×3,…" and told no torus from a game that counts slides."""
    kinds = [("grid", "stm"), ("torus", "stm"), ("torus", "mtm"), ("walls:0-1,4-7", "mtm")]
    records = [
        GameRecord(
            Board.parse("1 2 3/4 5 6/7 0 8"), Board.parse("123456780"), moves="L", times=[0.0],
            inputs="k", status="solved", created="2026-07-01T12:00:00+00:00", topology=topology,
            metric=metric,
        )
        for topology, metric in kinds
    ]  # fmt: skip
    lines = game_lines(records, [], frozenset())
    columns = list_columns(lines, width - 1)
    shown = [columns.cells(line) for line in lines]
    assert not any("…" in cell for cells in shown for cell in cells)
    wanted = ["3×3, walls", "3×3, torus", "3×3, torus", "3×3"]
    if width == 80:
        wanted = [line.kind for line in lines]
    assert [cells[1] for cells in shown] == wanted
    assert [cells[3] for cells in shown] == ["1 slide", "1 slide", "1", "1"]
    assert sum(columns.wide) + 2 * columns.padding * len(columns.wide) < width
    assert columns.leaves_out(lines) == (width < 80), "the line of the chosen game has all"


def test_figures_that_take_two_lines_are_indented_on_both() -> None:
    record = GameRecord(
        Board.parse("1 2 3/4 5 6/0 7 8"), Board.parse("123456780"), moves="LL", times=[0.0, 1.0],
        inputs="kk", status="solved", created="2026-07-01T12:00:00+00:00", seed="as if drawn",
    )  # fmt: skip
    text = bests_text([record], 30)
    assert text.splitlines()[1:] == [
        "3×3, keyboard, 1 game",
        "  0:00.001, fewest 2 moves,",
        "  2000.00/s",
    ]
