"""A submission can stop neither the check nor its warden, nor leave a trap for its folder's end."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli import taquin
from taquin.checks.family import fields_of
from taquin.checks.leftovers import remove_folder
from taquin.checks.stopping import stopped_by

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attacks on Linux's processes")

STOPS_THE_CHECK = """
import os, signal, time
stat = open(f"/proc/{os.getppid()}/stat").read()
os.kill(int(stat.rpartition(")")[2].split()[1]), signal.SIGSTOP)
time.sleep(60)

def mine(board):
    return 0
"""


def state_of(pid: int, wanted: str) -> bool:
    """Whether a process is soon in one of the wanted states."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if fields_of(pid)[0] in wanted:
            return True
        time.sleep(0.01)
    return False


def test_a_submission_that_stops_the_check_is_killed_and_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(STOPS_THE_CHECK)
    ran = taquin("check", "heuristic", f"{path}:mine", "-q", "--time-limit", "8")
    assert ran.status == 2
    assert "it stopped this check with a signal, and was killed" in ran.err


def test_the_warden_goes_on_when_it_is_stopped() -> None:
    code = "from taquin.checks.stopping import resume_self as r; r(); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGSTOP)
        assert state_of(process.pid, "T")
        assert state_of(process.pid, "SR")


def test_a_process_without_a_terminal_is_stopped_by_no_user() -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as process:
        try:
            assert not stopped_by(process.pid, os.getpid())
            process.send_signal(signal.SIGSTOP)
            assert state_of(process.pid, "T")
            assert stopped_by(process.pid, os.getpid())
        finally:
            process.kill()


def test_a_stop_is_left_alone_where_the_shell_has_the_terminal() -> None:
    """As after Ctrl-Z: the stopped process is not in the terminal's foreground group."""
    shell, terminal = pty.fork()
    if not shell:
        job = os.fork()
        if not job:
            os.setpgid(0, 0)
        else:
            os.write(1, b"%d\n" % job)
        time.sleep(60)
        os._exit(0)
    try:
        job = int(os.read(terminal, 100))
        assert state_of(job, "S")
        for pid, by_nobody in ((job, False), (shell, True)):
            os.kill(pid, signal.SIGSTOP)
            assert state_of(pid, "T")
            assert stopped_by(pid, os.getpid()) is by_nobody
        os.kill(job, signal.SIGKILL)
    finally:
        os.kill(shell, signal.SIGKILL)
        os.waitpid(shell, 0)
        os.close(terminal)


@pytest.mark.parametrize("what", ["link", "file", "locked", "deep", "gone"])
def test_whatever_stands_where_the_folder_was_is_removed(tmp_path: Path, what: str) -> None:
    folder, victim = tmp_path / "folder", tmp_path / "victim"
    victim.mkdir()
    (victim / "keep").write_text("x")
    if what == "link":
        folder.symlink_to(victim)
    elif what == "file":
        folder.write_text("x")
    elif what == "locked":
        (folder / "inner").mkdir(parents=True)
        (folder / "inner" / "file").write_text("x")
        (folder / "inner").chmod(0)
        folder.chmod(0)
    elif what == "deep":
        folder.mkdir()
        here = os.open(folder, os.O_RDONLY)
        for _ in range(1200):
            os.mkdir("d", dir_fd=here)
            inner = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = inner
        os.close(here)
    remove_folder(str(folder))
    assert not os.path.lexists(folder)
    assert (victim / "keep").read_text() == "x"
