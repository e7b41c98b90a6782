"""Forms of boards that files have and nobody types: known lengths, empty places, titles."""

import re
from collections.abc import Callable, Sequence

from taquin.faces.cli.files import Line
from taquin.ground.grammar import counted

__all__ = ["latin_titles", "plainly"]

# A board in one word, or in brackets, and the number of moves that it is known to need.
_KNOWN = re.compile(r"([0-9A-Fa-f]{4,36}|[\[({].*[\])}]|\"[^\"]*\")\s*[\s,;:]\s*\d{1,3}", re.ASCII)
_SEPARATORS = (",", ";", "\t")
# A byte of Latin-1 as `read_lines` shows it, in a word.
_LETTER = re.compile(r"(?<=[A-Za-z])\\x([c-f][0-9a-f])|\\x([c-f][0-9a-f])(?=[a-z])")


def plainly(
    lines: Sequence[Line], is_board: Callable[[Line], bool], tell: Callable[[str], object]
) -> list[Line]:
    """The lines, where they are no boards, without known lengths and with a 0 in an empty place.

    A line is changed only if it is a board then. tell: takes what was understood.
    """
    known = empty = 0
    read: list[Line] = []
    for line in lines:
        text = line.text.strip()
        length, filled = _KNOWN.fullmatch(text), _filled(line.text.strip(" \r\n"))
        if length is not None and _becomes(line, length[1].strip('"'), is_board):
            known += 1
            line = line._replace(text=length[1].strip('"'))
        elif filled is not None and _becomes(line, filled, is_board):
            empty += 1
            line = line._replace(text=filled)
        read.append(line)
    if known:
        tell(f"the number after {counted(known, 'board')} is taken as a known length.")
    if empty:
        tell(f"the empty place in {counted(empty, 'board')} is read as the blank.")
    return read


def _becomes(line: Line, text: str, is_board: Callable[[Line], bool]) -> bool:
    return not is_board(line) and is_board(line._replace(text=text))


def _filled(text: str) -> str | None:
    """A line of numbers with a 0 in its one empty place; None for other lines."""
    for mark in _SEPARATORS:
        fields = [field.strip() for field in text.split(mark)]
        numbers = [field for field in fields if field]
        if len(fields) < 4 or len(numbers) != len(fields) - 1:
            continue
        if all(field.isascii() and field.isdigit() for field in numbers):
            return mark.join(field or "0" for field in fields)
    return None


def latin_titles(lines: Sequence[Line]) -> list[Line]:
    """The lines, where titles between boards are not UTF-8 but Latin-1, as text."""
    return [line if line.problem is None else _title(line) or line for line in lines]


def _title(line: Line) -> Line | None:
    """A line that is not UTF-8 as a title in Latin-1; None if it may be a board."""
    if len(re.findall(r"\d+", _LETTER.sub("", line.text))) > 1 or not _LETTER.search(line.text):
        return None
    text = _LETTER.sub(lambda found: chr(int(found[1] or found[2], 16)), line.text)
    return None if "\\x" in text else Line(line.number, text)
