"""Boards in drawn boxes: which lines are borders, and the rows between vertical bars."""

import re

from taquin.puzzle.rows import read_rows, read_tiles

__all__ = ["is_border", "read_table"]

_BORDER = {*" \t+|:=-", *map(chr, range(0x2500, 0x2580))}  # 2500-257f: box drawing
_VERTICAL = re.compile(r"[|│┃║]")
_RUNS = re.compile(r"__+")


def is_border(line: str) -> bool:
    """Whether a line draws a border, or the padding of a cell, and contains no tile."""
    if line[:1].isdigit():
        return False
    if not line.strip(" \t|│┃║"):
        return True
    runs = _RUNS.findall(line)
    if set(line) <= {*" \t+|_"} and (len(runs) > 1 or len("".join(runs)) > 5):
        return True
    dashes = re.findall(r"[-=─━═]", line)
    drawn = re.search(r"[-=─━═]{2}|[+|:\u2500-\u257f]", line)
    return set(line) <= _BORDER and len(dashes) > 1 and drawn is not None


def read_table(lines: list[str]) -> list[tuple[int, ...]] | None:
    """The rows of a table: several lines, with a number or nothing between vertical bars."""
    if len(lines) < 2 or not all(_VERTICAL.search(line) for line in lines):
        return None
    fields = [_VERTICAL.split(line) for line in lines]
    # A row without borders may end in a blank, so only a column empty in every row is a border.
    if all(not row[0].strip() for row in fields):
        fields = [row[1:] for row in fields]
    if all(not row[-1].strip() for row in fields):
        fields = [row[:-1] for row in fields]
    if all(len(row) == 1 for row in fields):
        return _framed([row[0] for row in fields])
    rows = [[_tile(field.strip()) for field in row] for row in fields]
    if any(re.search(r"[\s,/;]", word) for row in rows for word in row):
        return None
    return read_tiles(rows, [f"row {number}" for number, _ in enumerate(rows, start=1)])


def _tile(field: str) -> str:
    return field.strip("_") or field or "0"


def _framed(lines: list[str]) -> list[tuple[int, ...]]:
    """The rows inside a frame; one of them may have a gap, below and above other rows' tiles."""
    spans = [[(m[0], m.start(), m.end()) for m in re.finditer(r"[^\s,]+", line)] for line in lines]
    width = max(map(len, spans))
    short = [number for number, row in enumerate(spans) if len(row) == width - 1]
    full = [row for row in spans if len(row) == width]
    if width < 2 or len(short) != 1 or len(full) != len(spans) - 1:
        return read_rows(lines)
    columns = [
        (min(row[at][1] for row in full), max(row[at][2] for row in full)) for at in range(width)
    ]
    row = spans[short[0]]
    gaps = [
        gap
        for gap in range(width)
        if all(
            start < columns[at + (at >= gap)][1] and end > columns[at + (at >= gap)][0]
            for at, (_, start, end) in enumerate(row)
        )
    ]
    if len(gaps) != 1:
        return read_rows(lines)
    row.insert(gaps[0], ("0", 0, 0))
    return read_rows([" ".join(word for word, _, _ in row) for row in spans])
