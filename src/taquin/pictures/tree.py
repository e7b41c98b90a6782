"""Draws the beginning of a search tree: one small board for each node, one row for each depth."""

from collections.abc import Sequence
from typing import NamedTuple

from taquin.ground.errors import OptionError
from taquin.pictures.board import Tiles, board_elements, check_cell, home_cells, margin, spoken
from taquin.pictures.svg import BLUE, QUIET, card, document, number, text

__all__ = ["Leaf", "leaves", "tree_svg"]

_CAPTION = 30  # pixels below each board
_HEAD = 34


class Leaf(NamedTuple):
    """A node of the tree.

    board:     its position
    parent:    the number of its parent; -1 for the root, which comes first
    values:    what is written below it, as in f 5 = 2 + 3
    expanded:  its place in the order of expansion, from 1; None: it has not been expanded
    """

    board: Tiles
    parent: int
    values: str
    expanded: int | None


def leaves(nodes: Sequence[Leaf]) -> int:
    """How many nodes have no children: the boards that a picture has side by side."""
    return len(nodes) - len({node.parent for node in nodes if node.parent >= 0})


def tree_svg(nodes: Sequence[Leaf], *, goal: Tiles, title: str, cell: int = 14) -> str:
    """The tree as an SVG image; expanded nodes are numbered, those that wait have no number.

    nodes: the root first, every other node after its parent. cell: side of a cell in pixels, 8 or
    more. Raises OptionError without nodes.
    """
    if not nodes:
        raise OptionError("no nodes to draw: expected the root of the tree first.")
    check_cell(cell)
    columns, cells = nodes[0].board
    wide, high = (side * cell + 2 * margin(cell) for side in (columns, len(cells) // columns))
    across, down = max(wide, 60) + 12, high + _CAPTION + 22
    depths = _depths(nodes)
    places = _places(nodes)
    size = (
        across * (max(places) + 1) + 24,
        _HEAD + down * (max(depths) + 1),
    )
    corners = [
        (12 + place * across + (across - wide) / 2, _HEAD + depth * down)
        for place, depth in zip(places, depths, strict=True)
    ]
    parts = [text(16, 22, title, 13, weight=600)]
    for node, (x, y) in zip(nodes, corners, strict=True):
        if node.parent >= 0:
            above = corners[node.parent]
            parts.append(
                f'<path d="M{number(above[0] + wide / 2)} {number(above[1] + high + _CAPTION)}'
                f'L{number(x + wide / 2)} {number(y)}" stroke="{QUIET}" fill="none"/>'
            )
    for node, (x, y) in zip(nodes, corners, strict=True):
        home = home_cells(node.board, goal)
        parts.append(board_elements(node.board, x, y, cell, home=home))
        middle = x + wide / 2
        parts.append(text(middle, y + high + 12, node.values, 11, anchor="middle"))
        if node.expanded is not None:
            caption = f"no. {node.expanded}"
            parts.append(text(middle, y + high + 25, caption, 11, anchor="middle", fill=BLUE))
    order = sorted((node.expanded, node) for node in nodes if node.expanded is not None)
    described = "; ".join(f"{place}: {spoken(node.board)}" for place, node in order)
    described = f"Nodes in the order of expansion. {described}."
    return document(*size, title, described, card(*size), *parts)


def _depths(nodes: Sequence[Leaf]) -> list[int]:
    depths: list[int] = []
    for node in nodes:
        depths.append(depths[node.parent] + 1 if node.parent >= 0 else 0)
    return depths


def _places(nodes: Sequence[Leaf]) -> list[float]:
    """Leaves next to each other from the left, every parent above the middle of its children."""
    children: list[list[int]] = [[] for _ in nodes]
    for at, node in enumerate(nodes):
        if node.parent >= 0:
            children[node.parent].append(at)
    places = [0.0] * len(nodes)
    free = 0
    waiting = [(0, False)]
    while waiting:
        at, ready = waiting.pop()
        below = children[at]
        if not below:
            places[at], free = float(free), free + 1
        elif ready:
            places[at] = (places[below[0]] + places[below[-1]]) / 2
        else:
            waiting += [(at, True), *((child, False) for child in reversed(below))]
    return places
