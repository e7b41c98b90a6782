"""Boards and goals from files, standard input and words: where each comes from, and what wins."""

from pathlib import Path

import pytest

from cli import taquin
from taquin.faces.cli import batch
from taquin.faces.cli.known import untrue_length, with_known

BOARD = "702853614"
GOAL = "0 1 2/3 4 5/6 7 8"


@pytest.fixture
def goal(tmp_path: Path) -> str:
    """--goal @FILE, with the goal `first` in rows."""
    file = tmp_path / "goal.txt"
    file.write_text("0 1 2\n3 4 5\n6 7 8\n", encoding="utf-8")
    return f"@{file}"


@pytest.mark.parametrize(
    "words",
    [
        f"solve {BOARD}",
        f"info {BOARD}",
        f"compare {BOARD} -a astar",
        f"replay {BOARD} U",
        "batch -",
        "census 3x3",
        "scramble --seed 1 --count 2",
    ],
)
def test_the_goal_of_a_file(goal: str, words: str) -> None:
    given = [*words.split(), "--format", "json"] if not words.startswith("batch") else words.split()
    ran = taquin(given, "--goal", goal, stdin=BOARD.encode())
    named = taquin(given, "--goal", "first", "--size", "3x3", stdin=BOARD.encode())
    if words.startswith("census"):
        named = taquin(given, "--goal", "first")
    rows = ran.rows[0] if words.startswith("compare") else ran.rows
    expected = named.rows[0] if words.startswith("compare") else named.rows
    assert rows and [row["goal"] for row in rows] == [row["goal"] for row in expected]
    assert {row["goal"] for row in rows} == {GOAL}
    assert ran.status == named.status


def test_a_name_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "goal").write_text("spiral\n", encoding="utf-8")
    row = taquin("info", BOARD, "--goal", f"@{tmp_path / 'goal'}", "--format", "json").json
    assert row["goal_name"] == "spiral"


