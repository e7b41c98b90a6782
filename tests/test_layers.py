"""Imports point down only; importing taquin is light; every public surface is complete."""

import ast
import importlib
import pkgutil
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import taquin

ROOT = Path(taquin.__file__).parent

# Room → rooms it may import: the folders below taquin, at whose top nothing else stands.
LAYERS = {
    "ground": set(),
    # Drawings take numbers, so that a board, a result and a report can each show itself.
    "pictures": {"ground"},
    "puzzle": {"ground", "pictures"},
    "search": {"ground"},
    # Kernels need nothing but ground, NumPy, Numba and each other.
    "kernels": {"ground"},
    # A pattern database is built by a kernel, at the point of use.
    "heuristics": {"ground", "puzzle", "kernels"},
    # Algorithms that know tiles; the registry finds them by name, so search stays below them.
    "constructive": {"ground", "puzzle", "search", "heuristics"},
    # Whole state spaces.
    "whole": {"ground", "puzzle", "search", "kernels"},
    # From a request to a result: here boards, searches, heuristics and kernels meet.
    "solving": {
        "ground",
        "pictures",
        "puzzle",
        "search",
        "kernels",
        "heuristics",
        "constructive",
    },
    # Whether claims hold.
    "checks": {"ground", "puzzle", "search", "heuristics", "whole", "solving"},
    # What is said of a board, and of each step of a search.
    "teach": {"ground", "puzzle", "search", "heuristics", "whole", "solving"},
    "bench": {
        "ground",
        "pictures",
        "puzzle",
        "search",
        "kernels",
        "heuristics",
        "whole",
        "solving",
    },
    "faces": {
        "ground",
        "pictures",
        "puzzle",
        "search",
        "heuristics",
        "whole",
        "solving",
        "checks",
        "teach",
        "bench",
    },
}
STDLIB_ONLY = {"ground", "puzzle", "search"}


def modules() -> list[str]:
    return sorted(
        m.name for m in pkgutil.walk_packages([str(ROOT)], "taquin.") if m.name != "taquin.__main__"
    )


def layer_of(module: str) -> str | None:
    parts = module.split(".")
    if parts == ["taquin"]:
        return None
    return parts[1]


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
    files = {path.name for path in ROOT.iterdir() if path.is_file()}
    assert files == {"__init__.py", "__main__.py", "py.typed"}
    assert {layer_of(module) for module in modules()} == set(LAYERS)


def test_rooms_are_listed_from_the_ground_up() -> None:
    for place, room in enumerate(LAYERS):
        assert LAYERS[room] <= set(list(LAYERS)[:place]), room


@pytest.mark.parametrize("module", modules())
def test_imports_point_down(module: str) -> None:
    own = layer_of(module)
    assert own in LAYERS, f"{module} belongs to no layer; add it to the table"
    for name in imports_of(module):
        if name == "taquin" or not name.startswith("taquin."):
            continue
        if name.startswith("taquin.__"):
            continue
        other = layer_of(name)
        assert other == own or other in LAYERS[own], f"{module} ({own}) imports {name} ({other})"


def imported_at_once(module: str) -> set[str]:
    """The modules of taquin that a module imports while it is itself imported."""
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    waiting: list[ast.AST] = [ast.parse(Path(spec.origin).read_text(encoding="utf-8"))]
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in EVERY else str(node.module) for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    return found & EVERY


EVERY = set(modules())


def test_no_module_is_imported_in_a_circle() -> None:
    """Two threads that import the two ends of a circle would each see half a module."""
    TopologicalSorter({module: imported_at_once(module) for module in EVERY}).prepare()


@pytest.mark.parametrize("module", [m for m in modules() if layer_of(m) in STDLIB_ONLY])
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
    assert users <= {"taquin.kernels.base.jit", "taquin.kernels.base.intrinsics"}


def in_fresh_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize(
    "code",
    ["import taquin", "from taquin import *", "import taquin as t; t.solve('123405786')"],
)
def test_import_is_light(code: str) -> None:
    loaded = in_fresh_python(code + "; import sys; print(*sys.modules)").split()
    heavy = {"numpy", "numba", "click", "rich", "matplotlib", "textual", "fastapi"}
    assert not heavy & set(loaded)


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
    assert not modules_of_ours & set(taquin.__all__)


def test_public_names_are_documented() -> None:
    for name in taquin.__all__:
        value = getattr(taquin, name)
        if callable(value) and not isinstance(value, type(taquin.Node[int])):
            assert (value.__doc__ or "").strip(), f"taquin.{name} has no docstring"


def test_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = taquin.nonsense  # type: ignore[attr-defined]
