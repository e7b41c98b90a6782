"""Start-up times: imports and whole processes, best of n.

Run: python benchmarks/start_up.py
"""

import json
import subprocess
import sys
import time

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
    }
    for what, seconds in rows.items():
        print(json.dumps({"what": what, "seconds": round(seconds, 4)}))


if __name__ == "__main__":
    main()
