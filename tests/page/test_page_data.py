"""The page's data are what Python writes, and its vendored files what their packages hold."""

import hashlib
import json
import re
import subprocess
import zlib
from pathlib import Path

import make_catalogue
import make_element
import make_instances
import make_lab
import make_moves
import make_searches
import make_values
import pytest

from page_support import ROOT, missing, node
from taquin.faces.web.http.weights import packed, page_models
from taquin.search.teaching import COLOURS

UPLOT = ROOT / "src" / "taquin" / "faces" / "static" / "lab" / "charts" / "uplot"


def test_recorded_searches_are_what_python_does_now() -> None:
    found = make_lab.RECORDED.read_text(encoding="utf-8")
    assert found == make_lab.written(), "run python tests/page/make_lab.py"


def test_the_package_of_the_board_is_described_as_the_module_is_now() -> None:
    if not make_element.COMPILER.exists():
        missing("typescript", "npm install --no-package-lock, in the project's folder.")
    for name, text in make_element.files().items():
        written = (make_element.FOLDER / name).read_text(encoding="utf-8")
        assert written == text, f"{name}: run python tests/page/make_element.py"


def test_the_functions_of_the_board_are_those_documented() -> None:
    declared = r"export declare (?:function (?=\w+\()|const (?=\w+: \())(\w+)"
    exported = set(re.findall(declared, make_element.types()))
    table = make_element.readme().partition("## The functions")[2]
    assert set(re.findall(r"^\| `(\w+)\(", table, re.MULTILINE)) == exported


def test_every_colour_of_an_algorithm_is_on_the_page() -> None:
    lab = ROOT / "src" / "taquin" / "faces" / "static" / "lab"
    listed = (lab / "comparison" / "linenumbers.js").read_text(encoding="utf-8")
    (colours,) = re.findall(r"COLOURS = \[(.*)\]", listed)
    assert re.findall(r'"(\w+)"', colours) == list(COLOURS)
    sheet = (lab / "lab.css").read_text(encoding="utf-8")
    for colour in COLOURS:
        assert f"--lab-{colour}: light-dark(" in sheet
        assert f".lab-line--{colour} {{" in sheet and f".lab-mark--{colour} {{" in sheet


def test_uplot_is_the_package_unchanged() -> None:
    readme = (UPLOT / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"\| `([\w.]+|LICENSE)` \| `[^`]+` \| `([0-9a-f]{64})` \|", readme))
    assert set(listed) == {path.name for path in UPLOT.iterdir()} - {"README.md"}
    for name, expected in listed.items():
        # The package's minified file is a script: what makes a module of it is its last line.
        content = (UPLOT / name).read_bytes().removesuffix(b"export { uPlot as default };\n")
        assert hashlib.sha256(content).hexdigest() == expected, name


def test_the_named_boards_are_written_anew_unchanged() -> None:
    found = make_instances.FILE.read_text(encoding="utf-8")
    assert found == make_instances.text(), "run python tests/page/make_instances.py"


def test_the_list_of_searches_without_the_server_is_the_servers() -> None:
    found = make_catalogue.FILE.read_text(encoding="utf-8")
    assert found == make_catalogue.text(), "run python tests/page/make_catalogue.py"


def test_what_the_searches_of_the_page_declare_is_what_python_declares() -> None:
    found = make_catalogue.TEACHING_FILE.read_text(encoding="utf-8")
    assert found == make_catalogue.teachings(), "run python tests/page/make_catalogue.py"


def test_the_pseudo_code_of_the_lessons_is_what_the_searches_declare() -> None:
    found = make_catalogue.CODE_FILE.read_text(encoding="utf-8")
    assert found == make_catalogue.code(), "run python tests/page/make_catalogue.py"
    lessons = (make_catalogue.CODE_FILE.parents[3] / "learn").glob("*.md")
    shown = {
        word.strip().split(":")[0]
        for page in lessons
        for words in re.findall(r'<lesson-search [^>]*searches="([^"]*)"', page.read_text("utf-8"))
        for word in words.split("|")
    }
    assert shown == set(make_catalogue.IN_LESSONS)


def test_the_pages_models_are_taquins_and_its_beams_are_held_to_taquins() -> None:
    told = "run python tests/page/make_values.py"
    for side, (name, path) in zip((5, 6, 7, 8), page_models().items(), strict=True):
        assert name == f"solver/values{side}.bin"
        assert zlib.decompress(packed(path)) == make_values.weights(side)
    assert make_values.RECORDED.read_text(encoding="utf-8") == make_values.recorded(), told


def test_the_page_is_held_to_what_the_searches_count_now() -> None:
    found = make_searches.RECORDED.read_text(encoding="utf-8")
    expected = make_searches.written(make_searches.kept_classroom())
    assert found == expected, "run python tests/page/make_searches.py"


@pytest.mark.slow
def test_the_page_is_held_to_the_classroom_as_it_is_now() -> None:
    counted = json.loads(json.dumps(make_searches.classroom_cases()))
    assert counted == make_searches.kept_classroom(), "run python tests/page/make_searches.py"


def test_the_automaton_of_moves_is_made_as_it_is_described() -> None:
    assert make_moves.FILE.read_bytes() == make_moves.moves(), "run python tests/page/make_moves.py"


def test_the_compiled_loops_are_made_of_the_source_beside_them(tmp_path: Path) -> None:
    script = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["scripts"]["kernel"]
    compiler = ROOT / "node_modules" / "assemblyscript" / "bin" / "asc.js"
    if not compiler.exists():
        missing("assemblyscript", "npm install --no-package-lock, in the project's folder.")
    _, source, _, output, *options = script.split()
    made = tmp_path / "made.wasm"
    subprocess.run([node(), str(compiler), source, "-o", str(made), *options], cwd=ROOT, check=True)
    assert made.read_bytes() == (ROOT / output).read_bytes(), "run npm run kernel"
