"""How the play view looks, in figures: contrasts, sizes, what is in sight."""

from typing import Any

import pytest

# The contrast of what separates each tile from the board's ground: its rim, or its whole face.
CONTRASTS = """(palette) => {
  const board = document.querySelector("taquin-board");
  board.palette = palette;
  const context = document.createElement("canvas").getContext("2d");
  const light = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) =>
    (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
  const ground = getComputedStyle(board).backgroundColor;
  return [...board.shadowRoot.querySelectorAll("button:not(.blank)")].map((tile) => {
    const { backgroundColor, boxShadow } = getComputedStyle(tile);
    const [rim] = /(color|rgb)\\([^)]*\\)/.exec(boxShadow) ?? [ground];
    return [tile.className, Math.max(ratio(rim, ground), ratio(backgroundColor, ground))];
  });
}"""


def spread(side: int) -> str:
    """The link of a square board one move from its goal."""
    tiles = [*range(1, side**2 - 1), 0, side**2 - 1]
    rows = [tiles[at : at + side] for at in range(0, side**2, side)]
    return "#/play?board=" + "/".join("+".join(map(str, row)) for row in rows)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_tile_stands_out_in_every_palette(tab: Any, theme: str) -> None:
    tab.goto(tab.url.partition("#")[0] + spread(8))
    tab.get_by_role("button", name="63, row 8").wait_for()
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_label("Theme").select_option(theme)
    for palette in ("rows", "columns", "fringe", "solved", "mono"):
        found = tab.evaluate(CONTRASTS, palette)
        assert len(found) == 63
        assert min(found, key=lambda one: one[1])[1] >= 3, (palette, found)


FULL = {"viewport": {"width": 1920, "height": 1080}}


@pytest.mark.parametrize("page", [FULL], indirect=True)
def test_the_board_uses_the_window_or_the_size_that_is_set(tab: Any) -> None:
    tab.goto(tab.url.partition("#")[0] + spread(20))
    tab.get_by_role("button", name="399, row 20").wait_for()
    box = tab.locator("taquin-board").bounding_box()
    assert 780 <= box["width"] <= box["height"] + 1 <= 820
    ends = tab.get_by_role("button", name="Share").bounding_box()
    assert ends["y"] + ends["height"] <= 1080
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.get_by_role("button", name="Settings").click()
    for size, width in (("medium", 576), ("small", 384)):
        tab.get_by_label("Board size").select_option(size)
        assert tab.locator("taquin-board").bounding_box()["width"] == width
