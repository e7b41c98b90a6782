"""`taquin site --element`: the board as a package."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli import taquin
from page_support import ROOT, axe_violations, browser, missing, node
from plain_host import hosted
from taquin.faces.web.http.files import PAGE_FOLDER
from taquin.faces.web.publish import element
from taquin.ground.errors import ExitCode
from taquin.ground.version import __version__

__all__ = ["browser"]

MINE = """
import "taquin-board";
import { parseBoard, judge, TaquinBoard } from "taquin-board";

const board: TaquinBoard = document.createElement("taquin-board");
board.board = parseBoard("1 2 3/4 5 6/7 8 0");
board.addEventListener("taquin-move", ({ detail }) => {
  const count: number = detail.moves.length;
  console.log(count, judge(detail.to, board.goal).reason);
});
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("element") / "taquin-board"
    done = taquin("site", str(folder), "--element", "--check")
    assert done.out.splitlines()[-1] == f"{folder}: no faults."
    return folder


def test_all_that_the_package_names_is_there(package: Path) -> None:
    described = json.loads((package / "package.json").read_text(encoding="utf-8"))
    assert described["version"] == __version__ and "dependencies" not in described
    named = [*described["files"], described["main"], described["types"], "README.md", "LICENSE"]
    assert [name for name in named if not (package / name).exists()] == []
    assert (package / "taquin-board.js").read_bytes() == (PAGE_FOLDER / "board.js").read_bytes()


def test_a_program_imports_it_by_its_name(package: Path, tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "taquin-board").symlink_to(package)
    (tmp_path / "mine.mjs").write_text(
        'import { formatBoard, replay, parseBoard } from "taquin-board";\n'
        'console.log(formatBoard(replay(parseBoard("1 2 3/4 5 6/0 7 8"), "LL")));\n',
        encoding="utf-8",
    )
    done = subprocess.run(
        [node(), "mine.mjs"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert done.stdout == "1 2 3/4 5 6/7 8 0\n"
    compiler = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        missing("typescript", "npm install --no-package-lock, in the project's folder.")
    (tmp_path / "mine.ts").write_text(MINE, encoding="utf-8")
    options = ["--noEmit", "--strict", "--target", "es2023", "--module", "es2022"]
    options += ["--moduleResolution", "bundler", "--lib", "es2023,dom"]
    done = subprocess.run(
        [node(), compiler, *options, "mine.ts"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("version", "wanted"),
    [("0.1.0", "0.1.0"), ("1.2.0rc1", "1.2.0-rc1"), ("1.2.0.dev3", "1.2.0-dev3")],
)
def test_versions_as_npm_reads_them(
    monkeypatch: pytest.MonkeyPatch, version: str, wanted: str
) -> None:
    monkeypatch.setattr(element, "__version__", version)
    assert json.loads(element.element_files()["package.json"])["version"] == wanted


def test_a_page_and_a_package_do_not_replace_each_other(package: Path) -> None:
    before = (package / "taquin-site.json").read_bytes()
    done = taquin("site", str(package))
    assert done.status == ExitCode.USAGE
    assert "holds the board element" in done.err
    assert (package / "taquin-site.json").read_bytes() == before
    done = taquin("site", str(package), "--element", "--base-url", "https://example.org/")
    assert done.status == ExitCode.USAGE
    assert "leave it out" in done.err


@pytest.mark.parametrize("width", [320, 1280])
def test_the_examples_work(package: Path, browser: Any, width: int) -> None:
    with hosted(package) as host:
        context = browser.new_context(viewport={"width": width, "height": 900})
        tab = context.new_page()
        said: list[str] = []
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.goto(f"{host.url}examples/")
        tab.locator("#blog taquin-board").evaluate("board => { board.board = '1 2 3/4 5 6/7 0 8' }")
        tab.locator("#blog").get_by_role("button", name="8, row 3").click()
        assert tab.locator("#blog output").inner_text() == "1 move, solved"
        for _ in range(4):
            tab.locator("#lesson").get_by_role("button", name="Next").click()
        assert tab.locator("#lesson output").inner_text().startswith("Manhattan distance: 0.")
        tab.locator("#quiz").get_by_role("button", name="No", exact=True).click()
        assert tab.locator("#quiz output").inner_text().startswith("Right. Unsolvable")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert axe_violations(tab) == []
        assert said == []
        assert [one for one in host.heard if one[1] >= 400] == []
        context.close()
