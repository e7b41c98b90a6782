"""Tables that are built at the same time: the same files, one report, one error, one limit."""

import os
import signal
import subprocess
import sys
import threading
import time
from math import inf
from pathlib import Path

import pytest

from pattern_boards import grid
from taquin.ground.announce import announcing
from taquin.ground.storage import nothing_stored
from taquin.heuristics.patterns import collection as pattern_database
from taquin.heuristics.patterns import file_rows
from taquin.heuristics.patterns.at_once import Room, RoomShare, made_at_once, threads_for
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.place import Place
from taquin.heuristics.patterns.stored import building_lock
from taquin.kernels.patterns import build as kernel
from taquin.kernels.patterns.build import Needs

NEIGHBORS = grid(3, 3)
PLACE = Place(3, 3, NEIGHBORS, 0)
ALIKE = ((1, 2, 3, 4), (5, 6, 7, 8))
SECONDS = 60  # that a thread waits for another one at most


def load(folder, *partitions, **options):
    partitions = partitions or (ALIKE,)
    return PatternCollection.load_or_build(3, 3, NEIGHBORS, 0, *partitions, folder=folder,
                                           **options)  # fmt: skip


@pytest.fixture(autouse=True)
def two_cores(monkeypatch):
    monkeypatch.setattr(pattern_database, "within_cores", lambda workers: (workers, None))


@pytest.mark.parametrize(
    ("sizes", "workers", "threads"),
    [
        ((7, 7, 1), 1, 1),
        ((7, 7, 1), 2, 2),
        ((7, 7, 1), 4, 2),
        ((6, 6, 3), 2, 2),
        ((5, 5, 5), 2, 2),
        ((5, 5, 5), 3, 3),
        ((7, 8), 2, 1),  # the larger one takes nine tenths of the work
        ((9,), 2, 1),
    ],
)
def test_as_many_tables_at_once_as_keep_all_threads_busy(sizes, workers, threads):
    patterns = [tuple(range(1, size + 1)) for size in sizes]
    assert threads_for(patterns, 16, workers) == threads


def meeting(count):
    """A build that begins only when so many have begun, each in its own thread."""
    met, usual, threads = threading.Barrier(count), PatternDatabase.build, set()

    def build(place, pattern, **options):
        threads.add(threading.get_ident())
        met.wait(SECONDS)
        return usual(place, pattern, **options)

    return build, threads


@pytest.mark.parametrize("stored", [True, False])
def test_tables_of_one_size_are_built_at_the_same_time(stored, tmp_path, monkeypatch):
    build, threads = meeting(2)
    monkeypatch.setattr(pattern_database.PatternDatabase, "build", build)
    with nothing_stored() if not stored else announcing(pytest.fail):
        made = load(tmp_path / "two", workers=2)
    assert made.partition == ALIKE and made.unsaved == ""
    assert len(threads) == 2 and threading.get_ident() in threads
    assert (tmp_path / "two").exists() == stored


def test_the_files_are_the_same(tmp_path):
    partitions = (ALIKE, ((1, 2, 3), (4, 5, 6), (7, 8)))
    for workers in (1, 2, 3):
        load(tmp_path / str(workers), *partitions, workers=workers)
    names = sorted(path.name for path in (tmp_path / "1").glob("*.pdb"))
    assert len(names) == 5
    for name in names:
        assert len({(tmp_path / folder / name).read_bytes() for folder in "123"}) == 1


def test_one_report_of_all_tables_by_the_calling_thread():
    told, noted, told_of_both = [], threading.Event(), threading.Event()

    def make(pattern, progress):
        if threading.current_thread() is threading.main_thread():
            noted.wait(SECONDS)
            progress(0.75, 2.0)
            told_of_both.set()
        else:
            progress(0.5, 8.0)
            noted.set()
            told_of_both.wait(SECONDS)
        return pattern

    def tell(*now):
        assert threading.current_thread() is threading.main_thread()
        told.append(now)

    assert made_at_once([(1,), (2,)], make, 2, tell) == [(1,), (2,)]
    assert told[0] == ("1|2", 0.625, 8.0)
    assert {now[1:] for now in told[1:]} <= {(0.5, 8.0)}  # the helper's, while it is waited for


@pytest.mark.parametrize("failing", ["caller", "helper"])
def test_the_error_of_one_table_ends_the_others(failing):
    begun, ended = threading.Barrier(2), []

    def make(pattern, progress):
        begun.wait(SECONDS)
        mine = threading.current_thread() is threading.main_thread()
        if mine == (failing == "caller"):
            raise OSError("the disk is full")
        try:
            while True:
                progress(0.5, inf)
        finally:
            ended.append(pattern)

    with pytest.raises(OSError, match="the disk is full"):
        made_at_once([(1,), (2,)], make, 2, lambda *_: None)
    assert len(ended) == 1


