"""The widgets' Python side: traits, answers to the front end, pictures; no browser, no kernel."""

import importlib
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import taquin
from taquin import Board, compare_many, solve, widget
from taquin.faces.notebook import base
from taquin.faces.notebook.treepicture import tree_picture
from taquin.ground.announce import announce
from taquin.ground.errors import (
    MissingExtra,
    MoveError,
    NotationError,
    OptionError,
    UnknownName,
    UnsolvableError,
)
from xpuzzle import xpuzzle_loaded

NEAR = "1 2 3/4 0 5/7 8 6"
FAR = "8 6 7/2 5 4/3 0 1"
ODD = "1 2 3/4 5 6/8 7 0"


class Heard:
    """What a widget sends to its views."""

    def __init__(self, shown: Any) -> None:
        self.messages: list[Any] = []
        self.arrived = threading.Condition()
        shown.send = self._send

    def _send(self, message: Any) -> None:
        with self.arrived:
            self.messages.append(message)
            self.arrived.notify_all()

    def wait_for(self, kind: str) -> Any:
        """The first message of that kind, which may still have to arrive."""
        with self.arrived:
            found = self.arrived.wait_for(lambda: self.of(kind), timeout=60)
        return found[0]

    def of(self, kind: str) -> list[Any]:
        return [message for message in self.messages if message["kind"] == kind]


def from_view(shown: Any, **state: Any) -> None:
    """A view changed these traits together."""
    shown.set_state(state)


# The board


def test_a_move_in_a_view_is_seen_as_two_traits() -> None:
    board = widget.BoardWidget(NEAR)
    seen: list[tuple[str, Any]] = []
    board.observe(lambda change: seen.append((change["name"], change["new"])), ["board", "moves"])
    from_view(board, board="1 2 3/4 5 0/7 8 6", moves="L")
    assert sorted(seen) == [("board", Board.parse("1 2 3/4 5 0/7 8 6")), ("moves", "L")]
    assert not board.solved
    from_view(board, board="1 2 3/4 5 6/7 8 0", moves="LU")
    assert board.solved and board.start == Board.parse(NEAR)


def test_setting_moves_replays_them_and_setting_the_board_begins_again() -> None:
    board = widget.BoardWidget(NEAR, moves="L")
    assert board.board.text == "1 2 3/4 5 0/7 8 6"
    board.moves = "L u"
    assert (board.moves, board.solved) == ("LU", True)
    board.reset()
    assert (board.board.text, board.moves) == (NEAR, "")
    board.board = [[1, 2, 3], [4, 5, 6], [0, 7, 8]]
    assert (board.start.text, board.moves) == ("1 2 3/4 5 6/0 7 8", "")


def test_without_a_board_there_is_one_to_play() -> None:
    board = widget.BoardWidget(goal="first")
    assert (board.board.size, board.solved, board.goal) == (
        "4x4",
        False,
        taquin.named_goal("first", 4, 4),
    )
    assert taquin.explain(board.board, goal="first").solvable


def test_a_goal_is_named_or_given_and_follows_the_size() -> None:
    board = widget.BoardWidget(NEAR, goal="first")
    assert board.goal.text == "0 1 2/3 4 5/6 7 8"
    board.board = "1 2 3/4 0 5"
    assert board.goal.text == "0 1 2/3 4 5"
    board.goal = "1 2 3/4 0 5"
    assert board.solved
    board.board = NEAR
    assert board.goal == taquin.named_goal("last", 3, 3)


@pytest.mark.parametrize(
    ("name", "value", "error", "words"),
    [
        ("board", "1 2 3/4 5", NotationError, "ragged rows"),
        ("moves", "U D Z", NotationError, "Z"),
        ("moves", "LL", MoveError, r"move 2 \(L\)"),
        ("goal", "1 2/3 0", NotationError, "expected the same size"),
        ("goal", "frist", UnknownName, "Did you mean 'first'"),
    ],
)
def test_what_is_refused_changes_nothing(
    name: str, value: str, error: type[Exception], words: str
) -> None:
    board = widget.BoardWidget(NEAR)
    with pytest.raises(error, match=words):
        setattr(board, name, value)
    assert (board.board.text, board.moves) == (NEAR, "")
    assert board.goal == taquin.named_goal("last", 3, 3)


