"""What `taquin site` costs, and what the page in its folder costs a visitor, beside `taquin serve`.

    python benchmarks/site_folder.py [--runs 5]

Writes the folder, and serves it as a host that sends the compressed copies. Chromium opens it and
`taquin serve` in turn, each time with nothing stored, and makes one move. Prints JSON lines: the
machine; seconds and processor seconds of the command, of the first run and of one that changes
nothing; files and megabytes; for each of both, requests and kilobytes up to the first move, and the
median milliseconds to the first contentful paint; what a second visit asks the folder's host for.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import sync_playwright

from page_states import WELCOMED
from page_support import CHROMIUM_ARGUMENTS, chromium_path, started

NEAR = "#/play?board=1+2+3/4+5+6/0+7+8"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"


class Host(SimpleHTTPRequestHandler):
    """Sends the compressed copy of a file where there is one. asked: the paths of all requests."""

    asked: ClassVar[list[str]] = []

    def send_head(self) -> Any:
        self.asked.append(self.path)
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        copy = path.with_name(f"{path.name}.gz")
        if not copy.is_file():
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(copy.stat().st_size))
        self.end_headers()
        return copy.open("rb")

    def log_message(self, format: str, *arguments: Any) -> None:
        """Print nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The folder's address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def written(folder: Path) -> dict[str, object]:
    """Run the command; its cost."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    words = [sys.executable, "-m", "taquin", "site", str(folder)]
    subprocess.run(words, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"seconds": round(time.perf_counter() - began, 2), "cpu_seconds": round(used, 2)}


def first_move(browser: Any, address: str) -> tuple[list[int], float, int]:
    """Bytes of each answer up to the first move, milliseconds to the first paint, and what a reload
    asks the folder's host for once the service worker has everything."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    tab = context.new_page()
    tab.add_init_script(WELCOMED)
    session = context.new_cdp_session(tab)
    session.send("Network.enable")
    received: list[int] = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    tab.goto(address + NEAR)
    tab.wait_for_function("() => location.hash === '#/play'")
    tab.keyboard.press("ArrowLeft")
    tab.get_by_role("button", name="7, row 3 column 1").wait_for()
    first, paint = [*received], tab.evaluate(PAINT)
    tab.wait_for_function(CONTROLLED)
    tab.wait_for_load_state("networkidle")
    Host.asked.clear()
    tab.reload()
    tab.get_by_role("button", name="Hint").first.wait_for()
    again = len(Host.asked)
    context.close()
    return first, paint, again


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    print(json.dumps({"cores": os.cpu_count(), "load": os.getloadavg()[0]}))
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place) / "public"
        print(json.dumps({"site": "first run", **written(folder)}))
        print(json.dumps({"site": "nothing changed", **written(folder)}))
        sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
        print(
            json.dumps({"files": len(sizes), "megabytes": round(sum(sizes) / 1e6, 2)}), flush=True
        )
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=CHROMIUM_ARGUMENTS
        )
        server = started()
        with hosted(folder) as address:
            seen: dict[str, list[Any]] = {"folder": [], "taquin serve": []}
            for _ in range(runs):
                seen["folder"].append(first_move(browser, address))
                seen["taquin serve"].append(first_move(browser, server.url))
        for name, visits in seen.items():
            received, _, again = visits[0]
            paint = round(statistics.median(paint for _, paint, _ in visits))
            row = {"page": name, "requests": len(received), "kilobytes": round(sum(received) / 1e3)}
            more = {"asked_on_reload": again} if name == "folder" else {}
            print(json.dumps({**row, "first_paint_ms": paint, **more}), flush=True)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
