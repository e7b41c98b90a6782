"""Renders boards, solutions and comparisons as text and SVG: pure functions, no dependencies.

Every SVG is self-contained and has its own background, so that it is legible on light and dark
pages. Colour never carries meaning alone: tiles at home have a tick, the moved tile has an arrow,
bars have patterns.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, log10

from taquin.errors import OptionError
from taquin.puzzle.board import Board
from taquin.result import Result
from taquin.search.result import Status

__all__ = [
    "Picture",
    "board_svg",
    "board_text",
    "comparison_svg",
    "count_text",
    "solution_svg",
    "time_text",
]

_FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
_INK, _QUIET, _PAPER, _LINE = "#1f2a37", "#5c6773", "#fcfbf8", "#d9d5cb"
_FRAME, _HOLLOW, _TILE, _EDGE = "#46566a", "#34414f", "#f7f3ea", "#c9c2b2"
# Blue and orange of Okabe & Ito 2008, and tints: distinguishable with any colour vision.
_BLUE, _ORANGE, _BLUE_TINT, _ORANGE_TINT = "#0072b2", "#d55e00", "#cfe5f3", "#fbd9a6"
_HOME_ANSI, _RESET = "\x1b[1;36m", "\x1b[0m"


class Picture(str):
    """An SVG image: its text, which notebooks show as the image."""

    def _repr_svg_(self) -> str:
        return str(self)


def board_text(board: Board, *, goal: Board | None = None, color: bool = False) -> str:
    """The board in a box of lines with aligned numbers; with `color`, tiles at home are bold.

    >>> print(board_text(Board.parse("1 2 3/4 5 0")))
    ┌───┬───┬───┐
    │ 1 │ 2 │ 3 │
    ├───┼───┼───┤
    │ 4 │ 5 │   │
    └───┴───┴───┘
    """
    digits = len(str(len(board.cells) - 1))
    home = _at_home(board, goal) if color else set()
    bar = "─" * (digits + 2)

    def row(first: int) -> str:
        cells = range(first, first + board.width)
        shown = [f" {board[c] or '':>{digits}} " for c in cells]
        return "│".join(
            f"{_HOME_ANSI}{text}{_RESET}" if c in home else text
            for c, text in zip(cells, shown, strict=True)
        )

    rule = f"├{'┼'.join([bar] * board.width)}┤"
    rows = [f"│{row(first)}│" for first in range(0, len(board.cells), board.width)]
    inner = f"\n{rule}\n".join(rows)
    return f"┌{'┬'.join([bar] * board.width)}┐\n{inner}\n└{'┴'.join([bar] * board.width)}┘"


def board_svg(
    board: Board, *, goal: Board | None = None, cell: int = 48, title: str | None = None
) -> str:
    """The board as an SVG image; with a goal, the tiles at home are blue and ticked.

    cell: side of a cell in pixels, 8 or more.
    """
    _check_cell(cell)
    pad = max(2, cell // 8)
    width, height = board.width * cell + 2 * pad, board.height * cell + 2 * pad
    home = _at_home(board, goal)
    progress = f" {len(home)} of {len(board.cells) - 1} tiles are at home." if goal else ""
    return _document(
        width,
        height,
        title or f"Sliding puzzle, {board.size}",
        f"Rows from the top: {_spoken(board)}.{progress}",
        _board(board, 0, 0, cell, home=home),
    )


def solution_svg(
    boards: Iterable[Board], *, columns: int = 8, cell: int = 26, title: str | None = None
) -> str:
    """A film strip of a solution: numbered boards, each with the tile just moved marked.

    boards: as from `Result.boards`; the last is the goal. columns: boards per row.
    """
    frames = list(boards)
    if not frames:
        raise OptionError(
            "no boards to draw: expected all boards of a solution, from start to goal."
        )
    if len({frame.size for frame in frames}) > 1:
        raise OptionError("the boards of a solution must all have the same size.")
    if columns < 1:
        raise OptionError(f"columns={columns}: expected 1 or more.")
    _check_cell(cell)
    columns = min(columns, len(frames))
    pad, gap, caption = max(2, cell // 8), max(10, cell // 2), 20
    wide = frames[0].width * cell + 2 * pad
    high = frames[0].height * cell + 2 * pad + caption
    rows = ceil(len(frames) / columns)
    moves = [None, *(_slide(before, after) for before, after in pairwise(frames))]
    parts = []
    for number, (frame, move) in enumerate(zip(frames, moves, strict=True)):
        row, column = divmod(number, columns)
        x, y = gap + column * (wide + gap), gap + row * (high + gap)
        moved = None if move is None else (move[0], move[1])
        home = _at_home(frame, frames[-1])
        parts.append(_board(frame, x, y, cell, home=home, moved=moved))
        text = "start" if number == 0 else str(number)
        if move is not None:
            text += f": {move[2]} {_ARROWS[move[1]]}"
        parts.append(_text(x + wide / 2, y + high - 5, text, 12, anchor="middle", fill=_QUIET))
    count = len(frames) - 1
    steps = "; ".join(f"{i}: {m[2]} {_ARROWS[m[1]]}" for i, m in enumerate(moves) if m is not None)
    return _document(
        columns * (wide + gap) + gap,
        rows * (high + gap) + gap,
        title or f"A solution in {count} move{'' if count == 1 else 's'}",
        f"Start, rows from the top: {_spoken(frames[0])}. {'Moves: ' if steps else ''}{steps}.",
        *_card(columns * (wide + gap) + gap, rows * (high + gap) + gap),
        *parts,
    )


def comparison_svg(results: Sequence[Result], *, title: str | None = None) -> str:
    """A bar chart of states expanded and time on logarithmic scales, one row per result.

    Filled bars mark costs proved optimal, striped bars other solutions, hollow bars searches that
    ended without a solution. Rows of status error are left out.
    """
    results = [result for result in results if result.status is not Status.ERROR]
    if not results:
        raise OptionError("no results to draw: expected the results of a comparison.")
    names = [_name(result) for result in results]
    costs = ["–" if r.cost is None else str(r.cost) for r in results]
    left = 24 + 7 * max(map(len, names)) + 16 + 8 * max(map(len, costs)) + 24
    bar_width, row_height, top = 210, 26, 96
    panels = (
        ("states expanded", [float(r.stats.expanded) for r in results], count_text, _BLUE),
        ("time", [sum(r.seconds.values()) for r in results], time_text, _ORANGE),
    )
    gap = 32 + 7 * max(len(words(v)) for _, values, words, _ in panels for v in values)
    width = left + len(panels) * (bar_width + gap)
    bottom = top + row_height * len(results)
    height = bottom + 58
    heading = title or f"{results[0].board}, goal {results[0].goal}, cost in {results[0].metric}"
    body = [
        *_card(width, height),
        _stripes(),
        _text(24, 34, _shortened(heading, width), 15, weight=600),
    ]
    body.append(_text(left - 28, top - 12, "cost", 12, anchor="end", fill=_QUIET))
    for number, (name, cost) in enumerate(zip(names, costs, strict=True)):
        y = top + row_height * number + row_height / 2 + 4.5
        body.append(_text(24, y, name, 13))
        body.append(_text(left - 28, y, cost, 13, anchor="end"))
    for column, (label, values, words, colour) in enumerate(panels):
        x = left + column * (bar_width + gap)
        body += _panel(x, top, bar_width, row_height, label, values, words, colour, results)
    body += _legend(24, bottom + 36, results)
    described = "; ".join(
        f"{name}: cost {cost}, {r.stats.expanded} expanded, {time_text(sum(r.seconds.values()))}"
        for name, cost, r in zip(names, costs, results, strict=True)
    )
    return _document(width, height, title or "Comparison of searches", f"{described}.", *body)


# Boards

_ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}
_TURN = {"U": 0, "R": 90, "D": 180, "L": 270}


def _check_cell(cell: int) -> None:
    if cell < 8:
        raise OptionError(f"cell={cell}: expected 8 pixels or more.")


def _at_home(board: Board, goal: Board | None) -> set[int]:
    """The cells that hold the same tile as in the goal, not counting the blank."""
    if goal is None:
        return set()
    if goal.size != board.size:
        raise OptionError(
            f"the board is {board.size}, the goal {goal.size}; expected the same size."
        )
    return {c for c, (a, b) in enumerate(zip(board, goal, strict=True)) if a == b != 0}


def _slide(before: Board, after: Board) -> tuple[int, str, int] | None:
    """(cell it came to, direction, tile) of the one tile that moved, None if not exactly one."""
    source, target = after.blank, before.blank
    tile = before[source]
    if source == target or before.swapped(0, tile) != after:
        return None
    (y0, x0), (y1, x1) = divmod(source, before.width), divmod(target, before.width)
    dy, dx = y1 - y0, x1 - x0
    # A step of more than one cell wrapped around, so its direction is the opposite.
    if abs(dx) > 1 or abs(dy) > 1:
        dy, dx = -dy, -dx
    return target, "R" if dx > 0 else "L" if dx < 0 else "D" if dy > 0 else "U", tile


def _spoken(board: Board) -> str:
    return "; ".join(", ".join(str(t or "blank") for t in row) for row in board.rows())


def _board(
    board: Board,
    x: float,
    y: float,
    cell: int,
    *,
    home: set[int],
    moved: tuple[int, str] | None = None,
) -> str:
    """The frame, the well and the tiles. moved: a cell and the direction its tile moved in."""
    pad = max(2, cell // 8)
    wide, high = board.width * cell, board.height * cell
    digits = len(str(len(board.cells) - 1))
    size = cell * {1: 0.5, 2: 0.44, 3: 0.34}.get(digits, 0.27)
    parts = [
        _rect(x, y, wide + 2 * pad, high + 2 * pad, pad + cell / 10, fill=_FRAME),
        _rect(x + pad / 2, y + pad / 2, wide + pad, high + pad, cell / 9, fill=_HOLLOW),
    ]
    for place, tile in enumerate(board):
        if not tile:
            continue
        row, column = divmod(place, board.width)
        parts.append(
            _tile(
                tile,
                x + pad + column * cell,
                y + pad + row * cell,
                cell,
                size,
                home=place in home,
                direction=moved[1] if moved is not None and moved[0] == place else None,
            )
        )
    return "".join(parts)


def _tile(
    tile: int, x: float, y: float, cell: int, size: float, *, home: bool, direction: str | None
) -> str:
    inset, side = cell / 24, cell - cell / 12
    fill, edge = (_BLUE_TINT, _BLUE) if home else (_TILE, _EDGE)
    if direction:
        fill, edge = _ORANGE_TINT, _ORANGE
    parts = [
        _rect(
            x + inset,
            y + inset,
            side,
            side,
            cell / 9,
            fill=fill,
            stroke=edge,
            stroke_width=cell / (16 if direction else 32),
        ),
        _text(
            x + cell / 2, y + cell / 2 + 0.35 * size, str(tile), size, anchor="middle", weight=600
        ),
    ]
    if home:
        u = cell / 48
        parts.append(
            f'<path d="M{_n(x + 7 * u)} {_n(y + 10.5 * u)}l{_n(2.6 * u)} {_n(2.8 * u)}'
            f'l{_n(4.6 * u)} {_n(-5.8 * u)}" fill="none" stroke="{_BLUE}" '
            f'stroke-width="{_n(2 * u)}" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    if direction:
        u, middle = cell / 48, (x + cell / 2, y + cell / 2)
        parts.append(
            f'<path d="M{_n(-4 * u)} {_n(-15 * u)}L0 {_n(-20 * u)}L{_n(4 * u)} '
            f'{_n(-15 * u)}Z" fill="{_ORANGE}" transform="translate({_n(middle[0])} '
            f'{_n(middle[1])}) rotate({_TURN[direction]})"/>'
        )
    return "".join(parts)


# Comparisons


def _name(result: Result) -> str:
    if result.label:
        return result.label
    return (
        result.algorithm if result.heuristic is None else f"{result.algorithm}, {result.heuristic}"
    )


def _shortened(text: str, width: float) -> str:
    most = int((width - 48) / 8)
    return text if len(text) <= most else text[: most - 1] + "…"


def count_text(value: float) -> str:
    """A number of states with thousands separators."""
    return f"{value:,.0f}"


def time_text(seconds: float) -> str:
    """A duration in a suitable unit, with three digits."""
    for unit, size in (("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def _panel(
    x: float,
    top: float,
    width: float,
    row: float,
    label: str,
    values: Sequence[float],
    words: Callable[[float], str],
    colour: str,
    results: Sequence[Result],
) -> list[str]:
    """One column of bars with grid lines at powers of ten."""
    low, high = _decades(values)
    bottom = top + row * len(values)

    def at(value: float) -> float:
        return x + width * (log10(value) - low) / (high - low)

    parts = [_text(x, top - 36, label, 12, fill=_QUIET, weight=600)]
    step = ceil((high - low) / 4)
    for decade in range(low, high + 1):
        place = x + width * (decade - low) / (high - low)
        parts.append(
            f'<path d="M{_n(place)} {_n(top - 4)}V{_n(bottom)}" stroke="{_LINE}" stroke-width="1"/>'
        )
        if (decade - low) % step == 0:
            text = words(10.0**decade)
            parts.append(_text(place, top - 12, text, 11, anchor="middle", fill=_QUIET))
    for number, (value, result) in enumerate(zip(values, results, strict=True)):
        y = top + row * number + 5
        length = max(2.0, at(value) - x) if value > 0 else 0.0
        fill = colour if result.optimal else _PAPER
        parts.append(_rect(x, y, length, row - 10, 2, fill=fill, stroke=colour, stroke_width=1.2))
        if result.solved and not result.optimal:
            parts.append(_rect(x, y, length, row - 10, 2, fill="url(#taquin-stripes)"))
        text = words(value)
        # A background behind the number hides the grid lines.
        parts.append(_rect(x + length + 4, y + 1, 7 * len(text) + 6, row - 12, 0, fill=_PAPER))
        parts.append(_text(x + length + 7, y + row / 2 - 0.7, text, 12))
    return parts


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten around the positive values; the lowest gives every bar some length."""
    known = [value for value in values if value > 0] or [1.0]
    low, high = floor(log10(min(known))), ceil(log10(max(known)))
    if log10(min(known)) - low < 0.05 and low > 0:
        low -= 1
    return low, max(high, low + 1)