def test_a_game_with_the_goal_of_a_file(
    goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", None)
    from taquin.faces.cli import play
    from taquin.faces.terminal.session import Opening

    opened: list[Opening] = []

    class Plain:
        play = staticmethod(lambda opening, notation, tell, metric: opened.append(opening))

    part = play.part
    monkeypatch.setattr(play, "part", lambda name: Plain if name == "plain" else part(name))
    assert taquin("play", "3x3", "--plain", "--goal", goal).status == 0
    assert [opening.puzzle.goal.text for opening in opened] == [GOAL]


def test_the_goals_file_is_not_overwritten(goal: str) -> None:
    file = Path(goal[1:])
    before = file.read_text(encoding="utf-8")
    for words in (["solve", BOARD, "--trace"], ["batch", "-", "--overwrite", "--output"]):
        ran = taquin(words, str(file), "--goal", goal, stdin=BOARD.encode())
        assert ran.status == 2 and "a file that this command reads" in ran.err
    assert file.read_text(encoding="utf-8") == before


# Several boards, or a start with its goal, in one text

ROWS = "1 2 3\n4 0 5\n7 8 6"
OTHER = "1 2 3\n4 5 6\n0 7 8"
START, END = "1 2 3/4 0 5/7 8 6", "1 2 3/4 5 0/7 8 6"
LABELLED = "start:\n1 2 3\n4 0 5\n7 8 6\ngoal:\n1 2 3\n4 5 0\n7 8 6\n"
UNLABELLED = "1 2 3\n4 0 5\n7 8 6\n\n1 2 3\n4 5 0\n7 8 6\n"


@pytest.mark.parametrize("text", [LABELLED, f"{START} -> {END}\n"])
@pytest.mark.parametrize("command", ["solve", "info"])
def test_a_start_with_its_goal(command: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "task.txt").write_text(text, encoding="utf-8")
    for words in ([f"@{tmp_path / 'task.txt'}"], ["-"]):
        ran = taquin(command, words, "--format", "json", stdin=text.encode())
        assert (ran.json["board"], ran.json["goal"], ran.status) == (START, END, 0)
        told = "taquin: the second board is taken as the goal"
        assert ran.err == "" if text is LABELLED else ran.err.startswith(told)


def test_two_typed_boards_in_rows_are_a_start_and_its_goal() -> None:
    ran = taquin("solve", UNLABELLED, "--format", "json")
    assert (ran.json["board"], ran.json["goal"]) == (START, END)
    assert ran.err.startswith("taquin: the second board is taken as the goal")


def test_a_length_is_compared_once_and_said_from_the_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker compared it, and then the process that writes the rows did again."""
    compared = []

    def comparing(row: dict[str, object], known: int | None, where: str) -> dict[str, object]:
        compared.append((known, where))
        return with_known(row, known, where)

    monkeypatch.setattr(batch, "with_known", comparing)
    (tmp_path / "a.txt").write_text("702853614 21\n702853614 23\n702853614 22\n")
    ran = taquin("batch", str(tmp_path / "a.txt"))
    assert compared == [(21, "line 1"), (23, "line 2"), (22, "line 3")]
    said = [line for line in ran.err.splitlines() if "the file gives" in line]
    assert said == [f"taquin: {ran.rows[at]['notes'][-1]}" for at in (0, 2)]
    forged = {"notes": ["line 1: the file gives the length \x1b[2J."]}
    assert untrue_length(forged, "line 1") == "", "nothing that could change a terminal"


@pytest.mark.parametrize(
    "text", ["702853614 21\n", "board,length\n702853614,21\n", "Nr;Board;Optimal\n1;702853614;21\n"]
)
def test_a_known_length_is_published_and_a_wrong_one_is_said(text: str, tmp_path: Path) -> None:
    """It was read over in silence: solved in 23, proved optimal."""
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    where = f"line {text.count(chr(10))}"
    untrue = "the file gives the length 21, but 23 is proved optimal."
    ran = taquin("batch", str(tmp_path / "a.csv"))
    (row,) = ran.rows
    assert row["published"] == {"instance": where, "cost": 21, "source": "the file"}
    assert row["notes"][-1] == f"{where}: {untrue}" and f"taquin: {where}: {untrue}" in ran.err
    one = taquin("solve", f"@{tmp_path / 'a.csv'}", "--format", "json")
    assert one.json["published"]["cost"] == 21 and f"the board: {untrue}" in one.err
    assert f"the board: {untrue}" in taquin("solve", f"@{tmp_path / 'a.csv'}").err
    (tmp_path / "a.csv").write_text(text.replace("21", "23"), encoding="utf-8")
    right = taquin("batch", str(tmp_path / "a.csv"))
    assert right.rows[0]["published"]["cost"] == 23
    assert "the file gives" not in right.err + str(right.rows[0]["notes"])


def test_a_column_names_the_goal_of_the_only_board(tmp_path: Path) -> None:
    """solve did not read it, batch did."""
    (tmp_path / "a.csv").write_text(f"board,goal\n{START},{END}\n", encoding="utf-8")
    file = str(tmp_path / "a.csv")
    assert [row["goal"] for row in taquin("batch", file).rows] == [END]
    assert taquin("solve", f"@{file}", "--format", "json").json["goal"] == END
    ran = taquin("solve", f"@{file}", "--goal", "last", "--format", "json")
    assert ran.json["goal"] == "1 2 3/4 5 6/7 8 0"
    assert "--goal last is used, not the goal in the file." in ran.err


TWO_BOARDS = {
    "rows": UNLABELLED,
    "lines": f"{START}\n{END}\n",
    "one line": f"{START} {END}\n",
    "column": f"board\n{START}\n{END}\n",
    "columns": f"nr,board\n1,{START}\n2,{END}\n",
    "lists": "[[1,2,3,4,0,5,7,8,6],[1,2,3,4,5,0,7,8,6]]",
    "rows in lists": "[[[1,2,3],[4,0,5],[7,8,6]],[[1,2,3],[4,5,0],[7,8,6]]]",
    "texts": f'["{START}", "{END}"]',
    "objects": f'[{{"board": "{START}"}}, {{"board": "{END}"}}]',
    "named list": f'{{"boards": ["{START}", "{END}"]}}',
}


@pytest.mark.parametrize("form", TWO_BOARDS)
def test_a_file_of_two_boards_has_one_meaning(form: str, tmp_path: Path) -> None:
    """solve took the second one as the goal, where batch solved both."""
    (tmp_path / "two").write_text(TWO_BOARDS[form], encoding="utf-8")
    batch = taquin("batch", str(tmp_path / "two"), "-q")
    assert [row["board"] for row in batch.rows] == [START, END]
    for command in ("solve", "info"):
        for words in (f"@{tmp_path / 'two'}", "-"):
            ran = taquin(command, words, stdin=TWO_BOARDS[form].encode())
            assert (ran.status, ran.err) == (
                2,
                "taquin: 2 boards; expected one. `taquin batch FILE` solves all of them, and "
                "`taquin compare @FILE` compares searches on them. If the second one is the goal, "
                "write goal: before it.\n",
            )


def test_the_option_wins_over_the_goal_in_the_text() -> None:
    for command in ("solve", "info"):
        ran = taquin(command, "-", "--goal", "last", "--format", "json", stdin=LABELLED.encode())
        assert ran.json["goal"] == "1 2 3/4 5 6/7 8 0"
        assert ran.err == f"taquin: --goal last is used, not the goal in the text, {END}.\n"


def test_a_course_format_keeps_the_goal_of_the_text() -> None:
    ran = taquin("solve", "-", "--format", "columbia", "-a", "bfs", stdin=LABELLED.encode())
    assert "path_to_goal: ['Right']" in ran.out


def test_moves_are_judged_towards_the_goal_in_the_text() -> None:
    ran = taquin("replay", "-", "--format", "json", stdin=f"{LABELLED}L\n".encode())
    assert (ran.json["goal"], ran.json["status"]) == (END, "solved")
    ran = taquin("replay", LABELLED, "L", "--goal", "last", "--format", "json")
    assert ran.json["status"] == "unfinished" and "--goal last is used" in ran.err


def test_compare_reads_a_start_with_its_goal() -> None:
    ran = taquin("compare", "-", "-a", "astar", "--format", "json", stdin=LABELLED.encode())
    assert [row["goal"] for row in ran.json] == [END]


MANY = {
    "lines": f"{START}\n1 2 3/4 5 6/0 7 8\n{START}\n",
    "gaps": f"{ROWS}\n\n{OTHER}\n\n\n{ROWS}\n",
    "rows": f"{ROWS}\n{OTHER}\n{ROWS}\n",
    "titles": f"Puzzle 1\n{ROWS}\n\nPuzzle 2\n{OTHER}\n\nPuzzle 3\n{ROWS}\n",
    "comments": f"# one\n{ROWS}\n\n# two\n{OTHER}\n\n# three\n{ROWS}\n",
    "counts": f"3\n{ROWS}\n3\n{OTHER}\n3\n{ROWS}\n",
    "digits": "123\n405\n786\n\n123\n456\n078\n\n123\n405\n786\n",
}
NUMBERS = {"lines": [1, 2, 3], "gaps": [1, 5, 10], "rows": [1, 4, 7], "digits": [1, 5, 9]}


@pytest.mark.parametrize("form", MANY)
def test_batch_reads_every_board_of_a_file(form: str) -> None:
    ran = taquin("batch", "-", "-q", stdin=MANY[form].encode())
    assert (ran.status, ran.err) == (0, "")
    boards = [START, "1 2 3/4 5 6/0 7 8", START]
    assert [row["board"] for row in ran.rows] == [row["input"] for row in ran.rows] == boards
    assert [row["cost"] for row in ran.rows] == [2, 2, 2]
    lines = [row["line"] for row in ran.rows]
    assert lines == NUMBERS.get(form, sorted(set(lines)))


@pytest.mark.parametrize("form", MANY)
def test_solve_counts_the_boards_and_compare_takes_them(form: str) -> None:
    one = taquin("solve", "-", stdin=MANY[form].encode())
    assert one.status == 2 and one.err.startswith("taquin: 3 boards; expected one.")
    assert "taquin batch FILE" in one.err and "taquin compare @FILE" in one.err
    ran = taquin("compare", "-", "-a", "bfs", "-a", "astar", "--format", "json", "-q",
                 stdin=MANY[form].encode())  # fmt: skip
    (told,) = ran.json
    assert ran.status == 0 and told["suite"].startswith("3 given 3x3 boards, goal ")
    assert {line["contestant"]: line["cost"] for line in told["lines"]} == {
        "Breadth-first": 2, "A* with Manhattan distance": 2,
    }  # fmt: skip


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_wrong_board_among_rows_is_one_error_row(gap: str, tmp_path: Path) -> None:
    wrong = "1 2 3\n4 5 5\n7 0 8"
    text = gap.join([ROWS, wrong, OTHER])
    second = 4 if gap == "\n" else 5
    ran = taquin("batch", "-", "-q", stdin=text.encode())
    assert ran.status == 2 and ran.err.startswith(
        "taquin: 1 of 3 boards ended in an error; its row"
    )
    assert [row["status"] for row in ran.rows] == ["solved", "error", "solved"]
    row = ran.rows[1]
    assert (row["line"], row["input"]) == (second, wrong)
    assert "tile 5 given more than once" in row["error"]["message"]
    for command in ("solve", "compare"):
        ran = taquin(command, "-", "-a", "astar", stdin=text.encode())
        assert ran.status == 2 and f"line {second}: not a board" in ran.err


def test_a_wrong_line_among_boards_on_lines_is_named_by_its_number() -> None:
    boards = "7 0 2/8 5 3/6 1 4\n# three\n1 2 3/4 5 6/7 8 0\n1 2 3/4 5 6/7 0 8\nhello world\n"
    for command in ("info", "solve", "compare", "play --plain"):
        ran = taquin(command.split(), "-" if command != "play --plain" else boards,
                     stdin=boards.encode())  # fmt: skip
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("taquin: line 5: 'hello'")
    wrong = boards.replace("7 8 0", "7 8 8")
    assert "line 3: not a board of 9 cells" in taquin("info", "-", stdin=wrong.encode()).err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("7 -1 2/8 5 3/6 1 4", True),
        ("1-2-3 4-5-6 7-8-0", False),
        ("8\n-1\n7 0 2\n8 5 3\n6 1 4", False),
    ],
)
def test_minus_one_is_said_to_be_read_as_the_blank(text: str, *, told: bool) -> None:
    ran = taquin("info", "-", "--format", "json", stdin=text.encode())
    assert ran.status in (0, 3) and ran.json["size"] == "3x3"
    assert ran.err == ("taquin: -1 is read as the blank.\n" if told else "")


def test_a_wrong_row_of_one_board_is_named_by_its_row() -> None:
    ran = taquin("info", "-", stdin=b"1 2 3\n4 x5 6\n7 8 0\n")
    assert ran.err.startswith("taquin: 'x5' in row 2 is not a tile")


def test_after_a_missing_row_nothing_is_misread() -> None:
    """The rows below could be split into other boards, which nobody means."""
    text = f"{ROWS}\n1 2 3\n4 5 6\n{OTHER}\n{ROWS}\n"
    ran = taquin("batch", "-", "-q", stdin=text.encode())
    assert [(row["line"], row["status"]) for row in ran.rows] == [(1, "solved"), (4, "error")]
    assert ran.status == 2 and "Leave an empty line between boards." in ran.out
    assert ran.rows[1]["input"].count("\n") == 7


def test_many_boards_in_rows_without_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """More text than is read as boards in one go; a row is left over at the end."""
    monkeypatch.setattr("taquin.faces.cli.given._LONGEST", 200)
    ran = taquin("batch", "-", "-q", stdin=f"{ROWS}\n".encode() * 50 + b"1 2 3\n")
    assert len(ran.rows) == 51 and ran.status == 2
    assert {row["status"] for row in ran.rows[:-1]} == {"solved"}
    assert (ran.rows[-1]["status"], ran.rows[-1]["line"]) == ("error", 151)


def test_lines_that_are_no_boards_stay_lines() -> None:
    ran = taquin("batch", "-", "-q", stdin=b"nonsense\n1 2 3\nkorf100:79\n112345678\n")
    assert [row["line"] for row in ran.rows] == [1, 2, 3, 4]
    assert [row["status"] for row in ran.rows] == ["error", "error", "solved", "error"]


def test_rows_that_look_like_boards_do_not_split_a_larger_one() -> None:
    """The first row of a 4x4 board is a board of 2x2."""
    text = "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n\n1 0 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n"
    ran = taquin("batch", "-", "-q", "--goal", "first", stdin=text.encode())
    assert [(row["line"], row["cost"]) for row in ran.rows] == [(1, 0), (6, 1)]


def test_titles_and_goals_on_lines_of_boards() -> None:
    text = f"easy: {START}\nhard: 1 2 3/4 5 6/0 7 8\nkorf100:79\n"
    ran = taquin("batch", "-", "-q", stdin=text.encode())
    assert [row["status"] for row in ran.rows] == ["solved"] * 3
    assert [row["line"] for row in ran.rows] == [1, 2, 3]
    arrows = f"{START} -> {END}\n" * 2
    ran = taquin("batch", "-", "-q", stdin=arrows.encode())
    assert [(row["line"], row["goal"]) for row in ran.rows] == [(1, END), (2, END)]
    pairs = f"start: {START}\ngoal: {END}\n" * 3
    ran = taquin("batch", "-", "-q", stdin=pairs.encode())
    assert [(row["line"], row["goal"]) for row in ran.rows] == [(1, END), (3, END), (5, END)]
    ran = taquin("solve", "-", "--format", "json", stdin=pairs[: len(pairs) // 3].encode())
    assert (ran.json["board"], ran.json["goal"], ran.err) == (START, END, "")


def test_goals_in_a_batch_belong_to_their_starts() -> None:
    text = f"{LABELLED}\n{LABELLED}".encode()
    assert [row["goal"] for row in taquin("batch", "-", stdin=text).rows] == [END, END]
    ran = taquin("batch", "-", "--goal", "last", stdin=text)
    assert [row["goal"] for row in ran.rows] == ["1 2 3/4 5 6/7 8 0"] * 2
    assert ran.err == "taquin: --goal last is used, not the goals in the file.\n"


def test_resume_continues_a_file_of_rows(tmp_path: Path) -> None:
    file, target = tmp_path / "boards.txt", tmp_path / "out.jsonl"
    file.write_text(MANY["gaps"], encoding="utf-8")
    assert taquin("batch", str(file), "--output", str(target), "-q").status == 0
    whole = target.read_text(encoding="utf-8").splitlines(keepends=True)
    target.write_text("".join(whole[:1]), encoding="utf-8")
    ran = taquin("batch", str(file), "--output", str(target), "--resume", "-q")
    rows = target.read_text(encoding="utf-8").splitlines(keepends=True)
    assert ran.status == 0 and len(rows) == 3 and rows[0] == whole[0]
    file.write_text(MANY["gaps"].replace("0 7 8", "7 0 8"), encoding="utf-8")
    refused = taquin("batch", str(file), "--output", str(target), "--resume", "-q")
    assert refused.status == 2 and "line 2, is not a row of this run" in refused.err


def test_workers_read_the_same_boards() -> None:
    one, two = (
        taquin("batch", "-", "-q", "--workers", workers, stdin=MANY["gaps"].encode()).rows
        for workers in ("1", "2")
    )
    assert [row["moves"] for row in one] == [row["moves"] for row in two]


@pytest.mark.parametrize("words", ["123 405 786", "b23 145 678", "1 2 3 4 0 5 7 8 6"])
def test_words_in_groups_are_rows(words: str) -> None:
    row = taquin("info", *words.split(), "--format", "json").json
    assert row["size"] == "3x3"


def test_compare_names_the_line_and_takes_a_time_limit_only() -> None:
    ran = taquin("compare", "-", "-a", "bfs", "--node-limit", "5", stdin=MANY["gaps"].encode())
    assert ran.status == 2 and "several boards support only --time-limit" in ran.err
    text = f"{ROWS}\n\n1 2/3 0\n\n{OTHER}\n".encode()
    ran = taquin("compare", "-", "-a", "bfs", "--goal", GOAL, stdin=text)
    assert ran.status == 2 and "line 5: " in ran.err and "expected the same size" in ran.err
