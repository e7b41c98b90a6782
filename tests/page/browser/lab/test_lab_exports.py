"""What the lab saves: tables, charts, trees, recordings."""

import csv
import json
import re
from pathlib import Path

from experimenting import EASY, figures, lab, pictured, press, record, run

from page_support import Page


def test_every_export_holds_every_row(page: Page, tmp_path: Path) -> None:
    tab = lab(page, preset="Without an estimate")
    tab.get_by_label("or after", exact=True).select_option("10000")
    run(tab)
    names = [row["Search"] for row in figures(tab)]
    files = {}
    for form in ("CSV", "JSON", "Markdown", "LaTeX"):
        with tab.expect_download() as waiting:
            press(tab, form)
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        files[form] = path.read_text(encoding="utf-8")
    lines = list(csv.DictReader(files["CSV"].splitlines()))
    assert [line["search"] for line in lines] == names
    assert {line["censored"] for line in lines} == {"true", "false"}
    assert [row["search"] for row in json.loads(files["JSON"])["rows"]] == names
    for name in names:
        assert name in files["Markdown"] and name in files["LaTeX"]
    assert "≥ 10,000" in files["Markdown"] and "$\\geq$ 10,000" in files["LaTeX"]


def test_chart_and_tree_become_pictures(page: Page, tmp_path: Path) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    run(tab)
    tab.get_by_label("Chart", exact=True).select_option("estimates")
    record(tab)
    tab.wait_for_selector(".lab-heat:visible")
    for name in ("Chart as PNG", "Map as PNG", "Tree as PNG"):
        with tab.expect_download() as waiting:
            press(tab, name)
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        assert path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 2000
    with tab.expect_download() as waiting:
        press(tab, "Recording as JSON Lines")
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    kinds = [json.loads(line)["kind"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert kinds[0] == "header" and kinds[-1] == "end" and "expand" in kinds


def test_pictures_say_what_they_show(page: Page, tmp_path: Path) -> None:
    tab = lab(page, preset="Little memory")
    run(tab)
    names = [row["Search"] for row in figures(tab)]
    question = ["Board 7 0 2 / 8 5 3 / 6 1 4", "Goal 0 1 2 / 3 4 5 / 6 7 8. Cost in stm."]
    question = [re.sub(r"(?<=\d) (?=[\d/])", "\u00a0", line) for line in question]
    bars = pictured(tab, "Chart as PNG", tmp_path / "bars.png")
    expanded = [row["Expanded"] for row in figures(tab)]
    axis = "1\n10\n100\n1,000"
    for text in ["How much work did each search do? Expanded", *question, *names, *expanded, axis]:
        assert text in bars
    tab.get_by_label("Chart", exact=True).select_option("estimates")
    tab.locator(".lab-legend__chip", has_text="misplaced").click()
    curves = pictured(tab, "Chart as PNG", tmp_path / "curves.png")
    for text in ["Is the estimate good?", *question, "true distance", "h: Manhattan distance"]:
        assert text in curves
    assert "h: misplaced" not in curves, "a curve that is switched off is not drawn"
    width = int.from_bytes((tmp_path / "curves.png").read_bytes()[16:20], "big")
    assert width >= 2 * tab.locator(".lab-chart").bounding_box()["width"], "twice the screen's size"
    tab.wait_for_selector(".lab-heat:visible")
    heat = pictured(tab, "Map as PNG", tmp_path / "map.png")
    for text in ["The map of all states", *question, "g + h below 27: from 1 to "]:
        assert text in heat
    record(tab)
    for view, name, title, mark in (
        ("tree", "Tree", "Search tree", "in the frontier"),
        ("rows", "Rows", "Nodes by depth", "above the bound"),
        ("heat", "Heat map", "States by g and h", "from 1 to "),
    ):
        tab.get_by_label("Picture", exact=True).select_option(view)
        recording = pictured(tab, f"{name} as PNG", tmp_path / f"{view}.png")
        for text in [f"{title}: A* with Manhattan distance", *question, "Step 1 of 3,306.", mark]:
            assert text in recording
    run(tab)
    tab.get_by_label("Chart", exact=True).select_option("work")
    again = pictured(tab, "Chart as PNG", tmp_path / "again.png")
    assert "From the server’s cache" in again


def test_every_chart_draws_and_has_its_table(page: Page) -> None:
    tab = lab(page, preset="The classics")
    # Some searches end at their limit, so they are sampled on any machine; others solve the board.
    tab.get_by_label("Example").select_option("Korf’s board 79, 42 moves")
    tab.get_by_label("Stop a search after").select_option("2")
    run(tab)
    select = tab.get_by_label("Chart", exact=True)
    for kind in ("frontier", "reached", "expanded", "bound", "contours", "estimates"):
        select.select_option(kind)
        tab.wait_for_selector(".lab-chart canvas")
        twin = tab.locator(".lab-stack:has(> .lab-chart) > .lab-twin")
        if not twin.evaluate("(one) => one.open"):
            twin.locator("summary").click()
        twin.locator("tbody tr").first.wait_for()
        assert tab.locator(".lab-legend__chip").count() > 0
    assert tab.get_by_label("Logarithmic axes").count() == 1
    assert not tab.get_by_label("Logarithmic axes").is_visible(), "moves on both axes"
    tab.get_by_label("Chart", exact=True).select_option("frontier")
    tab.get_by_label("Logarithmic axes").check()
    tab.wait_for_selector(".lab-chart canvas")
    tab.get_by_label("Chart", exact=True).select_option("contours")
    assert tab.get_by_label("Logarithmic expansions").is_checked(), "the bounds stay as they are"
