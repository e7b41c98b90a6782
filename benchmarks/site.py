"""How long the documentation site takes to build, how much it weighs, and how soon a page is there.

    python benchmarks/site.py [--runs 7]

Builds the site in a temporary folder and opens pages of it in Chromium, over HTTP without
compression, with the headers of `taquin serve`, each time with an empty cache. Prints JSON lines:
the machine; processor seconds of the build, pages, and megabytes plain and compressed; for each
page requests, kilobytes, and the median milliseconds to the first contentful paint.
"""

import argparse
import gzip
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import sync_playwright

from page_support import CHROMIUM_ARGUMENTS, ROOT, chromium_path
from test_site import served

PAGES = ("index.html", "learn/08-a-star.html", "lookup/api.html", "search.html?q=admissible")
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def build(site: Path) -> dict[str, object]:
    """Build the site; its cost and its size."""
    began = time.perf_counter()
    subprocess.run([sys.executable, str(ROOT / "docs" / "build.py"), str(site)], check=True)
    seconds = time.perf_counter() - began
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    files = [path.read_bytes() for path in site.rglob("*") if path.is_file()]
    return {
        "build_seconds": round(seconds, 1),
        "build_cpu_seconds": round(used.ru_utime + used.ru_stime, 1),
        "pages": len(list(site.rglob("*.html"))),
        "megabytes": round(sum(map(len, files)) / 1e6, 2),
        "compressed_megabytes": round(sum(len(gzip.compress(file)) for file in files) / 1e6, 2),
    }


def visit(browser: Any, url: str) -> tuple[int, int, float]:
    """Requests, bytes and milliseconds to the first paint of one page, all of it new."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    tab = context.new_page()
    bodies: list[int] = []
    tab.on("requestfinished", lambda asked: bodies.append(asked.sizes()["responseBodySize"]))
    tab.goto(url, wait_until="networkidle")
    paint = tab.evaluate(PAINT)
    context.close()
    return len(bodies), sum(bodies), paint


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder) / "site"
        print(json.dumps({"cores": os.cpu_count(), "load": os.getloadavg()[0]}))
        print(json.dumps(build(site)), flush=True)
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=CHROMIUM_ARGUMENTS
        )
        with served(site) as address:
            for page in PAGES:
                seen = [visit(browser, address + page) for _ in range(runs)]
                requests, size, _ = seen[0]
                row = {"page": page, "requests": requests, "kilobytes": round(size / 1000)}
                paint = round(statistics.median(paint for *_, paint in seen))
                print(json.dumps({**row, "first_paint_ms": paint}), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
