"""Drawings of boards and solutions, read back from the image: what is where, in which colour."""

import re
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawn import Box, Drawing, read
from taquin.ground.errors import OptionError
from taquin.pictures.board import Tiles, board_svg, board_text
from taquin.pictures.strip import solution_svg
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.topology import topology
from taquin.solving.solver import solve

START = Board.parse("7 0 2/8 5 3/6 1 4")
FRAME, WELL, TILE, HOME, MOVED = "#46566a", "#34414f", "#f7f3ea", "#cfe5f3", "#fbd9a6"
BLUE, ORANGE = "#0072b2", "#d55e00"
STEP = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}
ARROW = {"U": "↑", "D": "↓", "L": "←", "R": "→"}


def tiles(board: Board) -> Tiles:
    return board.width, board.cells


@st.composite
def boards(draw: st.DrawFn) -> Board:
    width, height = draw(st.integers(2, 11)), draw(st.integers(2, 11))
    cells = list(range(width * height))
    draw(st.randoms(use_true_random=False)).shuffle(cells)
    return Board(width, height, tuple(cells))


# Text


@given(boards())
def test_text_is_a_rectangle_that_reads_back(board: Board) -> None:
    lines = board_text(tiles(board)).splitlines()
    assert len({len(line) for line in lines}) == 1 and len(lines) == 2 * board.height + 1
    rows = [[cell.strip() for cell in line[1:-1].split("│")] for line in lines[1::2]]
    assert Board.parse("/".join(" ".join(cell or "0" for cell in row) for row in rows)) == board


def test_colour_marks_exactly_the_tiles_at_home() -> None:
    goal = tiles(named_goal("first", 3, 3))
    coloured = board_text(tiles(START), goal=goal, color=True)
    assert re.findall(r"\x1b\[1;36m +(\d+) \x1b\[0m", coloured) == ["2", "6"]
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == board_text(tiles(START))
    assert "\x1b" not in board_text(tiles(START), goal=goal)


# One board


def frames(drawing: Drawing) -> list[Box]:
    return [box for box in drawing.boxes if box.fill == FRAME]


def drawn_tiles(
    drawing: Drawing, frame: Box, columns: int, cell: int
) -> dict[int, tuple[str, str]]:
    """The number and the colour of the tile in each cell, read from where they are."""
    (well,) = (box for box in drawing.boxes if box.fill == WELL and box.within(frame))
    found = {}
    for box in drawing.boxes:
        if box.fill in (FRAME, WELL) or not box.within(well):
            continue
        (number,) = (n for n in drawing.labels if box.holds(n.x, n.y))
        assert number.box.within(box) and number.anchor == "middle"
        assert number.x == pytest.approx(box.x + box.width / 2, abs=0.01)
        middle = number.y - number.box.height / 2
        assert middle == pytest.approx(box.y + box.height / 2, abs=0.02 * cell)
        assert box.width == box.height == pytest.approx(cell * 11 / 12, abs=0.01)
        margin = (frame.width - columns * cell) / 2
        assert margin > 0
        column, row = (box.x - frame.x - margin) / cell, (box.y - frame.y - margin) / cell
        assert column % 1 == pytest.approx(row % 1) == pytest.approx(1 / 24, abs=0.01)
        found[int(row) * columns + int(column)] = (number.words, box.fill)
    return found


def expected(board: Board, home: Sequence[int] = (), moved: int | None = None) -> dict[int, object]:
    return {
        cell: (str(tile), MOVED if cell == moved else HOME if cell in home else TILE)
        for cell, tile in enumerate(board)
        if tile
    }


