"""taquin census SIZE."""

import json

import click

from taquin.faces.cli.common import plugin_option, read_plugins, workers_option
from taquin.faces.cli.goals import goal_option
from taquin.faces.cli.live import counting
from taquin.faces.cli.values import Name
from taquin.faces.cli.wrapping import tell
from taquin.ground.errors import ExitCode
from taquin.ground.grammar import noun
from taquin.puzzle.board import Board, parse_size
from taquin.puzzle.puzzle import METRICS, Metric, Puzzle
from taquin.whole.census import census

__all__ = ["command"]


@click.command("census", short_help="Count the boards at each distance from the goal.")
@click.argument("size")
@goal_option(default="last", help="first, snake, spiral, a board, or @FILE with a board.")
@click.option("--metric", type=Name("metric", list(METRICS)), default="stm", show_default=True)
@click.option("--topology", default="grid", show_default=True, metavar="T")
@workers_option("Threads to use for boards of more than eight cells.", default=2)
@click.option("-q", "--quiet", is_flag=True, help="No live progress on stderr.")
@click.option("--format", "form", type=Name("format", ["text", "json", "csv"]), default="text",
              show_default=True)  # fmt: skip
@plugin_option
def command(
    size: str,
    goal: str,
    metric: Metric,
    topology: str,
    workers: int,
    quiet: bool,
    form: str,
    plugins: tuple[str, ...],
) -> int:
    """Count the boards at each distance from the goal, over the whole state space.

    \b
    taquin census 3x3
    taquin census 4x3 --metric mtm --format csv
    """
    read_plugins(plugins)
    width, height = parse_size(size)
    puzzle = Puzzle.of(
        Board(width, height, tuple(range(width * height))),
        goal=goal,
        topology=topology,
        metric=metric,
    )
    counts: list[int] = []
    complete = True
    with counting(enabled=not quiet) as show:
        try:
            for count in census(puzzle, workers=workers):
                counts.append(count)
                states = noun(sum(counts), "state")
                show(f"distance {len(counts) - 1}: {sum(counts):,} {states} so far")
        except KeyboardInterrupt:
            complete = False
    _print(puzzle, counts, form, complete=complete)
    if complete:
        return ExitCode.DONE
    counted = f"counted distances 0 to {len(counts) - 1}" if counts else "nothing was counted"
    tell(f"taquin: interrupted; {counted}.", err=True)
    return ExitCode.INTERRUPTED


def _print(puzzle: Puzzle, counts: list[int], form: str, *, complete: bool) -> None:
    """Print the counts; mean and diameter only if the census is complete."""
    total = sum(counts)
    mean = sum(depth * count for depth, count in enumerate(counts)) / max(total, 1)
    match form:
        case "json":
            row = {
                "size": f"{puzzle.goal.width}x{puzzle.goal.height}",
                "goal": puzzle.goal.text,
                "metric": puzzle.metric,
                "topology": puzzle.topology.name,
                "counts": counts,
                "states": total,
                "complete": complete,
                "diameter": len(counts) - 1 if complete else None,
                "mean": round(mean, 6) if complete else None,
            }
            click.echo(json.dumps(row))
        case "csv":
            click.echo("depth,count")
            for depth, count in enumerate(counts):
                click.echo(f"{depth},{count}")
        case _:
            click.echo(f"{'distance':>8} {'boards':>12}")
            for depth, count in enumerate(counts):
                click.echo(f"{depth:>8} {count:>12,}")
            farthest = f", greatest distance {len(counts) - 1}, mean {mean:.6f}"
            end = farthest if complete else " so far"
            tell(f"{total:,} states{end} ({puzzle.metric}, goal {puzzle.goal})")
