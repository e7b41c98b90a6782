"""Parses rows of tiles: words, digits, table lines, nested lists.

`taquin.puzzle.notation` decides which format a board's text has.
"""

import re
from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from taquin.ground.errors import NotationError, shown

__all__ = [
    "BLANKS",
    "BLANK_DIGITS",
    "DIGITS",
    "QUOTES",
    "Array",
    "Rows",
    "is_compact",
    "is_rows",
    "read_digit",
    "read_letters",
    "read_lists",
    "read_numbers",
    "read_rows",
    "read_table",
    "rows_text",
    "short",
]


class Array(Protocol):
    """What is needed of a NumPy array, so that NumPy itself is not."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Entries along each dimension."""

    def tolist(self) -> Any:
        """The entries as nested lists of plain numbers."""


Rows: TypeAlias = Sequence[Any] | Array
_MOST_ENTRIES = 100_000

BLANK_DIGITS = "_.xX·"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
QUOTES = "\"'`“”‘’"
BLANKS = {*BLANK_DIGITS, "0", "-", "*", "□", "none", "null", "blank", "empty"}
_NUMBER = re.compile(r"([+-]?\d{1,9})(?:\.0*)?", re.ASCII)
_COMPACT = re.compile(rf"[\d{BLANK_DIGITS}]{{2,}}", re.ASCII)
_VERTICAL = re.compile(r"[|│┃║]")


def is_compact(lines: list[str]) -> bool:
    """Whether the lines are rows of one digit per cell, of equal length, with at most one x."""
    text = "".join(lines)
    digits = re.fullmatch(rf"[\d{BLANK_DIGITS}]+", text, re.ASCII) is not None
    blanks = len(re.findall(rf"[0{BLANK_DIGITS}]", text))
    return digits and len({*map(len, lines)}) == 1 and (text.isdigit() or blanks == 1)


def read_rows(lines: list[str]) -> list[tuple[int, ...]]:
    """One row per line: numbers, or one digit per cell on boards of at most nine cells."""
    words = [line.strip() for line in lines]
    compact = all(map(_COMPACT.fullmatch, words))
    if compact and len(words) * len(words[0]) <= 9:
        return [tuple(read_digit(c) for c in word) for word in words]
    return [read_numbers(line, number) for number, line in enumerate(words, start=1)]


def read_digit(character: str) -> int:
    """The tile that one character of a compact board stands for."""
    return 0 if character in BLANK_DIGITS else int(character)


def read_letters(text: str) -> tuple[int, ...] | None:
    """The tiles of a board of 10 to 36 cells, one character each; None for any other text.

    Letters continue where digits end: A is 10. Every tile must occur exactly once.
    """
    digits = ["0" if character in "_.·" else character for character in text.upper()]
    cells = tuple(map(DIGITS.find, digits))
    return cells if len(cells) > 9 and sorted(cells) == list(range(len(cells))) else None


def read_numbers(line: str, row: int) -> tuple[int, ...]:
    """The numbers of one row, separated by spaces or commas; messages name it as row `row`."""
    if line.isdigit() and line.isascii() and len(line) < 10:
        return (int(line),)
    if line in BLANKS:
        return (0,)
    words = re.split(r"\s*,\s*|\s+", line.strip().removesuffix(",").rstrip())
    if words == [""]:
        raise NotationError(f"row {row} is empty; expected numbers separated by spaces or commas.")
    return tuple(_number(word.strip(QUOTES), f"row {row}") for word in words)


def _number(word: str, where: str) -> int:
    if word.lower() in BLANKS:
        return 0
    if not word:
        raise NotationError(f"nothing between two separators in {where}; write 0 for the blank.")
    match = _NUMBER.fullmatch(word)
    if not match:
        raise NotationError(
            f"{short(word)} in {where} is not a tile; expected a whole number, or 0, _ or . "
            "for the blank."
        )
    value = int(match[1])
    if value < 0:
        raise NotationError(f"{word} in {where}: tiles are numbered from 1, the blank is 0.")
    return value


def short(word: str) -> str:
    """A word quoted for a message, shortened if it is long."""
    return repr(word if len(word) <= 24 else word[:21] + "...")


def read_table(lines: list[str]) -> list[tuple[int, ...]] | None:
    """The rows of a table: several lines, with a number or nothing between vertical bars."""
    if len(lines) < 2 or not all(_VERTICAL.search(line) for line in lines):
        return None
    fields = [[field.strip() for field in _VERTICAL.split(line)] for line in lines]
    # A row without borders may end in a blank, so only a column empty in every row is a border.
    if all(not row[0] for row in fields):
        fields = [row[1:] for row in fields]
    if all(not row[-1] for row in fields):
        fields = [row[:-1] for row in fields]
    if all(len(row) == 1 for row in fields):
        return read_rows([row[0] for row in fields])
    if any(re.search(r"[\s,/;]", field) for row in fields for field in row):
        return None
    return [
        tuple(_number(field or "0", f"row {number}") for field in row)
        for number, row in enumerate(fields, start=1)
    ]


def read_lists(text: str) -> list[tuple[int, ...]]:
    """Rows in any kind of brackets, or one list; ``;`` separates rows, as in MATLAB."""
    text = re.sub(r"(['\"])\s*\1", " _ ", text)  # the blank as an empty string
    closers: list[str] = []
    rows: list[list[int]] = [[]]
    depths = set()
    for token in re.findall(r"[\[({\])};]|[^\s,;\[\](){}]+", text):
        if token in "[({":
            closers.append("])}"["[({".index(token)])
            rows.append([])
        elif token in "])}":
            if closers[-1:] != [token]:
                raise NotationError(f"{short(text)}: unmatched {token}.")
            if not rows[-1]:
                raise NotationError(f"{short(text)}: an empty list is not a row of a board.")
            closers.pop()
        elif token == ";":
            rows.append([])
        else:
            rows[-1].append(_number(token.strip(QUOTES), "the list"))
            depths.add(len(closers))
    if closers:
        raise NotationError(f"{short(text)}: missing {closers[-1]} at the end.")
    if depths not in ({1}, {2}):
        raise NotationError(
            f"{short(text)} is not a list of rows; expected nested lists such as "
            "[[1, 2], [3, 0]], all numbers at one level."
        )
    return [tuple(row) for row in rows if row]


def is_rows(given: object) -> bool:
    """Whether `given` is a list, a tuple or an array, whatever it contains."""
    return isinstance(given, (list, tuple)) or _is_array(given)


def _is_array(given: object) -> bool:
    return hasattr(given, "tolist") and isinstance(getattr(given, "shape", None), tuple)


def rows_text(rows: Rows) -> str:
    """Rows as nested lists in text, which `read_lists` reads. Raises NotationError."""
    if not is_rows(rows):
        raise NotationError(
            f"{rows!r:.60} is not a board; expected rows such as [[7, 0, 2], [8, 5, 3], "
            "[6, 1, 4]] or an array of whole numbers."
        )
    return str(_plain(rows))


def _plain(given: Any) -> Any:
    """Arrays, and arrays or their numbers within lists, as lists of Python's own numbers."""
    if _is_array(given):
        entries = 1
        for side in given.shape:
            entries *= side
        if entries > _MOST_ENTRIES:
            raise NotationError(f"an array of {entries:,} numbers is not a board.")
        return given.tolist()
    if isinstance(given, (list, tuple)):
        return [_plain(part) for part in given]
    if isinstance(given, int) and given.bit_length() > 64:
        raise NotationError(f"{shown(given)} is not a tile; expected a smaller number.")
    return given
