"""taquin play [SIZE|BOARD]."""

import click

from taquin.faces.cli.given import read_start
from taquin.faces.cli.goals import goal_option
from taquin.faces.cli.screens import part, screen
from taquin.faces.cli.values import Name, Whole
from taquin.faces.cli.wrapping import tell
from taquin.ground.errors import ExitCode, NotationError
from taquin.puzzle.move import Notation

__all__ = ["command"]

_PALETTES = list(part("settings").CHOICES["palette"])


@click.command("play", short_help="Play in the terminal: hints, solutions, review, statistics.")
@click.argument("board", nargs=-1, metavar="[SIZE|BOARD]")
@goal_option()
@click.option("--size", metavar="WxH", help="Width x height, up to 20x20.")
@click.option("--seed", type=Whole(0), metavar="S", help="Draw the board for this seed.")
@click.option(
    "--metric",
    type=Name("metric", ["stm", "mtm"]),
    help="What your game counts: single tiles, or slides of any number of tiles (default: your "
    "setting; with --plain: stm).",
)
@click.option(
    "--topology",
    metavar="T",
    help="The board type: grid, torus, or walls:0-1,6-7 (default: grid).",
)
@click.option(
    "--palette",
    type=Name("palette", _PALETTES),
    help="Colour the tiles by their rows, columns or fringe, by what is solved, or not at all "
    "(default: your setting).",
)
@click.option(
    "--notation",
    type=Name("notation", ["tile", "blank"]),
    help="Whether arrow keys, and the letters and words of --plain, give the tile's direction or "
    "the blank's (default: your setting; with --plain: tile).",
)
@click.option(
    "--plain",
    is_flag=True,
    help="Line by line, without colours or cursor control: for screen readers, dumb terminals and "
    "pipes.",
)
def command(
    board: tuple[str, ...],
    goal: str | None,
    size: str | None,
    seed: int | None,
    metric: str | None,
    topology: str | None,
    palette: str | None,
    notation: Notation | None,
    plain: bool,
) -> int:
    """Play in the full terminal, with keys or mouse; ? shows all keys.

    Without SIZE or BOARD, your unfinished game continues: the last one with a move. Games, settings
    and statistics stay on this machine; TAQUIN_DATA names another folder for them.

    \b
    taquin play
    taquin play 5x5 --goal spiral
    taquin play korf100:1
    taquin play --metric mtm
    taquin play 4x4 --topology torus
    taquin play 3x3 --plain

    Exit status: 0 when you leave, 1 if the screen failed, 2 bad usage or input.
    """
    if board == ("-",):
        raise NotationError("BOARD is -, but standard input brings your moves; write @FILE.")
    chosen = board or any(value is not None for value in (goal, size, seed, topology))
    text: str | None = None
    if board:
        sides = None if size is None else part("session").read_sides(size)
        text, goal, _ = read_start(board, goal, sides)
    opening = None
    if chosen:
        opening = part("session").read_opening(
            text, goal=goal, size=size, seed=seed, topology=topology or "grid"
        )
    if plain:
        part("plain").play(opening, notation or "tile", tell, metric)
    else:
        instead = "taquin play --plain plays line by line."
        arrows = {"tile": "tile", "blank": "gap"}.get(notation or "")
        failed = screen("play", "app", instead=instead).play(opening, palette, arrows, tell, metric)
        return ExitCode.DEFECT if failed else ExitCode.DONE
    return ExitCode.DONE
