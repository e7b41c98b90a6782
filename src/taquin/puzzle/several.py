"""Texts with several boards: where each begins, and the word before it."""

import re
from typing import NamedTuple

from taquin.ground.errors import NotationError, quoted
from taquin.puzzle.declared import TextLine, TextPart, bare, parts, role_of
from taquin.puzzle.objects import object_size, values
from taquin.puzzle.positions import read_positions
from taquin.puzzle.rows import is_complete
from taquin.puzzle.single import Reading, read_single
from taquin.puzzle.size import Size
from taquin.puzzle.splits import complete, fits, is_header, split

__all__ = ["Piece", "pieces", "sized", "whole"]


class Piece(NamedTuple):
    """A board in a text.

    line: where it begins, from 1
    label: the words before it, as in ``start`` or ``Puzzle 3``; "" for none
    """

    line: int
    label: str
    reading: Reading

    @property
    def role(self) -> str:
        """``start``, ``goal`` or ""."""
        return role_of(self.label)


def whole(text: str, size: Size) -> Reading:
    """The reading of a text as one board; its cells may be any numbers. Raises NotationError."""
    positions = read_positions(text, size)
    if positions:
        return positions
    inside = values(text)
    if inside is not None:
        size = sized(object_size(text), size)
        boards = _of_object(text, size)
        if len(boards) == 1:
            return boards[0].reading
        listed = [value.text for value in inside if re.match(r"[\[(]", value.text)]
        if not boards and len(listed) == 1:
            return _read(parts(listed[0]), size)
        raise NotationError(
            f"an object with {len(boards)} boards; expected one, as in "
            '{"board": [[1, 2], [3, 0]]}.'
        )
    return _read(parts(text), size)


def _read(given: list[TextPart], size: Size) -> Reading:
    if sum(bool(role_of(part.label)) for part in given) > 1:
        raise NotationError("a start and a goal; expected one board.")
    lines = [line for part in given for line in bare(part.lines)]
    return read_single([line.text for line in lines], size)


def pieces(text: str, size: Size) -> list[Piece]:
    """The boards in a text, in order; empty if the text is neither one board nor several.

    Raises NotationError if a part of several is not a board, or if the rows could be split in more
    than one way.
    """
    if read_positions(text, size) is None and values(text) is not None:
        return _of_object(text, sized(object_size(text), size))
    given = parts(text)
    try:
        reading = whole(text, size)
    except NotationError:
        pass
    else:
        if is_complete(reading.cells):
            return [
                Piece(_first(given[0]) if given else 1, given[0].label if given else "", reading)
            ]
    header, listed = "", []
    for number, part in enumerate(given):
        if number + 1 < len(given) and not role_of(part.label) and is_header(part.texts):
            header = part.texts[0]
            continue
        boards = split(bare(part.lines), size)
        if not boards and len(given) > 1:
            raise NotationError(
                f"line {_first(part)}: the text below {quoted(part.label, 40)} is not a board."
            )
        listed += [Piece(line, part.label, reading) for line, reading in boards]
    return listed if not header or fits(header, [piece.reading for piece in listed]) else []


def _first(part: TextPart) -> int:
    return next(line.number for line in part.lines if line.text)


def _of_object(text: str, size: Size) -> list[Piece]:
    found = []
    for key, start, inner in values(text) or []:
        reading = complete([line.text for line in bare([TextLine(1, inner)])], size)
        if reading:
            found.append(Piece(text.count("\n", 0, start) + 1, key, reading))
        elif role_of(key):
            raise NotationError(
                f"the {role_of(key)} is not a board; expected every tile once, and a 0."
            )
    return found


def sized(own: Size, size: Size) -> Size:
    """The size that is given, or else an object's own. Raises NotationError if they differ."""
    if own is not None and size is not None and own != size:
        raise NotationError(
            f"the object gives the size {own[0]}x{own[1]}, but the size given is "
            f"{size[0]}x{size[1]} (width x height); leave one of them out."
        )
    return size or own
