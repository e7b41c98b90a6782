"""Boards inside objects, as JSON, Python and JavaScript write them: ``{"puzzle": [[…]]}``."""

import re
from typing import NamedTuple

__all__ = ["Value", "values"]

_OBJECT = re.compile(
    r"(?:[A-Za-z_][\w \t.<>:]*=)?[\[(\s]*\{\s*(?:\"[^\"\n]*\"|'[^'\n]*'|[A-Za-z_][\w-]*)\s*:",
    re.ASCII,
)
_TOKEN = re.compile(
    r"\"([^\"\\]*)\"|'([^'\\]*)'|([A-Za-z_][\w-]*)|([\[\](){}:,])|[^\s\[\](){}:,\"']+|[\"']",
    re.ASCII,
)


class Value(NamedTuple):
    """A list or a string in an object: its key, its offset in the text, its own text."""

    key: str
    start: int
    text: str


def values(text: str) -> list[Value] | None:
    """The lists and strings that are values in an object, in order; None if it is no object."""
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
            if name and kind in "[(":
                found.append(Value(name, start, text[start : token.end()]))
        elif mark == ":":
            key, wanted = last, True
        elif word is not None and wanted:
            found.append(Value(key, token.start(), word))
        if mark != ":" and not (mark and mark in "[({"):
            wanted = False
        last = word if word is not None else token[3] or ""
    return found
