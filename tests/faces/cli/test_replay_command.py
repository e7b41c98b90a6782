"""taquin replay: what it reads, what it prints, and its exit statuses."""

import json
from pathlib import Path

import pytest

from cli import taquin
from taquin import replay

BOARD = "1 2 3/4 0 5/7 8 6"
HARD = "702853614"


def judged(*words: str, stdin: bytes = b"") -> dict[str, object]:
    ran = taquin("replay", *words, "--format", "json", stdin=stdin)
    assert ran.out.count("\n") == 1, ran.err
    row = ran.json
    assert isinstance(row, dict)
    return row


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ([BOARD, "LU"], 0),
        ([BOARD, "RD", "--notation", "blank"], 0),
        ([BOARD, "RD"], 6),
        ([BOARD, "LL"], 6),
        ([BOARD, "L"], 6),
        ([BOARD, ""], 6),
        ([BOARD, "L", "--goal", "1 2 3/4 5 0/7 8 6"], 0),
        (["1 2 3/4 5 6/8 7 0", "R"], 3),
        (["1 2 3/4 5 6/7 8 0", ""], 0),
        (["1 2 3/4 5 6/7 0 8", "R", "--topology", "torus"], 6),
        (["8 1 2/3 4 5/6 7 0", "L", "--topology", "torus"], 6),
        (["2 3 4 5 0 1", "L", "--size", "3x2"], 6),
    ],
)
def test_exit_status(words: list[str], status: int) -> None:
    ran = taquin("replay", *words)
    assert (ran.status, ran.err) == (status, "")
    assert ran.out.startswith("board ")


def test_json_and_text_are_those_of_the_library() -> None:
    found = replay(BOARD, "RLLU")
    assert judged(BOARD, "RLLU") == found.as_dict()
    assert taquin("replay", BOARD, "RLLU").out == f"{found}\n"


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
@pytest.mark.parametrize("notation", ["tile", "blank"])
@pytest.mark.parametrize("board_type", ["grid", "torus"])
@pytest.mark.parametrize("form", ["json", "jsonl", "text", "batch"])
def test_every_result_of_ours_is_read(
    metric: str, notation: str, board_type: str, form: str
) -> None:
    """With its goal, metric, board type and notation, none of which is given again."""
    given = ["--goal", "first", "--metric", metric, "--topology", board_type]
    given += ["--notation", notation]
    if form == "batch":
        ran = taquin("batch", "-", "-q", *given, stdin=HARD.encode())
    else:
        ran = taquin("solve", HARD, *given, "--format", form)
    row = judged("-", stdin=ran.out.encode())
    assert (row["status"], row["over"]) == ("solved", 0)
    assert (row["metric"], row["notation"], row["topology"]) == (metric, notation, board_type)
    cost = taquin("solve", HARD, *given, "--format", "json").json["cost"]
    assert row["cost"] == row["optimal_cost"] == cost


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3/4 0 5/7 8 6\nLU\n",
        "1 2 3\n4 0 5\n7 8 6\n\nL\nU\n",
        "# a scramble\n123405786\n# the moves\nLU",
        "123\n405\n786\nleft up",
        "[[1, 2, 3], [4, 0, 5], [7, 8, 6]]\n['Left', 'Up']",
        "3\n1 2 3\n4 0 5\n7 8 6\nLU",
        "1 2 3\n4 0 5\n7 8 6\n\n5 6\n",
        "1 2 3\n4 0 5\n7 8 6\n5\n6\n",
        "123405786\n←↑",
        '{"board": "123405786", "moves": "LU"}',
        '{"board": [[1, 2, 3], [4, 0, 5], [7, 8, 6]], "moves": ["Left", "Up"]}',
        '[{"board": "123405786", "moves": "LU"}]',
    ],
)
def test_a_board_and_moves_in_one_text(text: str, tmp_path: Path) -> None:
    (tmp_path / "task.txt").write_text(text, encoding="utf-8")
    by_file = judged(f"@{tmp_path / 'task.txt'}")
    assert by_file == judged("-", stdin=text.encode()) == replay(BOARD, "LU").as_dict()


