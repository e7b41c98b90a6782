import io
import json
from collections.abc import Sized
from typing import Any

import pytest

from taquin.ground.errors import OptionError
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.algorithm import ALGORITHMS, run
from taquin.search.monitor import Limits, Observer, Several
from taquin.search.problem import Node
from taquin.search.result import SearchResult, Status
from taquin.solving.answers.result import Result
from taquin.solving.solver import solve
from taquin.teach.trace.printer import ExpansionPrinter
from taquin.teach.trace.verdicts import VERDICTS
from taquin.teach.trace.writer import TraceWriter

SMALL = Board.parse("4 1 2/0 5 3")  # 4 moves from the goal, the blank last
HEAPS = ("ucs", "greedy", "astar", "wastar")
# These stop at the goal before generating all of its siblings.
STOPS_EARLY = ("bibfs", "beam", "bfhs")
ALL = ALGORITHMS.names()


class Watcher(Observer):
    """Records what was expanded, and the frontier at that time."""

    def __init__(self) -> None:
        self.expanded: list[bytes] = []
        self.frontiers: list[list[Any]] = []
        self.sizes: list[tuple[int, int]] = []
        self._frontier: Any = ()
        self._reached: Sized = ()

    def on_start(self, frontier: Sized, reached: Sized) -> None:
        self._frontier, self._reached = frontier, reached

    def on_expand(self, node: Node[Any]) -> None:
        self.expanded.append(node.state)
        self.sizes.append((len(self._frontier), len(self._reached)))
        self.frontiers.append(list(self._frontier) if isinstance(self._frontier, list) else [])


def traced(
    name: str, board: Board = SMALL, *, metric: Any = "stm", cap: int = 20, **options: object
) -> tuple[list[dict[str, Any]], SearchResult, Watcher]:
    puzzle = Puzzle.of(board, metric=metric)
    h = build_heuristic("manhattan", puzzle)
    h_back = build_heuristic("manhattan", puzzle.towards(board))
    stream, watcher = io.StringIO(), Watcher()
    trace = TraceWriter(stream, puzzle, name, options=options, estimate=h, cap=cap)
    both = Several([watcher, trace])
    result = run(name, puzzle.space(board), h, h_back, options=options, observer=both)
    trace.finish(result)
    return [json.loads(line) for line in stream.getvalue().splitlines()], result, watcher


def iterations(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if line["kind"] == "expand"]


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
@pytest.mark.parametrize("name", ALL)
def test_lines_are_the_expansions(name: str, metric: str) -> None:
    lines, result, watcher = traced(name, metric=metric)
    steps = iterations(lines)
    assert [Board.parse(step["chosen"]["board"]).cells for step in steps] == [
        tuple(state) for state in watcher.expanded
    ]
    assert [step["iteration"] for step in steps] == list(range(1, result.stats.expanded + 1))
    successors = sum(len(step["successors"]) for step in steps)
    if name in STOPS_EARLY:
        assert successors <= result.stats.generated
    else:
        assert successors == result.stats.generated
    assert [(s["frontier"]["size"], s["reached"]["size"]) for s in steps] == watcher.sizes
    assert all(step["why"].endswith(".") for step in steps)


@pytest.mark.parametrize("name", ALL)
def test_header_contours_bounds_and_end(name: str) -> None:
    lines, result, _ = traced(name)
    assert lines[0]["kind"] == "header" and lines[0]["algorithm"] == name
    assert set(lines[0]["options"]) == set(ALGORITHMS.get(name).options)
    contours = [line["bound"] for line in lines if line["kind"] == "contour"]
    assert contours == [bound for bound, _ in result.stats.contours]
    bounds = [line["lower_bound"] for line in lines if line["kind"] == "bound"]
    assert bounds == sorted(set(bounds)) and (bounds or [0])[-1] == result.lower_bound
    end = lines[-1]
    assert end["kind"] == "end" and [line["kind"] for line in lines].count("end") == 1
    assert end["status"] == "solved" and end["cost"] == result.cost
    assert end["moves"] == "".join(result.moves or ())
    assert end["stats"] == json.loads(json.dumps(result.stats.as_dict()))


@pytest.mark.parametrize("name", ALL)
def test_successors_follow_from_the_chosen_node(name: str) -> None:
    lines, _, _ = traced(name)
    for step in iterations(lines):
        chosen = step["chosen"]
        for successor in step["successors"]:
            before = Board.parse(successor.get("of", chosen["board"]))
            after = Board.parse(successor["board"])
            moves = successor["move"]
            if step.get("side") == "backwards":
                before, after = after, before
            assert before.apply(moves) == after
            assert successor["verdict"] in VERDICTS
            if "f" in successor:
                assert successor["f"] == successor["g"] + successor["h"]


