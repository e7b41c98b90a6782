"""Loading compiled searches ahead: only what the cache holds, and nothing twice."""

import os
import subprocess
import sys
from pathlib import Path

from taquin.warm import warming


def test_an_empty_cache_is_left_alone(tmp_path: Path) -> None:
    code = "from taquin.warm import warming; print(list(warming(set())))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TAQUIN_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "['explain, goal last', 'explain, goal first']"
    assert list((tmp_path / "kernels").rglob("*.nbi")) == []


def test_what_was_compiled_is_loaded_once() -> None:
    subprocess.run(
        [sys.executable, "-c", "import taquin; taquin.solve('korf100:1', algorithm='bfs', "
         "engine='compiled', node_limit=1)"],
        check=True,
    )  # fmt: skip
    loaded: set[str] = set()
    names = list(warming(loaded))
    assert "bfs" in names
    assert loaded == set(names) and len(names) == len(loaded)
    assert list(warming(loaded)) == []
    loaded.discard("bfs")
    assert list(warming(loaded)) == ["bfs"]