def test_a_hint_marks_the_tile_and_is_followed_without_another_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = []
    module = sys.modules["taquin.faces.notebook.boardwidget"]
    monkeypatch.setattr(module, "solve", lambda *a, **k: searches.append(a) or solve(*a, **k))
    board = widget.BoardWidget(NEAR)
    assert board.hint() == "L" and board.hinted == {"cell": 5, "arrow": "L"}
    assert board.message == "Move tile 5 left: 2 moves to the goal; no solution is shorter."
    board.moves = "L"
    assert (board.hinted, board.message) == ({}, "")
    board._handle_custom_msg({"kind": "hint"}, [])
    assert board.message == "Move tile 6 up: 1 move to the goal; no solution is shorter."
    board.moves = "LU"
    assert board.hint() is None and board.message == "The board is solved."
    assert len(searches) == 1
    board.goal = ODD
    assert board.hint() is None and board.message.startswith("Unsolvable: the board is 1 exchange")


# A solution


def test_a_solution_is_scrubbed() -> None:
    played = widget.SolutionWidget(solve(NEAR))
    heard = Heard(played)
    assert (played.moves, played.caption) == ("LU", "A* with Manhattan distance: cost 2 (optimal)")
    played.position = 2
    assert played.board == played.goal
    from_view(played, position=1)
    assert played.board.text == "1 2 3/4 5 0/7 8 6"
    with pytest.raises(OptionError, match="expected 0 to 2 moves"):
        played.position = 3
    assert played.position == 1
    played.play()
    played.pause()
    assert [message["kind"] for message in heard.messages] == ["play", "pause"]


def test_what_is_no_solution_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no solution to play"):
        widget.SolutionWidget(solve(ODD))
    with pytest.raises(OptionError, match="which has its own moves"):
        widget.SolutionWidget(solve(NEAR), "L")
    with pytest.raises(OptionError, match="topology='torus' beside a result"):
        widget.SolutionWidget(solve(NEAR), topology="torus")
    diagonal = pytest.raises(OptionError, match="xpuzzle has diagonal moves")
    with xpuzzle_loaded(tmp_path), diagonal:
        widget.SolutionWidget(solve(NEAR, topology="xpuzzle"))
    with pytest.raises(MoveError, match=r"move 2 \(L\)"):
        widget.SolutionWidget(NEAR, "LL")


def test_a_solution_leads_across_borders() -> None:
    around = solve("1 2 3/4 5 6/0 8 7", topology="torus")
    played = widget.SolutionWidget(around)
    assert (played.moves, played.blanks) == ("R", [8])
    played.position = 1
    assert played.board == played.goal
    walled = widget.SolutionWidget("1 2 3/4 0 5/7 8 6", "LU", topology="walls:0-1")
    assert walled.blanks == [5, 8]
    with pytest.raises(MoveError, match="no tile can move left"):
        widget.SolutionWidget("1 2 3/4 0 5/7 8 6", "LU", topology="walls:4-5")


# The microscope


def test_a_search_is_recorded_and_read_in_pages() -> None:
    shown = widget.SearchWidget(NEAR, "bfs", ("astar", lambda board: 0), node_limit=50)
    heard = Heard(shown)
    ask = {"id": "view-1", "number": 0, "node_limit": 50}
    shown._handle_custom_msg(ask | {"kind": "record"}, [])
    (recorded,) = heard.messages
    assert recorded["id"] == "view-1"
    pages = []
    for start in range(0, recorded["total"], 5):
        shown._handle_custom_msg(ask | {"kind": "lines", "start": start, "count": 5}, [])
        pages += json.loads(heard.messages[-1]["text"])
    kinds = [line["kind"] for line in pages]
    assert (kinds[0], kinds[-1], len(kinds)) == ("header", "end", recorded["total"])
    assert kinds.count("expand") == solve(NEAR, algorithm="bfs").stats.expanded == 9
    assert [search["number"] for search in shown.searches] == [0, 1]
    assert shown.searches[1]["heuristic"] is not None


def test_another_length_is_recorded_beside_the_kernel() -> None:
    shown = widget.SearchWidget(FAR, "bfs", node_limit=2)
    heard = Heard(shown)
    ask = {"id": "view-1", "number": 0, "node_limit": 5, "kind": "record"}
    shown._handle_custom_msg(ask, [])
    total = heard.wait_for("recorded")["total"]
    recorded = shown._recordings[0, 5]
    assert (len(recorded.lines), recorded.result.stats.expanded) == (total, 5)


