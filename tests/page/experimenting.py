"""The lab in a browser: how its tests run searches and read what it shows."""

from pathlib import Path
from typing import Any

from page_support import Page

__all__ = ["EASY", "figures", "lab", "pictured", "press", "record", "run", "words"]

EASY = "2 4 3\n1 0 6\n7 5 8"


def lab(page: Page, board: str | None = None, preset: str | None = None) -> Any:
    tab = page.open("#/lab")
    tab.wait_for_selector(".lab-roster li", state="attached")
    tab.get_by_text("Rules and limits").click()
    # Ample on a busy machine.
    tab.get_by_label("Stop a search after").select_option("60")
    if board is not None:
        tab.get_by_label("Board", exact=True).fill(board)
    if preset is not None:
        tab.get_by_label("Set of searches").select_option(preset)
    return tab


def press(tab: Any, name: str) -> None:
    tab.get_by_role("button", name=name, exact=True).click()


def run(tab: Any) -> None:
    press(tab, "Run")
    tab.get_by_text("All searches have finished.").wait_for(timeout=60_000)


def record(tab: Any) -> None:
    press(tab, "Record")
    tab.wait_for_selector(".lab-pane .lab-facts:not(:empty)", timeout=60_000)


def figures(tab: Any) -> list[dict[str, str]]:
    """The table as a reader has it: one dictionary a row, by the heads of its columns."""
    rows: list[dict[str, str]] = tab.evaluate(
        """() => {
          const table = document.querySelector(".lab-table");
          const text = (cell) => cell.textContent.trim();
          const heads = [...table.querySelectorAll("thead th")].map(text);
          return [...table.querySelectorAll("tbody tr")].map((row) =>
            Object.fromEntries([...row.children].map((cell, at) =>
              [heads[at], text(cell.querySelector(".badge") ?? cell)])));
        }"""
    )
    return rows


def words(tab: Any) -> str:
    return str(tab.locator(".lab-sentences").all_inner_texts())


def pictured(tab: Any, name: str, path: Path) -> str:
    """Press a button that keeps a picture: every text that was drawn for it."""
    tab.evaluate(
        """() => {
          const of = CanvasRenderingContext2D.prototype;
          const draw = (window.plainText ??= of.fillText);
          window.drawn = [];
          of.fillText = function (text, ...rest) {
            window.drawn.push(text);
            draw.call(this, text, ...rest);
          };
        }"""
    )
    with tab.expect_download() as waiting:
        press(tab, name)
    waiting.value.save_as(path)
    assert path.read_bytes().startswith(b"\x89PNG")
    return "\n".join(tab.evaluate("() => window.drawn"))
