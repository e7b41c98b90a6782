"""What the drawing of a board shows: colours on terminals that have few, and nothing of a cover."""

from pathlib import Path

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.color import Color, ColorSystem
from rich.style import Style
from stage import Stage, staged

from taquin import Board
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.drawing import _GROUPS, BoardPicture, draw, look_for, walls_of
from taquin.faces.terminal.geometry import Window, fit
from taquin.puzzle.topology import topology

# The first eight colours as xterm shows them; Rich has those of a VGA, as the Linux console does.
_XTERM = {
    0: (0, 0, 0),
    1: (205, 0, 0),
    2: (0, 205, 0),
    3: (205, 205, 0),
    4: (0, 0, 238),
    5: (205, 0, 205),
    6: (0, 205, 205),
    7: (229, 229, 229),
    15: (255, 255, 255),
}


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The contrast of two colours, by the Web Content Accessibility Guidelines."""

    def light(colour: tuple[int, int, int]) -> float:
        parts = [part / 255 for part in colour]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05

    lights = light(one), light(other)
    return max(lights) / min(lights)


def faces(text: str, palette: str, size: tuple[int, int], dark: bool) -> dict[str, Style]:
    """What each tile shows, with its style, on a terminal of few colours."""
    board = Board.parse(text)
    goal = Board.parse("1 2/3 4/5 6/7 8/9 10/11 12/13 0")
    drawn = draw(
        BoardPicture(board, goal, palette, {}),
        fit(board, *size, lined=False),
        Window(0, 0, board.width, board.height),
        look_for(dark=dark, lined=False, few=True),
    )
    return {
        segment.text.strip(): segment.style
        for line in drawn
        for segment in line
        if segment.text.strip(" ✓").isdigit() and segment.style is not None
    }


def numbers(style: Style) -> tuple[int, int]:
    """Ink and ground of a style, as numbers of the 16 colours."""
    assert style.color is not None and style.bgcolor is not None
    ink, ground = (one.downgrade(ColorSystem.STANDARD) for one in (style.color, style.bgcolor))
    assert ink.number is not None and ground.number is not None
    return ink.number, ground.number


def test_the_rows_of_a_board_have_colours_of_their_own_on_any_terminal() -> None:
    """Of 256 colours, the nearest to the fifth was that of the first: rows 1 and 5 looked alike."""
    shown = {Color.parse(fill).downgrade(ColorSystem.EIGHT_BIT).number for fill in _GROUPS}
    assert len(shown) == len(_GROUPS) == 8


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("size", [(40, 30), (40, 7)])
def test_sixteen_colours_or_eight_tell_the_rows_of_a_board_apart(
    dark: bool, size: tuple[int, int]
) -> None:
    """Of 16 colours, grey was the nearest to those of rows 1 and 2, and yellow to that of row 3."""
    shown = faces("1 2/3 4/5 6/7 8/9 10/11 12/0 13", "rows", size, dark)
    assert sorted(int(text.strip("✓")) for text in shown) == list(range(1, 14))
    grounds = [numbers(shown[text])[1] for text in sorted(shown, key=lambda t: int(t.strip("✓")))]
    assert grounds[::2] == [*grounds[1::2], grounds[-1]] and len(set(grounds)) == 7
    assert set(grounds) == set(range(1, 8)), "neither black nor one that 8 colours lack"


@pytest.mark.parametrize("palette", ["rows", "columns", "fringe", "solved", "mono"])
def test_numbers_can_be_read_on_few_colours(palette: str) -> None:
    """Tiles at home were bold, which makes black ink grey on many terminals of 16 colours."""
    shown = faces("1 2/3 4/5 6/7 8/9 10/11 12/0 13", palette, (40, 30), True)
    assert "1✓" in shown and "13" in shown, "a tick says what is home"
    for style in shown.values():
        ink, ground = numbers(style)
        assert not style.bold
        assert contrast(STANDARD_PALETTE[ink], STANDARD_PALETTE[ground]) >= 4
        assert contrast(_XTERM[ink], _XTERM[ground]) >= 4


@pytest.mark.parametrize("term", ["xterm", "linux", "screen", "xterm-256color"])
def test_every_terminal_shows_the_rows_of_the_first_board_apart(tmp_path: Path, term: str) -> None:
    system = ColorSystem.EIGHT_BIT if "256" in term else ColorSystem.STANDARD

    async def scene(stage: Stage) -> None:
        view = stage.app.screen.query_one(BoardView)
        grounds = {
            segment.style.bgcolor.downgrade(system).number
            for y in range(view.size.height)
            for segment in view.render_line(y)
            if segment.text.strip(" ✓").isdigit() and segment.style and segment.style.bgcolor
        }
        assert len(grounds) == 4
        await stage.press(",")
        veil = stage.app.screen.styles.background
        assert (veil.a > 0) == ("256" in term), "behind a veil, few colours became one grey"

    staged(scene, tmp_path, board="4x4", term=term)


@pytest.mark.parametrize("lined", [False, True])
@pytest.mark.parametrize("palette", ["rows", "columns", "fringe", "solved", "mono"])
@pytest.mark.parametrize("size", [(80, 20), (16, 4)])
def test_a_covered_board_does_not_show_which_tiles_are_home(
    lined: bool, palette: str, size: tuple[int, int]
) -> None:
    """The dot of a tile at home was bold, before a blind attempt too, where looking costs time."""
    goal = Board.parse("1 2 3/4 5 6/7 8 0")
    look = look_for(dark=True, lined=lined)

    def drawn(text: str, **marks: str) -> object:
        board = Board.parse(text)
        picture = BoardPicture(
            board, goal, palette, {int(cell[1:]): mark for cell, mark in marks.items()}, hidden=True
        )
        whole = Window(0, 0, board.width, board.height)
        return draw(picture, fit(board, *size, lined=lined), whole, look)

    covered = drawn("1 2 3/4 5 6/7 8 0")
    assert covered == drawn("8 7 6/5 4 3/2 1 0"), "no tile at home looks as every one does"
    assert covered == drawn("8 7 6/5 4 3/2 1 0", c0="", c1="R"), "nor is a mark shown"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("few", [False, True])
def test_a_wall_below_the_blank_is_seen_where_a_row_is_one_line(dark: bool, few: bool) -> None:
    """It had the blank's own colour as its ink: black on black."""
    board = Board.parse("0 1 2/3 4 5/6 7 8")
    walls = walls_of(topology("walls:0-3,1-4", 3, 3))
    look = look_for(dark=dark, lined=False, few=few)
    geometry = fit(board, 16, 4, lined=False)
    assert geometry.high == 1
    picture = BoardPicture(board, board, "rows", {}, walls=walls)
    first = draw(picture, geometry, Window(0, 0, 3, 3), look)[0]
    blank, styles = first[0], [segment.style for segment in first if segment.style is not None]
    assert not blank.text.strip() and blank.style is not None and blank.style.underline
    ink, ground = blank.style.color, blank.style.bgcolor
    assert ink is not None and ground is not None
    assert contrast(tuple(ink.get_truecolor()), tuple(ground.get_truecolor())) >= 4.5
    assert [style.underline for style in styles].count(True) == 2, "below 0 and 1 alone"


@pytest.mark.parametrize("walls", ["0-12", "0-1", "0-1,0-12"])
def test_a_wall_changes_no_digit_of_a_number(walls: str) -> None:
    """Below a number of three digits its first stood once more in the gap: 261 was 2612."""
    board = Board(12, 12, tuple(range(143, -1, -1)))
    geometry = fit(board, 60, 14, lined=False)
    assert geometry.high == 1

    def rows(picture: BoardPicture) -> list[str]:
        look = look_for(dark=True, lined=False)
        drawn = draw(picture, geometry, Window(0, 0, 12, 12), look)
        return ["".join(segment.text for segment in line).replace("┃", " ") for line in drawn]

    walled = BoardPicture(
        board, board, "rows", {}, walls=walls_of(topology(f"walls:{walls}", 12, 12))
    )
    assert rows(walled) == rows(BoardPicture(board, board, "rows", {}))
