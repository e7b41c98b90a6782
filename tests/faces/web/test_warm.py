"""Loading compiled searches ahead: only what the cache holds, and nothing twice."""

import os
import subprocess
import sys
from pathlib import Path

from taquin.faces.web.process.warm import _HEURISTICS, warming
from taquin.kernels.searches import ida_star
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.engines.lowering import board_tables, estimate_tables

CODE = "*.nbc"  # compiled


def test_an_empty_cache_is_left_alone(tmp_path: Path) -> None:
    code = "from taquin.faces.web.process.warm import warming; print(list(warming(set())))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TAQUIN_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "['explain, goal last', 'explain, goal first']"
    assert list(tmp_path.rglob(CODE)) == []


def test_what_was_compiled_is_loaded_once() -> None:
    subprocess.run(
        [sys.executable, "-c", "import taquin; taquin.solve('korf100:1', algorithm='bfs', "
         "engine='compiled', node_limit=1)"],
        check=True,
    )  # fmt: skip
    assert list(Path(os.environ["TAQUIN_CACHE"]).rglob(CODE))
    loaded: set[str] = set()
    names = list(warming(loaded))
    assert "bfs" in names
    assert loaded == set(names) and len(names) == len(loaded)
    assert list(warming(loaded)) == []
    loaded.discard("bfs")
    assert list(warming(loaded)) == ["bfs"]


def test_every_kind_of_ida_star_is_compiled_beforehand() -> None:
    """Each combination of its `direct`, `kind` and `path` is compiled code of its own."""
    puzzle = Puzzle.of("123456780")
    plain = [name for name in _HEURISTICS if "pdb:" not in name]
    estimates = [estimate_tables(name, puzzle) for name in plain]
    lowered = [ida_star.prepare(board_tables(puzzle), given, "parent") for given in estimates]
    forms = {(len(tables.direct), len(tables.kind)) for tables in lowered}
    assert forms == {(1, 0), (0, 1), (0, 2), (0, 3), (0, 4)}
    assert any(name.startswith("pdb:") for name in _HEURISTICS)  # neither direct nor of a kind
