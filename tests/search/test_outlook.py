"""What is said of a running contour: its share, the speed, and the time left."""

import json

import pytest

from taquin import solve
from taquin.faces.cli import lines
from taquin.faces.cli.lines import BetterSolutions
from taquin.faces.cli.live import progress_line
from taquin.kernels.searches.ida_star_pdb import ida_star_pdb
from taquin.search.monitor import Monitor
from taquin.search.outlook import outlook
from taquin.solving.question.reading import read_request


class Running(Monitor):
    """A search after 100 seconds, in the middle of a contour."""

    seconds = 100.0

    def __init__(self, contours, done, share, inherited=0):
        super().__init__()
        for bound, count in contours:
            self.contour(bound)
            self.stats.expanded += count
        self.contour(54)
        self.stats.expanded += done
        self.stats.evaluated = 1
        self.share, self.inherited = share, inherited


@pytest.mark.parametrize(
    ("running", "rate", "left"),
    [
        # The contour is expected to grow from 3,000 by a factor of three.
        (Running([(50, 1000), (52, 3000)], 6000, 0.5), 100, 30),
        # It has outgrown that: half of it took 12,000.
        (Running([(50, 1000), (52, 3000)], 12_000, 0.5), 160, 75),
        # A resumed search has the speed of its own run.
        (Running([(50, 1000), (52, 3000)], 6000, 0.5, inherited=5000), 50, 60),
        # No two contours yet: by its share; nothing by which to tell; no share, no estimate.
        (Running([(52, 3000)], 1000, 0.25), 40, 75),
        (Running([(52, 3000)], 1000, 0.0), 40, None),
        (Running([(50, 1000), (52, 3000)], 6000, None), 100, None),
    ],
)
def test_the_time_left_follows_the_growth_of_the_contours(running, rate, left):
    now = outlook(running)
    assert (now.bound, now.share, now.rate) == (54, running.share, rate)
    assert now.left is None if left is None else now.left == pytest.approx(left)


def test_a_search_without_contours_has_none():
    assert outlook(Monitor()) is None


def test_the_line_of_the_terminal():
    running = Running([(50, 1000), (52, 3000)], 6000, 0.5)
    told = "bound 54 (50% of its subtrees, about 30 s left in it) · "
    assert progress_line(running).startswith(f"{told}10,000 expanded")  # nothing is proved
    running.prove(54)
    assert progress_line(running).startswith(f"{told}a solution costs at least 54 · 10,000")
    long = Running([(50, 1000), (52, 900_000)], 6000, 0.01)
    assert "(1% of its subtrees, about 24.8 h left in it)" in progress_line(long)
    assert "(0% of its subtrees) ·" in progress_line(Running([(52, 3000)], 1000, 0.0))


def test_a_line_of_json_every_ten_seconds(capsys, monkeypatch):
    tell = BetterSolutions(read_request("123405786"), "tile")
    running = Running([(50, 1000), (52, 3000)], 6000, 0.5)
    tell(running)
    tell(running)
    (line,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert line == {
        "kind": "progress",
        "bound": 54,
        "share": 0.5,
        "left": 30.0,
        "lower_bound": 0,
        "expanded": 10_000,
        "expanded_per_second": 100,
        "seconds": 100.0,
    }
    monkeypatch.setattr(lines, "PROGRESS_EVERY", 0.0)
    tell(running)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_search_over_pattern_databases_tells_its_share(monkeypatch):
    monkeypatch.setitem(ida_star_pdb.__kwdefaults__, "slice_expansions", 500)
    monkeypatch.setattr("taquin.search.monitor._REPORT_EVERY", 0.0)
    shares: list[tuple[int, float | None]] = []

    def note(monitor):
        if monitor.stats.contours:
            shares.append((monitor.stats.contours[-1][0], monitor.share))

    solve("korf100:79", algorithm="idastar", heuristic="pdb:4-4-4-3", progress=note)
    last = [share for bound, share in shares if bound == 42 and share is not None]
    assert last == sorted(last) and 0 <= last[0] < last[-1] <= 1
