"""Pictures of every view and state of the page in every size and theme.

``python docs/images/page.py FOLDER [NAME…]`` starts a server and a browser and writes
FOLDER/NAME-SIZE-THEME.png. Names given keep only the states that begin with one of them.
"""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from playwright.sync_api import sync_playwright

from page_states import STATES, WELCOMED, State
from page_support import CHROMIUM_ARGUMENTS, SIZES, chromium, started

THEMES: dict[str, dict[str, str]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference", "forced_colors": "none"},
    "contrast": {"color_scheme": "light", "contrast": "more", "forced_colors": "none"},
    "forced": {"color_scheme": "dark", "contrast": "no-preference", "forced_colors": "active"},
}


def take(browser: Any, url: str, state: State, folder: Path) -> None:
    """The pictures of one state; the page follows each size and theme without a reload."""
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(20_000)
    if state.welcomed:
        context.add_init_script(WELCOMED)
    tab = context.new_page()
    tab.goto(url + state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    whole = tab.locator("dialog[open]").count() == 0
    for size, (width, height) in SIZES.items():
        tab.set_viewport_size({"width": width, "height": height})
        for theme, media in THEMES.items():
            tab.emulate_media(reduced_motion="reduce", **media)
            tab.wait_for_timeout(150)
            tab.screenshot(path=folder / f"{state.name}-{size}-{theme}.png", full_page=whole)
    context.close()


def main(arguments: list[str]) -> None:
    """See the module's text."""
    if not arguments:
        sys.exit("expected a folder for the pictures: python docs/images/page.py FOLDER [NAME…]")
    folder, names = Path(arguments[0]), tuple(arguments[1:])
    folder.mkdir(parents=True, exist_ok=True)
    states = [state for state in STATES if not names or state.name.startswith(names)]
    server = started()
    try:
        with sync_playwright() as playwright:
            path, version = chromium()
            browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
            print(f"{len(states)} states, {version}")
            for state in states:
                take(browser, server.url, state, folder)
                print(state.name, flush=True)
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
