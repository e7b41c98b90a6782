"""What can happen to a table file: each case ends in a right answer or one clear error."""

import contextlib
import json
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from cli import taquin
from damages import resealed
from pattern_boards import grid
from taquin import Checkpoints, solve
from taquin.ground import sealed
from taquin.ground.announce import announcing
from taquin.ground.errors import DamagedFile, TableError
from taquin.ground.sealed import read_sealed, write_sealed
from taquin.ground.storage import damage_raised
from taquin.heuristics.patterns import file as pattern_file
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.file import AUTOMATON, TABLE
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.moves import automaton_file, move_automaton
from taquin.heuristics.patterns.place import Place
from taquin.heuristics.patterns.soundness import Check
from taquin.heuristics.patterns.store import open_tables
from taquin.heuristics.patterns.verified import verify
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle

NEIGHBORS = grid(3, 3)
PARTITION = ((1, 2, 3, 4), (5, 6, 7, 8))
PLACE = Place(3, 3, NEIGHBORS, 0)
BOARD = (8, 6, 7, 2, 5, 4, 3, 0, 1)
EXACT = 25  # the estimate for it, of tables that are as they should be


def load(folder, **options):
    return PatternCollection.load_or_build(3, 3, NEIGHBORS, 0, PARTITION, folder=folder, **options)


@pytest.fixture
def stored(tmp_path):
    """A folder with good tables, and the path of the first."""
    assert load(tmp_path).unsaved == ""
    return tmp_path / PatternDatabase.name(PLACE, PARTITION[0])


def refuses(path, *words):
    """A damaged table is named with its remedy, and rebuilt where it is wanted."""
    with damage_raised(), pytest.raises(DamagedFile) as caught:
        load(path.parent)
    text = str(caught.value)
    assert str(path) in text and "taquin pdb" in text
    assert all(word in text for word in words), text
    told = []
    with announcing(told.append):
        value = load(path.parent).value(BOARD)
    assert told == [f"the pattern database {path.name} {caught.value.what}; it is rebuilt"]
    assert value == load(path.parent, rebuild=True).value(BOARD) and value == EXACT


def test_stored_tables_give_the_values_of_built_ones(tmp_path):
    built = PatternCollection(PLACE, [PatternDatabase.build(PLACE, p) for p in PARTITION])
    load(tmp_path)
    told = []
    opened = load(tmp_path, progress=lambda *now: told.append(now))
    assert not told  # nothing was built
    for ours, theirs in zip(built.databases, opened.databases, strict=True):
        assert np.array_equal(ours.planes, theirs.planes)
        assert (ours.histogram, ours.merged) == (theirs.histogram, theirs.merged)
        assert not theirs.planes.flags.writeable
    assert built.value(BOARD) == opened.value(BOARD)


def test_table_in_memory_equals_mapped_one(stored):
    tables = [
        PatternDatabase.open(stored, PLACE, PARTITION[0], in_memory=choice)
        for choice in (False, True)
    ]
    assert np.array_equal(tables[0].planes, tables[1].planes)


def test_one_flipped_bit_in_the_data(stored):
    bad = bytearray(stored.read_bytes())
    bad[-5] ^= 16
    stored.write_bytes(bad)
    refuses(stored, "digest")


@pytest.mark.parametrize("kept", [1, 7, 19, 100, 4095, 4096, -1])
def test_truncated_file(stored, kept):
    stored.write_bytes(stored.read_bytes()[:kept])
    refuses(stored)


def test_empty_file(stored):
    stored.write_bytes(b"")
    refuses(stored, "empty")


@pytest.mark.parametrize("merged", [[1, 5], [0], [2], [1] * 30])
def test_counts_that_no_table_can_have(stored, merged):
    """Under right digests: of a distance, no more placements than entries, and not none at all."""
    good = stored.read_bytes()
    header, _ = read_sealed(stored, TABLE)
    stored.write_bytes(resealed(good, json.dumps({**header, "merged": merged}).encode(), TABLE))
    refuses(stored, "contradict")


def test_longer_file(stored):
    stored.write_bytes(stored.read_bytes() + b"\0")
    refuses(stored, "expected")


def test_something_else_in_its_place(stored):
    stored.write_bytes(b"PK\3\4" * 2000)
    refuses(stored, "not a pattern database")


def test_other_format_version(stored):
    bad = bytearray(stored.read_bytes())
    bad[8:12] = struct.pack("<I", 99)
    stored.write_bytes(bad)
    refuses(stored, "format 99")


