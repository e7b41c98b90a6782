"""The game in a real terminal, tmux, at the usual size and at a small one."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from taquin.game.history import History

EASY = "1 2 3/4 0 6/7 5 8"
# Seconds after which a screen that does not come is a failure.
_PATIENCE = 60.0

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None and "CI" not in os.environ,
    reason="tmux is not installed; apt-get install tmux, or let .ci/run do so",
)


class Terminal:
    """A terminal in which a command runs; the shell shows its exit status after it."""

    def __init__(self, socket: Path, folder: Path) -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", os.devnull]
        self._folder = folder

    def start(self, width: int, height: int, *words: str) -> None:
        variables = {"TAQUIN_DATA": str(self._folder), "TERM": "screen-256color"}
        assigned = shlex.join(f"{name}={value}" for name, value in variables.items())
        command = shlex.join([sys.executable, "-m", "taquin", *words])
        line = f"env -u NO_COLOR {assigned} {command}; echo status $?; read held"
        self._run("new-session", "-d", "-x", str(width), "-y", str(height), "-s", "t", line)

    def _run(self, *words: str) -> str:
        done = subprocess.run(
            [*self._tmux, *words], capture_output=True, text=True, check=True, timeout=60
        )
        return done.stdout

    def press(self, *keys: str) -> None:
        self._run("send-keys", "-t", "t", *keys)

    def resize(self, width: int, height: int) -> None:
        self._run("resize-window", "-t", "t", "-x", str(width), "-y", str(height))

    def screen(self) -> str:
        return self._run("capture-pane", "-p", "-t", "t").replace("\n", " \n")

    def until(self, *words: str) -> str:
        """The screen, once it shows all of these words; every line ends in a space."""
        deadline = time.monotonic() + _PATIENCE
        while not all(word in (shown := self.screen()) for word in words):
            assert time.monotonic() < deadline, f"{words} not on\n{shown}"
            time.sleep(0.05)
        return shown

    def hang_up(self) -> None:
        self._run("kill-session", "-t", "t")

    def program(self) -> int:
        """The process of the command."""
        shell = self._run("display-message", "-p", "-t", "t", "#{pane_pid}").strip()
        found = subprocess.run(["pgrep", "-P", shell], capture_output=True, text=True, check=True)
        return int(found.stdout)

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, timeout=60)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    # The path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="tq") as short:
        opened = Terminal(Path(short) / "s", tmp_path)
        yield opened
        opened.close()


def test_a_game_at_80_by_24(terminal: Terminal) -> None:
    terminal.start(80, 24, "play", EASY)
    terminal.until("3×3 last", "Goal: last", "▄▄▄▄", "▀▀▀▀", "Good luck!", "Q quit")
    terminal.press("h")
    terminal.until("[5]", "Move tile 5 (proved).")
    terminal.press("Up")
    terminal.until("1 move")
    terminal.press("Left")
    terminal.until("Solved: ", "solved", "N new")
    terminal.press("x")
    terminal.until("Review 3×3", "Optimal 2, played 2.", "100%")
    terminal.press("Escape")
    terminal.until("N new")
    terminal.press("q")
    shown = terminal.until("status 0")
    assert "▄▄▄" not in shown, "the screen before is back"
    assert "unfinished" not in shown


def test_a_game_at_40_by_15(terminal: Terminal) -> None:
    terminal.start(40, 15, "play", "4x4", "--seed", "3")
    tiles = [f" {tile} " for tile in range(1, 16)]
    terminal.until("4×4 last", *tiles, "Good luck!", "Esc menu", "? help")
    terminal.press("Down")
    terminal.until("1 move")
    terminal.press("p")
    terminal.until("paused", "P resume")
    terminal.press("p")
    terminal.until("U undo")
    terminal.resize(15, 5)
    terminal.until("Too small:")
    terminal.resize(40, 15)
    terminal.until("4×4 last", "U undo")
    terminal.press("q")
    # It said nothing of the game.
    terminal.until("Your unfinished game is kept;", "continues it.", "status 0")


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("end", [None, signal.SIGHUP, signal.SIGTERM])
def test_a_terminal_that_is_closed_costs_no_game(
    terminal: Terminal, tmp_path: Path, end: signal.Signals | None, plain: bool
) -> None:
    """The game was kept on Q and Ctrl-C alone."""
    terminal.start(80, 24, "play", EASY, *(["--plain"] if plain else []))
    terminal.until("> " if plain else "Good luck!")
    for key in ("Down", "Right"):
        terminal.press(*(["-l", f"{key.lower()}\n"] if plain else [key]))
    terminal.until("right." if plain else "2 moves")
    if end is None:
        terminal.hang_up()
    else:
        os.kill(terminal.program(), end)
        terminal.until("status 0")
    deadline = time.monotonic() + _PATIENCE
    while [one.record.moves for one in History(tmp_path).left()] != ["DR"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