@settings(max_examples=40)
@given(boards(), st.sampled_from([8, 13, 31, 48]))
def test_each_tile_is_drawn_in_its_cell_and_ticked_at_home(board: Board, cell: int) -> None:
    goal = named_goal("last", board.width, board.height)
    drawing = read(board_svg(tiles(board), goal=tiles(goal), cell=cell))
    (frame,) = frames(drawing)
    assert (frame.x, frame.y, frame.right, frame.bottom) == (
        0, 0, drawing.page.right, drawing.page.bottom,
    )  # fmt: skip
    home = [c for c, (a, b) in enumerate(zip(board, goal, strict=True)) if a == b != 0]
    shown = drawn_tiles(drawing, frame, board.width, cell)
    assert shown == expected(board, home)
    assert frame.height - board.height * cell == frame.width - board.width * cell
    ticks = [path for path in drawing.paths if path.stroke == BLUE]
    assert len(ticks) == len(drawing.paths) == len(home)
    margin = (frame.width - board.width * cell) / 2
    for place, tick in zip(home, ticks, strict=True):
        row, column = divmod(place, board.width)
        for x, y in tick.points:  # in the upper left quarter of the cell, beside the number
            assert 0 < (x - margin) / cell - column < 0.5
            assert 0 < (y - margin) / cell - row < 0.35
    assert f" {len(home)} of {len(board.cells) - 1} tiles are at home." in drawing.description


def test_a_board_shows_itself_in_a_notebook_and_marks_nothing() -> None:
    drawing = read(START._repr_svg_())
    assert drawn_tiles(drawing, frames(drawing)[0], 3, 48) == expected(START)
    assert not drawing.paths
    assert drawing.title == "Sliding puzzle, 3x3"
    assert drawing.description == "Rows from the top: 7, blank, 2; 8, 5, 3; 6, 1, 4."


def test_titles_are_escaped() -> None:
    title = "<script>&\"' \x00\x1b]]>"
    assert read(board_svg(tiles(START), title=title)).title == "<script>&\"'   ]]>"


@pytest.mark.parametrize("cell", [7, 0, -1])
def test_cells_too_small_to_draw(cell: int) -> None:
    with pytest.raises(OptionError, match=f"cell={cell}: expected 8 pixels or more"):
        board_svg(tiles(START), cell=cell)
    with pytest.raises(OptionError, match=f"cell={cell}: expected 8 pixels or more"):
        solution_svg([tiles(START)], cell=cell)


@pytest.mark.parametrize("size", [(4, 4), (2, 3), (9, 1)])
def test_goal_of_another_size(size: tuple[int, int]) -> None:
    width, height = size
    goal = width, tuple(range(width * height))
    with pytest.raises(OptionError, match=f"the board is 3x3, the goal {width}x{height}"):
        board_svg(tiles(START), goal=goal)


# Solutions


def arrows(drawing: Drawing, frame: Box) -> list[tuple[float, float, str]]:
    """The place and the direction of each arrowhead on a board."""
    found = []
    for path in drawing.paths:
        if path.fill == ORANGE and frame.holds(*path.at):
            tip = min(path.points, key=lambda point: point[1])
            assert tip[0] == 0 and -13 < tip[1] < -8  # it points up, inside the tile, then turns
            found.append((*path.at, {0: "U", 90: "R", 180: "D", 270: "L"}[path.turned]))
    return found


