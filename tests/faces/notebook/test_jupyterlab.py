"""The widgets in JupyterLab, in a real browser: `pytest -m notebook` (extra `notebook-tests`).

What can be seen is written as pictures into the folder TAQUIN_PICTURES, if it is set; figures are
printed (`-s` shows them).
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from running_lab import Lab, jupyterlab, notebook_file

from page_support import browser

__all__ = ["browser"]

pytestmark = pytest.mark.notebook
BOARD = "1 2 3/4 0 5/7 8 6"
CELLS = [
    "import ipywidgets\n"
    "from taquin import solve\n"
    "from taquin.widget import *\n"
    f"board = BoardWidget('{BOARD}')\n"
    "board",
    "seen = ipywidgets.Label('nothing')\n"
    "board.observe(lambda change: setattr(seen, 'value', 'seen ' + change.new), 'moves')\n"
    "seen",
    "board",
    "SolutionWidget(solve('702853614', goal='first'))",
    "search = SearchWidget('702853614', 'astar', 'idastar', goal='first')\nsearch",
    "ComparisonWidget('702853614', ['bfs', 'astar', 'idastar', 'greedy'], goal='first')",
    "bar = ProgressWidget(time_limit=5)\nbar",
    "with bar.listening():\n    solve('702853614', goal='first', progress=bar, algorithm='bfs')",
]
STEPS = 100


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    pytest.importorskip("jupyterlab", reason="pip install -e '.[notebook-tests]'")
    with jupyterlab(tmp_path_factory.mktemp("notebooks")) as running:
        yield running


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A tab of JupyterLab; errors on its console fail the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 1200})
    context.set_default_timeout(60_000)
    tab = context.new_page()
    troubles: list[str] = []
    tab.on("console", lambda m: m.type == "error" and troubles.append(m.text))
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    yield tab
    context.close()
    assert troubles == []


def cell(tab: Any, number: int) -> Any:
    """A code cell, scrolled to: those out of sight are not drawn."""
    found = tab.locator(f'.jp-Cell[data-windowed-list-index="{number}"]')
    found.scroll_into_view_if_needed()
    return found


def picture(target: Any, name: str) -> None:
    folder = os.environ.get("TAQUIN_PICTURES")
    if folder:
        target.screenshot(path=Path(folder) / f"{name}.png")


def test_keys_reach_the_board_and_nothing_else(lab: Lab, tab: Any) -> None:
    notebook_file(lab.folder, "keys.ipynb", CELLS[:3])
    lab.open(tab, "keys.ipynb")
    first, other = cell(tab, 0), cell(tab, 2)
    blank = first.locator("taquin-board .blank")
    assert blank.get_attribute("aria-label") == "blank, row 2 column 2"
    first.get_by_role("button", name="5, row 2 column 3").focus()
    tab.keyboard.press("ArrowLeft")
    cell(tab, 1).get_by_text("seen L", exact=True).wait_for()
    # Another view of the same widget shows the move, and its own moves come back.
    other.get_by_role("button", name="5, row 2 column 2").wait_for()
    first.get_by_text("1 move", exact=True).wait_for()
    # Shortcuts of the command mode: delete and insert cells, cut, go to the next cell, run.
    for key in ("d", "d", "a", "b", "x", "j", "m", "y", "Shift+Enter", "Enter", "Escape"):
        tab.keyboard.press(key)
    assert tab.locator(".jp-CodeCell").count() == 3
    cell(tab, 1).get_by_text("seen LRRLLR", exact=True).wait_for()  # D, A and Enter move
    # Outside the board, its keys are the notebook's.
    cell(tab, 1).locator(".jp-InputPrompt").first.click()
    tab.keyboard.press("ArrowUp")
    tab.wait_for_selector('.jp-Cell.jp-mod-active[data-windowed-list-index="0"]')
    tab.keyboard.press("ArrowDown")
    tab.wait_for_selector('.jp-Cell.jp-mod-active[data-windowed-list-index="1"]')
    assert cell(tab, 1).locator(".widget-label").text_content() == "seen LRRLLR"


def test_a_hint_is_shown(lab: Lab, tab: Any) -> None:
    notebook_file(lab.folder, "hint.ipynb", CELLS[:1])
    lab.open(tab, "hint.ipynb")
    first = cell(tab, 0)
    first.get_by_role("button", name="Hint").click()
    first.get_by_text("Move tile 5 left: 2 moves to the goal; no solution is shorter.").wait_for()
    assert first.locator("taquin-board .marked").text_content() == "5"


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_every_widget_appears(lab: Lab, tab: Any, theme: str) -> None:
    notebook_file(lab.folder, "all.ipynb", CELLS)
    lab.open(tab, "all.ipynb")
    tab.evaluate(
        "(theme) => void window.jupyterapp.commands.execute('apputils:change-theme', { theme })",
        theme,
    )
    word = theme.split()[-1].lower()
    for number, what in ((0, "board"), (3, "solution"), (4, "search"), (5, "comparison")):
        widget = cell(tab, number).locator(f'.taquin-widget[data-theme="{word}"]')
        widget.wait_for()
        picture(cell(tab, number).locator(".jp-OutputArea-output").first, f"{what}-{word}")
    solution = cell(tab, 3)
    solution.get_by_role("button", name="Step").click()
    solution.get_by_text("1 / 27").wait_for()
    search = cell(tab, 4)
    search.get_by_text("step 1 of 1,000", exact=True).wait_for()
    comparison = cell(tab, 5)
    comparison.get_by_text("All 4 searches have ended.").wait_for()
    assert comparison.locator(".badge", has_text="solved").count() == 4
    cell(tab, 6).get_by_text(re.compile("^Done: ")).wait_for()


def test_the_kernel_goes_on_while_searches_run_and_a_button_stops_them(lab: Lab, tab: Any) -> None:
    endless = "ComparisonWidget('korf100:1', [('idastar', 'zero'), 'bfs'], engine='python')"
    cells = ["from taquin.widget import *", endless, "print('free', 6 * 7)"]
    notebook_file(lab.folder, "endless.ipynb", cells)
    lab.open(tab, "endless.ipynb")
    cell(tab, 2).get_by_text("free 42").wait_for()
    running = cell(tab, 1)
    running.locator(".badge", has_text="running").wait_for()
    running.get_by_role("button", name="Stop").click()
    running.get_by_text("Stopped. Unfinished searches have no result.").wait_for()
    running.get_by_role("button", name="Stop").wait_for(state="hidden")


def test_a_saved_notebook_shows_pictures(lab: Lab, tab: Any) -> None:
    waits = "compared = ComparisonWidget('702853614', ['astar'], goal='first')\ncompared"
    notebook_file(lab.folder, "saved.ipynb", [CELLS[0], CELLS[3], waits, "compared.wait()"])
    lab.open(tab, "saved.ipynb")
    images = tab.locator(".jp-OutputArea img[src^='data:image/svg+xml']")
    live = tab.locator(".taquin-widget")
    cell(tab, 2).get_by_text("The search has ended.").wait_for()
    assert live.count() == images.count() == 3
    assert not any(image.is_visible() for image in images.all())  # they are there, and hidden
    tab.evaluate(
        """async () => {
          await window.jupyterapp.commands.execute('docmanager:save');
          await window.jupyterapp.shell.currentWidget.context.sessionContext.shutdown();
        }"""
    )
    tab.goto("about:blank")
    lab.open(tab, "saved.ipynb", run=False)
    for number, words in enumerate(("puzzle", "astar", "comparison")):
        image = cell(tab, number).locator("img[src^='data:image/svg+xml']")
        image.wait_for()
        assert words in image.evaluate("({ src }) => atob(src.split(',')[1]).toLowerCase()")
    picture(tab, "saved")


def test_figures(lab: Lab, tab: Any) -> None:
    """Prints the time to the first paint, and how many steps a second the search widget takes."""
    notebook_file(lab.folder, "figures.ipynb", [CELLS[0], "search = None", CELLS[4]])
    lab.open(tab, "figures.ipynb")
    seconds = [first_paint(tab, number) for number in (0, 2)]
    steps = cell(tab, 2)
    steps.get_by_text("step 1 of 1,000", exact=True).wait_for()
    rate = steps.locator(".taquin-widget").evaluate(
        """async (host, count) => {
          const named = (text) =>
            [...host.shadowRoot.querySelectorAll('button')].find((b) => b.textContent === text);
          const frame = () => new Promise(requestAnimationFrame);
          const began = performance.now();
          for (let step = 0; step < count; step++) { named('+ Step').click(); await frame(); }
          return (1000 * count) / (performance.now() - began);
        }""",
        STEPS,
    )
    steps.get_by_text(f"step {STEPS + 1} of 1,000", exact=True).wait_for()
    print(
        f"first paint: board {seconds[0]:.2f} s, search {seconds[1]:.2f} s after running the cell"
    )
    print(f"search widget, two searches: {rate:.0f} steps a second")


def first_paint(tab: Any, number: int) -> float:
    """Seconds from running a cell again until its widget is drawn."""
    cell(tab, number).locator(".jp-InputPrompt").first.click()
    return float(
        tab.evaluate(
            """async (number) => {
              const cell = document.querySelector(`.jp-Cell[data-windowed-list-index="${number}"]`);
              const old = cell.querySelector('.taquin-widget');
              const began = performance.now();
              void window.jupyterapp.commands.execute('notebook:run-cell');
              for (;;) {
                await new Promise(requestAnimationFrame);
                const now = cell.querySelector('.taquin-widget');
                const board = now?.shadowRoot.querySelector('taquin-board');
                const drawn = now !== old && board?.getClientRects().length;
                if (drawn) return (performance.now() - began) / 1000;
              }
            }""",
            number,
        )
    )
