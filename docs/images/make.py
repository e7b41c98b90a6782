"""Draws the pictures of this folder with taquin itself: ``python docs/images/make.py``."""

from pathlib import Path

from taquin.pictures.board import Tiles, board_svg
from taquin.pictures.strip import solution_svg
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.instances import instance
from taquin.solving.comparison import compare
from taquin.solving.solver import solve

HERE = Path(__file__).parent
BOARD = "7 0 2/8 5 3/6 1 4"


def main() -> None:
    """board.svg, fifteen.svg, solution.svg and comparison.svg."""
    result = solve(BOARD, goal="first", algorithm="astar", heuristic="manhattan")
    korf = instance("korf100:1")
    pictures = {
        "board.svg": board_svg(tiles(result.board), goal=tiles(named_goal("first", 3, 3))),
        "fifteen.svg": board_svg(tiles(korf.board), goal=tiles(korf.goal), title="korf100:1"),
        "solution.svg": solution_svg(map(tiles, result.boards()), columns=7),
    }
    for name, svg in pictures.items():
        (HERE / name).write_text(svg, encoding="utf-8")
    compare(BOARD, goal="first").plot(HERE / "comparison.svg")


def tiles(board: Board) -> Tiles:
    """The numbers that a drawing takes."""
    return board.width, board.cells


if __name__ == "__main__":
    main()
