"""Any number of threads and processes give the answers and counters of one thread."""

import importlib
import multiprocessing
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from taquin import Puzzle, load_plugin, solve
from taquin.ground.once import SharedLock, once
from taquin.ground.registry import Registry
from taquin.ground.sealed import read_sealed, write_sealed
from taquin.heuristics.patterns.file import AUTOMATON
from taquin.puzzle import scramble
from taquin.puzzle.scramble import at_depth

T = TypeVar("T")

SCRIPT = Path(__file__).parents[1] / "many_questions.py"


def ask(way: str, count: int, workers: int = 1) -> list[str]:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), way, str(count), str(workers)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    return done.stdout.splitlines()


def together(tasks: Sequence[Callable[[], T]], workers: int = 8) -> list[T]:
    """Each task's value, computed by threads that begin at the same moment."""
    begin = threading.Barrier(workers)
    with ThreadPoolExecutor(workers, initializer=begin.wait) as pool:
        return [future.result() for future in [pool.submit(task) for task in tasks]]


@cache
def serial(count: int) -> list[str]:
    """The answers of one thread, when the tables that a default 4x4 search prefers are stored.

    Otherwise another test that builds them meanwhile would change the default.
    """
    subprocess.run([sys.executable, "-m", "taquin", "pdb", "build", "7-8"], check=True)
    return ask("serial", count)


@pytest.mark.parametrize("count", [64, 300])
def test_threads_from_a_cold_start_answer_as_one_thread(count: int) -> None:
    assert ask("threads", count, 8) == serial(count)


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_processes_answer_as_one(way: str) -> None:
    assert ask(way, 64, 2) == serial(64)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["threads", "fork", "spawn"])
def test_ten_thousand_questions(way: str) -> None:
    assert ask(way, 10_000, 8) == ask("serial", 10_000)


@pytest.mark.slow
def test_threads_compile_and_build_in_an_empty_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = ask("serial", 120)
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    assert ask("threads", 120, 8) == expected


def test_searches_over_pattern_databases_share_no_scratch() -> None:
    def korf(number: int) -> tuple[object, ...]:
        result = solve(f"korf100:{number}")
        return result.cost, result.moves, result.stats.expanded, result.stats.max_depth

    numbers = [*range(1, 13)] * 3
    assert together([partial(korf, n) for n in numbers]) == [korf(n) for n in numbers]


def test_a_value_is_computed_by_one_thread_while_the_others_wait() -> None:
    calls: list[int] = []

    @once(maxsize=2)
    def slow(number: int) -> object:
        calls.append(number)
        time.sleep(0.05)
        return object()

    assert len(set(together([partial(slow, 1)] * 8))) == 1
    assert calls == [1]


def test_different_values_are_computed_at_the_same_time() -> None:
    meeting = threading.Barrier(3, timeout=20)
    meet = once(maxsize=3)(lambda number: meeting.wait())
    assert sorted(together([partial(meet, n) for n in range(3)], 3)) == [0, 1, 2]


def test_a_failure_is_not_kept_and_the_oldest_value_goes_first() -> None:
    calls: list[int] = []

    @once(maxsize=2)
    def reciprocal(number: int) -> float:
        calls.append(number)
        return 1 / number

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            reciprocal(0)
    for number in (1, 2, 1, 3, 1, 2):
        reciprocal(number)
    assert calls == [0, 0, 1, 2, 3, 2]
    reciprocal.cache_clear()
    reciprocal(1)
    assert calls[-1] == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_finds_locks_open() -> None:
    lock, held, done = SharedLock(), threading.Event(), threading.Event()

    def hold() -> None:
        with lock.lock:
            held.set()
            done.wait(20)

    def take() -> None:
        with lock.lock:
            pass

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(20)
    child = multiprocessing.get_context("fork").Process(target=take)
    child.start()
    child.join(20)
    ended = child.exitcode
    child.kill()
    done.set()
    holder.join()
    assert ended == 0


def test_the_first_names_asked_for_wait_for_the_registry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "slowly_loaded"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "late.py").write_text(
        "import time; from types import SimpleNamespace; from slowly_loaded import registry\n"
        "time.sleep(0.2); registry.add(SimpleNamespace(name='late', aliases=()))\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    registry: Registry[Any] = Registry("thing", "slowly_loaded", "taquin.no.such.group")
    importlib.import_module("slowly_loaded").registry = registry  # type: ignore[attr-defined]
    assert together([registry.names, partial(registry.get, "late")] * 4)[0] == ["late"]


def test_threads_that_load_one_plug_in_all_register_it(tmp_path: Path) -> None:
    file = tmp_path / "late.py"
    file.write_text(
        "from taquin import heuristic\n"
        "@heuristic('loaded_often', admissible=True, consistent=True, paper='a test')\n"
        "def loaded_often(puzzle):\n    'Zero.'\n    return lambda state: 0\n"
    )
    assert together([partial(load_plugin, file)] * 80) == [["loaded_often"]] * 80


def test_layers_grow_for_many_threads() -> None:
    puzzle = Puzzle.of("1 2 3 4/5 6 7 0")
    expected = [str(at_depth(puzzle, depth, random.Random(depth))) for depth in range(20)]
    scramble._layers.cache_clear()
    tasks = [partial(at_depth, puzzle, depth, random.Random(depth)) for depth in range(20)]
    assert [str(board) for board in together(tasks)] == expected


def test_an_interrupted_enumeration_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle.of("1 2 3 4/5 6 7 0")
    expected = at_depth(puzzle, 12, random.Random(1))
    scramble._layers.cache_clear()
    layers = scramble._layers(puzzle)
    step, left = layers._successors, iter(range(200))

    def interrupted(state: bytes) -> Any:
        if next(left, None) is None:
            layers._successors = step
            raise KeyboardInterrupt
        return step(state)

    layers._successors = interrupted
    with pytest.raises(KeyboardInterrupt):
        at_depth(puzzle, 12, random.Random(1))
    assert at_depth(puzzle, 12, random.Random(1)) == expected


def test_two_threads_store_one_table(tmp_path: Path) -> None:
    path, header = tmp_path / "table.pdb", {"neighbors": [[-1] * 4] * 2, "moves": 2}
    data = np.arange(1 << 22, dtype=np.uint32).tobytes()
    for _ in range(5):
        together([partial(write_sealed, path, AUTOMATON, header, data)] * 4, 4)
        assert read_sealed(path, AUTOMATON) == (header, data)
    assert [file.name for file in tmp_path.iterdir()] == ["table.pdb"]
