"""Writes the prepared code of the kernels that a first optimal solution of a 15-puzzle needs.

    python tests/kernels/make_prepared.py [FOLDER]

FOLDER: where to write it; by default, in the package. It is the module of each kernel as Numba
hands it to LLVM's optimizer, which depends neither on the processor nor on the run; each version of
Python names some functions in it otherwise, and all of them can use it. See
`taquin.kernels.base.prepared`.
"""

import lzma
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "src" / "taquin" / "kernels" / "prepared"


def main(folder: Path) -> None:
    """Compile the kernels in this process, which has compiled nothing before, and write them."""
    from numba.core.codegen import JITCodeLibrary

    from taquin.ground.sealed import write_sealed
    from taquin.kernels.base import prepared, stored_code
    from taquin.kernels.patterns.build import build, packed_neighbors
    from taquin.puzzle.topology import grid
    from taquin.solving.engines.ahead import compile_lanes

    optimize = JITCodeLibrary._optimize_final_module
    handed: dict[str, bytes] = {}

    def note(library: Any) -> None:
        handed[library.name] = library._final_module.as_bitcode()
        optimize(library)

    def keep(stored: Any, signature: Any, compiled: Any) -> None:
        (library, *_), *others = compiled._reduce()
        code = (stored.kernel(signature), library, handed[library], tuple(others))
        write_sealed(
            folder / f"{stored._begin}.llvm",
            prepared.PREPARED,
            {"made_for": str(prepared.made_for()), "python": platform.python_version()},
            lzma.compress(stored_code.pickled(code), preset=9),
        )

    JITCodeLibrary._optimize_final_module = note
    stored_code.StoredCode.save_overload = keep
    stored_code.read_prepared = lambda _: None
    compile_lanes()
    build(packed_neighbors(grid(2, 2)), (0, 1), 3)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as cache:
        os.environ["TAQUIN_CACHE"] = cache
        main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