def test_list_and_verify_tell_an_outdated_table_from_a_damaged_one(folder):
    path = sorted(folder.glob("*.pdb"))[0]
    old = bytearray(path.read_bytes())
    old[8] = 1
    path.write_bytes(old)
    for verb in ("list", "verify"):
        ran = taquin("pdb", verb)
        assert f"{path.name}  OUTDATED: " in ran.out and "older taquin" in ran.out
    assert ran.status == 2 and "1 of 2 files are damaged or outdated" in ran.err
    assert taquin("pdb", "list", "--format", "json").json[0]["error"].startswith("OUTDATED")


def test_table_of_an_older_taquin(stored):
    """Its header had a checksum, of which nothing is read."""
    stored.write_bytes(struct.pack("<8sIII", b"TAQUINPD", 1, 2, 0) + b"{}" + bytes(9_000))
    refuses(stored, "older taquin", "format 1")


@pytest.mark.parametrize(
    ("key", "other"),
    [("blank", 8), ("pattern", [1, 2, 3, 5]), ("width", 4), ("planes", 2), ("bits", 2)],
)
def test_table_of_another_goal_pattern_or_size(stored, key, other):
    header, body = read_sealed(stored, TABLE)
    write_sealed(stored, TABLE, {**header, key: other}, body)
    refuses(stored, f"another {key}")


@pytest.mark.parametrize("key", ["width", "height", "blank", "planes", "entries"])
@pytest.mark.parametrize("lie", [99, -1, 10**30, 1.5, None, "3", [3], True])
def test_numbers_of_the_header_have_bounds(stored, key, lie):
    if (key, lie) == ("entries", 99):
        return
    header, _ = read_sealed(stored, TABLE)
    text = json.dumps({**header, key: lie}).encode()
    stored.write_bytes(resealed(stored.read_bytes(), text, TABLE))
    with damage_raised(), pytest.raises(DamagedFile, match=f"wrong header: {key} is"):
        load(stored.parent)


@pytest.mark.parametrize("size", [0, 1, 100, 1_000_000])
def test_planes_of_another_size_are_not_looked_up(stored, size):
    """Under a right digest, which no accident gives: a search would read beyond the end."""
    header, body = read_sealed(stored, TABLE)
    write_sealed(stored, TABLE, header, (body * 1_000)[:size])
    with damage_raised(), pytest.raises(DamagedFile, match=f"planes of {size:,} bytes"):
        load(stored.parent)
    expected = load(stored.parent / "other").value(BOARD)
    assert load(stored.parent).value(BOARD) == expected  # rebuilt
    with damage_raised():
        assert load(stored.parent).value(BOARD) == expected


def test_file_of_another_pattern_under_this_name(stored):
    stored.write_bytes((stored.parent / PatternDatabase.name(PLACE, PARTITION[1])).read_bytes())
    refuses(stored, "another pattern")


def test_missing_file(tmp_path):
    with pytest.raises(TableError, match="does not exist"):
        PatternDatabase.open(tmp_path / "none.pdb", PLACE, PARTITION[0])


def test_read_only_folder_serves_from_memory(tmp_path, monkeypatch):
    # Root may write anywhere, so a file in the folder's place stands for "not writable".
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    collection = load(blocked / "tables")
    assert "cannot be written" in collection.unsaved
    assert collection.value(BOARD) == load(tmp_path / "good").value(BOARD)


def test_read_only_folder_with_tables_opens_them(stored):
    stored.parent.chmod(0o555)
    try:
        assert load(stored.parent).unsaved == ""
    finally:
        stored.parent.chmod(0o755)


def test_full_disk_serves_from_memory_and_leaves_nothing(tmp_path):
    """A limit on file size makes the kernel refuse the write half-way, as a full disk does."""
    code = (
        "import resource, signal, sys, pathlib\n"
        "from test_pattern_file import load, BOARD\n"
        "from taquin.kernels.patterns.build import build\n"
        "load(pathlib.Path(sys.argv[1]) / 'warm').value(BOARD)\n"  # all imported and compiled
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "sys.dont_write_bytecode = True\n"  # it would be stored cut
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "c = load(pathlib.Path(sys.argv[1]) / 'full')\n"
        "print(c.value(BOARD), c.unsaved)\n"
    )
    done = run(code, tmp_path)
    value, message = done.stdout.split(" ", 1)
    assert int(value) == load(tmp_path / "warm").value(BOARD)
    assert "cannot be written" in message
    assert not list((tmp_path / "full").glob("*.pdb")) + list((tmp_path / "full").glob("*.tmp"))


def run(code, *arguments):
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )


