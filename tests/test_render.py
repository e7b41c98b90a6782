import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin.comparison import Row, compare
from taquin.errors import MissingExtra, OptionError
from taquin.plot import check_target, plot_comparison
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.topology import topology
from taquin.render import (
    board_svg,
    board_text,
    comparison_svg,
    count_text,
    solution_svg,
    time_text,
)
from taquin.solver import solve

SVG = "{http://www.w3.org/2000/svg}"
START = Board.parse("7 0 2/8 5 3/6 1 4")


def parsed(svg: str) -> ET.Element:
    """The root; valid XML, named for screen readers, and nothing fetched from outside."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img" and root.get("aria-label")
    assert root.findtext(f"{SVG}title") == root.get("aria-label")
    assert root.findtext(f"{SVG}desc")
    assert "href" not in svg and svg.count("http") == 1
    return root


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    width, height = draw(st.integers(2, 11)), draw(st.integers(2, 11))
    cells = list(range(width * height))
    draw(st.randoms(use_true_random=False)).shuffle(cells)
    return Board(width, height, tuple(cells))


@given(boards())
def test_text_is_a_rectangle_that_reads_back(board: Board) -> None:
    lines = board_text(board).splitlines()
    assert len({len(line) for line in lines}) == 1 and len(lines) == 2 * board.height + 1
    rows = [[cell.strip() for cell in line[1:-1].split("│")] for line in lines[1::2]]
    assert Board.parse("/".join(" ".join(cell or "0" for cell in row) for row in rows)) == board


def test_colour_marks_exactly_the_tiles_at_home() -> None:
    goal = named_goal("first", 3, 3)
    coloured = board_text(START, goal=goal, color=True)
    assert re.findall(r"\x1b\[1;36m +(\d+) \x1b\[0m", coloured) == ["2", "6"]
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == board_text(START)
    assert "\x1b" not in board_text(START, goal=goal)


@given(boards())
def test_svg_shows_every_tile(board: Board) -> None:
    goal = named_goal("last", board.width, board.height)
    root = parsed(board_svg(board, goal=goal))
    assert texts(root) == [str(tile) for tile in board if tile]
    at_home = sum(a == b != 0 for a, b in zip(board, goal, strict=True))
    assert len(list(root.iter(f"{SVG}path"))) == at_home
    assert f"{at_home} of {len(board.cells) - 1} tiles" in (root.findtext(f"{SVG}desc") or "")


def test_svg_of_a_board_without_goal_marks_nothing() -> None:
    root = parsed(START._repr_svg_())
    assert not list(root.iter(f"{SVG}path"))
    assert root.findtext(f"{SVG}desc") == "Rows from the top: 7, blank, 2; 8, 5, 3; 6, 1, 4."


def test_titles_are_escaped() -> None:
    title = "<script>&\"' \x00\x1b]]>"
    assert parsed(board_svg(START, title=title)).get("aria-label") == "<script>&\"'   ]]>"


@pytest.mark.parametrize("cell", [7, 0, -1])
def test_cells_too_small_to_draw(cell: int) -> None:
    with pytest.raises(OptionError, match="cell="):
        board_svg(START, cell=cell)


def test_goal_of_another_size() -> None:
    with pytest.raises(OptionError, match="3x3"):
        board_svg(START, goal=named_goal("last", 4, 4))


def test_solution_strip() -> None:
    result = solve(START, goal="first", algorithm="astar")
    root = parsed(solution_svg(result.boards(), columns=7))
    captions = [t for t in texts(root) if not t.isdigit()]
    assert captions[0] == "start" and len(captions) == 28
    arrows = dict(zip("UDLR", "↑↓←→", strict=True))
    assert [c[-1] for c in captions[1:]] == [arrows[m] for m in result.moves or ""]
    tiles = [str(before[after.blank]) for before, after in pairwise(result.boards())]
    assert [c.split()[1] for c in captions[1:]] == tiles
    assert len([p for p in root.iter(f"{SVG}path") if p.get("transform")]) == 27


def test_solution_over_the_edge_of_a_torus() -> None:
    board = Board.parse("0 1 2/3 4 5/6 7 8")
    table = topology("torus", 3, 3)
    for letter, arrow in zip("UDLR", "↑↓←→", strict=True):
        after = board.apply(letter, topology=table)
        assert any(t.endswith(arrow) for t in texts(parsed(solution_svg([board, after]))))


def test_solution_of_pushes_and_of_nothing() -> None:
    board = Board.parse("1 2 3/4 5 6/0 7 8")
    pushed = texts(parsed(solution_svg([board, board.apply("LL")])))
    assert "1" in pushed and not any(":" in text for text in pushed)
    assert "start" in texts(parsed(solution_svg([board])))
    with pytest.raises(OptionError, match="no boards"):
        solution_svg([])
    with pytest.raises(OptionError, match="same size"):
        solution_svg([board, named_goal("last", 4, 4)])
    with pytest.raises(OptionError, match="columns"):
        solution_svg([board], columns=0)


def test_comparison_shows_every_row() -> None:
    rows = [
        Row("astar", "manhattan", label="A* & <friends>"),
        Row("greedy"),
        Row("dls", options={"depth": 2}),
    ]
    results = compare("702853614", rows, goal="first")
    root = parsed(comparison_svg(results))
    shown = texts(root)
    assert {"A* & <friends>", "greedy, manhattan", "dls", "–", "27"} <= set(shown)
    for result in results:
        assert count_text(result.stats.expanded) in shown
    assert {"proved optimal", "not proved", "no solution found"} <= set(shown)


@pytest.mark.parametrize("board", ["1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 8 0"])
def test_comparison_without_any_expansion(board: str) -> None:
    parsed(comparison_svg(compare(board, ["bfs", "idastar"])))


def test_comparison_of_nothing() -> None:
    with pytest.raises(OptionError, match="no results"):
        comparison_svg([])


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0 µs"), (2.5e-5, "25 µs"), (0.0123, "12.3 ms"), (3.39, "3.39 s"), (90, "1.5 min"),
     (7200, "2 h")],
)  # fmt: skip
def test_durations(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


def test_large_strip_stays_valid() -> None:
    board = named_goal("last", 10, 10)
    walk, moves = board, []
    random = Random(1)
    for _ in range(30):
        walk = walk.apply(random.choice(walk.legal_moves()))
        moves.append(walk)
    parsed(solution_svg([board, *moves], cell=8))


# Files


def test_plot_files(tmp_path: Path) -> None:
    results = compare("1 2 3/4 0 5/7 8 6", ["bfs", "astar", "bfs"])
    plot_comparison(results, tmp_path / "rows.svg")
    parsed((tmp_path / "rows.svg").read_text(encoding="utf-8"))
    pytest.importorskip("matplotlib")
    plot_comparison(results, tmp_path / "rows.PNG")
    assert (tmp_path / "rows.PNG").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["rows.pdf", "rows", "svg", ".svg.gz"])
def test_plot_suffix(tmp_path: Path, name: str) -> None:
    with pytest.raises(OptionError, match=r"\.svg or \.png"):
        check_target(tmp_path / name)


def test_plot_target_that_cannot_be_written(tmp_path: Path) -> None:
    results = compare("1 2 3/4 0 5/7 8 6", ["bfs"])
    with pytest.raises(OptionError, match="folder does not exist"):
        plot_comparison(results, tmp_path / "missing" / "rows.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(OptionError, match="it is a folder"):
        check_target(tmp_path / "folder.svg")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_plot_full_disk(tmp_path: Path, kind: str) -> None:
    full = tmp_path / f"rows.{kind}"
    full.symlink_to("/dev/full")
    with pytest.raises(OptionError, match="No space left"):
        plot_comparison(compare("1 2 3/4 0 5/7 8 6", ["bfs"]), full)


def test_plot_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"pip install 'taquin\[plot\]'"):
        check_target(tmp_path / "rows.png")
    check_target(tmp_path / "rows.svg")


def test_a_result_shows_itself_in_a_notebook() -> None:
    result = solve("1 2 3/4 5 6/0 7 8")
    picture = result._repr_svg_()
    assert picture is not None
    assert picture.count("<title>") == 1 and "cost 2 (optimal)" in picture
    assert "neighbors" not in repr(result)
    assert solve("702853614", goal="first", algorithm="dfs")._repr_svg_() is None  # thousands
    assert solve("2 1 3/4 5 6/7 8 0")._repr_svg_() is None
