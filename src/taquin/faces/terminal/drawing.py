"""Draws a board as lines of styled text: filled tiles in colour, or lines without."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from taquin.faces.terminal.geometry import BoardGeometry, Window
from taquin.puzzle.board import Board
from taquin.puzzle.topology import Topology

__all__ = ["NO_WALLS", "BoardPicture", "Look", "Walls", "cell_at", "draw", "look_for", "walls_of"]

# The page's palette: eight colours that colour-blind people can tell apart, with dark ink. The
# fifth is a little stronger: on a terminal with 256 colours the page's is the same as the first.
_INK = "#17202a"
_GROUPS = ("#a9cde6", "#f3b79d", "#f0e2a4", "#f6c3d0", "#84dcd8", "#98d3b4", "#d3dd7f", "#d2c4ae")
_PLAIN, _HOME, _HINT, _COVER = "#e4e0d6", "#98d3b4", "#ffffff", "#cfd4da"
# Where a terminal has 16 colours, or 8: the first eight but for black, exactly as they are named
# there. The others are their bright twins, which 8 colours lack, and many themes hardly tell apart.
_FEW = ("#00aaaa", "#aa5500", "#aa00aa", "#aaaaaa", "#00aa00", "#0000aa", "#aa0000")
_FEW_PLAIN, _FEW_HOME, _FEW_WELL = "#aaaaaa", "#00aa00", "#555555"
_DARK, _LIGHT_INK = frozenset({"#aa00aa", "#0000aa", "#aa0000"}), "#ffffff"
_UNDER = Style(underline=True)
_ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}


@dataclass(frozen=True, slots=True)
class Look:
    """The colours around the tiles; `lined` for a terminal without colours, `few` for one with 16.

    wall: of walls in the well between tiles; bare: of those on the ground, where there is no well.
    With few colours nothing is bold: many terminals then make black ink grey.
    """

    ground: str
    well: str
    wall: str
    bare: str
    lined: bool = False
    few: bool = False


def look_for(*, dark: bool, lined: bool, few: bool = False) -> Look:
    """The look of a dark or a light screen."""
    ground, well = ("#11161d", "#2a333f") if dark else ("#f4f5f7", "#b9c1cb")
    bare = "#ffffff" if dark else "#11161d"
    wall = "#ffffff" if few else bare
    return Look(ground, _FEW_WELL if few else well, wall, bare, lined, few)


class Walls(NamedTuple):
    """Cells with a wall to their right, and cells with one below them."""

    right: frozenset[int] = frozenset()
    below: frozenset[int] = frozenset()


NO_WALLS = Walls()


@lru_cache(maxsize=64)
def walls_of(table: Topology) -> Walls:
    """Where no tile passes between two cells that lie side by side."""
    if table.is_grid:
        return NO_WALLS
    width, cells = table.width, range(table.cells)
    up, left = table.letters.index("U"), table.letters.index("L")
    return Walls(
        frozenset(c for c in cells if (c + 1) % width and table.neighbors[c][left] != c + 1),
        frozenset(c for c in cells[:-width] if table.neighbors[c][up] != c + width),
    )


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What to draw: a board, and where its tiles belong.

    palette: rows, columns, fringe, solved or mono. marks: cell → "" for a tile to look at, or the
    letter of the direction in which it should move. hidden: neither numbers nor colors, as in a
    pause. bare: no numbers, as in a timed attempt. walls: between cells that lie side by side.
    """

    board: Board
    goal: Board
    palette: str
    marks: Mapping[int, str]
    hidden: bool = False
    bare: bool = False
    walls: Walls = NO_WALLS

    @property
    def is_dotted(self) -> bool:
        """Whether every tile is the same dot, which tells nothing of its tile, home or marked."""
        return self.hidden or self.bare

    def is_marked(self, cell: int) -> bool:
        """Whether the tile there is shown with a mark."""
        return cell in self.marks and not self.is_dotted


