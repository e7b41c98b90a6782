"""The widgets' views in a real browser, without a notebook around them."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from view_stage import Views

from page_support import axe_violations, browser
from taquin import solve, widget

__all__ = ["browser"]

NEAR = "1 2 3/4 0 5/7 8 6"
# Whether the tree takes the wheel, as it does only while it has the focus.
WHEEL = """(tree) => {
  const turn = new WheelEvent("wheel", { deltaY: 1, cancelable: true });
  tree.dispatchEvent(turn);
  return turn.defaultPrevented;
}"""


@pytest.fixture
def views(browser: Any) -> Iterator[Views]:
    context = browser.new_context(viewport={"width": 1100, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    made = Views(context.new_page())
    yield made
    context.close()
    assert made.troubles == []


def test_a_board_is_played_in_two_views(views: Views) -> None:
    board = widget.BoardWidget(NEAR)
    one, other = views.show(board), views.show(board)
    one.get_by_role("button", name="5, row 2 column 3").click()
    other.get_by_role("button", name="5, row 2 column 2").wait_for()
    assert (board.moves, board.board.text) == ("L", "1 2 3/4 5 0/7 8 6")
    other.get_by_role("button", name="6, row 3 column 3").focus()
    views.tab.keyboard.press("ArrowUp")
    one.get_by_text("2 moves, solved").wait_for()
    assert board.solved
    one.get_by_role("button", name="Undo").click()
    other.get_by_text("1 move", exact=True).wait_for()
    one.get_by_role("button", name="Start again").click()
    other.get_by_text("0 moves", exact=True).wait_for()
    assert (board.moves, board.board.text) == ("", NEAR)
    board.board = "1 2 3/4 5 6/8 7 0"
    views.told(board)
    other.get_by_text("0 moves. Unsolvable").wait_for()
    assert views.tab.evaluate("seen") == []  # no key has left a widget


def test_a_hint_is_asked_for_and_shown(views: Views) -> None:
    shown = views.show(widget.BoardWidget(NEAR))
    shown.get_by_role("button", name="Hint").click()
    shown.get_by_text("Move tile 5 left: 2 moves to the goal; no solution is shorter.").wait_for()
    assert shown.locator(".marked").text_content() == "5"
    shown.get_by_role("button", name="5, row 2 column 3").click()
    shown.locator(".marked").wait_for(state="detached")


def test_a_solution_is_stepped_scrubbed_and_played(views: Views) -> None:
    played = widget.SolutionWidget(solve(NEAR), speed=32)
    shown = views.show(played)
    shown.get_by_role("button", name="Step", exact=True).click()
    shown.get_by_text("1 / 2").wait_for()
    assert played.position == 1
    shown.get_by_role("button", name="Step", exact=True).press("Home")
    shown.get_by_text("0 / 2").wait_for()
    assert shown.get_by_label("Speed").input_value() == "32"
    played.play()
    views.told(played)
    shown.get_by_text("2 / 2").wait_for()
    # The button that was pressed last has just been disabled; keys still stay in the widget.
    views.tab.keyboard.press("ArrowLeft")
    shown.get_by_text("1 / 2").wait_for()
    played.position = 2
    views.told(played)
    shown.get_by_text("2 / 2").wait_for()
    # The list of moves keeps the focus while it is walked through.
    shown.get_by_role("radio").last.focus()
    views.tab.keyboard.press("ArrowLeft")
    shown.get_by_text("1 / 2").wait_for()
    focused = "(host) => host.shadowRoot.activeElement.dataset.at"
    assert shown.locator(".taquin-widget").evaluate(focused) == "1"
    around = views.show(widget.SolutionWidget("1 2 3/4 5 6/0 8 7", "R", topology="torus"))
    around.get_by_role("radio", name="7 →: move 1, 7 right").click()
    around.get_by_text("1 / 1").wait_for()
    assert around.locator("taquin-board").evaluate("(board) => board.board.cells.at(6)") == 7
    assert views.tab.evaluate("seen") == []


def test_two_searches_are_stepped_in_lockstep(views: Views) -> None:
    search = widget.SearchWidget(NEAR, "bfs", "astar", step=1)
    shown = views.show(search)
    where = shown.locator(".lab-where")
    where.get_by_text("step 2 of 9").wait_for()
    panes = shown.locator(".lab-pane")
    assert panes.locator("h3").all_text_contents() == [
        "Breadth-first",
        "A* with Manhattan distance",
    ]
    shown.get_by_role("button", name="+ Step").click()
    where.get_by_text("step 3 of 9").wait_for()
    panes.last.get_by_text("cost 2", exact=True).wait_for()
    shown.get_by_role("button", name="− Step").click()
    panes.last.get_by_text("g 1 · h 1 · f 2").wait_for()
    panes.first.get_by_text("Frontier (").first.wait_for()
    assert not panes.first.locator(".lab-tree__top").evaluate(WHEEL)
    panes.first.locator(".lab-tree__top").focus()
    assert panes.first.locator(".lab-tree__top").evaluate(WHEEL)
    for shown_step in ("step 3 of 9", "step 4 of 9"):
        shown.get_by_role("button", name="+ Step").click()
        where.get_by_text(shown_step).wait_for()
    # Only the view's last step is the third; what it told before would undo what Python sets now.
    views.wait_until(lambda: search.step == 3)
    search.step = 9
    views.told(search)
    where.get_by_text("end").wait_for()


def test_the_beginning_of_a_search_is_on_view_until_the_whole_is_recorded(views: Views) -> None:
    search = widget.SearchWidget("8 6 7/2 5 4/3 0 1", "bfs", "astar", node_limit=100, step=80)
    whole = threading.Event()
    record = search._record

    def held(name: str, number: int, most: int) -> None:
        assert most == search.opening or whole.wait(60)
        record(name, number, most)

    search._record = held  # type: ignore[method-assign]
    shown = views.show(search)
    where = shown.locator(".lab-where")
    # The beginning has no step 80, and does not say so to the kernel.
    where.get_by_text("end", exact=True).wait_for()
    shown.get_by_role("button", name="− Step").click()
    where.get_by_text("step 60 of 60").wait_for()
    views.wait_until(lambda: search.step == 59)
    whole.set()
    for number in range(2):
        views.wait_until(lambda number=number: len(search._threads) > number)  # type: ignore[misc]
        search._threads[number].join(60)
        views.told(search)
    where.get_by_text("step 60 of 100").wait_for()
    search.step = 80
    views.told(search)
    where.get_by_text("step 81 of 100").wait_for()


def test_a_comparison_is_shown_with_its_charts(views: Views) -> None:
    compared = widget.ComparisonWidget(NEAR, ["bfs", ("astar", "zero")])
    shown = views.show(compared)
    compared.wait()
    views.told(compared)
    shown.get_by_text("All 2 searches have ended.").wait_for()
    assert shown.locator(".badge").all_text_contents() == ["solved", "solved"]
    assert shown.locator("progress").evaluate("({ value, max }) => [value, max]") == [2, 2]
    assert shown.get_by_role("button", name="Stop").is_hidden()
    shown.get_by_text("Among the searches").first.wait_for()
    assert shown.locator(".lab-bars > li").count() == 2


def test_all_widgets_are_accessible_in_both_themes(views: Views) -> None:
    compared = widget.ComparisonWidget(NEAR, ["bfs", "astar"])
    compared.wait()
    bar = widget.ProgressWidget()
    bar.on_row(1, 3, {})
    for one in (
        widget.BoardWidget(NEAR),
        widget.SolutionWidget(NEAR, "LU"),
        widget.SearchWidget(NEAR, "astar"),
        compared,
        bar,
    ):
        shown = views.show(one)
    shown.get_by_text("33%").wait_for()
    views.tab.locator(".lab-where", has_text="step 1 of").wait_for()
    hosts = views.tab.locator(".taquin-widget")
    for theme, letters in (("light", "black"), ("dark", "white")):
        views.tab.evaluate(f"document.body.style.color = '{letters}'")
        views.tab.wait_for_function(
            "(theme) => [...document.querySelectorAll('.taquin-widget')]"
            ".every(({ dataset }) => dataset.theme === theme)",
            arg=theme,
        )
        assert hosts.count() == 5
        assert axe_violations(views.tab, rules={"region": {"enabled": False}}) == []


def test_a_view_that_is_closed_leaves_nothing_behind(views: Views) -> None:
    board = widget.BoardWidget(NEAR)
    shown = views.show(board)
    picture = views.tab.evaluate_handle(
        "(name) => document.body.appendChild(Object.assign(new Image(), { className: name }))",
        board.picture,
    )
    display = "(element) => getComputedStyle(element).display"
    assert picture.evaluate(display) == "none"
    shown.evaluate("(el) => el.leave()")
    assert picture.evaluate(display) != "none"
    assert shown.locator(".taquin-widget").count() == 0
