"""Training of a model by ranking, in rounds that can be interrupted and continued.

A round solves a few random boards with a narrow beam. On each layer of a solved board, the board
on the solution should have a smaller value than the others that survived, by a margin; where it
has not, a step is taken on the weights of both. The model is the mean of the weights over the last
rounds, which ranks better than the last weights alone. Rounds depend on the seed and on how far
the training has come, not on the number of threads.
"""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.beams.training.boards import draw
from taquin.beams.value.model import UNIT, Model, first_guess, model_name
from taquin.beams.value.relative import (
    LEAST_SIDE,
    RelativeWeights,
    first_distances,
    relative_model,
    shared,
    weights_of,
)
from taquin.beams.value.symmetry import symmetrised, transposed_cells
from taquin.beams.value.tables import (
    SLACK,
    BeamFrame,
    beam_tables,
    hash_of,
    judge_of,
)
from taquin.kernels.base.interrupts import KernelPool

if TYPE_CHECKING:
    from taquin.beams.kernels.learned_training import Lesson, Workspace

__all__ = [
    "Trainer",
    "TrainingReport",
    "TrainingSettings",
    "begun",
    "from_model",
    "from_nothing",
    "rounded",
]

_FROM_NOTHING = "Manhattan distance and conflicts in lines"
_FROM_DISTANCES = "the distance of each tile from its goal cell"

F32 = npt.NDArray[np.float32]
_BOARDS = 16  # a round; a fixed number, so that threads do not change what is learned
_MOST = 127  # of a stored weight, in units
_TOLD = 10.0  # seconds between two reports


def from_model(name: str) -> str:
    """What a training that begins from a model says of its beginning."""
    return f"the model of {name}"


def from_nothing(topology: str) -> str:
    """What a training that begins from nothing learned says of its beginning."""
    return _FROM_DISTANCES if topology == "torus" else _FROM_NOTHING


class TrainingSettings(NamedTuple):
    """How to train.

    width: of the beam. samples: boards of each layer to rank against. margin: in moves.
    first_step, last_step: of the weights, in moves; between them it falls geometrically.
    pull: the share of a step that pulls values on the solution to the moves that were left.
    averaged: the share of the rounds, at the end, whose weights are averaged.
    """

    width: int = 1000
    samples: int = 96
    margin: float = 1.5
    first_step: float = 0.003
    last_step: float = 0.0007
    pull: float = 0.02
    averaged: float = 0.5


# Each weight stands for many features, so it is changed often and by little.
_ON_TORUS = TrainingSettings(width=300, samples=16, last_step=0.0003)


class TrainingReport(NamedTuple):
    """How far a training is.

    done: the share of it. seconds: since it began. solved: the share of the last boards that the
    beam solved, and moves their mean length. wrong: the share of samples ranked wrongly.
    """

    done: float
    seconds: float
    rounds: int
    solved: float
    moves: float
    wrong: float


