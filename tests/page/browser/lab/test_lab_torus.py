"""The lab on a torus: the searches, a recording, the estimates, and what a reload restores."""

from experimenting import figures, lab, press, record, run

from page_support import Page

SOLVED = "Solvable: around a joined line of 3 cells the blank returns in 3 moves, an odd number"
LEFT_OUT = "Left out: linear conflict, which works only on grids."
FAILED = "linear_conflict works only on grids, with or without walls, not on torus"


def test_a_board_is_searched_recorded_and_estimated_on_a_torus(page: Page) -> None:
    tab = lab(page, board="7 0 2/8 5 3/6 4 1")
    tab.get_by_label("Goal", exact=True).select_option("first")
    tab.get_by_text("Unsolvable: the board is").wait_for()
    tab.get_by_label("Board type").select_option("torus")
    tab.get_by_text("Solvable ✓ Why?").click()
    tab.get_by_text(SOLVED).wait_for()
    assert "torus\xa0(joined\xa0edges)" in tab.locator(".lab-limits__now").inner_text()

    tab.get_by_label("Board", exact=True).fill("7 0 2/8 5 3/6 1 4")
    # A named set leaves out what does not fit, and says so once.
    assert tab.get_by_label("Set of searches").input_value() == "The classics"
    tab.get_by_text(LEFT_OUT).wait_for()
    assert "A* with linear conflict" not in tab.locator(".lab-roster").inner_text()
    press(tab, "Add a search")
    added = tab.locator(".lab-roster li").last
    added.get_by_label("Heuristic").select_option("linear_conflict")
    assert tab.get_by_text(LEFT_OUT).count() == 0
    run(tab)
    rows = {row["Search"]: row for row in figures(tab)}
    informed = rows["A* with Manhattan distance"]
    assert (informed["Optimal"], informed["Cost"], informed["Expanded"]) == ("proved", "15", "832")
    failed = tab.locator(".lab-table tbody tr", has_text="A* with linear conflict")
    assert failed.locator(".badge").inner_text() == "failed"
    assert failed.locator("th .lab-reason").inner_text() == FAILED.split(",", 1)[0]
    tab.get_by_text(FAILED).first.wait_for()
    assert "goal blank first, on a torus" in tab.locator(".lab-table caption").inner_text()

    tab.get_by_label("Search", exact=True).select_option(label="A* with Manhattan distance")
    record(tab)
    tab.get_by_text("832 expansions recorded").wait_for()
    tab.get_by_text("What each estimate sees on this board").click()
    tab.get_by_text("Manhattan distance: 9.").wait_for()
    assert (
        tab.get_by_label("Estimate", exact=True).locator("option[value=linear_conflict]").count()
        == 0
    )
    tab.get_by_text("All 362,880 boards that can reach this goal").first.wait_for()

    tab.reload()
    tab.locator(".lab-table").wait_for()
    tab.get_by_text("Rules and limits").click()
    assert tab.get_by_label("Board type").input_value() == "torus"
    assert "on a torus" in tab.locator(".lab-table caption").inner_text()
    tab.get_by_label("Board type").select_option("grid")
    tab.get_by_text("Press Run for the board now selected.").wait_for()
    # The same set, whole again on a grid.
    tab.get_by_label("Set of searches").select_option("A* with four estimates")
    assert tab.locator(".lab-roster li").count() == 4
    tab.get_by_label("Board type").select_option("torus")
    assert tab.locator(".lab-roster li").count() == 3
    tab.reload()
    tab.get_by_text(LEFT_OUT).wait_for()
    assert tab.get_by_label("Set of searches").input_value() == "A* with four estimates"
