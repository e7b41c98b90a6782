"""Width and height: the sizes a board can have, and whether a given size fits a board."""

from operator import index

from taquin.ground.errors import NotationError, OptionError, quoted, shown
from taquin.ground.grammar import an

__all__ = ["LARGEST_SIDE", "Size", "check_fit", "check_size", "read_size"]

Size = tuple[int, int] | None
LARGEST_SIDE = 100


def _is_whole(side: object) -> bool:
    try:
        index(side)  # type: ignore[arg-type]
    except TypeError:  # a type has __index__ too, and so has an array of several numbers
        return False
    return not isinstance(side, bool)


def check_size(width: int, height: int, most: int = LARGEST_SIDE) -> None:
    """Raise NotationError unless both sides are between 2 and `most`."""
    if not (type(width) is type(height) is int or (_is_whole(width) and _is_whole(height))):
        raise NotationError(
            f"width {quoted(width, 40)} and height {quoted(height, 40)}: expected whole numbers "
            f"from 2 to {most}."
        )
    if not (2 <= width <= most and 2 <= height <= most):
        raise NotationError(
            f"{an(f'{shown(width)}x{shown(height)}')} board: expected a width and a height from 2 "
            f"to {most}."
        )


def read_size(size: object) -> Size:
    """The option `size` as a tuple of two sides; OptionError for anything else."""
    if size is None:
        return None
    if not isinstance(size, (tuple, list)) or len(size) != 2 or not all(map(_is_whole, size)):
        raise OptionError(f"size={quoted(size)}: expected (width, height), as in (4, 3).")
    return size[0], size[1]


def check_fit(size: Size, width: int, height: int) -> None:
    """Raise OptionError if a size was given and it is not the board's."""
    if read_size(size) not in (None, (width, height)):
        raise OptionError(
            f"size {'x'.join(map(shown, size or ()))}: the board is {width}x{height}; leave the "
            "size out, or give another board."
        )
