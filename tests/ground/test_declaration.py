"""A mistake in a plug-in's declaration is reported with file and line; the exit status is 2."""

import importlib.metadata
import re
import warnings
from pathlib import Path

import pytest

from cli import taquin
from taquin.ground.errors import OptionError
from taquin.ground.registry import Between, Option, PluginWarning, options_of
from taquin.heuristics.base import HEURISTICS, build_heuristic, heuristic
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import TOPOLOGIES
from taquin.search.algorithm import ALGORITHMS
from taquin.solving.question.plugins import load_plugin

HEAD = "from taquin import algorithm, heuristic, register_topology, Node\n"
ALGORITHM = "@algorithm('own', optimal=True, complete=True, paper='-')\n"
INFORMED = "@algorithm('own', optimal=True, complete=True, informed=True, paper='-')\n"
HEURISTIC = "@heuristic('own', admissible=True, consistent=True, paper='-')\n"
TOPOLOGY = "@register_topology('own')\n"


# The source of a plug-in after HEAD, and words that its message must contain.
LOADING = [
    (ALGORITHM + "def f(space, h, monitor): ...", "takes (space, h, monitor); expected (space, mo"),
    (ALGORITHM + "def f(space, h, monitor): ...", "declare informed=True"),
    (INFORMED + "def f(space, monitor): ...", "expected (space, h, monitor), because it is d"),
    (ALGORITHM + "def f(space, monitor, *, foo: int): ...", "option foo has no default"),
    (ALGORITHM + "def f(space, monitor, *, foo=3): ...", "option foo has no annotation"),
    (ALGORITHM + "def f(space, monitor, **more): ...", "accepts **more, which would hide"),
    (ALGORITHM + "def f(space, monitor, depth=4): ...", "options come after a star"),
    (ALGORITHM + "def f(space, monitor, *, d: list = 3): ...", "annotated <class 'list'>"),
    (ALGORITHM + "def f(space, monitor, *, d: int | str = 3): ...", "expected bool, int, float"),
    (ALGORITHM + "def f(space, monitor, *, d: 'Foo' = 3): ...", "'Foo' is not defined"),
    (ALGORITHM + "def f(space, monitor, *, d: int = 'ten'): ...", "option d=ten: expected a whole"),
    (ALGORITHM + "class own: ...", "takes (); expected (space, monitor)"),
    ("algorithm('own', optimal=True, complete=True, paper='-')(7)", "is 7; expected a function"),
    ("@heuristic\ndef own(puzzle): ...", 'Write @heuristic("name", admissible=True'),
    ("@algorithm\ndef own(space, monitor): ...", 'Write @algorithm("name", optimal=True'),
    (HEURISTIC + "def f(): ...", "takes (); expected (puzzle)"),
    (HEURISTIC + "def f(puzzle, other): ...", "takes (puzzle, other); expected (puzzle)"),
    (HEURISTIC + "def f(puzzle, *, depth): ...", "requires depth, which taquin never passes"),
    (
        HEURISTIC + "def f(puzzle): ...\n" + HEURISTIC + "def g(puzzle): ...",
        "two heuristics a",
    ),
    (TOPOLOGY + "def f(width): ...", "takes (width); expected (width, height)"),
]


