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
        f"taquin: interrupted; a solution needs at least {row['lower_bound']} single-tile moves.\n"
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
