"""What people read on a terminal is wrapped at words."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cli import taquin
from taquin import compare_many
from taquin.faces.cli.main import COMMANDS, cli

_WIDTH = 60
# Between them, a line may end.
_PARTS = re.compile(r"[\s|-]+")


def on_a_terminal(words: list[str], folder: Path, given: str = "") -> list[str]:
    """The lines that a command prints on a terminal of 60 columns; given: its standard input."""
    mine, its = pty.openpty()
    (folder / "given").write_text(given)
    variables = {**os.environ, "COLUMNS": str(_WIDTH), "TERM": "dumb", "NO_COLOR": "1"}
    variables["TAQUIN_DATA"] = str(folder / "data")
    with (
        (folder / "given").open() as file,
        subprocess.Popen(
            [sys.executable, "-m", "taquin", *words],
            stdin=file,
            stdout=its,
            stderr=its,
            cwd=folder,
            env=variables,
        ) as process,
    ):
        os.close(its)
        printed = b""
        try:
            while part := os.read(mine, 65536):
                printed += part
        except OSError:  # on Linux, the end of what a terminal shows
            pass
        os.close(mine)
        process.wait()
    return printed.decode().replace("\r", "").splitlines()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("check heuristics astar", "Known: algorithm, heuristic, topology."),
        ("scrambel", "Did you mean 'scramble'?"),
        ("scramble --size 3x3 --nothing", "Try: taquin scramble --help"),
        ("solve 812345670", "Unsolvable:"),
        ("list counters", "expanded"),
        ("list", "algorithms"),
        ("list algorithms astar", "pseudo-code:"),
        ("check --help", "taquin check"),
        ("compare -n 2 --depth 4 --seed 1 -a astar -a bfs", "Means and medians cover the 2 boards"),
        ("census 2x2", "12 states, greatest distance 6, mean"),
        ("bench list", "every length is compared with the published one"),
    ],
)
def test_no_line_is_wider_than_the_terminal(line: str, words: str, tmp_path: Path) -> None:
    lines = on_a_terminal(line.split(), tmp_path)
    assert [one for one in lines if len(one) > _WIDTH] == []
    assert words in " ".join(" ".join(lines).split())


def test_the_text_after_a_name_and_a_number_hangs_in_one_column(tmp_path: Path) -> None:
    lines = on_a_terminal(["info", "702853614"], tmp_path)
    first = lines.index("Heuristics (an admissible heuristic never overestimates):") + 1
    last = next(at for at, line in enumerate(lines) if line.startswith("  Not shown"))
    hung = [line for line in lines[first:last] if line.startswith("   ")]
    assert len(hung) >= 8
    starts = {len(line) - len(line.lstrip()) for line in hung}
    assert starts == {lines[first].index("admissible")}


@pytest.mark.parametrize("width", [200, 100, 60])
def test_the_report_of_several_boards_hides_and_names_the_columns_that_do_not_fit(
    width: int,
) -> None:
    done = compare_many(2, ["astar:walking_distance", "bfs"], depth=4, seed=1)
    lines = done.text(width=width).splitlines()
    assert max(map(len, lines)) <= width
    head = next(line for line in lines if line.startswith(" contestant"))
    said = " ".join(lines)
    names = ("solved", "optimal", "mean cost", "mean expanded", "mean generated", "median", "total")
    hidden = [name for name in names if name not in head]
    assert bool(hidden) == (width < 200) == ("`taquin compare --format markdown`" in said)
    assert all(name in said for name in names)


def _commands() -> list[list[str]]:
    """The words of every command and of every group's commands."""
    every: list[list[str]] = [[]]
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        inner = list(command.commands) if isinstance(command, click.Group) else []
        every += [[name], *([name, one] for one in inner)]
    return every


@pytest.mark.parametrize("columns", [60, 40])
def test_help_fits_and_says_the_same_in_a_narrow_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in _commands():
        monkeypatch.setenv("COLUMNS", "80")
        wide = taquin(*words, "--help").out
        monkeypatch.setenv("COLUMNS", str(columns))
        narrow = taquin(*words, "--help").out
        assert max(map(len, narrow.splitlines())) <= columns, words
        assert "".join(narrow.split()) == "".join(wide.split()), words
        assert set(_PARTS.split(narrow)) == set(_PARTS.split(wide)), words
        assert "..." not in wide.partition("Commands:")[2]


def test_a_game_line_by_line_is_wrapped_at_words(tmp_path: Path) -> None:
    given = "help\ndaily\nlearn\nhint\nnonsense\npuzzle\nstorm corners\nquit\n"
    lines = on_a_terminal(["play", "--plain", "3x3"], tmp_path, given)
    assert [one for one in lines if len(one) > _WIDTH] == []
    words = " ".join(" ".join(lines).split())
    assert "Moves: 7 slide tile 7 and all tiles between it and the blank" in words
    assert "A storm: three minutes, as many puzzles as you can." in words
    assert lines[-1] == "Goodbye."


def test_what_is_piped_is_not_wrapped(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "taquin", "list", "counters"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": str(_WIDTH)},
        check=True,
    )
    assert max(map(len, done.stdout.splitlines())) > _WIDTH
