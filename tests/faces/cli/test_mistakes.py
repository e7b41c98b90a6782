"""Mistakes: exit status 2, one line on stderr, nothing on stdout, no search."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cli import taquin
from taquin.faces.cli.main import cli

FILES = {
    "binary.dat": b"\xff\xfe\x00",
    "latin.txt": b"caf\xe9",
    "noise.dat": b"\x81\x02\n12 x\n\xfe\x9c\n",
    "bytes.dat": b"\x81\x82\n\x99",
    "nul.txt": b"1 2 3\0",
    "empty.txt": b"",
    "board.txt": b"123456780",
    "lines.txt": b"123456780\n123456708\n",
    "raises.py": b"raise RuntimeError('boom')",
    "nothing.py": b"x = 1",
    "syntax.py": b"def (",
}

# A command line, and a text that its message must contain.
MISTAKES = """
solve                                               | Missing argument
solve ""                                            | empty text
solve 112345678                                     | tile 1 given more than once
solve "1 2 3/4 5 6/7 8 8"                           | tile 8 given more than once
solve "1 2 3/4 5 6/7 99 0"                          | 99 out of range
solve "1 2 3/4 5 6/7 9 0"                           | tile 8 missing
solve "1 2 3/4 5 6/7 0 0"                           | 2 blanks
solve 123456789                                     | no blank
solve "1 2 3/4 5/6 7 8 0"                           | ragged rows
solve "a b c/d e f/g h 0"                           | 'a' in row 1 is not a tile
solve abc                                           | 'abc', and no board, such as 7 0 2
solve 3x3                                           | 3x3 is a size; expected a board, such as
solve 3x3x3                                         | 3x3x3 is neither a board nor a size
play abc --plain                                    | A size, such as 4x3, draws a board.
play 3x3x3 --plain                                  | 3x3x3 is neither a board nor a size
123456708                                           | `taquin solve 123456708` solves it
pdb rm                                              | Did you mean 'remove'? Known: build, list,
model describe                                      | Known: info, list, remove
solve "8 5 x/2 x 3/6 1 4"                           | tile 7 missing. x is read as the blank.
solve 123456708 --topology walls:0-8                | 0 and 8 are not neighbours on a 3x3
solve 123456708 --topology walls:0-1,1-0            | wall '1-0' is given twice
solve "1.5 2 3 0"                                   | '1.5' in row 1 is not a tile
solve -1 2 3                                        | tiles are numbered from 1
solve "-1 2 3/4 5 6/7 8 0"                          | tiles are numbered from 1
solve -- -1 2 3 0                                   | tiles are numbered from 1
solve 1 2 3                                         | 3 cells are not a board
solve "1 2 3 4 5 0"                                 | could be 2x3 or 3x2
solve 12345678901112131415                          | split into tiles in many ways
solve "1 2 3 4 5 0" --size 3x3                      | 6 cells do not fill a 3x3 board
solve "1 2 3/4 5 0" --size 2x3                      | leave one of them out
solve 123456780 --size 0x0                          | from 2 to 100
solve 123456780 --size x                            | expected WIDTHxHEIGHT
solve 123456780 extra                               | 'extra' in row 1 is not a tile
solve 123456780 --goal spirall                      | Did you mean 'spiral'?
solve 123456780 --goal ""                           | --goal is empty
solve 123456780 --goal "1 2/3 0"                    | goal:
solve 123456780 --goal "1 2 3 4/5 6 7 0" --size 3x3   | goal: it is 4x2, but the board is 3x3
scramble --goal "1 2 3/4 5 6/7 8 0" --size 4x4      | goal: it is 3x3, but the board is 4x4
solve 123456780 --goal first --goal last            | given twice, as 'first' and 'last'
solve 123456780 -a bfs --algorithm astar            | given twice, as 'bfs' and 'astar'
solve 123456708 --trace-limit 5MB                   | --trace-limit needs --trace FILE
solve 123456708 --trace t.jsonl --trace-limit x     | trace limit 'x': expected a size
solve 123456708 --heuristic max:max:zero,manhattan  | max cannot contain max
solve @board.txt --trace board.txt                  | it would be overwritten
solve 123456708 --speed 9                           | --speed needs --animate
solve 123456708 --plugin ""                         | expected a file name
compare -a bfs -n 501 --size 100x100                | at most 500 boards of 100x100
batch ""                                            | the file name is empty
batch lines.txt --output board.txt --resume --overwrite | give one
serve --host ""                                     | --host is empty
compare -a bfs -n 2 --seed -1                       | whole number of at least 0
scramble --seed -1                                  | whole number of at least 0
batch lines.txt --output /dev/null --resume         | is not a regular file
batch lines.txt --output folder --resume            | is not a regular file
bench run classroom --out folder --resume           | is not a regular file
batch lines.txt --overwrite                         | --overwrite needs --output
batch lines.txt --output board.txt                  | is not empty; give --resume
solve 123456780 --goal 111111110                    | tile 1 given more than once
solve 123456780 -a astr                             | Did you mean 'astar'?
solve 123456780 -a ""                               | no algorithm named ''
solve 123456780 -a astar --heuristic manhatan       | Did you mean 'manhattan'?
solve 123456780 -a astar --heuristic max:           | expected max:ARGUMENT
solve 123456780 -a bfs --heuristic manhattan        | bfs uses no heuristic
solve 123456780 --metric smt                        | Did you mean 'stm'?
solve 123456780 --topology tours                    | Did you mean 'torus'?
solve 123456780 --topology walls:0-99               | not neighbours
solve 123456780 --engine pyton                      | Did you mean 'python'?
solve 123456780 --formt json                        | Did you mean '--format'?
solve 123456780 --format jsn                        | Did you mean 'json'?
solve 123456780 --notation blnk                     | Did you mean 'blank'?
solve 123456780 -a wastar -o wieght=3               | Did you mean 'weight'?
solve 123456780 -a wastar -o weight                 | expected KEY=VALUE
solve 123456780 -a wastar -o weight=                | expected a number
solve 123456780 -a wastar -o weight=nan             | from 1 to 1000000
solve 123456780 -a wastar -o weight=inf             | from 1 to 1000000
solve 123456708 -a wastar -o weight=1e308           | from 1 to 1000000
pdb build 15                                        | at most 9 tiles
solve korf100:1 --size 3x3                          | size 3x3: the board is 4x4
census 100x100                                      | more than 10^35659 arrangements
solve 123405678 --goal korf100:1                    | a board to start from
scramble --goal korf100:1                           | a board to start from
scramble --goal hardest-3x3 --size 3x3              | a board to start from
bench run korf100 --engine python                   | the suite korf100 does not use --engine
bench run classroom --partition 7-8                 | the suite classroom does not use --partition
solve korf100:1 -a idastar --heuristic pdb:10-5     | at most 9 tiles
solve 123456780 -a wastar -o weight=0               | from 1 to 1000000
solve 123456780 -a wastar -o weight=2 -o weight=3   | given twice
solve 123456780 -a bfs -o weight=2                  | no option of bfs named 'weight'
solve 123456780 -o weight=2                         | no option of astar named 'weight'
solve 123456780 -a dls -o depth=-1                  | expected 0 or more
solve 123456780 -a dls -o depth=1000000001          | up to 1,000,000,000
solve 123456780 -a dls -o depth=2.5                 | expected a whole number
solve 123456780 -a beam -o width=0                  | at least 1
solve 123456780 -a bfs -o order=UU                  | each once
solve 123456780 -a bfs -o duplicates=globl          | expected one of
solve 123456780 --workers 0                         | whole number of at least 1
solve 123456780 --workers 1.5                       | whole number of at least 1
solve 123456780 --time-limit -1                     | at least 0
solve 123456780 --time-limit nan                    | at least 0
solve 123456780 --node-limit x                      | whole number of at least 0
solve 123456780 --memory-limit x                    | a size such as 500MB
solve 123456780 --memory-limit 5                    | '5' is read as 5 bytes; give a unit
solve 123456780 --memory-limit -5MB                 | a size such as 500MB
solve 123456780 --memory-limit nan                  | a size such as 500MB
solve 123456780 --animate --format json             | --animate needs --format text
solve 123456780 --animate --speed nan               | a number of at least 0.1 and at most 1000
solve @missing.txt                                  | does not exist
solve @                                             | @ without a name
solve @folder                                       | is a directory
solve @binary.dat                                   | not UTF-8 text
solve @latin.txt                                    | not UTF-8 text (byte 4)
solve @nul.txt                                      | NUL bytes
solve @empty.txt                                    | file 'empty.txt': an empty text
solve board.txt                                     | write @board.txt
solve missing.txt                                   | looks like a file name
solve -                                             | empty text
solve 123456708 --goal @missing.txt                 | does not exist
solve 123456708 --goal @                            | @ without a name
solve 123456708 --goal @folder                      | is a directory
solve 123456708 --goal @empty.txt                   | empty text
solve 123456708 --goal ""                           | --goal is empty
play 3x3 --plain --goal ""                          | --goal is empty
census 3x3 --goal @missing.txt                      | does not exist
solve 123456708 --trace missing/x                   | No such file or directory
solve 123456708 --trace folder                      | Is a directory
solve 123456708 --trace ""                          | expected a file name
solve 123456780 --plugin raises.py                  | raises.py, line 1: RuntimeError: boom
solve 123456780 --plugin nothing.py                 | registers nothing
solve 123456780 --plugin syntax.py                  | line 1
solve 123456780 --plugin missing.py                 | does not exist
solve 123456780 --plugin folder                     | is a directory
solve 123456708 -a astar:                           | expected a heuristic after the colon
solve 123456708 -a astar:nope                       | no heuristic named 'nope'
solve 123456708 -a bfs:manhattan                    | bfs uses no heuristic
solve 123456708 -a astar:h1 --heuristic manhattan   | h1, in astar:h1, and manhattan
solve korf100                                       | is a set of boards
solve korf100:0                                     | korf100:1 to korf100:100
solve korf10:1                                      | Did you mean 'korf100'?
compare                                             | expected a BOARD, or -n N
compare 112345678                                   | tile 1 given more than once
compare 123456708 -a nope                           | no algorithm named 'nope'
compare 123456708 -a bfs -a astar:nope              | no heuristic named 'nope'
compare 123456708 -a bfs:manhattan                  | bfs uses no heuristic
compare 123456708 -a astar:                         | expected a heuristic after the colon
compare 123456708 -a bfs --heuristic manhattan      | none of these algorithms
compare 123456708 -a bfs --heuristic nope           | none of these algorithms
compare 123456708 --suite clasroom                  | Did you mean 'classroom'?
compare 123456708 --suite classroom -a bfs          | give one of them
compare 123456708 --heuristic ""                    | a suite has its own options
compare 123456708 -o weight=3                       | a suite has its own options
compare 123456708 -a bfs -o wieght=3                | named 'wieght'
compare 123456708 -a bfs -a wastar -o weight=nan    | from 1 to 1000000
compare 123456708 -a bfs --plot x.jpg               | .svg, .png or .pdf
compare 123456708 -a bfs --plot missing/x.svg       | does not exist
compare 123456708 -a bfs --format jsn               | Did you mean 'json'?
compare 123456708 -a bfs --workers 2                | No such option '--workers'
info                                                | Missing argument
info "1 2 3/4 5/6 7 8 0"                            | ragged rows
info korf100:1 --size 3x3                           | size 3x3: the board is 4x4
info antipodes:1 --size 9x9                         | size 9x9: the board is 4x4
info @folder                                        | is a directory
info -                                              | empty text
explain abc                                         | no instance named 'abc'
replay                                              | Missing argument
replay 123405786                                    | no moves; expected BOARD MOVES
replay 123405786 LU X                               | 3 words; expected BOARD MOVES
replay 123405786 X                                  | 'X' at position 1
replay 112345678 L                                  | tile 1 given more than once
replay - -                                          | both -
replay -                                            | not a board with moves below it
replay @folder                                      | is a directory
replay @missing.txt L                               | does not exist
replay 123405786 LU --goal nope                     | no goal named 'nope'
replay 123405786 LU --metric nope                   | no metric named 'nope'
replay 123405786 LU --notation nope                 | no notation named 'nope'
replay 123405786 LU --time-limit -1                 | at least 0
replay 123405786 LU --format csv                    | no format named 'csv'
scramble 3x3                                        | unexpected extra argument
scramble --size 1x1                                 | from 2 to 100
scramble --depth 3 --walk 3                         | two ways to scramble
scramble --count 0                                  | whole number of at least 1
scramble --seed x                                   | whole number
scramble --walk -1                                  | whole number of at least 0
scramble --size 2x2 --depth 99                      | expected 0 to 6
scramble --goal "1 2 3 4 5 0"                         | could be 2x3 or 3x2
scramble --goal nope                                | no goal named 'nope'
batch                                               | Missing argument
batch missing.txt                                   | does not exist
bench report missing.jsonl                          | does not exist; expected a log
batch folder                                        | is a directory
batch binary.dat                                    | not UTF-8 text
batch nul.txt                                       | NUL bytes
batch noise.dat                                     | not UTF-8 text (byte 1)
batch bytes.dat                                     | not UTF-8 text (byte 1)
batch lines.txt -a nope                             | no algorithm named 'nope'
batch lines.txt -a bfs --heuristic manhattan        | bfs uses no heuristic
batch lines.txt -a bfs:manhattan                    | bfs uses no heuristic
batch lines.txt -a astar:h1 --heuristic manhattan   | h1, in astar:h1, and manhattan
batch lines.txt -a wastar -o weight=0.5             | from 1 to 1000000
batch lines.txt -a bfs -o order=XYZ                 | each once
batch lines.txt --heuristic nope                    | no heuristic named 'nope'
batch lines.txt --goal nope                         | no goal named 'nope'
batch lines.txt --topology tours                    | Did you mean 'torus'?
batch lines.txt --time-limit nan                    | at least 0
batch lines.txt --workers 0                         | whole number of at least 1
batch lines.txt --resume                            | --resume needs --output
batch lines.txt --output missing/x                  | No such file or directory
batch lines.txt --output folder                     | Is a directory
batch lines.txt --output lines.txt                  | it would be overwritten
batch lines.txt --plugin raises.py                  | boom
review                                              | It is part of `taquin play`.
list algoritms                                      | Did you mean 'algorithms'?
list algorithms x                                   | no algorithm named
list instances nope                                 | no set of instances named 'nope'
check                                               | Expected one of heuristic, algorithm
check heuristc manhattan                            | Did you mean 'heuristic'?
check heuristic manhatan                            | Did you mean 'manhattan'?
check algorithm asta                                | Did you mean 'astar'?
check topology tors                                 | Did you mean 'torus'?
check heuristic raises.py                           | boom
check heuristic missing.py                          | does not exist
check heuristic                                     | Missing argument
check heuristic manhattan --size 4x4                | at most 10 cells
check heuristic manhattan --goal spirall            | Did you mean 'spiral'?
check heuristic manhattan --topology tours          | Did you mean 'torus'?
check topology torus --metric stm                   | do not apply to a board type
check heuristic manhattan --time-limit -1           | at least 0
check heuristic manhattan --memory-limit x          | a size such as 500MB
census                                              | Missing argument
census x                                            | expected WIDTHxHEIGHT
census 1x2                                          | from 2 to 100
census 2x2 --goal nope                              | no goal named 'nope'
census 2x2 --metric x                               | no metric named 'x'
slove 123456780                                     | Did you mean 'solve'?
--bogus                                             | No such option '--bogus'
"""
TABLE = [tuple(line.rsplit(" | ", 1)) for line in MISTAKES.strip().splitlines()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, raw in FILES.items():
        (tmp_path / name).write_bytes(raw)
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def one_message(ran: tuple[int, str, str]) -> str:
    status, out, err = ran
    assert status == 2, err
    assert out == ""
    assert err.startswith("taquin: ") and err.count("\n") == 1 and "internal error" not in err
    assert "Traceback" not in err and len(err) < 900
    return err


@pytest.mark.parametrize(("line", "expected"), TABLE, ids=[line.strip() for line, _ in TABLE])
def test_a_mistake_gets_one_clear_message(folder: Path, line: str, expected: str) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    message = one_message(taquin(shlex.split(line)))
    assert expected.strip() in message
    assert re.search(r"[.?!](?: Try: taquin [a-z -]+)?$", message.strip())
    after = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert after == before, "a mistake must neither write nor lose a file"


@pytest.mark.parametrize("text", ["1 " * 2500, "x" * 5000, "9" * 5000, "1/" * 2500, "-" * 5000])
@pytest.mark.parametrize("command", ["solve", "info", "compare"])
def test_five_thousand_characters(command: str, text: str) -> None:
    one_message(taquin(command, "--", text))


@pytest.mark.parametrize("raw", [b"", b"\xff", b"1 2\0", b"1 2 3"])
def test_standard_input_without_a_board(raw: bytes) -> None:
    one_message(taquin("solve", "-", stdin=raw))


@pytest.mark.parametrize("command", ["solve", "info", "compare"])
def test_endless_input_is_refused(command: str) -> None:
    assert "more than 16 MB" in one_message(taquin(command, "@/dev/zero"))


def test_endless_lines_are_refused() -> None:
    ran = taquin("batch", "-", stdin=b"702853614\n" * 6_400_001)
    assert "standard input contains more than 64 MB" in one_message(ran)
    assert "more than 64 MB" in one_message(taquin("batch", "/dev/full"))


def test_a_limit_of_five_thousand_digits() -> None:
    ran = taquin("solve", "123456708", "--node-limit", "9" * 5000)
    assert "whole number of at least 0 and at most 4,300 digits" in one_message(ran)


NO_NUMBERS = ["9" * 400, "1e999", "nan", "\u0663", "1_000", "True", "\ud800", "0x10"]


@pytest.mark.parametrize("text", NO_NUMBERS, ids=range(len(NO_NUMBERS)))
def test_what_is_no_number_ends_in_a_clear_message(text: str) -> None:
    options = ["-a", "wastar", "-o", f"weight={text}"], ["-a", "beam", "-o", f"width={text}"]
    for words in options:
        assert "expected a" in one_message(taquin("solve", "123456708", words))


@pytest.mark.parametrize("option", ["--time-limit", "--node-limit", "--memory-limit", "--workers"])
@pytest.mark.parametrize("text", ["nan", "\u0663", "1_000", "True", "0x10"], ids=range(5))
def test_a_limit_that_is_no_number(option: str, text: str) -> None:
    assert "expected a" in one_message(taquin("solve", "123456708", option, text))


def test_a_port_of_five_thousand_digits() -> None:
    assert "expected a whole number, 0 to 65535" in one_message(
        taquin("serve", "--port", "9" * 5000)
    )


def test_boards_are_drawn_in_ascii_if_the_encoding_lacks_lines() -> None:
    words = ["solve", "123456708", "--animate"]
    done = subprocess.run(
        [sys.executable, "-m", "taquin", *words],
        env={**os.environ, "PYTHONIOENCODING": "latin1"},
        capture_output=True,
    )
    assert done.returncode == 0 and done.stderr == b""
    assert b"+---+---+---+" in done.stdout and b"?" not in done.stdout


def test_a_nul_byte_in_an_argument() -> None:
    assert "NUL" in one_message(taquin("solve", "1234\0"))


def test_no_arguments_show_the_help() -> None:
    bare = taquin()
    assert bare.status == 0 and bare == taquin("--help")
    assert "First steps" in bare.out and bare.err == ""


@pytest.mark.parametrize(
    "command", ["solve", "info", "play", "compare", "batch", "replay", "check"]
)
def test_help_says_what_the_exit_status_means(command: str) -> None:
    assert "exit status" in " ".join(taquin(command, "--help").out.split()).lower()


@pytest.mark.parametrize(
    ("limits", "following"),
    [
        (("--time-limit", "0"), "Raise --time-limit, or choose another search with -a."),
        (("--node-limit", "5"), "Raise --node-limit, or choose another search with -a."),
    ],
)
def test_an_answer_without_a_solution_says_what_to_do_next(
    limits: tuple[str, str], following: str
) -> None:
    ran = taquin("solve", "702853614", "-a", "bfs", *limits)
    assert ran.status == 4 and " ".join(ran.err.split()).endswith(following)


def test_a_group_without_a_command_shows_its_help() -> None:
    ran = taquin("pdb")
    assert ran.status == 0 and ran.err == "" and ran.out.startswith("Usage: taquin pdb")


def test_an_internal_error_is_reported_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    from taquin.teach.explain import explanation

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(explanation, "explain", broken)
    ran = taquin("info", "123456780")
    assert ran.status == 1 and ran.out == ""
    assert ran.err.startswith(
        "taquin: internal error (a bug in taquin): RuntimeError: no such luck"
    )


HEAD = """
import sys
from taquin import algorithm, heuristic, register_topology
from taquin.heuristics.base import PerTile
from taquin.search.problem import Node
"""
A_HEURISTIC = """
@heuristic("rogue", admissible=True, consistent=True, paper="-")
def rogue(puzzle):
    return """
AN_ALGORITHM = """
@algorithm("rogue", optimal=False, complete=False, paper="-")
def rogue(space, monitor):
    """
A_TOPOLOGY = """
@register_topology("rogue")
def rogue(width, height):
    return """
CYCLE = "n = Node(space.start, None, '', 0, 0); n.parent = n; return n"
# A plug-in, and a text that its message must contain.
ROGUES = [
    (A_HEURISTIC + "lambda state: sys.exit(0)", "rogue.py, line 9: SystemExit: 0"),
    (AN_ALGORITHM + "sys.exit(0)", "rogue.py, line 9: SystemExit: 0"),
    (A_TOPOLOGY + "sys.exit(0)", "rogue.py, line 9: SystemExit: 0"),
    (A_HEURISTIC + "None", "its factory returned None"),
    (A_HEURISTIC + "PerTile([[1]])", "PerTile has 1 rows; expected one per cell, 9"),
    (A_HEURISTIC + "PerTile([['a'] * 9] * 9)", "a square table of whole numbers"),
    (AN_ALGORITHM + "return 5", "rogue returned 5 instead of a Node"),
    (AN_ALGORITHM + CYCLE, "whose parents form a cycle"),
    (A_TOPOLOGY + "None", "topology rogue returned None"),
    (A_TOPOLOGY + "((99, -1, -1, -1),) * 9", "numbers from 0 to 8"),
    (A_TOPOLOGY + "(('1', '1', '1', '1'),) * 9", "numbers from 0 to 8"),
]


@pytest.mark.parametrize("command", ["check", "solve", "compare", "batch"])
@pytest.mark.parametrize(("source", "expected"), ROGUES)
def test_a_faulty_plug_in_is_named(folder: Path, command: str, source: str, expected: str) -> None:
    (folder / "rogue.py").write_text(HEAD + source)
    kind = {A_HEURISTIC: "heuristic", AN_ALGORITHM: "algorithm", A_TOPOLOGY: "topology"}[
        next(head for head in (A_HEURISTIC, AN_ALGORITHM, A_TOPOLOGY) if source.startswith(head))
    ]
    use = {
        "heuristic": ["-a", "astar:rogue" if command == "compare" else "astar"],
        "algorithm": ["-a", "rogue"],
        "topology": ["--topology", "rogue"],
    }[kind]
    if kind == "heuristic" and command != "compare":
        use += ["--heuristic", "rogue"]
    if command == "check":
        ran = taquin("check", kind, "rogue.py", "--size", "2x2")
        assert ran.status != 0 and "bug in taquin" not in ran.err
    else:
        board = "lines.txt" if command == "batch" else "123456708"
        ran = taquin(command, board, *use, "--plugin", "rogue.py")
        assert ran.status == 2, ran.err
        assert expected in ran.err + ran.out and "bug in taquin" not in ran.err


HOSTILE = [
    "",
    " ",
    "x" * 5000,
    "9" * 5000,
    "-1",
    "nan",
    "a\0b",
    "\udcff",
    "a\nb",
    "%s{}[red]",
    "--",
]
COMMANDS = [
    "solve 123456708",
    "compare 123456708 -a bfs",
    "scramble",
    "batch lines.txt",
    "census 2x2",
    "info 123456708",
    "bench run nothing",
    "pdb build 15",
    "serve",
]


def options_of_all_commands() -> list[tuple[str, str]]:
    found = []
    for line in COMMANDS:
        command: click.Command = cli
        for word in line.removesuffix(" nothing").split():
            if not word.isalpha():
                break
            assert isinstance(command, click.Group)
            below = command.get_command(click.Context(command), word)
            assert below is not None
            command = below
        found += [
            (line, max(option.opts, key=len))
            for option in command.params
            if isinstance(option, click.Option) and not option.is_flag
        ]
    return found


@pytest.mark.parametrize(("command", "option"), options_of_all_commands())
def test_no_value_of_an_option_causes_an_internal_error(
    folder: Path, command: str, option: str
) -> None:
    for value in HOSTILE:
        ran = taquin(command.split(), option, value)
        assert ran.status in (0, 2), (value, ran.err)
        assert "internal error" not in ran.err and "Traceback" not in ran.err and len(ran.err) < 900


@pytest.mark.parametrize("text", ["x" * 5000, "1 " * 3000, "x" * 400 + ".py"])
@pytest.mark.parametrize(
    "command",
    ["pdb build", "pdb verify", "list instances", "census", "bench run", "check heuristic"],
)
def test_very_long_names_get_short_messages(folder: Path, command: str, text: str) -> None:
    one_message(taquin(command.split(), text))
