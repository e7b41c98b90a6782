"""Files of boards in forms that nobody types: JSON lists, known lengths, empty places, titles."""

import re
from pathlib import Path

import pytest

from taquin.faces.cli.files import read_lines
from taquin.faces.cli.given import boards_of, read_start
from taquin.ground.announce import announcing
from taquin.ground.errors import NotationError

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
