"""The tables of the page's solver for one goal by Node.js: those at once, and the larger ones.

    python benchmarks/page_goals.py 2x8 [--goal last] [--boards 30] [--seconds 8] [PARTITION …]

PARTITION: homes of the tiles on the turned board (wider than high, the blank near the end), such as
"0 1 2 8 9 10|3 4 5 11 12 13|6 7 14"; compared with the page's own. Prints a table: milliseconds of
processor time for making the tables and for random boards, all in one process; a search ends after
those seconds. All tables must find the same lengths.
"""

import argparse
import json
import subprocess
from pathlib import Path

SOLVER = Path(__file__).parent.parent / "src" / "taquin" / "faces" / "static" / "solver"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("size")
    parser.add_argument("partitions", nargs="*", metavar="PARTITION")
    parser.add_argument("--goal", default="last", help="a name, or the tiles in rows")
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=8, help="for a board")
    given = parser.parse_args()
    script = Path(__file__).with_suffix(".mjs")
    limits = [str(given.boards), str(1000 * given.seconds)]
    done = subprocess.run(
        ["node", str(script), str(SOLVER), given.size, given.goal, *limits, *given.partitions],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    print("| Patterns | MB | Made, ms | Boards, ms | Worst | Median | Nodes, M | Not in time |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for line in done.stdout.splitlines():
        row = json.loads(line)
        print(
            f"| {row['partition'].replace('|', '/')} | {row['bytes'] / 1e6:.1f} "
            f"| {row['made']:.0f} | {row['all']:.0f} | {row['worst']:.0f} "
            f"| {row['median']:.1f} | {row['nodes'] / 1e6:.2f} | {row['late']} |"
        )


if __name__ == "__main__":
    main()
