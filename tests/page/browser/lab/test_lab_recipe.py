"""The algorithm of CONTRIBUTING.md, installed as a plug-in: one file, and the lab teaches it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from experimenting import EASY, lab, press, record

from page_support import Page, Server, started
from taquin.search.algorithm import ALGORITHMS
from taquin.search.teaching import Teaching
from taquin.solving.question.plugins import load_plugin
from test_docs import ROOT, recipes


def installed(folder: Path) -> Teaching:
    """Install the recipe as a package of that folder; returns what it declares."""
    _, code, _ = recipes([ROOT / "CONTRIBUTING.md"])[0]
    # Under another name, for a tree in which the recipe has been followed.
    module, name = "by_levels", "by_levels.py"
    code = code.replace("level_by_level", module).replace("Level by level", "By levels")
    (folder / name).write_text(code, encoding="utf-8")
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[taquin.algorithms]\n{module} = {module}\n")
    load_plugin(str(folder / name))
    try:
        return ALGORITHMS.get(module).teaching
    finally:
        ALGORITHMS.remove(module)


@pytest.fixture
def teaching(tmp_path: Path) -> Teaching:
    return installed(tmp_path)


@pytest.fixture
def server(teaching: Teaching, tmp_path: Path) -> Iterator[Server]:
    """A server that finds the plug-in, which `page` opens."""
    running = started(PYTHONPATH=str(tmp_path))
    yield running
    assert running.stop() == 0


def test_one_file_adds_an_algorithm_to_the_microscope(page: Page, teaching: Teaching) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    tab.locator(".lab-roster summary").first.click()
    tab.get_by_label("Algorithm").first.select_option(label=teaching.label)
    tab.get_by_label("Search", exact=True).select_option(label=teaching.label)
    record(tab)
    pane = tab.locator(".lab-pane")
    assert pane.get_by_role("heading", name=teaching.label, exact=True).is_visible()
    assert pane.locator(f"h3.lab-mark--{teaching.colour}").count() == 1
    assert pane.locator(".lab-code").inner_text().split("\n") == [
        line.strip() for line in teaching.code({"order": "UDLR"})
    ]
    assert pane.locator(".lab-why").inner_text().startswith("The next node of level 0.")
    marked = set()
    for _ in range(8):
        press(tab, "+ Line")
        tab.wait_for_timeout(80)
        marked.add(tab.locator(".lab-code [aria-current]").inner_text())
    assert marked >= {line.text.strip() for line in teaching.pseudocode if "new" in line.marks}
    assert "nodes of the next level, newest first" in pane.inner_text()
