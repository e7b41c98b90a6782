"""Loading a large pattern database: the first time, when all of it is checked, and later.

    python benchmarks/table_load.py [--megabytes 576] [--folder FOLDER] [--rounds 7]

Writes a file of that size with random bits, and prints a JSON line with the seconds until it may be
searched and until it is known to be sound: of the first load, and the median of the later ones,
mapped and read into memory, each in this process with the file in the system's cache.
"""

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

import numpy as np

from taquin.heuristics.patterns.file import read_table, write_table
from taquin.puzzle.topology import topology

HEADER = {
    "width": 4,
    "height": 4,
    "neighbors": [list(row) for row in topology("grid", 4, 4).neighbors],
    "blank": 0,
    "pattern": [1, 2, 3, 4, 5, 6, 7, 8],
    "metric": "stm",
    "planes": 1,
    "bits": 1,
    "entries": 1,
    "histogram": [1],
    "merged": [1],
}


def loaded(path: Path, *, in_memory: bool) -> tuple[float, float]:
    """Seconds until the table is open, and until it is known to be sound."""
    began = time.perf_counter()
    contents = read_table(path, HEADER, in_memory=in_memory)
    opened = time.perf_counter() - began
    if contents.check is not None:
        contents.check.wait()
    return opened, time.perf_counter() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--megabytes", type=int, default=576)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        path = Path(folder) / "table.pdb"
        data = np.random.Generator(np.random.PCG64(1)).bytes(given.megabytes * 1_000_000)
        began = time.perf_counter()
        write_table(path, HEADER, np.frombuffer(data, np.uint8))
        row = {"megabytes": given.megabytes, "written": time.perf_counter() - began}
        time.sleep(3)  # a check of a file that was just written is not remembered
        row["first_open"], row["first_sound"] = loaded(path, in_memory=False)
        for name, in_memory in (("mapped", False), ("memory", True)):
            rows = [loaded(path, in_memory=in_memory) for _ in range(given.rounds)]
            row[f"{name}_open"], row[f"{name}_sound"] = map(
                statistics.median, zip(*rows, strict=True)
            )
        print(json.dumps({key: round(value, 5) for key, value in row.items()}))


if __name__ == "__main__":
    main()
