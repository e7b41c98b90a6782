"""Boards as text, in and out.

Accepted: rows separated by ``/``, ``\\``, ``|``, ``;`` or newlines; one line of numbers; hyphens
between (``1-2-3``); compact digits, also in groups (at most nine cells), digits and letters (10 to
36 cells); nested lists of any programming language; tables and drawn boxes; a course file (a count
or a size, then the rows); positions of tiles (`taquin.puzzle.positions`). Labels, declarations and
comments around a board are dropped (`taquin.puzzle.declared`), and objects searched for it
(`taquin.puzzle.objects`). ``_``, ``.``, ``x``, ``-``, ``*``, ``b``, ``e``, ``-1`` or ``0`` is the
blank. If a text has two possible readings, the error names both.
"""

import json
import re

from taquin.ground.errors import NotationError, check_text
from taquin.puzzle.rows import BLANKS, DIGITS, is_complete
from taquin.puzzle.several import pieces, whole
from taquin.puzzle.single import Reading
from taquin.puzzle.size import Size, read_size
from taquin.puzzle.wrappers import unwrapped

__all__ = [
    "FORMATS",
    "LONGEST_HINT",
    "Reading",
    "check_board_text",
    "is_instance_name",
    "marks_remark",
    "recognise",
    "write_board",
]

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
_SIZE = re.compile(r"\d{1,3}\s*[x×]\s*\d{1,3}(\s*[x×]\s*\d{1,3})*", re.ASCII | re.IGNORECASE)
_MARKS = "x_*?"  # of the blank; 0, points and hyphens need no remark
_LONE_MARK = re.compile(r"#[ \t\d,|/_]*(?=[\r\n]|\Z)", re.ASCII)
LONGEST_HINT = 1_000  # in longer texts nobody looks for what else they may be
# Numbers before a board, numbers after it, and what they may be.
_EXTRA = [
    (1, 0, "the first (an index?)"),
    (0, 1, "the last (a cost?)"),
    (1, 1, "the first and the last (an index and a cost?)"),
]
# Digits around a blank, hyphens between tiles, sixteen hexadecimal digits, a label.
_NO_NAME = re.compile(
    r"[xX\d_]+|[bBeE][\d_]+|[xXbBeE_](?:-\w{1,2})+|[\dA-Fa-f]{16}"
    r"|(?i:board|puzzle|input|start|init|initial|goal|target|final|state|tiles)[ \t]*:.*",
    re.ASCII,
)


def is_instance_name(text: str) -> bool:
    """Whether `text` looks like an instance name rather than a board; it need not exist.

    >>> is_instance_name("korf100:1"), is_instance_name("fe169b4c0a73d852")
    (True, False)
    """
    word = text.strip()
    # x is a blank in board texts, as in x12345678; sixteen hexadecimal digits are a board.
    if _NO_NAME.fullmatch(word):
        return False
    return bool(re.fullmatch(r"[A-Za-z][\w-]*(:[^\[({]*)?", word, re.ASCII))


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
    size = check_board_text(text, size)
    text = unwrapped(text)
    failure = None
    try:
        reading = whole(text, size)
        if is_complete(reading.cells):
            return reading
    except NotationError as error:
        failure = error
    _refuse_several(text, size)
    _refuse_extra(text, size, failure)
    _refuse_extra_lines(text, size, failure)
    _refuse_comment(text, failure)
    _refuse_size(text)
    if failure:
        raise failure
    _refuse_last_as_blank(reading.cells)
    return reading


def check_board_text(text: str, size: Size) -> Size:
    """The size as a tuple; NotationError for a text that is too long to be boards."""
    check_text("text", text, "that of a board, as in 7 0 2/8 5 3/6 1 4")
    if len(text) > _LONGEST:
        raise NotationError(
            f"{len(text):,} characters are not a board; expected at most {_LONGEST:,}."
        )
    if "\0" in text:
        raise NotationError("the text contains a NUL byte; expected numbers.")
    return read_size(size)


