"""Text where the terminal is narrow: cut off, which it shows, or wrapped between its parts."""

from collections.abc import Sequence
from textwrap import wrap

__all__ = ["clipped", "unbroken"]


def clipped(text: str, width: int) -> str:
    """The text, or as much of it as fits with an ellipsis.

    >>> clipped("Review 3×3", 10), clipped("Review 3×3", 9)
    ('Review 3×3', 'Review 3…')
    """
    return text if len(text) <= width else f"{text[: max(0, width - 1)]}…"


def unbroken(parts: Sequence[str], width: int) -> list[str]:
    """Parts with commas between them, in lines that end with a part where it fits into a line.

    >>> unbroken(["attempts 2", "best 0:03.166"], 16)
    ['attempts 2,', 'best 0:03.166']
    >>> unbroken(["no best"], 4)
    ['no', 'best']
    """
    glued = [part.replace(" ", "\xa0") if len(part) < width else part for part in parts]
    return [line.replace("\xa0", " ") for line in wrap(", ".join(glued), width)]
