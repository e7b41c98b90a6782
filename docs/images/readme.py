"""The README's pictures of the page, play.png and lab.png: ``python docs/images/readme.py``."""

import io
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from PIL import Image
from playwright.sync_api import sync_playwright

from page_states import STATES, WELCOMED
from page_support import CHROMIUM_ARGUMENTS, chromium, started

HERE = Path(__file__).parent
# The state, and the heading to which the page is scrolled.
PICTURES = {"play.png": ("play-hint-human", None), "lab.png": ("lab-run", "Results")}
SIZE = {"width": 1280, "height": 800}
COLOURS = 96  # enough for the page, and a third of the bytes


def main() -> None:
    """Both pictures, in the light theme."""
    states = {state.name: state for state in STATES}
    server = started()
    try:
        with sync_playwright() as playwright:
            path, _ = chromium()
            browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
            for file, (name, heading) in PICTURES.items():
                context = browser.new_context(
                    reduced_motion="reduce", color_scheme="light", viewport=SIZE
                )
                context.set_default_timeout(60_000)
                context.add_init_script(WELCOMED)
                tab = context.new_page()
                tab.goto(server.url + states[name].fragment)
                tab.wait_for_load_state("networkidle")
                states[name].act(tab)
                if heading is not None:
                    shown = tab.get_by_role("heading", name=heading, exact=True)
                    shown.evaluate("(heading) => heading.scrollIntoView()")
                tab.wait_for_timeout(500)
                picture = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
                picture.quantize(COLOURS).save(HERE / file, optimize=True)
                context.close()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
