"""`<taquin-board>` by keys."""

from board_stage import FIFTEEN, Stage
from taquin import Board


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
