"""taquin census SIZE."""

import json

import click

from taquin.errors import ExitCode
from taquin.faces.cli.common import chosen_metric
from taquin.faces.cli.live import counting
from taquin.faces.cli.values import Name, Whole
from taquin.puzzle.board import Board, parse_size
from taquin.puzzle.puzzle import METRICS, Puzzle
from taquin.spaces import census

__all__ = ["command"]


@click.command("census", short_help="How many boards lie at each distance.")
@click.argument("size")
@click.option("--goal", default="last", show_default=True, metavar="G")
@click.option("--metric", type=Name("metric", list(METRICS)), default="stm", show_default=True)
@click.option("--topology", default="grid", show_default=True, metavar="T")
@click.option(
    "--workers",
    type=Whole(1),
    default=2,
    show_default=True,
    metavar="N",
    help="Threads, for more than eight cells.",
)
@click.option("-q", "--quiet", is_flag=True, help="No live progress on stderr.")
@click.option("--format", "form", type=Name("format", ["text", "json", "csv"]), default="text",
              show_default=True)  # fmt: skip
def command(
    size: str, goal: str, metric: str, topology: str, workers: int, quiet: bool, form: str
) -> int:
    """How many boards lie at each distance from the goal, over the whole space.

    \b
    taquin census 3x3
    taquin census 4x3 --metric mtm --format csv
    """
    width, height = parse_size(size)
    puzzle = Puzzle.of(
        Board(width, height, tuple(range(width * height))),
        goal=goal,
        board_type=topology,
        metric=chosen_metric(metric),
    )
    counts = []
    with counting(enabled=not quiet) as show:
        for count in census(puzzle, workers=workers):
            counts.append(count)
            show(f"distance {len(counts) - 1}: {sum(counts):,} states so far")
    total = sum(counts)
    mean = sum(depth * count for depth, count in enumerate(counts)) / total
    match form:
        case "json":
            row = {
                "size": f"{width}x{height}",
                "goal": str(puzzle.goal),
                "metric": metric,
                "topology": topology,
                "counts": counts,
                "states": total,
                "diameter": len(counts) - 1,
                "mean": round(mean, 6),
            }
            click.echo(json.dumps(row))
        case "csv":
            click.echo("depth,count")
            for depth, count in enumerate(counts):
                click.echo(f"{depth},{count}")
        case _:
            for depth, count in enumerate(counts):
                click.echo(f"{depth:>5} {count:>12,}")
            click.echo(
                f"{total:,} states, farthest {len(counts) - 1}, mean {mean:.6f} "
                f"({metric}, goal {puzzle.goal})"
            )
    return ExitCode.DONE
