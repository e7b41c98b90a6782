"""The beginning of a recorded search as a tree: what a saved notebook shows of it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from taquin.ground.grammar import counted
from taquin.pictures.tree import Leaf, leaves, tree_svg
from taquin.puzzle.board import Board

__all__ = ["tree_picture"]

_MOST_LEAVES = 10  # side by side
_MOST_CELLS = 25  # of a board whose tiles can still be read


def tree_picture(lines: Iterable[str], goal: Board, name: str) -> str:
    """The first expansions of a trace as an SVG image, as many as fit side by side."""
    shown: list[Leaf] = []
    for nodes in _growing(map(json.loads, lines)):
        if shown and (leaves(nodes) > _MOST_LEAVES or len(goal) > _MOST_CELLS):
            break
        shown = list(nodes)
    steps = sum(node.expanded is not None for node in shown)
    title = f"{name}: the tree after {counted(steps, 'expansion')}"
    return tree_svg(shown, goal=(goal.width, goal.cells), title=title)


def _growing(trace: Iterator[Mapping[str, Any]]) -> Iterator[list[Leaf]]:
    """The tree after each expansion; a new contour begins it again."""
    nodes: list[Leaf] = []
    number: dict[str, int] = {}
    for line in trace:
        if line["kind"] == "contour":
            nodes, number = [], {}
        if line["kind"] != "expand" or line.get("side") == "backwards":
            continue
        chosen = line["chosen"]
        at = number.setdefault(chosen["board"], len(nodes))
        if at == len(nodes):
            nodes.append(_leaf(chosen, -1 if not nodes else 0))
        nodes[at] = nodes[at]._replace(expanded=line["iteration"])
        for child in line["successors"]:
            if child["verdict"] == "duplicate" or child["board"] in number:
                continue
            number[child["board"]] = len(nodes)
            nodes.append(_leaf(child, number[child.get("of", chosen["board"])]))
        yield nodes


def _leaf(shown: Mapping[str, Any], parent: int) -> Leaf:
    board = Board.parse(shown["board"])
    g, h = shown["g"], shown.get("h")
    values = f"g {g}" if h is None else f"f {g + h} = {g} + {h}"
    return Leaf((board.width, board.cells), parent, values, None)
