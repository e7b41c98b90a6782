"""Memory counts for a submission wherever it keeps it, and none stays after the check."""

import sys
from pathlib import Path

import pytest

from taquin.checks.isolation import Bounds, Submission, check_isolated
from taquin.checks.memory import FamilyMemory, Segments

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts Linux's memory")

HEAD = """
import ctypes, mmap, os, socket, threading, time

def filled():
    file = os.memfd_create("hidden")
    for mib in range(50):
        os.pwrite(file, b"x" * (1 << 20), mib << 20)
    return file

def mine(board):
    return 0
"""
HIDDEN = {
    "in a socket": """
ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
for _ in range(10):
    file = filled()
    socket.send_fds(ours, [b"x"], [file])
    os.close(file)
""",
    "in maps that are not looked at": """
kept = []
for _ in range(10):
    file = filled()
    kept.append(mmap.mmap(file, 50 << 20))
    os.close(file)
""",
    "in the table of a thread": """
def hide():
    ctypes.CDLL(None).unshare(0x400)  # CLONE_FILES
    for _ in range(10):
        filled()
    time.sleep(60)
threading.Thread(target=hide, daemon=True).start()
time.sleep(10)
""",
    "in a System V segment": """
library = ctypes.CDLL(None)
library.shmat.restype = ctypes.c_void_p
segment = library.shmget(0, 500 << 20, 0o1600)
place = ctypes.c_void_p(library.shmat(segment, None, 0))
ctypes.memset(place, 1, 500 << 20)
library.shmdt(place)
""",
}


@pytest.mark.parametrize("where", HIDDEN)
def test_hidden_memory_is_counted_and_freed(tmp_path: Path, where: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HEAD + HIDDEN[where] + "time.sleep(20)\n")
    segments = Segments()
    outcome = check_isolated(
        Submission("heuristic", f"{path}:mine"), Bounds(15, memory=300 << 20), lambda line: None
    )
    assert outcome.message == "it reached the memory limit, before the first board"
    assert segments.size() == 0


def test_no_submission_has_more_files_open_than_can_be_counted(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HEAD + "kept = [os.dup(0) for _ in range(300)]\n")
    outcome = check_isolated(Submission("heuristic", f"{path}:mine"), Bounds(), lambda line: None)
    assert outcome.verdict == "error"
    assert outcome.message is not None and "Too many open files" in outcome.message


def test_what_others_share_is_not_counted() -> None:
    """As when a browser takes a gigabyte of shared memory while a check runs."""
    counted = FamilyMemory()
    counted._shared_before -= 1 << 30
    assert counted.of([], 1 << 20) == 0
