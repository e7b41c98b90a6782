"""Whatever is passed to a public function, the answer is a result or one of taquin's errors.

A TypeError of Python's own for a call that does not fit the signature counts as clear.
"""

import inspect
import traceback

import pytest

import taquin
from taquin import Board, Limits, Monitor, Puzzle, TaquinError

HUGE = 10**5000
LOOP: list = []
LOOP.append(LOOP)


class Mute:
    """Something that cannot be shown."""

    def __repr__(self):
        raise ValueError("no repr")


VALUES = {
    "none": None,
    "true": True,
    "minus one": -1,
    "huge": HUGE,
    "minus huge": -HUGE,
    "half": 1.5,
    "nan": float("nan"),
    "infinity": float("inf"),
    "empty text": "",
    "text": "x",
    "surrogate": "\ud800",
    "long text": "9" * 5000,
    "bytes": b"\xff",
    "empty list": [],
    "list of huge": [HUGE],
    "loop": LOOP,
    "dictionary": {"a": LOOP, 1: HUGE},
    "object": object(),
    "mute": Mute(),
    "list of mute": [Mute()],
    "function": lambda *given: None,
    "rows in rows": [[[1]]],
    "class": Board,
    "complex": 3j,
    "set": {1, 2},
    "half numbers": [0.5] * 9,
}
FEW = ("none", "huge", "loop", "list of huge", "list of mute", "object", "rows in rows")
SOME = [pytest.param(one, marks=() if one in FEW else pytest.mark.slow) for one in VALUES]
PUZZLE, BOARD = Puzzle.of("123/450"), Board.parse("123/450")
START = "1 2 3/4 5 6/7 0 8"
SMALL = {"sizes": [(2, 2)], "goals": ["last"], "metrics": ["stm"]}
# Good arguments, of which each is replaced in turn.
CALLS = {
    "solve": (taquin.solve, [START], {}),
    "compare": (taquin.compare, [START], {"rows": ["bfs"]}),
    "compare_many": (taquin.compare_many, [[START]], {"rows": ["bfs"]}),
    "compare_space": (taquin.compare_space, [PUZZLE.space(BOARD), ["bfs"]], {}),
    "explain": (taquin.explain, [START], {}),
    "heuristic_values": (taquin.heuristic_values, ["manhattan", [START]], {}),
    "replay": (taquin.replay, [START, "R"], {}),
    "build_heuristic": (taquin.build_heuristic, ["manhattan", PUZZLE], {}),
    "census": (taquin.census, [PUZZLE], {}),
    "check_algorithm": (taquin.check_algorithm, ["bfs"], {**SMALL, "most": 2}),
    "check_heuristic": (taquin.check_heuristic, ["manhattan"], SMALL),
    "check_space": (taquin.check_space, [PUZZLE.space(BOARD)], {}),
    "check_topology": (taquin.check_topology, ["grid", 2, 2], {}),
    "distance_table": (taquin.distance_table, [PUZZLE], {}),
    "format_moves": (taquin.format_moves, ["UD"], {}),
    "parse_moves": (taquin.parse_moves, ["UD"], {}),
    "inverse": (taquin.inverse, ["UD"], {}),
    "simplify": (taquin.simplify, ["UD"], {}),
    "named_goal": (taquin.named_goal, ["last", 3, 3], {}),
    "topology": (taquin.topology, ["grid", 3, 3], {}),
    "instance": (taquin.instance, ["korf100:1"], {}),
    "load_plugin": (taquin.load_plugin, ["none.py"], {}),
    "run": (taquin.run, ["bfs", PUZZLE.space(BOARD)], {}),
    "Board": (Board, [3, 2, (1, 2, 3, 4, 5, 0)], {}),
    "Puzzle": (Puzzle, [PUZZLE.topology, BOARD], {}),
    "Puzzle.of": (Puzzle.of, ["123/450"], {}),
    "Board.parse": (Board.parse, ["123/450"], {}),
    "Board.of_rows": (Board.of_rows, [[[1, 2], [3, 0]]], {}),
    "Monitor": (Monitor, [], {}),
    "Limits": (Limits, [], {}),
    **{
        f"Board.{name}": (getattr(BOARD, name), given, {})
        for name, given in {
            "apply": ["U"],
            "slides": ["U"],
            "legal_moves": [],
            "mirror": [BOARD],
            "swapped": [1, 2],
            "index": [1],
        }.items()
    },
    **{
        f"Puzzle.{name}": (getattr(PUZZLE, name), given, {})
        for name, given in {
            "judge": [BOARD],
            "check": [BOARD],
            "encode": [BOARD],
            "decode": [bytes(BOARD.cells)],
            "space": [BOARD],
            "towards": [BOARD],
            "backwards": [BOARD],
            "pushes": ["U"],
            "cost": [BOARD, "R"],
            "follow": [BOARD, "R"],
        }.items()
    },
}
# What these mean depends on the machine, or they run for long whatever they are given.
LEFT_OUT = {
    "expansions": "check_algorithm",
    "checkpoints": "solve",
    "cluster": "solve",
    "workers": "compare_many",
}


def places(name):
    """The places of the arguments to replace: numbers and names."""
    function, given, _ = CALLS[name]
    parameters = list(inspect.signature(function).parameters.values())
    named = [
        one.name
        for at, one in enumerate(parameters)
        if one.kind is one.KEYWORD_ONLY
        or (one.kind is one.POSITIONAL_OR_KEYWORD and at >= len(given))
    ]
    return [*range(len(given)), *(one for one in named if LEFT_OUT.get(one) != name)]


def defaults_none(function):
    """The names of the arguments that may be None."""
    parameters = inspect.signature(function).parameters.values()
    return {one.name for one in parameters if one.default is None}


@pytest.mark.parametrize("value", SOME)
@pytest.mark.parametrize("name", CALLS)
def test_absurd_values_are_answered_with_taquins_own_errors(name, value):
    function, given, more = CALLS[name]
    for place in places(name):
        arguments, options = list(given), dict(more)
        if VALUES[value] is None and place in defaults_none(function):
            continue
        if isinstance(place, int):
            arguments[place] = VALUES[value]
        else:
            options[place] = VALUES[value]
        try:
            function(*arguments, **options)
        except TaquinError as error:
            assert str(error) and len(str(error)) < 4000
        except TypeError as error:
            # Raised at the call itself, not somewhere within.
            assert len(traceback.extract_tb(error.__traceback__)) == 1, (place, error)


def test_every_public_function_is_called():
    functions = {
        name
        for name in taquin.__all__
        if inspect.isfunction(getattr(taquin, name))
        and name not in ("algorithm", "heuristic", "register_topology")  # their own tests
        and name not in ("at_depth", "random_walk", "scramble", "instances")  # draw boards
    }
    assert functions <= CALLS.keys()
