"""What the headers of models and trainings may hold."""

from typing import Any

from taquin.beams.value.relative import LEAST_SIDE
from taquin.ground.fields import IntegerIn, ListOf, NumberIn, RecordOf, TextOf

__all__ = ["ABOUT", "CURVE", "MOST_SEED", "SETTINGS", "SIZE", "misfit"]

MOST_CELLS = 64  # of a board that can be trained: the weights take 4 n⁴ bytes
MOST_SEED = (1 << 64) - 1

_MANY = 1e15
SIZE = {"width": IntegerIn(2, MOST_CELLS // 2), "height": IntegerIn(2, MOST_CELLS // 2)}
# A beam of that width has 0.2 GB of layers on 8x8, and samples take a gigabyte.
SETTINGS = RecordOf(
    {
        "width": IntegerIn(1, 1 << 14),
        "samples": IntegerIn(1, 1 << 10),
        "margin": NumberIn(0, 1e6),
        "first_step": NumberIn(1e-9, 1e6),
        "last_step": NumberIn(1e-9, 1e6),
        "pull": NumberIn(0, 1e6),
        "averaged": NumberIn(0, 1),
    }
)
# Seconds, rounds, solved, moves, ranked wrongly; a point every ten seconds.
CURVE = ListOf(ListOf(NumberIn(0, _MANY), least=5, most=5), most=1_000_000)
ABOUT = RecordOf(
    {},
    optional={
        "begun from": TextOf(),
        "seed": IntegerIn(0, MOST_SEED),
        "rounds": IntegerIn(0, 1 << 53),
        "seconds": NumberIn(0, _MANY),
        "settings": SETTINGS,
        "curve": CURVE,
    },
)


def misfit(header: dict[str, Any]) -> str | None:
    """What is wrong with the size that a header names; None if nothing is."""
    cells, side = header["width"] * header["height"], min(header["width"], header["height"])
    if header.get("topology") == "torus" and side < LEAST_SIDE:
        return f"has a wrong header: a torus has sides of {LEAST_SIDE} cells or more"
    if cells <= MOST_CELLS:
        return None
    return f"has a wrong header: {cells} cells, where at most {MOST_CELLS} are expected"
