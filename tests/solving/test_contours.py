"""Completed contours count the same in every way of getting there."""

from types import SimpleNamespace

import pytest

from taquin import Checkpoints, Status, solve
from taquin.kernels.searches import ida_star_pdb as module
from taquin.kernels.searches.ida_star_pdb import ida_star_pdb
from taquin.solving.engines import engine

BOARD = "korf100:5"
KINDS = {"lanes": "4-4-4-3", "waves": "4-4-4-3/5-5-5"}


def searched(kind, **more):
    return solve(BOARD, algorithm="idastar", heuristic=f"pdb:{KINDS[kind]}", **more)


@pytest.fixture(autouse=True)
def short_slices(monkeypatch):
    monkeypatch.setitem(ida_star_pdb.__kwdefaults__, "slice_expansions", 8000)


@pytest.fixture(scope="module", params=KINDS)
def whole(request):
    """(kind, the search that nothing interrupts)."""
    return request.param, searched(request.param)


def scouting(monkeypatch, moves):
    """A scout that knows a solution as soon as it is asked, before a resumed contour."""
    found = SimpleNamespace(
        moves=moves, cost=len(moves), limit=None, seconds={"compile": 0.0, "tables": 0.0}
    )
    monkeypatch.setattr(engine, "_scouting", lambda request: lambda seconds, bound: found)


@pytest.mark.parametrize("scouted", [False, True])
@pytest.mark.parametrize("workers", [1, 2])
def test_after_resuming_once_and_twice(whole, workers, scouted, monkeypatch, tmp_path):
    monkeypatch.setattr(module, "_WORTH_THREADS", 0)
    kind, alone = whole
    file, contours = tmp_path / "kept", alone.stats.contours
    # Within the contour before the last, and within the last, which two workers may end early.
    for last in (len(contours) - 2, len(contours) - 1)[: 3 - workers]:
        before = sum(nodes for _, nodes in contours[:last])
        kept = Checkpoints(file, every=0)
        for share in (0.4, 0.6):
            nodes = before + int(share * contours[last][1])
            stopped = searched(kind, workers=workers, checkpoints=kept, node_limit=nodes)
            assert (stopped.status, stopped.limit) == (Status.LIMIT, "expansions")
            assert stopped.stats.contours[:last] == contours[:last]
            assert stopped.stats.contours[last][0] == contours[last][0]
            kept = Checkpoints(resume=file, every=0)
        with monkeypatch.context() as patch:
            if scouted:
                scouting(patch, alone.moves)
            found = searched(kind, workers=workers, checkpoints=kept)
        assert (found.cost, found.optimal) == (alone.cost, True)
        assert found.stats.contours[:-1] == contours[: len(found.stats.contours) - 1]
        assert len(found.stats.contours) == len(contours) or scouted
        assert sum(nodes for _, nodes in found.stats.contours) == found.stats.expanded
        # What the first runs did within the contour is its own, also if a scout ends it at once.
        assert found.stats.contours[last][0] == contours[last][0]
        assert found.stats.contours[last][1] > 0
        assert not file.exists()


def test_a_limit_below_what_was_done_counts_it_all(whole, tmp_path):
    kind, alone = whole
    file, contours = tmp_path / "kept", alone.stats.contours
    before = sum(nodes for _, nodes in contours[:-1])
    middle = before + contours[-1][1] // 2
    stopped = searched(kind, checkpoints=Checkpoints(file, every=0), node_limit=middle)
    again = searched(kind, checkpoints=Checkpoints(resume=file, every=0), node_limit=before)
    assert again.limit == "expansions"
    assert again.stats.contours[:-1] == stopped.stats.contours[:-1] == contours[:-1]
    assert before < again.stats.expanded <= stopped.stats.expanded
