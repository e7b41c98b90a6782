"""Every state of the page in every size and theme: axe-core, nothing cut off, targets of 44 px."""

from typing import Any

import pytest

from page_states import STATES, WELCOMED, State
from page_support import SIZES, Page, axe_violations

# Size, colours, contrast: colours do not depend on the size, so not every pair is looked at.
LOOKS = [
    ("wide", "light", "no-preference"),
    ("wide", "dark", "no-preference"),
    ("wide", "light", "more"),
    ("phone", "dark", "more"),
]

# Links within a sentence may be as high as their line; a tile of a large board as small as it is.
SMALL_TARGETS = """() => {
  const controls = document.querySelectorAll(
    `button, select, textarea, nav a, summary, .choice,
     input:not([type=checkbox], [type=radio], [type=file])`);
  return [...controls].filter((element) => {
    const box = element.getBoundingClientRect();
    const hidden = element.closest(
      ".visually-hidden, [hidden], .editor, details:not([open]) > :not(summary)");
    return box.width > 0 && !hidden && (box.height < 43.5 || box.width < 43.5);
  }).map((element) => element.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize(
    ("state", "look"),
    [(state, LOOKS[number % len(LOOKS)]) for number, state in enumerate(STATES)],
    ids=lambda part: part.name if isinstance(part, State) else "",
)
def test_a_state_in_one_look(page: Page, state: State, look: tuple[str, str, str]) -> None:
    looked_at(page, state, [look])


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_a_state_in_every_look(page: Page, state: State) -> None:
    # axe-core takes half a minute for 400 tiles, which differ by nothing but their numbers.
    looked_at(page, state, LOOKS[-1:] if "20x20" in state.name else LOOKS)


def looked_at(page: Page, state: State, looks: list[tuple[str, str, str]]) -> None:
    tab = page.tab
    if state.welcomed:
        tab.add_init_script(WELCOMED)
    tab.emulate_media(reduced_motion="reduce")
    page.open(state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    found: list[str] = []
    for size, colours, contrast in looks:
        width, height = SIZES[size]
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(reduced_motion="reduce", color_scheme=colours, contrast=contrast)
        found += [f"{size} {colours} {contrast}: {line}" for line in axe_violations(tab)]
        found += [f"{size}: small target: {html}" for html in tab.evaluate(SMALL_TARGETS)]
        found += [f"{size}: {line}" for line in cut_off(tab, width)]
    assert found == []


def test_what_is_wrong_is_found(page: Page) -> None:
    tab = page.open(STATES[0].fragment)
    tab.wait_for_load_state("networkidle")
    tab.evaluate("""() => {
      const button = document.createElement("button");
      const words = document.createElement("p");
      words.textContent = "hardly to be read";
      words.style = "color: #777; background: #666; inline-size: 200vw";
      button.style = "inline-size: 20px; block-size: 20px";
      document.querySelector("main").append(button, words);
    }""")
    found = axe_violations(tab)
    assert [line.split()[0] for line in found] == ["button-name", "color-contrast"]
    assert len(tab.evaluate(SMALL_TARGETS)) == 1
    assert cut_off(tab, SIZES["wide"][0]) != []


def cut_off(tab: Any, width: int) -> list[str]:
    """Whether the page, or a dialog, is wider than what shows it."""
    wide = tab.evaluate("document.documentElement.scrollWidth")
    lines = [f"the page is {wide} px wide"] if wide > width else []
    script = "parts => parts.filter(part => part.scrollWidth > part.clientWidth).length"
    if tab.locator("dialog[open], dialog[open] > *").evaluate_all(script):
        lines.append("the dialog is wider than its frame")
    return lines