def test_failing_save_raises_a_table_error(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    path = tmp_path / "t.pdb"
    with pytest.raises(TableError, match="disk is full"):
        PatternDatabase.build(PLACE, PARTITION[0]).save(path)
    assert list(tmp_path.iterdir()) == []


def test_killed_builder_leaves_no_trace_that_matters(tmp_path):
    """Kill -9 in the middle of writing: the next run cleans up, builds and answers."""
    code = (
        "import os, pathlib, signal, sys\n"
        "from test_pattern_file import load\n"
        "os.fsync = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "load(pathlib.Path(sys.argv[1]))\n"
    )
    with contextlib.suppress(subprocess.CalledProcessError):
        run(code, tmp_path)
    assert list(tmp_path.glob("*.tmp")) and not list(tmp_path.glob("*.pdb"))
    assert load(tmp_path).unsaved == ""
    assert not list(tmp_path.glob("*.tmp")) and len(list(tmp_path.glob("*.pdb"))) == 2


def test_two_builders_at_once(tmp_path):
    code = (
        "import pathlib, sys\n"
        "from test_pattern_file import load, BOARD\n"
        "c = load(pathlib.Path(sys.argv[1]))\n"
        "print(c.value(BOARD), repr(c.unsaved))\n"
    )
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)],
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    answers = {process.communicate(timeout=120)[0] for process in processes}
    assert answers == {f"{load(tmp_path).value(BOARD)} ''\n"}
    assert not list(tmp_path.glob("*.tmp")) and len(list(tmp_path.glob("*.pdb"))) == 2


@pytest.fixture
def automaton(stored):
    """The file of a move automaton, and its steps."""
    steps = load(stored.parent).search_tables().steps
    (path,) = stored.parent.glob("*.dfa")
    return path, steps


def rebuilds(path, steps):
    told = []
    with announcing(told.append):
        assert np.array_equal(load(path.parent).search_tables().steps, steps)
    (said,) = told
    assert path.name in said and said.endswith("it is rebuilt")
    with announcing(lambda text: pytest.fail(text)):
        assert np.array_equal(load(path.parent).search_tables().steps, steps)


def left_out(steps, cells):
    """The steps without the last move of a state that is not a start."""
    fewer = steps.copy()
    fewer[np.flatnonzero(steps[4 * cells + 4 :])[-1] + 4 * cells + 4] = 0
    return fewer


def test_a_folder_in_the_place_of_an_automaton_is_told_and_does_no_harm(automaton):
    path, steps = automaton
    path.unlink()
    path.mkdir()
    told = []
    with announcing(told.append):
        assert np.array_equal(load(path.parent).search_tables().steps, steps)
    assert told == [
        f"the move automaton {path.name} is a folder, not a file; move it away; it is rebuilt"
    ]


def test_a_folder_in_the_place_of_a_table_is_told_and_does_no_harm(stored):
    stored.unlink()
    stored.mkdir()
    told = []
    with announcing(told.append):
        again = load(stored.parent)
    assert "a folder has its name; move that away" in again.unsaved
    assert any("is a folder, not a file" in text for text in told)
    assert again.value(BOARD) == EXACT


def test_damaged_automaton_is_rebuilt(automaton):
    path, steps = automaton
    bad = bytearray(path.read_bytes())
    bad[-9] ^= 2
    path.write_bytes(bad)
    rebuilds(path, steps)


@pytest.mark.parametrize(
    "lie",
    [
        lambda steps, cells: steps[:-1],  # half a state
        lambda steps, cells: steps[: 4 * cells],  # starts alone
        lambda steps, cells: steps[:0],
        lambda steps, cells: np.where(steps > 0, steps + 100_000, 0),  # states there are not
        lambda steps, cells: np.where(steps > 0, 2**32 - 1, 0),
        lambda steps, cells: np.concatenate([[1], steps[1:]]),  # on from what is forbidden
        lambda steps, cells: np.where(steps == 0, 1, steps),  # off the board
        lambda steps, cells: np.where(steps > 0, 1, 0),  # the blank elsewhere
        lambda steps, cells: np.arange(4, len(steps) + 4) // 4,
        lambda steps, cells: left_out(steps, cells),  # well-formed, but without a move
    ],
)
def test_an_automaton_whose_numbers_lead_elsewhere_is_rebuilt(automaton, lie):
    """Under a right digest: searches use its numbers as indexes."""
    path, steps = automaton
    header, _ = read_sealed(path, AUTOMATON)
    wrong = lie(steps.astype(np.int64), 9).astype("<u4")
    write_sealed(path, AUTOMATON, header, wrong.tobytes())
    rebuilds(path, steps)


