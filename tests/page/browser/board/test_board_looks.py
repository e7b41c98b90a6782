"""`<taquin-board>`: names, colours, marks and movement."""

from typing import Any

import pytest

from board_stage import FIFTEEN, Stage
from page_support import axe_violations


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


@pytest.mark.parametrize("stage", [{}, {"color_scheme": "dark"}, FORCED], indirect=True)
def test_axe_finds_nothing(stage: Stage) -> None:
    for palette in ("rows", "solved"):
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
