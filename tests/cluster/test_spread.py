"""One board on a cluster: the contours of a search alone, whatever becomes of the workers."""

from types import SimpleNamespace

import clusters
import numpy as np
import pytest
from clusters import within

from taquin import Checkpoints, ClusterError, OptionError, Status, solve
from taquin.cluster import crew as crew_module
from taquin.cluster.crew import Crew
from taquin.cluster.tasks import abandoned
from taquin.ground.announce import announcing
from taquin.ground.errors import DamagedFile
from taquin.ground.sealed import read_sealed
from taquin.kernels.searches.subtrees import search_subtrees
from taquin.solving.engines import engine, spread
from taquin.solving.engines.checkpoint import CHECKPOINT, read_checkpoint, write_checkpoint

pytest.importorskip("distributed", reason="pip install -e '.[test]'")

SEARCHES = [
    ("korf100:79", "4-4-4-3", "grid"),
    ("korf100:79", "4-4-4-3/5-5-5", "grid"),
    ("8 6 7/2 5 4/3 0 1", "4-4", "grid"),
    ("1 4 3/2 6 7/0 8 5", "4-4", "walls:4-5"),
    ("8 6 7/2 5 4/3 0 1", "4-4", "torus"),
]


@pytest.fixture(scope="module")
def client():
    with within(2) as client:
        yield client


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """Every contour is spread, in parts that are given up after some thousand expansions."""
    monkeypatch.setattr(spread, "_WORTH_SPREADING", 0)
    monkeypatch.setattr(spread, "part_seconds", lambda *known: 0.01)
    monkeypatch.setitem(search_subtrees.__kwdefaults__, "slice_expansions", 3000)
    monkeypatch.setattr(spread, "_WAIT", 0.01)


def searched(board, partition, topology="grid", **more):
    how = {"algorithm": "idastar", "heuristic": f"pdb:{partition}", "topology": topology}
    return solve(board, **how, **more)


@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: "-".join(search[1:]))
def test_the_completed_contours_are_those_of_a_search_alone(client, search):
    alone, there = searched(*search), searched(*search, cluster=client)
    assert (there.cost, there.optimal, there.engine) == (alone.cost, True, "pruned")
    assert there.stats.contours[:-1] == alone.stats.contours[:-1]
    assert there.lower_bound == alone.lower_bound
    assert there.stats.contours[-1][0] == alone.stats.contours[-1][0]


def test_the_goal_itself_needs_no_worker(client):
    found = searched("0 1 2/3 4 5/6 7 8", "4-4", goal="first", cluster=client)
    assert (found.cost, found.moves, found.stats.expanded) == (0, "", 0)


class Interrupted:
    """Raises an error once a number of results have come."""

    def __init__(self, monkeypatch, number, error):
        self.left, results = number, Crew.results

        def counting(team, timeout):
            found = results(team, timeout)
            self.left -= len(found)
            if self.left <= 0:
                raise error
            return found

        monkeypatch.setattr(Crew, "results", counting)


BOARD = SEARCHES[0]


def test_ctrl_c_answers_with_what_is_proved_and_the_search_goes_on(client, monkeypatch, tmp_path):
    alone = searched(*BOARD)
    file = tmp_path / "kept"
    for checkpoints in (Checkpoints(file), Checkpoints(resume=file)):
        with monkeypatch.context() as patch:
            Interrupted(patch, 3, KeyboardInterrupt)
            stopped = searched(*BOARD, cluster=client, checkpoints=checkpoints)
        assert (stopped.status, stopped.limit) == (Status.LIMIT, "interrupt")
        assert alone.stats.contours[0][0] <= stopped.lower_bound <= alone.cost
        assert f"To continue, repeat the command with --resume {file}." in stopped.notes
    found = searched(*BOARD, cluster=client, checkpoints=Checkpoints(resume=file))
    assert found.stats.contours[:-1] == alone.stats.contours[:-1]
    assert found.cost == alone.cost and not file.exists()


def test_a_contour_that_a_scout_ends_keeps_the_nodes_of_the_run_before(
    client, monkeypatch, tmp_path
):
    alone, file = searched(*BOARD), tmp_path / "kept"
    with monkeypatch.context() as patch:
        Interrupted(patch, 3, KeyboardInterrupt)
        stopped = searched(*BOARD, cluster=client, checkpoints=Checkpoints(file))
    known = SimpleNamespace(
        moves=alone.moves, cost=alone.cost, limit=None, seconds={"compile": 0.0, "tables": 0.0}
    )
    monkeypatch.setattr(engine, "_scouting", lambda request: lambda seconds, bound: known)
    found = searched(*BOARD, cluster=client, checkpoints=Checkpoints(resume=file))
    assert (found.cost, found.optimal) == (alone.cost, True)
    there = len(stopped.stats.contours) - 1  # the contour that was interrupted
    assert found.stats.contours[there][0] == stopped.stats.contours[there][0]
    assert found.stats.contours[there][1] >= stopped.stats.contours[there][1]
    assert found.stats.contours[:-1] == alone.stats.contours[: len(found.stats.contours) - 1]
    assert sum(nodes for _, nodes in found.stats.contours) == found.stats.expanded


