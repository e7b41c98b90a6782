"""Boards as text, in and out.

Read: rows separated by ``/``, ``\\``, ``|``, ``;`` or newlines; one line of numbers; compact
digits (at most nine cells); nested JSON lists; a course file (a count, then the rows, perhaps a
line ``END OF FILE``). Separators inside a row are blanks or commas; ``_``, ``.``, ``x`` or ``0``
is the blank. A text that can be read in two ways is an error that names them.
"""

import json
import re
from dataclasses import dataclass

from taquin.errors import NotationError

__all__ = ["FORMATS", "Reading", "read_board", "recognise", "write_board"]

FORMATS = {
    "rows": "7 0 2/8 5 3/6 1 4",
    "lines": "7 0 2\\n8 5 3\\n6 1 4",
    "flat": "7 0 2 8 5 3 6 1 4",
    "compact": "702853614",
    "json": "[[7, 0, 2], [8, 5, 3], [6, 1, 4]]",
    "counted": "3\\n7 0 2\\n8 5 3\\n6 1 4",
}
_BLANKS = {"_", ".", "x", "X", "·"}
_LONGEST = 200_000
_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a text: the format's name, the width, the cells in reading order."""

    format: str
    width: int
    cells: tuple[int, ...]


def write_board(width: int, cells: tuple[int, ...], *, form: str = "rows") -> str:
    """The text of a board in one of `FORMATS`; `recognise` reads it back."""
    rows = [cells[i : i + width] for i in range(0, len(cells), width)]
    match form:
        case "rows":
            return "/".join(" ".join(map(str, row)) for row in rows)
        case "lines":
            return "\n".join(" ".join(map(str, row)) for row in rows)
        case "flat":
            return " ".join(map(str, cells))
        case "compact":
            if len(cells) > 9:
                raise NotationError(
                    f"compact digits hold at most 9 cells; this board has {len(cells)}."
                )
            return "".join(map(str, cells))
        case "json":
            return json.dumps([list(row) for row in rows])
        case "counted":
            if len(rows) != width:
                raise NotationError("the counted form is for square boards only.")
            return f"{width}\n" + write_board(width, cells, form="lines")
    raise NotationError(f"no board format named {form!r}. Known: {', '.join(FORMATS)}.")


def read_board(text: str, *, size: tuple[int, int] | None = None) -> tuple[int, tuple[int, ...]]:
    """(width, cells) of the board that `text` describes; size is (width, height) if known."""
    reading = recognise(text, size=size)
    return reading.width, reading.cells


def recognise(text: str, *, size: tuple[int, int] | None = None) -> Reading:
    """The reading of `text`, with the name of its format. O(len). Raises NotationError."""
    if len(text) > _LONGEST:
        raise NotationError(
            f"{len(text):,} characters are not a board; expected at most {_LONGEST:,}."
        )
    if "\0" in text:
        raise NotationError("the text contains a NUL byte; expected numbers.")
    lines = [line.strip() for line in text.strip().lstrip("\ufeff").splitlines()]
    lines = [line for line in lines if line and line.upper() != "END OF FILE"]
    if not lines:
        raise NotationError(
            "an empty text is not a board; expected something like 7 0 2/8 5 3/6 1 4."
        )
    if lines[0].startswith(("[", "(")):
        return _json("".join(lines), size)
    if len(lines) > 2 and lines[0].isdecimal() and int(lines[0]) == len(lines) - 1:
        return _shaped("counted", _rows(lines[1:]), size)
    rows = [row for line in lines for row in re.split(r"[/\\|;]", line)]
    if len(rows) > 1:
        if not rows[-1].strip():
            rows.pop()
        return _shaped("rows" if len(lines) == 1 else "lines", _rows(rows), size)
    only = rows[0].strip()
    if len(only) > 1 and not re.search(r"[\s,]", only) and not _signed(only):
        return _compact(only, size)
    return _one_line("flat", _numbers(only, 1), size)


def _signed(text: str) -> bool:
    return text[0] in "+-"


def _rows(lines: list[str]) -> list[tuple[int, ...]]:
    compact = all(re.fullmatch(r"[\d_.xX·]{2,}", line.strip()) for line in lines)
    one_digit = compact and len(lines) * len(lines[0].strip()) <= 9
    if one_digit:
        return [tuple(_digit(c) for c in line.strip()) for line in lines]
    return [_numbers(line, number) for number, line in enumerate(lines, start=1)]


