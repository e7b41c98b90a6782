"""The command as a process: signals, pipes, full disks, terminals."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from taquin.faces.cli.progressline import overwrite
from taquin.faces.cli.wrapping import tell

TAQUIN = [sys.executable, "-m", "taquin"]
LONG = ["solve", "korf100:82", "-a", "idastar", "--heuristic", "manhattan", "--engine", "python"]


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    """Run `line` in a shell in which `taquin` is the command under test."""
    script = f'taquin() {{ "{sys.executable}" -m taquin "$@"; }}; {line}'
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)


def processor_seconds(process: int) -> float:
    """What a process has used: on a busy machine it may not have begun after two seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("engine", ["python", "compiled"])
def test_ctrl_c_prints_what_is_proved(engine: str) -> None:
    process = subprocess.Popen(
        [*TAQUIN, *LONG[:-1], engine, "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and processor_seconds(process.pid) < 1.5:
        time.sleep(0.1)
    if process.poll() is not None:
        pytest.skip("solved before it could be interrupted")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    row = json.loads(out)
    assert row["status"] == "limit" and row["limit"] == "interrupt"
    # While its kernel is being compiled, only the start proves a bound.
    unready = engine == "compiled" and row["stats"]["expanded"] == 0
    assert row["lower_bound"] == 40 if unready else row["lower_bound"] >= 41
    assert err.endswith(
        f"taquin: interrupted; a solution needs at least {row['lower_bound']} single-tile moves. "
        "Run it again and wait longer, or choose another search with -a.\n"
    )


@pytest.mark.parametrize(
    "command", ["list algorithms", "scramble --count 20000 --size 3x3", "compare 123456708 -a bfs"]
)
def test_a_closed_pipe_is_not_an_error(command: str) -> None:
    ran = shell(f"taquin {command} | head -1; exit ${{PIPESTATUS[0]}}")
    assert ran.returncode == 0 and ran.stdout.count("\n") == 1
    assert "Error" not in ran.stderr and "internal error" not in ran.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize(
    "command",
    [
        "solve 123456708 >/dev/full",
        "--help >/dev/full",
        "compare 123456708 -a bfs >/dev/full",
        "solve 702853614 --trace /dev/full",
        "solve 702853614 -a bfs --trace /dev/full",
        "solve 702853614 --format ucr >/dev/full",
    ],
)
def test_a_full_disk_is_named(command: str) -> None:
    ran = shell(f"taquin {command}")
    assert ran.returncode == 2 and ran.stdout == ""
    assert ran.stderr.count("\n") == 1 and "No space left on device" in ran.stderr


def test_closed_streams() -> None:
    assert shell("taquin solve 702853614 >&-").stderr.count("\n") == 1
    assert shell("taquin solve 702853614 >&-").returncode == 2
    closed = shell("taquin solve - <&-")
    assert closed.returncode == 2 and "standard input is closed" in closed.stderr
    assert shell("taquin solve 702853614 2>&-").returncode == 0
    assert shell("taquin solve 1234 2>/dev/full").returncode == 2


# Ctrl-C as soon as a module is looked for, or as soon as a module's text runs.
_TRAPPED = """
import os, re, runpy, signal, sys

class Trap:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Trap())
sys.argv = ["taquin", "info", "702853614"]
{way}
"""
_WAYS = {
    "module": 'runpy.run_module("taquin", run_name="__main__", alter_sys=True)',
    "script": "from taquin.__main__ import main; sys.exit(main())",
}


@pytest.mark.parametrize("way", sorted(_WAYS))
@pytest.mark.parametrize(
    "module",
    ["taquin.ground.host", "taquin.faces.cli.main", "click", "taquin.ground.errors",
     "taquin.faces.cli.info", "taquin.puzzle.board", "taquin.teach.explain.explanation"],
)  # fmt: skip
def test_ctrl_c_while_the_command_begins_is_one_line(way: str, module: str) -> None:
    script = _TRAPPED.format(module=module, way=_WAYS[way])
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "taquin: interrupted.\n")


def test_what_runs_before_the_command_can_be_interrupted_imports_little() -> None:
    """Until then, Python shows Ctrl-C as a traceback."""
    script = "import sys; import taquin.ground.beginning; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    loaded = set(ran.stdout.split())
    ours = {name for name in loaded if name.partition(".")[0] == "taquin"}
    assert ours == {"taquin", "taquin.ground", "taquin.ground.beginning"}
    assert not loaded & {"typing", "dataclasses", "inspect"}


def on_terminal(
    arguments: list[str], *, until: bytes | None = None, **environment: str
) -> tuple[int, str]:
    """Exit status and output on a terminal of 80 columns; sends Ctrl-C at the text `until`."""
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environment}
    env = {name: value for name, value in env.items() if value != ""}
    process = subprocess.Popen([*TAQUIN, *arguments], stdout=slave, stderr=slave, env=env)
    os.close(slave)
    shown, end = b"", time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([master], [], [], 0.1)[0]:
            try:
                shown += os.read(master, 65536)
            except OSError:
                break
        if until is not None and until in shown:
            process.send_signal(signal.SIGINT)
            until = None
    os.close(master)
    return process.wait(timeout=10), shown.decode()


