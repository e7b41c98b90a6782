"""A user's own Numba code beside kernels: compiled and stored as if taquin were not there."""

import json
import subprocess
import sys
from pathlib import Path

OWN = """
from numba import njit

@njit(cache=True)
def twice(number):
    return 2 * number
"""
ASK = """
import json, numba
from numba.core import compiler_lock, config, dispatcher
before = vars(config).copy(), dispatcher.Dispatcher.__dict__.copy()
import taquin
if {first}:
    taquin.solve("1 2 3/4 0 5/7 8 6", algorithm="astar", engine="compiled")
import own
assert own.twice(21) == 42
assert (vars(config), dict(dispatcher.Dispatcher.__dict__)) == (before[0], dict(before[1]))
print(json.dumps([own.twice.stats.cache_path, list(own.twice.stats.cache_hits.values())]))
"""


def test_own_kernels_are_stored_where_numba_stores_them(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)

    def ask(first: bool) -> list[object]:
        code = ASK.format(first=first)
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return list(json.loads(done.stdout))

    folder = str(tmp_path / "__pycache__")
    assert ask(True) == [folder, []]
    assert list((tmp_path / "__pycache__").glob("own.twice-*.nbi"))
    assert ask(False) == [folder, [1]]