def _digit(character: str) -> int:
    return 0 if character in _BLANKS else int(character)


def _numbers(line: str, row: int) -> tuple[int, ...]:
    words = re.split(r"[\s,]+", line.strip().strip(","))
    if words == [""]:
        raise NotationError(f"row {row} is empty; expected numbers separated by blanks or commas.")
    return tuple(_number(word, row) for word in words)


def _number(word: str, row: int) -> int:
    if word in _BLANKS:
        return 0
    if not _NUMBER.fullmatch(word):
        raise NotationError(
            f"{_short(word)} in row {row} is not a tile; expected a whole number, or 0, _ or . "
            "for the blank."
        )
    value = int(word)
    if value < 0:
        raise NotationError(f"{word} in row {row}: tiles are numbered from 1, the blank is 0.")
    return value


def _short(word: str) -> str:
    return repr(word if len(word) <= 24 else word[:21] + "...")


def _json(text: str, size: tuple[int, int] | None) -> Reading:
    try:
        value = json.loads(text.replace("(", "[").replace(")", "]"))
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", "too deeply nested")
        raise NotationError(
            f"a board starting with [ must be nested JSON lists such as [[1, 2], [3, 0]]: {reason}."
        ) from None
    rows = value if value and all(isinstance(row, list) for row in value) else [value]
    for row in rows:
        for cell in row:
            if cell is not None and (isinstance(cell, bool) or not isinstance(cell, int)):
                raise NotationError(
                    f"{_short(json.dumps(cell))} in a JSON board is not a tile; expected whole "
                    "numbers, and 0 or null for the blank."
                )
    numbers = [tuple(cell or 0 for cell in row) for row in rows]
    if any(cell < 0 for row in numbers for cell in row):
        raise NotationError(
            "a JSON board with a negative number; the blank is 0, tiles start at 1."
        )
    return _shaped("json", numbers, size) if rows is value else _one_line("json", numbers[0], size)


def _compact(text: str, size: tuple[int, int] | None) -> Reading:
    for position, character in enumerate(text, start=1):
        if not (character.isascii() and character.isdigit()) and character not in _BLANKS:
            raise NotationError(
                f"{character!r} at position {position} of {_short(text)} is not a digit; expected "
                "one digit a cell (702853614), numbers in rows (7 0 2/8 5 3/6 1 4), or the name "
                "of an instance (korf100:1)."
            )
    if len(text) > 9:
        raise NotationError(
            f"{_short(text)} has {len(text)} digits and could be split into tiles in many ways "
            "(is 12 one tile or two?); expected numbers with separators, as in 12 1 3 4/…; one "
            "digit a cell is read up to 9 cells."
        )
    return _one_line("compact", tuple(_digit(c) for c in text), size)


def _shaped(form: str, rows: list[tuple[int, ...]], size: tuple[int, int] | None) -> Reading:
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise NotationError(
                f"ragged rows: row 1 has {width} cells and row {number} has {len(row)}; expected "
                "rows of one length."
            )
    if size is not None and size != (width, len(rows)):
        raise NotationError(
            f"the text has {len(rows)} rows of {width}, a {width}x{len(rows)} board, but the size "
            f"given is {size[0]}x{size[1]} (width x height); leave one of them out."
        )
    return Reading(form, width, tuple(cell for row in rows for cell in row))


def _one_line(form: str, cells: tuple[int, ...], size: tuple[int, int] | None) -> Reading:
    count = len(cells)
    if size is not None:
        width, height = size
        if width * height != count:
            raise NotationError(
                f"{count} cells do not fill a {width}x{height} board; expected {width * height}."
            )
        return Reading(form, width, cells)
    side = round(count**0.5)
    if side * side == count and side > 1:
        return Reading(form, side, cells)
    shapes = [f"{w}x{count // w}" for w in range(2, count // 2 + 1) if count % w == 0]
    if shapes:
        raise NotationError(
            f"{count} cells in one line could be {' or '.join(shapes)} (width x height); "
            "separate the rows with / or give the size."
        )
    raise NotationError(
        f"{count} {'cell is' if count == 1 else 'cells are'} not a board; expected a rectangle of "
        "at least 2x2, such as 9 cells for 3x3."
    )
