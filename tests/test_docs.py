"""What the documents say is run: doctests, checked outputs, the recipes, links."""

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import taquin
from cli import taquin as in_process

ROOT = Path(__file__).parent.parent
PAGES = sorted(p for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
RECIPE = re.compile(r"```python\n# file: (\S+)\n(.*?)```\n\n```console\n(.*?)```", re.DOTALL)
CHECKED = re.compile(r"<!-- checked -->\n```console\n\$ (.*?)\n(.*?)```", re.DOTALL)
FILE = re.compile(r"```\w+\n# file: (\S+)\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)\)")


def taquin_command(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = shlex.split(line)
    assert words[0] == "taquin"
    return subprocess.run(
        [sys.executable, "-m", "taquin", *words[1:]], cwd=folder, capture_output=True, text=True
    )


def write_files(page: Path, folder: Path) -> bool:
    """Write the files that a page prints into a folder; whether there are any."""
    files = FILE.findall(page.read_text(encoding="utf-8"))
    for name, text in files:
        (folder / name).write_text(text, encoding="utf-8")
    return bool(files)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_python_sessions_in_pages(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if write_files(page, tmp_path):
        monkeypatch.chdir(tmp_path)
    failed, _ = doctest.testfile(str(page), module_relative=False)
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_the_first_column_of_a_table_has_a_name(page: Path) -> None:
    heads = re.findall(r"^(\|.*)\n\|[ :|-]*-[ :|-]*\|$", page.read_text(encoding="utf-8"), re.M)
    assert [head for head in heads if re.match(r"\|\s*\|", head)] == []


@pytest.mark.parametrize(
    "module",
    ["taquin"]
    + [m.name for m in pkgutil.walk_packages(taquin.__path__, "taquin.") if "__" not in m.name],
)
def test_docstring_examples(module: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(module))
    assert failed == 0


def recipes(pages: list[Path]) -> list[tuple[str, str, str]]:
    return [found for page in pages for found in RECIPE.findall(page.read_text(encoding="utf-8"))]


def test_there_are_three_recipes() -> None:
    assert [name for name, _, _ in recipes([ROOT / "CONTRIBUTING.md"])] == [
        "level_by_level.py",
        "lines_out.py",
        "cylinder.py",
    ]


@pytest.mark.parametrize(("name", "code", "commands"), recipes(PAGES), ids=lambda x: x[:14])
def test_recipe(name: str, code: str, commands: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(code, encoding="utf-8")
    lines = [line.removeprefix("$ ") for line in commands.strip().splitlines()]
    assert len(lines) == 2
    for line in lines:
        done = taquin_command(line, tmp_path)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_checked_outputs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line with only … stands for lines that vary, such as times."""
    monkeypatch.chdir(tmp_path)
    write_files(page, tmp_path)
    for command, expected in CHECKED.findall(page.read_text(encoding="utf-8")):
        ran = in_process(shlex.split(command)[1:])
        begins, varies, _ = expected.partition("\n…\n")
        said = ran.out + ran.err
        assert said.startswith(begins + "\n") if varies else said == expected


def test_five_lines_of_python_solve_a_board_in_the_first_screen_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    first = re.search(r"```python\n(.*?)\n\n```", readme, re.DOTALL)
    assert first and len(re.findall("^>>> ", first[1], re.MULTILINE)) == 5
    assert first[1].endswith("_ 1 2\n3 4 5\n6 7 8")
    assert readme[: first.end()].count("\n") < 24
    assert readme.index("![") < first.start()


def test_readme_has_a_checked_output() -> None:
    assert CHECKED.search((ROOT / "README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("room", ["decisions", "measurements"])
def test_every_decision_is_listed(room: str) -> None:
    folder = ROOT / "docs" / room
    listed = LINK.findall((folder / "README.md").read_text(encoding="utf-8"))
    assert listed == sorted(p.name for p in folder.glob("0*.md"))


def test_a_decision_is_one_page() -> None:
    """Its tables are in docs/measurements/."""
    pages = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    words = {page.name: len(page.read_text(encoding="utf-8").split()) for page in pages}
    assert pages and {name: count for name, count in words.items() if count > 460} == {}


def test_ci_runs_the_readme_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"<!-- test command -->\n```console\n(.*)\n```", readme)
    assert command.endswith("-m pytest -n 4 --dist worksteal")
    assert "README.md" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