@dataclass
class Trainer:
    """The state of a training; `single` and `pairs` are weights in moves, as in `first_guess`; for
    a torus they are weights by class, as in `taquin.beams.value.relative`.

    begun_from: where the first weights came from. mean: the averaged weights, of so many rounds.
    """

    width: int
    height: int
    single: F32
    pairs: F32
    seed: int
    settings: TrainingSettings = field(default_factory=TrainingSettings)
    begun_from: str = _FROM_NOTHING
    rounds: int = 0
    seconds: float = 0.0
    mean: tuple[F32, F32] | None = None
    averaged: int = 0
    curve: list[tuple[float, ...]] = field(default_factory=list)
    topology: str = "grid"

    def run(
        self,
        *,
        seconds: float | None = None,
        rounds: int | None = None,
        workers: int = 1,
        tell: Callable[[TrainingReport], None] = lambda report: None,
    ) -> None:
        """Train until the training has had `seconds` or `rounds` in total.

        tell: called about every ten seconds, between two rounds; what it raises ends the training
        in a state that can go on. Compiling is not counted.
        """
        _compile(self.topology)
        began, before, told = time.perf_counter(), self.seconds, -_TOLD
        room = [_room(self, self._longest) for _ in range(workers)]
        lessons = [
            _lesson(self.cells, self._longest, self.settings.samples) for _ in range(_BOARDS)
        ]
        with KernelPool(workers) as pool:
            while (done := self._done(seconds, rounds)) < 1:
                report = self._round(done, pool, room, lessons)
                self.seconds = before + time.perf_counter() - began
                if self.seconds - told >= _TOLD:
                    told = self.seconds
                    point = (self.seconds, report.rounds, report.solved, report.moves, report.wrong)
                    self.curve.append(tuple(round(number, 4) for number in point))
                    tell(report._replace(seconds=self.seconds))

    def model(self) -> Model:
        """The model as trained so far."""
        single, pairs = self.mean or (self.single, self.pairs)
        about = {
            "begun from": self.begun_from,
            "seed": self.seed,
            "rounds": self.rounds,
            "seconds": round(self.seconds),
            "settings": self.settings._asdict(),
            "curve": self.curve,
        }
        if self.topology == "grid" and self.width == self.height:
            single, pairs = symmetrised(single, pairs)
        return self._rounded(single, pairs, about)

    @property
    def name(self) -> str:
        """The name of the model that is trained."""
        return model_name(self.width, self.height, self.topology)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @property
    def _longest(self) -> int:
        """Moves after which a beam gives up: well beyond any sensible solution."""
        return 100 + 3 * self.cells * (self.width + self.height) // 4

    def _done(self, seconds: float | None, rounds: int | None) -> float:
        """The share of the training that is over."""
        if rounds is not None:
            return self.rounds / rounds
        assert seconds is not None
        return self.seconds / seconds

    def _round(
        self,
        done: float,
        pool: ThreadPoolExecutor,
        room: "list[Workspace]",
        lessons: "list[Lesson]",
    ) -> TrainingReport:
        from taquin.beams.kernels.learned_training import record_beam

        model = self._rounded(self.single, self.pairs, {}, pool, len(room))
        tables = beam_tables(model, pool, len(room))
        judge = judge_of(model, tables)
        source = draw(
            self.width, self.height, random.Random(f"{self.seed}/{self.rounds}"), self.topology
        )
        boards = [next(source) for _ in range(_BOARDS)]
        goals = np.array([hash_of(tables, range(self.cells))])

        def solve(worker: int) -> list[tuple[int, int]]:
            found = []
            for k in range(worker, _BOARDS, len(room)):
                BeamFrame.place_start(room[worker].layer, judge, boards[k])
                seed = self.rounds * _BOARDS + k + 1
                moves = record_beam(
                    tables, room[worker], lessons[k], goals, (self.settings.width, SLACK, seed)
                )
                found.append((k, moves))
            return found

        found = dict(pair for pairs in pool.map(solve, range(len(room))) for pair in pairs)
        settings = self.settings
        step = settings.first_step * (settings.last_step / settings.first_step) ** done
        rates = np.array([step, settings.margin, settings.pull], np.float32)
        wrong, moves = 0, [found[k] for k in range(_BOARDS) if found[k] > 0]
        for k in range(_BOARDS):
            if found[k] > 0:
                wrong += self._teach(lessons[k], found[k], rates)
        self.rounds += 1
        if done >= 1 - settings.averaged:
            self._average()
        solved = len(moves) / _BOARDS
        tried = max(1, sum(moves) * settings.samples)
        return TrainingReport(
            done, 0.0, self.rounds, solved, sum(moves) / max(1, len(moves)), wrong / tried
        )

    def _rounded(
        self,
        single: F32,
        pairs: F32,
        about: dict[str, object],
        pool: ThreadPoolExecutor | None = None,
        workers: int = 1,
    ) -> Model:
        """The model of these weights."""
        if self.topology == "torus":
            weights = RelativeWeights(single, pairs)
            return relative_model(self.width, self.height, weights, about)
        return rounded(self.width, self.height, single, pairs, about, pool, workers)

    def _teach(self, lesson: "Lesson", moves: int, rates: F32) -> int:
        """Change the weights by one solved board; returns how many samples were ranked wrongly."""
        if self.topology == "torus":
            from taquin.beams.kernels.relative_training import teach_relative

            sharing = shared(self.width, self.height)
            classes, weights = (sharing.singles, sharing.pairs), (self.single, self.pairs)
            return int(teach_relative(weights, sharing.away, classes, lesson, moves, rates))
        from taquin.beams.kernels.learned_training import teach

        square = self.width == self.height
        mirror = transposed_cells(self.width) if square else np.zeros(0, np.uint8)
        return int(teach(self.single, self.pairs, mirror, lesson, moves, rates))

    def _average(self) -> None:
        """Add the present weights to the mean."""
        self.averaged += 1
        if self.mean is None:
            self.mean = self.single.copy(), self.pairs.copy()
            return
        for mean, now in zip(self.mean, (self.single, self.pairs), strict=True):
            mean += (now - mean) / np.float32(self.averaged)


