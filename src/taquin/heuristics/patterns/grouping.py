"""Which tiles of a relabelled table are alike: the group of the tile in each cell of the goal."""

__all__ = ["GROUPED_CELLS", "grouping"]

GROUPED_CELLS = 16

# T. Rokicki's groups for the 15-puzzle, as found in the solver slidy, turned to a goal with the
# blank first; and groups of as many tiles for goals with the blank on an edge and inside.
_NAMED = {
    (4, 4, 0): "0332/3322/1122/1100",
    (4, 4, 1): "0011/0211/2233/2233",
    (4, 4, 5): "0011/2011/2233/2233",
}
# Of 15 tiles, groups of 4, 4, 4 and 3 would take two thirds more memory.
_FIFTEEN = (4, 5, 4, 2)


def grouping(width: int, height: int, blank: int) -> tuple[int, ...]:
    """The group of the tile whose goal is each cell, 0 to 3; 0 for the blank.

    blank: the blank's canonical goal cell. Up to 16 cells. Groups lie together, because tiles that
    are alike can stand for one another and should not be far apart: where no groups are named, the
    cells are cut along the longer side.
    """
    named = _NAMED.get((width, height, blank))
    if named is not None:
        return tuple(int(group) for group in named if group != "/")
    cells = [cell for cell in range(width * height) if cell != blank]
    if width > height:
        cells.sort(key=lambda cell: (cell % width, cell))
    sizes = _FIFTEEN if len(cells) == 15 else [(len(cells) + 3 - k) // 4 for k in range(4)]
    groups = [0] * (width * height)
    for group, size in enumerate(sizes):
        for _ in range(size):
            groups[cells.pop(0)] = group
    return tuple(groups)
