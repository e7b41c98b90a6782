"""Draws the pictures of this folder with taquin itself: ``python docs/images/make.py``."""

from pathlib import Path

from taquin.comparison import compare
from taquin.plot import plot_comparison
from taquin.puzzle.goal import named_goal
from taquin.puzzle.instances import instance
from taquin.render import board_svg, solution_svg
from taquin.solver import solve

HERE = Path(__file__).parent
BOARD = "7 0 2/8 5 3/6 1 4"


def main() -> None:
    """board.svg, fifteen.svg, solution.svg and comparison.svg."""
    result = solve(BOARD, goal="first", algorithm="astar", heuristic="manhattan")
    korf = instance("korf100:1")
    pictures = {
        "board.svg": board_svg(result.board, goal=named_goal("first", 3, 3)),
        "fifteen.svg": board_svg(korf.board, goal=korf.goal, title="korf100:1"),
        "solution.svg": solution_svg(result.boards(), columns=7),
    }
    for name, svg in pictures.items():
        (HERE / name).write_text(svg, encoding="utf-8")
    plot_comparison(compare(BOARD, goal="first"), HERE / "comparison.svg")


if __name__ == "__main__":
    main()
