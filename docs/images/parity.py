"""Draws parity.svg: ``python docs/images/parity.py``."""

from pathlib import Path

from taquin import Board

GOAL = Board.parse("1 2 3/4 5 6/7 8 0")
PANELS = {
    "the goal": "1 2 3/4 5 6/7 8 0",
    "one slide": "1 2 3/4 5 0/7 8 6",
    "two slides": "1 2 3/4 0 5/7 8 6",
    "7 and 8 exchanged": "1 2 3/4 5 6/8 7 0",
}
CELL, GAP, TOP, LOW = 48, 44, 34, 92
PAPER, INK, SOFT, LINE = "#fdfcf9", "#1f2a37", "#55606c", "#dcd7cc"
LIGHT, DARK, TILE = "#efe9dc", "#d9d0bd", "#ffffff"
GOOD, BAD = "#22693f", "#a52f28"
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"


def exchanges(board: Board) -> int:
    """How many exchanges of two contents turn the board into the goal: cells less cycles."""
    left, cycles = set(range(9)), 0
    while left:
        cell = left.pop()
        cycles += 1
        while (cell := list(GOAL).index(board[cell])) in left:
            left.remove(cell)
    return 9 - cycles


def steps(board: Board) -> int:
    """How far the blank is from its goal cell."""
    (row, column), (home_row, home_column) = divmod(board.blank, 3), divmod(GOAL.blank, 3)
    return abs(row - home_row) + abs(column - home_column)


def text(x: float, y: float, words: str, size: int, fill: str, weight: int = 400) -> str:
    """Centred words."""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" font-weight="{weight}" '
        f'text-anchor="middle">{words}</text>'
    )


def panel(left: float, title: str, board: Board) -> str:
    """A board on a chessboard, and its two numbers below."""
    middle = left + 1.5 * CELL
    parts = [text(middle, TOP - 12, title, 15, INK, 650)]
    for cell, tile in enumerate(board):
        row, column = divmod(cell, 3)
        x, y = left + column * CELL, TOP + row * CELL
        ground = LIGHT if (row + column) % 2 == 0 else DARK
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{ground}"/>')
        if tile:
            edge = INK if tile != GOAL[cell] else LINE
            parts.append(
                f'<rect x="{x + 5}" y="{y + 5}" width="{CELL - 10}" height="{CELL - 10}" rx="6" '
                f'fill="{TILE}" stroke="{edge}" stroke-width="1.5"/>'
            )
            parts.append(text(x + CELL / 2, y + CELL / 2 + 6, str(tile), 18, INK, 600))
    low = TOP + 3 * CELL
    for line, (name, number) in enumerate(
        {"exchanges": exchanges(board), "steps": steps(board)}.items()
    ):
        parity = "odd" if number % 2 else "even"
        parts.append(text(middle, low + 24 + 20 * line, f"{name}: {number}, {parity}", 14, SOFT))
    agree = (exchanges(board) + steps(board)) % 2 == 0
    parts.append(
        text(
            middle,
            low + 72,
            "they agree" if agree else "they differ",
            15,
            GOOD if agree else BAD,
            650,
        )
    )
    return "".join(parts)


def main() -> None:
    """parity.svg."""
    width, height = len(PANELS) * (3 * CELL + GAP), TOP + 3 * CELL + LOW
    panels = [
        panel(GAP / 2 + at * (3 * CELL + GAP), title, Board.parse(board))
        for at, (title, board) in enumerate(PANELS.items())
    ]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="{FONT}"><title>Parity</title>'
        f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>{"".join(panels)}</svg>\n'
    )
    (Path(__file__).parent / "parity.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
