"""Building pattern databases: wall-clock and processor seconds, memory, bytes on disk.

    python benchmarks/pdb_build.py [6-6-3 7-8 …] [--workers 2]

Prints a JSON line per partition, each built by a new process into a fresh folder, with the kernels
already compiled. Peak memory is that of the whole process, including Python and its libraries.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

CODE = """
import json, resource, sys, time
from pathlib import Path
from taquin.heuristics.patterns.partition import named_partition
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase, Place
from taquin.puzzle.topology import topology
partition, folder, workers = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
neighbors = topology("grid", 4, 4).neighbors
PatternDatabase.build(Place(4, 4, neighbors, 0), (1, 2), workers=workers)  # compiles
wall, cpu = time.perf_counter(), time.process_time()
PatternCollection.load_or_build(
    4, 4, neighbors, 0, named_partition(partition, 4, 4), folder=folder, workers=workers
)
print(json.dumps({
    "partition": partition, "workers": workers,
    "wall": round(time.perf_counter() - wall, 3), "cpu": round(time.process_time() - cpu, 3),
    "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    "disk_mb": round(sum(f.stat().st_size for f in folder.iterdir()) / 1e6, 1),
}))
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("partitions", nargs="*", default=["6-6-3", "7-8"])
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    print(json.dumps({"cores": os.cpu_count(), "load": os.getloadavg()[0]}))
    for partition in options.partitions:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-c", CODE, partition, str(Path(folder)), str(options.workers)],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
        print(done.stdout.strip(), flush=True)


if __name__ == "__main__":
    main()