@pytest.mark.parametrize("tie_break", ["lifo", "fifo", "state", "low_h"])
@pytest.mark.parametrize("name", HEAPS)
def test_heaps_are_listed_in_order_and_ties_are_counted(name: str, tie_break: str) -> None:
    lines, _, watcher = traced(name, tie_break=tie_break, cap=4)
    for step, frontier in zip(iterations(lines), watcher.frontiers, strict=True):
        order = [entry[-1] for entry in sorted(frontier, key=lambda entry: entry[:-1])]
        shown = [Board.parse(node["board"]).cells for node in step["frontier"]["nodes"]]
        assert shown == [tuple(node.state) for node in order[:4]]
        assert all(entry[0] >= step["priority"] for entry in frontier)
        ties = 1 + sum(entry[0] == step["priority"] for entry in frontier)
        if ties > 1:
            assert f"; {ties} of {len(frontier) + 1} nodes in the frontier have it" in step["why"]
        elif frontier:
            only = f"; of {len(frontier) + 1} nodes in the frontier, only this one has it."
            assert step["why"].endswith(only)


def test_equal_boards_in_the_frontier_are_distinguished_by_age() -> None:
    options = {"tie_break": "state", "duplicates": "none"}
    lines, _, _ = traced("ucs", Board.parse("0 3/2 1"), **options)
    sentences = [step["why"] for step in iterations(lines)]
    assert any(why.endswith("whose board comes first, this is the oldest.") for why in sentences)


def test_sentence_of_a_star() -> None:
    lines, _, _ = traced("astar", Board.parse("1 2 3/4 5 6/0 7 8"))
    assert [step["why"] for step in iterations(lines)] == [
        "The start, with f = g + h = 0 + 2 = 2; it is the only node in the frontier.",
        "Smallest f = g + h = 1 + 1 = 2; of 2 nodes in the frontier, only this one has it.",
    ]


@pytest.mark.parametrize("board", ["2 0 4/5 3 1", "3 5 1/0 4 2", "3 5 6/4 1 7/0 8 2"])
def test_ties_are_those_of_the_list_even_where_a_cheaper_path_was_found_since(board: str) -> None:
    # With tile numbers as costs, states are reached again at a smaller cost.
    lines, result, _ = traced("astar", Board.parse(board), metric="expense", cap=1000)
    assert result.stats.popped > result.stats.expanded + 1
    for step in iterations(lines):
        nodes = [step["chosen"], *step["frontier"]["nodes"]]
        ties = sum(node["f"] == step["priority"] for node in nodes)
        assert f"; {ties} of {len(nodes)} nodes" in step["why"] or ties == 1


def test_depth_first_breadth_first_and_deepening_name_their_rule() -> None:
    assert "oldest of" in iterations(traced("bfs")[0])[2]["why"]
    assert "newest of" in iterations(traced("dfs")[0])[2]["why"]
    assert "(limit 5)" in iterations(traced("dls", depth=5)[0])[1]["why"]
    deepening = traced("ids")[0]
    limit = None
    for line in deepening:
        limit = line["bound"] if line["kind"] == "contour" else limit
        if line["kind"] == "expand":
            assert f"(limit {limit})." in line["why"]


def test_deepening_says_under_which_bound() -> None:
    board = Board.parse("3 2 1/4 5 0").apply("D")
    lines, _, _ = traced("idastar", board if Puzzle.of(board).judge(board).solvable else SMALL)
    for step in iterations(lines):
        assert step["chosen"]["f"] <= int(step["why"].rsplit(" ", 1)[1].rstrip("."))


def test_searches_without_a_list_say_so() -> None:
    assert "n/a" in iterations(traced("idastar")[0])[1]["frontier"]["holds"]
    assert "n/a" in iterations(traced("rbfs")[0])[1]["reached"]["holds"]
    assert "n/a" in iterations(traced("astar", duplicates="none")[0])[1]["reached"]["holds"]


def test_cap_bounds_what_is_listed_but_not_the_sizes() -> None:
    few, many = (iterations(traced("bfs", cap=cap)[0]) for cap in (2, 10_000))
    for short, full in zip(few, many, strict=True):
        assert short["frontier"]["size"] == full["frontier"]["size"]
        assert short["frontier"]["nodes"] == full["frontier"]["nodes"][:2]
        assert len(full["reached"]["boards"]) == full["reached"]["size"]
        assert short["reached"]["boards"] == full["reached"]["boards"][:2]
    assert not iterations(traced("bfs", cap=0)[0])[0]["reached"]["boards"]
    with pytest.raises(OptionError, match="cap"):
        TraceWriter(io.StringIO(), Puzzle.of(SMALL), "bfs", cap=-1)


