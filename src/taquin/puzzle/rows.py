"""Parses rows of tiles: words, one character per cell, hyphens between, nested lists.

`taquin.puzzle.single` decides which format a board's text has.
"""

import re
from collections.abc import Sequence
from types import NoneType
from typing import Any, Protocol, TypeAlias

from taquin.ground.errors import NotationError, quoted, shown

__all__ = [
    "BLANKS",
    "BLANK_DIGITS",
    "DIGITS",
    "QUOTES",
    "Array",
    "Rows",
    "is_compact",
    "is_complete",
    "is_lettered",
    "is_rows",
    "read_digit",
    "read_groups",
    "read_letters",
    "read_lists",
    "read_numbers",
    "read_rows",
    "read_tiles",
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

BLANK_DIGITS = "_.xX·bBeE"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
QUOTES = "\"'`“”‘’"
BLANKS = {*"_.x·0-*□?", "none", "null", "nil", "blank", "empty"}
# Blanks too, unless another word is one: b and e may also be the tiles 11 and 14.
_ODD_BLANKS = {"b", "e", "-1"}
_NUMBER = re.compile(r"([+-]?\d{1,9})(?:\.0*)?", re.ASCII)
_EMPTY_LIST = re.compile(r"(?<=\d)(\s*,?\s*)\[\s*\]|\[\s*\](?=\s*,?\s*\d)", re.ASCII)
_COMPACT = re.compile(rf"[\d{BLANK_DIGITS}]{{2,}}", re.ASCII)
_DASH = "[-‐‑–—]"
_HYPHENS = re.compile(rf"(?:\d+|_+|[A-Za-z.·*□])(?:{_DASH}(?:\d+|_+|[A-Za-z.·*□]))+", re.ASCII)


def is_complete(cells: Sequence[int]) -> bool:
    """Whether the cells are 0 and the tiles from 1, each exactly once."""
    return sorted(cells) == list(range(len(cells)))


def is_compact(lines: list[str]) -> bool:
    """Whether the lines are rows of one digit per cell, of equal length, with at most one x."""
    text = "".join(lines)
    digits = re.fullmatch(rf"[\d{BLANK_DIGITS}]+", text, re.ASCII) is not None
    blanks = len(re.findall(rf"[0{BLANK_DIGITS}]", text))
    return digits and len({*map(len, lines)}) == 1 and (text.isdigit() or blanks == 1)


def is_lettered(lines: list[str]) -> bool:
    """Whether the lines are a board whose tiles from 10 are letters: every tile exactly once."""
    words = re.split(r"[\s,]+", " ".join(lines).strip(" ,"))
    if not any(re.search(r"[A-Za-z]", word) for word in words) or len(words) > len(DIGITS):
        return False
    return bool((len(words) > 9 and _lettered(words)) or read_letters("".join(words)))


def read_rows(lines: list[str]) -> list[tuple[int, ...]]:
    """One row per line: numbers, numbers joined by hyphens, or one character per cell."""
    words = [line.strip() for line in lines]
    single = _characters(words) or _hyphenated(words)
    single = single or next(filter(None, (_fields(words, mark) for mark in ",\t")), None)
    if single:
        return read_tiles(single, _places(single))
    rows = [_split(line, number) for number, line in enumerate(words, start=1)]
    return read_tiles(rows, _places(rows))


def read_groups(line: str, size: tuple[int, int] | None) -> list[tuple[int, ...]] | None:
    """The rows of a line that groups them, as in 123 456 780 or 1-2-3 4-5-6 7-8-0, if it does."""
    words = re.split(r"[\s,]+", line.strip(", \t"))
    rows = _hyphenated([line]) or _hyphenated(words)
    # Numbers with leading zeros, as in 01 02 03 00, are no groups.
    padded = all(word[:1] == "0" for word in words) or (size and size[0] * size[1] == len(words))
    if rows is None and len(words) > 1 and not padded and len({*map(len, words)}) == 1:
        rows = _characters(words)
    return read_tiles(rows, _places(rows)) if rows else None


def _places(rows: Sequence[object]) -> list[str]:
    return [f"row {number}" for number, _ in enumerate(rows, start=1)]


def _characters(words: list[str]) -> list[list[str]] | None:
    """Rows of one character per cell: up to nine cells, or each of 10 to 36 tiles once."""
    cells = len(words) * len(words[0])
    if cells <= 9:
        return [list(word) for word in words] if all(map(_COMPACT.fullmatch, words)) else None
    even = len(words[0]) > 1 and len({*map(len, words)}) == 1
    return [list(word) for word in words] if even and read_letters("".join(words)) else None


def _fields(lines: list[str], separator: str) -> list[list[str]] | None:
    """The rows of a spreadsheet, where a single empty field, the only one, is the blank."""
    rows = [[f.strip().strip(QUOTES) for f in line.split(separator)] for line in lines]
    fields = [field for row in rows for field in row]
    if len({*map(len, rows)}) > 1 or len(rows[0]) < 2 or fields.count("") != 1:
        return None
    if any(_is_blank(field) or re.search(r"[\s,]", field) for field in fields):
        return None
    return [[field or "0" for field in row] for row in rows]


def _hyphenated(lines: list[str]) -> list[list[str]] | None:
    """Rows whose tiles are joined by hyphens, as in 1-2-3, or have hyphens between: 1 - 2 - 3."""
    if all(map(_HYPHENS.fullmatch, lines)):
        return [re.split(_DASH, line) for line in lines]
    rows = [line.split() for line in lines]
    between = [word for row in rows for word in row[1::2]]
    tiles = [row[::2] for row in rows]
    # A single hyphen may be the blank.
    joined = len(between) > 1 and {*between} <= {"-", "–", "—"} and all(len(r) % 2 for r in rows)
    return tiles if joined and not any("-" in row for row in tiles) else None


def read_digit(character: str) -> int:
    """The tile that one character of a compact board stands for."""
    return 0 if character in BLANK_DIGITS else int(character)


def read_letters(text: str) -> tuple[int, ...] | None:
    """The tiles of a board of 10 to 36 cells, one character each; None for any other text.

    Letters continue where digits end: A is 10. Every tile must occur exactly once.
    """
    return _lettered(list(text)) if 10 <= len(text) <= len(DIGITS) else None


def _lettered(words: Sequence[str]) -> tuple[int, ...] | None:
    """The tiles of 10 to 36 words if letters are tiles from 10: every tile exactly once."""
    cells = []
    for word in words:
        value = DIGITS.find(word.upper()) if len(word) == 1 else -1
        if 0 <= value < len(words):
            cells.append(value)
        elif word.lower() in BLANKS or word in BLANK_DIGITS:
            cells.append(0)
        elif re.fullmatch(r"\d\d", word, re.ASCII):
            cells.append(int(word))
        else:
            return None
    return tuple(cells) if is_complete(cells) else None


def read_numbers(line: str, row: int) -> tuple[int, ...]:
    """The numbers of one row, separated by spaces or commas; messages name it as row `row`."""
    return read_tiles([_split(line, row)], [f"row {row}"])[0]


def _split(line: str, row: int) -> list[str]:
    words = re.split(r"\s*,\s*|\s+", line.strip().removesuffix(",").rstrip())
    if words == [""]:
        raise NotationError(f"row {row} is empty; expected numbers separated by spaces or commas.")
    return [word.strip(QUOTES) for word in words]


def read_tiles(rows: list[list[str]], places: list[str]) -> list[tuple[int, ...]]:
    """The tiles that words name, 0 for the blank; messages name a row by its place."""
    words = [word for row in rows for word in row]
    odd = None
    if any(word.isalpha() or word[:1] == "-" for word in words):
        letters = _lettered(words) if 10 <= len(words) <= len(DIGITS) else None
        if letters:
            tiles = iter(letters)
            return [tuple(next(tiles) for _ in row) for row in rows]
        odds = [word for word in words if word.lower() in _ODD_BLANKS]
        odd = odds[0] if len(odds) == 1 and not any(map(_is_blank, words)) else None
    return [
        tuple(0 if word == odd else _number(word, place) for word in row)
        for row, place in zip(rows, places, strict=True)
    ]


def _is_blank(word: str) -> bool:
    # Not the empty word, which is an error.
    return word.lower() in BLANKS or bool(re.fullmatch(r"_+|0+(?:\.0*)?", word))


def _number(word: str, where: str) -> int:
    if _is_blank(word):
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


def read_lists(text: str) -> list[tuple[int, ...]]:
    """Rows in any kind of brackets, or one list; ``;`` separates rows, as in MATLAB."""
    text = re.sub(r"(['\"])\s*\1", " _ ", text)  # the blank as an empty string, or list
    text = _EMPTY_LIST.sub(r"\1 _ ", text)
    closers: list[str] = []
    rows: list[list[str]] = [[]]
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
            rows[-1].append(token.strip(QUOTES))
            depths.add(len(closers))
    rows = [row for row in rows if row]
    if len(rows) == 1 and len(rows[0]) > 1 and len({*map(len, rows[0])}) == 1:
        rows = _characters(rows[0]) or rows
    tiles = read_tiles(rows, ["the list"] * len(rows))
    if closers:
        raise NotationError(f"{short(text)}: missing {closers[-1]} at the end.")
    if depths not in ({1}, {2}):
        raise NotationError(
            f"{short(text)} is not a list of rows; expected nested lists such as "
            "[[1, 2], [3, 0]], all numbers at one level."
        )
    return tiles


def is_rows(given: object) -> bool:
    """Whether `given` is a list, a tuple or an array, whatever it contains."""
    return isinstance(given, (list, tuple)) or _is_array(given)


def _is_array(given: object) -> bool:
    return hasattr(given, "tolist") and isinstance(getattr(given, "shape", None), tuple)


def rows_text(rows: Rows) -> str:
    """Rows as nested lists in text, which `read_lists` reads. Raises NotationError."""
    if not is_rows(rows):
        raise NotationError(
            f"{quoted(rows)} is not a board; expected rows such as [[7, 0, 2], [8, 5, 3], "
            "[6, 1, 4]] or an array of whole numbers."
        )
    try:
        return str(_plain(rows))
    except RecursionError:
        raise NotationError(
            "these rows contain themselves, or are nested too deeply; expected rows such as "
            "[[7, 0, 2], [8, 5, 3], [6, 1, 4]]."
        ) from None


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
    return given if isinstance(given, (str, int, float, NoneType)) else _Foreign(given)


class _Foreign:
    """A thing that cannot be a cell, as messages show it."""

    def __init__(self, given: object) -> None:
        self._text = quoted(given)

    def __repr__(self) -> str:
        return self._text
