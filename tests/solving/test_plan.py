"""A plan: ordered stages, shown in one screen, run within what is left of the limits."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli import taquin
from taquin import Board, Limits, Observer, Puzzle, Status, scramble, solve
from taquin.ground.errors import ExitCode
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.goal import named_goal
from taquin.puzzle.topology import topology
from taquin.solving import runner
from taquin.solving.answers.making import stopped
from taquin.solving.plan.choice import bound_search
from taquin.solving.plan.stage import Budget, Changes, HandsOver, Plan, Spent, Stage
from taquin.solving.question.reading import read_request, request_for
from taquin.solving.runner import answer
from taquin.solving.shown.plan_text import plan_text

BOARD = "korf24:40"


def stages(plan: Plan) -> list[tuple[str, str | None, str]]:
    return [(stage.algorithm, stage.means, stage.changes) for stage in plan]


@pytest.fixture
def nothing_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored tables change the plan."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))


@pytest.mark.usefixtures("nothing_built")
def test_the_plan_of_a_24_puzzle_has_every_search_that_may_run() -> None:
    assert stages(read_request(BOARD).plan) == [
        ("astar", "python", "answer"),
        ("anytime_beam", "python", "answer"),
        ("idastar", "python", "improve"),
        ("idastar", "compiled", "improve"),
        ("idastar", "python", "improve"),
        ("rows", "python", "rescue"),
    ]
    assert stages(read_request(BOARD, optimal=True).plan) == [
        ("astar", "python", "answer"),
        ("anytime_beam", "python", "scout"),
        ("idastar", "pruned", "answer"),
    ]


@pytest.mark.usefixtures("nothing_built")
@pytest.mark.parametrize(
    ("size", "board_type", "metric", "proves"),
    [("5x5", "torus", "stm", True), ("5x5", "grid", "mtm", True), ("5x5", "torus", "mtm", True),
     ("6x6", "grid", "mtm", True), ("12x3", "grid", "mtm", True), ("9x9", "grid", "mtm", True),
     ("21x20", "grid", "mtm", False), ("9x9", "torus", "expense", True),
     ("5x5", "grid", "expense", True),
     ("5x4", "walls:0-1", "expense", True)],
)  # fmt: skip
def test_beams_use_the_time_in_every_metric_and_on_every_board_type(
    size: str, board_type: str, metric: Any, proves: bool
) -> None:
    width, height = map(int, size.split("x"))
    start = scramble(width, height, topology=board_type, seed=1)
    plan = read_request(start, topology=board_type, metric=metric).plan
    assert plan.main.algorithm == "anytime_beam"
    improving = {stage.algorithm for stage in plan if stage.changes is Changes.IMPROVE}
    prover = "astar" if metric == "mtm" and width * height <= 25 else "idastar"
    assert improving == ({prover} if proves else set())


@pytest.mark.parametrize(
    ("size", "board_type", "heuristic", "means"),
    [("7x7", "grid", "linear_conflict", None), ("8x8", "grid", "manhattan", None),
     ("9x9", "grid", "linear_conflict", "python"), ("20x2", "grid", "linear_conflict", "python"),
     ("2x20", "walls:0-1", "max:manhattan,linear_conflict", "python"),
     ("12x3", "torus", "manhattan", None)],
)  # fmt: skip
def test_lines_too_long_for_a_kernel_are_looked_at_in_python(
    size: str, board_type: str, heuristic: str, means: str | None
) -> None:
    width, height = map(int, size.split("x"))
    start = scramble(width, height, topology=board_type, seed=1)
    stage = bound_search(Puzzle.of(start, topology=board_type))
    assert (stage.heuristic, stage.means) == (heuristic, means)
    for engine in ("auto", "compiled"):
        plan = read_request(start, topology=board_type, engine=engine).plan
        in_python = any(one.changes is Changes.IMPROVE and one.means == "python" for one in plan)
        assert in_python is (engine == "auto")


def test_no_bound_is_lower_than_that_of_a_heuristic_that_sees_more() -> None:
    start = scramble(2, 20, topology="walls:0-1", seed=1)
    puzzle = Puzzle.of(start, topology="walls:0-1")
    most = build_heuristic("max:manhattan,linear_conflict", puzzle)(puzzle.encode(start))
    assert build_heuristic("manhattan", puzzle)(puzzle.encode(start)) < most == 273
    result = solve(start, topology="walls:0-1", algorithm="rows")
    assert result.lower_bound == most


@pytest.mark.parametrize("board_type", ["grid", "torus", "walls:0-1"])
@pytest.mark.parametrize("size", [(7, 2), (5, 3), (4, 4)])
def test_tiles_with_costs_are_weighted_by_pattern_databases(
    size: tuple[int, int], board_type: str
) -> None:
    start = scramble(*size, topology=board_type, seed=1)
    for costs in (None, list(range(size[0] * size[1] - 1, 0, -1))):
        plan = read_request(start, topology=board_type, metric="expense", costs=costs).plan
        assert plan.main.algorithm == "astar"
        assert plan.main.heuristic is not None and plan.main.heuristic.startswith("pdb:")
        near, *others = plan
        assert (near.tries, near.means, near.budget.near) == (True, "python", len(start))
        assert [(stage.algorithm, stage.means) for stage in others][:3] == [
            ("astar", "compiled"), ("astar", "python"), ("anytime_beam", "python"),
        ]  # fmt: skip


def test_a_heuristic_that_is_named_is_that_of_the_search_that_proves() -> None:
    plan = read_request(scramble(4, 4, seed=1), metric="expense", heuristic="manhattan").plan
    assert (plan.main.algorithm, plan.main.heuristic) == ("astar", "manhattan")
    compiled = read_request(scramble(5, 5, topology="torus", seed=1), topology="torus",
                            engine="compiled").plan  # fmt: skip
    assert compiled.main.algorithm == "wastar"


@pytest.mark.parametrize(
    ("given", "means"),
    [
        ({"algorithm": "astar"}, ["python", "compiled", "python"]),
        ({"algorithm": "astar", "engine": "python"}, ["python"]),
        ({"algorithm": "astar", "engine": "compiled"}, ["compiled"]),
        ({"algorithm": "rows"}, ["python"]),
        ({"algorithm": "idastar", "heuristic": "pdb:5-5-5"}, ["pruned"]),
    ],
)
def test_a_named_search_has_the_stages_of_its_engine(given: Any, means: list[str]) -> None:
    assert [stage.means for stage in read_request("korf100:1", **given).plan] == means


@pytest.mark.parametrize(
    ("budget", "limits", "within"),
    [
        (Budget(), (10.0, 100), (8.0, 60)),
        (Budget(expansions=50), (None, None), (None, 50)),
        (Budget(expansions=50, share=0.1), (10.0, 100), (1.0, 10)),
        (Budget(seconds=4.0), (10.0, None), (4.0, None)),
        (Budget(seconds=4.0), (5.0, None), (3.0, None)),
        (Budget(leaves=0.1), (12.0, None), (9.0, None)),
        (Budget(expansions=50, timed=True), (12.0, None), (10.0, None)),
        (Budget(expansions=50, timed=True), (1e6, None), (999_998.0, 50)),
        (Budget(expansions=50), (1.0, 30), (0.0, 0)),
        (Budget(free=True), (1.0, 30), (0.0, None)),
    ],
)
def test_a_stage_has_its_part_of_what_is_left(budget: Budget, limits: Any, within: Any) -> None:
    found = budget.within(Limits(time=limits[0], expansions=limits[1]), Spent(2.0, 40))
    assert (found.time, found.expansions) == pytest.approx(within)


@pytest.mark.parametrize("topology", ["grid", "torus"])
def test_a_proof_takes_no_time_limit_that_only_guards_to_the_full(topology: str) -> None:
    board, limits = scramble(5, 5, topology=topology, seed=1), Limits(time=60)
    puzzle = Puzzle.of(named_goal("last", 5, 5), topology=topology)
    for unhurried in (False, True):
        plan = request_for(board, puzzle, limits=limits, unhurried=unhurried).plan
        proofs = [one for one in plan if one.changes is Changes.IMPROVE]
        own = [one.budget.within(limits, Spent(1.0, 0)).expansions for one in proofs]
        assert all(most is not None for most in own) if unhurried else None in own or not own


def test_only_a_stages_own_limit_hands_over() -> None:
    own, spent = Budget(expansions=50, seconds=4.0), Spent()
    assert own.ended("expansions", Limits(), spent) and own.ended("time", Limits(), spent)
    asked = Limits(time=4.0, expansions=50)
    assert not own.ended("expansions", asked, spent) and not own.ended("time", asked, spent)
    assert not own.ended("memory", Limits(), spent) and not own.ended(None, Limits(), spent)


def test_an_observer_sees_one_search_in_one_worker_unless_more_are_asked_for() -> None:
    request = read_request(BOARD, optimal=True)
    (stage,) = request.plan.observed(request.workers)
    assert (stage.algorithm, stage.means, stage.workers) == ("idastar", "python", 1)
    result = solve(BOARD, optimal=True, observer=Observer(), node_limit=5, heuristic="manhattan")
    assert not any("worker" in note for note in result.notes)
    many = solve("korf100:1", algorithm="astar", observer=Observer(), node_limit=5, workers=2)
    assert any("used one worker" in note for note in many.notes)


@pytest.mark.parametrize("size", [(5, 5), (6, 6)])
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_few_expansions_leave_a_solution_too(size: tuple[int, int], metric: Any) -> None:
    result = solve(scramble(*size, seed=2), metric=metric, node_limit=10)
    assert (result.status, result.algorithm) == (Status.SOLVED, "rows")
    assert result.moves and result.lower_bound and not result.optimal


def test_ctrl_c_keeps_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    real = runner.engine_of

    def interrupted(request: Any, observer: Any, progress: Any, account: Any) -> Any:
        if request.algorithm == "anytime_beam":
            raise KeyboardInterrupt
        return real(request.plan.main.means)(request, observer, progress, account)

    monkeypatch.setattr(runner, "engine_of", lambda means: interrupted)
    result = answer(read_request(scramble(5, 5, seed=2)))
    assert (result.status, result.limit, result.algorithm) == ("limit", "interrupt", "rows")
    assert result.moves and result.lower_bound


@pytest.mark.parametrize(
    "board", ["7 8 9 10 11/6 0 14 13 12/5 4 3 2 1", "0 11 10 9/8 7 6 5/4 3 2 1"]
)
def test_a_small_torus_has_a_solution_where_its_proof_does_not_end(board: str) -> None:
    *_, last = read_request(board, goal="spiral", topology="torus").plan
    assert (last.algorithm, last.changes) == ("rows", "rescue")
    result = solve(board, goal="spiral", topology="torus", node_limit=100)
    assert result.moves and result.lower_bound and not result.optimal


def test_an_interrupted_rescue_leaves_the_answer_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(request: Any, observer: Any, progress: Any, account: Any) -> Any:
        return stopped(account, "interrupt", 0.0, 3, f"{request.algorithm}.")

    monkeypatch.setattr(runner, "engine_of", lambda means: interrupted)
    result = answer(read_request(scramble(5, 5, seed=2)))
    assert (result.limit, result.moves, result.lower_bound) == ("interrupt", None, 3)
    assert result.notes == ("astar.",)


def test_a_search_without_a_compiled_form_says_why_it_ran_in_python() -> None:
    result = solve("korf100:1", algorithm="rbfs", node_limit=2000)
    assert any(note.startswith("Ran in the Python engine: rbfs has no") for note in result.notes)
    assert (result.engine, result.stats.expanded) == ("python", 2000)


@pytest.mark.usefixtures("nothing_built")
def test_the_command_explains_a_plan_in_one_screen() -> None:
    shown = taquin("solve", BOARD, "--explain-plan", "--time-limit", "5")
    assert shown.status == ExitCode.DONE and not shown.err
    lines = shown.out.splitlines()
    assert len(lines) == 9 and lines[2].startswith("limits   5 s")
    assert "at most 5,000 expansions, at most 10% of the limits. Gives the answer if" in lines[3]
    assert (
        "Anytime beam, its layers compiled, leaves 10% of the time. Gives the answer." in lines[4]
    )
    assert "Runs if the solution is not proved optimal" in lines[5]
    assert lines[6].endswith("Takes over from stage 3.")
    assert "Runs only if stage 4 has no compiled form" in lines[7]
    assert "Runs if a limit or Ctrl-C leaves no solution" in lines[8]


def test_the_command_explains_a_plan_as_data() -> None:
    shown = taquin("solve", BOARD, "--optimal", "--explain-plan", "--format", "json")
    data = json.loads(shown.out)
    assert data["kind"] == "plan" and Plan.of(data) == read_request(BOARD, optimal=True).plan


def test_an_unsolvable_board_has_no_plan() -> None:
    shown = taquin("solve", "213456780", "--explain-plan")
    assert shown.status == ExitCode.UNSOLVABLE and "no search: " in shown.out


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        (Stage("astar", budget=Budget(seconds=4.0), hands_over=HandsOver.LASTING), "larger tables"),
        (Stage("bfs", means="pruned", workers=3), "3 threads"),
        (Stage("astar", changes=Changes.SCOUT), "Runs alongside stage 2"),
        (Stage("idastar", changes=Changes.BESIDE), "Runs alongside stage 2, in a thread"),
    ],
)
def test_every_part_of_a_stage_is_told(stage: Stage, words: str) -> None:
    request = read_request("korf100:1", node_limit=7)
    told = plan_text(replace(request, plan=Plan((stage, Stage("bfs")), proof=True)))
    assert words in told and "limits   7 expansions" in told and "limit effort" in told


def test_a_plan_names_the_board_type_and_the_costs_as_the_result_does() -> None:
    asked: dict[str, Any] = {
        "topology": "walls:0-1",
        "metric": "expense",
        "costs": [3, 1, 1, 1, 1, 1, 1, 2],
    }
    board = "1 2 3/4 5 6/7 0 8"
    told = plan_text(read_request(board, **asked)).splitlines()
    assert told[:4] == str(solve(board, **asked)).splitlines()[:4]
    assert told[2].startswith("costs ") and told[3] == "topology walls:0-1"


def walked(width: int, height: int, board_type: str = "grid") -> Board:
    """A board eight moves from the goal at most; no move undoes the one before it."""
    board, table = named_goal("last", width, height), topology(board_type, width, height)
    rng, before = Random(1), ""
    for _ in range(8):
        ways = [one for one in board.legal_moves(table) if {one, before} not in OPPOSITE]
        before = rng.choice(ways)
        board = board.apply(before, topology=table)
    return board


OPPOSITE = ({"U", "D"}, {"L", "R"})


@pytest.mark.parametrize("size", [(8, 2), (4, 4), (5, 3)])
@pytest.mark.parametrize("board_type", ["grid", "torus", "walls:0-1"])
@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_boards_near_their_goal_are_proved_before_tables_are_built(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    board_type: str,
    metric: Any,
) -> None:
    """On 8x2, 224 MB of tables came first, even one move from the goal."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    start, given = walked(*size, board_type), {"topology": board_type, "metric": metric}
    result = solve(start, **given)
    assert result.optimal and result.algorithm == "astar" and result.stats.expanded < 2_000
    assert not list(tmp_path.rglob("*pdb*")), "nothing is stored"
    assert result.seconds["tables"] < 1
    same = solve(start, algorithm="idastar", heuristic="manhattan", **given)
    assert result.cost == same.cost


def test_boards_far_from_their_goal_are_not_tried_before() -> None:
    """The counters of all other boards are those of the search that was chosen."""
    start = scramble(4, 4, seed=1)
    request = read_request(start)
    near, main = list(request.plan)[:2]
    assert near.tries and not main.tries
    limits = Limits(expansions=near.budget.expansions)
    assert runner._worthwhile(near, request.at(near, limits)) is None
    close = read_request(walked(4, 4))
    assert runner._worthwhile(near, close.at(near, limits)) is not None
    for engine in ("python", "compiled"):
        plan = read_request(start, engine=engine).plan
        assert any(stage.tries for stage in plan) == (engine == "python")
