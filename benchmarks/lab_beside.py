"""The lab on 3x3: the page's own searches beside the server's and the command's.

    python benchmarks/lab_beside.py [--boards 5] [--seed 1]

Prints a table, medians of the boards, in milliseconds of the clock: one search asked of the page
(a worker of the browser), of `taquin serve` by the same page, and the whole of `taquin compare` as
a process, with what it says its search took. The boards are random; the first one of each search
warms up and is not counted. The expansions of all three must be equal.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import sync_playwright

from page_support import CHROMIUM_ARGUMENTS, chromium_path, started
from taquin import scramble

SEARCHES = (
    ("bfs", None),
    ("ucs", None),
    ("ids", None),
    ("bibfs", None),
    ("greedy", "manhattan"),
    ("astar", "misplaced"),
    ("astar", "manhattan"),
    ("idastar", "manhattan"),
    ("rbfs", "manhattan"),
)
ASKED = """async ([board, algorithm, heuristic, here]) => {
  const { compareHere } = await import("/lab/searches/comparehere.js");
  const { createApi } = await import("/server/api.js");
  window.api ??= createApi();
  const body = {
    board, goal: "1 2 3/4 5 6/7 8 0", metric: "stm", time_limit: 60, node_limit: null,
    rows: [{ algorithm, heuristic, options: {} }],
  };
  const began = performance.now();
  const [result] = await (here ? compareHere(body, {}) : window.api.compare(body, {}));
  return { ms: performance.now() - began, expanded: result.stats.expanded };
}"""


def command(board: str, algorithm: str, heuristic: str | None) -> dict[str, Any]:
    """What `taquin compare` takes as a process, and what it says of its search."""
    began = time.perf_counter()
    search = f"{algorithm}:{heuristic}" if heuristic else algorithm
    asked = [sys.executable, "-m", "taquin", "compare", board, "--format", "json", "-a", search]
    said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    (row,) = json.loads(said)
    ms = 1000 * (time.perf_counter() - began)
    return {"ms": ms, "expanded": row["stats"]["expanded"], "seconds": row["seconds"]["search"]}


def main() -> None:
    """Ask all three, alternating, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    seeds = range(given.seed, given.seed + given.boards + 1)
    boards = [str(scramble(3, 3, seed=seed)) for seed in seeds]
    print("| Search | Page | Server | Command | Its search |")
    print("| --- | --- | --- | --- | --- |")
    with ExitStack() as stack:
        server = started()
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=CHROMIUM_ARGUMENTS
        )
        tab = browser.new_page()
        tab.goto(server.url)
        for algorithm, heuristic in SEARCHES:
            rows = []
            for board in boards:
                page, served = (
                    tab.evaluate(ASKED, [board, algorithm, heuristic, here])
                    for here in (True, False)
                )
                run = command(board, algorithm, heuristic)
                if len({page["expanded"], served["expanded"], run["expanded"]}) != 1:
                    raise SystemExit(f"{algorithm} on {board}: {page}, {served}, {run}")
                rows.append((page["ms"], served["ms"], run["ms"], 1000 * run["seconds"]))
            name = algorithm if heuristic is None else f"{algorithm}, {heuristic}"
            medians = (statistics.median(column) for column in zip(*rows[1:], strict=True))
            print(f"| {name} | " + " | ".join(f"{ms:,.0f}" for ms in medians) + " |", flush=True)


if __name__ == "__main__":
    main()
