"""The numbers in the sentence that says why a board is solvable or not, worked out again."""

import random
import re
from itertools import islice, pairwise
from typing import NamedTuple

import pytest
from test_solvability import all_boards, goals, reachable, theta0

from taquin.puzzle.blocks import arranged, blocks
from taquin.puzzle.board import Board
from taquin.puzzle.goal import GOALS, named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import uniform
from taquin.puzzle.solvability import judge
from taquin.puzzle.topology import Topology, topology

CELLS = (
    r"cells (?P<cells>[\d, ]+?)(?: and (?P<more>\d+) more)?"
    r"(?P<brought>, with the blank moved to .*?,)?"
)
PARTS = r"the board consists of (?P<parts>\d+) parts that no tile can leave, and"
FORMS = {
    "goal": r"The board is already the goal\.",
    "walls": r"Unsolvable: walls .*\d.*\.",
    "pairs": rf"Solvable: {PARTS} each has two cells and the one tile that belongs there\.",
    "displaced": rf"Unsolvable: {PARTS} tile (?P<tile>\d+) is in the part with cells (?P<now>.*) "
    r"but belongs in that with cells (?P<to>.*) "
    r"\(cells are numbered from 0, and parts may share one\)\.",
    "ring": rf"(?:Uns|S)olvable: (?:{PARTS} .*)?around the ring of "
    rf"{CELLS} the tiles keep their cyclic order, which is (?P<now>[\d ]+) on the board and "
    r"(?:(?P<to>[\d ]+) )?in the goal\.",
    "parity": rf"(?:Uns|S)olvable: (?:the board|{PARTS} .*the part "
    rf"with {CELLS}) is (?P<exchanges>\d+) exchanges? from the goal \((?P<a>odd|even)\) and its "
    r"blank (?P<steps>\d+) steps? from home \((?P<b>odd|even)\); (?:every move (?:there )?changes "
    r"both parities, so a solvable board has equal parities(?P<agree>, as this one does|; "
    r"this one does not)|the two parities need not "
    r"agree, because the blank can return to its cell in (?P<back>\d+) moves \(odd\), so "
    r"every arrangement of the (?P<tiles>\d+) tiles can be reached \(Wilson 1974\))\.",
}


def assert_reason_right(board_type: Topology, board: Board, goal: Board) -> str:
    """The form of the board's reason, after its numbers have been worked out another way."""
    verdict = judge(board_type, board, goal)
    matches = {name: re.fullmatch(form, verdict.reason) for name, form in FORMS.items()}
    ((form, said),) = ((name, match.groupdict()) for name, match in matches.items() if match)
    assert verdict.reason.startswith("Unsolvable: ") != verdict.solvable
    parts = blocks(board_type, board.blank)
    assert form in ("goal", "walls") or int(said.get("parts") or 1) == len(parts)
    if form == "displaced":
        assert_displaced(board_type, [said["now"], said["to"]], [board, goal], int(said["tile"]))
    elif form in ("ring", "parity"):
        cells = [int(cell) for cell in (said["cells"] or "").split(", ") if cell] or parts[0]
        if said["more"]:
            cells = next(part for part in parts if part[: len(cells)] == cells)
            assert len(cells) == 12 + int(said["more"])
        assert sorted(cells) in parts and (said["cells"] or len(parts) == 1)
        tiles = [
            [brought(board_type, b, said["brought"], where)[cell] for cell in cells]
            for b, where in ((board, "on the board"), (goal, "in the goal"))
        ]
        part = Part(board_type, cells, tiles, said, verdict.solvable)
        assert_ring(part) if form == "ring" else assert_parity(part)
    return form


def assert_displaced(
    board_type: Topology, texts: list[str], boards: list[Board], tile: int
) -> None:
    """A tile that can be on other cells of the one board than of the other, by exhaustion."""
    assert texts[0] != texts[1]
    if board_type.cells > 6:
        return  # too many states
    now, wanted = ([int(cell) for cell in text.split(", ")] for text in texts)
    for cells, board in zip((now, wanted), boards, strict=True):
        puzzle = Puzzle(board_type, board)
        states = map(puzzle.decode, reachable(puzzle))
        assert sorted({state.cells.index(tile) for state in states}) == cells


class Part(NamedTuple):
    """Cells, their tiles on the board and in the goal, what was said and decided of them."""

    board_type: Topology
    cells: list[int]
    tiles: list[list[int]]
    said: dict[str, str]
    solvable: bool


def assert_ring(part: Part) -> None:
    board_type, cells, tiles, said, solvable = part
    assert all(b in board_type.adjacent(a) for a, b in pairwise([*cells, cells[0]]))
    for here, order in zip(tiles, (said["now"], said["to"] or said["now"]), strict=True):
        twice = " ".join(str(tile) for tile in here * 2 if tile)
        assert f" {order} " in f" {twice} " and len(order.split()) == len(cells) - 1
    assert solvable == (said["to"] is None) and said["now"] != said["to"]


def assert_parity(part: Part) -> None:
    board_type, cells, tiles, said, solvable = part
    start, end = (cells[here.index(0)] for here in tiles)
    exchanges, steps = exchanged(*tiles), board_type.distances(start)[end]
    assert (int(said["exchanges"]), int(said["steps"])) == (exchanges, steps)
    assert (said["a"], said["b"]) == tuple("odd" if n % 2 else "even" for n in (exchanges, steps))
    if said["back"]:
        assert int(said["tiles"]) == len(cells) - 1
        assert int(said["back"]) == odd_return(board_type, cells, end)
    else:
        assert said["agree"].startswith(",") == solvable == (exchanges % 2 == steps % 2)


