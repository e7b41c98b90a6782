"""Damages a stored file again and again and uses it: a process of its own, because it may crash.

    python damaging.py KINDS TRIALS FOLDER

KINDS: of table, automaton, model and training, separated by commas. Each damage of
`damages.DAMAGES` is done TRIALS times, and every lie of the header once, under a right seal. Prints
what came of it as JSON: how often the answer was right, how often the file was refused by name, and
everything else.
"""

import faulthandler
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from damages import DAMAGES, resealed
from taquin.beams.training.checkpoint import TRAINING, load_training, save_training
from taquin.beams.training.training import Trainer, TrainingSettings
from taquin.beams.value import store
from taquin.beams.value.file import MODEL, read_model
from taquin.beams.value.model import first_guess
from taquin.ground import sealed
from taquin.ground.errors import DamagedFile
from taquin.ground.sealed import Kind, read_sealed
from taquin.heuristics.patterns import file as pattern_file
from taquin.heuristics.patterns.file import AUTOMATON, TABLE
from taquin.heuristics.patterns.store import open_tables
from taquin.solving.solver import solve

# A board that takes 40,000 expansions, over tables that are rebuilt in a tenth of a second.
BOARD, PARTITION, COST = "2 3 11 15/5 12 8 7/13 14 0 4/10 9 1 6", "5-5-5", 46
NUMBERS = (99, -1, 0, 10**30, 2.5, None, "3", True, [], [[1]], {}, 1 << 62)


class Subject:
    """A file, what reads it, and the lies that its header can tell.

    Another seed, or other words about a training, are lies that nobody can see: the weights count.
    """

    def __init__(
        self, path: Path, kind: Kind, use: Callable[[], bool], keys: tuple[str, ...]
    ) -> None:
        """use: whether what is read is right; raises DamagedFile.   keys: of the header."""
        self.path, self.kind, self.use, self.keys = path, kind, use, keys
        self.good = path.read_bytes()

    def lies(self) -> list[bytes]:
        """At least 25 files whose header says something else."""
        header, _ = read_sealed(self.path, self.kind)
        headers: list[object] = [{**header, key: lie} for key in self.keys for lie in NUMBERS]
        headers += [{k: v for k, v in header.items() if k != key} for key in header]
        if "entries" in header:  # no distance but 0
            headers += [{**header, "histogram": [header["entries"]], "merged": [1]}] * 50
        headers += [None, [], {}, "x", {**header, "more": 1}]
        return [
            resealed(self.good, json.dumps(lie).encode(), self.kind)
            for lie in headers
            if lie != header
        ]


def _solved(algorithm: str = "idastar") -> bool:
    open_tables.cache_clear()
    result = solve(BOARD, algorithm=algorithm, heuristic=f"pdb:{PARTITION}")
    return result.cost == COST


def _patterns(folder: Path, suffix: str) -> Path:
    os.environ["TAQUIN_CACHE"] = str(folder)
    assert _solved()
    return sorted((folder / "tables").glob(f"*{suffix}"))[0]


def table(folder: Path) -> Subject:
    """A pattern database; every second time it is checked while a search uses it."""
    path, turn = _patterns(folder, ".pdb"), [0]

    def use() -> bool:
        turn[0] += 1
        pattern_file.AT_ONCE = 0 if turn[0] % 2 else 1 << 26
        return _solved("astar" if turn[0] % 50 == 0 else "idastar")

    assert _solved("astar")  # compiles
    keys = ("width", "height", "blank", "planes", "entries", "histogram", "merged", "pattern")
    return Subject(path, TABLE, use, (*keys, "neighbors", "bits", "metric"))


def automaton(folder: Path) -> Subject:
    """A move automaton."""
    path = _patterns(folder, ".dfa")
    return Subject(path, AUTOMATON, _solved, ("moves", "neighbors"))


def model(folder: Path) -> Subject:
    """A learned value."""
    path = folder / "5x5.model"
    path.write_bytes((store.shipped_folder() / "5x5.model").read_bytes())
    wanted = read_model(path)
    store.model_folder = lambda *, make=False: folder  # type: ignore[assignment]

    def use() -> bool:
        found = store.read_named(path)
        weights = (found.single, wanted.single), (found.pairs, wanted.pairs)
        return all(np.array_equal(*each) for each in weights)

    return Subject(path, MODEL, use, ("width", "height", "goal", "unit", "about"))


def training(folder: Path) -> Subject:
    """An interrupted training."""
    path = folder / "3x3.training"
    settings = TrainingSettings(width=20, samples=8)
    save_training(path, Trainer(3, 3, *first_guess(3, 3), 5, settings))
    wanted = load_training(path)

    def use() -> bool:
        found = load_training(path)
        return np.array_equal(found.pairs, wanted.pairs)

    keys = ("width", "height", "seed", "settings", "rounds", "seconds", "averaged", "curve")
    return Subject(path, TRAINING, use, keys)


KINDS = {maker.__name__: maker for maker in (table, automaton, model, training)}


def outcome(subject: Subject, content: bytes) -> str:
    """What comes of using a file with this content: right, refused, or what went wrong."""
    subject.path.write_bytes(content)
    faulthandler.dump_traceback_later(60, exit=True)  # a hang ends the process, and says where
    try:
        return "right" if subject.use() else "WRONG"
    except DamagedFile as error:
        return "refused" if str(subject.path) in str(error) else f"UNNAMED: {error}"
    except Exception as error:  # what the command would call a bug in taquin
        return f"BUG: {type(error).__name__}: {error}"[:200]
    finally:
        faulthandler.cancel_dump_traceback_later()


def damaged(kind: str, trials: int, folder: Path) -> dict[str, Counter[str]]:
    """How often each damage of a kind of file had which outcome."""
    folder.mkdir(parents=True)
    subject = KINDS[kind](folder)
    told: dict[str, Counter[str]] = {}
    for damage in DAMAGES:
        told[damage.__name__] = Counter()
        draw = random.Random(f"{kind} {damage.__name__}")
        for _ in range(trials):
            told[damage.__name__][outcome(subject, damage(subject.good, draw))] += 1
    subject.path.write_bytes(subject.good)
    lies = subject.lies()
    step = 1 if trials >= 25 else len(lies) // 6
    told["lie"] = Counter(outcome(subject, lie) for lie in lies[::step])
    subject.path.write_bytes(subject.good)
    assert subject.use()
    return told


def main() -> None:
    """Damage and use."""
    kinds, trials, folder = sys.argv[1].split(","), int(sys.argv[2]), Path(sys.argv[3])
    sealed._WORTH_REMEMBERING = 0  # so that checks are remembered here too
    print(json.dumps({kind: damaged(kind, trials, folder / kind) for kind in kinds}))


if __name__ == "__main__":
    main()
