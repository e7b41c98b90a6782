"""What an anytime beam needs before its clock starts: its tables, and every kernel compiled."""

from functools import partial
from itertools import islice

from taquin.beams.passes.beam import LearnedBeam, fixed
from taquin.beams.passes.near_tables import lowered_near, lowered_strip
from taquin.beams.passes.strips import Strip, strips_of
from taquin.beams.passes.windows import shortened
from taquin.beams.value.lowered import lowered
from taquin.beams.value.plan import is_near
from taquin.beams.value.tables import BeamFrame, Judge, cell_type, judge_of
from taquin.ground.announce import announce
from taquin.ground.heard import NoticeSentence
from taquin.kernels.base.cache import telling_of_compiling
from taquin.kernels.base.interrupts import KernelPool

__all__ = ["prepared"]

_SMALL = Strip(4, 3, 1, True)  # any with cells of one byte


def prepared(size: tuple[int, int], core: tuple[int, int], threads: int) -> Judge:
    """What the core's beam goes by, with every kernel compiled."""
    near = is_near(*core)
    with (
        telling_of_compiling(announce, NoticeSentence.BEAM, lost=partial(announce, private=True)),
        KernelPool(1) as pool,
    ):
        judge = lowered_near(*core) if near else judge_of(*lowered(*core, threads))
        _try(LearnedBeam(judge, pool))
        for strip in islice(strips_of(size, core, 1), size != core):
            _try(LearnedBeam(lowered_strip(strip), pool))
            if cell_type(size[0] * size[1]) is not cell_type(core[0] * core[1]):
                _try(LearnedBeam(lowered_strip(_SMALL), pool))  # its later strips are of this type
        shortened(*size, range(size[0] * size[1]), "LRLR")
    return judge


def _try(beam: LearnedBeam) -> None:
    """A few layers, which compile what is not compiled yet."""
    board = [1, 2, 0, *range(3, beam.judge.cells)]
    frame = BeamFrame(len(board), 4, remembered=64)
    beam.solve(board, frame, fixed(4), longest=8)
