"""What the page's workers hold on a phone, counted by the browser: 64 MB at most."""

import json
from typing import Any

import pytest

from page_support import Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST = 64e6

# The browser's figures are without the memory of WebAssembly.
_COUNTED = """
const Own = WebAssembly.Memory;
const made = [];
WebAssembly.Memory = class extends Own {
  constructor(...given) {
    super(...given);
    made.push(new WeakRef(this));
  }
};
self.compiled = () => made.reduce((sum, one) => sum + (one.deref()?.buffer.byteLength ?? 0), 0);
"""

# Each question of a visit: its name, its kind, board and goal, and milliseconds.
FIFTEEN = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"
HARD = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
FIVE = "0 1 2 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 23 24"
MIXED = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
EIGHT = "/".join(" ".join(str(8 * row + cell) for cell in range(8)) for row in range(8))
NEAR_EIGHT = EIGHT.replace("0 1 2 3 4", "0 2 1 4 3").replace("61 62 63", "62 63 61")
VISIT = [
    ("fifteen", "solve", HARD, FIFTEEN, 20_000),
    (
        "inner",
        "solve",
        "1 2 3 4/5 6 0 7/8 9 10 11/12 13 14 15",
        "1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15",
        20_000,
    ),
    (
        "oblong",
        "solve",
        "1 2 3/4 5 6/7 8 9/10 0 11/13 14 12",
        "1 2 3/4 5 6/7 8 9/10 11 12/13 14 0",
        20_000,
    ),
    ("pushes", "pushes", "1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15", FIFTEEN, 20_000),
    ("five", "solve", MIXED, FIVE, 300),
    ("beams", "approach", MIXED, FIVE, 1_500),
    ("eight", "approach", NEAR_EIGHT, EIGHT, 1_500),
    ("lab", "lab", HARD, FIFTEEN, 0),
    ("both", "both", MIXED, FIVE, 1_500),
    ("pushes again", "pushes", "1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15", FIFTEEN, 20_000),
    ("fifteen again", "solve", HARD, FIFTEEN, 20_000),
]
ASK = """async ([kind, start, end, budget]) => {
  const { createSolver } = await import("./solver/solver.js");
  const { compareHere } = await import("./lab/searches/comparehere.js");
  const { parseBoard } = await import("./board.js");
  window.own ??= createSolver({ online: false });
  window.answer = null;
  const [board, goal] = [parseBoard(start), parseBoard(end)];
  const compared = async () => {
    const rows = [{ algorithm: "astar", heuristic: "manhattan", options: {} }];
    const posed = {
      board: "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3",
      goal: "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15",
      metric: "stm",
    };
    const found = await compareHere({ ...posed, time_limit: null, node_limit: null, rows }, {});
    return found[0].limit;
  };
  const asked = {
    solve: () => own.solve(board, goal, { budget }).then(({ cost }) => cost),
    pushes: async () => (await (await own.slides()).solve(board, goal, { budget })).slides,
    approach: () => own.approach(board, goal, { budget }).then(({ cost }) => cost > 0),
    lab: compared,
    // The solver asks while the lab searches, and is asked before it.
    async both() {
      const near = own.approach(board, goal, { budget });
      const limit = await compared();
      return [(await near).cost > 0, limit];
    },
  }[kind];
  void asked().catch(String).then((answer) => (window.answer = { answer }));
}"""


class Workers:
    """The workers of a tab, as the browser's debugger sees them."""

    def __init__(self, tab: Any) -> None:
        self.tab = tab
        self.session = tab.context.new_cdp_session(tab)
        self.ids: list[str] = []
        self.replies: dict[int, dict[str, Any]] = {}
        self.asked = 0
        self.session.on(
            "Target.attachedToTarget", lambda event: self.ids.append(event["sessionId"])
        )
        self.session.on(
            "Target.detachedFromTarget", lambda event: self.ids.remove(event["sessionId"])
        )
        self.session.on("Target.receivedMessageFromTarget", self._hear)
        attach = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        self.session.send("Target.setAutoAttach", attach)

    def _hear(self, event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        if "id" in message:
            self.replies[message["id"]] = message.get("result", {})

    def _ask(self, worker: str, method: str, **given: Any) -> dict[str, Any]:
        """Its answer; {} if the worker ends before."""
        self.asked += 1
        message = json.dumps({"id": self.asked, "method": method, "params": given})
        self.session.send("Target.sendMessageToTarget", {"sessionId": worker, "message": message})
        while worker in self.ids and self.asked not in self.replies:
            self.tab.wait_for_timeout(10)
        return self.replies.get(self.asked, {})

    def bytes(self) -> float:
        """What they hold now, without what is no longer used."""
        total = 0.0
        for worker in list(self.ids):
            if worker not in self.ids:
                continue
            self._ask(worker, "HeapProfiler.collectGarbage")
            if worker not in self.ids:
                continue
            heap = self._ask(worker, "Runtime.getHeapUsage")
            total += sum(
                heap.get(key, 0)
                for key in ("usedSize", "backingStorageSize", "embedderHeapUsedSize")
            )
            if worker in self.ids:
                compiled = self._ask(
                    worker, "Runtime.evaluate", expression="self.compiled?.() ?? 0"
                )
                total += compiled.get("result", {}).get("value", 0)
        return total


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_on_a_phone_the_workers_hold_64_megabytes_at_most(page: Page) -> None:
    tab = page.tab
    tab.route(
        "**/solver/bitkit.js",
        lambda route: route.fulfill(
            content_type="text/javascript", body=_COUNTED + route.fetch().text()
        ),
    )
    workers = Workers(tab)
    page.open("#/stats")  # where the view asks its own solver nothing
    answers, held = {}, {}
    for name, *question in VISIT:
        tab.evaluate(ASK, question)
        held[name] = workers.bytes()
        while (found := tab.evaluate("window.answer")) is None:
            held[name] = max(held[name], workers.bytes())
        held[name] = max(held[name], workers.bytes())
        answers[name] = found["answer"]
    print("held, MB:", {name: round(most / 1e6, 1) for name, most in held.items()})
    print("answers:", answers)
    assert answers["fifteen"] == answers["fifteen again"] == 57
    assert (answers["inner"], answers["oblong"]) == (1, 2)
    assert answers["pushes"] == answers["pushes again"] == 1
    assert answers["five"] >= 95 and answers["beams"] and answers["eight"]
    assert answers["lab"] == "memory" and answers["both"] == [True, "memory"]
    assert max(held["five"], held["beams"]) > 30e6, "tables and beams are counted"
    assert max(held.values()) <= MOST, held