def test_the_locks_are_released_after_an_error(tmp_path, monkeypatch):
    usual = PatternDatabase.build

    def build(place, pattern, **options):
        if pattern == ALIKE[1]:
            raise MemoryError
        return usual(place, pattern, **options)

    monkeypatch.setattr(pattern_database.PatternDatabase, "build", build)
    with pytest.raises(MemoryError):
        load(tmp_path, workers=2)
    for pattern in ALIKE:
        path = tmp_path / PatternDatabase.name(PLACE, pattern)
        lock, _ = building_lock(path, lambda: pytest.fail("the lock is still taken"))
        lock.release()


@pytest.mark.parametrize("others", [1, 2])
def test_tables_that_another_process_builds_are_waited_for(others, tmp_path):
    """Each is named as one that is waited for; the other tables are built meanwhile."""
    load(tmp_path / "before", workers=1)
    locks, told = [], []
    for pattern in ALIKE[:others]:
        lock, _ = building_lock(tmp_path / PatternDatabase.name(PLACE, pattern), pytest.fail)
        locks.append(lock)

    def tell(label, fraction, left):
        told.append((label, left))
        if {label for label, left in told if left < 0} == labels and locks:
            while locks:
                path = Path(locks[-1].lock_file).with_suffix("")
                path.write_bytes((tmp_path / "before" / path.name).read_bytes())
                locks.pop().release()

    labels = {",".join(map(str, pattern)) for pattern in ALIKE[:others]}
    made = load(tmp_path, workers=2, progress=tell)
    assert made.unsaved == "" and not locks
    assert all(database.path is not None for database in made.databases)


def test_a_table_without_memory_beside_another_one_waits_for_it():
    needs, events = Needs(rows=60, rest=0, table=20), []
    room, first_holds, waited = Room(lambda: 100), threading.Event(), threading.Event()

    def first():
        with RoomShare(room, None) as share:
            share.decide(needs, lambda free: events.append(("first", free)), take=True)
            first_holds.set()
            waited.wait(SECONDS)
            events.append("first ends")

    thread = threading.Thread(target=first)
    thread.start()
    first_holds.wait(SECONDS)
    with RoomShare(room, lambda *_: waited.set()) as share:
        share.decide(needs, lambda free: events.append(("second", free)), take=True)
    thread.join()
    assert events == [("first", 100), "first ends", ("second", 100)]
    assert not room.taken


@pytest.mark.parametrize("free", [None, 1000])
def test_tables_with_memory_do_not_wait(free):
    needs, room = Needs(rows=60, rest=0, table=20), Room(lambda: free)
    with RoomShare(room, pytest.fail) as one, RoomShare(room, pytest.fail) as other:
        assert one.decide(needs, lambda found: found, take=True) == free
        assert other.decide(needs, lambda found: found, take=True) == free


def test_both_tables_count_against_the_memory_limit(tmp_path, monkeypatch):
    """Each fits alone; together they do not, and are built one after the other."""
    needed, at_work, most = [], [], []
    frames, build = kernel._frames, kernel.build

    def begun(*args):
        at_work.append(1)
        most.append(len(at_work))
        time.sleep(0.05)  # in which the other one would begin
        return frames(*args)

    def ended(*args, **options):
        try:
            return build(*args, **options)
        finally:
            at_work.pop()

    def fits(needs, free, folder):
        needed.append(needs.rows + needs.rest)
        return True

    monkeypatch.setattr(file_rows, "in_memory", fits)
    load(tmp_path / "first", workers=1)
    monkeypatch.setattr(kernel, "_frames", begun)
    monkeypatch.setattr(kernel, "build", ended)
    limit = 3 * needed[-1] // 2
    monkeypatch.setattr(pattern_database, "affordable_bytes", lambda: limit)
    load(tmp_path / "second", workers=2)
    assert most == [1, 1]


def test_interrupt_ends_both_builds(tmp_path):
    code = (
        "import pathlib, sys\n"
        "from pattern_boards import grid\n"
        "from taquin.heuristics.patterns import collection\n"
        "collection.within_cores = lambda workers: (workers, None)\n"
        "collection.PatternCollection.load_or_build(\n"
        "    4, 4, grid(4, 4), 0, (tuple(range(1, 9)),), (tuple(range(8, 16)),),\n"
        "    folder=pathlib.Path(sys.argv[1]), workers=2,\n"
        "    progress=lambda label, done, left: print(label, done, flush=True))\n"
    )
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    label, begun = process.stdout.readline().split()
    process.send_signal(signal.SIGINT)
    after, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors and "|" in label
    # Seconds would judge the machine; the part built since does not.
    done = [float(line.split()[1]) for line in after.splitlines()]
    assert max([float(begun), *done]) < float(begun) + 0.25
    assert not [*tmp_path.glob("*.pdb"), *tmp_path.glob("*.tmp")]