def begun(
    width: int, height: int, seed: int, source: Model | None = None, topology: str = "grid"
) -> Trainer:
    """A new training: from a model for this size and board type, or from nothing learned."""
    if source is None and topology == "torus":
        single, pairs = first_distances(width, height)
    elif source is None:
        single, pairs = first_guess(width, height)
    elif topology == "torus":
        single, pairs = weights_of(source)
    else:
        unit = np.float32(UNIT)
        single = source.single.astype(np.float32) / unit
        pairs = source.pairs.astype(np.float32) / unit
    origin = from_nothing(topology)
    if source is not None:
        origin = from_model(str(source.about.get("lifted from", source.name)))
    settings = _ON_TORUS if topology == "torus" else TrainingSettings()
    return Trainer(
        width, height, single, pairs, seed, settings, begun_from=origin, topology=topology
    )


@lru_cache(maxsize=2)
def _compile(topology: str) -> None:
    """Compile the kernels before the clock starts, by one round on the smallest square."""
    side = 2 if topology == "grid" else LEAST_SIDE
    trainer = begun(side, side, 0, topology=topology)
    trainer.settings = TrainingSettings(width=4, samples=1)
    lesson = [_lesson(side**2, trainer._longest, 1) for _ in range(_BOARDS)]
    with KernelPool(1) as pool:
        trainer._round(0.0, pool, [_room(trainer, trainer._longest)], lesson)


def rounded(
    width: int,
    height: int,
    single: F32,
    pairs: F32,
    about: dict[str, object],
    pool: ThreadPoolExecutor | None = None,
    workers: int = 1,
) -> Model:
    """The model of weights in moves."""
    from taquin.beams.kernels.learned_training import quantize

    rounded = np.zeros(pairs.shape, np.int16)
    cuts = [len(pairs) * k // workers for k in range(workers + 1)]

    def part(k: int) -> None:
        quantize(pairs, np.float32(UNIT), np.float32(_MOST), rounded, cuts[k], cuts[k + 1])

    list((pool.map if pool else map)(part, range(workers)))
    alone = np.clip(np.rint(single * UNIT), -(1 << 15) + 1, (1 << 15) - 1).astype(np.int16)
    return Model(width, height, alone, rounded, about)


def _room(trainer: Trainer, longest: int) -> "Workspace":
    from taquin.beams.kernels.learned_training import Workspace

    frame = BeamFrame(trainer.cells, trainer.settings.width)
    return Workspace(
        frame.layer,
        frame.after,
        frame.children,
        np.zeros((longest, trainer.settings.width), np.uint32),
        frame.memory(),
    )


def _lesson(cells: int, longest: int, samples: int) -> "Lesson":
    from taquin.beams.kernels.learned_training import Lesson

    return Lesson(
        np.zeros((longest, cells), np.uint8), np.zeros((longest, samples, cells), np.uint8)
    )
