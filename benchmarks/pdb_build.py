"""Building pattern databases: wall-clock and processor seconds, memory, bytes on disk.

    python benchmarks/pdb_build.py [6-6-3 7-8 …] [--workers 2] [--memory-limit 400MB]
    python benchmarks/pdb_build.py --size 5x5 --table 1,2,5,6,7,10,11

Prints a JSON line per partition, or for one table, each built by a new process into a fresh folder,
with the kernels already compiled. Peak memory is that of the whole process, including Python and
its libraries. With a memory limit, what does not fit is built in files; `--folder` chooses their
disk.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from taquin.faces.cli.common import byte_size

CODE = """
import json, resource, sys, time
from pathlib import Path
from taquin.ground.storage import using_memory
from taquin.heuristics.patterns.partition import named_partition
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.place import Place
from taquin.puzzle.topology import topology
folder, memory = Path(sys.argv[1]), int(sys.argv[2]) or None
size, partition, table, workers = sys.argv[3], sys.argv[4], sys.argv[5], int(sys.argv[6])
width, height = map(int, size.split("x"))
neighbors = topology("grid", width, height).neighbors
place = Place(width, height, neighbors, 0)
PatternDatabase.build(place, (1, 2), workers=workers)  # compiles
wall, cpu = time.perf_counter(), time.process_time()
with using_memory(memory):
    if table:
        tiles = tuple(map(int, table.split(",")))
        PatternDatabase.build(place, tiles, workers=workers, scratch=folder).save(folder / "t.pdb")
    else:
        parts = named_partition(partition, width, height)
        PatternCollection.load_or_build(
            width, height, neighbors, 0, parts, folder=folder, workers=workers
        )
print(json.dumps({
    "tables": table or partition, "workers": workers, "memory_limit": memory,
    "wall": round(time.perf_counter() - wall, 3), "cpu": round(time.process_time() - cpu, 3),
    "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    "disk_mb": round(sum(f.stat().st_size for f in folder.iterdir()) / 1e6, 1),
}))
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("partitions", nargs="*", default=["6-6-3", "7-8"])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--size", default="4x4")
    parser.add_argument("--table", default="")
    parser.add_argument("--memory-limit", default="0MB", help="0MB: without a limit")
    parser.add_argument("--folder")
    options = parser.parse_args()
    memory = str(byte_size(options.memory_limit, "memory limit"))
    print(json.dumps({"cores": os.cpu_count(), "load": os.getloadavg()[0]}))
    for partition in [""] if options.table else options.partitions:
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            work = [options.size, partition, options.table, str(options.workers)]
            done = subprocess.run(
                [sys.executable, "-c", CODE, str(Path(folder)), memory, *work],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
        print(done.stdout.strip(), flush=True)


if __name__ == "__main__":
    main()
