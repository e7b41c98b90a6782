"""Draw the picture beside links to the page; `python tests/page/make_social.py`.

A 15-puzzle by the board element itself, with the name, in Chromium. The letters are those of the
machine's fonts, so the picture is kept and not made again by a test: look at it.
"""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from imports import STATIC
from PIL import Image
from playwright.sync_api import sync_playwright

from page_support import CHROMIUM_ARGUMENTS, chromium

__all__ = ["PICTURE", "SIZE"]

PICTURE = STATIC.parent / "web" / "publish" / "parts" / "social.png"
SIZE = (1200, 630)
_COLOURS = 96
_PAGE = """<!doctype html>
<link rel="stylesheet" href="page.css">
<script type="module" src="board.js"></script>
<style>
  body { display: grid; grid-template-columns: 30rem 1fr; gap: 4rem; align-items: center;
         box-sizing: border-box; block-size: 630px; padding: 4rem; background: #f6f4ef; margin: 0 }
  h1 { font-size: 6rem; margin: 0; color: #2b4150 } p { font-size: 2.2rem; line-height: 1.4 }
</style>
<taquin-board board="5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12" palette="rows"></taquin-board>
<div><h1>taquin</h1><p>Sliding-tile puzzles to play, solve and study</p></div>
"""


def main() -> None:
    """Write the picture."""
    path, _ = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        tab = context.new_page()

        def given(route: Any) -> None:
            name = route.request.url.rpartition("/")[2]
            if name == "":
                route.fulfill(body=_PAGE, content_type="text/html")
            else:
                route.fulfill(path=STATIC / name)

        tab.route("**/*", given)
        tab.goto("http://picture.test/")
        tab.get_by_role("button", name="15, row 4 column 3").wait_for()
        tab.evaluate("document.fonts.ready")
        tab.screenshot(path=PICTURE)
        browser.close()
    # A few flat colours and their edges: a third of the bytes, and nobody sees a difference.
    few = Image.open(PICTURE).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    few.save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
