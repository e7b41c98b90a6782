"""Nothing in the package is defined for nobody, and no class twice under one name."""

import ast
import re
from collections import Counter
from pathlib import Path

import taquin

FOLDER = Path(taquin.__file__).parent
DOTTED = re.compile(r"[\w.:]+")
# Other decorators register: heuristics, algorithms, commands, addresses of the server.
PLAIN = {
    *(
        "cache",
        "contextmanager",
        "dataclass",
        "inlined",
        "internal",
        "intrinsic",
        "kernel",
        "lru_cache",
    ),
    *("nothing_stored", "once", "quick"),
}
# The slow, readable twins of kernels; only tests call them.
TWINS = {
    "beams/value/metric_twin.py: metric_beam",
    "kernels/patterns/build.py: distances_reference",
    "kernels/patterns/ranking.py: arrangement_reference",
    "kernels/patterns/relabelled.py: build_reference",
    "kernels/patterns/weighted.py: build_weighted_reference",
    "kernels/searches/ida_star_pushes.py: ida_star_pushes_reference",
    "solving/engines/lowering.py: estimate_tables",
}


# The reference of the HTTP interface in docs/ is made from it; Dask calls what it finds by name.
DOCUMENTED = {"faces/web/http/app.py: interface", "cluster/preload.py: dask_setup"}


def parsed() -> dict[str, ast.Module]:
    """The files of the package."""
    return {
        path.relative_to(FOLDER).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in sorted(FOLDER.rglob("*.py"))
    }


def exported(tree: ast.Module) -> set[str]:
    """The names of ``__all__``."""
    return {
        name
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        for name in ast.literal_eval(node.value)
    }


def read(trees: dict[str, ast.Module]) -> Counter[str]:
    """How often the package reads each name; a name in a string counts, as for lazy imports."""
    found: Counter[str] = Counter()
    for tree in trees.values():
        listed = exported(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found[node.id] += 1
            elif isinstance(node, ast.Attribute):
                found[node.attr] += 1
            elif isinstance(node, ast.Constant) and DOTTED.fullmatch(str(node.value)):
                found.update(re.split("[.:]", str(node.value)))
        found.subtract(listed)
    return found


def test_every_function_and_class_is_used() -> None:
    trees = parsed()
    names = read(trees)
    public = exported(trees["__init__.py"]) | exported(trees["widget/__init__.py"])
    defined = {
        f"{path}: {node.name}": node.name
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not node.name.startswith("__")
        and {ast.unparse(each).partition("(")[0] for each in node.decorator_list} <= PLAIN
    }
    assert len(defined) > 500
    unused = {place for place, name in defined.items() if names[name] < 1 and name not in public}
    assert unused == TWINS | DOCUMENTED


# What every kernel calls its own; `solving/engines/lowering.py` has what they have in common.
KERNELS = {"Frames", "Register", "Tables", "Workspace"}


def test_a_class_has_its_name_alone() -> None:
    places: dict[str, list[str]] = {}
    for path, tree in parsed().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(path)
    assert len(places) > 300
    shared = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert all("kernels/" in path for name in KERNELS for path in shared.pop(name))
    assert shared == {}
