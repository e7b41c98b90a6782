"""Imports point down only; importing taquin is light; every public surface is complete."""

import ast
import importlib
import pkgutil
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import taquin
from rooms import ROOT, arrows, circles, files, room

# Room → rooms it may import: every folder of the package, from the ground up.
ROOMS = {
    "ground": set(),
    # Drawings take numbers, so that a board, a result and a report can each show itself.
    "pictures": {"ground"},
    "puzzle": {"ground", "pictures"},
    # Search knows no tiles.
    "search": {"ground"},
    # Work spread over machines, whatever it is.
    "cluster": {"ground"},
    # Kernels know no classes: they need nothing but ground, NumPy, Numba and each other.
    "kernels/base": {"ground"},
    "kernels/patterns": {"kernels/base"},
    "kernels/searches": {"kernels/base", "kernels/patterns"},
    "kernels": {"ground", "kernels/base"},
    # An estimate that has a compiled form lowers itself, at the point of use.
    "heuristics": {"ground", "puzzle", "kernels/searches"},
    # A pattern database is built by a kernel, at the point of use.
    "heuristics/patterns": {
        *("ground", "puzzle", "heuristics"),
        *("kernels", "kernels/base", "kernels/patterns", "kernels/searches"),
    },
    # Algorithms that know tiles; the registry finds them by name, so search stays below them.
    "constructive": {
        *("ground", "puzzle", "search", "heuristics"),
        *("kernels", "kernels/base", "kernels/searches"),
    },
    # A learned value, the beams that rank by it, and how it is learned. The kernels of both are
    # here, since nothing else calls them.
    "beams/kernels": {"kernels/base"},
    "beams/value": {"ground", "puzzle", "kernels", "kernels/base", "beams/kernels"},
    "beams/passes": {"ground", "puzzle", "kernels/base", "beams/kernels", "beams/value"},
    "beams/training": {"ground", "puzzle", "kernels/base", "beams/kernels", "beams/value"},
    "beams": {
        *("ground", "puzzle", "search", "constructive", "kernels", "beams/value", "beams/passes"),
    },
    # Whole state spaces.
    "whole": {"ground", "puzzle", "search", "kernels", "kernels/base", "kernels/searches"},
    # A game that a person plays, its history and figures; no drawing, no search.
    "game": {"ground", "puzzle"},
    # The noun between a question and its answer: ordered stages, chosen for a puzzle.
    "solving/plan": {
        *("ground", "puzzle", "search", "constructive"),
        *("heuristics", "heuristics/patterns", "beams/value"),
    },
    "solving/question": {"ground", "puzzle", "search", "cluster", "heuristics", "solving/plan"},
    # What was found, as fields, and these as text, HTML and tables.
    "solving/shown": {
        *("ground", "pictures", "puzzle", "search", "solving/plan", "solving/question"),
    },
    # Every result is made here.
    "solving/answers": {
        *("ground", "pictures", "puzzle", "search", "constructive"),
        *("heuristics", "heuristics/patterns", "beams/value"),
        *("solving/question", "solving/shown"),
    },
    # Runs one stage: here boards, searches, heuristics and kernels meet.
    "solving/engines": {
        *("ground", "puzzle", "search", "cluster", "heuristics", "heuristics/patterns"),
        *("kernels", "kernels/base", "kernels/patterns", "kernels/searches"),
        *("solving/question", "solving/answers"),
    },
    # The doors: solve, compare, and the runner of a plan.
    "solving": {
        *("ground", "pictures", "puzzle", "search", "cluster", "heuristics"),
        *("solving/plan", "solving/question", "solving/shown", "solving/answers"),
        "solving/engines",
    },
    # Whether claims hold.
    "checks": {
        *("ground", "puzzle", "search", "heuristics", "whole"),
        *("solving", "solving/plan", "solving/question", "solving/shown"),
    },
    # What is said of a board, and of each step of a search.
    "teach": set(),
    "teach/explain": {"ground", "puzzle", "search", "heuristics", "heuristics/patterns", "whole"},
    "teach/trace": {"ground", "puzzle", "search", "solving/answers"},
    # What to advise a player, and a game against perfect play.
    "teach/advice": {
        *("ground", "puzzle", "search", "heuristics", "whole", "solving", "solving/question"),
        "solving/answers",
    },
    "bench": {
        *("ground", "pictures", "puzzle", "search", "cluster", "heuristics/patterns"),
        *("kernels/base", "kernels/searches", "whole", "solving"),
        *("solving/question", "solving/shown", "solving/answers"),
    },
    # What runs in processes of its own is told what to do in lines, and knows no HTTP.
    "faces/web/process": {
        *("ground", "puzzle", "search", "heuristics", "heuristics/patterns", "solving"),
        *("solving/question", "solving/shown", "solving/answers", "solving/engines"),
        *("teach/explain", "teach/trace"),
    },
    "faces/web/jobs": {"ground", "faces/web/process"},
    "faces/web/http": {
        *("ground", "puzzle", "search", "heuristics", "solving/question", "teach/trace"),
        *("faces/web/process", "faces/web/jobs"),
        "beams/value",  # the models that the page fetches
    },
    "faces/web": {
        *("ground", "heuristics/patterns"),
        *("faces/web/process", "faces/web/jobs", "faces/web/http"),
    },
    # The page without a server: its files, and the policy under which it is served.
    "faces/web/publish": {"ground", "faces/web/http"},
    "faces/terminal": {
        *("ground", "puzzle", "search", "game", "teach/advice"),
        *("solving", "solving/question", "solving/shown", "solving/answers"),
    },
    "faces/cli": {
        *("ground", "pictures", "puzzle", "search", "heuristics", "heuristics/patterns"),
        *("cluster", "beams/value", "beams/training", "kernels"),
        *("whole", "solving", "checks", "teach/explain", "teach/trace", "bench"),
        *("solving/question", "solving/shown", "solving/answers", "solving/engines"),
    },
    # Widgets: the page's modules, told by the library what to show.
    "faces/notebook": {
        *("ground", "pictures", "puzzle", "search", "solving", "teach/trace"),
        *("solving/question", "solving/shown", "solving/answers"),
    },
    "faces": set(),
    # A public room, not a layer: `import taquin.widget` without the extra says what to install.
    "widget": {"faces/notebook"},
}
STDLIB_ONLY = {"ground", "puzzle", "search"}


