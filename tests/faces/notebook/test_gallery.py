"""The notebooks of docs/notebooks do what they show."""

import ast
from pathlib import Path
from typing import Any

import pytest
from gallery import FOLDER, books, code_cells, executed, plain
from IPython.lib.pretty import pretty

MOST_BYTES = 200_000


def value(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "<cell>", "exec"), names)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def test_there_are_five() -> None:
    assert [path.name[0] for path in books()] == list("12345")


@pytest.mark.parametrize("path", books(), ids=lambda path: path.stem)
def test_every_cell_gives_the_value_that_is_stored(path: Path) -> None:
    names: dict[str, Any] = {}
    compared = 0
    for cell in code_cells(path):
        found = value("".join(cell["source"]), names)
        stored = plain(cell)
        if stored is not None:
            assert pretty(found) == stored
            compared += 1
        if hasattr(found, "_picture"):
            assert found._picture().startswith("<svg")
            assert any("taquin-picture" in str(output) for output in cell["outputs"])
    assert compared >= 2


@pytest.mark.parametrize("path", books(), ids=lambda path: path.stem)
def test_a_notebook_is_small_and_listed(path: Path) -> None:
    assert len(path.read_bytes()) < MOST_BYTES
    page = (FOLDER.parent / "notebook.md").read_text(encoding="utf-8")
    assert f"](notebooks/{path.name})" in page


@pytest.mark.notebook
@pytest.mark.parametrize("path", books(), ids=lambda path: path.stem)
def test_a_kernel_gives_the_values_that_are_stored(path: Path) -> None:
    pytest.importorskip("nbclient", reason="pip install -e '.[notebook-tests]'")
    again = [cell for cell in executed(path)["cells"] if cell["cell_type"] == "code"]
    assert [plain(cell) for cell in again] == [plain(cell) for cell in code_cells(path)]
    kinds = [[sorted(o.get("data", {})) for o in cell["outputs"]] for cell in again]
    assert kinds == [[sorted(o["data"]) for o in cell["outputs"]] for cell in code_cells(path)]
