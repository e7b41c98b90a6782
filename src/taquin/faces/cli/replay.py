"""taquin replay BOARD MOVES."""

import json
from dataclasses import replace
from functools import partial
from typing import cast

import click
from click.core import ParameterSource

from taquin.faces.cli.claims import Claim, from_text, from_words
from taquin.faces.cli.common import (
    PackedCommand,
    TaskOptions,
    notation_option,
    plugin_option,
    read_plugins,
    task_options,
)
from taquin.faces.cli.files import read_board_text
from taquin.faces.cli.given import SeveralBoards, Start, is_task, start_of
from taquin.faces.cli.live import live_progress
from taquin.faces.cli.values import Name, Number
from taquin.faces.cli.wrapping import terminal_width
from taquin.ground.errors import NotationError
from taquin.puzzle.move import Notation
from taquin.puzzle.puzzle import Metric

__all__ = ["command"]


@click.command(
    "replay", cls=PackedCommand, short_help="Judge given moves: legal, solving the board, optimal?"
)
@click.argument("board", nargs=-1, required=True, metavar="BOARD MOVES")
@task_options
@notation_option
@click.option("--time-limit", type=Number(0), default=5.0, show_default=True, metavar="S",
              help="Search at most S seconds for the optimum where it is not known; 0 for no "
                   "search.")  # fmt: skip
@click.option("--format", "form", type=Name("format", ["text", "json"]), default="text",
              show_default=True)  # fmt: skip
@plugin_option
@click.option("-q", "--quiet", is_flag=True, help="No live progress on stderr.")  # fmt: skip
@click.pass_context
def command(
    context: click.Context,
    board: tuple[str, ...],
    task: TaskOptions,
    notation: Notation,
    time_limit: float,
    form: str,
    plugins: tuple[str, ...],
    quiet: bool,
) -> int:
    """Judge MOVES on BOARD: are they legal, do they reach the goal, how far from the optimum?

    Instead of both, give @FILE, or - for standard input: a board with moves below it, or a result
    that taquin printed. The exit status is 0 if the moves solve the board, 6 if they do not, and 3
    if the board is unsolvable.

    \b
    taquin replay "1 2 3/4 0 5/7 8 6" LU
    taquin replay korf100:79 @moves.txt --notation blank
    taquin solve 702853614 --format json | taquin replay -
    """
    from taquin.checks.replay import replay

    read_plugins(plugins)
    size = task.size
    claim, typed = _read(board, size)
    claim = claim.override(
        goal=task.goal,
        metric=task.metric,
        topology=_given(context, "topology", task.topology),
        notation=_given(context, "notation", notation),
    )
    start = _start(claim, size, typed=typed)
    with live_progress(enabled=not quiet) as show:
        judged = replay(
            start.text,
            claim.moves,
            goal=start.goal,
            size=size,
            metric=replace(task, metric=cast("Metric | None", claim.metric)).chosen_metric,
            costs=task.costs,
            topology=claim.topology or task.topology,
            notation=cast(Notation, claim.notation or "tile"),
            time_limit=time_limit,
            progress=show,
        )
    if form == "json":
        click.echo(json.dumps(judged.as_dict(), ensure_ascii=False))
    else:
        click.echo(judged.text(width=terminal_width()))
    return judged.exit_code


def _given(context: click.Context, name: str, value: str) -> str | None:
    """The value of an option that was used; None for its default."""
    return None if context.get_parameter_source(name) is ParameterSource.DEFAULT else value


def _start(claim: Claim, size: tuple[int, int] | None, *, typed: bool) -> Start:
    """The board and its goal. Two boards of a file are that only if it says so, as everywhere."""
    try:
        return start_of(claim.board, claim.goal, size, pairs=typed)
    except SeveralBoards:
        raise NotationError(
            "more than one board above the moves; expected one. If the second one is the goal, "
            "write goal: before it."
        ) from None


def _read(words: tuple[str, ...], size: tuple[int, int] | None) -> tuple[Claim, bool]:
    """The board and the moves that the words are, or that the files they name contain.

    With it, whether the board was typed.
    """
    if words.count("-") > 1 and len(words) == 2:
        raise NotationError("BOARD and MOVES are both -; give both in one text as a single -.")

    # Among more words, - is the blank.
    files = [word.startswith("@") or (word == "-" and len(words) < 3) for word in words]
    texts = tuple(
        read_board_text((word,)) if file else word for word, file in zip(words, files, strict=True)
    )
    if len(words) == 1 and files[0]:
        return from_text(texts[0], partial(is_task, size=size)), False
    return from_words(texts, partial(is_task, size=size)), not any(files[:-1])
