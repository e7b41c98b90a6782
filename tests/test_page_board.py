"""`<taquin-board>` in a real browser: pointers, keys, names, animation, pictures, policy."""

import time
from typing import Any

import pytest

from board_stage import ADDRESS, Stage, browser, stage
from page_support import ROOT, axe_violations
from taquin import Board

__all__ = ["browser", "stage"]

TOUCH = {"has_touch": True, "viewport": {"width": 400, "height": 800}}
FIFTEEN = "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12"


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


# Pointers


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


# Tracing


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


# Keys


def test_keys_move_tiles_their_way(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.run("() => element.focus()")
    for key, letter in [
        ("ArrowUp", "U"),
        ("ArrowDown", "D"),
        ("ArrowLeft", "L"),
        ("ArrowRight", "R"),
        ("w", "U"),
        ("S", "D"),
        ("a", "L"),
        ("D", "R"),
    ]:
        stage.tab.keyboard.press(key)
        assert stage.log()[-1]["moves"] == letter
    assert stage.board == stage.seen == FIFTEEN
    assert {entry["input"] for entry in stage.log()} == {"keyboard"}
    stage.tab.keyboard.press("ArrowLeft")
    stage.tab.keyboard.press("ArrowLeft")
    assert len(stage.log("taquin-refused")) == 1


def test_the_page_sees_no_key_the_board_used_and_every_other(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.run("""() => {
      window.keys = [];
      document.addEventListener("keydown", (event) => keys.push(event.key));
      element.focus();
    }""")
    for key in ("ArrowUp", "d", "F2", "F2", "h", "Control+d", "Alt+ArrowLeft", "Escape", "Tab"):
        stage.tab.keyboard.press(key)
    assert stage.run("() => keys") == ["h", "Control", "d", "Alt", "ArrowLeft", "Escape", "Tab"]
    assert stage.run("() => element.dataset.lmSuppressShortcuts") == "true"


def test_keys_can_be_changed_or_left_to_the_page(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.run("""() => { element.keys = { i: "U" }; element.focus(); }""")
    stage.tab.keyboard.press("ArrowUp")
    assert stage.log() == []
    stage.tab.keyboard.press("i")
    stage.run("""() => element.push("D", { input: "keyboard", time: 5 })""")
    assert [(entry["moves"], entry["time"] == 5) for entry in stage.log()] == [
        ("U", False),
        ("D", True),
    ]


def test_one_tab_stop_and_focus_stays_with_its_tile(stage: Stage) -> None:
    stage.show(FIFTEEN)
    focused = """() => element.shadowRoot.activeElement?.ariaLabel ?? null"""
    stage.tab.keyboard.press("Tab")
    assert stage.run(focused) == "1, row 1 column 1"
    stage.tab.keyboard.press("Tab")
    assert stage.run(focused) is None
    stage.tab.keyboard.press("Shift+Tab")
    stage.run("""() => element.shadowRoot.querySelector('[aria-label^="15,"]').focus()""")
    stage.tab.keyboard.press("ArrowUp")
    assert stage.run(focused) == "15, row 3 column 3, can move down"
    stage.tab.keyboard.press("ArrowDown")
    assert stage.run(focused) == "15, row 4 column 3, can move up"
    assert stage.run("""() => element.shadowRoot.querySelectorAll('[tabindex="0"]').length""") == 1


def test_a_whole_game_by_tab_arrows_and_enter(stage: Stage) -> None:
    start = Board.parse("4 1 2/5 0 3")
    stage.show(start.text, model="explore")
    keyboard = stage.tab.keyboard
    keyboard.press("Tab")
    position = 0
    for letter in solution(start):
        board = Board.parse(stage.board)
        target = board.blank + {"U": 3, "D": -3, "L": 1, "R": -1}[letter]
        position = stage.run("""() => [...element.shadowRoot.querySelectorAll("button")]
          .indexOf(element.shadowRoot.activeElement)""")
        (y, x), (to_y, to_x) = divmod(position, 3), divmod(target, 3)
        for key, count in [
            ("ArrowDown", to_y - y),
            ("ArrowUp", y - to_y),
            ("ArrowRight", to_x - x),
            ("ArrowLeft", x - to_x),
        ]:
            for _ in range(count):
                keyboard.press(key)
        keyboard.press("Enter")
    assert stage.board == stage.seen == "1 2 3/4 5 0"
    assert {entry["input"] for entry in stage.log()} == {"keyboard"}


def solution(board: Board) -> str:
    from taquin import solve

    return solve(board).moves or ""


def test_explore_walks_the_cells_and_f2_changes_the_model(stage: Stage) -> None:
    stage.show(FIFTEEN)
    name = "() => element.shadowRoot.activeElement.ariaLabel"
    stage.run("() => element.focus()")
    stage.tab.keyboard.press("F2")
    assert stage.log("taquin-model") == [{"name": "taquin-model", "model": "explore"}]
    for key, label in [
        ("ArrowUp", "1, row 1 column 1"),
        ("End", "4, row 1 column 4"),
        ("ArrowRight", "4, row 1 column 4"),
        ("ArrowDown", "8, row 2 column 4"),
        ("Control+End", "12, row 4 column 4"),
        ("ArrowUp", "11, row 3 column 4, can move left"),
        ("ArrowLeft", "blank, row 3 column 3"),
        ("Home", "9, row 3 column 1, can move right"),
        ("Control+Home", "1, row 1 column 1"),
    ]:
        stage.tab.keyboard.press(key)
        assert stage.run(name) == label
    assert stage.log() == []
    stage.tab.keyboard.press("F2")
    assert stage.log("taquin-model")[-1]["model"] == "slide"
    stage.tab.keyboard.press("ArrowDown")
    assert [entry["moves"] for entry in stage.log()] == ["D"]


# Names and looks


def test_grid_of_real_buttons_with_names(stage: Stage) -> None:
    stage.show("1 2 3/4 5 0", size=(3, 2), label="My board")
    tab = stage.tab
    assert tab.get_by_role("grid", name="My board, 3 by 2").count() == 1
    assert tab.get_by_role("row").count() == 2
    assert tab.get_by_role("gridcell").count() == 6
    names = stage.run("""() => [...element.shadowRoot.querySelectorAll("button")]
      .map((button) => button.ariaLabel)""")
    assert names == [
        "1, row 1 column 1",
        "2, row 1 column 2",
        "3, row 1 column 3, can move down",
        "4, row 2 column 1, can move right",
        "5, row 2 column 2, can move right",
        "blank, row 2 column 3",
    ]
    tab.get_by_role("button", name="4, row 2 column 1, can move right").click()
    assert stage.board == "1 2 3/0 4 5"


def test_a_screen_readers_click_moves(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.run("""() => element.shadowRoot.querySelector('[aria-label^="7,"]').click()""")
    assert stage.log()[-1]["moves"] == "D"
    assert stage.log()[-1]["input"] == "keyboard"


def test_a_hint_is_marked_named_and_gone_with_the_next_position(stage: Stage) -> None:
    stage.show(FIFTEEN)
    plain = stage.run(LOOK, 11)
    stage.run("""() => element.mark({ cells: [11], arrow: "L" })""")
    button = stage.tab.get_by_role(
        "button", name="11, row 3 column 4, can move left, hint: move left"
    )
    assert button.count() == 1
    assert stage.run(LOOK, 11) != plain
    stage.run("() => element.mark({ cells: new Set([11]) })")
    assert stage.tab.get_by_role("button", name="can move left, hint", exact=False).count() == 1
    stage.run("() => element.mark(null)")
    assert stage.run(LOOK, 11) == plain
    stage.run("""() => { element.mark({ cells: [11] }); element.push("D"); }""")
    assert stage.tab.get_by_role("button", name="hint").count() == 0


LOOK = """(cell) => {
  const button = element.shadowRoot.querySelectorAll("button")[cell];
  const style = getComputedStyle(button);
  const mark = getComputedStyle(button, "::after");
  return [style.backgroundColor, style.outlineStyle, style.boxShadow, mark.content, mark.clipPath];
}"""
GROUPS = """() => [...element.shadowRoot.querySelectorAll("button")].map((button) => {
  const style = getComputedStyle(button);
  const mark = getComputedStyle(button, "::after");
  return [button.textContent, style.backgroundColor,
    mark.content === "none" ? "none" : mark.clipPath];
})"""


@pytest.mark.parametrize(
    ("palette", "group"),
    [
        ("rows", lambda tile: (tile - 1) // 4),
        ("columns", lambda tile: (tile - 1) % 4),
        ("fringe", lambda tile: min((tile - 1) // 4, (tile - 1) % 4)),
        ("solved", lambda tile: tile in {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15}),
        ("mono", lambda tile: 0),
    ],
)
def test_palettes_differ_in_colour_and_mark(stage: Stage, palette: str, group: Any) -> None:
    stage.show(FIFTEEN, palette=palette)
    looks: dict[Any, set[tuple[str, str]]] = {}
    for text, colour, mark in stage.run(GROUPS):
        if text:
            looks.setdefault(group(int(text)), set()).add((colour, mark))
    assert all(len(look) == 1 for look in looks.values()), looks
    each = [next(iter(look)) for look in looks.values()]
    assert len({colour for colour, _ in each}) == len({mark for _, mark in each}) == len(each)


def test_colours_follow_the_goal(stage: Stage) -> None:
    stage.show("1 2 3/8 0 4/7 6 5", size=(3, 3), palette="solved", goal="1 2 3/8 0 4/7 6 5")
    assert stage.run("() => element.shadowRoot.querySelectorAll('.home:not(.blank)').length") == 8
    stage.run("() => { element.goal = 'last'; }")
    assert stage.run("() => element.shadowRoot.querySelectorAll('.home:not(.blank)').length") == 4
    stage.run("() => { element.board = '1 2/3 0'; }")
    assert stage.run("() => element.shadowRoot.querySelectorAll('.home:not(.blank)').length") == 3


FORCED = {"forced_colors": "active"}


@pytest.mark.parametrize("stage", [FORCED], indirect=True)
def test_forced_colours_keep_edges_marks_and_hints(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.run("""() => element.mark({ cells: [11], arrow: "L" })""")
    edge, mark, face, hint = stage.run("""() => {
      const buttons = element.shadowRoot.querySelectorAll("button");
      const style = getComputedStyle(buttons[0]);
      return [style.borderTopColor, getComputedStyle(buttons[0], "::after").backgroundColor,
        style.backgroundColor, getComputedStyle(buttons[11]).outlineStyle];
    }""")
    assert edge != face
    assert mark != face
    assert hint == "solid"


@pytest.mark.parametrize("palette", ["rows", "solved"])
@pytest.mark.parametrize("stage", [{}, {"color_scheme": "dark"}, FORCED], indirect=True)
def test_axe_finds_nothing(stage: Stage, palette: str) -> None:
    stage.show(FIFTEEN, palette=palette)
    assert axe_violations(stage.tab) == []
    stage.run("""() => { element.mark({ cells: [11], arrow: "L" }); element.focus(); }""")
    assert axe_violations(stage.tab) == []
    stage.run("() => { element.disabled = true; }")
    assert axe_violations(stage.tab) == []


@pytest.mark.parametrize("stage", [{"viewport": {"width": 320, "height": 640}}], indirect=True)
def test_tiles_are_large_enough_to_touch_on_a_small_phone(stage: Stage) -> None:
    stage.show(size=(5, 5))
    assert min(stage.box(1)["width"], stage.box(1)["height"]) >= 44
    assert stage.run("() => document.documentElement.scrollWidth") == 320


# Movement


GLIDE = """() => {
  const tile = () => element.shadowRoot.querySelector('[aria-label^="10,"]');
  const left = () => tile().getBoundingClientRect().left;
  const seen = [left()];
  element.push("R");
  const [glide] = tile().getAnimations();
  glide.pause();
  glide.currentTime = 0;
  seen.push(left());
  glide.currentTime = 30;
  seen.push(left());
  element.push("L");
  const [back] = tile().getAnimations();
  back.pause();
  back.currentTime = 0;
  seen.push(left());
  back.finish();
  return [...seen, left()];
}"""


def test_tiles_glide_and_a_glide_is_taken_over_where_it_is(stage: Stage) -> None:
    stage.show(FIFTEEN)
    side = stage.place(10)[0] - stage.place(9)[0]
    home, begun, under_way, taken_over, end = stage.run(GLIDE)
    assert begun == pytest.approx(home, abs=0.5), "it begins where it was seen"
    assert home + 5 < under_way < home + side - 5
    assert taken_over == pytest.approx(under_way, abs=0.5), "and is taken over there"
    assert end == pytest.approx(home, abs=0.5)
    stage.run("""() => element.push("R")""")
    assert stage.seen == "1 2 3 4/5 6 7 8/9 0 10 11/13 14 15 12", "the text is there at once"


@pytest.mark.parametrize("how", ["reduced", "duration", "animate"])
def test_no_animation_where_none_is_wanted(stage: Stage, how: str) -> None:
    stage.show(FIFTEEN, **({"duration": "0"} if how == "duration" else {}))
    if how == "reduced":
        stage.tab.emulate_media(reduced_motion="reduce")
    count = stage.run(
        """(animate) => {
          element.show("1 2 3 4/5 6 7 8/9 0 10 11/13 14 15 12", { animate });
          return element.shadowRoot.querySelector('[aria-label^="10,"]').getAnimations().length;
        }""",
        how != "animate",
    )
    assert count == 0
    assert stage.seen == "1 2 3 4/5 6 7 8/9 0 10 11/13 14 15 12"


def test_another_size_builds_another_grid(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.run("""() => element.show("1 2 3 4 5/6 7 8 9 0")""")
    assert stage.seen == "1 2 3 4 5/6 7 8 9 0"
    assert stage.run("() => element.style.getPropertyValue('--taquin-columns')") == "5"
    box = stage.box(1)
    assert box["width"] == pytest.approx(box["height"], abs=0.5)


# The element in other pages


def test_properties_set_before_the_definition_count(stage: Stage) -> None:
    stage.tab.goto(ADDRESS)
    assert stage.run("""async () => {
      const element = document.createElement("taquin-board");
      element.board = "1 2/0 3";
      element.goal = "first";
      document.body.append(element);
      const { formatBoard } = await import("/board.js");
      return [formatBoard(element.board), formatBoard(element.goal)];
    }""") == ["1 2/0 3", "0 1/2 3"]


def test_attributes_in_markup_and_a_wrong_text(stage: Stage) -> None:
    stage.show()
    assert stage.run("""() => {
      const other = document.createElement("taquin-board");
      other.setAttribute("board", "702853614");
      other.setAttribute("goal", "first");
      document.body.append(other);
      const text = engine.formatBoard(other.board);
      try { other.board = "1 2 2 0"; } catch (error) { return [text, error.name, error.message]; }
    }""") == [
        "7 0 2/8 5 3/6 1 4",
        "NotationError",
        "not a board of 4 cells: tile 2 given more than once; tile 3 missing.",
    ]


def test_a_wrong_attribute_is_reported_and_changes_nothing(stage: Stage) -> None:
    stage.show(FIFTEEN)
    stage.run("() => element.setAttribute('board', '1 2/3 x')")
    assert stage.board == stage.seen == FIFTEEN
    assert ["'x' is not a tile" in trouble for trouble in stage.troubles] == [True]
    stage.troubles.clear()


WIDGET = """async () => {
  const { default: { render } } = await import("/board.js?again");
  const state = { board: "1 2 3/4 5 0", goal: "last" };
  const listeners = new Map();
  let saved = 0;
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; listeners.get(`change:${name}`)?.(); },
    save_changes: () => saved++,
    on: (name, listener) => listeners.set(name, listener),
    off: (name) => listeners.delete(name),
  };
  const el = document.createElement("div");
  document.body.append(el);
  const clean = render({ model, el });
  const board = el.querySelector("taquin-board");
  board.push("D");
  board.push("R");
  model.set("palette", "mono");
  const after = [state.board, state.moves, saved, board.palette, engine.formatBoard(board.board)];
  model.set("board", "1 2/3 0");
  after.push(engine.formatBoard(board.board), listeners.size);
  clean();
  return [...after, listeners.size];
}"""


def test_a_second_copy_serves_a_notebook_widget(stage: Stage) -> None:
    stage.show()
    assert stage.run(WIDGET) == ["1 0 2/4 5 3", "DR", 2, "mono", "1 0 2/4 5 3", "1 2/3 0", 5, 0]


@pytest.mark.parametrize("stage", [{"bypass_csp": True}], indirect=True)
def test_loaded_from_blob_urls_as_notebooks_do(stage: Stage) -> None:
    stage.tab.goto(ADDRESS)
    found = stage.run("""async () => {
      const source = await (await fetch("/board.js")).text();
      const script = () => new Blob([source], { type: "text/javascript" });
      const load = () => import(URL.createObjectURL(script()));
      for (const text of ["1 2 3/4 5 0", "1 2/3 0"]) {
        const { default: { render } } = await load();
        const state = { board: text };
        render({
          model: { get: (name) => state[name], set() {}, save_changes() {}, on() {}, off() {} },
          el: document.querySelector("main"),
        });
      }
      return [...document.querySelectorAll("taquin-board")]
        .map((board) => board.shadowRoot.querySelectorAll("button").length);
    }""")
    assert found == [6, 4]


# What docs/board.md says


def test_the_documents_example_runs(stage: Stage) -> None:
    text = (ROOT / "docs" / "board.md").read_text(encoding="utf-8")
    markup, script = (
        text.split(f"```{kind}\n")[1].split("```")[0] for kind in ("html", "js\n// mine.js")
    )
    stage.pages["example"] = ("text/html", markup)
    stage.pages["mine.js"] = ("text/javascript", script)
    stage.tab.goto(ADDRESS + "example")
    status = stage.tab.get_by_role("status")
    assert "Solvable: the board is" in status.inner_text()
    stage.tab.get_by_role("button", name="11, row 3 column 4, can move left").click()
    stage.tab.get_by_role("button", name="12, row 4 column 4, can move up").click()
    assert status.inner_text() == "2 moves, solved"


def test_the_document_names_all_that_is_public(stage: Stage) -> None:
    stage.show()
    text = (ROOT / "docs" / "board.md").read_text(encoding="utf-8")
    names = stage.run("""() => {
      const own = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(element)));
      const inner = /Callback$|^constructor$/;
      return [...own.map(([name]) => name).filter((name) => !inner.test(name)),
        ...Object.keys(element), ...Object.keys(engine)];
    }""")
    public = set(names) - {"TaquinBoard", "default"}
    assert {name for name in public if f"`{name}" not in text} == set()


# Pictures


def test_own_picture_on_the_tiles(stage: Stage) -> None:
    stage.show("1 2 3/4 5 0", size=(3, 2))
    stage.run("""async () => {
      const { fitPicture } = await import("/shared/picture.js");
      const canvas = Object.assign(document.createElement("canvas"), { width: 4000, height: 1000 });
      canvas.getContext("2d").fillRect(0, 0, 4000, 1000);
      const file = await new Promise((resolve) => canvas.toBlob(resolve));
      element.image = await fitPicture(file, element.board);
    }""")
    width, height, places, size = stage.run("""async () => {
      const image = new Image();
      image.src = element.image;
      await image.decode();
      const buttons = [...element.shadowRoot.querySelectorAll("button")];
      const style = getComputedStyle(buttons[0]);
      return [image.width, image.height, buttons.map((b) => b.style.backgroundPosition),
        style.backgroundSize];
    }""")
    assert (width, height) == (1500, 1000)
    assert places[:5] == ["0% 0%", "50% 0%", "100% 0%", "0% 100%", "50% 100%"]
    assert size == "300% 200%"
    stage.run("() => { element.labels = 'none'; }")
    assert stage.tab.get_by_role("button", name="1, row 1 column 1").count() == 1
    stage.run("() => { element.image = ''; }")
    assert "url" not in stage.run("""() => getComputedStyle(element.shadowRoot
      .querySelector("button")).backgroundImage""")


def test_a_file_that_is_no_picture_is_refused(stage: Stage) -> None:
    stage.show()
    assert (
        stage.run("""async () => {
      const { fitPicture } = await import("/shared/picture.js");
      return fitPicture(new Blob(["hello"]), element.board).then(() => "", (e) => e.name);
    }""")
        == "EncodingError"
    )


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_of_the_board_is_saved(stage: Stage, kind: str) -> None:
    stage.show(FIFTEEN)
    with stage.tab.expect_download() as waiting:
        stage.run(
            """async (kind) => {
              const { saveBoard } = await import("/shared/picture.js");
              await saveBoard(element.board, element.goal, kind);
            }""",
            kind,
        )
    assert waiting.value.suggested_filename == f"taquin-4x4.{kind}"
    saved = waiting.value.path().read_bytes()
    if kind == "svg":
        assert saved.count(b"<text") == 15
        assert b"9, 10, blank, 11" in saved
    else:
        assert saved[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(saved[16:20], "big") == 2 * (4 * 64 + 16)
