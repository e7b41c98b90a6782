"""Ctrl-C and time limits at the worst moments: later calls work, and no lock stays taken."""

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from taquin import Node, OptionError, algorithm, solve

# What happens as soon as Numba's types are imported, halfway through its own import.
AT_THE_WORST_MOMENT = """
import os, signal, sys, time
from taquin import load_plugin, solve

class Trap:
    def find_spec(self, name, path=None, target=None):
        if name == "numba.core.types":
            sys.meta_path.remove(self)
            {deed}

sys.meta_path.insert(0, Trap())
{prepare}
first = solve("korf100:79", {options})
again = solve("korf100:79", algorithm="astar", engine="compiled", node_limit=100)
print(first.limit, again.engine, again.limit)
"""
INTERRUPTED = {
    "deed": "os.kill(os.getpid(), signal.SIGINT)",
    "prepare": "",
    "options": 'algorithm="astar", engine="compiled"',
}
OVERDUE = {
    "deed": "time.sleep(0.7)",
    "prepare": 'load_plugin("mine.py")',
    "options": 'algorithm="astar", heuristic="max:mine,pdb:5-5-5", engine="python", '
    "time_limit=0.05",
}
MINE = """
from taquin import heuristic
@heuristic("mine", admissible=True, consistent=True, paper="a test")
def mine(puzzle):
    "Zero, by somebody else."
    return lambda state: 0
"""
UNDER_FIRE = """
import os, signal, threading, time
from taquin.ground.once import once

@once(4)
def square(number):
    return number * number

def fire():
    for _ in range(100):
        time.sleep(0.003)
        os.kill(os.getpid(), signal.SIGINT)

def interrupt(number, frame):
    if armed[0]:  # only inside the try: elsewhere an interrupt would end this script
        armed[0] = False
        raise KeyboardInterrupt

armed = [False]
signal.signal(signal.SIGINT, interrupt)
gun = threading.Thread(target=fire)
gun.start()
hits = 0
while gun.is_alive():
    try:
        armed[0] = True
        while gun.is_alive():
            square(1)
        armed[0] = False
    except KeyboardInterrupt:
        hits += 1
found = []
other = threading.Thread(target=lambda: found.append(square(1)), daemon=True)
other.start()
other.join(10)
print(hits > 0, found)
"""


def output(code: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-1500:]
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("moment", "limit"), [(INTERRUPTED, "interrupt"), (OVERDUE, "time")], ids=["ctrl-c", "limit"]
)
def test_an_interrupt_while_numba_is_imported_harms_no_later_call(
    tmp_path: Path, moment: dict[str, str], limit: str
) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    code = AT_THE_WORST_MOMENT.format(**moment)
    assert output(code, tmp_path) == f"{limit} compiled expansions"


def test_an_interrupted_value_leaves_no_lock_taken(tmp_path: Path) -> None:
    assert output(UNDER_FIRE, tmp_path) == "True [1]"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_forked_during_a_search_collects_garbage() -> None:
    forked: list[int] = []

    @algorithm("forks", optimal=False, complete=False, paper="a test")
    def forks(space: Any, monitor: Any) -> None:
        """Fork in another thread, while this one has paused the collector."""

        def fork() -> None:
            child = os.fork()
            if child == 0:
                os._exit(0 if gc.isenabled() else 1)
            forked.append(os.waitpid(child, 0)[1])

        thread = threading.Thread(target=fork)
        thread.start()
        thread.join()

    solve("123405786", algorithm="forks")
    assert forked == [0] and gc.isenabled()


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (lambda monitor: monitor.found(b"state"), "monitor.found got b'state'; expected the Node"),
        (lambda monitor: monitor.opens(5, 7), "monitor.opens got 5; expected the search's"),
        (
            lambda monitor: monitor.found(Node(b"", None, 3, 0, 0)),  # type: ignore[arg-type]
            "expected a string as",
        ),
    ],
)
def test_a_monitor_refuses_what_no_result_could_show(deed: Any, words: str) -> None:
    @algorithm("misreports", optimal=False, complete=False, paper="a test")
    def misreports(space: Any, monitor: Any) -> None:
        """Tell the monitor nonsense."""
        deed(monitor)

    with pytest.raises(OptionError) as caught:
        solve("123405786", algorithm="misreports")
    assert words in str(caught.value)
