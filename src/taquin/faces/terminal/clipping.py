"""Text where the terminal is narrow: cut off, which it shows, or wrapped between its parts."""

import re
from collections.abc import Sequence
from textwrap import wrap

__all__ = ["clipped", "fitted", "shortened", "unbroken", "wrapped"]

_BEFORE_SENTENCE = re.compile(r"(?<=[.!?…])(?=[ \n])")


def clipped(text: str, width: int) -> str:
    """The text, or as much of it as fits with an ellipsis.

    >>> clipped("Review 3×3", 10), clipped("Review 3×3", 9)
    ('Review 3×3', 'Review 3…')
    """
    return text if len(text) <= width else f"{text[: max(0, width - 1)]}…"


def fitted(texts: Sequence[str], width: int) -> str:
    """The first of these texts that fits; else as much of the last one as does.

    >>> fitted(["Review 3×3", "3×3"], 10), fitted(["Review 3×3", "3×3"], 9)
    ('Review 3×3', '3×3')
    """
    return next((text for text in texts if len(text) <= width), clipped(texts[-1], width))


def wrapped(text: str, width: int) -> list[str]:
    """A text of one line or more in lines of `width` characters."""
    return [part for line in text.split("\n") for part in wrap(line, width) or [""]]


def shortened(text: str, width: int, lines: int) -> str:
    """As many sentences of a text as fit into so many lines, with an ellipsis for the others.

    >>> shortened("Solved: 9 moves. A best.", 24, 1), shortened("Solved: 9 moves. A best.", 23, 1)
    ('Solved: 9 moves. A best.', 'Solved: 9 moves. …')
    >>> shortened("Solved: 9 moves. A best.", 12, 1)
    'Solved: 9…'
    """
    sentences = _BEFORE_SENTENCE.split(text)
    for count in range(len(sentences), 0, -1):
        left_out = " …" if count < len(sentences) else ""
        shown = f"{''.join(sentences[:count])}{left_out}"
        if len(wrapped(shown, width)) <= lines:
            return shown
    *most, last = wrapped(text, width)[: max(1, lines)]
    return "\n".join([*most, clipped(f"{last}…", width)])


def unbroken(parts: Sequence[str], width: int) -> list[str]:
    """Parts with commas between them, in lines that end with a part where it fits into a line.

    >>> unbroken(["attempts 2", "best 0:03.166"], 16)
    ['attempts 2,', 'best 0:03.166']
    >>> unbroken(["no best"], 4)
    ['no', 'best']
    """
    glued = [part.replace(" ", "\xa0") if len(part) < width else part for part in parts]
    return [line.replace("\xa0", " ") for line in wrap(", ".join(glued), width)]
