"""The library: what results, comparisons and registries show and accept."""

import csv
import io
import json
import pickle
import random
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import taquin
from taquin import (
    ALGORITHMS,
    HEURISTICS,
    TOPOLOGIES,
    Board,
    Comparison,
    MissingExtra,
    NotationError,
    OptionError,
    Puzzle,
    Row,
    Stats,
    Status,
    TaquinError,
    UnknownName,
    algorithm,
    at_depth,
    compare,
    compare_many,
    heuristic,
    random_walk,
    scramble,
    solve,
)
from taquin.faces.cli.live import progress_line
from taquin.faces.cli.text import terminal_width
from taquin.ground.registry import Registry
from taquin.heuristics.base import canonical_name
from taquin.solving.result_text import result_text

EIGHT = "7 0 2/8 5 3/6 1 4"
NEAR = "1 2 3/4 0 5/7 8 6"


def out_of_place(board: Board) -> int:
    """Tiles that are not on their goal cell, for goal last."""
    return sum(tile not in (0, cell + 1) for cell, tile in enumerate(board))


def divides(board: Board) -> int:
    return len(board.cells) // board.cells.count(99)


class _Tags(HTMLParser):
    """Checks that tags nest."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def tags(html: str) -> set[str]:
    parser = _Tags()
    parser.feed(html)
    parser.close()
    assert not parser.open
    return parser.seen


# Results


def test_a_result_reads_as_the_command_prints_it() -> None:
    result = solve(EIGHT, goal="first", algorithm="astar")
    assert terminal_width() is None
    assert str(result) == result_text(result) and "solved in 27" in str(result)
    assert repr(result) == (
        "<Result astar manhattan: solved, cost 27, proved optimal, 3,306 expanded>"
    )


def test_the_text_of_a_result_is_plain() -> None:
    """Memory, depth and the cost in expense, as the person who ran the search reads them."""
    text = str(solve(EIGHT, goal="first", algorithm="astar", heuristic="manhattan"))
    memory = "memory   at most 1,841 nodes in the frontier and 5,066 states stored; "
    assert re.search(rf"^{memory}[\d,]+ MB in total$", text, re.MULTILINE)
    assert "\ndepth    deepest node: 27; effective branching factor 1.329\n" in text
    expense = "2 3 6/1 0 7/4 8 5"
    solved = "solved at cost 63 (sum of the tiles moved), proved optimal"
    assert solved in str(solve(expense, metric="expense", algorithm="astar"))
    stopped = str(solve(expense, metric="expense", algorithm="ucs", node_limit=5))
    assert "node limit; a solution costs at least 5 (sum of the tiles moved)" in stopped


@pytest.mark.parametrize(
    ("evaluated", "depth"), [(0, "depth limit 18"), (9, "bound 18"), (None, "deepest node 7")]
)
def test_progress_names_the_depth_limit_or_bound(evaluated: int | None, depth: str) -> None:
    contours = [] if evaluated is None else [[18, 3]]
    stats = Stats(expanded=3, max_depth=7, evaluated=evaluated or 0, contours=contours)
    running: Any = SimpleNamespace(
        stats=stats, seconds=1.0, lower_bound=18, waiting=2, incumbent=None
    )
    assert progress_line(running) == (
        f"{depth} · a solution costs at least 18 · 3 expanded (3/s) · 2 in the frontier · 1.0 s"
    )
    running.incumbent = SimpleNamespace(g=31)
    assert "at least 18 · best so far 31 · 3 expanded" in progress_line(running)


@pytest.mark.parametrize(
    ("asked", "words", "solved"),
    [
        ({"algorithm": "dfs"}, "cost ", True),
        ({"algorithm": "bfs", "node_limit": 5}, "node limit, at least 2, 5 expanded", False),
        ({"algorithm": "dls", "options": {"depth": 1}}, "incomplete", False),
    ],
)
def test_repr_is_short_and_bool_says_solved(
    asked: dict[str, Any], words: str, *, solved: bool
) -> None:
    result = solve("1 2 3/4 5 6/0 7 8" if solved else EIGHT, **asked)
    assert words in repr(result) and len(repr(result)) < 120 and "\n" not in repr(result)
    assert bool(result) is result.solved is solved


def test_an_unsolvable_board_is_a_false_result() -> None:
    result = solve("1 2 3/4 5 6/8 7 0")
    assert not result and repr(result) == "<Result astar manhattan: unsolvable>"


def test_html_has_counters_and_a_picture_and_escapes_text() -> None:
    result = solve(EIGHT, goal="first", algorithm="astar")
    html = result._repr_html_()
    assert "table" in tags(html) and "3,306 expanded" in html
    assert html.count("<svg") == 1 and (result._repr_svg_() or "no strip") in html

    def evil(board: Board) -> int:
        return 0

    evil.__name__ = "<script>x</script>"
    shown = solve(NEAR, algorithm="astar", heuristic=evil)._repr_html_()
    assert "script" not in tags(shown) and "&lt;script&gt;" in shown


def test_a_long_solution_is_shown_by_its_first_board() -> None:
    result = solve(scramble(6, 6, seed=1), algorithm="rows")
    assert result.moves is not None and len(result.moves) > 100
    html = result._repr_html_()
    assert "table" in tags(html) and len(html) < 20_000
    assert html.count("<svg") == 1 and result.board._repr_svg_() in html


# Comparisons


def test_a_comparison_behaves_like_a_list() -> None:
    rows = compare(NEAR, ["bfs", "idastar"])
    assert isinstance(rows, Comparison) and len(rows) == 2
    assert rows == list(rows) == [rows[0], rows[1]] and rows != []
    assert rows[:1] == [rows[0]] and isinstance(rows[:1], Comparison) and rows[-1] is rows[1]
    assert [r.algorithm for r in reversed(rows)] == ["idastar", "bfs"]
    assert rows[0] in rows and rows.index(rows[1]) == 1
    assert repr(rows) == "<Comparison of 2 searches, 2 solved: bfs, idastar with manhattan>"
    assert str(rows[:0]) == repr(rows[:0]) == "<Comparison of 0 searches, 0 solved: >"
    assert tags(rows[:0]._repr_html_()) == {"p"}
    with pytest.raises(TypeError):
        rows[0] = rows[1]  # type: ignore[index]


def test_a_comparison_in_every_form() -> None:
    rows = compare(NEAR, ["bfs", "astar:h1", Row("idastar", label="a<b & c_d")])
    flat = rows.to_rows()
    assert [row["search"] for row in flat] == ["bfs", "astar with misplaced", "a<b & c_d"]
    assert len({tuple(row) for row in flat}) == 1
    assert all(not isinstance(v, (dict, list, tuple)) for row in flat for v in row.values())
    assert flat[0]["expanded"] == rows[0].stats.expanded and flat[0]["moves"] == "LU"
    assert str(rows).splitlines()[0] == f"board {NEAR}, goal 1 2 3/4 5 6/7 8 0, metric stm"
    html = rows._repr_html_()
    assert "table" in tags(html) and (rows.plot() or "no bars") in html
    assert html.count("a&lt;b &amp; c_d") == 3  # in the table, and the bars' label and description
    assert rows.to_markdown().count("\n") == 4
    assert "c\\_d" in rows.to_latex()
    assert [row["search"] for row in csv.DictReader(io.StringIO(rows.to_csv()))] == [
        row["search"] for row in flat
    ]


def test_a_comparison_fits_a_narrow_terminal() -> None:
    rows = compare(NEAR, ["bfs", "astar"])
    assert max(map(len, rows.text(width=60).splitlines())) <= 60
    assert "hidden in this narrow terminal: peak reached" in rows.text(width=60)


def test_a_comparison_can_be_plotted(tmp_path: Path) -> None:
    rows = compare(NEAR, ["bfs", "astar", ("greedy", divides)])
    assert rows.plot(tmp_path / "rows.svg") is None
    shown = rows.plot()
    assert shown is not None and shown._repr_svg_() == (tmp_path / "rows.svg").read_text("utf-8")
    assert "greedy" not in shown  # a search that failed has no bar


def test_data_frames_need_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = compare(NEAR, ["bfs"])
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match="pip install pandas"):
        rows.to_pandas()
    stand_in = ModuleType("pandas")
    stand_in.DataFrame = lambda given: ("frame", given)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", stand_in)
    assert rows.to_pandas() == ("frame", rows.to_rows())


# Rows that fail


@pytest.fixture
def hill() -> Iterator[str]:
    @algorithm("hill", optimal=False, complete=False, informed=True, paper="a course")
    def climb(space: Any, h: Any, monitor: Any) -> Any:
        """Fails."""
        raise ZeroDivisionError("nothing to divide by")

    yield "hill"
    ALGORITHMS.remove("hill")


def test_a_row_that_raises_leaves_the_others_intact() -> None:
    rows = compare(NEAR, ["bfs", ("astar", divides), "idastar"])
    assert [row.status for row in rows] == [Status.SOLVED, Status.ERROR, Status.SOLVED]
    failed = rows[1]
    assert failed.error is not None and failed.error.kind == "OptionError"
    assert "divides raised ZeroDivisionError" in failed.error.message
    assert f"{Path(__file__).name}, line " in failed.error.message
    assert not failed and failed.cost is failed.moves is failed.lower_bound is None
    assert not failed.optimal
    assert "astar with divides: error: " in str(rows) and "error: heuristic" in str(failed)
    assert "ZeroDivisionError" in repr(failed)
    plain = failed.as_dict()
    assert plain["status"] == "error" and plain["stats"] is None
    assert plain["error"] == {"kind": "OptionError", "message": failed.error.message}
    assert "error" not in rows[0].as_dict()
    assert rows.to_rows()[1]["expanded"] is None and "divides" in rows.to_csv()
    for text in (rows.to_markdown(), rows.to_latex(), rows._repr_html_()):
        assert "ZeroDivisionError" in text


def test_an_error_in_a_user_s_algorithm_becomes_a_row(hill: str) -> None:
    rows = compare(NEAR, ["bfs", hill])
    assert rows[1].error is not None and rows[1].error.kind == "ZeroDivisionError"
    assert Path(__file__).name in rows[1].error.message


def test_a_refused_search_becomes_a_row() -> None:
    rows = compare(NEAR, ["bfs", "rbfs"], engine="compiled")
    assert rows[0].solved and rows[1].error is not None
    assert "no compiled form" in rows[1].error.message


@pytest.mark.parametrize(
    ("rows", "more", "words"),
    [
        (["bfs", "aster"], {}, "no algorithm named 'aster'"),
        (["bfs", "astar:manhatan"], {}, "no heuristic named 'manhatan'"),
        (["bfs", "bfs:manhattan"], {}, "uses no heuristic"),
        (["bfs", "astar:"], {}, "a heuristic after the colon"),
        (
            ["bfs", Row("astar", None, {"weight": 2})],
            {},
            "It is an option of arastar, dps, ees, wastar",
        ),
        (["bfs", ("mm", out_of_place)], {}, "also needs estimates of the distance to the start"),
        (["bfs"], {"engine": "fast"}, "no engine named 'fast'"),
        (["bfs"], {"progress": 5}, "progress=5"),
        (["bfs", ("astar",)], {}, "a pair such as"),
    ],
)
def test_invalid_arguments_are_refused_before_any_search(
    rows: list[Any], more: dict[str, Any], words: str
) -> None:
    began: list[int] = []
    with pytest.raises(TaquinError, match=re.escape(words)):
        compare(NEAR, rows, on_row=lambda number, *_: began.append(number), **more)
    assert not began


def test_an_error_in_a_progress_callback_is_raised() -> None:
    def stop(monitor: object) -> None:
        raise OptionError("enough")

    with pytest.raises(OptionError, match="enough"):
        compare("korf100:1", ["bfs"], engine="python", progress=stop, time_limit=5)


def test_an_interrupt_keeps_the_finished_rows() -> None:
    def interrupts(board: Board) -> int:
        raise KeyboardInterrupt

    rows = compare(NEAR, ["bfs", ("astar", interrupts), "idastar"])
    assert [row.limit for row in rows] == [None, "interrupt"]


def test_interrupted_while_tables_are_made() -> None:
    @heuristic("slow_tables", admissible=True, consistent=True, paper="a course")
    def slow_tables(puzzle: Puzzle) -> Any:
        raise KeyboardInterrupt

    try:
        rows = compare(NEAR, ["bfs", ("astar", slow_tables), "idastar"])
    finally:
        HEURISTICS.remove("slow_tables")
    assert [row.limit for row in rows] == [None, "interrupt"]


# Heuristics as functions


def test_a_function_is_a_heuristic_that_proves_nothing() -> None:
    ours = solve(EIGHT, algorithm="astar", heuristic="misplaced", engine="python")
    theirs = solve(EIGHT, algorithm="astar", heuristic=out_of_place)
    assert theirs.cost == ours.cost and theirs.stats.expanded == ours.stats.expanded
    assert ours.optimal and not theirs.optimal and theirs.lower_bound == 0
    assert type(theirs.heuristic) is str and theirs.heuristic == "out_of_place"
    assert any("admissible" in note for note in theirs.notes)
    assert pickle.loads(pickle.dumps(theirs)).heuristic == "out_of_place"
    json.dumps(theirs.as_dict())


def test_a_function_is_not_confused_with_a_heuristic_of_its_name() -> None:
    def manhattan(board: Board) -> int:
        return 0

    result = solve(NEAR, algorithm="astar", heuristic=manhattan)
    assert result.heuristic == f"{__name__}.manhattan" and not result.optimal


def test_a_registered_factory_keeps_its_claims() -> None:
    from taquin.heuristics.manhattan import manhattan

    assert repr(solve(NEAR, algorithm="astar", heuristic=manhattan)) == repr(
        solve(NEAR, algorithm="astar", heuristic="manhattan")
    )


def test_functions_choose_python_and_have_no_compiled_form() -> None:
    board = random_walk(4, 4, 10, seed=3)
    assert solve(board, algorithm="idastar", heuristic=out_of_place).engine == "python"
    assert solve(board, heuristic=out_of_place).engine == "python"
    with pytest.raises(OptionError, match=r"out_of_place has no compiled form.*engine=python"):
        solve(board, algorithm="idastar", heuristic=out_of_place, engine="compiled")


@pytest.mark.parametrize("value", [1.5, -1, None, "3", float("nan")])
def test_an_invalid_estimate_is_reported_with_the_board(value: Any) -> None:
    def h(board: Board) -> Any:
        return value

    said = re.escape(f"Heuristic h returned {value!r} for the board {NEAR}; expected a whole")
    with pytest.raises(OptionError, match=said):
        solve(NEAR, algorithm="greedy", heuristic=h)


def test_numpy_numbers_are_whole_numbers() -> None:
    result = solve(NEAR, algorithm="astar", heuristic=lambda board: np.int64(out_of_place(board)))
    assert result.solved and result.heuristic == "<lambda>"


def test_an_invalid_heuristic_is_refused() -> None:
    with pytest.raises(OptionError, match="a name such as manhattan, or a function"):
        solve(NEAR, algorithm="astar", heuristic=5)  # type: ignore[arg-type]


# Boards


@pytest.mark.parametrize("kind", ["uint8", "int64", "float64", "object"])
def test_arrays_are_boards(kind: str) -> None:
    rows = np.array([[7, 0, 2], [8, 5, 3], [6, 1, 4]]).astype(kind)
    assert Board.parse(rows) == Board.of_rows(rows) == Board.parse(EIGHT)
    assert Board.parse(rows.ravel()) == Board.parse(EIGHT)
    assert Board.parse(rows.reshape(9, 1)[:, 0], size=(3, 3)) == Board.parse(EIGHT)
    assert solve(rows, goal="first").cost == 27
    assert Board.of_rows([rows[0], list(rows[1]), tuple(rows[2])]) == Board.parse(EIGHT)
    assert compare(np.array([[1, 2], [0, 3]], kind), ["bfs"])[0].cost == 1


@pytest.mark.parametrize(
    "given",
    [
        np.arange(8).reshape(2, 2, 2),
        np.array(5),
        np.array([[1, 2], [3, 0.5]]),
        np.zeros((3, 3)),
        np.arange(200_000),
        np.array([[True, False], [True, True]]),
        [],
        [[1, 2], [3]],
    ],
    ids=str,
)
def test_an_invalid_board_is_refused(given: Any) -> None:
    for read in (Board.parse, Board.of_rows, solve):
        with pytest.raises(NotationError):
            read(given)


def test_boards_print_as_rows_and_format_as_one_line() -> None:
    board = Board.parse("10 2 3 4/1 5 6 7/9 0 8 11")
    assert str(board) == "10  2  3  4\n 1  5  6  7\n 9  _  8 11"
    assert board.text == f"{board}" == "10 2 3 4/1 5 6 7/9 0 8 11"
    assert f"{board:json}" == "[[10, 2, 3, 4], [1, 5, 6, 7], [9, 0, 8, 11]]"
    with pytest.raises(NotationError, match="no board format named 'nonsense'"):
        f"{board:nonsense}"


def test_random_boards_from_seeds_sources_sizes_and_puzzles() -> None:
    puzzle = Puzzle.of("123456780", goal="snake", topology="torus")
    given: dict[str, Any] = {"goal": "snake", "topology": "torus"}
    assert scramble(3, 3, seed=1, **given) == scramble(puzzle, seed=1)
    assert scramble(3, 3, seed=1) == scramble(3, 3, rng=random.Random(1))
    assert at_depth(3, 3, 20, seed=4) == at_depth(3, 3, 20, random.Random(4))
    assert at_depth(3, 3, 9, seed=4, **given) == at_depth(puzzle, 9, seed=4)
    assert random_walk(3, 3, 9, seed=4, **given) == random_walk(puzzle, 9, random.Random(4))
    assert scramble(3, 2).size == at_depth(3, 2, 5).size == random_walk(3, 2, 5).size == "3x2"
    assert solve(at_depth(3, 2, 7, metric="expense", seed=1), metric="expense").cost == 7


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: scramble(3), "expected width, height; or a Puzzle"),
        (lambda: at_depth(3, 3), "expected width, height, depth"),
        (lambda: at_depth("3x3", 3), "expected width, height, depth"),
        (lambda: random_walk(3, 3, 2.5), "expected width, height, moves"),
        (lambda: scramble(3, 3, seed=1, rng=random.Random(1)), "expected only one"),
        (lambda: scramble(3, 3, rng=7), "expected a random.Random"),
        (lambda: scramble(3, 3, seed=random.Random(1)), "as rng="),
        (lambda: scramble(Puzzle.of("1230"), topology="torus"), "has its own"),
    ],
)
def test_invalid_arguments_for_random_boards_are_refused(call: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        call()


def test_one_word_for_the_board_type() -> None:
    board = Board.parse("0 1 2/3 4 5/6 7 8")
    assert board.apply("R", topology="torus").text == "2 1 0/3 4 5/6 7 8"
    assert board.legal_moves("torus") == "UDLR"
    with pytest.raises(TypeError):
        Puzzle.of(board, board_type="torus")  # type: ignore[call-arg]


# Many boards


def test_many_boards_as_in_the_command() -> None:
    from cli import taquin as command

    many = compare_many(4, ["bfs", "astar"], depth=8, seed=3)
    told = command("compare", "-n", "4", "-a", "bfs", "-a", "astar", "--depth", "8", "--seed", "3",
                   "--format", "json").json[0]  # fmt: skip
    assert [line.expanded for line in many.lines] == [line["expanded"] for line in told["lines"]]
    assert many.title == told["suite"] and many.exit_code == 0 and many.seed == 3
    assert {row["cost"] for row in many.to_rows()} == {8}
    assert "table" not in tags(many._repr_html_())
    assert (many.plot() or "no curves") in many._repr_html_()
    assert str(many).startswith("4 3x3 boards at distance 8") and "searches" in repr(many)


def test_many_given_boards_and_functions_that_fail() -> None:
    numbers: list[tuple[int, int]] = []
    many = compare_many(
        [NEAR, Board.parse("1 2/3 0"), np.array([[1, 2], [0, 3]])],
        ["bfs", ("astar", out_of_place), ("greedy", divides)],
        on_row=lambda number, total, row: numbers.append((number, total)),
    )
    assert numbers == [(n, 9) for n in range(1, 10)]
    assert [row["status"] for row in many.rows] == ["solved", "solved", "error"] * 3
    assert many.exit_code == 2 and "greedy with divides (heuristic divides raised" in str(many)
    assert many.seed is None and "seed none" in str(many)
    assert [line.contestant for line in many.lines] == ["bfs", "astar with out_of_place"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: compare([Board.parse(NEAR)] * 2, ["bfs"]), "a list of 2 boards"),
        (lambda: compare([NEAR, "1 2/3 0"], ["bfs"]), "a list of 2 boards"),
        (lambda: solve(["korf100:1"]), "a list of 1 board;"),
        (lambda: compare_many(NEAR, ["bfs"]), "expected several boards"),
        (lambda: compare_many([], ["bfs"]), "at least one"),
        (lambda: compare_many(0, ["bfs"]), "expected 1 to 100,000"),
        (lambda: compare_many([NEAR], ["bfs"], depth=3), "give their number"),
        (lambda: compare_many(2, ["bfs", "BFS"]), "given twice"),
        (lambda: compare_many(2, ["bfs"], depth=3, walk=3), "two ways to scramble"),
    ],
)
def test_invalid_arguments_for_many_boards_are_refused(call: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        call()


# Names


@pytest.mark.parametrize("registry", [ALGORITHMS, HEURISTICS, TOPOLOGIES], ids=lambda r: r.kind)
def test_registries_look_up_count_and_show_names(registry: Registry[Any]) -> None:
    names = registry.names()
    assert len(registry) == len(names) and registry[names[0]].name == names[0]
    assert all(name in repr(registry) for name in names) and "nonsense" not in registry
    with pytest.raises(KeyError) as caught:
        registry["nonsense"]
    assert isinstance(caught.value, UnknownName) and str(caught.value).startswith("no ")
    for spec in registry:
        for alias in (spec.name.upper(), *spec.aliases, *map(str.upper, spec.aliases)):
            assert registry[alias] is spec and alias in registry


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("a*", "astar"), ("IDA*", "idastar"), ("dijkstra", "ucs"), ("gbfs", "greedy"),
        ("iddfs", "ids"), ("wa*", "wastar"), ("BFS", "bfs"),
    ],
)  # fmt: skip
def test_results_carry_the_canonical_algorithm(alias: str, name: str) -> None:
    assert solve(NEAR, algorithm=alias).algorithm == name
    assert compare(NEAR, [alias])[0].algorithm == name


@pytest.mark.parametrize(
    ("alias", "name"),
    [("h1", "misplaced"), ("hamming", "misplaced"), ("H2", "manhattan"),
     ("max:h1,h2", "max:misplaced,manhattan")],
)  # fmt: skip
def test_results_carry_the_canonical_heuristic(alias: str, name: str) -> None:
    assert canonical_name(alias) == name
    assert solve(NEAR, algorithm="astar", heuristic=alias).heuristic == name


def test_an_alias_cannot_be_registered_again() -> None:
    with pytest.raises(OptionError, match=r"'a\*' is already a name of another algorithm"):
        algorithm("a*", optimal=False, complete=False, paper="")(lambda space, monitor: None)
    assert ALGORITHMS["a*"].name == "astar"


def test_an_alias_is_removed_with_its_name() -> None:
    @heuristic("gone", admissible=True, consistent=True, aliases=("soon",), paper="")
    def gone(puzzle: Puzzle) -> Any:
        return lambda state: 0

    assert HEURISTICS["soon"].name == "gone"
    HEURISTICS.remove("gone")
    assert "soon" not in HEURISTICS


def test_an_option_of_another_algorithm_names_it() -> None:
    with pytest.raises(UnknownName, match=r"no option of astar named 'weight'. It is an option of"):
        solve(NEAR, algorithm="astar", options={"weight": 2})
    with pytest.raises(UnknownName, match=r"'depth'. It is an option of dls, ids\."):
        solve(NEAR, algorithm="bfs", options={"depth": 2})
    with pytest.raises(UnknownName, match="Did you mean 'weight'"):
        solve(NEAR, algorithm="wastar", options={"wieght": 2})


def test_every_public_name_has_an_example() -> None:
    page = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\w+", page))
    assert not set(taquin.__all__) - shown


def test_the_server_resolves_aliases() -> None:
    from taquin.faces.web.process.limits import ServerLimits
    from taquin.faces.web.process.question import Asked, Search, read_question

    limits = ServerLimits(1, 1 << 30, 10.0, 10.0, 10**6)
    named = (("astar", "manhattan"), ("A*", "h2"), ("a-star", None))
    asked = [Asked("solve", EIGHT, searches=[Search(*names)]) for names in named]
    assert len({read_question(one, limits).keys[0] for one in asked}) == 1