LIES = {
    "a letter that is none": lambda arrays: arrays["subtree_moves"].__setitem__(0, 88),
    "a length": lambda arrays: arrays["subtree_lengths"].__setitem__(0, 1 << 40),
    "a negative length": lambda arrays: arrays["subtree_lengths"].__setitem__(0, -1),
    "a weight": lambda arrays: arrays["subtree_weights"].__setitem__(0, float("nan")),
    "the next bound": lambda arrays: arrays["next_bound"].__setitem__(0, 999),
    "one subtree twice": lambda arrays: arrays.update(
        subtree_moves=np.concatenate([arrays["subtree_moves"]] * 2),
        subtree_lengths=np.concatenate([arrays["subtree_lengths"]] * 2),
        subtree_weights=np.concatenate([arrays["subtree_weights"]] * 2),
    ),
    "no weights": lambda arrays: arrays.pop("subtree_weights"),
    "other types": lambda arrays: arrays.update(next_bound=arrays["next_bound"].astype("<f8")),
}


@pytest.fixture(scope="module")
def written(client, tmp_path_factory):
    """A checkpoint of a search on a cluster, and what it holds."""
    file = tmp_path_factory.mktemp("spread") / "kept"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spread, "_WORTH_SPREADING", 0)
        patch.setitem(search_subtrees.__kwdefaults__, "slice_expansions", 3000)
        Interrupted(patch, 3, KeyboardInterrupt)
        searched(*BOARD, cluster=client, checkpoints=Checkpoints(file))
    return read_sealed(file, CHECKPOINT)[0], read_checkpoint(file, {})


@pytest.mark.parametrize("lie", LIES)
def test_subtrees_that_are_none_are_refused(client, written, tmp_path, lie):
    header, snapshot = written
    shared = {name: array.copy() for name, array in snapshot.shared.items()}
    LIES[lie](shared)
    identity = {name: header[name] for name in header if name not in SNAPSHOT}
    write_checkpoint(tmp_path / "lie", identity, snapshot._replace(shared=shared))
    with pytest.raises(DamagedFile, match=r"lie cannot be from a search of this board: .*Start"):
        searched(*BOARD, cluster=client, checkpoints=Checkpoints(resume=tmp_path / "lie"))


SNAPSHOT = ("bound", "contours", "expanded", "generated", "workers", "arrays")