def brought(board_type: Topology, board: Board, words: str | None, where: str) -> list[int]:
    """The board after the blank was brought where the words have it."""
    both = re.fullmatch(r", with the blank moved to cell (\d+),", words or "")
    one = both or re.search(rf"cell (\d+) {where}", words or "")
    return arranged(board_type, board.cells, int(one[1]) if one else board.blank)


def exchanged(now: list[int], wanted: list[int]) -> int:
    """Exchanges made by putting each cell right in turn."""
    tiles, count = list(now), 0
    for i, tile in enumerate(wanted):
        j = tiles.index(tile)
        count += i != j
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return count


def odd_return(board_type: Topology, cells: list[int], home: int) -> int:
    """Fewest odd moves of a blank from home to home, step by step over all cells at once."""
    at, moves = {home}, 0
    while moves % 2 == 0 or home not in at:
        at = {n for cell in at for n in board_type.adjacent(cell) if n in cells}
        moves += 1
    return moves


@pytest.mark.parametrize("kind", ["grid", "torus"])
def test_the_reasons_of_all_boards_of_2x2(kind: str) -> None:
    for goal in goals(2, 2):
        forms = [assert_reason_right(topology(kind, 2, 2), b, goal) for b in all_boards(2, 2)]
        assert forms.count("ring") == 23 and forms.count("goal") == 1


@pytest.mark.parametrize(
    ("size", "returns"), [((3, 2), 3), ((3, 3), 3), ((4, 4), 0), ((5, 4), 5), ((4, 2), 0)]
)
def test_the_reasons_of_tori(size: tuple[int, int], returns: int) -> None:
    table, rng = topology("torus", *size), random.Random(1)
    for goal in map(named_goal, GOALS, [size[0]] * 4, [size[1]] * 4):
        for _ in range(20):
            cells = rng.sample(range(table.cells), table.cells)
            board = Board.of(*size, cells)
            assert assert_reason_right(table, board, goal) == "parity"
            reason = judge(table, board, goal).reason
            assert (f"in {returns} moves (odd)" in reason) == (returns > 0)


@pytest.mark.parametrize(
    "walls",
    ["0-1", "1-4", "0-1,0-3", "0-1,1-2", "0-1,1-4,2-5", "0-1,1-4", "0-1,3-4", "0-1,1-2,0-3,2-5"],
)
def test_the_reasons_of_walls_of_3x2(walls: str) -> None:
    table = topology(f"walls:{walls}", 3, 2)
    for goal in islice(goals(3, 2), 0, None, 3):
        forms = {assert_reason_right(table, b, goal) for b in islice(all_boards(3, 2), 0, None, 7)}
        solved = uniform(Puzzle(table, goal), random.Random(2))
        assert assert_reason_right(table, solved, goal) in {"goal", "ring", "parity", "pairs"}
        assert forms <= {"goal", "walls", "pairs", "displaced", "ring", "parity"}


@pytest.mark.parametrize("walls", ["0-1", "1-5,4-5,5-9", "2-3,6-7,14-15", "3-7,10-11,12-13,8-9"])
def test_the_reasons_of_walls_of_4x4(walls: str) -> None:
    table, rng, forms = topology(f"walls:{walls}", 4, 4), random.Random(3), set()
    for goal in map(named_goal, GOALS, [4] * 4, [4] * 4):
        for _ in range(5):
            board = uniform(Puzzle(table, goal), rng)
            swapped = board.swapped(*rng.sample(range(1, 16), 2))
            forms |= {assert_reason_right(table, b, goal) for b in (board, swapped)}
    assert "parity" in forms


def test_the_reasons_of_the_exceptional_graph() -> None:
    table, goal = theta0(), Board.parse("0 1 2 3/4 5 6 7")
    reasons = {judge(table, goal.swapped(a, b), goal).reason for a, b in [(1, 2), (2, 4), (5, 6)]}
    reasons |= {judge(table, Board.parse("1 0 2 3/4 5 6 7"), goal).reason}
    why = (
        "cells 0, 1, 2, 3, 4, 5, 6 form the exceptional graph of 7 cells, where the 720 "
        "arrangements of 6 tiles form 6 classes of 120 (Wilson 1974), and the board and the goal "
        "are in"
    )
    assert reasons == {f"Unsolvable: {why} different classes.", f"Solvable: {why} the same class."}


def test_long_lists_are_cut_short() -> None:
    inner = [(r, c) for r in range(1, 4) for c in range(1, 4)]
    walls = {
        tuple(sorted((5 * r + c, 5 * (r + y) + c + x)))
        for r, c in inner
        for y, x in [(0, 1), (1, 0), (0, -1), (-1, 0)]
    }
    table = topology("walls:" + ",".join(f"{a}-{b}" for a, b in sorted(walls)), 5, 5)
    goal = named_goal("last", 5, 5)
    assert judge(table, goal.swapped(4, 5), goal).reason == (
        "Unsolvable: around the ring of cells 0, 1, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21 and 4 more "
        "the tiles keep their cyclic order, in which 3 is followed by 5 on the board and by 4 in "
        "the goal."
    )
    assert judge(table, goal.apply("DD"), goal).reason == (
        "Solvable: around the ring of cells 0, 1, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21 and 4 more "
        "the tiles keep their cyclic order, which is 1 2 3 4 5 10 15 20 24 23 22 21 and 3 more on "
        "the board and in the goal."
    )
