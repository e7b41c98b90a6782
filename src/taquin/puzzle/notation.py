"""Boards as text, in and out.

Accepted: rows separated by ``/``, ``\\``, ``|``, ``;`` or newlines; one line of numbers; compact
digits (at most nine cells), digits and letters (10 to 36 cells); nested lists in the style of
JSON, Python, NumPy, C or MATLAB; tables with borders; a course file (a count or a size, then the
rows, optionally with comments after ``#`` or a line ``END OF FILE``). Spaces or commas separate
the numbers in a row; ``_``, ``.``, ``x``, ``-``, ``*`` or ``0`` is the blank. If a text has two
possible readings, the error names both.
"""

import json
import re
from dataclasses import dataclass

from taquin.ground.errors import NotationError, check_text
from taquin.puzzle.rows import (
    BLANK_DIGITS,
    BLANKS,
    DIGITS,
    QUOTES,
    is_compact,
    read_digit,
    read_letters,
    read_lists,
    read_numbers,
    read_rows,
    read_table,
    short,
)
from taquin.puzzle.size import LARGEST_SIDE, Size, read_size

__all__ = ["FORMATS", "Reading", "is_instance_name", "recognise", "write_board"]

FORMATS = {
    "rows": "7 0 2/8 5 3/6 1 4",
    "lines": "7 0 2\\n8 5 3\\n6 1 4",
    "flat": "7 0 2 8 5 3 6 1 4",
    "compact": "702853614",
    "letters": "123456789ABCDEF0",
    "json": "[[7, 0, 2], [8, 5, 3], [6, 1, 4]]",
    "counted": "3\\n7 0 2\\n8 5 3\\n6 1 4",
}
_LONGEST = 200_000
_BORDER = {*" \t+|:=-", *map(chr, range(0x2500, 0x2580))}  # 2500-257f: box drawing
_CALL = re.compile(r"(?:[A-Za-z_]\w*\s*=\s*)?(?:[A-Za-z_][\w.]*\((.*)\)|([^=]*))", re.DOTALL)
_HEADER = re.compile(r"(\d{1,3})(?:\s*([xX×]|[\s,])\s*(\d{1,3}))?\s*:?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a text: the format's name, the width, the cells in reading order."""

    format: str
    width: int
    cells: tuple[int, ...]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.cells) // self.width


def is_instance_name(text: str) -> bool:
    """Whether `text` looks like an instance name rather than a board; it need not exist.

    >>> is_instance_name("korf100:1"), is_instance_name("fe169b4c0a73d852")
    (True, False)
    """
    word = text.strip()
    # x is a blank in board texts, as in x12345678; sixteen hexadecimal digits are a board.
    if re.fullmatch(r"[xX\d_]+|[\dA-Fa-f]{16}", word):
        return False
    return bool(re.fullmatch(r"[A-Za-z][\w-]*(:.*)?", word, re.ASCII))


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
        case "letters":
            if not 9 < len(cells) <= len(DIGITS):
                raise NotationError(
                    f"digits and letters are for 10 to {len(DIGITS)} cells; this board has "
                    f"{len(cells)}."
                )
            return "".join(DIGITS[cell] for cell in cells)
        case "json":
            return json.dumps([list(row) for row in rows])
        case "counted":
            if len(rows) != width:
                raise NotationError("the counted form is for square boards only.")
            return f"{width}\n" + write_board(width, cells, form="lines")
    raise NotationError(f"no board format named {form!r}. Known: {', '.join(FORMATS)}.")


def recognise(text: str, *, size: Size = None) -> Reading:
    """The board that `text` describes, and the name of its format. O(len). Raises NotationError.

    size: (width, height) if known.
    """
    check_text("text", text, "that of a board, as in 7 0 2/8 5 3/6 1 4")
    size = read_size(size)
    if len(text) > _LONGEST:
        raise NotationError(
            f"{len(text):,} characters are not a board; expected at most {_LONGEST:,}."
        )
    if "\0" in text:
        raise NotationError("the text contains a NUL byte; expected numbers.")
    lines = _some_lines(text)
    _refuse_many(lines)
    return _counted(lines, size) or _uncounted(lines, size)


def _some_lines(text: str) -> list[str]:
    lines = _lines(text)
    if not lines:
        raise NotationError(
            "an empty text is not a board; expected something like 7 0 2/8 5 3/6 1 4."
        )
    return lines


