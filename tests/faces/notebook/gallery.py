"""The notebooks of docs/notebooks: ``python tests/faces/notebook/gallery.py`` runs them again.

Their outputs are stored without what only a running kernel can show, and without ids that would be
others in every run: a widget is stored as its picture.
"""

import json
import re
from pathlib import Path
from typing import Any

__all__ = ["FOLDER", "books", "code_cells", "executed", "plain"]

FOLDER = Path(__file__).parents[3] / "docs" / "notebooks"
_WIDGET = "application/vnd.jupyter.widget-view+json"
_NAME = re.compile(r"taquin-picture-[0-9a-f]+")


def books() -> list[Path]:
    """The notebooks of the gallery."""
    return sorted(FOLDER.glob("*.ipynb"))


def code_cells(path: Path) -> list[dict[str, Any]]:
    """The code cells of a notebook, as stored."""
    book = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in book["cells"] if cell["cell_type"] == "code"]


def plain(cell: dict[str, Any]) -> str | None:
    """The value of a cell as text, if it has one that is the same in every run."""
    if "varies" in cell["metadata"].get("tags", []):
        return None
    for output in cell["outputs"]:
        if output["output_type"] == "execute_result":
            return "".join(output["data"]["text/plain"])
    return None


def executed(path: Path) -> dict[str, Any]:
    """The notebook run from top to bottom in a kernel of its own; an error is raised."""
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(path, as_version=4)
    NotebookClient(
        book, timeout=120, kernel_name="python3", store_widget_state=False, record_timing=False
    ).execute()
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs = [_still(output) for output in cell.outputs if not _live(output)]
    book.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return dict(book)


def _live(output: Any) -> bool:
    return _WIDGET in output.get("data", {})


def _still(output: Any) -> Any:
    page = output.get("data", {}).get("text/html")
    if page is not None:
        output["data"]["text/html"] = _NAME.sub("taquin-picture", page)
    return output


if __name__ == "__main__":
    for one in books():
        text = json.dumps(executed(one), indent=1, ensure_ascii=False)
        one.write_text(text + "\n", encoding="utf-8")
        print(f"{one.name}: {len(text.encode()):,} bytes")
