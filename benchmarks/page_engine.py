"""The page's solver by Node.js: tables in bytes and in bits, loops in JavaScript and compiled.

    python benchmarks/page_engine.py [--rounds 5] [--farthest]

Prints a table: milliseconds of processor time for the tables of the 15-puzzle, for Korf's hundred,
its worst and its median board, and for the boards of 80 moves if asked; medians of the rounds, and
how many times faster than the tables in bytes. Every length is checked.
"""

import argparse
import json
import statistics
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SOLVER = ROOT / "src" / "taquin" / "faces" / "static" / "solver"
DATA = ROOT / "src" / "taquin" / "data"


def one_round(farthest: bool) -> list[dict[str, Any]]:
    """All contestants in one process."""
    files = [DATA / "korf100.txt", *([DATA / "fifteen_antipodes.txt"] if farthest else [])]
    script = Path(__file__).with_suffix(".mjs")
    done = subprocess.run(
        ["node", str(script), str(SOLVER), *map(str, files)],
        check=True,
        capture_output=True,
        text=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--farthest", action="store_true", help="also the boards of 80 moves")
    given = parser.parse_args()
    rounds = [one_round(given.farthest) for _ in range(given.rounds)]
    print("| Contestant | Tables, ms | Hundred, ms | × | Worst | Median | Nodes, M |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for number, first in enumerate(rounds[0]):
        rows = [rows[number] for rows in rounds]
        middle = {
            key: statistics.median(row[key] for row in rows) for key in first if key != "contestant"
        }
        faster = statistics.median(rows[0]["hundred"] / rows[number]["hundred"] for rows in rounds)
        print(
            f"| {first['contestant']} | {middle['built']:.0f} | {middle['hundred']:.0f} "
            f"| {faster:.1f} | {middle['worst']:.0f} | {middle['median']:.1f} "
            f"| {middle['nodes'] / 1e6:.2f} |"
        )
        if "farthest" in middle:
            print(
                f"\nBoards of 80 moves: {middle['farthest_mean']:.0f} ms on average, "
                f"{middle['farthest']:.0f} at most."
            )


if __name__ == "__main__":
    main()
