"""Boards inside objects, as JSON, Python and JavaScript write them: ``{"puzzle": [[…]]}``."""

import re
from typing import NamedTuple

__all__ = ["Value", "object_size", "values"]

_OBJECT = re.compile(
    r"(?:[A-Za-z_][\w \t.<>:]*=)?[\[(\s]*\{\s*(?:\"[^\"\n]*\"|'[^'\n]*'|[A-Za-z_][\w-]*)\s*:",
    re.ASCII,
)
_TOKEN = re.compile(
    r"\"([^\"\\]*)\"|'([^'\\]*)'|([A-Za-z_][\w-]*)|([\[\](){}:,])|[^\s\[\](){}:,\"']+|[\"']",
    re.ASCII,
)


_SIDE = re.compile(
    r"[\"']?\b(?:(width|cols|columns|num_cols)|(height|rows|num_rows)|(size|dimension|dimensions|n))"
    r"[\"']?\s*:\s*[\"']?(\d{1,3})(?:[ \t]*[xX×][ \t]*(\d{1,3}))?[\"']?\s*(?=[,}\n]|$)",
    re.IGNORECASE | re.ASCII,
)
_SHAPE = re.compile(
    r"[\"']?\b(size|shape|dimensions?)[\"']?\s*:\s*[\[(]\s*(\d{1,3})\s*,\s*(\d{1,3})\s*[\])]",
    re.IGNORECASE | re.ASCII,
)
_SHAPES = {"size", "shape", "dimension", "dimensions"}
_PAIR = re.compile(r"[\[(]\s*\d{1,3}\s*,\s*\d{1,3}\s*[\])]", re.ASCII)


class Value(NamedTuple):
    """A list or a string in an object: its key, its offset in the text, its own text."""

    key: str
    start: int
    text: str


def values(text: str) -> list[Value] | None:
    """The lists and strings that are values in an object, in order; None if it is not an object."""
    if not _OBJECT.match(text.lstrip()):
        return None
    found: list[Value] = []
    opened: list[tuple[str, str, int]] = []
    key = last = ""
    wanted = False  # whether a value comes next
    for token in _TOKEN.finditer(text):
        mark = token[4] or ""
        word = token[1] if token[1] is not None else token[2]
        if mark and mark in "[({":
            opened.append((mark, key if wanted else "", token.start()))
            wanted = False
        elif mark and mark in "])}":
            kind, name, start = opened.pop() if opened else ("", "", 0)
            shape = _PAIR.fullmatch(text[start : token.end()]) if name in _SHAPES else None
            if name and kind in "[(" and not shape:
                found.append(Value(name, start, text[start : token.end()]))
        elif mark == ":":
            key, wanted = last, True
        elif word is not None and wanted:
            found.append(Value(key, token.start(), word))
        if mark != ":" and not (mark and mark in "[({"):
            wanted = False
        last = word if word is not None else token[3] or ""
    return found


def object_size(text: str) -> tuple[int, int] | None:
    """The width and the height that an object gives; None for none, or for several.

    A shape is rows and columns; a size of two unequal numbers may be either, and is not used.
    """
    widths, heights = set[int](), set[int]()
    for across, down, both, first, second in _SIDE.findall(text):
        if not down:
            widths.add(int(first))
        if not across:
            heights.add(int(second or first) if both else int(first))
    for name, first, second in _SHAPE.findall(text):
        if name.lower() == "shape" or first == second:
            heights.add(int(first))
            widths.add(int(second))
    if len(widths) != 1 or len(heights) != 1:
        return None
    width, height = widths.pop(), heights.pop()
    return (width, height) if min(width, height) > 1 else None