def check_strip(drawing: Drawing, path: Sequence[Board], moves: str, columns: int) -> None:
    """Boards in rows, each with its tiles, its caption and the tile just moved."""
    shown = frames(drawing)
    assert len(shown) == len(path)
    places = [(frame.y, frame.x) for frame in shown]
    assert places == sorted(places)
    lines = {frame.y for frame in shown}
    assert len(lines) == -(-len(path) // columns)
    assert len({frame.x for frame in shown}) == min(columns, len(path))
    assert all(frame.within(drawing.page) for frame in shown)
    assert not any(a.overlaps(b) for a, b in pairwise(shown))
    captions = ["start", *(f"{n}:" for n in range(1, len(path)))]
    for number, (board, frame) in enumerate(zip(path, shown, strict=True)):
        home = [c for c, (a, b) in enumerate(zip(board, path[-1], strict=True)) if a == b != 0]
        moved = None if number == 0 else path[number - 1].blank
        assert drawn_tiles(drawing, frame, board.width, 26) == expected(board, home, moved)
        (caption,) = (n for n in drawing.labels if n.words.split()[0] == captions[number])
        assert caption.x == pytest.approx(frame.x + frame.width / 2, abs=0.01)
        assert frame.bottom < caption.box.y and caption.y < frame.bottom + 20
        if moved is None:
            assert arrows(drawing, frame) == []
            continue
        letter, tile = moves[number - 1], board[moved]
        assert caption.words == f"{number}: {tile} {ARROW[letter]}"
        ((x, y, direction),) = arrows(drawing, frame)
        assert direction == letter
        (box,) = (b for b in drawing.boxes if b.fill == MOVED and b.within(frame))
        assert (x, y) == pytest.approx((box.x + box.width / 2, box.y + box.height / 2), abs=0.02)


def test_solution_strip() -> None:
    result = solve(START, goal="first", algorithm="astar")
    path = list(result.boards())
    drawing = read(solution_svg(map(tiles, path), columns=7))
    check_strip(drawing, path, result.moves or "", 7)
    assert drawing.title == "A solution in 27 moves"
    said = "Start, rows from the top: 7, blank, 2; 8, 5, 3; 6, 1, 4. Moves: 1: "
    assert drawing.description.startswith(said)
    steps = re.findall(r"(\d+): (\d) (.)", drawing.description)
    slid = [str(before[after.blank]) for before, after in pairwise(path)]
    assert steps == [
        (str(n), tile, ARROW[letter])
        for n, (tile, letter) in enumerate(zip(slid, result.moves or "", strict=True), start=1)
    ]


@pytest.mark.parametrize("letter", "UDLR")
def test_solution_over_the_edge_of_a_torus(letter: str) -> None:
    table = topology("torus", 3, 3)
    for blank in range(9):
        cells = [*range(1, 9)]
        board = Board(3, 3, (*cells[:blank], 0, *cells[blank:]))
        after = board.apply(letter, topology=table)
        check_strip(read(solution_svg(map(tiles, (board, after)))), (board, after), letter, 8)


def test_solution_of_pushes_and_of_nothing() -> None:
    board = Board.parse("1 2 3/4 5 6/0 7 8")
    pushed = read(solution_svg(map(tiles, (board, board.apply("LL")))))
    assert [word for word in pushed.words if not word.isdigit()] == ["start"]
    assert pushed.label("start").y == pushed.labels[-1].y and pushed.words[-1] == "1"
    assert not any(box.fill == MOVED for box in pushed.boxes)
    assert not any(path.fill == ORANGE for path in pushed.paths)
    check_strip(read(solution_svg([tiles(board)])), [board], "", 8)
    with pytest.raises(OptionError, match="no boards"):
        solution_svg([])
    for other in (named_goal("last", 4, 4), named_goal("last", 2, 4)):
        with pytest.raises(OptionError, match="same size"):
            solution_svg(map(tiles, (board, other)))
    with pytest.raises(OptionError, match="columns=0: expected 1 or more"):
        solution_svg([tiles(board)], columns=0)


def test_a_large_strip_keeps_its_boards_apart() -> None:
    walk, path = named_goal("last", 10, 10), []
    random = Random(1)
    for _ in range(30):
        path.append(walk)
        walk = walk.apply(random.choice(walk.legal_moves()))
    drawing = read(solution_svg(map(tiles, path), cell=8))
    shown = frames(drawing)
    for board, frame in zip(path, shown, strict=True):
        inside = [number.words for number in drawing.labels if frame.holds(number.x, number.y)]
        assert inside == [str(tile) for tile in board if tile]
    for above, below in zip(shown, shown[8:], strict=False):
        assert above.bottom + 20 <= below.y


def test_a_result_shows_its_solution_in_a_notebook() -> None:
    result = solve("1 2 3/4 5 6/0 7 8")
    picture = result._repr_svg_()
    assert picture is not None
    drawing = read(picture)
    check_strip(drawing, list(result.boards()), "LL", 8)
    assert drawing.title == f"{result.algorithm}: cost 2 (optimal)"
    assert repr(result) == "<Result astar manhattan: solved, cost 2, proved optimal, 2 expanded>"
    assert solve("702853614", goal="first", algorithm="dfs")._repr_svg_() is None  # thousands
    assert solve("2 1 3/4 5 6/7 8 0")._repr_svg_() is None