@pytest.mark.parametrize("name", ALL)
def test_a_trace_stops_at_its_limit_and_says_so(name: str) -> None:
    full, result, _ = traced(name)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in full[: len(full) // 2])
    puzzle, stream = Puzzle.of(SMALL), io.StringIO()
    h, back = (build_heuristic("manhattan", p) for p in (puzzle, puzzle.towards(SMALL)))
    most = len(text.encode())
    trace = TraceWriter(stream, puzzle, name, estimate=h, most_bytes=most)
    again = run(name, puzzle.space(SMALL), h, back, observer=trace)
    trace.finish(again)
    assert (again.moves, again.stats) == (result.moves, result.stats)
    *kept, end = stream.getvalue().splitlines(keepends=True)
    assert sum(len(line.encode()) for line in kept) <= most
    lines = [json.loads(line) for line in kept]
    assert lines[0]["most_bytes"] == most and lines[1:] == full[1 : len(lines)]
    last = json.loads(end)
    listed = len(iterations(lines))
    assert last["left_out"] == trace.left_out == result.stats.expanded - listed
    assert full[-1]["left_out"] == 0 and last["moves"] == full[-1]["moves"]
    assert trace.cut is not None and last["why"].endswith(trace.cut)
    assert f"lists {listed:,} of {result.stats.expanded:,} expansions" in trace.cut


def test_a_limit_of_no_bytes_leaves_header_and_end() -> None:
    puzzle, stream = Puzzle.of(SMALL), io.StringIO()
    trace = TraceWriter(stream, puzzle, "bfs", most_bytes=0)
    trace.finish(run("bfs", puzzle.space(SMALL), observer=trace))
    kinds = [json.loads(line)["kind"] for line in stream.getvalue().splitlines()]
    assert kinds == ["header", "end"]
    with pytest.raises(OptionError, match="most_bytes"):
        TraceWriter(io.StringIO(), puzzle, "bfs", most_bytes=-1)


def test_without_an_estimate_h_comes_from_the_reached_states() -> None:
    puzzle, stream = Puzzle.of(SMALL), io.StringIO()
    h = build_heuristic("manhattan", puzzle)
    trace = TraceWriter(stream, puzzle, "astar")
    trace.finish(run("astar", puzzle.space(SMALL), h, observer=trace))
    steps = iterations([json.loads(line) for line in stream.getvalue().splitlines()])
    for step in steps:
        for successor in step["successors"]:
            assert successor["h"] == h(puzzle.encode(Board.parse(successor["board"])))


def solved_with_trace(board: str, name: str, **arguments: Any) -> tuple[list[Any], Result]:
    start, stream = Board.parse(board), io.StringIO()
    trace = TraceWriter(stream, Puzzle.of(start), name)
    result = solve(start, algorithm=name, observer=trace, **arguments)
    trace.finish(result)
    return [json.loads(line) for line in stream.getvalue().splitlines()], result


def test_limit_unsolvable_and_goal_at_once() -> None:
    lines, result = solved_with_trace("8 6 7/2 5 4/3 0 1", "bfs", node_limit=10)
    assert len(iterations(lines)) == 10 and result.status is Status.LIMIT
    assert lines[-1]["why"].startswith("Stopped by the limit on expansions; ")
    lines, _ = solved_with_trace("1 2 3/4 5 6/8 7 0", "astar")
    assert [line["kind"] for line in lines] == ["header", "end"]
    assert lines[-1]["why"].startswith("Unsolvable: ")
    lines, _ = solved_with_trace("1 2 3/4 5 6/7 8 0", "astar")
    assert (
        not iterations(lines) and lines[-1]["why"] == "Solved at cost 0, which is proved optimal."
    )
    lines, _ = solved_with_trace("8 6 7/2 5 4/3 0 1", "dls", options={"depth": 3})
    assert lines[-1]["status"] == "incomplete"


def test_tracing_changes_no_counter() -> None:
    for name in ALL:
        _, traced_result, _ = traced(name)
        puzzle = Puzzle.of(SMALL)
        h, back = (build_heuristic("manhattan", p) for p in (puzzle, puzzle.towards(SMALL)))
        plain = run(name, puzzle.space(SMALL), h, back, limits=Limits())
        assert plain.stats == traced_result.stats and plain.moves == traced_result.moves


def test_expansion_printer() -> None:
    board = Board.parse("1 2 3/4 5 6/0 7 8")
    stream = io.StringIO()
    result = solve(board, algorithm="astar", observer=ExpansionPrinter(stream))
    assert stream.getvalue() == (
        "The best state to expand with g(n) = 0 and h(n) = 2 is ...\n"
        "1 2 3\n4 5 6\n0 7 8\n\n"
        "The best state to expand with g(n) = 1 and h(n) = 1 is ...\n"
        "1 2 3\n4 5 6\n7 0 8\n\n"
    )
    assert stream.getvalue().count("best state") == result.stats.expanded


def test_expansion_printer_stops_at_its_limit() -> None:
    stream = io.StringIO()
    printer = ExpansionPrinter(stream, Puzzle.of(SMALL), most=2)
    result = solve(SMALL, algorithm="bfs", observer=printer)
    assert stream.getvalue().count("best state") == 2
    assert printer.left_out == result.stats.expanded - 2 > 0


def test_expansion_printer_needs_the_width_of_a_rectangle() -> None:
    puzzle, stream = Puzzle.of(SMALL), io.StringIO()
    solve(SMALL, algorithm="bfs", observer=ExpansionPrinter(stream, puzzle))
    assert "4 1 2\n0 5 3\n" in stream.getvalue()
    with pytest.raises(OptionError, match="pass the puzzle"):
        solve(SMALL, algorithm="bfs", observer=ExpansionPrinter(io.StringIO()))