@pytest.mark.parametrize("place", [(2, 2), (2, 3), (3, 4), (4, 4), (2, 8), (5, 5)])
def test_a_sound_automaton_is_believed(tmp_path, place):
    board = Place(*place, grid(*place), 0)
    with announcing(lambda text: pytest.fail(text)):
        made = move_automaton(board, 10, tmp_path)
        assert np.array_equal(move_automaton(board, 10, tmp_path), made)
    verify(automaton_file(tmp_path, board, 10))


def test_verify_opens_automata(folder):
    collection = PatternCollection.load_or_build(2, 3, grid(2, 3), 0, ((1, 2, 3), (4, 5)),
                                                 folder=folder)  # fmt: skip
    collection.search_tables()
    (path,) = folder.glob("*.dfa")
    assert taquin("pdb", "verify").out.endswith("3 files verified\n")
    damage(path)
    ran = taquin("pdb", "verify")
    assert ran.status == 2 and "1 of 3 files are damaged" in ran.err
    assert f"{path.name}  DAMAGED" in ran.out
    assert taquin("pdb", "verify", path.name).status == 2
    assert taquin("pdb", "remove", path.name).status == 0
    assert not path.exists()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The cache's folder of tables, with those of 2x3."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    assert taquin("pdb", "build", "3-2", "--size", "2x3").status == 0
    return tmp_path / "tables"


def test_a_table_under_a_wrong_name_is_reported(folder):
    first, second = sorted(folder.glob("*.pdb"))
    second.write_bytes(first.read_bytes())
    ran = taquin("pdb", "verify")
    assert ran.status == 2 and "1 of 2 files are damaged" in ran.err
    assert f"{first.name}  ok" in ran.out
    assert f"{second.name}  DAMAGED" in ran.out and f"it contains {first.name}" in ran.out
    assert f"{second.name}  DAMAGED" in taquin("pdb", "list").out


def test_removing_a_damaged_table_works_on_every_board_type(tmp_path, monkeypatch):
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    puzzle = Puzzle.of(Board.parse("1 2 3/4 5 0"), topology="torus")
    before = PatternHeuristic(puzzle, "3-2")
    bad, good = sorted((tmp_path / "tables").glob("*.pdb"))
    open_tables.cache_clear()
    bad.write_bytes(b"")
    with damage_raised(), pytest.raises(DamagedFile, match=f"`taquin pdb remove {bad.name}`"):
        PatternHeuristic(puzzle, "3-2")
    assert taquin("pdb", "remove", bad.name).out == "1 table removed\n"
    assert good.exists() and not bad.exists()
    assert PatternHeuristic(puzzle, "3-2").partition == before.partition and bad.exists()


def test_remove_all_leaves_nothing(folder):
    collection = PatternCollection.load_or_build(2, 3, grid(2, 3), 0, ((1, 2, 3), (4, 5)),
                                                 folder=folder)  # fmt: skip
    collection.search_tables()
    assert list(folder.glob("*.dfa"))
    assert taquin("pdb", "remove", "--all").status == 0
    assert list(folder.iterdir()) == []


def test_a_failure_to_store_ends_in_one_full_stop(tmp_path, monkeypatch):
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "")))
    ran = taquin("pdb", "build", "3-2", "--size", "2x3")
    assert ran.status == 2 and ran.err.endswith("another folder.\n")


def test_a_name_stands_for_the_tables_of_every_goal(tmp_path, monkeypatch):
    """With the blank's goal on an edge 6-6-3 has other patterns."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    edge = "1 0 2 3/4 5 6 7/8 9 10 11/12 13 14 15"
    built = [taquin("pdb", "build", "6-6-3", *goal).out for goal in ((), ("--goal", edge))]
    assert "blank1-12-13-14.pdb" in built[1] and "blank0-13-14-15.pdb" in built[0]
    assert taquin("pdb", "verify", "6-6-3").out.endswith("6 files verified\n")
    assert taquin("pdb", "remove", "6-6-3").out == "6 tables removed\n"


TWO = "5-5-5/4-4-4-3"
BY = {"algorithm": "idastar", "heuristic": "pdb:3-2", "goal": "first"}


def hold_tables(gate, monkeypatch):
    """Let checks of tables wait for `gate`; those of compiled code are in nobody's way."""
    compare = sealed._compare

    def later(path, kind, *of):
        if kind is TABLE:
            assert gate.wait(60)
        compare(path, kind, *of)

    monkeypatch.setattr(sealed, "_compare", later)