def test_progress_is_shown_on_a_terminal_and_erased() -> None:
    status, shown = on_terminal([*LONG, "--time-limit", "2"])
    assert status == 4
    assert re.search(r"a solution costs at least \d+ · [\d,]+ expanded", shown)
    last = shown.rsplit("\r\x1b[K", 1)[1]
    assert last.startswith(("taquin: ", "board")), "the live line must be erased"
    status, shown = on_terminal([*LONG, "--time-limit", "1", "--quiet"])
    assert "\x1b[K" not in shown


ROWS = {
    "batch": "batch {boards}",
    "jsonl": " ".join([*LONG, "--time-limit", "2", "--format", "jsonl"]),
    "expansions": "solve 867254301 -a bfs --engine python --node-limit 20000 --format ucr",
}


@pytest.mark.parametrize("rows", sorted(ROWS))
def test_rows_on_the_terminal_share_no_line_with_progress(rows: str, tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("123405786\n" * 40)
    _, shown = on_terminal(ROWS[rows].format(boards=boards).split())
    assert shown and "\x1b" not in shown


def test_progress_is_shown_while_rows_go_to_a_file(tmp_path: Path) -> None:
    boards, output = tmp_path / "boards.txt", tmp_path / "rows"
    boards.write_text("123405786\n")
    status, shown = on_terminal(["batch", str(boards), "--output", str(output)])
    assert status == 0 and "\x1b" in shown and "1/1" in shown


def test_what_is_said_erases_the_line_of_progress(capsys: pytest.CaptureFixture[str]) -> None:
    overwrite("12% of the tables")
    tell("taquin: the compiled code cannot be stored", err=True)
    tell("taquin: interrupted.", err=True)
    assert capsys.readouterr().err == (
        "\r\x1b[K12% of the tables\r\x1b[Ktaquin: the compiled code cannot be stored\n"
        "taquin: interrupted.\n"
    )


def test_no_progress_and_no_colour_without_a_terminal() -> None:
    ran = subprocess.run(
        [*TAQUIN, *LONG, "--time-limit", "1"], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 4 and ran.stderr.count("\n") == 1
    assert "\x1b" not in ran.stdout + ran.stderr
    ran = subprocess.run(
        [*TAQUIN, "solve", "123405786", "--animate"], capture_output=True, text=True, timeout=60
    )
    assert "\x1b" not in ran.stdout and "move 2 of 2" in ran.stdout


def test_animation_plays_in_place_and_respects_no_color() -> None:
    given = ["solve", "123405786", "--animate", "--speed", "100"]
    status, shown = on_terminal(given, NO_COLOR="")
    assert status == 0 and "move 2 of 2" in shown and re.search(r"\x1b\[\d+A", shown)
    assert re.search(r"\x1b\[[\d;]*m", shown)
    _, plain = on_terminal(given, NO_COLOR="1")
    assert not re.search(r"\x1b\[[\d;]*m", plain)
    _, dumb = on_terminal(given, TERM="dumb")
    assert "\x1b" not in dumb


def test_ctrl_c_ends_the_animation_and_the_command() -> None:
    given = ["solve", "702853614", "--animate", "--speed", "1"]
    status, shown = on_terminal(given, until=b"move 0 of 23")
    assert status == 130 and "solved in 23" in shown and "move 23 of 23" not in shown
    assert shown.endswith("\r\ntaquin: interrupted.\r\n")


def test_a_comparison_fits_eighty_columns() -> None:
    status, shown = on_terminal(["compare", "702853614", "-a", "astar", "-a", "greedy", "-q"])
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert status == 0 and all(len(line) <= 80 for line in plain.splitlines())
    assert "…" not in plain and "--format markdown` shows them all" in " ".join(plain.split())


def test_ctrl_c_while_importing_ends_quietly() -> None:
    code = """
import runpy, sys
class Interrupts:
    def find_spec(self, name, *_):
        if name == "click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
runpy.run_module("taquin", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
