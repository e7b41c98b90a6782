"""The house as a graph: rooms, arrows and circles. Run it with `python -m tests.rooms`.

A room is a folder of the package. An arrow is an import from one room into another, wherever it
stands: at the top of a file, in a function or for type checking alone.
"""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import taquin

__all__ = ["ROOT", "arrows", "circles", "files", "room"]

ROOT = Path(taquin.__file__).parent


def _name(path: Path) -> str:
    return ".".join(["taquin", *path.relative_to(ROOT).with_suffix("").parts]).removesuffix(
        ".__init__"
    )


@cache
def files() -> dict[str, set[str]]:
    """Module → modules that it imports, all of taquin."""
    paths = {_name(path): path for path in sorted(ROOT.rglob("*.py"))}
    del paths["taquin"]  # it imports every public name, each at its first use
    return {name: _imports(path, set(paths)) - {name} for name, path in paths.items()}


def _imports(path: Path, known: set[str]) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in known else node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & known


def room(module: str) -> str:
    """The folder of a module: `taquin.search.astar` → `search`."""
    path = ROOT.joinpath(*module.split(".")[1:])
    folder = path if path.is_dir() else path.parent
    return folder.relative_to(ROOT).as_posix()


def arrows(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """Room → rooms that it imports from; the top of the package is no room."""
    found: dict[str, set[str]] = {room(module): set() for module in graph}
    for module, imported in graph.items():
        found[room(module)] |= {room(other) for other in imported} - {room(module)}
    found.pop(".")
    return {name: others - {"."} for name, others in found.items()}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected parts of more than one node (Tarjan 1972), each sorted."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        numbers[node] = lowest[node] = len(numbers)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in numbers:
                visit(other)
            if other in stack:
                lowest[node] = min(lowest[node], lowest[other])
        if lowest[node] == numbers[node]:
            part = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(part) > 1:
                found.append(sorted(part))

    for node in sorted(graph):
        if node not in numbers:
            visit(node)
    return found


def _lines(found: Iterable[list[str]]) -> str:
    return "\n".join(f"  {' · '.join(names)}" for names in found) or "  none"


def main() -> None:
    graph = files()
    between = arrows(graph)
    print(f"files {len(graph)}   rooms {len(between)}   arrows {sum(map(len, between.values()))}")
    for name, others in sorted(between.items()):
        print(f"  {name} → {' '.join(sorted(others)) or '(nothing)'}")
    print(f"circles of files\n{_lines(circles(graph))}")
    print(f"circles of rooms\n{_lines(circles(between))}")


if __name__ == "__main__":
    main()
