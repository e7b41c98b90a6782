"""taquin scramble."""

import json

import click

from taquin.faces.cli.common import (
    PackedCommand,
    TaskOptions,
    drawing_options,
    plugin_option,
    read_plugins,
)
from taquin.faces.cli.values import Name, Whole
from taquin.ground.errors import ExitCode
from taquin.puzzle.board import Board
from taquin.puzzle.notation import is_instance_name
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import random_walk, seeded, uniform
from taquin.whole.census import at_depth

__all__ = ["command"]


@click.command(
    "scramble", cls=PackedCommand, short_help="Print random solvable boards, one per line."
)
@drawing_options
@click.option("--count", type=Whole(1), default=1, show_default=True, metavar="N")
@click.option(
    "--seed", type=Whole(0), metavar="S", help="Seed; the same seed gives the same boards."
)
@click.option(
    "--depth",
    type=Whole(0),
    metavar="D",
    help="Boards whose optimal solution costs exactly D: any D up to 3x3, only small D on "
    "larger boards (up to 17 on 4x4).",
)
@click.option(
    "--walk",
    type=Whole(0),
    metavar="K",
    help="Boards K random moves from the goal; no move undoes the one before.",
)
@click.option("--format", "form", type=Name("format", ["text", "json"]), default="text",
              show_default=True)  # fmt: skip
@plugin_option
def command(
    task: TaskOptions,
    count: int,
    seed: int | None,
    depth: int | None,
    walk: int | None,
    form: str,
    plugins: tuple[str, ...],
) -> int:
    """Print random boards, one per line.

    Draws uniformly from all solvable boards unless --depth or --walk is given. Prints the seed on
    stderr (and in JSON), so that the boards can be reproduced.

    \b
    taquin scramble --size 4x4 --count 3 --seed 1
    taquin scramble --size 3x3 --depth 31 --goal first
    """
    read_plugins(plugins)
    if depth is not None and walk is not None:
        raise click.UsageError("--depth and --walk are two ways to scramble; give one of them.")
    goal, size = task.goal, task.size
    width, height = size or (4, 4) if goal is None or size else _size_of(goal)
    solved = Board(width, height, tuple(range(width * height)))
    puzzle = Puzzle.of(
        solved,
        goal=goal or "last",
        topology=task.topology,
        metric=task.chosen_metric,
        costs=task.costs,
    )
    used, rng = seeded(seed)
    for number in range(count):
        if depth is not None:
            board = at_depth(puzzle, depth, rng)
        elif walk is not None:
            board = random_walk(puzzle, walk, rng)
        else:
            board = uniform(puzzle, rng)
        if number == 0:
            click.echo(f"seed {used}", err=True)
        if form == "text":
            click.echo(board.text)
        else:
            row = {
                "board": board.text,
                "goal": puzzle.goal.text,
                "topology": task.topology,
                "metric": puzzle.metric,
                **({} if puzzle.costs is None else {"costs": list(puzzle.costs)}),
                "seed": used,
                "number": number + 1,
                "depth": depth,
                "walk": walk,
            }
            click.echo(json.dumps(row))
    return ExitCode.DONE


def _size_of(goal: str) -> tuple[int, int]:
    """The size of a goal given as a board; 4x4, the default, for a named goal."""
    if goal.isalpha() or is_instance_name(goal):
        return 4, 4  # `named_goal` reports an invalid name
    board = Board.parse(goal)
    return board.width, board.height
