"""Files of boards in forms that nobody types: JSON lists, known lengths, empty places, titles."""

import json
import re
import time
from pathlib import Path

import pytest

from taquin.faces.cli import given
from taquin.faces.cli.files import Line, read_lines
from taquin.faces.cli.given import boards_of, read_all, read_start
from taquin.ground.announce import announcing
from taquin.ground.errors import NotationError
from taquin.puzzle.size import Size

ONE, TWO = "1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/0 7 8"
FLAT = "[1,2,3,4,5,6,7,0,8]"
ROWS = "[[1,2,3],[4,5,6],[0,7,8]]"


def read(path: Path, content: str | bytes) -> tuple[list[tuple[int, str]], list[str]]:
    """The lines that `taquin batch` solves, and what it says of them."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    said: list[str] = []
    with announcing(said.append):
        found = boards_of(list(read_lines(str(path), max_bytes=10**6)), None, None)
    return [(line.number, line.problem or line.text) for line in found], said


@pytest.mark.parametrize(
    ("text", "lines", "boards"),
    [
        (f'{{"boards": [{FLAT}, {ROWS}]}}', [1, 1], [FLAT, ROWS]),
        (f'{{"n": 3, "puzzles": [\n {FLAT},\n {ROWS}\n]}}\n', [2, 3], [FLAT, ROWS]),
        (f'{{"boards": ["123456708", "{TWO}"]}}', [1, 1], ["123456708", TWO]),
        ('["123456708",\n\n"korf100:3"]', [1, 3], ["123456708", "korf100:3"]),
        (f'{{"boards": [{{"board": "{ONE}"}}, {{"board": "1 2"}}]}}', [1, 1], [ONE, "1 2"]),
        (f'{{"boards": [{FLAT}, "123"]}}', [1, 1], [FLAT, "123"]),
    ],
)
def test_a_json_list_has_a_board_in_each_entry(
    tmp_path: Path, text: str, lines: list[int], boards: list[str]
) -> None:
    """Each was one line that was no board, or an error in each line of it."""
    found, said = read(tmp_path / "boards.json", text)
    assert [number for number, _ in found] == lines
    assert [one.replace(" ", "") for _, one in found] == [one.replace(" ", "") for one in boards]
    assert said == ["2 boards in a JSON list."]


@pytest.mark.parametrize(
    "text",
    [
        f'{{"boards": [{FLAT}, "1 2"], "puzzles": [{FLAT}]}}',
        '{"boards": [[1, 2], [3, 4, 5]]}',
        '{"boards": []}',
        '{"boards": [',
    ],
)
def test_an_object_that_is_not_clear_is_refused(tmp_path: Path, text: str) -> None:
    found, said = read(tmp_path / "boards.json", text)
    assert len(found) == 1 and said == []


FIRST = "012345678"
FIRST_ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]


@pytest.mark.parametrize(
    ("content", "goals"),
    [
        ([{"board": ONE, "goal": FIRST}, {"board": "x23456078", "goal": FIRST}], [FIRST, FIRST]),
        ({"boards": [{"start": ONE, "goal": FIRST}, "korf100:3"]}, [FIRST, None]),
        ({"goal": FIRST, "boards": ["123456708"]}, [FIRST]),
        ({"boards": [ONE, TWO], "goal": FIRST_ROWS}, [str(FIRST_ROWS)] * 2),
        ({"goal": FIRST, "boards": [{"board": ONE}, {"board": TWO, "goal": "last"}]},
         [FIRST, "last"]),
        ({"boards": [ONE, TWO], "goals": [FIRST, None]}, [FIRST, None]),
        ([{"board": ONE, "goal": "blank first"}, {"board": TWO}], ["blank first", None]),
        ([{"board": ONE}, {"goal": FIRST, "board": TWO}], [None, FIRST]),
        ([{"initialState": ONE, "goalState": FIRST}, {"board": "1 2"}], [FIRST, None]),
    ],
)  # fmt: skip
def test_each_board_of_a_json_list_has_its_goal(
    tmp_path: Path, content: object, goals: list[str | None]
) -> None:
    """Goals were dropped without a word, or went to the board before."""
    (tmp_path / "a.json").write_text(json.dumps(content), "utf-8")
    lines = list(read_lines(str(tmp_path / "a.json"), max_bytes=10**6))
    with announcing(lambda _: None):
        found = boards_of(lines, None, None)
        assert [line.goal for line in found] == goals
        assert [line.goal for line in boards_of(lines, "snake", None)] == [None] * len(goals)
        read_too = read_all((f"@{tmp_path / 'a.json'}",), None, None)
        assert [line.goal for line in read_too] == goals


def test_the_goal_of_the_only_board_of_a_json_list_is_read(tmp_path: Path) -> None:
    """The goal was solved in place of the board."""
    (tmp_path / "a.json").write_text(f'{{"goal": "{FIRST}", "boards": ["{ONE}"]}}', "utf-8")
    said: list[str] = []
    with announcing(said.append):
        assert read_start((f"@{tmp_path / 'a.json'}",), None, None)[:2] == (ONE, FIRST)
        assert read_start((f"@{tmp_path / 'a.json'}",), "last", None)[:2] == (ONE, "last")
    assert said[-1] == "--goal last is used, not the goal in the file."


@pytest.mark.parametrize("goals", [[FIRST], FIRST, FIRST_ROWS])
def test_goals_that_are_not_one_for_each_board_are_refused(tmp_path: Path, goals: object) -> None:
    with pytest.raises(NotationError, match="a goal for each"):
        read(tmp_path / "a.json", json.dumps({"boards": [ONE, TWO], "goals": goals}))


FLAT8 = "1 2 3 4 5 6 7 0"


@pytest.mark.parametrize(
    "content",
    [
        [{"board": FLAT8, "width": 4, "height": 2}, {"board": FLAT8, "size": "2x4"}],
        {"size": "4x2", "boards": [FLAT8, {"board": FLAT8, "rows": 4, "cols": 2}]},
    ],
)
def test_each_board_of_a_json_list_has_its_size(tmp_path: Path, content: object) -> None:
    found, _ = read(tmp_path / "a.json", json.dumps(content))
    assert [text for _, text in found] == ["1 2 3 4/5 6 7 0", "1 2/3 4/5 6/7 0"]
    lines = list(read_lines(str(tmp_path / "a.json"), max_bytes=10**6))
    first, second = boards_of(lines, None, (4, 2))
    assert first.problem is None and "leave one of them out" in str(second.problem)


def test_keys_of_a_json_list_that_are_not_used_are_named(tmp_path: Path) -> None:
    """The list inside `meta` was read in place of the boards."""
    inner = {"meta": {"boards": ["120345678"]}, "boards": [{"id": 1, "board": ONE}, FLAT]}
    found, said = read(tmp_path / "a.json", json.dumps(inner))
    assert [text for _, text in found] == [ONE, FLAT]
    assert said == ["2 boards in a JSON list; 'id' and 'meta' are not used."]
    _, said = read(tmp_path / "b.json", json.dumps([dict.fromkeys("abcdef", 1) | {"board": ONE}]))
    assert said == ["1 board in a JSON list; 'a', 'b', 'c', 'd' and 2 more are not used."]
    twice = f'[{{"board": "{ONE}", "board": "{TWO}"}}, "{ONE}"]'
    found, _ = read(tmp_path / "c.json", twice)
    assert [text for _, text in found] == [
        "an object with 'board' more than once; expected it once.", ONE
    ]  # fmt: skip


def test_a_start_and_a_goal_in_a_json_list_are_one_task(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(f'[{{"start": "{ONE}"}}, {{"goal": "{FIRST}"}}]', "utf-8")
    assert read_start((f"@{tmp_path / 'a.json'}",), None, None)[:2] == (ONE, "0 1 2/3 4 5/6 7 8")


def test_a_long_json_list_is_read_in_linear_time(tmp_path: Path) -> None:
    """Twenty thousand boards took twenty seconds: lines were counted from the top for each."""
    board = [*range(1, 16), 0]
    text = json.dumps({"boards": [board] * 20_000}).replace("], ", "],\n")
    (tmp_path / "a.json").write_text(text, "utf-8")
    lines = list(read_lines(str(tmp_path / "a.json"), max_bytes=10**7))
    started = time.process_time()
    with announcing(lambda _: None):
        found = boards_of(lines, None, None)
    assert time.process_time() - started < 5, "a tenth of it is usual"
    assert [line.number for line in found] == list(range(1, 20_001))


def test_a_list_over_several_lines_is_one_board(tmp_path: Path) -> None:
    found, _ = read(tmp_path / "one.txt", "[\n [1,2,3],\n [4,5,6],\n [7,0,8]\n]\n")
    assert found == [(1, ONE)]


@pytest.mark.parametrize("after", [" 23", ",23", "\t23", "; 23", ": 23"])
def test_a_number_after_a_board_is_its_known_length(tmp_path: Path, after: str) -> None:
    found, said = read(tmp_path / "a.txt", f"702853614{after}\n{ROWS}{after}\n")
    assert found == [(1, "702853614"), (2, ROWS)]
    assert said == ["the number after 2 boards is taken as a known length."]
    (tmp_path / "one.txt").write_text(f"702853614{after}\n", "utf-8")
    with announcing(said.append):
        assert read_start((f"@{tmp_path / 'one.txt'}",), None, None).text == "702853614"
    assert said[1:] == ["the number after 1 board is taken as a known length."]


def test_a_number_that_may_be_a_tile_is_refused(tmp_path: Path) -> None:
    found, said = read(tmp_path / "a.txt", "1 2 3 4 5 6 7 0 8 1\n123456708\n")
    assert found[0] == (1, "1 2 3 4 5 6 7 0 8 1") and said == [], "its error follows"


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_the_one_empty_place_of_a_line_is_the_blank(tmp_path: Path, mark: str) -> None:
    texts = ["1,2,3,4,,5,7,8,6", ",1,2,3,4,5,6,7,8", "1,2,3,4,5,6,7,8,", "1,2,,4,,5,7,8,6"]
    given = [text.replace(",", mark) for text in texts]
    found, said = read(tmp_path / "a.csv", "\n".join(["123456780", *given, "123456708"]))
    read_as = ["1,2,3,4,0,5,7,8,6", "0,1,2,3,4,5,6,7,8", "1,2,3,4,5,6,7,8,0"]
    assert [text for _, text in found][1:4] == [text.replace(",", mark) for text in read_as]
    assert found[4][1] == given[3].strip(), "two are none"
    assert said == ["the empty place in 3 boards is read as the blank."]


@pytest.mark.parametrize(
    "table",
    [
        "board,length\n123456708,1\n123456078,2\n",
        "board,moves\r\n123456708,1\r\n123456078,2\r\n",
        "\ufeffBoard\r\n123456708\r\n123456078\r\n",
        '"board"\n"1,2,3,4,5,6,7,0,8"\n"1 2 3 4 5 6 0 7 8"\n',
        "\ufeffNr;Board;Length\r\n1;123456708;1\r\n2;123456078;2\r\n",
    ],
)
def test_a_header_is_no_board(tmp_path: Path, table: str) -> None:
    """Where it stood above boards with their lengths, or above one column, it was an error."""
    found, said = read(tmp_path / "a.csv", table)
    read_as = [(number, re.sub("[ ,]", "", text)) for number, text in found]
    assert read_as == [(2, "123456708"), (3, "123456078")]
    name = "Board" if "Board" in table else "board"
    assert said == [f"the boards are read from the column {name}."]
    # solve, which takes one, says it neither twice nor at all.
    with announcing(said.append), pytest.raises(NotationError, match="2 boards"):
        read_start((f"@{tmp_path / 'a.csv'}",), None, None)
    assert len(said) == 1


def test_a_title_above_a_board_in_rows_is_no_column(tmp_path: Path) -> None:
    found, said = read(tmp_path / "a.txt", "Board\n1 2 3\n4 5 6\n7 0 8\n")
    assert [text for _, text in found] == [ONE] and said == []


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_title_of_any_letters_spoils_no_row(tmp_path: Path, encoding: str) -> None:
    """Below a title that is not UTF-8, or not ASCII, each row was an error."""
    table = "nr,stärke,board\n1,5,123456708\n2,6,123456078\n".encode(encoding)
    assert read(tmp_path / "a.csv", table) == (
        [(2, "123456708"), (3, "123456078")], ["the boards are read from the column board."]
    )  # fmt: skip
    rows = "Rätsel 1:\n1 2 3\n4 5 6\n7 0 8\nRätsel 2:\n1 2 3\n4 5 6\n0 7 8\n".encode(encoding)
    assert read(tmp_path / "b.txt", rows)[0] == [(2, ONE), (6, TWO)]
    wrong = "123456708\nnoté\n123456078\n".encode(encoding)
    assert len(read(tmp_path / "c.txt", wrong)[0]) == 3, "a line that is no board stays an error"


@pytest.mark.parametrize("mark", [",", ";"])
def test_an_empty_place_in_a_row_is_that_of_the_whole_board(tmp_path: Path, mark: str) -> None:
    """The row was filled and was a board, and the other row an error."""
    rows = "1,2,3,\n4,5,6,7\n".replace(",", mark)
    assert read(tmp_path / "a.csv", rows) == ([(1, "1 2 3 0/4 5 6 7")], [])
    more = f"{rows}{rows}\n{rows}".replace("3", "").replace(f"{mark}\n", f"{mark}3\n")
    assert [number for number, _ in read(tmp_path / "b.csv", more)[0]] == [1, 3, 6]
    wrong, said = read(tmp_path / "c.csv", rows + rows.replace("7", "6"))
    assert wrong[0] == (1, "1 2 3 0/4 5 6 7") and len(wrong) == 2 and said == []


def test_a_wrong_line_leaves_the_empty_places_of_others_filled(tmp_path: Path) -> None:
    texts = ["1,2,3,4,,5,7,8,6", "1,2,3,4,5,6,7,8,9", ",1,2,3,4,5,6,7,8"]
    found, said = read(tmp_path / "a.csv", "\n".join(texts))
    assert [text for _, text in found] == ["1,2,3,4,0,5,7,8,6", texts[1], "0,1,2,3,4,5,6,7,8"]
    assert said == ["the empty place in 2 boards is read as the blank."]


def test_a_refused_file_says_nothing_of_its_empty_places(tmp_path: Path) -> None:
    """It said that they were read as the blank, and refused the columns."""
    table = "a;b;c;d;e;f;g;h;i\n1;2;3;4;;5;7;8;6\n;1;2;3;4;5;6;7;8\n"
    (tmp_path / "a.csv").write_text(table, "utf-8")
    said: list[str] = []
    lines = list(read_lines(str(tmp_path / "a.csv"), max_bytes=10**6))
    with announcing(said.append), pytest.raises(NotationError, match="expected one with boards"):
        boards_of(lines, None, None)
    assert said == []


@pytest.mark.parametrize(
    ("text", "most"), [("1,2,3,4,,5,7,8,6\n", 100), ("702853614 23\n[1,2,3,0] 4\n", 4_100)]
)
def test_each_line_is_parsed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, most: int
) -> None:
    """Each was parsed two or three times, and each but the last time as an error, which is slow."""
    parsed: list[str] = []
    problem = given._problem

    def counting(line: Line, size: Size) -> str | None:
        parsed.append(line.text)
        return problem(line, size)

    monkeypatch.setattr(given, "_problem", counting)
    found, _ = read(tmp_path / "a.txt", text * 2_000)
    assert len(found) == 2_000 * text.count("\n")
    assert len(parsed) <= most


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
@pytest.mark.parametrize(
    "title", ["Rätsel", "Das schöne Rätsel, leicht", "-- Rätsel --", "Rätsel:"]
)
def test_a_title_of_any_words_stands_above_rows(tmp_path: Path, title: str, encoding: str) -> None:
    """Without a number or a colon, each row below it was an error."""
    rows = f"{title}\n1 2 3\n4 5 6\n7 0 8\n\n{title}\n1 2 3\n4 5 6\n0 7 8\n"
    assert read(tmp_path / "a.txt", rows.encode(encoding)) == ([(2, ONE), (7, TWO)], [])
    table = "board;Züge\n123456708;23\n123456078;2\n".encode(encoding)
    assert read(tmp_path / "a.csv", table)[0] == [(2, "123456708"), (3, "123456078")]