@cache
def modules() -> list[str]:
    return sorted(
        m.name for m in pkgutil.walk_packages([str(ROOT)], "taquin.") if m.name != "taquin.__main__"
    )


def imports_of(module: str) -> set[str]:
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_nothing_else_stands_at_the_top() -> None:
    names = {path.name for path in ROOT.iterdir() if path.is_file()}
    assert names == {"__init__.py", "__main__.py", "py.typed"}


def test_every_folder_has_a_row() -> None:
    assert set(arrows(files())) == set(ROOMS)


def test_rooms_are_listed_from_the_ground_up() -> None:
    for place, name in enumerate(ROOMS):
        assert ROOMS[name] <= set(list(ROOMS)[:place]), name


@pytest.mark.parametrize("name", ROOMS)
def test_imports_point_down(name: str) -> None:
    """Also those in functions, and those for types alone."""
    assert arrows(files())[name] <= ROOMS[name]


def test_the_rooms_of_solving_need_no_more_arrows_than_their_table_has() -> None:
    """From question to plan, to engines, to answers, to what is shown."""
    rooms = {name for name in ROOMS if name.partition("/")[0] == "solving"}
    found = {name: others & rooms for name, others in arrows(files()).items() if name in rooms}
    assert found == {name: ROOMS[name] & rooms for name in rooms}
    assert len(rooms) == 6 and sum(map(len, found.values())) <= 15


def imported_at_once(module: str) -> set[str]:
    """The modules of taquin that a module imports while it is itself imported."""
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    every = set(modules())
    waiting: list[ast.AST] = [ast.parse(Path(spec.origin).read_text(encoding="utf-8"))]
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in every else str(node.module) for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    return found & every


def test_no_file_and_no_room_imports_in_a_circle() -> None:
    """Also not by an import in a function, or for types alone."""
    assert circles(files()) == [] and circles(arrows(files())) == []


def test_no_module_is_imported_in_a_circle() -> None:
    """Two threads that import the two ends of a circle would each see half a module."""
    TopologicalSorter({module: imported_at_once(module) for module in modules()}).prepare()


@pytest.mark.parametrize("module", [m for m in modules() if room(m) in STDLIB_ONLY])
def test_lower_layers_use_the_standard_library_alone(module: str) -> None:
    for name in imports_of(module):
        top = name.split(".")[0]
        assert top == "taquin" or top in sys.stdlib_module_names, f"{module} imports {name}"


def test_faces_never_import_each_other() -> None:
    for module in modules():
        if not module.startswith("taquin.faces."):
            continue
        face = module.split(".")[2]
        for name in imports_of(module):
            if name.startswith("taquin.faces."):
                assert name.split(".")[2] == face, f"{module} imports {name}"


def test_numba_is_imported_in_one_place() -> None:
    users = {m for m in modules() if {n for n in imports_of(m) if n.split(".")[0] == "numba"}}
    assert users <= {f"taquin.kernels.base.{name}" for name in ("jit", "intrinsics", "stored_code")}


def in_fresh_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize(
    "code",
    ["import taquin", "from taquin import *", "import taquin as t; t.solve('123405786')"],
)
def test_import_is_light(code: str) -> None:
    loaded = in_fresh_python(code + "; import sys; print(*sys.modules)").split()
    heavy = {
        "numpy",
        "numba",
        "click",
        "rich",
        "matplotlib",
        "textual",
        "fastapi",
        "dask",
        "distributed",
    }
    heavy |= {"anywidget", "traitlets", "IPython", "taquin.widget"}
    assert "taquin" in loaded and not heavy & set(loaded)


def test_solving_before_importing_the_name_gives_the_function() -> None:
    code = "import taquin.solving.solver; from taquin import solve; print(callable(solve))"
    assert in_fresh_python(code).strip() == "True"


@pytest.mark.parametrize("module", ["taquin", *modules()])
def test_all_is_sorted_and_true(module: str) -> None:
    loaded = importlib.import_module(module)
    public = getattr(loaded, "__all__", None)
    if public is None:
        assert Path(loaded.__file__ or "").name == "__init__.py", f"{module} has no __all__"
        return
    folded = sorted(public, key=lambda n: (not n.isupper(), not n[:1].isupper(), n))
    assert list(public) == folded, f"{module}: __all__ is not sorted"
    for name in public:
        assert hasattr(loaded, name), f"{module}.__all__ names {name}, which is not there"


def test_no_public_name_is_a_module_of_ours() -> None:
    """Importing a submodule puts it into the package, where it would replace the public name."""
    modules_of_ours = {module.name for module in pkgutil.iter_modules([str(ROOT)])}
    assert {"search", "solving", "faces"} <= modules_of_ours
    assert not modules_of_ours & set(taquin.__all__)


def test_public_names_are_documented() -> None:
    for name in taquin.__all__:
        value = getattr(taquin, name)
        if callable(value) and not isinstance(value, type(taquin.Node[int])):
            assert (value.__doc__ or "").strip(), f"taquin.{name} has no docstring"


def test_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = taquin.nonsense  # type: ignore[attr-defined]
