"""The documentation site, which `python docs/build.py` builds."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_site"))

from taquin import __version__

project = "taquin"
version = release = __version__
html_title = f"taquin {version}"
language = "en"

extensions = [
    "myst_parser",
    "taquin_site",
]
exclude_patterns = ["_site", "images"]
nitpicky = True
# Copyright lines, "View source" and the generator's name are no help to readers.
html_show_copyright = html_show_sourcelink = html_copy_source = html_show_sphinx = False

html_use_index = False

myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
html_theme = "furo"
html_static_path = ["_site/static"]
html_css_files = ["site.css"]
html_js_files = ["searchbox.js"]
html_favicon = "../src/taquin/faces/static/icon.svg"
html_theme_options = {"sidebar_hide_name": False, "top_of_page_buttons": []}
