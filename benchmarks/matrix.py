"""The default beside every other search, with the same time: sizes x board types x goals x metrics.

    python benchmarks/matrix.py RESULTS.jsonl [--sizes 4x4,5x5] [--types grid,torus,walls]
        [--goals last,spiral] [--metrics stm,mtm,expense] [--boards random,near,far]
        [--searches default,rows,anytime_beam,…] [--seconds 10] [--most 20]
    python benchmarks/matrix.py RESULTS.jsonl --report
    python benchmarks/matrix.py RESULTS.jsonl --table

Each run is one `taquin solve`, in a separate process. It is appended to RESULTS.jsonl as soon as it
ends; a later call continues with what is missing, at most `--most` runs. `near` boards are thirty
moves from their goal, `far` ones reverse its tiles, as far as that is solvable. --report names each
cell in which another search found less or proved more than the default; --table prints the table of
docs/metrics.md.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from taquin import Board, Puzzle, scramble
from taquin.puzzle.scramble import random_walk
from taquin.puzzle.solvability import judge

SIZES = "2x2,3x3,4x4,5x5,6x6,7x7,8x8,9x9,10x10,8x2,20x2,5x3,12x3"
SEARCHES = "default,rows,anytime_beam,beam,wastar,idastar,greedy"
_NEAR = 30
_GRACE = 120.0  # seconds beyond the limit, for tables and compiling


class Cell(NamedTuple):
    """A question of the matrix."""

    size: str
    type: str
    goal: str
    metric: str
    board: str

    @property
    def topology(self) -> str:
        """The board type as `--topology` names it."""
        width, height = map(int, self.size.split("x"))
        if self.type != "walls":
            return self.type
        pairs = [f"{row * width}-{row * width + 1}" for row in range(0, max(1, height - 2), 2)]
        return "walls:" + ",".join(pairs)

    def start(self) -> Board | None:
        """Its board; None where the board type has none of the kind."""
        width, height = map(int, self.size.split("x"))
        goal = self.goal
        puzzle = Puzzle.of(
            Board(width, height, tuple(range(width * height))), goal=goal, topology=self.topology
        )
        if self.board == "far":
            cells = puzzle.goal.cells[::-1]
            for a, b in ((0, 0), (0, 1), (1, 2)):
                swapped = list(cells)
                swapped[a], swapped[b] = swapped[b], swapped[a]
                board = Board(width, height, tuple(swapped))
                if 0 not in swapped[:3] and judge(puzzle.topology, board, puzzle.goal).solvable:
                    return board
            return None
        if self.board == "near":
            return random_walk(puzzle, _NEAR, seed=1)
        return scramble(puzzle, seed=1)


def cells(options: argparse.Namespace) -> Iterator[Cell]:
    """The cells that were asked for."""
    parts = (options.sizes, options.types, options.goals, options.metrics, options.boards)
    for chosen in product(*(part.split(",") for part in parts)):
        yield Cell(*chosen)


def run(cell: Cell, search: str, seconds: float) -> dict[str, Any] | None:
    """One run, as a line of the results; None where the cell has no board."""
    start = cell.start()
    if start is None:
        return None
    command = [sys.executable, "-m", "taquin", "solve", str(start), "--goal", cell.goal]
    command += ["--topology", cell.topology, "--metric", cell.metric, "--format", "json"]
    command += ["--time-limit", str(seconds)]
    if search != "default":
        command += ["-a", search]
    began = time.perf_counter()
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=seconds + _GRACE)
        answer = json.loads(ran.stdout or "{}")
    except subprocess.TimeoutExpired:
        answer = {"status": "killed"}
    return {
        **cell._asdict(),
        "search": search,
        "limit": seconds,
        "start": str(start),
        "status": answer.get("status", "refused"),
        "cost": answer.get("cost"),
        "bound": answer.get("lower_bound"),
        "by": answer.get("algorithm"),
        "search_seconds": round((answer.get("seconds") or {}).get("search", 0.0), 2),
        "wall_seconds": round(time.perf_counter() - began, 2),
    }


def read(path: Path) -> dict[tuple[Any, ...], dict[str, Any]]:
    """The results so far, by cell, search and limit."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {_key(line): line for line in map(json.loads, lines)}


def _key(line: dict[str, Any]) -> tuple[Any, ...]:
    return (*(line[name] for name in Cell._fields), line["search"], line["limit"])


def measure(path: Path, options: argparse.Namespace) -> None:
    """Run what is missing."""
    known, made = read(path), 0
    for cell, search in product(cells(options), options.searches.split(",")):
        if made >= options.most:
            break
        if (*cell, search, options.seconds) in known:
            continue
        line = run(cell, search, options.seconds)
        if line is None:
            continue
        made += 1
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(*cell, search, line["cost"], line["bound"], line["status"], flush=True)


def report(path: Path) -> int:
    """Name each cell in which the default is beaten; how many there are."""
    lines = read(path).values()
    beaten = 0
    for line in lines:
        if line["search"] != "default":
            continue
        same = [
            one for one in lines
            if one["search"] != "default" and _key(one)[:5] == _key(line)[:5]
            and one["limit"] == line["limit"]
        ]  # fmt: skip
        cost = line["cost"]
        less = [one for one in same if one["cost"] and (cost is None or one["cost"] < cost)]
        more = [one for one in same if (one["bound"] or 0) > (line["bound"] or 0)]
        where = " ".join(_key(line)[:5])
        if cost is None and line["status"] != "unsolvable":
            print(f"{where}: the default has no solution")
        for kind, better, worth in (("less", less, "cost"), ("a higher bound", more, "bound")):
            beaten += bool(better)
            for one in better:
                print(f"{where}: {one['search']} has {kind}, {one[worth]}; default {line[worth]}")
        unused = line["limit"] - line["search_seconds"]
        if cost is not None and cost != line["bound"] and unused > line["limit"] / 3:
            print(f"{where}: the default leaves {unused:.1f} s unused")
    return beaten


def table(path: Path) -> None:
    """The default's costs and bounds as Markdown."""
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for line in read(path).values():
        if line["search"] == "default" and line["board"] == "random" and line["goal"] == "last":
            key = (line["size"], line["type"], f"{line['limit']:g} s")
            shown = "–" if line["cost"] is None else f"{line['cost']:,}"
            if line["cost"] is not None and line["cost"] == line["bound"]:
                shown += " (proved)"
            elif line["cost"] is not None:
                shown += f" (≥ {line['bound']:,})"
            rows.setdefault(key, {})[line["metric"]] = shown
    print("| Size | Type | Time | stm | mtm | expense |\n| --- | --- | --- | --- | --- | --- |")
    for key, found in rows.items():
        metrics = (found.get(metric, "") for metric in ("stm", "mtm", "expense"))
        print(f"| {' | '.join((*key, *metrics))} |")


def main() -> None:
    """Run, or report."""
    parser = argparse.ArgumentParser()
    parser.add_argument("results", type=Path)
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--types", default="grid,torus,walls")
    parser.add_argument("--goals", default="last,spiral")
    parser.add_argument("--metrics", default="stm,mtm,expense")
    parser.add_argument("--boards", default="random,near,far")
    parser.add_argument("--searches", default=SEARCHES)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    if options.table:
        table(options.results)
    elif options.report:
        sys.exit(6 if report(options.results) else 0)
    else:
        measure(options.results, options)


if __name__ == "__main__":
    main()
