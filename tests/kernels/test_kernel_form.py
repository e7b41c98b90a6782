"""How kernels are written: in phases, with named registers and one kind of status."""

import ast
from functools import cache

from taquin.kernels.base.cache import kernel_folders

LONGEST = 85  # lines of a function, its docstring included


@cache
def trees() -> dict[str, ast.Module]:
    return {
        path.relative_to(folder).as_posix(): ast.parse(path.read_text("utf-8"))
        for folder in kernel_folders()
        for path in sorted(folder.rglob("*.py"))
    }


def functions() -> list[tuple[str, ast.FunctionDef]]:
    return [
        (f"{name}: {node.name}", node)
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    ]


def test_no_kernel_is_longer_than_a_screen() -> None:
    lines = {name: (node.end_lineno or 0) - node.lineno + 1 for name, node in functions()}
    assert len(lines) > 100
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}


def test_all_kernels_return_the_one_status() -> None:
    classes = [
        name
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name == "Signal"
    ]
    assert classes == ["searches/tables.py"]
    resumable = {
        name: ast.unparse(node.returns) if node.returns else ""
        for name, node in functions()
        if node.args.args
        and node.args.args[-1].arg == "budget"
        and node.args.args[0].arg != "self"  # which hands on what a kernel returns
    }
    assert len(resumable) == 11 and set(resumable.values()) == {"Signal"}


def test_no_status_and_no_register_is_a_bare_number() -> None:
    found = []
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                targets = [ast.unparse(target) for target in node.targets]
                found += [f"{name}:{node.lineno}" for target in targets if target == "status"]
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                array = ast.unparse(node.value).rpartition(".")[2]
                if array in ("at", "registers"):
                    found.append(f"{name}:{node.lineno}")
    assert found == []