def _refuse_size(text: str) -> None:
    """Refuse a size, in which x would be a blank."""
    if found := _SIZE.fullmatch(text.strip()):
        is_size = "a size" if found[1] is None else "neither a board nor a size, such as 4x3"
        raise NotationError(
            f"{text.strip()} is {is_size}; expected a board, such as 7 0 2/8 5 3/6 1 4."
        )


def marks_remark(text: str, cells: tuple[int, ...]) -> str:
    """Of a board with several blanks: which letters and signs are read as one; "" for none."""
    marks = [mark for mark in _MARKS if mark in text.lower()]
    if cells.count(0) < 2 or not marks:
        return ""
    read = "is read as the blank" if len(marks) == 1 else "are read as blanks"
    return f" {', '.join(marks)} {read}."


def _refuse_several(text: str, size: Size) -> None:
    if len(text) > LONGEST_HINT:
        return
    try:
        found = pieces(text, size)
    except NotationError:
        return
    if len(found) < 2:
        return
    lines = sorted({piece.line for piece in found})
    where = f", at lines {lines[0]} and {lines[-1]}" if len(lines) == len(found) == 2 else ""
    raise NotationError(
        f"the text contains {len(found)} boards{where}; expected one. Give the board to start "
        "from, and the goal separately."
    )


def _refuse_extra(text: str, size: Size, failure: NotationError | None) -> None:
    """Refuse a board with a number before or after it, an index or a cost: all such readings."""
    words = re.split(r"[\s,;/|\[\](){}]+", text.replace("\ufeff", "").strip(" \t\r\n,;/|[](){}"))
    if len(text) > LONGEST_HINT or not all(
        re.fullmatch(r"\d{1,9}", word, re.ASCII) or word.lower() in BLANKS for word in words
    ):
        return
    cells = tuple(int(word) if word.isdigit() else 0 for word in words)
    found = []
    for first, last, what in _EXTRA:
        inner = cells[first : len(cells) - last]
        side = round(len(inner) ** 0.5)
        width, height = size or (side, side)
        if len(inner) >= 4 and width * height == len(inner) and is_complete(inner):
            board = write_board(width, inner)
            shown = board if len(board) < 200 else "the board alone"
            found.append((what, shown, _too_many(words, first, last, shown)))
    if not found:
        return
    if is_complete(cells) and failure:  # they may also be a board, of a size that is not given
        raise NotationError(" ".join([str(failure), *(asked for _, _, asked in found)]))
    without = ", or without ".join(what for what, _, _ in found)
    raise NotationError(
        f"{len(cells)} numbers, which are a board without {without}; write "
        f"{' or '.join(board for _, board, _ in found)}."
    )


def _too_many(words: list[str], first: int, last: int, board: str) -> str:
    """Asks whether numbers at the ends are too many."""
    if first and last:
        return (
            f"Are the first number, {words[0]}, and the last, {words[-1]}, too many? Then write "
            f"{board}."
        )
    which, word = ("first", words[0]) if first else ("last", words[-1])
    return f"Is the {which} number, {word}, one too many? Then write {board}."


def _refuse_extra_lines(text: str, size: Size, failure: NotationError | None) -> None:
    """Refuse lines each of which is a board with a number before or after it."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or len(text) > LONGEST_HINT:
        return
    told = None
    for number, line in enumerate(lines, start=1):
        try:
            _refuse_extra(line, size, failure)
            return
        except NotationError as error:
            told = told or f"line {number}: {error}"
    raise NotationError(str(told))


def _refuse_comment(text: str, failure: NotationError | None) -> None:
    """Say of a lone # that it begins a comment: it may be meant as the blank."""
    if failure and len(text) <= LONGEST_HINT and _LONE_MARK.search(text):
        raise NotationError(f"{failure} # begins a comment; write 0 for the blank.")


def _refuse_last_as_blank(cells: tuple[int, ...]) -> None:
    """Refuse the tiles 1 to N on N cells: there N may be the blank, or a tile."""
    count = len(cells)
    if sorted(cells) == list(range(1, count + 1)):
        raise NotationError(
            f"not a board of {count} cells: {count} out of range (tiles are 1 to {count - 1}, the "
            f"blank is 0); no blank (write 0, _ or . for it). Is {count} the blank? Write 0 for it."
        )
