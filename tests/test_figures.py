"""Figures and lists in the pages, held against what they count, or against their commands."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cli import taquin
from taquin import ALGORITHMS
from taquin.faces.cli.main import cli
from taquin.faces.web.http.weights import packed, page_models
from taquin.solving.engines.lowering import COMPILED
from taquin.solving.question.classroom import CLASSROOM

ROOT = Path(__file__).parent.parent
NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)


def page(name: str) -> str:
    return " ".join((ROOT / name).read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    ("name", "words", "count"),
    [
        ("README.md", "compares {} searches on one", lambda: len(CLASSROOM)),
        ("README.md", "has {} lessons", lambda: len([*ROOT.glob("docs/learn/[0-9]*.md")])),
        ("docs/research.md", "{} searches have compiled twins", lambda: len(COMPILED)),
    ],
)
def test_a_number_in_words_counts_what_there_is(name, words, count):
    assert words.format(NUMBERS[count()]).lower() in page(name).lower()


def test_the_rooms_are_those_of_the_package():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    folders = {
        folder.name
        for folder in (ROOT / "src/taquin").iterdir()
        if folder.is_dir() and not folder.name.startswith("_")
    }
    rooms = {path.name for path in (ROOT / "src/taquin/solving").iterdir() if path.is_dir()}
    inside = {name for name in rooms if not name.startswith("_")}
    told = set(re.findall(r"^\| `(\w+)/` \|", text, re.MULTILINE))
    assert told == (folders - {"data"}) | inside
    assert "`data/`" in text


def test_the_faces_are_those_of_the_package():
    folders = {
        folder.name
        for folder in (ROOT / "src/taquin/faces").iterdir()
        if folder.is_dir() and not folder.name.startswith("_")
    }
    assert folders == {"cli", "terminal", "web", "notebook", "static"}
    first = page("src/taquin/faces/__init__.py")
    assert all(word in first for word in ("command line", "terminal", "web page", "notebook"))


def test_the_page_of_the_command_has_every_command_and_kind():
    text = (ROOT / "docs/command.md").read_text(encoding="utf-8")
    context = click.Context(cli)
    assert set(re.findall(r"^\| `taquin (\w+)", text, re.MULTILINE)) == set(
        cli.list_commands(context)
    )
    listed = next(line for line in text.splitlines() if line.startswith("| `taquin list"))
    kinds = [line.split()[0] for line in taquin("list").out.splitlines() if line.strip()]
    assert len(kinds) >= 9 and [kind for kind in kinds if kind not in listed] == []
    for group in ("pdb", "model", "bench"):
        row = next(line for line in text.splitlines() if line.startswith(f"| `taquin {group}"))
        subs = cli.get_command(context, group).list_commands(context)
        assert [name for name in subs if not re.search(rf"\b{name}\b", row)] == []


def test_what_is_enumerated_is_said_as_it_is():
    from search.test_exhaustive import PATIENT, QUICK

    assert set(PATIENT) | set(QUICK) == set(ALGORITHMS.names())
    said = page("README.md")
    assert "on all boards of 2×3." in said
    assert "`pytest -m slow` tests the heuristics and the quick searches, and `-m hours`" in said


def generated(*words: str) -> int:
    return taquin("solve", *words, "--format", "json", "-q").json["stats"]["generated"]


# A figure in a page, and the search that gives it.
COUNTED = [
    ("docs/research.md", 276_361_932, "korf100:1 -a idastar --heuristic manhattan -o order=DRLU"),
    ("docs/research.md", 302_850_085, "korf100:1 -a idastar --heuristic manhattan"),
    ("docs/understand/millisecond.md", 5_081, "korf100:1 -a idastar --heuristic pdb:7-8"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "figure", "words"), COUNTED)
def test_a_count_is_what_its_command_gives(name, figure, words):
    assert f"{figure:,}" in page(name)
    assert generated(*words.split()) == figure


@pytest.mark.parametrize(("name", "figure", "words"), COUNTED)
def test_a_count_stands_beside_its_command(name, figure, words):
    text = page(name)
    assert f"{figure:,}" in text
    assert f"taquin solve {words}" in text


def sixths(size: str) -> tuple[int, list[float]]:
    """Minutes of a model's last training, and the mean lengths of its curve by sixths of it."""
    known = taquin("model", "info", size).out
    seconds = int(re.search(r"^seconds: (\d+)", known, re.MULTILINE)[1])
    points = re.findall(r"^ +(\d+) +\d+ +\d+% +([\d.]+) ", known, re.MULTILINE)
    assert len(points) > 40
    by_sixth = [[] for _ in range(6)]
    for second, moves in points:
        by_sixth[min(5, 6 * int(second) // seconds)].append(float(moves))
    return round(seconds / 60), [sum(some) / len(some) for some in by_sixth]


@pytest.mark.parametrize("size", ["5x5", "6x6", "7x7", "8x8"])
def test_the_curve_of_a_training_is_the_one_in_its_model(size):
    minutes, means = sixths(size)
    row = next(
        line
        for line in (ROOT / "docs/large.md").read_text(encoding="utf-8").splitlines()
        if line.startswith(f"| {size}, {minutes} min |")
    )
    written = [float(cell) for cell in row.split("|")[2:8]]
    assert written == pytest.approx(means, abs=0.06)


def test_the_sizes_of_what_comes_with_taquin():
    models = ROOT / "src/taquin/data/models"
    assert round((models / "near.values").stat().st_size / 1e3) == 10
    assert "makes the file, of 10 kB;" in page("docs/large.md")
    served = page_models()
    small, large = (len(packed(served[f"solver/values{side}.bin"])) for side in (5, 8))
    told = f"for 5x5 it is {small / 1e3:.0f} kB, for 8x8 {large / 1e6:.1f} MB."
    assert told in page("docs/large.md")
    assert [8 * cells**4 // 10**6 for cells in (64, 100)] == [134, 800]
    assert "8 n⁴ bytes: 134 MB on 8x8, 800 MB on 10x10" in page("docs/large.md")


@pytest.mark.slow
def test_a_model_at_a_fixed_width_finds_what_the_page_says():
    command = [sys.executable, "benchmarks/large_boards.py", "5x5", "--width", "1000"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "| +2.00 |" in told
    assert "| | and 8 min more | +2.00 |" in page("docs/large.md")
