"""Submissions are graded rightly: right ones pass by default, wrong ones are told why."""

from itertools import groupby
from pathlib import Path

import pytest

from cli import taquin
from taquin.checks import check_algorithm, check_heuristic
from taquin.ground.errors import OptionError
from taquin.heuristics.base import HEURISTICS, heuristic
from taquin.search.algorithm import ALGORITHMS

CASES = Path(__file__).parents[1] / "planted" / "submissions"

GRADED = [
    # kind, target, exit status, words of the answer
    ("heuristic", "h_last.py", 0, "3 puzzles, 181,812 states"),
    ("heuristic", "s01_right.py", 0, "Passed."),
    ("heuristic", "s02_right.py", 0, "Passed."),
    ("heuristic", "s21_blank_counted.py", 6, "h = 2 exceeds the true distance 1 on 1 0/3 2"),
    ("algorithm", "s01_right.py", 0, "0 solutions longer than optimal"),
    ("algorithm", "s02_right.py", 0, "Passed."),
    ("algorithm", "a_min.py", 6, "expanded and no generated nodes; expected monitor.expand(no"),
    ("algorithm", "s23_ida_visited.py", 6, "cost 15 exceeds the true distance 13"),
    ("algorithm", "s24_wrong_path.py", 6, "move 1 of its solution, D, is illegal on 1 0/3 2"),
    (
        "algorithm",
        "s26_mutable_state.py",
        6,
        "raised TypeError: unhashable type: 'list' (s26_mutable_state.py, line 28) on 1 0/3 2",
    ),
    (
        "algorithm",
        "s29_infinite_loop.py",
        4,
        "it did not answer within 0.5 s on 1 0/3 2, 1 move from the goal",
    ),
    pytest.param(
        "algorithm",
        "plain.py:bfs",
        0,
        "It returns the goal, not a path",
        marks=pytest.mark.slow,
    ),
    pytest.param(
        "algorithm",
        "plain.py:neighbours",
        0,
        "181,440 boards, 483,840 edges. Passed.",
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize(("kind", "target", "status", "words"), GRADED)
def test_what_students_hand_in(kind: str, target: str, status: int, words: str) -> None:
    quick = ["--answer-limit", "0.5"] if status == 4 else []
    ran = taquin("check", kind, str(CASES / target), *quick)
    assert ran.status == status and words in ran.out, ran
    assert ran.out.endswith("from killing this program.\n")


def test_a_file_that_registers_nothing_is_told_the_three_shapes() -> None:
    ran = taquin("check", "algorithm", str(CASES / "plain.py"))
    assert ran.status == 2 and "It defines bfs, neighbours: name one" in ran.err
    assert ran.err.count("    def ") == 3 and "@algorithm(" in ran.err
    indented = groupby(ran.err.splitlines(), key=lambda line: line.startswith("    "))
    assert [len(list(lines)) for inside, lines in indented if inside] == [4, 4, 4]


HEAD = """
import os, sys, time
from collections import deque
from taquin import Monitor, Node, StateSpace, algorithm, heuristic

"""
GOOD_H = """
@heuristic("mine", admissible=True, consistent=True, paper="-")
def mine(puzzle):
    goal = puzzle.encode(puzzle.goal)
    return lambda state: {body}
"""
BFS = """
@algorithm("mine", optimal=True, complete=True, unit_cost=True, paper="-")
def mine(space, monitor):
    queue, reached = deque([Node(space.start, None, "", 0, 0)]), {{space.start}}
    while {condition}:
        node = queue.popleft()
        if space.is_goal(node.state):
            return node
        successors = space.successors(node.state)
        monitor.expand(node, len(successors))
        for move, state, cost in successors:
            if state not in reached:
                reached.add(state)
                queue.append(Node(state, node, move, node.g + cost, node.depth + 1))
    return None
"""


def written(folder: Path, text: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


# --- nothing that a submission can touch -------------------------------------------------------

PATCHES = """
import taquin.checks.heuristics, taquin.checks.inside, taquin.checks.algorithms
import taquin.checks.findings, taquin.whole.oracle, taquin.checks.child
for module in list(sys.modules.values()):
    if module.__name__.startswith("taquin.checks") or module.__name__.startswith("taquin.whole"):
        for name in ("check_heuristic", "judge_heuristic", "wrong_with", "true_distances"):
            if hasattr(module, name):
                setattr(module, name, lambda *a, **k: None)
taquin.checks.findings.Tally.fail = lambda self, sentence: None
taquin.checks.findings.Tally.fail_on = lambda self, *more: None
taquin.checks.findings.Report.ok = taquin.checks.findings.Report.verdict = "proved"
"""


def test_a_submission_that_patches_the_checks_is_refuted_all_the_same(tmp_path: Path) -> None:
    path = written(tmp_path, HEAD + PATCHES + GOOD_H.format(body="5 * (state != goal)"))
    ran = taquin("check", "heuristic", path, "--size", "3x2")
    assert ran.status == 6 and "h = 5 exceeds the true distance 1" in ran.out
    greedy = """
@algorithm("mine", optimal=True, complete=True, informed=True, paper="-")
def mine(space, h, monitor):
    from taquin.search.algorithm import ALGORITHMS
    return ALGORITHMS.get("greedy").search(space, h, monitor)
"""
    path = written(tmp_path, HEAD + PATCHES + greedy)
    ran = taquin("check", "algorithm", path, "--size", "3x2")
    assert ran.status == 6 and "exceeds the true distance" in ran.out


def test_a_submission_sees_an_empty_folder_and_a_bare_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "answer = 42", "classmate.py")
    spies = """
assert os.listdir(".") == [], os.listdir(".")
assert not os.path.exists(os.path.join(os.path.dirname(__file__), "classmate.py"))
assert "SECRET_TOKEN" not in os.environ and os.environ["HOME"] == os.getcwd()
try:
    import classmate
except ImportError:
    pass
else:
    raise AssertionError("a classmate's file was imported")
"""
    path = written(tmp_path, HEAD + spies + GOOD_H.format(body="int(state != goal)"))
    ran = taquin("check", "heuristic", path, "--size", "2x2")
    assert ran.status == 0, ran
    ran = taquin("check", "heuristic", "mine.py", "--size", "2x2")
    assert ran.status == 0, ran


# --- what goes wrong while it runs -------------------------------------------------------------


def test_endless_recursion_names_its_line_and_the_board(tmp_path: Path) -> None:
    path = written(
        tmp_path, HEAD + "def deeper(s): return deeper(s)\n" + GOOD_H.format(body="deeper(state)")
    )
    ran = taquin("check", "heuristic", path, "--size", "2x2")
    assert ran.status == 6
    assert "h raised RecursionError: maximum recursion depth exceeded" in ran.out
    assert "(mine.py, line 6) on 1 2/3 0 (goal last, stm)" in ran.out


def test_a_loop_that_catches_everything_is_killed_and_told(tmp_path: Path) -> None:
    loop = """
def forever(state):
    while True:
        try:
            while True: pass
        except BaseException:
            pass
"""
    path = written(tmp_path, HEAD + loop + GOOD_H.format(body="state != goal and forever(state)"))
    ran = taquin("check", "heuristic", path, "--size", "2x2", "--answer-limit", "0.3")
    assert ran.status == 4, ran
    assert "it did not answer within 0.3 s on 1 0/3 2, 1 move from the goal" in ran.out


# Where the queue is empty, a search without a parity test has seen the whole odd half.
ODD = [
    ("queue", 0, "24 unsolvable boards", "recognise"),
    ("True", 6, "raised IndexError: pop from an empty deque", "but the board is unsolvable,"),
]


@pytest.mark.parametrize(("condition", "status", "words", "more"), ODD)
def test_the_odd_half_is_tried_by_default(
    tmp_path: Path, condition: str, status: int, words: str, more: str
) -> None:
    path = written(tmp_path, HEAD + BFS.format(condition=condition))
    ran = taquin("check", "algorithm", path)
    assert ran.status == status and words in ran.out
    assert (more in ran.out) == (status != 0)


def test_a_search_that_never_ends_on_the_odd_half_is_proved_with_a_note(tmp_path: Path) -> None:
    text = BFS.format(condition="queue").replace("            if state not in reached:", "#")
    path = written(tmp_path, HEAD + text.replace("                ", "            "))
    ran = taquin("check", "algorithm", path, "--size", "2x2")
    assert ran.status == 0, ran
    assert "It did not recognise 12 of 12 unsolvable boards" in ran.out


def test_a_right_breadth_first_search_counts_no_longer_solutions_on_expense_boards() -> None:
    report = check_algorithm("bfs", sizes=[(3, 2)], metrics=["expense"])
    assert report.verdict == "proved" and report.counts["longer than optimal"] == 0


# --- what is declared decides what is checked --------------------------------------------------

MANHATTAN = """
from taquin import heuristic
@heuristic("mine", admissible=True, consistent=True, paper="-"{declared})
def mine(puzzle):
    home, width = {home}, puzzle.goal.width
    def h(state):
        return sum(abs(c // width - home[t] // width) + abs(c % width - home[t] % width)
                   for c, t in enumerate(state) if t)
    return h
"""
FIRST = "list(range(99))"
LAST = "[98, *range(98)]"
ANY = "{t: c for c, t in enumerate(puzzle.goal)}"
DECLARED = [
    (ANY, "", [], 0, "goal last"),
    (LAST, "", [], 0, ""),
    (FIRST, "", [], 0, "It returns 0 at the goal first, so that goal was checked."),
    (FIRST, ', goals=("first",)', [], 0, ""),
    (FIRST, ', goals=("first", "last")', [], 6, "expected 0 at the goal"),
    (FIRST, "", ["--goal", "last"], 6, "expected 0 at the goal"),
    (ANY, ', goals="every"', [], 0, "6 puzzles"),
    (ANY, "", ["--metric", "mtm"], 6, "(goal last, mtm)"),
    (ANY, ', metrics=("stm", "mtm")', [], 6, "exceeds the true distance 1 on 1 2 3/0 4 5"),
    (ANY, ', metrics=("stm", "expense")', [], 0, ""),
    (ANY, ', metrics="every"', [], 6, "mtm"),
    (ANY, ', metrics=("mtn",)', [], 2, "metrics=('mtn',): expected"),
    (ANY, ", goals=3", [], 2, "goals=3: expected"),
]


@pytest.mark.parametrize(("home", "declared", "options", "status", "words"), DECLARED)
def test_a_heuristic_is_checked_for_what_it_declares(
    tmp_path: Path, home: str, declared: str, options: list[str], status: int, words: str
) -> None:
    path = written(tmp_path, MANHATTAN.format(home=home, declared=declared))
    ran = taquin("check", "heuristic", path, "--size", "2x2", "--size", "3x2", *options)
    assert ran.status == status, ran
    assert words in ran.out + ran.err or words == "goal last"


def test_taquins_own_heuristics_declare_every_goal_and_metric() -> None:
    own = [spec for spec in HEURISTICS if spec.factory.__module__.startswith("taquin.")]
    assert own and all((spec.goals, spec.metrics) == ("every", "every") for spec in own)
    assert check_heuristic("misplaced", sizes=[(2, 2)]).counts["puzzles"] == 9


def test_a_factory_is_checked_like_a_file_that_declares_nothing() -> None:
    report = check_heuristic(lambda puzzle: lambda state: 2 * (state[0] != 1), sizes=[(2, 2)])
    assert report.counts["puzzles"] == 1 and report.verdict == "refuted"
    with pytest.raises(OptionError, match="metrics='stm': expected"):
        heuristic("x", admissible=True, consistent=True, paper="-", metrics="stm")(lambda p: None)


# --- plain functions ---------------------------------------------------------------------------

PLAIN = """
from collections import deque
GOAL = {goal}
W = 2
def steps(flat):
    b = flat.index(0)
    r, c = divmod(b, W)
    for name, dr, dc in (("Up", -1, 0), ("Down", 1, 0), ("Left", 0, -1), ("Right", 0, 1)):
        if 0 <= r + dr < W and 0 <= c + dc < W:
            t = list(flat)
            o = (r + dr) * W + c + dc
            t[b], t[o] = t[o], t[b]
            yield name, tuple(t)
def search(flat):
    queue, parent = deque([flat]), {{flat: None}}
    while queue:
        s = queue.popleft()
        if s == GOAL:
            path = [(None, s)]
            while parent[s]:
                name, s = parent[s]
                path.append((name, s))
            names = [name for name, _ in path[1:]][::-1]
            return names, [board for _, board in path][::-1]
        for name, t in steps(s):
            if t not in parent:
                parent[t] = (name, s)
                queue.append(t)
    return None
def tiles(path):
    return [after[before.index(0)] for before, after in zip(path, path[1:])]
"""
LAST_4, FIRST_4 = "(1, 2, 3, 0)", "(0, 1, 2, 3)"
# What is defined after PLAIN, its name and options, the exit status, words of the answer.
FUNCTIONS = [
    ("def bfs(s):\n    f = search(s)\n    return f and f[0]", "bfs", 0, "Passed."),
    ("def bfs(s):\n    f = search(s)\n    return f and f[1]", "bfs", 0, "12 boards, 4 unsolvable"),
    ("def bfs(s):\n    f = search(s)\n    return f and f[1][1:]", "bfs", 0, "Passed."),
    ("def bfs(s):\n    f = search(s)\n    return f and (f[0], len(f[0]), 7)", "bfs", 0, "Passed."),
    ("def bfs(s):\n    f = search(s)\n    return f and ' '.join(f[0])", "bfs", 0, "Passed."),
    ("def bfs(s):\n    f = search(s)\n    return f and (f[0], f[1])", "bfs", 0, "Passed."),
    ("def bfs(goal, start):\n    f = search(start)\n    return f and f[0]", "bfs", 0, "Passed."),
    ("def bfs(rows):\n    assert any(None in row for row in rows)\n"
     "    f = search(tuple(c or 0 for row in rows for c in row))\n    return f and f[0]", "bfs", 0,
     "Passed."),
    ("def bfs(s):\n    f = search(s)\n    return f and {'path': f[0], 'cost': 1}", "bfs", 0, "Pas"),
    ("def bfs(s):\n    f = search(s)\n    return f and [(8 - i, m) for i, m in enumerate(f[0])]",
     "bfs", 0, "Passed."),
    ("def bfs(s):\n    f = search(s)\n    return tiles(f[1]) if f else -1", "bfs", 0, "Passed."),
    ("def bfs(s):\n    f = search(s)\n    return f and ' '.join(map(str, tiles(f[1])))", "bfs", 0,
     "Passed."),
    ("def bfs(s):\n    f = search(s)\n    return list(zip(tiles(f[1]), f[0])) if f else -1", "bfs",
     0, "Passed."),
    ("def bfs(s):\n    f = search(s)\n    if not f: raise ValueError('not solvable')\n"
     "    return f[0]", "bfs", 0, "4 unsolvable boards"),
    ("class N:\n    def __init__(self, m, p): self.prev, self.grid_of_tiles = p, m\n"
     "def bfs(s):\n    f, n = search(s), None\n    for b in f[1] if f else ():\n"
     "        n = N(b, n)\n    return n", "bfs", 0, "Passed."),
    ("def bfs(s):\n    return GOAL if search(s) else None", "bfs", 4, "shortest solutions cannot"),
    ("def find(s):\n    return GOAL if search(s) else None", "find", 0, "were not checked"),
    ("def bfs(s):\n    f = search(s)\n    return f and (f[0] if len(f[0]) == 1 else {1: 2})", "bfs",
     2, "it returned {'other': '{1: 2}'}"),
    ("SEEN = set()\ndef bfs(s):\n    f = None if s in SEEN else search(s)\n    SEEN.add(s)\n"
     "    return f and f[0]", "bfs", 6, "first, it answers correctly: it keeps something"),
    ("def bfs(rows):\n    f = search(tuple(sum(rows, [])))\n    return f and f[0]", "bfs", 0, "Pa"),
    ("def bfs(t):\n    f = search(tuple(map(int, t[:4])))\n    return f and f[0]", "bfs", 0, "Pa"),
    ("def bfs(s, goal):\n    global GOAL\n    GOAL = goal\n    return search(s)[0] if search(s) "
     "else None", "bfs", 0, "Passed."),
    ("def bfs(s):\n    f = search(s)\n    return f and f[0] + ['Up', 'Up', 'Up', 'Up']", "bfs",
     6, "illegal"),
    ("def bfs(s):\n    f = search(s)\n    return f and ['Up', 'Down', 'Left', 'Right'] * 0 + f[0]"
     "[:-1]", "bfs", 6, "not at the goal"),
    ("def bfs(s):\n    return (search(s) or [['Up']])[0]", "bfs", 6, "although none exists"),
    ("def bfs(s):\n    return search(s)[0]", "bfs", 6, "TypeError: 'NoneType' object is not"),
    ("def bfs(s):\n    return 1 / 0", "bfs", 2, "it raised ZeroDivisionError: division by zero (m"),
    ("def bfs(a, b, c):\n    return 1", "bfs", 2, "bfs takes (a, b, c); expected (start)"),
    ("def bfs(s):\n    return 42", "bfs", 2, "it returned 42"),
    ("", "bfs", 2, "it defines no function named bfs"),
    ("def successors(s):\n    return [t for _, t in steps(s)]", "successors", 0, "24 edges."),
    ("def moves(s):\n    return list(steps(s))", "moves", 0, "12 boards, 24 edges. Passed."),
    ("def expand(s):\n    return [t for _, t in steps(s)][1:]", "expand", 6, "left out the board"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "status", "words"), FUNCTIONS)
def test_plain_functions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, name: str, status: int, words: str
) -> None:
    path = written(tmp_path, f"{PLAIN.format(goal=LAST_4)}\n{text}\n")
    ran = taquin("check", "algorithm", f"{path}:{name}", "--size", "2x2")
    assert ran.status == status and words in ran.out + ran.err, ran
    assert ("Three shapes are accepted." in ran.err) == (
        status == 2 and "no function named" not in words
    )


def test_a_plain_search_that_never_ends_is_told_within_seconds(tmp_path: Path) -> None:
    path = written(tmp_path, "def bfs(s):\n    while True:\n        pass\n")
    ran = taquin("check", "algorithm", f"{path}:bfs", "--answer-limit", "0.2")
    told = "it did not answer within 0.2 s on 1 2 3/4 5 0/7 8 6, 1 move from the goal, in mine.py"
    assert ran.status == 4 and told in ran.out, ran


# A plain heuristic, options, the exit status, words of the answer.
ESTIMATES = [
    ("def h(b):\n    return sum(t and t != g for t, g in zip(b, G)) * 1.0", 0, "Passed."),
    ("def h(b):\n    return sum(t and t != g for t, g in zip(b, G)) / 2", 0, "returns fractions"),
    ("def h(b, goal):\n    return sum(x != y and x for r, s in zip(b, goal) for x, y in zip(r, s))",
     6, "exceeds the true distance"),
    ("def h(b, goal):\n    return sum(x != y and x > 0 for r, s in zip(b, goal) for x, y in zip(r, "
     "s))", 0, "Passed."),
    ("def h(rows):\n    return sum(v is not None and v != G[2 * r + c]\n"
     "        for r, row in enumerate(rows) for c, v in enumerate(row))", 0, "Passed."),
    ("def h(t):\n    return sum(c != '_' and int(c) != g for c, g in zip(t, G))", 0, "Passed."),
    ("def h(b):\n    while True: pass", 4, "did not answer within 0.2 s on 1 2/3 0, the goal, or "),
    ("def h(b):\n    return 'five'", 2, "h is not a heuristic of a board: with the board 1 2/3 0"),
    ("def h(b, c, d):\n    return 0", 2, "h takes (b, c, d); expected (board) or (board, goal)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status", "words"), ESTIMATES)
def test_plain_heuristics(tmp_path: Path, text: str, status: int, words: str) -> None:
    path = written(tmp_path, f"G = (1, 2, 3, 0)\n{text}\n")
    quick = ("--answer-limit", "0.2") if status == 4 else ()
    ran = taquin("check", "heuristic", f"{path}:h", "--size", "2x2", *quick)
    assert ran.status == status and words in ran.out + ran.err, ran
    assert ("Two shapes are accepted." in ran.err) == (status == 2)


def test_a_heuristic_declared_as_a_function_of_a_board_cannot_be_checked(tmp_path: Path) -> None:
    head = "from taquin import heuristic\n@heuristic('mine', admissible=True, consistent=True)\n"
    path = written(tmp_path, head + "def mine(board):\n    return sum(list(board))\n")
    ran = taquin("check", "heuristic", str(path))
    assert ran.status == 2 and "'Puzzle' object is not iterable (mine.py, line 4)" in ran.err
    assert "A heuristic is declared as a factory" in ran.err and ran.err.count("    def ") == 2
    path = written(tmp_path, "def astar(s):\n    pass\ndef manhattan(s):\n    pass\n")
    ran = taquin("check", "heuristic", str(path))
    assert ran.status == 2 and f"name one, as in {path}:manhattan." in ran.err


def test_a_plain_function_for_another_goal_and_one_that_is_not_optimal(tmp_path: Path) -> None:
    text = "\ndef mine(s):\n    f = search(s)\n    return f and f[0] and ['Up', 'Down'] + f[0]\n"
    path = written(tmp_path, PLAIN.format(goal=FIRST_4) + text.replace("['Up', 'Down']", "[]"))
    ran = taquin("check", "algorithm", f"{path}:mine", "--size", "2x2")
    assert ran.status == 0 and "for the goal first" in ran.out
    detour = text.replace("['Up', 'Down']", "([f[0][0], BACK[f[0][0]]])")
    back = "\nBACK = dict(Up='Down', Down='Up', Left='Right', Right='Left')\n"
    path = written(tmp_path, PLAIN.format(goal=LAST_4) + back + detour)
    ran = taquin("check", "algorithm", f"{path}:mine", "--size", "2x2")
    assert ran.status == 0 and "--optimal checks that it is" in ran.out, ran
    ran = taquin("check", "algorithm", f"{path}:mine", "--optimal", "--size", "2x2")
    assert ran.status == 6 and "its solution has 3 moves, the shortest 1," in ran.out


def test_options_of_plain_functions_are_for_plain_functions(tmp_path: Path) -> None:
    path = written(tmp_path, HEAD + BFS.format(condition="queue"))
    for option in (["--returns", "moves"], ["--optimal"]):
        ran = taquin("check", "algorithm", path, *option)
        assert ran.status == 2 and "expected FILE.py:FUNCTION" in ran.err
    ran = taquin("check", "heuristic", f"{path}:mine")
    assert ran.status == 2 and "expected (board) or (board, goal)" in ran.err


# --- answers that a submission forges, and other hostile conduct -------------------------------

DESK = """
import gc, json
def desk():
    return next(o for o in gc.get_objects() if type(o).__name__ == "_Desk")
"""
# What is changed in the process, the exit status, words of the answer.
FORGED = [
    ('desk()._asked["claims"] = lambda kind, name: {}', 2, "which is not an answer"),
    ('desk()._asked["load"] = lambda source, file: {}', 0, ""),
    ('desk()._asked["build"] = lambda name, puzzle: {}', 2, "which is not an answer"),
    ('desk()._asked["claims"] = lambda kind, name: dict(claims=[1, 1], goals=7, metrics=7)', 2,
     "which is not an answer"),
    ('desk()._asked["claims"] = lambda kind, name: dict(claims=[1, 1], metrics=["zzz"])', 2,
     "which is not an answer"),
    ('desk()._asked["claims"] = lambda kind, name: '
     'dict(claims=[True, True], goals=None, metrics=["zzz"])', 2, "declares no metric"),
    ('desk()._asked["values"] = lambda states: os.write(desk()._answers, b"[" * 100000 + b"\\n")',
     2, "which is not an answer"),
]  # fmt: skip


@pytest.mark.parametrize(("forged", "status", "words"), FORGED)
def test_forged_answers_are_no_answers(
    tmp_path: Path, forged: str, status: int, words: str
) -> None:
    text = HEAD + DESK + GOOD_H.format(body="int(state != goal)") + f"\n{forged}\n"
    ran = taquin("check", "heuristic", written(tmp_path, text), "--size", "2x2")
    assert ran.status == status and words in ran.out + ran.err, ran
    assert "internal error" not in ran.err


def test_a_search_that_ends_in_no_known_way_is_no_answer(tmp_path: Path) -> None:
    text = """
import taquin.checks.child
from taquin.checks.answers import SearchAnswer
taquin.checks.child.SearchInside.solve = lambda self, state, expansions: SearchAnswer(status="x")
"""
    ran = taquin("check", "algorithm", written(tmp_path, HEAD + text + BFS.format(condition=1)))
    assert ran.status == 2 and "which is not an answer" in ran.err


def test_costs_of_a_board_type_are_checked_outside(tmp_path: Path) -> None:
    text = """
from taquin import register_topology
from taquin.puzzle.topology import grid
@register_topology("own")
def own(width, height):
    return grid(width, height)
def table(name, width, height):
    rows = grid(width, height)
    return {"neighbors": rows, "costs": [[-3 if n >= 0 else 0 for n in row] for row in rows]}
desk()._asked["table"] = table
"""
    ran = taquin("check", "topology", written(tmp_path, HEAD + DESK + text))
    assert ran.status == 2 and "Passed" not in ran.out and "internal error" not in ran.err


CONDUCT = [
    ("(_ for _ in ()).throw(ValueError('bad \\ud800'))", 6, "h raised ValueError: bad \\ud800"),
    ("(_ for _ in ()).throw(ValueError('\\x1b[2J all\\nproved'))", 6, "\\x1b[2J all\\nproved"),
    ("os.kill(os.getpid(), 40)", 2, "was killed by "),
    ("type('X', (), {'__index__': lambda s: 1 / 0, '__repr__': lambda s: 1 / 0})()", 6, "a X, exp"),
    ("(_ for _ in ()).throw(GeneratorExit)", 6, "h raised GeneratorExit"),
    ("[(os.mkdir('d'), os.chdir('d')) for _ in range(2000)] and 0", 0, "Passed."),
]


@pytest.mark.parametrize(("body", "status", "words"), CONDUCT)
def test_hostile_conduct_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, status: int, words: str
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    once = "body() if state == goal else int(state != goal)" if status == 0 else "body()"
    text = HEAD + f"\ndef body():\n    return {body}\n" + GOOD_H.format(body=once)
    ran = taquin("check", "heuristic", written(tmp_path, text), "--size", "2x2", "--goal", "last")
    assert ran.status == status and words in ran.out + ran.err, ran
    assert "internal error" not in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


def test_a_process_that_reads_no_questions_does_not_outlast_the_time_limit(tmp_path: Path) -> None:
    text = 'desk()._asked["load"] = lambda **_: time.sleep(100)\n'
    more = "import fcntl\nfcntl.fcntl(desk()._questions, 1031, 4096)\ntime.sleep(60)\n"
    path = written(tmp_path, HEAD + DESK + text + more)
    ran = taquin("check", "heuristic", path, "--size", "3x3", "--time-limit", "1")
    assert ran.status == 4 and "time limit of 1 s" in ran.err


# --- a heuristic written for one size ----------------------------------------------------------


def test_what_is_wrong_on_3x3_is_shown_where_smaller_boards_only_raise(tmp_path: Path) -> None:
    body = "sum(abs(i // 3 - max(state[8] * 0, state[i] - 1) // 3) for i in range(9)) * 9"
    ran = taquin("check", "heuristic", written(tmp_path, HEAD + GOOD_H.format(body=body)))
    assert ran.status == 6 and "h raised" not in ran.out.splitlines()[1]


def test_a_value_that_changes_is_never_proved(tmp_path: Path) -> None:
    text = HEAD + "import itertools\ncalls = itertools.count()\n"
    body = "0 if state == goal or len(state) == 9 else next(calls)"
    ran = taquin("check", "heuristic", written(tmp_path, text + GOOD_H.format(body=body)))
    assert ran.status == 6


def test_a_declared_goal_is_checked_on_3x3_too(tmp_path: Path) -> None:
    hard = """
@heuristic("mine", admissible=True, consistent=True, goals="every", metrics=("stm",))
def mine(puzzle):
    return lambda s: sum(abs((t - 1) // 3 - c // 3) + abs((t - 1) % 3 - c % 3)
                         for c, t in enumerate(s) if t)
"""
    ran = taquin("check", "heuristic", written(tmp_path, HEAD + hard))
    assert ran.status == 6


def test_a_constant_goal_is_no_solution_of_a_search_that_returns_moves(tmp_path: Path) -> None:
    text = "def bfs(s):\n    f = search(s)\n    return f and (f[0] if len(f[0]) < 3 else GOAL)\n"
    path = written(tmp_path, PLAIN.format(goal=LAST_4) + text)
    ran = taquin("check", "algorithm", f"{path}:bfs", "--size", "2x2")
    assert ran.status == 6 and "it is the goal alone, without a path" in ran.out
    text = "def bfs(s):\n    f = search(s)\n    return f[0] if f else 'No solution found.'\n"
    path = written(tmp_path, PLAIN.format(goal=LAST_4) + text)
    ran = taquin("check", "algorithm", f"{path}:bfs", "--size", "2x2")
    assert ran.status == 0, ran


@pytest.mark.slow
@pytest.mark.parametrize("name", ALGORITHMS.names())
def test_every_algorithm_of_taquin_is_proved_by_its_default_check(name: str) -> None:
    ran = taquin("check", "algorithm", name)
    assert ran.status == 0 and "Passed." in ran.out
