"""Checkpoints: a killed search continues, with the counts of one that was not; faults are named."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli import taquin
from taquin import Checkpoints, OptionError, Status, solve
from taquin.ground import sealed
from taquin.ground.announce import announcing
from taquin.ground.errors import DamagedFile
from taquin.kernels.searches import ida_star_pdb as module
from taquin.kernels.searches.ida_star_pdb import blank_frames, ida_star_pdb

SEARCH = {"algorithm": "idastar", "heuristic": "pdb:4-4-4-3"}
BOARD = "korf100:79"
SLICE = 300


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """Slices short enough for a checkpoint after each few hundred expansions."""
    monkeypatch.setitem(ida_star_pdb.__kwdefaults__, "slice_expansions", SLICE)


@pytest.fixture(scope="module")
def whole():
    """The search that nothing interrupts."""
    return solve(BOARD, **SEARCH)


def facts(result):
    stats = result.stats.as_dict()
    return result.cost, result.moves, result.lower_bound, result.status, stats


def resumed(file, **more):
    return solve(BOARD, **SEARCH, checkpoints=Checkpoints(resume=file, every=0), **more)


def stopped(file, nodes):
    kept = Checkpoints(file, every=0)
    return solve(BOARD, **SEARCH, checkpoints=kept, node_limit=nodes)


@pytest.fixture(scope="module")
def written(tmp_path_factory, whole):
    """A checkpoint in the middle of the last contour."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ida_star_pdb.__kwdefaults__, "slice_expansions", SLICE)
        file = tmp_path_factory.mktemp("kept") / "search.checkpoint"
        completed = sum(count for _, count in whole.stats.contours[:-1])
        stopped(file, (completed + whole.stats.expanded) // 2)
    return file.read_bytes()


@pytest.fixture
def file(tmp_path, written):
    path = tmp_path / "search.checkpoint"
    path.write_bytes(written)
    return path


class Kept(list):
    """A snapshot of each slice."""

    def due(self):
        return True

    save = list.append


@pytest.mark.parametrize("workers", [1, 3])
def test_a_search_goes_on_from_any_slice(whole, workers, monkeypatch):
    from taquin.heuristics.patterns.heuristic import PatternHeuristic
    from taquin.puzzle.instances import instance
    from taquin.puzzle.puzzle import Puzzle

    monkeypatch.setattr(module, "_WORTH_THREADS", 0)
    known = instance(BOARD)
    heuristic = PatternHeuristic(Puzzle.of(known.board, goal=known.goal), "4-4-4-3")
    board, tables = heuristic.canonical.board(known.board.cells), heuristic.collection
    one, kept = ida_star_pdb(tables, board), Kept()
    found = ida_star_pdb(tables, board, workers=workers, saver=kept)
    assert found.contours[:-1] == one.contours[:-1] and (workers > 1 or found == one)
    for snapshot in kept[:: max(1, len(kept) // 7)]:
        fresh = blank_frames(tables.search_tables())
        found = ida_star_pdb(tables, board, workers=workers, resume=snapshot, frames=fresh)
        assert found.contours[:-1] == one.contours[:-1] and found.cost == one.cost
        assert workers > 1 or found == one
        limit = snapshot.expanded + 7
        if workers == 1 and limit < one.expanded:
            stopped = ida_star_pdb(tables, board, resume=snapshot, max_expanded=limit)
            assert (stopped.expanded, stopped.cost) == (limit, None)


def test_the_answer_and_all_counts_are_those_without(whole, file):
    file.with_name(f"{file.name}.1234-abcd.tmp").write_bytes(b"half")  # killed while it wrote
    found = resumed(file)
    assert facts(found) == facts(whole)
    assert any(note.startswith("Resumed after ") for note in found.notes)
    assert not list(file.parent.iterdir())  # it has its answer


def test_a_limit_leaves_the_checkpoint_and_says_how_to_go_on(whole, file):
    # Twice: what a resumed search writes can be resumed.
    for share in (0.8, 0.9):
        found = resumed(file, node_limit=int(whole.stats.expanded * share))
        assert found.status is Status.LIMIT
        assert f"To continue, repeat the command with --resume {file}." in found.notes
    assert facts(resumed(file)) == facts(whole)


KILLED = """
import os, signal, sys
from pathlib import Path
from taquin import Checkpoints, solve
from taquin.kernels.searches.ida_star_pdb import ida_star_pdb
from taquin.solving.engines.checkpoint import Keeper
ida_star_pdb.__kwdefaults__["slice_expansions"] = 300
save = Keeper.save
def save_and_die(keeper, snapshot):
    save(keeper, snapshot)
    if snapshot.expanded > int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
Keeper.save = save_and_die
kept = Checkpoints(Path(sys.argv[1]), every=0)
solve("korf100:79", algorithm="idastar", heuristic="pdb:4-4-4-3", checkpoints=kept)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kill -9 is of POSIX")
def test_a_killed_process_loses_nothing_before_its_last_checkpoint(whole, tmp_path):
    file = tmp_path / "killed.checkpoint"
    completed = sum(count for _, count in whole.stats.contours[:-1])
    middle = (completed + whole.stats.expanded) // 2
    ended = subprocess.run([sys.executable, "-c", KILLED, file, str(middle)], timeout=60)
    assert ended.returncode == -signal.SIGKILL
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert facts(resumed(file)) == facts(whole)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lambda content: b"", "is empty"),
        (lambda content: content[:10], "is cut off inside its header"),
        (lambda content: content[:-1], "bytes where"),
        (lambda content: content[:-9] + b"\x00" + content[-8:], "its content differs"),
        (lambda content: b"TAQUINPD" + content[8:], "is not a checkpoint"),
        (lambda content: content[:8] + b"\x02" + content[9:], "was written by an older taquin"),
        (lambda content: content[:8] + b"\x09" + content[9:], "has format 9, which this taquin"),
    ],
)
def test_a_damaged_checkpoint_is_refused(file, harm, words):
    file.write_bytes(harm(file.read_bytes()))
    with pytest.raises(DamagedFile, match=f"{words}.* Start again with --checkpoint FILE"):
        resumed(file)
    search = ("solve", BOARD, "-a", "idastar", "--heuristic", "pdb:4-4-4-3")
    done = taquin(*search, "--resume", str(file))
    assert done.status == 2 and words in " ".join(done.err.split())


def test_a_checkpoint_of_another_search_is_refused(file):
    kept = Checkpoints(resume=file)
    with pytest.raises(OptionError, match="belongs to another search: board is"):
        solve("korf100:1", **SEARCH, checkpoints=kept)
    with pytest.raises(OptionError, match="belongs to another search: partitions is"):
        solve(BOARD, algorithm="idastar", heuristic="pdb:5-5-5", checkpoints=kept)
    with pytest.raises(OptionError, match=r"does not exist\. --checkpoint FILE begins"):
        solve(BOARD, **SEARCH, checkpoints=Checkpoints(resume=file.with_name("none")))


def test_a_full_disk_does_not_end_the_search(whole, tmp_path, monkeypatch):
    replace, failures = os.replace, iter([True, True, False, True])

    def full(*paths):
        if next(failures, False):
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(*paths)

    monkeypatch.setattr(sealed.os, "replace", full)
    heard: list[str] = []
    with announcing(heard.append):
        found = stopped(tmp_path / "kept", whole.stats.expanded - 1)
    assert found.stats.expanded == whole.stats.expanded - 1
    told = [words for words in heard if "checkpoint" in words]
    assert [("No space left" in words, "written again" in words) for words in told] == [
        (True, False),
        (False, True),
        (True, False),
        (False, True),
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert facts(resumed(tmp_path / "kept")) == facts(whole)


def test_what_can_write_no_checkpoint_says_so(file, tmp_path):
    kept = Checkpoints(tmp_path / "new")
    for search in ({"algorithm": "astar"}, {**SEARCH, "engine": "compiled"}, {"metric": "mtm"}):
        with pytest.raises(OptionError, match="only IDA\\* over pattern databases"):
            solve(BOARD, **search, checkpoints=kept)
    with pytest.raises(OptionError, match="exists: --resume continues it"):
        solve(BOARD, **SEARCH, checkpoints=Checkpoints(file))
    with pytest.raises(OptionError, match="is not a folder that you may write to"):
        solve(BOARD, **SEARCH, checkpoints=Checkpoints(Path(tmp_path / "none" / "kept")))


def test_the_command_takes_them(file, whole):
    words = ["solve", BOARD, "-a", "idastar", "--heuristic", "pdb:4-4-4-3"]
    done = taquin(words, "--resume", str(file))
    assert done.status == 0 and "solved in 42 single-tile moves" in done.out
    assert f"{whole.stats.expanded:,} expanded" in done.out
    lonely = taquin(words, "--checkpoint-every", "5")
    assert lonely.status == 2 and "needs --checkpoint FILE" in lonely.err
