"""What a browser reads to install the page: the manifest and its icons."""

import json
import re
from typing import Any

import make_icons
import numpy as np
import pytest
from imports import STATIC

PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
MANIFEST: dict[str, Any] = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))


def test_the_page_names_the_manifest_and_its_description() -> None:
    assert '<link rel="manifest" href="manifest.webmanifest">' in PAGE
    assert f'content="{MANIFEST["description"]}"' in PAGE


def test_every_address_is_relative_so_that_the_page_works_below_any_path() -> None:
    targets = [MANIFEST[key] for key in ("id", "start_url", "scope")]
    targets += [MANIFEST["share_target"]["action"]]
    targets += [shortcut["url"] for shortcut in MANIFEST["shortcuts"]]
    assert all(target.startswith("./") for target in targets), targets


def test_shortcuts_open_views_that_exist() -> None:
    router = (STATIC / "app" / "router.js").read_text(encoding="utf-8")
    views = set(re.findall(r"^  (\w+): \{ title: (?:t`|translated\()", router, re.MULTILINE))
    assert {shortcut["url"].removeprefix("./#/") for shortcut in MANIFEST["shortcuts"]} <= views


def test_icons_have_the_sizes_and_types_they_claim() -> None:
    named = {icon["src"]: icon for icon in MANIFEST["icons"]}
    for src, icon in named.items():
        assert (STATIC / src).is_file(), src
        if icon["type"] == "image/png":
            height, width, _ = make_icons.decoded((STATIC / src).read_bytes()).shape
            assert icon["sizes"] == f"{width}x{height}", src
    # What Chromium asks of an installable page, and one that launchers may cut to a shape.
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in named.values()}
    assert "maskable" in {icon.get("purpose") for icon in named.values()}


@pytest.mark.parametrize("name", make_icons.ICONS)
def test_icons_are_what_the_script_draws(name: str) -> None:
    side, scale = make_icons.ICONS[name]
    stored = make_icons.decoded((make_icons.FOLDER / name).read_bytes())
    assert np.array_equal(stored, make_icons.drawn(side, scale)), "run tests/page/make_icons.py"


def test_icons_show_what_the_svg_shows() -> None:
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    for left, top, width, radius, colour in make_icons.TILES:
        rect = f'<rect x="{left}" y="{top}" width="{width}" height="{width}" rx="{radius}"'
        assert f'{rect} fill="{colour}"/>' in svg
    assert f'rx="7" fill="{make_icons.GROUND}"' in svg


def test_a_maskable_icon_has_its_tiles_in_the_middle_circle_and_no_corners() -> None:
    picture = make_icons.decoded((make_icons.FOLDER / "maskable-512.png").read_bytes())
    assert (picture[..., 3] == 255).all()
    tiles = (picture[..., :3] != picture[0, 0, :3]).any(axis=2)
    y, x = np.nonzero(tiles)
    assert np.hypot(x - 255.5, y - 255.5).max() <= 0.4 * 512
