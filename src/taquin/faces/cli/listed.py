"""Forms of boards that files have and nobody types: known lengths, empty places, titles."""

import re
from collections.abc import Callable, Iterator, Sequence

from taquin.faces.cli.files import Line
from taquin.ground.grammar import counted
from taquin.puzzle.rows import BLANKS

__all__ = ["latin_titles", "plainly", "without_titles"]

# A board in one word, or in brackets, and the number of moves that it is known to need.
_KNOWN = re.compile(
    r"([0-9A-Fa-f]{4,36}|[\[({].*[\])}]|\"[^\"]*\")\s*[\s,;:]\s*(\d{1,3})", re.ASCII
)
_SEPARATORS = (",", ";", "\t")
_NUMBER = re.compile(r"\d{1,5}", re.ASCII)
# Words, of which one has three letters or more.
_WORDS = re.compile(r"(?=.*[^\W\d_]{3})[^\W\d_][^\d_/\\|\[\](){}]*")
_GAP = re.compile(r"(?:^|[,;\t]) *(?:[,;\t]|$)")
# A byte of Latin-1 as `read_lines` shows it, in a word.
_LETTER = re.compile(r"(?<=[A-Za-z])\\x([c-f][0-9a-f])|\\x([c-f][0-9a-f])(?=[a-z])")


def plainly(
    lines: Sequence[Line],
    is_board: Callable[[Line], bool],
    in_rows: Callable[[list[Line]], bool],
    tell: Callable[[str], object],
) -> list[Line]:
    """The lines, where they are no boards, with known lengths apart and with a 0 in an empty place.

    A line is changed only if it is a board then, and no place is filled in a row of a board.
    in_rows: whether the boards in lines without a gap have rows.   tell: takes what was understood.
    """
    known = empty = 0
    read: list[Line] = []
    fits: dict[tuple[str, int], bool] = {}  # of all tiles, whose order does not matter
    for part in _parts(lines):
        filled = [_filled(line) for line in part]
        if any(filled) and any(map(_has_large_tile, part)) and in_rows(part):
            filled = [None] * len(part)
        for line, whole in zip(part, filled, strict=True):
            apart = _length_apart(line)
            if whole is not None and _fits(line, whole, fits, is_board):
                empty += 1
                line = line._replace(text=whole)
            elif apart is not None and is_board(apart):
                known += 1
                line = apart
            read.append(line)
    if known:
        tell(f"the number after {counted(known, 'board')} is taken as a known length.")
    if empty:
        tell(f"the empty place in {counted(empty, 'board')} is read as the blank.")
    return read


def _parts(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines, in parts that end with an empty one."""
    part: list[Line] = []
    for line in lines:
        part.append(line)
        if not line.text.strip():
            yield part
            part = []
    yield part


def _length_apart(line: Line) -> Line | None:
    """A line of a board and a number, with the number as its known length; None for other lines."""
    text = line.text.strip()
    found = _KNOWN.fullmatch(text) if text[-1:].isdigit() else None
    return found and line._replace(text=found[1].strip('"'), known=int(found[2]))


def _fits(
    line: Line, text: str, known: dict[tuple[str, int], bool], is_board: Callable[[Line], bool]
) -> bool:
    """Whether a line of all tiles is a board, which its length tells; known: of these lengths."""
    mark = _mark(text)
    shape = mark, text.count(mark)
    if shape not in known:
        known[shape] = is_board(line._replace(text=text))
    return known[shape]


def _mark(text: str) -> str:
    return next((mark for mark in _SEPARATORS if mark in text), "\n")


def _has_large_tile(line: Line) -> bool:
    """Whether a line of numbers has a tile that no board with as many cells has."""
    fields = [field.strip() for field in line.text.split(_mark(line.text))]
    tiles = [int(field) for field in fields if _NUMBER.fullmatch(field)]
    return len(tiles) > 1 and max(tiles) >= len(fields)


def _filled(line: Line) -> str | None:
    """A line of all tiles with a 0 in its one empty place; None for other lines."""
    text = line.text.strip(" \r\n")
    if line.problem is not None or not text or not _GAP.search(text):
        return None
    mark = _mark(text)
    fields = [field.strip() for field in text.split(mark)]
    tiles = [int(field) for field in fields if _NUMBER.fullmatch(field)]
    if len(fields) < 4 or "" not in fields or sorted(tiles) != list(range(1, len(fields))):
        return None
    return mark.join(field or "0" for field in fields)


def latin_titles(lines: Sequence[Line]) -> list[Line]:
    """The lines, where titles between boards are not UTF-8 but Latin-1, as text."""
    return [line if line.problem is None else _title(line) or line for line in lines]


def _title(line: Line) -> Line | None:
    """A line that is not UTF-8 as a title in Latin-1; None if it may be a board."""
    if len(re.findall(r"\d+", _LETTER.sub("", line.text))) > 1 or not _LETTER.search(line.text):
        return None
    text = _LETTER.sub(lambda found: chr(int(found[1] or found[2], 16)), line.text)
    return None if "\\x" in text else Line(line.number, text)


def without_titles(lines: Sequence[Line], is_board: Callable[[Line], bool]) -> list[Line]:
    """The lines, with an empty one in place of each that has words alone."""
    return [
        Line(line.number, "")
        if _WORDS.fullmatch(text := line.text.strip())
        and text.lower() not in BLANKS
        and not is_board(line)
        else line
        for line in lines
    ]