def draw(
    picture: BoardPicture, geometry: BoardGeometry, window: Window, look: Look
) -> list[list[Segment]]:
    """The lines of the drawing, each of the same width."""
    if look.lined and geometry.high > 1:
        return _lined(picture, geometry, window)
    rows: list[list[Segment]] = []
    frame = geometry.frame
    if frame:
        across, _ = geometry.size(window.columns, window.rows)
        rows.append([Segment("▄" * across, _style(look.well, look.ground))])
    edge = [Segment(" " * frame, _style(look.well, look.well))] if frame else []
    for row in range(window.row, window.row + window.rows):
        cells = range(
            row * picture.board.width + window.column,
            row * picture.board.width + window.column + window.columns,
        )
        blocks = [_block(picture, cell, geometry, look) for cell in cells]
        rows += [
            [*edge, *(segment for block in blocks for segment in block[line])]
            for line in range(geometry.high)
        ]
    return rows


def cell_at(x: int, y: int, board: Board, geometry: BoardGeometry, window: Window) -> int | None:
    """The cell drawn at a place of the drawing, None outside the tiles."""
    column, row = (x - geometry.frame) // geometry.wide, (y - geometry.frame) // geometry.high
    inside = 0 <= column < window.columns and 0 <= row < window.rows
    if not inside or min(x, y) < geometry.frame:
        return None
    return (window.row + row) * board.width + window.column + column


def _label(picture: BoardPicture, cell: int, *, tight: bool = False) -> str:
    """The text on a tile: its number, with an arrow or brackets if it is marked.

    tight: there is room for one character beside the number.
    """
    tile = picture.board[cell]
    if not tile and not picture.hidden:
        return ""
    if picture.is_dotted:
        return "·"
    mark = picture.marks.get(cell)
    if mark is None:
        return str(tile)
    if mark == "":
        return f"{tile}*" if tight else f"[{tile}]"
    return f"{tile}{_ARROWS[mark]}" if mark == "R" else f"{_ARROWS[mark]}{tile}"


def _fill(picture: BoardPicture, cell: int, look: Look) -> str:
    """The colour of a tile, by where it belongs."""
    if picture.is_marked(cell):
        return _HINT
    groups, plain, home = (_FEW, _FEW_PLAIN, _FEW_HOME) if look.few else (_GROUPS, _PLAIN, _HOME)
    if picture.hidden:
        return plain if look.few else _COVER
    tile = picture.board[cell]
    row, column = divmod(picture.goal.index(tile), picture.board.width)
    match picture.palette:
        case "rows":
            return groups[row % len(groups)]
        case "columns":
            return groups[column % len(groups)]
        case "fringe":
            return groups[min(row, column) % len(groups)]
        case "solved":
            return home if _at_home(picture, cell) else plain
        case _:
            return plain


def _at_home(picture: BoardPicture, cell: int) -> bool:
    return picture.goal[cell] == picture.board[cell] != 0


def _ticked(picture: BoardPicture, cell: int, label: str, room: int, *, few: bool = False) -> str:
    """The label with a tick where the palette is about tiles at home, or where nothing is bold."""
    home = (few or picture.palette in ("solved", "mono")) and not picture.is_dotted
    if home and cell not in picture.marks and _at_home(picture, cell) and len(label) < room:
        return f"{label}✓"
    return label


@lru_cache(maxsize=4096)
def _style(color: str | None, background: str | None, *, bold: bool = False) -> Style:
    return Style(color=color, bgcolor=background, bold=bold)


def _block(
    picture: BoardPicture, cell: int, geometry: BoardGeometry, look: Look
) -> Sequence[list[Segment]]:
    """The lines of one cell of filled tiles, with the gap to its right and below."""
    lines = _face(picture, cell, geometry, look)
    right, below = cell in picture.walls.right, cell in picture.walls.below
    return _walled(lines, geometry, look, right=right, below=below) if right or below else lines


def _walled(
    lines: Sequence[list[Segment]],
    geometry: BoardGeometry,
    look: Look,
    *,
    right: bool,
    below: bool,
) -> list[list[Segment]]:
    """The same with walls in the gap to the right, or below; of one row, a line under it."""
    across = geometry.wide - 1
    low = geometry.high == 1
    edge = _style(look.bare, look.ground) if low else _style(look.wall, look.well)
    walled = [[*_cropped(line, across), *_last(line)] for line in lines]
    if below and not low:
        walled[-1][:-1] = [Segment("━" * across, edge)]
    elif below:
        # The blank has no ink of its own.
        walled[-1][:-1] = [
            Segment(s.text, ((s.style if s.text.strip() else None) or edge) + _UNDER)
            for s in walled[-1][:-1]
        ]
    if right:
        for line in walled:
            line[-1] = Segment("┃", edge)
    return walled


