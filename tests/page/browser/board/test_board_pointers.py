"""`<taquin-board>` by mouse and touch: clicks, drags, tracing."""

import time

import pytest

from board_stage import FIFTEEN, Stage
from taquin import Board

TOUCH = {"has_touch": True, "viewport": {"width": 400, "height": 800}}


def serpentine(width: int, height: int) -> list[int]:
    """Every cell of a board, along rows read to and fro."""
    rows = [list(range(r * width, (r + 1) * width)) for r in range(height)]
    return [cell for r, row in enumerate(rows) for cell in (row if r % 2 == 0 else row[::-1])]


def walked(board: Board, cells: list[int]) -> tuple[Board, str]:
    """The board after its blank walked along neighbouring cells, and the tiles' moves."""
    moves = ""
    for cell in cells:
        step = cell - board.blank
        letter = {1: "L", -1: "R", board.width: "U", -board.width: "D"}[step]
        board, moves = board.apply(letter), moves + letter
    return board, moves


def test_a_click_moves_all_tiles_between_it_and_the_blank(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.tab.mouse.click(*stage.place(8))
    assert stage.board == stage.seen == "1 2 3 4/5 6 7 8/0 9 10 11/13 14 15 12"
    stage.tab.mouse.click(*stage.place(0))
    assert stage.board == stage.seen == "0 2 3 4/1 6 7 8/5 9 10 11/13 14 15 12"
    first, second = stage.log()
    assert (first["moves"], second["moves"]) == ("RR", "DD")
    assert first["input"] == "mouse"
    assert first["from"] == FIFTEEN
    assert 0 < first["time"] < second["time"]


def test_a_click_elsewhere_is_refused_and_the_other_buttons_do_nothing(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.tab.mouse.click(*stage.place(0))
    stage.tab.mouse.click(*stage.place(8), button="right")
    stage.tab.mouse.click(*stage.place(8), button="middle")
    assert stage.board == FIFTEEN
    assert [entry["cell"] for entry in stage.log("taquin-refused")] == [0]


def test_the_page_may_refuse_a_move_or_show_another_position(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.run("""() => element.addEventListener("taquin-move", (e) => e.preventDefault())""")
    stage.tab.mouse.click(*stage.place(8))
    assert stage.board == stage.seen == FIFTEEN
    stage.show(FIFTEEN)
    stage.run("""() => element.addEventListener("taquin-move", () => element.show("1 2/3 0"))""")
    stage.tab.mouse.click(*stage.place(8))
    assert stage.board == stage.seen == "1 2/3 0"


def test_a_drag_the_page_refuses_glides_back(stage: Stage) -> None:
    stage.show(FIFTEEN)
    home = stage.box(10)["x"]
    stage.run("""() => element.addEventListener("taquin-move", (e) => e.preventDefault())""")
    x, y = stage.place(9)
    stage.tab.mouse.move(x, y)
    stage.tab.mouse.down()
    stage.tab.mouse.move(x + 100, y, steps=4)
    assert stage.box(10)["x"] > home + 80
    stage.tab.mouse.up()
    stage.still()
    assert len(stage.log()) == 1
    assert stage.box(10)["x"] == pytest.approx(home, abs=1)
    assert stage.board == stage.seen == FIFTEEN


def test_a_disabled_board_only_shows(stage: Stage) -> None:
    stage.show(FIFTEEN, disabled="")
    stage.tab.mouse.click(*stage.place(8))
    stage.run("() => element.focus()")
    stage.tab.keyboard.press("ArrowUp")
    assert stage.board == FIFTEEN
    assert stage.run("() => log") == []
    assert stage.tab.get_by_role("button", name="10, row 3 column 2", exact=True).count() == 1
    assert stage.tab.get_by_role("grid", disabled=True).count() == 1
    stage.run("() => { element.disabled = false; }")
    stage.tab.mouse.click(*stage.place(8))
    assert [entry["moves"] for entry in stage.log()] == ["RR"]


@pytest.mark.parametrize("moved", [0.2, 0.8])
def test_a_drag_follows_the_pointer_and_settles_on_the_nearer_side(
    stage: Stage, moved: float
) -> None:
    stage.show(FIFTEEN)
    x, y = stage.place(8)
    side = stage.place(9)[0] - x
    before = [stage.box(9)["x"], stage.box(10)["x"]]
    mouse = stage.tab.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + moved * side, y + 9, steps=5)
    stage.tab.wait_for_timeout(60)
    for tile, start in zip((9, 10), before, strict=True):
        assert stage.box(tile)["x"] == pytest.approx(start + moved * side, abs=1)
    assert stage.board == FIFTEEN
    # A rest before letting go: no flick.
    stage.tab.wait_for_timeout(150)
    mouse.up()
    stage.still()
    gone = moved > 0.5
    assert (
        stage.board == stage.seen == ("1 2 3 4/5 6 7 8/0 9 10 11/13 14 15 12" if gone else FIFTEEN)
    )
    for tile, start in zip((9, 10), before, strict=True):
        assert stage.box(tile)["x"] == pytest.approx(start + gone * side, abs=1)


@pytest.mark.parametrize(("way", "moved"), [((0.1, 0.3), True), ((0.9, 0.7), False)])
def test_a_flick_decides_by_its_direction(
    stage: Stage, way: tuple[float, float], moved: bool
) -> None:
    stage.show(FIFTEEN)
    x, y = stage.place(9)
    side = x - stage.place(8)[0]
    session = stage.context.new_cdp_session(stage.tab)
    begun = time.time()
    events = [("mousePressed", 0.0), ("mouseMoved", way[0]), ("mouseMoved", way[1])]
    for number, (kind, share) in enumerate([*events, ("mouseReleased", way[1])]):
        given = {"type": kind, "x": x + share * side, "y": y, "button": "left", "clickCount": 1}
        # 20 ms between events, however late they come.
        session.send("Input.dispatchMouseEvent", {**given, "timestamp": begun + 0.02 * number})
    assert stage.board == ("1 2 3 4/5 6 7 8/9 0 10 11/13 14 15 12" if moved else FIFTEEN)


@pytest.mark.parametrize("end", ["Escape", "back", "other position"])
def test_a_drag_can_be_cancelled(stage: Stage, end: str) -> None:
    stage.show(FIFTEEN)
    x, y = stage.place(9)
    stage.run("() => element.focus()")
    stage.tab.mouse.move(x, y)
    stage.tab.mouse.down()
    stage.tab.mouse.move(x + 70, y, steps=4)
    after = FIFTEEN
    if end == "Escape":
        stage.tab.keyboard.press("Escape")
    elif end == "back":
        stage.tab.mouse.move(x, y, steps=4)
    else:
        after = "1 2 3 4/5 6 7 8/9 10 15 11/13 14 0 12"
        stage.run("(board) => element.show(board)", after)
    stage.tab.mouse.up()
    stage.still()
    assert stage.board == stage.seen == after
    assert stage.log() == []
    assert stage.run("""() => [...element.shadowRoot.querySelectorAll("button")]
      .every((button) => getComputedStyle(button).transform === "none")""")


@pytest.mark.parametrize("stage", [TOUCH], indirect=True)
def test_touch_taps_drags_and_is_cancelled_by_the_system(stage: Stage) -> None:
    stage.show(FIFTEEN, sheet=360)
    assert (
        stage.run("""() => getComputedStyle(element.shadowRoot.querySelector("[role=grid]"))
      .touchAction""")
        == "none"
    )
    assert stage.run("() => getComputedStyle(document.body).touchAction") == "auto"
    stage.tab.touchscreen.tap(*stage.place(8))
    assert stage.board == stage.seen == "1 2 3 4/5 6 7 8/0 9 10 11/13 14 15 12"
    (x, y), (_, below) = stage.place(0), stage.place(4)
    path = [(x, y + share * (below - y)) for share in (0, 0.3, 0.6, 0.9)]
    stage.touch(
        ("touchStart", path[:1]), *(("touchMove", [p]) for p in path[1:]), ("touchCancel", [])
    )
    assert len(stage.log()) == 1
    stage.touch(("touchStart", path[:1]), *(("touchMove", [p]) for p in path[1:]), ("touchEnd", []))
    assert stage.board == stage.seen == "0 2 3 4/1 6 7 8/5 9 10 11/13 14 15 12"
    assert {entry["input"] for entry in stage.log()} == {"touch"}


@pytest.mark.parametrize("stage", [TOUCH], indirect=True)
def test_two_thumbs_may_overlap(stage: Stage) -> None:
    stage.show(FIFTEEN, sheet=360)
    one, two = stage.place(9), stage.place(5)
    stage.touch(
        ("touchStart", [one]),
        ("touchStart", [one, two]),
        ("touchEnd", [one]),
        ("touchEnd", []),
    )
    assert stage.board == "1 2 3 4/5 0 7 8/9 6 10 11/13 14 15 12"


def test_input_words_choose_what_pointers_do(stage: Stage) -> None:
    stage.show(FIFTEEN, input="drag")
    stage.tab.mouse.click(*stage.place(8))
    assert stage.board == FIFTEEN
    stage.show(FIFTEEN, input="click")
    stage.tab.mouse.move(*stage.place(8))
    stage.tab.mouse.down()
    assert stage.board == "1 2 3 4/5 6 7 8/0 9 10 11/13 14 15 12", "a click acts when pressed"
    stage.tab.mouse.up()
    assert len(stage.log()) == 1


def test_a_mouse_swipe_over_10x10_skips_no_tile(stage: Stage) -> None:
    """Two samples a row: everything between comes from interpolation."""
    start = Board.of(10, 10, range(100))
    stage.show(start.text, size=(10, 10), sheet=700, input="trace")
    path = serpentine(10, 10)
    stage.tab.mouse.move(*stage.place(0))
    for row in range(10):
        for cell in (path[10 * row], path[10 * row + 9]):
            stage.tab.mouse.move(*stage.place(cell))
    board, moves = walked(start, path[1:])
    assert stage.board == board.text
    log = stage.log()
    assert "".join(entry["moves"] for entry in log) == moves
    assert all(len(entry["moves"]) == 1 for entry in log)
    times = [entry["time"] for entry in log]
    assert times == sorted(times)
    assert stage.log("taquin-refused") == []


@pytest.mark.parametrize("stage", [TOUCH], indirect=True)
def test_a_finger_swipe_over_10x10_skips_no_tile(stage: Stage) -> None:
    start = Board.of(10, 10, range(100))
    stage.show(start.text, size=(10, 10), sheet=380, input="trace")
    path = serpentine(10, 10)
    corners = [stage.place(path[10 * row + end]) for row in range(10) for end in (0, 9)]
    stage.touch(
        ("touchStart", corners[:1]), *(("touchMove", [c]) for c in corners[1:]), ("touchEnd", [])
    )
    board, moves = walked(start, path[1:])
    assert stage.board == board.text
    assert "".join(entry["moves"] for entry in stage.log()) == moves


def test_coalesced_samples_are_walked(stage: Stage) -> None:
    """What a browser puts into one event when the page is late: here made by hand."""
    start = Board.of(10, 10, range(100))
    stage.show(start.text, size=(10, 10), sheet=700, input="trace")
    path = [0, 9, 99, 90]
    points = [stage.place(cell) for cell in path]
    stage.run(
        """(points) => {
          const grid = element.shadowRoot.querySelector("[role=grid]");
          const made = ([clientX, clientY], coalescedEvents = []) => new PointerEvent("pointermove",
            { pointerId: 7, pointerType: "mouse", clientX, clientY, coalescedEvents, bubbles: true,
              composed: true });
          grid.dispatchEvent(made(points[0]));
          const samples = points.slice(1).map((point) => made(point));
          grid.dispatchEvent(made(points.at(-1), samples));
        }""",
        points,
    )
    cells = [*range(1, 10), *range(19, 100, 10), *range(98, 89, -1)]
    assert stage.board == walked(start, cells)[0].text


def test_another_size_begins_tracing_anew(stage: Stage) -> None:
    stage.show(Board.of(4, 4, range(16)).text, input="trace")
    mouse = stage.tab.mouse
    mouse.move(*stage.place(0))
    mouse.move(*stage.place(15))
    start = Board.of(10, 10, range(100))
    stage.run("(board) => { log.length = 0; element.show(board); }", start.text)
    mouse.move(*stage.place(11))
    assert stage.log() == []
    mouse.move(*stage.place(1))
    assert [entry["moves"] for entry in stage.log()] == ["L"]


def test_a_page_read_from_right_to_left_does_not_turn_the_board(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.run("() => { document.documentElement.dir = 'rtl'; }")
    assert stage.box(1)["x"] < stage.box(2)["x"]
    stage.tab.mouse.click(*stage.place(8))
    assert stage.board == "1 2 3 4/5 6 7 8/0 9 10 11/13 14 15 12"


def test_a_pressed_button_pauses_tracing(stage: Stage) -> None:
    start = Board.of(4, 4, range(16))
    stage.show(start.text, input="trace")
    mouse = stage.tab.mouse
    mouse.move(*stage.place(0))
    mouse.move(*stage.place(1))
    mouse.down()
    mouse.move(*stage.place(3), steps=6)
    mouse.move(*stage.place(1), steps=6)
    mouse.up()
    assert [entry["moves"] for entry in stage.log()] == ["L"]
    mouse.move(*stage.place(2), steps=3)
    assert [entry["moves"] for entry in stage.log()] == ["L", "L"]
    # Outside and in again, two columns on: the tiles under the way outside stay.
    mouse.move(900, 700)
    mouse.move(*stage.place(14))
    assert stage.board == walked(start, [1, 2])[0].apply("UUU").text
