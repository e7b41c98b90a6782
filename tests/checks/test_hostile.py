"""Submissions that attack the check: none that is wrong is called proved, none outlives it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli import taquin
from taquin.checks.isolation import Bounds, Checked, Submission, check_isolated

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attacks on Linux's processes")

HEAD = """
import ctypes, mmap, os, signal, sys, time, types
from taquin import algorithm, heuristic

@heuristic("mine", admissible=True, consistent=True, paper="-")
def mine(puzzle):
    goal = puzzle.encode(puzzle.goal)
"""
WRONG = "    return lambda state: 3 * (state != goal)\n"
EVERY_PIPE = """
def pipes():
    for pid in (os.getpid(), os.getppid()):
        for n in range(64):
            try:
                if os.readlink(f"/proc/{pid}/fd/{n}").startswith("pipe:"):
                    yield os.open(f"/proc/{pid}/fd/{n}", os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                pass

def shout(text):
    for n in [*range(3, 32), *pipes()]:
        try:
            os.set_blocking(n, False)
            os.write(n, text)
        except OSError:
            pass
"""
SEARCH = """
from taquin import algorithm, Node

@algorithm("mine", optimal={optimal}, complete=True, unit_cost=True, paper="-")
def mine(space, monitor):
"""
# At the top of a file; below it stands a heuristic that is wrong on most boards.
ATTACKS = {
    "patches the judge": "import taquin.checks.heuristics as j; j.wrong_with = lambda *a: None\n"
    "j._Judge._estimates = lambda *a: None\n",
    "patches the distances": "import taquin.whole.oracle as o\n"
    "o.true_distances = lambda p, q=None: {}\no._searched = o.true_distances\n",
    "patches the report": "import taquin.checks.findings as f\nf.Report.failed = 0\n"
    "f.Tally.fail = f.Tally.fail_on = lambda *a: None\n",
    "patches json": "import json\njson.dumps = lambda *a, **k: '0'\n",
    "prints zeros": "print('0\\n' * 1000); sys.stdout.flush()\n",
    "writes zeros on each pipe": EVERY_PIPE + "shout(b'0\\n' * 1000)\n",
    "writes a report on each pipe": EVERY_PIPE
    + 'shout(b\'{"verdict": "proved", "reports": []}\\n\' * 10)\n',
    "kills its parent": "os.kill(os.getppid(), signal.SIGKILL)\n",
    "ends its parent": "os.kill(os.getppid(), signal.SIGTERM)\n",
    "interrupts its parent": "os.kill(os.getppid(), signal.SIGINT)\n",
    "stops its parent": "os.kill(os.getppid(), signal.SIGSTOP)\n",
    "kills its group": "os.killpg(0, signal.SIGKILL)\n",
    "exits": "os._exit(0)\n",
    "exits later": "import atexit, threading\nthreading.Timer(0.01, os._exit, [0]).start()\n",
    "faults": "ctypes.string_at(0)\n",
    "ignores signals": "for n in signal.valid_signals():\n"
    "    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\n",
    "closes its descriptors": "os.closerange(0, 256)\n",
    "replaces itself": "os.execv('/bin/sh', ['sh', '-c', 'while :; do echo 0; done'])\n",
    "forks and answers twice": "os.fork()\n",
    "swaps int": "import builtins\nbuiltins.int = lambda *a: 0\n",
    "swaps index": "import operator; operator.index = lambda n: 0\n",
    "raises its own limits": "import resource\nfor n in range(10):\n"
    "    try: resource.setrlimit(n, (resource.RLIM_INFINITY,) * 2)\n"
    "    except (OSError, ValueError): pass\n",
    "profiles": "sys.setprofile(lambda *a: None); sys.settrace(lambda *a: None)\n",
    "removes its folder": "import shutil; shutil.rmtree(os.getcwd(), ignore_errors=True)\n",
    "sends a huge line": EVERY_PIPE + "for _ in range(600): shout(b'9' * 60000)\n",
    "nests an answer": EVERY_PIPE + "shout(b'[' * 60000 + b'\\n')\n",
    "writes to its parent's memory": "try:\n"
    "    open(f'/proc/{os.getppid()}/mem', 'r+b', 0).write(b'0')\nexcept OSError: pass\n",
}


def judged(tmp_path: Path, text: str, seconds: float = 15, **bounds: object) -> Checked:
    path = tmp_path / "mine.py"
    path.write_text(text)
    kind = "algorithm" if "@algorithm" in text else "heuristic"
    submission = Submission(kind, str(path), sizes=[(2, 2)])
    return check_isolated(submission, Bounds(seconds, **bounds), lambda line: None)


FEW = ("patches the judge", "writes zeros on each pipe", "kills its parent", "stops its parent")


@pytest.mark.parametrize(
    "attack", [pytest.param(one, marks=() if one in FEW else pytest.mark.slow) for one in ATTACKS]
)
def test_no_wrong_heuristic_is_proved(tmp_path: Path, attack: str) -> None:
    head, rest = HEAD.split("from taquin", 1)
    outcome = judged(tmp_path, f"{head}from taquin{rest}{WRONG}\n{ATTACKS[attack]}")
    assert outcome.verdict != "proved", outcome
    assert outcome.message or outcome.reports


SEARCHES = {
    "claims the goal": "return Node(space.goal, None, '', 0, 0)",
    "claims cost 0": "return Node(space.start, None, '', 0, 0)",
    "moves by magic": "n = Node(space.start, None, '', 0, 0)\n"
    "    return n if space.is_goal(space.start) else Node(space.goal, n, 'U', 1, 1)",
    "finds nothing": "return None",
    "says that it reached a limit": "from taquin.search.monitor import Stop\n"
    "    if not space.is_goal(space.start): raise Stop('time')\n"
    "    return Node(space.start, None, '', 0, 0)",
}


@pytest.mark.parametrize("optimal", [True, False])
@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.slow
def test_no_wrong_search_is_proved(tmp_path: Path, name: str, optimal: bool) -> None:
    outcome = judged(tmp_path, f"{SEARCH.format(optimal=optimal)}    {SEARCHES[name]}\n")
    assert outcome.verdict != "proved", outcome


def test_a_function_that_returns_the_goal_is_not_called_optimal(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "def bfs(start):\n"
        "    odd = sum(a > b for i, a in enumerate(start) for b in start[i:] if a and b) % 2\n"
        "    return None if odd else (1, 2, 3, 4, 5, 6, 7, 8, 0)\n"
    )
    ran = taquin("check", "algorithm", f"{path}:bfs", "--returns", "boards", "-q")
    assert ran.status == 4 and "it returns the goal, not a path" in ran.out


# --- what they use -----------------------------------------------------------------------------

SHARED = "    keep.append(mmap.mmap(-1, 2**27)); keep[-1].write(b'x' * 2**27)\n"
HOARDERS = {
    "shared memory": "    while True:\n    " + SHARED,
    "children together": "    for _ in range(8):\n        if not os.fork():\n"
    "            keep.append(b'x' * 2**27); time.sleep(60)\n    time.sleep(60)\n",
    "files without a name": "    for n in range(8):\n        f = os.memfd_create('x')\n"
    "        os.write(f, b'x' * 2**27)\n        os.lseek(f, 0, 0)\n    time.sleep(60)\n",
}


@pytest.mark.parametrize("how", HOARDERS)
def test_memory_is_counted_with_all_that_is_started(tmp_path: Path, how: str) -> None:
    text = f"{HEAD}    return h\n\nkeep = []\ndef h(state):\n{HOARDERS[how]}"
    outcome = judged(tmp_path, text, memory=500_000_000, answer=20)
    assert outcome.verdict == "undecided" and "reached the memory limit" in str(outcome), outcome


def test_shared_pages_are_counted_once(tmp_path: Path) -> None:
    text = HEAD + (
        "    keep = b'x' * 2**27\n"
        "    for _ in range(6):\n        if not os.fork(): time.sleep(60)\n"
        "    time.sleep(0.5)\n    return lambda state: int(state != goal)\n"
    )
    outcome = judged(tmp_path, text, memory=500_000_000, answer=20)
    assert outcome.verdict == "proved", outcome


def test_many_processes_are_stopped(tmp_path: Path) -> None:
    text = HEAD + (
        "    for _ in range(150):\n        if not os.fork(): time.sleep(60)\n    time.sleep(60)\n"
    )
    outcome = judged(tmp_path, text, answer=20)
    assert "started more than 128 processes" in str(outcome)


def test_lines_that_nobody_asked_for_do_not_fill_the_memory_of_the_check(tmp_path: Path) -> None:
    text = (
        HEAD
        + EVERY_PIPE
        + (
            "def flood():\n    n = next(n for n in range(3, 64) if is_answer(n))\n"
            "    while True: os.write(n, b'0\\n' * 30000)\n"
            "def is_answer(n):\n    try: return bool(os.write(n, b'0\\n'))\n"
            "    except OSError: return False\n"
            "import threading\nthreading.Thread(target=flood, daemon=True).start()\ntime.sleep(3)\n"
        )
    )
    path = tmp_path / "mine.py"
    path.write_text(text.replace("    goal =", "    time.sleep(3)\n    goal ="))
    program = (
        "import resource, sys\n"
        "from taquin.checks.isolation import Bounds, Submission, check_isolated\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024\n"
        "before = peak()\n"
        "job = Submission('heuristic', sys.argv[1], sizes=[(2, 2)])\n"
        "print(check_isolated(job, Bounds(5), lambda line: None).verdict, peak() - before)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    verdict, grown = ran.stdout.split()
    assert verdict != "proved" and int(grown) < 100_000_000


# --- the end of the check ----------------------------------------------------------------------

ESCAPE = """
def escape():
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    with open({log!r}, "a") as log:
        log.write(f"{{os.getpid()}}\\n")
    time.sleep(100)

escape()
with open({log!r}, "a") as log:
    log.write(f"{{os.getpid()}}\\n")
{then}
"""


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def started(log: Path) -> list[int]:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if log.exists() and len(lines := log.read_text().split()) == 2:
            return [int(line) for line in lines]
        time.sleep(0.02)
    raise AssertionError("the submission did not start")


def wait_for_the_end(pids: list[int]) -> bool:
    end = time.monotonic() + 10
    while not all(map(gone, pids)) and time.monotonic() < end:
        time.sleep(0.02)
    return all(map(gone, pids))


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGHUP", "SIGINT"])
def test_nothing_outlives_a_check_that_is_killed(tmp_path: Path, name: str) -> None:
    log, path = tmp_path / "log", tmp_path / "mine.py"
    path.write_text(HEAD + WRONG + ESCAPE.format(log=str(log), then="time.sleep(100)"))
    folder = tmp_path / "scratch"
    folder.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "taquin", "check", "heuristic", str(path), "-q"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "TMPDIR": str(folder)},
    )  # fmt: skip
    pids = started(log)
    process.send_signal(getattr(signal, name))
    _, err = process.communicate(timeout=30)
    assert process.returncode == (-9 if name == "SIGKILL" else 130), err
    assert wait_for_the_end(pids)
    end = time.monotonic() + 5
    while any(folder.iterdir()) and time.monotonic() < end:
        time.sleep(0.02)
    assert not list(folder.glob("taquin-check-*"))


def test_nothing_outlives_a_check_whose_warden_is_killed(tmp_path: Path) -> None:
    log, path = tmp_path / "log", tmp_path / "mine.py"
    then = "time.sleep(0.3); os.kill(os.getppid(), signal.SIGKILL); time.sleep(100)"
    path.write_text(HEAD + WRONG + ESCAPE.format(log=str(log), then=then))
    good = tmp_path / "good.py"
    good.write_text(HEAD + "    return lambda state: int(state != goal)\n")
    ran = taquin("check", "heuristic", str(path), str(good), "--size", "2x2", "-q")
    assert ran.status == 2 and "killed by SIGKILL" in ran.out
    assert f"proved     {good}" in ran.out  # the run goes on
    assert wait_for_the_end(started(log))


# --- honest ones -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return lambda state: 10**5000", "h = a number of 5,001 digits, expected"),
        ("return lambda state: [10**5000]", "h = a list, expected a number"),
        ("def h(state): raise ValueError('x' * 2_000_000)\n    return h", "h raised ValueError: x"),
        ("def h(state): raise ValueError(10**5000)\n    return h", "h raised ValueError: its text"),
    ],
)
def test_what_is_huge_is_judged_as_what_it_is(tmp_path: Path, body: str, words: str) -> None:
    outcome = judged(tmp_path, f"{HEAD}    {body}\n")
    assert outcome.verdict == "refuted"
    assert all(words in text and len(text) < 3000 for text in outcome.reports[0].failures)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise ValueError(10**5000)", "the factory raised ValueError: its text cannot be shown"),
        ("raise ValueError('x' * 2_000_000)", "the factory raised ValueError: x"),
    ],
)
def test_what_a_factory_raises_is_quoted_in_part(tmp_path: Path, body: str, words: str) -> None:
    outcome = judged(tmp_path, f"{HEAD}    {body}\n")
    assert outcome.verdict == "error" and outcome.message is not None
    assert words in outcome.message and len(outcome.message) < 4000


def test_the_clock_also_stops_the_judge() -> None:
    began = time.monotonic()
    ran = taquin("check", "heuristic", "zero", "--size", "5x2", "--time-limit", "1", "-q")
    assert ran.status == 4 and "the time limit of 1 s was reached" in ran.out
    assert time.monotonic() - began < 8