def _refuse_many(rows: list[str]) -> None:
    """Refuse rows of several numbers that are too many, before each is read."""
    # One more for a count; a list of cells, one in each row, may be longer.
    if len(rows) > LARGEST_SIDE + 1 and re.search(r"[\s,]+[^\s,]", rows[1].strip()):
        raise NotationError(f"{len(rows):,} rows: expected 2 to {LARGEST_SIDE}.")


def _uncounted(lines: list[str], size: Size) -> Reading:
    """The reading of lines that do not begin with a count or a size."""
    if lines[0][0] in "[({":
        return _shaped("json", read_lists("\n".join(lines)), size)
    table = read_table(lines)
    if table:
        return _shaped("lines", table, size)
    rows = lines
    if re.search(r"[/\\|;]", "".join(lines)):
        rows = [row for line in lines for row in re.split(r"[/\\|;]", line.strip("/\\|; "))]
    _refuse_many(rows)
    if len(rows) > 1:
        return _shaped("rows" if len(lines) == 1 else "lines", read_rows(rows), size)
    only = rows[0].strip()
    if len(only) > 1 and not re.search(r"[\s,]", only) and only[0] not in "+-":
        return _compact(only, size)
    return _flat(only, size)


def _lines(text: str) -> list[str]:
    """The lines with content: without comments, borders, quotes or a surrounding call."""
    text = re.sub(r"#.*", "", text.replace("\ufeff", "")).strip()
    call = _CALL.fullmatch(text)
    if call:
        text = call[1] if call[1] is not None else call[2]
        text = re.sub(r",\s*dtype\s*=\s*[\w.]+\s*$", "", text)
    lines = [line.strip() for line in text.strip().strip(QUOTES).splitlines()]
    return [
        line
        for line in lines
        if line.strip("/\\|; ") and line.upper() != "END OF FILE" and not _is_border(line)
    ]


def _is_border(line: str) -> bool:
    return set(line) <= _BORDER and re.search(r"[-=─━═]{2}", line) is not None


def _counted(lines: list[str], size: Size, *, nested: bool = False) -> Reading | None:
    """The board below a first line that gives a count (3) or a size (3x2, 3 2), if there is one.

    nested: it stands below a size itself, and no other may.
    """
    header, rest = _HEADER.fullmatch(lines[0]), lines[1:]
    if not header or not rest or (len(lines[0]) > 1 and _is_first_row(lines)):
        return None
    first, between, second = int(header[1]), header[2], int(header[3] or header[1])
    if between and between in "xX×":
        return _under_size(lines, (first, second), size, nested)
    if between:
        return _under_sides(rest, (first, second), size)
    rows = read_rows(rest)
    cells = [cell for row in rows for cell in row]
    square = len(cells) == first**2 and len({len(row) for row in rows}) == 1
    if square and len(rows) in {1, first, first**2} and first in cells:
        return _shaped("counted", list(zip(*[iter(cells)] * first, strict=True)), size)
    if len(rows) == len(cells):
        return None  # one number per line; the first is a tile
    shape = ", ".join(str(len(row)) for row in rows[:12])
    found = f"{'a row' if len(rows) == 1 else 'rows'} of {shape}"
    if len(lines[0]) > 2:
        raise NotationError(
            f"the first line, {lines[0]}, could be a count or a row of digits; below it: {found}. "
            "Write all rows in the same way: without spaces, as in 123, or with spaces, as in "
            "1 2 3; 0 is the blank."
        )
    raise NotationError(
        f"the first line is the count {first}, so {first} rows of {first} were expected; found "
        f"{found}. Only square boards have a count before them."
    )


def _is_first_row(lines: list[str]) -> bool:
    """Whether digits around an x are tiles and the blank: true if no other blank follows."""
    if is_compact(lines):
        return True
    words = [re.split(r"[\s,]+", line.strip(", ")) for line in lines]
    below = {word.lower() for row in words[1:] for word in row}
    return words[0][1:2] in (["x"], ["X"]) and {*map(len, words)} == {3} and not below & BLANKS


def _under_sides(rest: list[str], sides: tuple[int, int], size: Size) -> Reading | None:
    """The board below its width and height, or its rows and columns: the rows below decide."""
    shape = (len(re.split(r"[\s,]+", rest[0].strip(", "))), len(rest))
    if min(shape) < 2 or shape not in {sides, sides[::-1]}:
        return None
    rows = read_rows(rest)
    # With two columns, numbers that are missing below are tiles of the first row.
    if shape[0] == 2 and not set(sides) <= {cell for row in rows for cell in row}:
        return None
    return _shaped("counted", rows, size)