@pytest.fixture
def checked_later(folder, monkeypatch):
    """Stored tables whose checks begin when this event is set."""
    gate = threading.Event()
    monkeypatch.setattr(pattern_file, "AT_ONCE", 0)
    hold_tables(gate, monkeypatch)
    open_tables.cache_clear()
    yield gate
    gate.set()
    open_tables.cache_clear()


def damage(path):
    bad = bytearray(path.read_bytes())
    bad[-2] ^= 4
    path.write_bytes(bad)


def test_a_large_table_is_checked_before_the_answer(checked_later):
    answers = []
    thread = threading.Thread(target=lambda: answers.append(solve("5 4/3 2/1 0", **BY)))
    thread.start()
    thread.join(0.5)
    assert not answers  # however fast the search
    checked_later.set()
    thread.join(60)
    assert answers[0].optimal


def test_no_answer_from_a_large_damaged_table(folder, checked_later):
    path = sorted(folder.glob("*.pdb"))[0]
    good = path.read_bytes()
    damage(path)
    checked_later.set()
    for engine in ("auto", "compiled", "python"):
        with pytest.raises(TableError, match=f"taquin pdb remove {path.name}"):
            solve("5 4/3 2/1 0", engine=engine, **BY)
    with pytest.raises(TableError, match="is damaged"):
        solve("5 4/3 2/1 0", checkpoints=Checkpoints(folder / "kept"), **BY)
    assert not (folder / "kept").exists()
    for verb in (("pdb", "verify"), ("pdb", "build", "3-2", "--size", "2x3")):
        ran = taquin(*verb)
        assert ran.status == 2 and "damaged" in ran.err
    path.write_bytes(good)
    assert solve("5 4/3 2/1 0", **BY).optimal  # in the same process


def test_what_a_search_found_damaged_the_next_one_rebuilds(folder, checked_later, monkeypatch):
    monkeypatch.setattr(sealed, "_WORTH_REMEMBERING", 0)
    path = sorted(folder.glob("*.pdb"))[0]
    damage(path)
    checked_later.set()
    with pytest.raises(DamagedFile, match="is damaged"):
        solve("5 4/3 2/1 0", **BY)
    told = []
    with announcing(told.append):
        assert solve("5 4/3 2/1 0", **BY).optimal
    assert any(path.name in text and "rebuilt" in text for text in told)
    open_tables.cache_clear()
    assert taquin("pdb", "verify", path.name).status == 0


def test_a_batch_over_a_damaged_table_has_rows(tmp_path, monkeypatch):
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    assert taquin("pdb", "build", "5-5-5").status == 0
    damage(sorted((tmp_path / "tables").glob("*.pdb"))[0])
    monkeypatch.setattr(pattern_file, "AT_ONCE", 0)
    open_tables.cache_clear()
    ran = taquin("batch", "-", "-a", "idastar", "--heuristic", "pdb:5-5-5",
                 stdin=b"1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12\n" * 2)  # fmt: skip
    open_tables.cache_clear()
    assert [row["status"] for row in ran.rows] == ["error", "error"]
    assert "is damaged" in ran.rows[1]["error"]["message"]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_long_search_ends_when_its_table_proves_damaged(workers, tmp_path, monkeypatch):
    """In waves; this board would take seconds."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    assert taquin("pdb", "build", TWO).status == 0
    bad = sorted((tmp_path / "tables").glob("*.pdb"))[0]
    damage(bad)
    sealed.forget_check(bad)  # noted if building took its time; what has changed is checked first
    monkeypatch.setattr(pattern_file, "AT_ONCE", 0)
    gate, slices = threading.Event(), []
    hold_tables(gate, monkeypatch)
    open_tables.cache_clear()

    def progress(monitor):
        slices.append(monitor.stats.expanded)
        gate.set()

    with pytest.raises(TableError, match="is damaged"):
        solve(
            "korf100:88",
            algorithm="idastar",
            heuristic=f"pdb:{TWO}",
            workers=workers,
            progress=progress,
        )
    assert slices and slices[-1] < 5_000_000
    open_tables.cache_clear()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_process_checks_by_itself():
    """The thread that was checking stays behind."""
    gate, parent = threading.Event(), os.getpid()

    def sound():
        if os.getpid() == parent:
            gate.wait(60)

    check = Check(sound)
    child = os.fork()
    if child == 0:
        check.wait()
        os._exit(7)
    ended, deadline = (0, 0), time.monotonic() + 60
    while ended == (0, 0) and time.monotonic() < deadline:
        time.sleep(0.01)
        ended = os.waitpid(child, os.WNOHANG)
    if ended == (0, 0):
        os.kill(child, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(ended[1]) == 7
    gate.set()
    check.wait()
