"""Start-up times: imports and whole processes, best of n; the first solve of an installation.

Run: python benchmarks/start_up.py
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import taquin

# Bypasses `taquin.__main__`, which sets the garbage collector's thresholds.
AS_USUAL = """import sys; sys.argv = ["taquin", "solve", "korf100:79"]
from taquin.faces.cli.main import main; main()"""


def best(command: list[str], runs: int = 7) -> float:
    """Wall-clock seconds of a whole process, the best of several runs."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    return min(times)


def first(source: Path, runs: int = 5) -> float:
    """Seconds of the first `taquin solve korf100:79`, with an empty cache folder, the best."""
    times = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as cache:
            began = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "taquin", "solve", "korf100:79"],
                env=os.environ | {"TAQUIN_CACHE": cache, "PYTHONPATH": str(source)},
                check=True,
                capture_output=True,
            )
            times.append(time.perf_counter() - began)
    return min(times)


def first_compiled() -> float:
    """The same without prepared code, as on other platforms: the kernels are compiled."""
    package = Path(taquin.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        without = shutil.ignore_patterns("prepared", "__pycache__")
        shutil.copytree(package, Path(folder, package.name), ignore=without)
        compileall = [sys.executable, "-m", "compileall", "-q", folder]
        subprocess.run(compileall, check=True)
        return first(Path(folder))


def main() -> None:
    python = sys.executable
    bare = best([python, "-c", "pass"])
    rows = {
        "python -c pass": bare,
        "import taquin": best([python, "-c", "import taquin"]) - bare,
        "taquin --version": best([python, "-m", "taquin", "--version"]),
        "taquin solve 702853614 --goal first": best(
            [python, "-m", "taquin", "solve", "702853614", "--goal", "first"]
        ),
        "taquin solve korf100:79": best([python, "-m", "taquin", "solve", "korf100:79"]),
        "the same, with the default garbage collection": best([python, "-c", AS_USUAL]),
        "the same, first in an empty cache folder": first(Path(taquin.__file__).parents[1]),
        "the same without prepared code": first_compiled(),
    }
    for what, seconds in rows.items():
        print(json.dumps({"what": what, "seconds": round(seconds, 4)}))


if __name__ == "__main__":
    main()
