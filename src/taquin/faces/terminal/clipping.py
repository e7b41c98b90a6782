"""Text that is cut off where the terminal is too narrow for it, and shows that it is."""

__all__ = ["clipped"]


def clipped(text: str, width: int) -> str:
    """The text, or as much of it as fits with an ellipsis.

    >>> clipped("Review 3×3", 10), clipped("Review 3×3", 9)
    ('Review 3×3', 'Review 3…')
    """
    return text if len(text) <= width else f"{text[: max(0, width - 1)]}…"
