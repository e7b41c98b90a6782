"""The load of the lab on a browser: eight live searches at 10 Hz, and a tree of 10,000 nodes.

    python benchmarks/web_lab.py

Starts `taquin serve` and a headless Chromium (see tests/page_support.py). The searches are
simulated, so that all eight report at full rate with any number of cores; the page and its charts
are real.
"""

import json
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from page_support import CHROMIUM_ARGUMENTS, chromium, started

SECONDS = 10

# Eight rows at 10 Hz for some seconds, shown by the lab from a simulated API.
LIVE = """async (seconds) => {
  const { mount } = await import("./lab/lab.js");
  const { createApi } = await import("./server/api.js");
  const catalogue = await createApi().catalogue();
  const root = document.querySelector("main");
  let frames = 0, worst = 0, last = performance.now(), on = true;
  const frame = (now) => {
    frames += 1;
    worst = Math.max(worst, now - last);
    last = now;
    if (on) requestAnimationFrame(frame);
  };
  const api = {
    catalogue: async () => catalogue,
    compare: async (body, { onProgress }) => {
      requestAnimationFrame(frame);
      const start = performance.now();
      let events = 0;
      while (performance.now() - start < seconds * 1000) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        const at = (performance.now() - start) / 1000;
        body.rows.forEach((_, row) => {
          const expanded = Math.round(at * 1e5 * (row + 1));
          const frontier = Math.round(expanded / (2 + row));
          onProgress({ row, expanded, generated: 3 * expanded, frontier, reached: 2 * expanded,
            bound: Math.floor(at) + row, depth: 20, best: null, seconds: at,
            peak_memory_bytes: 5e7 + expanded });
          events += 1;
        });
      }
      on = false;
      window.live = { events, seconds: (performance.now() - start) / 1000, frames,
        longest_frame_ms: Math.round(worst) };
      return [];
    },
  };
  const app = { api, settings: new EventTarget(), say() {}, notify() {} };
  root.replaceChildren(document.createElement("section"));
  mount(root.firstElementChild, app);
  while (!document.querySelector(".lab-roster li")) await new Promise((r) => setTimeout(r, 50));
  const chart = [...document.querySelectorAll("select")].find((one) =>
    [...one.options].some(({ value }) => value === "frontier"));
  chart.value = "frontier";
  chart.dispatchEvent(new Event("change"));
  [...document.querySelectorAll("button")].find((one) => one.textContent === "Run").click();
  while (!window.live) await new Promise((r) => setTimeout(r, 100));
  return window.live;
}"""

# A random tree with about 2 children per node, grown from 400 candidates.
TREE = """async (nodes) => {
  const { SearchTree } = await import("./lab/microscope/trace.js");
  const { TreeView } = await import("./lab/microscope/tree.js");
  const { layout } = await import("./lab/microscope/treelayout.js");
  const host = document.createElement("div");
  host.className = "lab-tree";
  document.querySelector(".lab").prepend(host);
  const view = new TreeView(host, () => {});
  const tree = new SearchTree();
  tree.add({ kind: "header", algorithm: "astar", goal: "1 2/3 0", options: {} });
  let seed = 1;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const waiting = [{ board: "0", move: "", g: 0, h: 0, f: 0, depth: 0 }];
  while (tree.size < nodes) {
    const [chosen] = waiting.splice(Math.floor(random() * Math.min(waiting.length, 400)), 1);
    const successors = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => ({
      move: "UDLR"[at], board: `${tree.size + at}`, verdict: "new", g: chosen.g + 1, h: 5, f: 0 }));
    waiting.push(...successors.map((one) => ({ ...one, depth: chosen.depth + 1 })));
    tree.add({ kind: "expand", chosen, successors, frontier: { size: 0 }, reached: { size: 0 } });
  }
  tree.add({ kind: "end", status: "limit", moves: null, why: "" });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200)));
  view.recolour();
  view.setTree(tree, new Set());
  window.bench = { view, tree, layout };
  return { nodes: tree.size, steps: tree.steps.length - 1 };
}"""

# Each is one task; reading a pixel forces the browser to finish drawing.
WORK = {
    "first": "view.pass = -1; view.show(tree.steps.length - 1, tree.size); read()",
    "redraw": "view.redraw(); read()",
    "layout": "layout(tree, 0)",
    "growth step by step": """view.show(0, tree.steps[0].born);
        tree.steps.forEach((step, at) => view.show(at, step.born)); read()""",
}
WORKING = """() => {
  const { view, tree, layout } = window.bench;
  const read = () => view.base.getContext("2d").getImageData(0, 0, 1, 1);
  const from = performance.now();
  %s;
  return performance.now() - from;
}"""
REPEATS = 7


def busy(session: Any) -> float:
    """Seconds of processor time that the page's main thread has used."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def work(tab: Any, session: Any, name: str) -> dict[str, float]:
    """The medians of wall-clock and processor time, in milliseconds."""
    wall, processor = [], []
    for _ in range(REPEATS):
        before = busy(session)
        wall.append(tab.evaluate(WORKING % WORK[name]))
        processor.append(1000 * (busy(session) - before))
    return {
        "wall": round(statistics.median(wall), 1),
        "processor": round(statistics.median(processor), 1),
    }


def main() -> None:
    """Print both measurements as JSON."""
    from playwright.sync_api import sync_playwright

    path, version = chromium(whole=True)
    server = started()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
            tab = browser.new_page(viewport={"width": 1440, "height": 900})
            tab.goto(server.url)
            tab.wait_for_selector("main *")
            session = tab.context.new_cdp_session(tab)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            before = busy(session)
            live = tab.evaluate(LIVE, SECONDS)
            share = (busy(session) - before) / live["seconds"]
            tree = tab.evaluate(TREE, 10_000)
            tree["milliseconds"] = {name: work(tab, session, name) for name in WORK}
            browser.close()
    finally:
        server.stop()
    live["main_thread_of_a_core"] = f"{100 * share:.0f} %"
    print(json.dumps({"browser": version, "live": live, "tree": tree}, indent=2))


if __name__ == "__main__":
    main()