def test_checkpoints_are_written_while_it_runs(client, monkeypatch, tmp_path):
    alone, file = searched(*BOARD), tmp_path / "kept"
    written = []
    keep = spread.SpreadSearch.keep

    def copied(search):
        keep(search)
        if file.exists():
            written.append(file.read_bytes())

    monkeypatch.setattr(spread.SpreadSearch, "keep", copied)
    searched(*BOARD, cluster=client, checkpoints=Checkpoints(file, every=0))
    assert len(written) > 3
    for content in (written[0], written[len(written) // 2], written[-1]):
        file.write_bytes(content)
        found = searched(*BOARD, cluster=client, checkpoints=Checkpoints(resume=file))
        assert found.stats.contours[:-1] == alone.stats.contours[:-1]


def test_a_checkpoint_goes_on_in_the_way_in_which_it_was_written(client, monkeypatch, tmp_path):
    there, alone = tmp_path / "there", tmp_path / "alone"
    with monkeypatch.context() as patch:
        Interrupted(patch, 3, KeyboardInterrupt)
        searched(*BOARD, cluster=client, checkpoints=Checkpoints(there))
    with pytest.raises(OptionError, match="written with --cluster: continue with --cluster local"):
        searched(*BOARD, checkpoints=Checkpoints(resume=there))
    monkeypatch.setattr("taquin.solving.engines.checkpoint.Keeper.due", lambda keeper: True)
    from taquin.kernels.searches.ida_star_pdb import ida_star_pdb

    monkeypatch.setitem(ida_star_pdb.__kwdefaults__, "slice_expansions", 1000)
    searched(*BOARD, checkpoints=Checkpoints(alone), node_limit=10_000)
    with pytest.raises(OptionError, match="written without --cluster: continue without it"):
        searched(*BOARD, cluster=client, checkpoints=Checkpoints(resume=alone))


def test_a_limit_ends_it_and_progress_tells_the_share(client):
    shares, rows = [], []

    def progress(monitor):
        shares.append(monitor.share)
        rows.append(monitor.stats.expanded)

    found = searched("korf100:82", "4-4-4-3", cluster=client, node_limit=30_000, progress=progress)
    assert (found.status, found.limit) == (Status.LIMIT, "expansions")
    assert 30_000 <= found.stats.expanded < 5_000_000
    assert rows == sorted(rows) and all(0 <= share <= 1 for share in shares if share is not None)


def test_a_worker_with_other_tables_is_refused(client, monkeypatch):
    monkeypatch.setattr(spread, "fingerprint", lambda collection: "0123456789abcdef")
    with pytest.raises(ClusterError) as caught:
        searched(*BOARD, cluster=client)
    assert "no worker of the cluster can be used: " in str(caught.value)
    assert "its pattern databases of 4-4-4-3 differ" in str(caught.value)
    assert "expected 0123456789abcdef" in str(caught.value)


def test_a_worker_with_another_version_is_refused(client, monkeypatch):
    said = []
    monkeypatch.setattr(crew_module, "_PROBE", "'=0.0.1'")
    with announcing(said.append), pytest.raises(ClusterError, match=r"it runs taquin 0\.0\.1, not"):
        searched(*BOARD, cluster=client)
    assert all("is not used: it runs taquin 0.0.1" in text for text in said) and said


def test_a_worker_without_taquin_is_refused(client, monkeypatch):
    monkeypatch.setattr(crew_module, "_PROBE", "__import__('no_taquin_there')")
    with pytest.raises(ClusterError, match="taquin is not installed there"):
        searched(*BOARD, cluster=client)


def test_what_a_worker_raises_is_raised_here(client, monkeypatch):
    def broken(*part):
        raise OptionError("not enough memory there")

    monkeypatch.setattr(spread, "search_part", broken)
    with pytest.raises(OptionError, match="not enough memory there"):
        searched(*BOARD, cluster=client)


def test_a_worker_that_ends_loses_nothing_but_its_part(monkeypatch):
    """The first worker to begin a part is closed in the middle of it."""
    alone = searched(*BOARD)
    monkeypatch.setattr(spread, "search_part", clusters.closing)
    monkeypatch.setattr(clusters, "closed", [])
    with within(2) as client:
        try:
            found = searched(*BOARD, cluster=client)
            assert len(clusters.closed) == 1 and len(client.nthreads()) == 1
        finally:
            clusters.over.set()
    assert found.cost == alone.cost
    assert found.stats.contours[:-1] == alone.stats.contours[:-1]


def test_without_a_worker_it_gives_up_in_time(monkeypatch):
    monkeypatch.setattr(crew_module, "PATIENCE", 0.0)
    with within(0) as client, pytest.raises(ClusterError, match="has had no worker for 0 s"):
        searched(*BOARD, cluster=client)


def test_a_task_hears_that_nobody_waits_for_it(client):
    assert not abandoned()
    clusters.alone.clear()
    team = Crew(client, clusters.fit)
    while not team.threads:
        team.results(0.01)
    team.submit("task", clusters.until_abandoned)
    assert clusters.begun.wait(60) and not clusters.alone.is_set()
    team.drop()
    assert clusters.alone.wait(60)


def test_other_searches_are_refused(client):
    with pytest.raises(OptionError, match="only IDA\\* over pattern databases"):
        solve("702853614", cluster=client)
    with pytest.raises(OptionError, match="a cluster has its own workers"):
        searched(*BOARD, cluster=client, workers=2)
    for wrong in (7, object(), ["local"]):
        with pytest.raises(OptionError, match="expected local, local:N"):
            solve("702853614", cluster=wrong)


def test_the_parts_of_a_contour_fit_what_waits(monkeypatch):
    """Short while little waits, up to five seconds; longer where thousands of threads report."""
    monkeypatch.undo()
    assert spread.part_seconds(1.0, 0.0, 0) == 0.5  # nothing is known yet
    lengths = [spread.part_seconds(waiting, 0.1, 4) for waiting in (0.9, 0.3, 0.01)]
    assert lengths == pytest.approx([4.5, 1.5, 0.2])
    assert spread.part_seconds(0.9, 0.001, 4) == 5.0
    assert spread.part_seconds(0.01, 0.1, 1500) == 10.0
    assert spread.part_weight(0.8, 0.0, 2) == 0.1
    assert spread.part_weight(0.0001, 0.1, 2) == pytest.approx(0.01)