def test_only_the_beginning_is_recorded_before_the_widget_is_shown() -> None:
    shown = widget.SearchWidget(FAR, "bfs", "astar", node_limit=100)
    assert {key: len(one.lines) > 60 for key, one in shown._recordings.items()} == {
        (0, shown.opening): True, (1, shown.opening): True
    }  # fmt: skip
    assert (shown.opening, shown.steps) == (60, 101)
    short = widget.SearchWidget(NEAR, "bfs")
    assert short.opening == short.node_limit, "it ended before: there is no more to record"


def test_a_recording_that_is_stopped_is_forgotten() -> None:
    shown = widget.SearchWidget(FAR, "bfs", node_limit=2)
    heard = Heard(shown)
    shown._handle_custom_msg({"kind": "stop", "id": "view-1"}, [])
    ask = {"id": "view-1", "number": 0, "node_limit": 20_000, "kind": "record"}
    shown._handle_custom_msg(ask, [])
    assert heard.wait_for("recorded")["total"] < 20_000
    for thread in shown._threads:
        thread.join(60)
    assert list(shown._recordings) == [(0, 2)]


def test_a_search_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = widget.SearchWidget(NEAR, "bfs")
    heard = Heard(shown)
    module = sys.modules["taquin.faces.notebook.searchwidget"]

    def fail(*given: Any, **named: Any) -> None:
        raise OptionError("no room.")

    monkeypatch.setattr(module, "record", fail)
    ask = {"id": "view-1", "number": 0, "node_limit": 5, "kind": "record"}
    shown._handle_custom_msg(ask, [])
    assert heard.wait_for("failed")["message"] == "OptionError: no room."


def test_questions_without_a_search_are_refused() -> None:
    with pytest.raises(UnsolvableError, match="There is no search to watch"):
        widget.SearchWidget(ODD, "bfs")
    with pytest.raises(OptionError, match="expected 1 to 20,000"):
        widget.SearchWidget(NEAR, node_limit=0)
    with pytest.raises(UnknownName, match="no algorithm named 'bsf'"):
        widget.SearchWidget(NEAR, "bsf")
    shown = widget.SearchWidget(NEAR, "bfs")
    with pytest.raises(OptionError, match="step=-1"):
        shown.step = -1


def test_a_search_on_a_torus_is_recorded_there() -> None:
    shown = widget.SearchWidget("1 2 3/4 5 6/0 8 7", "bfs", topology="torus")
    assert shown._recording(0, shown.opening).result.cost == 1
    dear = widget.SearchWidget(NEAR, "ucs", metric="expense", costs=[9] * 8)
    assert dear._recording(0, dear.opening).result.cost == 18


@pytest.mark.parametrize("kind", ["BoardWidget", "SolutionWidget", "SearchWidget"])
def test_what_no_widget_has_is_refused(kind: str) -> None:
    with pytest.raises(OptionError, match=f"{kind} has no option colour"):
        getattr(widget, kind)(NEAR, colour="red")
    with pytest.raises(OptionError, match="boards of type grid only"):
        widget.BoardWidget(NEAR, topology="torus")


# A comparison


def test_a_comparison_is_of_searches_on_the_board_type() -> None:
    around = widget.ComparisonWidget("1 2 3/4 5 6/0 8 7", ["bfs"], topology="torus")
    dear = widget.ComparisonWidget(NEAR, ["ucs"], metric="expense", costs=[9] * 8)
    assert [around.wait(60)[0].cost, dear.wait(60)[0].cost] == [1, 18]


@pytest.fixture
def compared() -> Iterator[Any]:
    made = widget.ComparisonWidget(NEAR, ["bfs", taquin.Row("astar", label="mine")])
    yield made
    made.stop()
    made.wait(60)


def test_a_comparison_ends_with_its_results(compared: Any) -> None:
    assert [result.cost for result in compared.wait(60)] == [2, 2]
    assert not compared.running and compared.message == "All 2 searches have ended."
    assert [row["row"] for row in compared.finished] == [0, 1]
    assert json.loads(json.dumps(compared.finished))[0]["result"]["status"] == "solved"
    assert compared.asked["searches"][1]["label"] == "mine"
    assert "states expanded" in compared._picture()


def test_one_search_is_no_plural() -> None:
    alone = widget.ComparisonWidget(NEAR, ["astar"])
    alone.wait(60)
    assert alone.message == "The search has ended."