def _stripes() -> str:
    return (
        '<defs><pattern id="taquin-stripes" width="6" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path d="M0 0V6" stroke="{_QUIET}" stroke-width="4" '
        'stroke-opacity="0.55"/></pattern></defs>'
    )


def _legend(x: float, y: float, results: Sequence[Result]) -> list[str]:
    """The meaning of the patterns that occur."""
    kinds = (
        ("proved optimal", any(r.optimal for r in results), _QUIET, False),
        ("not proved", any(r.solved and not r.optimal for r in results), "none", True),
        (
            "no solution found",
            any(r.status is not Status.SOLVED for r in results),
            "none",
            False,
        ),
    )
    parts = []
    for words, occurs, fill, striped in kinds:
        if not occurs:
            continue
        parts.append(_rect(x, y - 10, 22, 12, 2, fill=fill, stroke=_QUIET, stroke_width=1.2))
        if striped:
            parts.append(_rect(x, y - 10, 22, 12, 2, fill="url(#taquin-stripes)"))
        parts.append(_text(x + 30, y, words, 12, fill=_QUIET))
        x += 30 + 7 * len(words) + 24
    return parts


# SVG


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _document(width: float, height: float, title: str, description: str, *body: str) -> str:
    name, text = escape(_printable(title)), escape(_printable(description))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}" height="{_n(height)}" '
        f'viewBox="0 0 {_n(width)} {_n(height)}" role="img" aria-label="{name}" '
        f'font-family="{escape(_FONT)}"><title>{name}</title><desc>{text}</desc>'
        f"{''.join(body)}</svg>\n"
    )


def _printable(text: str) -> str:
    """The text without control characters, which XML forbids even when escaped."""
    return "".join(c if c.isprintable() else " " for c in text)


def _card(width: float, height: float) -> list[str]:
    return [_rect(0.5, 0.5, width - 1, height - 1, 10, fill=_PAPER, stroke=_LINE, stroke_width=1)]


def _rect(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    *,
    fill: str,
    stroke: str | None = None,
    stroke_width: float = 0,
) -> str:
    line = "" if stroke is None else f' stroke="{stroke}" stroke-width="{_n(stroke_width)}"'
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" '
        f'rx="{_n(radius)}" fill="{fill}"{line}/>'
    )


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    anchor: str = "start",
    fill: str = _INK,
    weight: int = 400,
) -> str:
    """One line of text; y is its baseline."""
    bold = "" if weight == 400 else f' font-weight="{weight}"'
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}"{bold}{place}>'
        f"{escape(_printable(text))}</text>"
    )
