"""One board out of its lines: which format they have, and the shape of the board."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from taquin.ground.errors import NotationError
from taquin.ground.grammar import an, counted
from taquin.puzzle.boxes import is_border, read_table
from taquin.puzzle.rows import (
    BLANK_DIGITS,
    BLANKS,
    is_compact,
    is_complete,
    is_lettered,
    read_digit,
    read_groups,
    read_letters,
    read_lists,
    read_numbers,
    read_rows,
    short,
)
from taquin.puzzle.size import LARGEST_SIDE, Size, read_size

__all__ = ["Reading", "read_single"]

_SIZED = re.compile(
    r"(\d{1,3}[ \t]?[xX×][ \t]?\d{1,3})(?:([:;])[ \t]*|[ \t]+)(?=[\d_.\[({xX])", re.ASCII
)
_HEADER = re.compile(r"(\d{1,5})(?:\s*([xX×]|[\s,])\s*(\d{1,3}))?\s*:?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a text: the format's name, the width, the cells in reading order.

    goal: the cells of the goal that the text gives too, if it does.
    """

    format: str
    width: int
    cells: tuple[int, ...]
    goal: tuple[int, ...] | None = None

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.cells) // self.width


def read_single(lines: Sequence[str], size: Size) -> Reading:
    """The board in these lines, which have neither comments nor labels. O(len).

    The cells may be any numbers. Raises NotationError.
    """
    given = [line for line in map(str.strip, lines) if line.strip("/\\|; ") and not is_border(line)]
    if not given:
        raise NotationError(
            "an empty text is not a board; expected something like 7 0 2/8 5 3/6 1 4."
        )
    _refuse_many(given)
    # At most one row per cell, below a count and the blank's index.
    if size is not None and len(given) > size[0] * size[1] + 3:
        raise NotationError(f"{len(given):,} rows: expected 2 to {LARGEST_SIDE}.")
    if len(given) > LARGEST_SIDE**2 + 3:
        raise NotationError(f"{len(given):,} rows: expected 2 to {LARGEST_SIDE}.")
    if len(given) > 1 and all(line.startswith("- ") for line in given):  # a list in YAML
        given = [line[2:].strip() for line in given]
    sized = _sized_line(given[0], size) if len(given) == 1 else None
    return sized or _counted(given, size) or _uncounted(given, size)


def _sized_line(line: str, size: Size) -> Reading | None:
    """The board behind its size on one line, as in 3x2: 1 2 3 4 5 0, if it is one."""
    match = _SIZED.match(line)
    if not match:
        return None
    try:
        found = _counted([match[1], line[match.end() :]], size)
    except NotationError:
        if match[2]:
            raise
        return None
    return found if match[2] or (found and is_complete(found.cells)) else None


def _refuse_many(rows: list[str]) -> None:
    """Refuse rows of several numbers that are too many, before each is read."""
    # Two more for a count and the goal's blank; a list of cells, one in each row, may be longer.
    if len(rows) > LARGEST_SIDE + 2 and re.search(r"[\s,]+[^\s,]", rows[2].strip()):
        raise NotationError(f"{len(rows):,} rows: expected 2 to {LARGEST_SIDE}.")


def _uncounted(lines: list[str], size: Size) -> Reading:
    """The reading of lines that do not begin with a count or a size."""
    if lines[0][0] in "[({":
        return _shaped("json", read_lists("\n".join(lines)), size)
    table = read_table(lines)
    if table:
        return _shaped("lines", table, size)
    rows = lines
    separated = _semicolons(lines)
    if separated:
        return _shaped("lines", separated, size)
    if len(lines) == 1 and re.search(r"[ \t]//[ \t]", lines[0]):
        rows = lines = [re.sub(r"[ \t]+//[ \t]+", "/", lines[0])]
    if re.search(r"[/\\|;]", "".join(lines)):
        rows = [row for line in lines for row in re.split(r"[/\\|;]", line.strip("/\\|; "))]
    _refuse_many(rows)
    if len(rows) > 1:
        return _shaped("rows" if len(lines) == 1 else "lines", read_rows(rows), size)
    only = rows[0].strip()
    groups = read_groups(only, size)
    if groups:
        return _shaped("rows", groups, size)
    if len(only) > 1 and not re.search(r"[\s,]", only) and only[0] not in "+-":
        return _compact(only, size)
    return _flat(only, size)


def _semicolons(lines: list[str]) -> list[tuple[int, ...]] | None:
    """The rows of a spreadsheet with semicolons between one number each, if the lines are one."""
    rows = [line.split(";") for line in lines]
    if not any(row[-1].strip() for row in rows):
        rows = [row[:-1] for row in rows]
    if len(lines) < 2 or len(rows[0]) < 2 or len({*map(len, rows)}) > 1:
        return None
    if any(re.search(r"[\s,/\\|]", field.strip()) for row in rows for field in row):
        return None
    return read_rows([",".join(row) for row in rows])


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
    if len(rest) > 2 and rest[-1] == "-1":  # the goal's blank, behind the rows
        inner = _counted(lines[:-1], size)
        if inner and is_complete(inner.cells):
            return replace(inner, goal=(*range(1, len(inner.cells)), 0))
    indexed = _indexed(first, rest, size) if len(rest) > 1 else None
    if indexed:
        return indexed
    rows = read_rows(rest)
    counted = _under_count(first, rows, size)
    if counted:
        return counted
    if len(rows) == sum(map(len, rows)):
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


