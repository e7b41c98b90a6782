"""What `taquin pdb list` and `verify` ask of stored files: are they what their names say?"""

import re
from pathlib import Path
from typing import Any

from taquin.ground.sealed import read_sealed_header
from taquin.heuristics.patterns.collection import PatternDatabase
from taquin.heuristics.patterns.file import AUTOMATON, TABLE, read_header, read_table
from taquin.heuristics.patterns.moves import automaton_file, read_automaton
from taquin.heuristics.patterns.place import Place
from taquin.heuristics.patterns.relabelled_file import RELABELLED, verify_relabelled
from taquin.heuristics.patterns.weighted_table import WEIGHTED, verify_weighted
from taquin.kernels import load_numba

__all__ = ["described", "verify"]


# What a file of another metric is, by the ending of its name.
_METRICS = {".pushes": ("mtm", RELABELLED), ".costs": ("expense", WEIGHTED)}


def described(path: Path) -> dict[str, Any]:
    """The header of a table, checked, in stm with its name. Raises TableError."""
    if path.suffix in _METRICS:
        metric, kind = _METRICS[path.suffix]
        return {**read_sealed_header(path, kind), "metric": metric}
    header = read_header(path)
    _place(path, header)
    return header


def verify(path: Path) -> None:
    """Check all of a table or automaton, even if that was done before. Raises TableError."""
    if path.suffix == ".dfa":
        _verify_automaton(path)
    elif path.suffix == ".pushes":
        verify_relabelled(path)
    elif path.suffix == ".costs":
        verify_weighted(path)
    else:
        _verify_table(path)


def _verify_table(path: Path) -> None:
    load_numba()
    from taquin.kernels.patterns.build import packed_neighbors
    from taquin.kernels.patterns.ranking import arrangements, cell_sets

    contents = read_table(path, {}, again=True)
    header = contents.header
    place, tiles = _place(path, header), len(header["pattern"])
    if place.planes != header["planes"]:
        raise TABLE.damaged(path, f"has {header['planes']} planes, not {place.planes}")
    blocks = int(cell_sets(packed_neighbors(place.neighbors), tiles).first[-1])
    order = arrangements(tiles)
    needed = header["planes"] * blocks * len(order.codes) * order.bits // 8
    if len(contents.data) != needed:
        raise TABLE.damaged(path, f"has {len(contents.data):,} bytes of bits, not {needed:,}")


def _verify_automaton(path: Path) -> None:
    header, _ = read_automaton(path, {})
    neighbors = tuple(map(tuple, header["neighbors"]))
    named = re.match(r"(\d{1,2})x(\d{1,2})-", path.name)
    if named is not None:
        width, height = map(int, named.groups())
        place = Place(width, height, neighbors, 0)
        if automaton_file(path.parent, place, header["moves"]) == path:
            return
    raise AUTOMATON.damaged(path, "has the wrong name for what it contains")


def _place(path: Path, header: dict[str, Any]) -> Place:
    """Where a table belongs; raises DamagedFile for the header of another kind of table."""
    width, height, pattern = header["width"], header["height"], header["pattern"]
    cells, neighbors = width * height, header["neighbors"]
    if len(neighbors) != cells or max(map(max, neighbors)) >= cells or header["blank"] >= cells:
        raise TABLE.damaged(
            path, f"has a wrong header: its cells are not those of {width}x{height}"
        )
    if pattern != sorted(set(pattern)) or pattern[-1] >= cells:
        raise TABLE.damaged(
            path, f"has a wrong header: {pattern} is not a pattern of {width}x{height}"
        )
    place = Place(width, height, tuple(map(tuple, neighbors)), header["blank"])
    name = PatternDatabase.name(place, tuple(pattern))
    if name != path.name:
        raise TABLE.damaged(path, f"has the wrong name: it contains {name}")
    return place
