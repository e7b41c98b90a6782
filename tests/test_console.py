"""The commands in the pages: the command line takes each, and those of the recipes run."""

import glob
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from taquin.faces.cli.main import cli

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(r"^ *```console\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"```\w+\n# file: (\S+)\n(.*?)```", re.DOTALL)
COMMAND = re.compile(r"^ *(?:\w*[$#] )?(?:\.venv/bin/)?(taquin .*)$", re.MULTILINE)

# What recipes take for given, by page: what a reader has made by then.
OWN = """\
from collections import deque

from taquin import Node, algorithm, heuristic


@heuristic("my_heuristic", admissible=True, consistent=True)
def my_heuristic(puzzle):
    def h(state):
        board = puzzle.decode(state)
        return sum(tile != 0 and tile != there for tile, there in zip(board, puzzle.goal))

    return h


@algorithm("mine", optimal=True, complete=True, unit_cost=True)
def mine(space, monitor):
    queue, seen = deque([Node(space.start, None, "", 0, 0)]), {space.start}
    while queue:
        node = queue.popleft()
        if space.is_goal(node.state):
            return node
        successors = space.successors(node.state)
        monitor.expand(node, len(successors))
        for move, state, cost in successors:
            if state not in seen:
                seen.add(state)
                queue.append(Node(state, node, move, node.g + cost, node.depth + 1))
    return None
"""
GIVEN = {
    "students.md": {"my.py": OWN},
    "teachers.md": {
        "submissions/a.py": OWN,
        "answer.txt": "1 2 3\n4 0 5\n7 8 6\nRight\nDown\n",
    },
}
# What does not end by itself, needs other machines, or builds tables of hundreds of megabytes.
NOT_RUN = re.compile(r"taquin serve|--cluster|pdb build")
# The recipe asks why a board is unsolvable.
STATUS = {'taquin info "1 2 3/4 5 6/8 7 0"': 3}


class Line(NamedTuple):
    page: Path
    words: list[str]
    text: str

    def __str__(self) -> str:
        return f"{self.page.name}: {self.text}"


def lines(page: Path) -> list[Line]:
    text = page.read_text(encoding="utf-8")
    found = [line for block in BLOCK.findall(text) for line in COMMAND.findall(block)]
    return [Line(page, shlex.split(line, comments=True)[1:], line) for line in found]


EVERY = [line for page in PAGES for line in lines(page)]


def write_given(page: Path, folder: Path) -> None:
    """Write what a page prints as files, and what its reader has made."""
    written = dict(FILE.findall(page.read_text(encoding="utf-8")))
    for name, text in (written | GIVEN.get(page.name, {})).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def test_commands_are_found_in_pages_of_every_room() -> None:
    assert {"README.md", "security.md", "students.md", "12-pattern-databases.md"} <= {
        line.page.name for line in EVERY
    }
    assert len(EVERY) > 60


@pytest.mark.parametrize("line", EVERY, ids=str)
def test_the_command_line_takes_what_a_page_says(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_given(line.page, tmp_path)
    words = line.words[: line.words.index(">")] if ">" in line.words else list(line.words)
    context = click.Context(cli)
    command: click.Command = cli
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words[0])
        assert found is not None, line.text
        command, words = found, words[1:]
    context = command.make_context("taquin", words, resilient_parsing=False)
    assert not context.args


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/do/*.md")), ids=lambda page: page.name)
def test_recipes_run_as_they_stand(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_given(page, tmp_path)
    for line in lines(page):
        if NOT_RUN.search(line.text):
            continue
        words, into = line.words, None
        if ">" in words:
            at = words.index(">")
            words, into = words[:at], tmp_path / words[at + 1]
        given = [name for word in words for name in (sorted(glob.glob(word)) or [word])]
        # In a process of its own: a plugin stays in the one that loaded it.
        ran = subprocess.run(
            [sys.executable, "-m", "taquin", *given], capture_output=True, text=True
        )
        assert ran.returncode == STATUS.get(line.text, 0), f"{line}\n{ran.stdout}{ran.stderr}"
        if into is not None:
            into.write_text(ran.stdout, encoding="utf-8")