def _under_size(lines: list[str], given: tuple[int, int], size: Size, nested: bool) -> Reading:
    if size is not None and size != given:
        raise NotationError(
            f"the first line gives the size {lines[0]}, but the size given is "
            f"{size[0]}x{size[1]} (width x height); leave one of them out."
        )
    rest, size = _some_lines("\n".join(lines[1:])), read_size(given)
    inner = (None if nested else _counted(rest, size, nested=True)) or _uncounted(rest, size)
    return Reading("counted", inner.width, inner.cells)


def _compact(text: str, size: Size) -> Reading:
    letters = read_letters(text)
    if letters:
        return _one_line("letters", letters, size)
    for position, character in enumerate(text, start=1):
        if not (character.isascii() and character.isdigit()) and character not in BLANK_DIGITS:
            raise NotationError(
                f"{character!r} at position {position} of {short(text)} is not a digit; expected "
                "one digit per cell (702853614), 0 to 9 and A to F once each on 4x4, numbers in "
                "rows (7 0 2/8 5 3/6 1 4), or the name of an instance (korf100:1)."
            )
    if len(text) > 9:
        raise NotationError(
            f"{short(text)} has {len(text)} digits and could be split into tiles in many ways "
            "(is 12 one tile or two?); expected numbers with separators, as in 12 1 3 4/…; one "
            "digit per cell is possible only up to 9 cells."
        )
    return _one_line("compact", tuple(read_digit(c) for c in text), size)


def _flat(line: str, size: Size) -> Reading:
    """One line of numbers; commas between groups separate rows, as in 1 2 3, 4 5 0."""
    groups = [field.split() for field in line.removesuffix(",").split(",")]
    cells = read_numbers(line, 1)
    width, height = len(groups[0]), len(groups)
    if size is None and height > 1 and width > 1 and {len(g) for g in groups} == {width}:
        side = round(len(cells) ** 0.5)
        if side * side == len(cells) and side != width:
            raise NotationError(
                f"{len(cells)} cells in {height} groups could be {width}x{height} (the commas "
                f"separate rows) or {side}x{side}; separate the rows with / or give the size."
            )
        return Reading("rows", width, cells)
    return _one_line("flat", cells, size)


def _shaped(form: str, rows: list[tuple[int, ...]], size: Size) -> Reading:
    width, cells = len(rows[0]), tuple(cell for row in rows for cell in row)
    if len(rows) == 1 or all(len(row) == 1 for row in rows):
        # A board has at least two rows and two columns, so this is a list of cells.
        return _one_line(form if form == "json" else "flat", cells, size)
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            longest = max(map(len, rows))
            hint = " Write 0 for the blank." if longest * len(rows) == len(cells) + 1 else ""
            raise NotationError(
                f"ragged rows: row 1 has {_cells(width)} and row {number} has {len(row)}; expected "
                f"rows of equal length.{hint}"
            )
    if size is not None and size != (width, len(rows)):
        raise NotationError(
            f"the text has {len(rows)} rows of {width}, a {width}x{len(rows)} board, but the size "
            f"given is {size[0]}x{size[1]} (width x height); leave one of them out."
        )
    return Reading(form, width, cells)


def _one_line(form: str, cells: tuple[int, ...], size: Size) -> Reading:
    count = len(cells)
    if size is not None:
        width, height = size
        if width * height != count:
            verb = "does" if count == 1 else "do"
            raise NotationError(
                f"{_cells(count)} {verb} not fill a {width}x{height} board; expected "
                f"{width * height}."
            )
        return Reading(form, width, cells)
    side = round(count**0.5)
    if side * side == count and side > 1:
        return Reading(form, side, cells)
    widths = range(max(2, -(-count // LARGEST_SIDE)), min(count // 2, LARGEST_SIDE) + 1)
    shapes = [f"{w}x{count // w}" for w in widths if count % w == 0]
    if shapes:
        raise NotationError(
            f"{count} cells in one line could be {' or '.join(shapes)} (width x height); "
            "separate the rows with / or give the size."
        )
    raise NotationError(
        f"{_cells(count)} {'is' if count == 1 else 'are'} not a board; expected a rectangle of "
        "at least 2x2, such as 9 cells for 3x3."
    )


def _cells(count: int) -> str:
    return f"{count} cell{'' if count == 1 else 's'}"
