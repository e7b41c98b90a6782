"""Each recipe of CONTRIBUTING.md is one file in the tree: nothing else is to be changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from test_docs import ROOT, recipes

FOLDERS = {
    "level_by_level.py": "src/taquin/search",
    "lines_out.py": "src/taquin/heuristics",
    "cylinder.py": "src/taquin/puzzle",
}


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_the_quick_tier_passes_with_all_three(tmp_path: Path) -> None:
    copy = tmp_path / "taquin"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(copy)], check=True)
    if (ROOT / "node_modules").exists():
        (copy / "node_modules").symlink_to(ROOT / "node_modules")
    written = {name: code for name, code, _ in recipes([ROOT / "CONTRIBUTING.md"])}
    assert written.keys() == FOLDERS.keys()
    for name, folder in FOLDERS.items():
        (copy / folder / name).write_text(written[name], encoding="utf-8")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        "PYTHONPATH": str(copy / "src"),
        "TAQUIN_CACHE": str(tmp_path / "cache"),
    }
    for words in (["tests.regenerate"], ["pytest", "-n", "2", "--dist", "worksteal"]):
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    status = ["git", "status", "--porcelain", "--untracked-files=all", "src/taquin"]
    changed = subprocess.run(status, cwd=copy, check=True, capture_output=True, text=True).stdout
    added = {line[3:] for line in changed.splitlines() if line.startswith("??")}
    assert added == {f"{folder}/{name}" for name, folder in FOLDERS.items()}
    shutil.rmtree(copy)
