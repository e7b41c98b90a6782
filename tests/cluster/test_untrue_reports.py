"""A worker that lies: what can be seen of it; a local cluster that is killed: its folder."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from taquin import ClusterError
from taquin.faces.cli.row_check import check_row
from taquin.ground.scratch import removed_at_the_end
from taquin.kernels.searches.lanes import UNREACHED
from taquin.kernels.searches.subtrees import Subtree, SubtreeReport
from taquin.solving.engines.spread_check import check_report
from taquin.solving.question.reading import read_request

BOARD = bytes(range(16))
PART = [Subtree("UL", 0.25), Subtree("UUL", 0.25)]
TRUE = SubtreeReport(None, 44, 100, 210, 30, BOARD, 7, (Subtree("ULD", 0.2), Subtree("UULR", 0.25)))
LIES = {
    "no report": "solved",
    "none": None,
    "a bound of 1,000,000,000": TRUE._replace(next_bound=1_000_000_000),
    "a bound that is a number of a half": TRUE._replace(next_bound=44.5),
    "the same bound": TRUE._replace(next_bound=42),
    "a lower bound": TRUE._replace(next_bound=-44),
    "a huge bound": TRUE._replace(next_bound=10**5000),
    "no expansions, many nodes": TRUE._replace(expanded=0),
    "negative counts": TRUE._replace(expanded=-1),
    "truth as count": TRUE._replace(expanded=True),
    "too deep": TRUE._replace(deepest=43),
    "another h": TRUE._replace(h=0),
    "no board": TRUE._replace(nearest=b"x" * 16),
    "a list as board": TRUE._replace(nearest=list(range(16))),
    "a solution too long": TRUE._replace(solution="UD" * 40),
    "a solution of words": TRUE._replace(solution="up up"),
    "a solution in a list": TRUE._replace(solution=["U"]),
    "another subtree": TRUE._replace(left=(Subtree("DDD", 0.1),)),
    "one above": TRUE._replace(left=(Subtree("U", 0.1),)),
    "more than there was": TRUE._replace(left=(Subtree("ULD", 0.8),)),
    "no weight": TRUE._replace(left=(Subtree("ULD", float("nan")),)),
    "pairs": TRUE._replace(left=(("ULD", 0.1),)),
    "endless": TRUE._replace(left=(Subtree("UL" * 40, 0.1),)),
}


def test_a_true_report_is_taken() -> None:
    for report in (TRUE, TRUE._replace(next_bound=UNREACHED, left=())):
        assert check_report(report, PART, 42, lambda board: 7) is None


@pytest.mark.parametrize("lie", LIES)
def test_a_report_that_cannot_be_true_is_refused(lie: str) -> None:
    with pytest.raises(ClusterError, match="cannot be true"):
        check_report(LIES[lie], PART, 42, lambda board: 7)


PROGRAM = """
import signal, sys, time
# What starts the tests may ignore it, as nohup does, and that is inherited.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from taquin.faces.cli.row_check import check_row
from taquin.ground.scratch import removed_at_the_end
with removed_at_the_end("taquin-cluster-") as folder:
    open(folder + "/file", "w").close()
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is of POSIX")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGHUP"])
def test_the_folder_of_a_killed_process_is_removed(name: str) -> None:
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    folder = Path(process.stdout.readline().strip())
    assert (folder / "file").exists()
    process.send_signal(getattr(signal, name))
    process.wait()
    end = time.monotonic() + 10
    while folder.exists() and time.monotonic() < end:
        time.sleep(0.02)
    assert not folder.exists()


def test_the_folder_is_removed_after_the_block() -> None:
    with removed_at_the_end("taquin-cluster-") as folder:
        assert Path(folder).is_dir()
    assert not Path(folder).exists()


# --- rows --------------------------------------------------------------------------------------


def row(**changes: object) -> dict[str, object]:
    whole = {"line": 1, "status": "solved", "cost": 1, "lower_bound": 1, "optimal": True}
    return whole | {"moves": "L", "limit": None} | changes


FALSE_ROWS = {
    "no row": "solved",
    "another line": row(line=2),
    "no status": row(status="won"),
    "unsolvable": row(status="unsolvable", cost=None, lower_bound=None, moves=None, optimal=False),
    "another cost": row(cost=3, lower_bound=3),
    "an illegal move": row(moves="R"),
    "moves that lead elsewhere": row(moves=""),
    "no moves": row(moves=[1]),
    "a bound above the cost": row(lower_bound=1_000_000_000),
    "a bound without a solution": row(
        status="limit", limit="time", cost=None, moves=None, optimal=False, lower_bound=10**9
    ),
    "optimal without a proof": row(lower_bound=0),
    "half a cost": row(cost=1.0),
    "no notes": row(notes=7),
    "no JSON": row(stats={1, 2}),
}


@pytest.mark.parametrize("lie", FALSE_ROWS)
def test_a_row_that_cannot_be_true_is_refused(lie: str) -> None:
    asked = read_request("1 2 3/4 5 6/7 0 8")
    check_row(row(), {"line": 1}, asked, "tile")
    with pytest.raises(ClusterError, match="cannot be true"):
        check_row(FALSE_ROWS[lie], {"line": 1}, asked, "tile")
