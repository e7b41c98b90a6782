"""Models lowered for the compiled beam, shared by all threads of the process."""

from concurrent.futures import ThreadPoolExecutor

from taquin.beams.kernels.learned_rows import BeamTables
from taquin.beams.value.model import Model
from taquin.beams.value.store import model_for
from taquin.beams.value.tables import beam_tables
from taquin.ground.errors import TableError
from taquin.ground.once import once

__all__ = ["lowered"]


def lowered(
    width: int, height: int, threads: int, topology: str = "grid"
) -> tuple[Model, BeamTables]:
    """The model for a size of board, and its arrays. Raises TableError if there is none."""
    model = model_for(width, height, topology=topology)
    if model is None:
        raise TableError(f"there is no model for {width}x{height} boards.")
    return model, _Shared.of(model, threads)


class _Shared:
    """The arrays of the last models used, by the model itself: they take up to 134 MB each."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def __hash__(self) -> int:
        return id(self.model)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shared) and other.model is self.model

    @classmethod
    def of(cls, model: Model, threads: int) -> BeamTables:
        """The arrays, made at the first call."""
        return _tables(cls(model), threads)


@once(maxsize=2)
def _tables(shared: _Shared, threads: int) -> BeamTables:
    with ThreadPoolExecutor(threads) as pool:
        return beam_tables(shared.model, pool, threads)