@pytest.mark.parametrize(("text", "words"), LOADING)
def test_a_mistake_is_reported_when_the_file_is_loaded(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "own.py"
    path.write_text(HEAD + text)
    ran = taquin("solve", "123456708", "--plugin", str(path))
    assert ran.status == 2 and ran.out == "" and ran.err.count("\n") == 1
    assert words in ran.err and f"{path}, line " in ran.err and "internal error" not in ran.err
    assert all("own" not in registry for registry in (HEURISTICS, ALGORITHMS, TOPOLOGIES))


# Parameters in any order, by name or by annotation; with each, what the search receives.
BOUND = [
    "def f(space, h, monitor)",
    "def f(monitor, h, space)",
    "def f(space, monitor, h)",
    "def f(space, monitor, heuristic)",
    "def f(problem, monitor, estimate)",
    "def f(x: Monitor, y: 'StateSpace[bytes]', h)",
    "def f(monitor, whatever, space)",
]


@pytest.mark.parametrize("signature", BOUND)
def test_parameters_are_bound_by_name(tmp_path: Path, signature: str) -> None:
    path = tmp_path / "own.py"
    names = re.findall(r"(\w+)(?:: [^,)]+)?[,)]", signature)
    space = next(n for n in names if n in ("space", "problem", "y"))
    monitor = next(n for n in names if n in ("monitor", "x"))
    (h,) = set(names) - {space, monitor}
    body = f"assert callable({h}) and {space}.start and {monitor}.stats, 'wrongly bound'"
    head = HEAD + "from taquin import Monitor, StateSpace\n"
    path.write_text(f"{head}{INFORMED}{signature}:\n    {body}\n    return None")
    ran = taquin("solve", "123456708", "--plugin", str(path), "-a", "own")
    assert "returning None claims that no solution exists" in ran.err, ran


def test_two_parameters_that_cannot_be_bound_are_refused_with_the_right_ones(
    tmp_path: Path,
) -> None:
    path = tmp_path / "own.py"
    path.write_text(f"{HEAD}{INFORMED}def f(space, a, b): ...")
    ran = taquin("check", "algorithm", str(path))
    assert ran.status == 2 and "takes (space, a, b); expected (space, h, monitor)" in ran.err
    assert "Parameters are bound by name, in any order" in ran.err
    path.write_text(f"{HEAD}{TOPOLOGY}def f(height, width): return [[-1] * 4] * (width * height)")
    assert load_plugin(path) == ["own"]
    assert len(TOPOLOGIES.get("own").factory(3, 2)) == 6


def test_annotations_of_other_parameters_need_not_be_known(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    text = "def f(space: 'Nowhere', monitor: 'Imported', *, d: 'int | None' = None): ..."
    path.write_text(HEAD + ALGORITHM + text)
    assert load_plugin(path) == ["own"]
    assert ALGORITHMS.get("own").options["d"] == Option("d", None, int)


# Mistakes that show only when the plug-in runs.
RUNNING = [
    (HEURISTIC + "def f(puzzle): ...", "line 2: Heuristic own: its factory returned None"),
    (HEURISTIC + "def f(puzzle): return lambda s: None", "Heuristic own returned None for the boa"),
    (HEURISTIC + "def f(puzzle): return lambda s: s[0] / 2 + 0.25", "math.ceil rounds up"),
    (HEURISTIC + "def f(puzzle): return lambda s: -1", "returned -1 for the board"),
    (HEURISTIC + "def f(puzzle): return lambda s: 0 if s[8] == 0 else 'x'", "returned 'x' for the"),
    (HEURISTIC + "def f(puzzle): return lambda s: 1 / 0", "ZeroDivisionError"),
]


@pytest.mark.parametrize("name", ["own", "max:manhattan,own"])
@pytest.mark.parametrize(("text", "words"), RUNNING)
def test_a_heuristic_with_invalid_values_is_reported(
    tmp_path: Path, text: str, words: str, name: str
) -> None:
    path = tmp_path / "own.py"
    path.write_text(HEAD + text)
    # The blank of the start is in its corner, so that evaluating the start shows no mistake.
    asked = ["solve", "413726580", "-a", "astar", "--heuristic", name, "--engine", "python"]
    ran = taquin(*asked, "--plugin", str(path))
    assert ran.status == 2 and words in ran.err and str(path) in ran.err


SEARCHES = [
    ("return None", "complete=True, so returning None claims that no solution exists"),
    ("return Node(space.goal, None, '', 0, 0)", "which lead to"),
    ("return Node(space.goal, start, 'X', 1, 1)", "returned 'X'"),
    ("return Node(space.goal, start, None, 1, 1)", "a string as move"),
    ("return Node(space.goal, start, 'U', 'x', 1)", "number as g"),
]


@pytest.mark.parametrize(("body", "words"), SEARCHES)
def test_an_algorithm_with_an_invalid_result_is_named(
    tmp_path: Path, body: str, words: str
) -> None:
    path = tmp_path / "own.py"
    start = "start = Node(space.start, None, '', 0, 0)"
    path.write_text(f"{HEAD}{ALGORITHM}def f(space, monitor):\n    {start}\n    {body}\n")
    ran = taquin("solve", "123456708", "-a", "own", "--plugin", str(path))
    assert ran.status == 2 and words in ran.err and ran.out == ""
    assert f"{path}, line 2: algorithm own" in ran.err


def test_a_board_type_may_consist_of_lists(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        HEAD
        + "from taquin.puzzle.topology import grid\n"
        + TOPOLOGY
        + "def f(width, height): return [list(row) for row in grid(width, height)]"
    )
    ran = taquin("solve", "123456708", "--topology", "own", "--plugin", str(path))
    assert ran.status == 0, ran.err


def test_numpy_numbers_are_accepted() -> None:
    import numpy as np

    @heuristic("own", admissible=True, consistent=True, paper="none")
    def own(puzzle):
        goal = np.frombuffer(puzzle.encode(puzzle.goal), np.uint8)
        return lambda state: np.int64((np.frombuffer(state, np.uint8) != goal).sum() // 2)

    puzzle = Puzzle.of("123456708")
    value = build_heuristic("own", puzzle)(puzzle.encode(puzzle.goal.swapped(1, 2)))
    assert value == 1 and type(value) is int


def test_limits_of_an_option_are_read_without_a_search() -> None:
    def search(space, monitor, *, width: "Between" = 3): ...

    with pytest.raises(OptionError, match="option width is annotated"):
        options_of(search)
    weight = ALGORITHMS.get("wastar").options["weight"]
    assert weight.read("1.5") == 1.5
    for text in ("0", "nan", "inf", "-1", "1000001"):
        with pytest.raises(OptionError, match="expected a number from 1 to 1000000; for h alone"):
            weight.read(text)


class Entry:
    """An entry point of an installed package, as `importlib.metadata` gives it."""

    name, value = "theirs", "their_package.search"

    class dist:
        name = "their-package"

    def __init__(self, load):
        self.load = load


def broken():
    @heuristic("own", admissible=True, consistent=True, paper="none")
    def own(puzzle):
        """Registered before the module raises."""

    raise RuntimeError("no such luck")


@pytest.fixture
def installed(monkeypatch):
    """The heuristics of a fresh process with a plug-in that raises on import."""
    known = {spec.name: spec for spec in HEURISTICS}
    monkeypatch.setattr(HEURISTICS, "_specs", known)
    monkeypatch.setattr(HEURISTICS, "_loaded", False)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda *, group: [Entry(broken)])


TOLD = (
    "plug-in theirs (their_package.search) of their-package failed to load and is ignored: "
    "RuntimeError: no such luck. Fix or uninstall their-package."
)


@pytest.mark.usefixtures("installed")
def test_a_broken_installed_plug_in_is_a_warning() -> None:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        assert "manhattan" in HEURISTICS
    assert [(str(one.message), one.category) for one in heard] == [(TOLD, PluginWarning)]
    assert "own" not in HEURISTICS


@pytest.mark.usefixtures("installed")
def test_a_broken_installed_plug_in_adds_one_line_to_a_command() -> None:
    ran = taquin("solve", "123456708", "-a", "astar")
    assert ran.status == 0 and ran.err == f"taquin: warning: {TOLD}\n"
