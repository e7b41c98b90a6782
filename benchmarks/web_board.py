"""How soon the page responds to a player: keys, frames, cancelling a search in the worker.

    python benchmarks/web_board.py [--boards 100]

Prints JSON lines: the machine; milliseconds from a key press to the changed document, for the
element alone on 4x4 and 10x10 and for the whole served page; frames per second on 10x10 with thirty
moves per second and with none, and the work of the page's thread per frame; milliseconds from
Cancel to its response and until the worker answers the next request; seconds from a request for an
optimal hint on random 15-puzzles to the first proved move, by the worker alone, and how many hints
arrived within 5 s; on a phone with a quarter of the speed, while the worker makes tables and
searches, and while it has nothing to do: from a key to the next paint, the gaps between frames, the
longest task of the page's thread, and its processor time for each key.
"""

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import sync_playwright

from board_stage import Stage
from page_states import WELCOMED
from page_support import CHROMIUM_ARGUMENTS, chromium_path, started
from taquin import Board

KEYS = """() => {
  const times = [];
  element.focus();
  for (let i = 0; i < 400; i++) {
    const key = ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"][i % 4];
    const event = new KeyboardEvent("keydown", { key, bubbles: true, composed: true });
    const before = engine.formatBoard(element.board);
    const start = performance.now();
    element.shadowRoot.activeElement.dispatchEvent(event);
    times.push(performance.now() - start);
    if (engine.formatBoard(element.board) === before) throw new Error(`${key} moved nothing`);
  }
  return times;
}"""

PAGE_KEYS = """async () => {
  const element = document.querySelector("taquin-board");
  const {show} = element;
  const keys = ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"];
  const times = [];
  let start = 0;
  element.show = (...given) => {
    show.apply(element, given);
    times.push(performance.now() - start);
  };
  for (let i = 0; i < 400; i++) {
    const key = new KeyboardEvent("keydown", {key: keys[i % 4], bubbles: true});
    start = performance.now();
    document.body.dispatchEvent(key);
    await new Promise(requestAnimationFrame);
  }
  return times;
}"""

FRAMES = """async (moving) => {
  const letters = "ULDR";
  let moves = 0;
  const presses = setInterval(() => moving && element.push(letters[moves++ % 4]), 33);
  const frames = [];
  await new Promise((resolve) => {
    const begin = performance.now();
    const frame = (now) => {
      frames.push(now);
      if (now - begin < 2000) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  clearInterval(presses);
  return frames.slice(1).map((now, i) => now - frames[i]);
}"""

CANCEL = """async () => {
  const { createSolver } = await import("./solver/solver.js");
  const { namedGoal } = await import("./board.js");
  const { randomBoard } = await import("./game/random.js");
  const solver = createSolver({ online: false });
  const small = namedGoal("last", 4, 4);
  const large = namedGoal("first", 5, 5);
  await solver.warm(small);
  await solver.warm(large);
  const asking = new AbortController();
  const board = randomBoard(5, 5, large, "hard");
  const ended = solver.solve(board, large, { signal: asking.signal, budget: 60_000 });
  await new Promise((done) => setTimeout(done, 300));
  const began = performance.now();
  asking.abort();
  await ended.then(() => null, () => null);
  const cancelled = performance.now() - began;
  await solver.optimalMoves(small, small);
  solver.close();
  return [cancelled, performance.now() - began];
}"""

HINTS = """async (count) => {
  const { createSolver } = await import("./solver/solver.js");
  const { namedGoal } = await import("./board.js");
  const { randomBoard } = await import("./game/random.js");
  const solver = createSolver({ online: false });
  const goal = namedGoal("last", 4, 4);
  const begun = performance.now();
  await solver.warm(goal);
  const tables = performance.now() - begun;
  const times = [];
  let within = 0;
  for (let i = 0; i < count; i++) {
    const board = randomBoard(4, 4, goal, `hint ${i}`);
    const asking = new AbortController();
    const began = performance.now();
    const { distance } = await new Promise((resolve, reject) => {
      const options = { budget: 60_000, onFirst: resolve, signal: asking.signal };
      solver.optimalMoves(board, goal, options).then(resolve, (error) => {
        if (error.name !== "AbortError") reject(error);
      });
    });
    times.push(performance.now() - began);
    if (distance !== null && times.at(-1) <= 5000) within++;
    asking.abort();
  }
  solver.close();
  return { tables, times, within };
}"""