def test_board_and_moves_from_files(tmp_path: Path) -> None:
    (tmp_path / "board").write_text("1 2 3\n4 0 5\n7 8 6", encoding="utf-8")
    (tmp_path / "moves").write_text("L\nU\n", encoding="utf-8")
    expected = replay(BOARD, "LU").as_dict()
    assert judged(f"@{tmp_path / 'board'}", f"@{tmp_path / 'moves'}") == expected
    assert judged(BOARD, "-", stdin=b"LU") == judged("-", "LU", stdin=BOARD.encode()) == expected


@pytest.mark.parametrize(
    "words", ["1 2 3 4 0 5 7 8 6 LU", "1 2 3 4 - 5 7 8 6 L U", "123 405 786 LU", "123405786 LU"]
)
def test_unquoted_words(words: str) -> None:
    assert judged(*words.split()) == replay(BOARD, "LU").as_dict()


def test_an_option_wins_over_the_text_and_says_so() -> None:
    row = json.dumps({"board": BOARD, "moves": "L", "goal": "first", "metric": "mtm"})
    ran = taquin("replay", "-", "--goal", "1 2 3/4 5 0/7 8 6", "--metric", "stm",
                 stdin=row.encode())  # fmt: skip
    assert ran.status == 0 and "solved in 1 single-tile move" in ran.out
    assert "--goal 1 2 3/4 5 0/7 8 6 is used instead of first in the text." in ran.err
    assert "--metric stm is used instead of mtm" in ran.err


def test_the_search_for_the_optimum_is_bounded() -> None:
    words = ["replay", "korf100:1", "-", "--time-limit", "0", "--goal", "first"]
    moves = taquin("solve", "korf100:1", "-a", "rows", "--format", "json").json["moves"]
    assert taquin(*words, stdin=moves.encode()).status == 0
    torus = taquin("solve", "korf100:1", "-a", "rows", "--topology", "torus", "--format", "json")
    row = judged("-", "--time-limit", "0", stdin=torus.out.encode())
    assert row["status"] == "solved" and row["over"] is None
    assert isinstance(row["lower_bound"], int) and row["optimum_source"] == "Manhattan distance"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 2 3\n4 0 5\n7 8 6\n", "the text is a board without moves"),
        ("1 2 3\n4 0 5\n7 8 6\n\n1 2 3\n4 5 0\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0\n", "has 3 boards"),
    ],
)
def test_boards_without_moves_are_no_moves(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "board.txt").write_text(text)
    ran = taquin("replay", f"@{tmp_path / 'board.txt'}")
    assert ran.status == 2 and words in ran.err


@pytest.mark.parametrize(
    ("between", "status"), [("\n\n", 2), ("\n", 2), ("\ngoal:\n", 0), (" -> ", 0)]
)
@pytest.mark.parametrize("apart", [False, True])
def test_the_second_board_of_a_file_is_its_goal_only_if_the_file_says_so(
    tmp_path: Path, between: str, status: int, apart: bool
) -> None:
    """As for solve and batch: an unlabelled one was taken as the goal, here alone."""
    start, goal = ("1 2 3/4 0 5/7 8 6", "1 2 3/4 5 0/7 8 6")
    if "->" not in between:
        start, goal = (board.replace("/", "\n") for board in (start, goal))
    boards, file = f"{start}{between}{goal}\n", tmp_path / "boards.txt"
    file.write_text(boards if apart else f"{boards}L\n")
    ran = taquin("replay", f"@{file}", *(["L"] if apart else []))
    assert ran.status == status, ran.err
    wrong = "more than one board above the moves; expected one. If the second one is the goal,"
    assert (wrong in " ".join(ran.err.split())) == (status == 2)
    typed = taquin("replay", f"{start}{between}{goal}", "L")
    assert typed.status == 0, "typed, they are a board and its goal"
