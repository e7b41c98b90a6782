"""Arguments of the wrong kind are errors of taquin's, which quote them in short."""

from collections.abc import Callable

import numpy as np
import pytest

import taquin
from taquin.ground.errors import TaquinError

BOARD = "1 2 3/4 5 6/7 0 8"
SEVERAL = np.array([1, 2])


@pytest.mark.parametrize(
    "call",
    [
        lambda: taquin.instances(3),
        lambda: taquin.instances(None),
        lambda: taquin.instances([]),
        lambda: taquin.parse_moves("1 2 3/4 5 6/7 0 8", directions=""),
        lambda: taquin.parse_moves("R", directions=3),
        lambda: taquin.parse_moves("R", directions=[]),
        lambda: taquin.parse_moves("R", directions=""),
        lambda: taquin.parse_moves("R", directions="x" * 100_000),
        lambda: taquin.parse_moves("R", notation=SEVERAL),
        lambda: taquin.format_moves("R", notation=SEVERAL),
        lambda: taquin.named_goal("last", SEVERAL, 3),
        lambda: taquin.named_goal("last", int, 3),
        lambda: taquin.topology("grid", int, 3),
        lambda: taquin.solve(BOARD, engine=SEVERAL),
        lambda: taquin.solve(BOARD, optimal=SEVERAL),
        lambda: taquin.load_plugin("x" * 100_000),
    ],
)
def test_an_argument_of_the_wrong_kind_is_told(call: Callable[[], object]) -> None:
    with pytest.raises(TaquinError) as caught:
        call()
    assert len(str(caught.value)) < 1000


def test_right_arguments_of_other_kinds_are_read() -> None:
    assert taquin.topology("grid", np.array(3), 3) == taquin.topology("grid", 3, 3)
    assert taquin.named_goal("last", np.int64(3), 3).text == "1 2 3/4 5 6/7 8 0"
    assert taquin.parse_moves("QE", directions="UDLRQEZC") == "QE"
    assert taquin.solve(BOARD, optimal=np.bool_(True)).cost == 1