def test_a_comparison_is_stopped() -> None:
    endless = widget.ComparisonWidget(
        "korf100:1", [("idastar", "zero"), "bfs"], engine="python", memory_limit=1 << 34
    )
    assert endless.running
    endless._handle_custom_msg({"kind": "stop"}, [])
    (only,) = endless.wait(60)
    assert (only.limit, endless.running) == ("interrupt", False)
    assert endless.message == "Stopped. Unfinished searches have no result."


def test_a_comparison_that_fails_raises_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["taquin.faces.notebook.comparisonwidget"]

    def fail(*given: Any, **named: Any) -> None:
        announce("compiling, about 3 s, once")
        raise OptionError("no room.")

    monkeypatch.setattr(module, "compare", fail)
    failed = widget.ComparisonWidget(NEAR, ["bfs"])
    with pytest.raises(OptionError, match="no room"):
        failed.wait(60)
    assert failed.message == "The comparison failed: OptionError: no room."


def test_an_invalid_comparison_is_refused_before_it_begins() -> None:
    with pytest.raises(UnknownName, match="no algorithm named 'bsf'"):
        widget.ComparisonWidget(NEAR, ["bsf"])


# Progress


def test_progress_of_one_search_and_of_many() -> None:
    bar = widget.ProgressWidget(node_limit=100)
    with bar.listening():
        announce("compiling, about 3 s, once")
        assert bar.message == "compiling, about 3 s, once"
        monitor = taquin.Monitor(taquin.Limits(expansions=100))
        monitor.stats.expanded = 50
        bar(monitor)
        assert (bar.value, bar.total) == (0.5, 1)
        assert bar.message.startswith("50 states expanded in ")
    assert (bar.value, bar.total) == (1, 1) and bar.message.startswith("Done: 50 states")
    compare_many(["1 2 3/4 0 5/7 8 6"], ["bfs", "astar"], on_row=bar.on_row)
    assert (bar.value, bar.total, bar.message) == (2, 2, "2 of 2 searches")
    assert "2 of 2 searches" in bar._picture()


# What a saved notebook shows


def test_each_widget_is_displayed_with_a_picture_that_follows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[tuple[Any, Any]] = []

    def keep(data: Any, *, raw: bool, display_id: str | None = None, metadata: Any = None) -> None:
        shown.append((display_id, data))

    monkeypatch.setattr(base, "display", keep)
    monkeypatch.setattr(base, "update_display", keep)
    board = widget.BoardWidget(NEAR)
    board.moves = "L"
    assert shown == []
    board._ipython_display_()
    (_, live), (name, still) = shown
    assert "application/vnd.jupyter.widget-view+json" in live and name == board.picture
    assert (
        f'<div class="{name}"><img alt="BoardWidget" src="data:image/svg+xml' in still["text/html"]
    )
    board.moves = "LU"
    assert shown[-1][0] == name and shown[-1][1] != still
    assert board._repr_mimebundle_()[0]["image/svg+xml"] == board._picture()


def test_the_tree_of_a_search_is_drawn() -> None:
    shown = widget.SearchWidget("2 8 3/1 6 4/7 0 5", "astar", goal="1 2 3/8 0 4/7 6 5")
    picture = shown._picture()
    assert "A*, manhattan: the tree after 5 expansions" in picture
    assert picture.count("no. ") == 5 and "f 5 = 5 + 0" in picture
    deepening = widget.SearchWidget(NEAR, "ids")._picture()
    assert "f " not in deepening.partition("<desc>")[0] and "no. " in deepening
    both = widget.SearchWidget(NEAR, "bibfs")._picture()
    assert "the tree after" in both


def test_a_large_tree_is_drawn_as_far_as_it_fits() -> None:
    shown = widget.SearchWidget(FAR, "bfs", node_limit=200)
    lines = shown._recording(0, 200).lines
    goal = taquin.named_goal("last", 3, 3)
    assert tree_picture(lines, goal, "bfs") == tree_picture(lines[:60], goal, "bfs")
    large = widget.SearchWidget(taquin.scramble(6, 6, seed=1), "greedy", node_limit=9)
    assert "after 1 expansion<" in large._picture()


# Without the extra


@pytest.mark.parametrize("missing", ["anywidget", "traitlets", "IPython.display"])
def test_without_the_extra_the_error_says_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = ("taquin.widget", "taquin.faces.notebook")
    for name in [name for name in sys.modules if name.startswith(ours)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(taquin, "widget", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=r"pip install 'taquin\[notebook\]'"):
        _ = taquin.widget
    with pytest.raises(ImportError, match="is not installed"):
        importlib.import_module("taquin.widget")