# What the solver is busy with while keys are pressed on the board.
BUSY = {
    "nothing": ("nothing", "0"),
    "fewest pushes of 4x4": ("pushes", "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"),
    "5x5": ("solve", "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"),
}
WORKING = """async ([kind, text]) => {
  const { createSolver } = await import("./solver/solver.js");
  const { namedGoal, parseBoard } = await import("./board.js");
  window.seen = { keys: [], frames: [], tasks: [0], over: false };
  const durations = (type, into) =>
    new PerformanceObserver((list) => into.push(...list.getEntries().map((one) => one.duration)))
      .observe({ type, durationThreshold: 16 });
  durations("longtask", seen.tasks);
  new PerformanceObserver((list) => {
    const keys = list.getEntries().filter(({ name }) => name === "keydown");
    seen.keys.push(...keys.map(({ duration }) => duration));
  }).observe({ type: "event", durationThreshold: 16 });
  let last = performance.now();
  const frame = (now) => {
    seen.frames.push(now - last);
    last = now;
    if (!seen.over) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  if (kind === "nothing") return;
  const board = parseBoard(text);
  const goal = namedGoal("first", board.width, board.height);
  const asked = createSolver({ online: false })[kind](board, goal, { budget: 60_000 });
  asked.then(() => (seen.over = true));
}"""


def spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "median_ms": round(statistics.median(ordered), 2),
        "p95_ms": round(ordered[int(0.95 * (len(ordered) - 1))], 2),
    }


def emit(what: str, **figures: Any) -> None:
    print(json.dumps({"what": what, **figures}), flush=True)


def of_the_element(browser: Any) -> None:
    for width, height in ((4, 4), (10, 10)):
        stage = Stage(browser)
        cells = list(range(1, width * height))
        cells.insert(width + 1, 0)
        stage.show(Board.of(width, height, cells).text, size=(width, height), sheet=800)
        emit(f"key to document, element, {width}x{height}", **spread(stage.run(KEYS)))
        if width == 10:
            idle = statistics.median(stage.run(FRAMES, False))
            session = stage.context.new_cdp_session(stage.tab)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            before = busy(session)
            gaps = stage.run(FRAMES, True)
            emit(
                "frames a second, 10x10",
                moving=round(1000 / statistics.median(gaps), 1),
                idle=round(1000 / idle, 1),
                work_ms_a_frame=round((busy(session) - before) / len(gaps), 2),
            )
        stage.context.close()


def busy(session: Any) -> float:
    """Milliseconds of processor time that the page's thread has used so far."""
    metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    return float(1000 * metrics["TaskDuration"])


def of_the_page(browser: Any, boards: int) -> None:
    server = started()
    try:
        context = browser.new_context()
        context.add_init_script(WELCOMED)
        tab = context.new_page()
        tab.goto(f"{server.url}#/play")
        tab.get_by_role("button", name="Hint").first.wait_for()
        emit("key to document, whole page, 4x4", **spread(tab.evaluate(PAGE_KEYS)))
        rounds = [tab.evaluate(CANCEL) for _ in range(5)]
        emit("from Cancel to its response", **spread([cancelled for cancelled, _ in rounds]))
        emit("from Cancel to the next answer", **spread([again for _, again in rounds]))
        tab.set_default_timeout(0)
        hints = tab.evaluate(HINTS, boards)
        emit("tables of 4x4 in the worker", ms=round(hints["tables"]))
        emit(
            "optimal hint on 4x4 by the worker",
            boards=boards,
            within_5_s=hints["within"],
            **spread(hints["times"]),
            worst_ms=round(max(hints["times"])),
        )
        context.close()
    finally:
        server.stop()


def of_a_phone(browser: Any) -> None:
    server = started()
    try:
        for what, question in BUSY.items():
            context = browser.new_context(
                viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
            )
            context.add_init_script(WELCOMED)
            tab = context.new_page()
            tab.goto(f"{server.url}#/play")
            tab.get_by_role("button", name="Hint").first.wait_for()
            tab.evaluate("document.querySelector('taquin-board').focus()")
            session = context.new_cdp_session(tab)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            tab.evaluate(WORKING, list(question))
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            before = busy(session)
            began, pressed = time.perf_counter(), 0
            while time.perf_counter() - began < 10 and not tab.evaluate("seen.over"):
                tab.keyboard.press(("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight")[pressed % 4])
                pressed += 1
                tab.wait_for_timeout(80)
            seen = tab.evaluate("seen")
            # A key that is painted within 16 ms is not reported.
            keys = seen["keys"] + [16] * max(0, pressed - len(seen["keys"]))
            emit(
                f"phone at a quarter of the speed, solver busy with {what}",
                keys=pressed,
                key_to_paint=spread(keys) | {"worst_ms": max(keys)},
                frame=spread(seen["frames"]) | {"worst_ms": round(max(seen["frames"]), 1)},
                longest_task_ms=max(seen["tasks"]),
                work_ms_a_key=round((busy(session) - before) / pressed, 1),
            )
            context.close()
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=100)
    boards = parser.parse_args().boards
    path = chromium_path(whole=True)
    if path is None:
        parser.error("no Chromium with windows on PATH; name another in TAQUIN_CHROMIUM.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        emit("machine", cores=os.cpu_count(), load=os.getloadavg()[0], chromium=browser.version)
        of_the_element(browser)
        of_the_page(browser, boards)
        of_a_phone(browser)
        browser.close()


if __name__ == "__main__":
    main()