def _cropped(line: Sequence[Segment], width: int) -> list[Segment]:
    """Segments of a line up to that width."""
    return [s for s in Segment.adjust_line_length(list(line), width, pad=False) if s.text]


def _last(line: Sequence[Segment]) -> list[Segment]:
    """The last character of a line."""
    return [Segment(line[-1].text[-1], line[-1].style)]


def _face(
    picture: BoardPicture, cell: int, geometry: BoardGeometry, look: Look
) -> Sequence[list[Segment]]:
    """The lines of a cell without walls."""
    tile = picture.board[cell]
    if not tile and not picture.hidden:
        return _empty(geometry, look.ground if geometry.high == 1 else look.well)
    label = _label(picture, cell, tight=geometry.is_tight(tile))
    label = _ticked(picture, cell, label, geometry.wide - 1, few=look.few)
    marked = picture.is_marked(cell)
    bold = not look.few and (marked or (_at_home(picture, cell) and not picture.is_dotted))
    fill = _fill(picture, cell, look)
    shaded = geometry.high == 1 and not (marked or look.few)
    if shaded and sum(divmod(cell, picture.board.width)) % 2:
        fill = _shaded(fill)
    return _tile(label, fill, bold, geometry, look.ground if geometry.high == 1 else look.well)


@lru_cache(maxsize=64)
def _empty(geometry: BoardGeometry, well: str) -> list[list[Segment]]:
    return [[Segment(" " * geometry.wide, _style(well, well))] for _ in range(geometry.high)]


@lru_cache(maxsize=8192)
def _tile(
    label: str, fill: str, bold: bool, geometry: BoardGeometry, well: str
) -> list[list[Segment]]:
    across, high = geometry.wide - 1, geometry.high
    ink = _LIGHT_INK if fill in _DARK else _INK
    face, gap = _style(ink, fill, bold=bold), Segment(" ", _style(well, well))
    if high == 1:
        # Without a line between the rows; the gap is the tile's own, the shades tell them apart.
        return [[Segment(f"{label:>{across}} "[: geometry.wide], face)]]
    lines = [[Segment(" " * across, face), gap] for _ in range(high - 1)]
    lines[(high - 1) // 2] = [Segment(f"{label:^{across}}"[:across], face), gap]
    # Half a line, as wide as the gap to the right.
    lines.append([Segment("▀" * across, _style(fill, well)), gap])
    return lines


@lru_cache(maxsize=64)
def _shaded(fill: str) -> str:
    parts = (int(fill[at : at + 2], 16) * 9 // 10 for at in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


def _lined(picture: BoardPicture, geometry: BoardGeometry, window: Window) -> list[list[Segment]]:
    """Boxes of lines; tiles at home are bold, marked tiles are reversed."""
    across, plain, walls = geometry.wide - 1, Style(), picture.walls

    def rule(left: str, middle: str, right: str, above: int | None = None) -> list[Segment]:
        """above: the row above it, of which cells may have a wall below them."""
        first = None if above is None else above * picture.board.width + window.column
        bars = [
            ("─" if first is None or first + column not in walls.below else "━") * across
            for column in range(window.columns)
        ]
        return [Segment(f"{left}{middle.join(bars)}{right}", plain)]

    lines = [rule("┌", "┬", "┐")]
    inner = geometry.high - 1
    for row in range(window.row, window.row + window.rows):
        if row > window.row:
            lines.append(rule("├", "┼", "┤", row - 1))
        for number in range(inner):
            line = [Segment("│", plain)]
            for column in range(window.column, window.column + window.columns):
                cell = row * picture.board.width + column
                shown = number == (inner - 1) // 2
                tight = geometry.is_tight(picture.board[cell])
                label = _label(picture, cell, tight=tight) if shown else ""
                label = _ticked(picture, cell, label, geometry.wide - 1) if shown else ""
                style = Style(
                    bold=not picture.is_dotted and _at_home(picture, cell),
                    reverse=picture.is_marked(cell) and bool(label),
                )
                edge = "┃" if cell in walls.right else "│"
                line += [Segment(f"{label:^{across}}", style), Segment(edge, plain)]
            lines.append(line)
    lines.append(rule("└", "┴", "┘"))
    return lines
