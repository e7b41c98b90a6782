"""The page's solver in Chromium, Firefox and WebKit: Korf's hundred as a visitor's browser does it.

    python benchmarks/page_browsers.py [--rounds 3] [--browsers chromium,firefox,webkit]

Prints a table, medians of the rounds, in milliseconds of the clock: from making the worker to the
optimum of a median board; Korf's hundred one after another in a worker that has just started, and
the worst of them; the same in one that has had time for the larger tables. Each length is checked.
The worker's start is part of the first column and of the second.
"""

import argparse
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "page"))

from engines import started_engine
from playwright.sync_api import sync_playwright

from page_support import CHROMIUM_ARGUMENTS, chromium_path

ROOT = Path(__file__).parent.parent
MEDIAN = 50  # number 51: half of the hundred need more nodes
SCRIPT = """
  const [rows, first, wait] = given;
  const { createSolver } = await import("./solver/solver.js");
  const { namedGoal, parseBoard } = await import("./board.js");
  const goal = namedGoal("first", 4, 4);
  const solver = createSolver({ online: false });
  const solved = async ([text, optimum]) => {
    const began = performance.now();
    const { cost, optimal, nodes } = await solver.solve(parseBoard(text), goal);
    if (cost !== optimum || !optimal) throw new Error(`${text}: ${cost} of ${optimum} moves`);
    return { ms: performance.now() - began, nodes };
  };
  const began = performance.now();
  const start = first === null ? null : (await solved(rows[first])).ms;
  await new Promise((resolve) => setTimeout(resolve, wait));
  const found = [];
  for (const [index, row] of rows.entries()) if (index !== first) found.push(await solved(row));
  solver.close();
  return { start, found };"""


def hundred() -> list[tuple[str, int]]:
    """The boards and their lengths."""
    text = (ROOT / "src" / "taquin" / "data" / "korf100.txt").read_text("utf-8")
    rows = [line.split("|") for line in text.splitlines() if line[:1].isdigit()]
    return [(row[1].strip(), int(row[3])) for row in rows]


class Quiet(SimpleHTTPRequestHandler):
    """Serves the page's modules without a line for each."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def modules() -> Iterator[str]:
    """The address of a document beside the modules that is no page and has no policy.

    The driver of Firefox runs a script beside the page, where the page's policy refuses workers.
    """
    static = ROOT / "src" / "taquin" / "faces" / "static"
    handler = partial(Quiet, directory=str(static))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/board.js"
        server.shutdown()


@contextmanager
def runner(name: str, url: str) -> Iterator[Any]:
    """A function that runs the script in the page of that browser."""
    if name == "chromium":
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium_path(), args=CHROMIUM_ARGUMENTS
            )
            tab = browser.new_page()
            tab.goto(url)
            yield lambda *given: tab.evaluate(f"async (given) => {{{SCRIPT}}}", list(given))
            browser.close()
    else:
        with TemporaryDirectory() as folder, started_engine(name, Path(folder)) as engine:
            engine.open(url)
            yield lambda *given: engine.run(SCRIPT, *given)


def one_round(run: Any, rows: list[tuple[str, int]]) -> dict[str, float]:
    """Both visits: a hundred at once; one board, some seconds, the rest."""
    at_once = [found["ms"] for found in run(rows, None, 0)["found"]]
    later = run(rows, MEDIAN, 5000)
    enlarged = [found["ms"] for found in later["found"]]
    return {
        "first": later["start"],
        "hundred at once": sum(at_once),
        "worst": max(at_once[1:]),
        "later": sum(enlarged),
        "worst later": max(enlarged),
        "nodes": sum(found["nodes"] for found in later["found"]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--browsers", default="chromium,firefox,webkit")
    options = parser.parse_args()
    rows = hundred()
    print("| | First board | Hundred at once | Its worst | Hundred later | Its worst | Nodes |")
    print("| --- " * 7 + "|")
    with modules() as url:
        for name in options.browsers.split(","):
            with runner(name, url) as run:
                rounds = [one_round(run, rows) for _ in range(options.rounds)]
            figures = [round(statistics.median(one[key] for one in rounds)) for key in rounds[0]]
            print(f"| {name} | " + " | ".join(f"{figure:,}" for figure in figures) + " |")


if __name__ == "__main__":
    main()