def _under_count(first: int, rows: list[tuple[int, ...]], size: Size) -> Reading | None:
    """The board below its number of rows, of tiles or of cells, if that number fits."""
    cells = tuple(cell for row in rows for cell in row)
    if len({len(row) for row in rows}) > 1:
        return None
    # One number per line may all be cells, the first line too.
    listed = len(rows) == len(cells) and not is_complete(cells)
    if len(cells) == first**2 and len(rows) in {1, first, first**2}:
        if len(rows) < len(cells) or first in cells:
            return _shaped("counted", list(zip(*[iter(cells)] * first, strict=True)), size)
    elif len(cells) in {first, first + 1} and len(cells) > 3 and not listed:
        inner = _shaped("counted", rows, size)
        return Reading("counted", inner.width, inner.cells)
    return None


def _indexed(first: int, rest: list[str], size: Size) -> Reading | None:
    """The board below its number of tiles and the blank's index in the goal, -1 for the last."""
    # At most one row per cell: more lines need not be read.
    if not re.fullmatch(r"-1|\d{1,5}", rest[0], re.ASCII) or len(rest) > first + 2:
        return None
    lines, index = rest[1:], int(rest[0])
    cells = first + 1
    try:
        rows = read_rows(lines)
    except NotationError:
        return None
    found = [cell for row in rows for cell in row]
    if len({len(row) for row in rows}) > 1 or (len(rows) == len(found) and not is_complete(found)):
        return None
    if len(rows[0]) > 1 and (index, first) == (len(rows[0]), len(rows)):
        return _shaped("counted", rows, size)  # rows and columns
    if len(found) != cells or cells < 4 or index >= cells:
        return None
    inner = _shaped("counted", rows, size)
    tiles = list(range(1, cells))
    tiles.insert(cells if index < 0 else index, 0)
    return Reading("counted", inner.width, inner.cells, tuple(tiles))


def _is_first_row(lines: list[str]) -> bool:
    """Whether digits around an x are tiles and the blank: true if no other blank follows."""
    if is_compact(lines) or is_lettered(lines):
        return True
    words = [re.split(r"[\s,]+", line.strip(", ")) for line in lines]
    below = {word.lower() for row in words[1:] for word in row}
    return words[0][1:2] in (["x"], ["X"]) and {*map(len, words)} == {3} and not below & BLANKS


def _under_sides(rest: list[str], sides: tuple[int, int], size: Size) -> Reading | None:
    """The board below its width and height, or its rows and columns: the rows below decide."""
    shape = (len(re.split(r"[\s,]+", rest[0].strip(", "))), len(rest))
    if sides[0] == sides[1] and shape == (sides[0] ** 2, 1):
        return Reading("counted", sides[0], _flat(rest[0], size or sides).cells)
    if len(rest) == 1 and sides[0] != sides[1]:
        _refuse_flat(rest, sides)
    if min(shape) < 2 or shape not in {sides, sides[::-1]}:
        return None
    rows = read_rows(rest)
    # With two columns, numbers that are missing below are tiles of the first row.
    if shape[0] == 2 and not set(sides) <= {cell for row in rows for cell in row}:
        return None
    return _shaped("counted", rows, size)


def _refuse_flat(rest: list[str], sides: tuple[int, int]) -> None:
    """Refuse one line of cells below two sides: these may be rows and columns, or the reverse."""
    try:
        read_size(sides)
        cells = _uncounted(rest, sides).cells
    except NotationError:
        return
    if is_complete(cells):
        a, b = sides
        raise NotationError(
            f"{a} {b} above one line of {len(cells)} cells could be a width and a height, {a}x{b}, "
            f"or rows and columns, {b}x{a}; write {a}x{b} or {b}x{a} (width x height)."
        )


def _under_size(lines: list[str], given: tuple[int, int], size: Size, nested: bool) -> Reading:
    if size is not None and size != given:
        raise NotationError(
            f"the first line gives the size {lines[0]}, but the size given is "
            f"{size[0]}x{size[1]} (width x height); leave one of them out."
        )
    rest, size = lines[1:], read_size(given)
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
    if len(line) > 2 * LARGEST_SIDE**2 and len(re.findall(r"[^\s,]+", line)) > LARGEST_SIDE**2:
        raise NotationError(f"more than {LARGEST_SIDE**2:,} cells in one line are not a board.")
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
            f"the text has {len(rows)} rows of {width}, {an(f'{width}x{len(rows)}')} board, but "
            f"the size given is {size[0]}x{size[1]} (width x height); leave one of them out."
        )
    return Reading(form, width, cells)


def _one_line(form: str, cells: tuple[int, ...], size: Size) -> Reading:
    count = len(cells)
    if size is not None:
        width, height = size
        if width * height != count:
            verb = "does" if count == 1 else "do"
            raise NotationError(
                f"{_cells(count)} {verb} not fill {an(f'{width}x{height}')} board; expected "
                f"{width * height}."
            )
        return Reading(form, width, cells)
    side = round(count**0.5)
    if side * side == count and side > 1:
        return Reading(form, side, cells)
    widths = range(max(2, -(-count // LARGEST_SIDE)), min(count // 2, LARGEST_SIDE) + 1)
    shapes = [f"{w}x{count // w}" for w in widths if count % w == 0]
    if shapes:
        blank = "" if 0 in cells else " None of them is the blank; write 0, _ or . for it."
        raise NotationError(
            f"{count} cells in one line could be {' or '.join(shapes)} (width x height); "
            f"separate the rows with / or give the size.{blank}"
        )
    raise NotationError(
        f"{_cells(count)} {'is' if count == 1 else 'are'} not a board; expected a rectangle of "
        "at least 2x2, such as 9 cells for 3x3."
    )


def _cells(count: int) -> str:
    return counted(count, "cell")
