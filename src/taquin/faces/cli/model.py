"""taquin model train|list|info|verify|remove."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taquin.beams.value.fields import MOST_SEED
from taquin.beams.value.model import model_name
from taquin.faces.cli.common import workers_option
from taquin.faces.cli.helping import WholeGroup
from taquin.faces.cli.values import Duration, Name, Whole
from taquin.faces.cli.wrapping import tell
from taquin.ground.announce import announce
from taquin.ground.errors import ExitCode, OptionError, TableError, quoted
from taquin.ground.grammar import counted
from taquin.puzzle.board import parse_size

if TYPE_CHECKING:
    from taquin.beams.training.training import Trainer
    from taquin.beams.value.model import Model

__all__ = ["command"]

# The model that boards of many sizes share; it has no size of its own.
NEAR = "near"
_NEAR_CELLS = "for more than 64 cells"


@click.group("model", cls=WholeGroup)
def command() -> None:
    """Train, list, verify and remove learned heuristics for large boards; info describes one.

    Models for 5x5, 6x6, 7x7 and 8x8 come with taquin, on the grid and on a torus. Your own are
    stored in the folder `models` of the cache, and are used instead. Larger boards share one that
    is not trained: `near` has the means of the weights for 6x6 to 8x8.
    """


@command.command("train")
@click.argument("size", metavar="SIZE")
@click.option("--time", "seconds", type=Duration(), metavar="T",
              help="How long to train, such as 90s, 20m or 1h.  [default: 20m]")  # fmt: skip
@click.option("--rounds", type=Whole(1), metavar="N",
              help="Train for N rounds of 16 boards instead; equal rounds give equal "
                   "models.")  # fmt: skip
@click.option("--seed", type=Whole(0, MOST_SEED), metavar="N",
              help="Seed of the boards.  [default: 1]")  # fmt: skip
@click.option("--from", "source", metavar="SIZE",
              help="The model to begin from, or none.  [default: the board with a row and a "
                   "column less]")  # fmt: skip
@click.option("--topology", type=Name("topology", ["grid", "torus"]), default="grid",
              show_default=True, help="The board type.")  # fmt: skip
@workers_option("Threads to use.", default=2)
def train_model(
    size: str,
    seconds: float | None,
    rounds: int | None,
    seed: int | None,
    source: str | None,
    topology: str,
    workers: int,
) -> int:
    """Train a model for boards of SIZE, and store it.

    It learns from random boards that a narrow beam solves, never from named instances. Ctrl-C saves
    the training; the same command continues it.
    """
    from taquin.kernels import load_numba

    load_numba()
    from taquin.beams.training.session import begin, check_trainable, continued, train
    from taquin.beams.training.training import TrainingReport
    from taquin.faces.cli.live import counting

    if seconds is not None and rounds is not None:
        raise OptionError("--time and --rounds were both given; expected only one.")
    width, height = parse_size(size)
    # Before the model to begin from is lifted, which takes seconds.
    check_trainable(width, height, topology)
    trainer = continued(width, height, topology)
    if trainer is not None:
        _refuse_another(trainer, seed, source)
        announce(
            f"continuing the training of {trainer.name}, seed {trainer.seed}, after "
            f"{trainer.seconds:,.0f} s"
        )
    else:
        seed = 1 if seed is None else seed
        origin = _source(width, height, source, topology)
        trainer = begin(width, height, seed, origin, topology)
        announce(f"training {trainer.name}, beginning from {trainer.begun_from}")
    with counting(enabled=True) as show:

        def told(report: TrainingReport) -> None:
            show(
                f"{report.done:.0%} after {report.seconds:,.0f} s: {report.rounds:,} rounds, "
                f"{report.solved:.0%} of the last boards solved in {report.moves:.1f} moves"
            )

        if rounds is None and seconds is None:
            seconds = 20 * 60.0
        try:
            path = train(trainer, seconds=seconds, rounds=rounds, workers=workers, tell=told)
        except KeyboardInterrupt:
            announce(f"the training is saved; `{_command(trainer.name)}` continues it")
            raise
    tell(f"{path.name}  {trainer.rounds:,} rounds in {trainer.seconds:,.0f} s")
    return ExitCode.DONE


def _command(name: str) -> str:
    """The command that trains the model of this name."""
    size, _, topology = name.partition("-")
    return f"taquin model train {size}" + (f" --topology {topology}" if topology else "")


def _refuse_another(trainer: "Trainer", seed: int | None, source: str | None) -> None:
    """Raise OptionError where the options ask for another training than the interrupted one."""
    from taquin.beams.training.training import from_model, from_nothing

    name, other = trainer.name, []
    if seed not in (None, trainer.seed):
        other.append(f"--seed {seed}")
    if source is not None:
        if source == "none":
            begins = from_nothing(trainer.topology)
        else:
            begins = from_model(model_name(*parse_size(source), trainer.topology))
        if begins != trainer.begun_from:
            other.append(f"--from {source}")
    if other:
        asked = " and ".join(other)
        raise OptionError(
            f"{asked}: an interrupted training of {name} has seed {trainer.seed} and "
            f"began from {trainer.begun_from}. Continue it without {asked}, or "
            f"remove it first: taquin model remove {name}.training"
        )


def _source(width: int, height: int, source: str | None, topology: str) -> "Model | None":
    """The model to begin from."""
    from taquin.beams.training.session import smaller_model
    from taquin.beams.value.store import file_of, model_for

    if source is None:
        return smaller_model(width, height, topology)
    if source == "none":
        return None
    size = parse_size(source)
    if file_of(*size, topology) is None:
        raise OptionError(
            f"--from {source}: there is no model of that size; `taquin model list` lists them."
        )
    return model_for(width, height, like=size, topology=topology)


@command.command("list")
@click.option("--format", "form", type=Name("format", ["text", "json"]), default="text",
              show_default=True)  # fmt: skip
def list_models(form: str) -> int:
    """List the models, and the trainings that were interrupted."""
    from taquin.beams.value.file import read_header
    from taquin.beams.value.near import near_file, read_near
    from taquin.beams.value.store import model_folder, stored_models

    rows: list[dict[str, object]] = []
    for stored in stored_models():
        row: dict[str, object] = {"size": stored.name, "own": stored.own, "file": str(stored.path)}
        try:
            about = read_header(stored.path)["about"]
            row |= {"bytes": stored.path.stat().st_size, "trained": about.get("seconds")}
        except TableError as error:
            row["error"] = str(error)
        rows.append(row)
    row = {"size": NEAR, "own": False, "file": str(near_file())}
    try:
        read_near(near_file())
        row |= {"bytes": near_file().stat().st_size, "trained": None}
    except TableError as error:
        row["error"] = str(error)
    rows.append(row)
    if form == "json":
        click.echo(json.dumps(rows))
        return ExitCode.DONE
    for row in rows:
        whose = "your own" if row["own"] else "comes with taquin"
        if "error" in row:
            tell(f"{row['size']}  DAMAGED: {row['error']}")
        else:
            size = int(str(row["bytes"])) / 1e3
            how = _NEAR_CELLS if row["trained"] is None else f"trained {row['trained']} s"
            tell(f"{row['size']}  {whose}, {size:,.0f} kB, {how}")
    for path in _trainings():
        tell(f"{path.name}  interrupted; `{_command(path.stem)}` continues it")
    tell(f"models: {model_folder()}")
    return ExitCode.DONE


@command.command("info")
@click.argument("size", metavar="SIZE")
@click.option("--format", "form", type=Name("format", ["text", "json"]), default="text",
              show_default=True)  # fmt: skip
def info(size: str, form: str) -> int:
    """Describe the model of SIZE: how it was trained, and its curve."""
    from taquin.beams.value.file import read_header

    if size == NEAR:
        return _info_near(form)
    stored = _one(size)
    header = read_header(stored)
    if form == "json":
        click.echo(json.dumps({"file": str(stored), **header}))
        return ExitCode.DONE
    about = header["about"]
    tell(f"{size}: {stored}, {stored.stat().st_size:,} bytes")
    for key in ("begun from", "seed", "rounds", "seconds"):
        if key in about:
            # A model is trained further under its own name.
            of_itself = about[key] == f"the model of {size}"
            tell(f"{key}: {f'an earlier model of {size}' if of_itself else about[key]}")
    for key, value in about.get("settings", {}).items():
        tell(f"{key}: {value}")
    if about.get("curve"):
        click.echo("curve: seconds, rounds, solved, moves, ranked wrongly")
        for seconds, rounds, solved, moves, wrong in about["curve"]:
            click.echo(f"{seconds:8.0f} {rounds:6.0f} {solved:6.0%} {moves:7.1f} {wrong:7.2%}")
    return ExitCode.DONE


def _info_near(form: str) -> int:
    """Describe the model that boards of many sizes share."""
    from taquin.beams.value.model import UNIT
    from taquin.beams.value.near import near_file, read_near

    path = near_file()
    model = read_near(path)
    facts = {
        "reach": model.reach, "clip": model.clip, "margin": model.margin, "far": model.far / UNIT,
        "weights": model.single.size + model.pairs.size + model.blank.size,
    }  # fmt: skip
    if form == "json":
        click.echo(json.dumps({"file": str(path), "about": facts}))
        return ExitCode.DONE
    tell(f"{NEAR}: {path}, {path.stat().st_size:,} bytes, {_NEAR_CELLS}")
    for key, value in facts.items():
        tell(f"{key}: {value}")
    return ExitCode.DONE


@command.command("verify")
def verify() -> int:
    """Verify every model and interrupted training; the exit status is 2 if any is damaged."""
    from taquin.beams.value.near import near_file, read_near
    from taquin.beams.value.store import read_named, stored_models

    files: list[tuple[str, Path, Callable[[Path], object]]] = [
        *((stored.name, stored.path, read_named) for stored in stored_models()),
        (NEAR, near_file(), read_near),
        *((path.name, path, _training_of) for path in _trainings()),
    ]
    bad = 0
    for name, path, read in files:
        try:
            read(path)
        except TableError as error:
            bad += 1
            tell(f"{name}  DAMAGED: {error}")
        else:
            tell(f"{name}  ok")
    if bad:
        raise TableError(
            f"{bad} of {len(files)} files are damaged; the lines above say what to do."
        )
    tell(f"{counted(len(files), 'file')} verified")
    return ExitCode.DONE


def _trainings() -> list[Path]:
    """The trainings that were interrupted."""
    from taquin.beams.value.store import model_folder

    return sorted(model_folder().glob("*.training"))


def _training_of(path: Path) -> "Trainer":
    """The training in a file of that name. Raises TableError."""
    from taquin.beams.training.checkpoint import load_training

    return load_training(path)


@command.command("remove")
@click.argument("size", metavar="SIZE|FILE")
def remove(size: str) -> int:
    """Delete your own model of SIZE and its interrupted training; or one FILE of them."""
    from taquin.beams.value.store import model_folder

    names = (
        [size] if size.endswith((".model", ".training")) else [f"{size}.model", f"{size}.training"]
    )
    paths = [path for name in names if (path := model_folder() / Path(name).name).exists()]
    if not paths:
        raise TableError(
            f"you have no model {quoted(size)} of your own; `taquin model list` lists the models. "
            "Those that come with taquin cannot be removed."
        )
    for path in paths:
        try:
            path.unlink()
        except OSError as error:
            raise TableError(f"{path} cannot be removed: {error.strerror}.") from None
        tell(f"{path.name} removed")
    return ExitCode.DONE


def _one(name: str) -> Path:
    """The file of the model of a size, or of a name such as 6x6-torus; TableError if none."""
    from taquin.beams.value.store import file_of

    size, _, topology = name.partition("-")
    if topology not in ("", "torus"):
        raise TableError(
            f"there is no model {quoted(name)}; `taquin model list` lists those there are."
        )
    stored = file_of(*parse_size(size), topology or "grid")
    if stored is None:
        raise TableError(
            f"there is no model for {name}; `{_command(name)}` makes one, and `taquin model list` "
            "lists those there are."
        )
    return stored.path
