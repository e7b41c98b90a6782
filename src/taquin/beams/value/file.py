"""The files of models: sealed, and checked before use; see `taquin.ground.sealed`.

The body holds the weights, compressed by LZMA. They are single, int16 by feature, then pairs, int8:
those of two features that a board can have at once, where the first one's cell is the smaller; of a
pair and its transpose, on a square, only the one that comes first. Those of a torus are int16, one
for each class of features and then of pairs, see `taquin.beams.value.relative`.

A model of the first format is read too, because training it took hours: magic, version, length and
CRC-32 of the header, the header with the BLAKE2b digest of the weights, the weights.
"""

import json
import lzma
import struct
import zlib
from hashlib import blake2b
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taquin.beams.value.fields import ABOUT, SIZE, misfit
from taquin.beams.value.model import UNIT, Model
from taquin.beams.value.relative import (
    RelativeWeights,
    class_counts,
    relative_model,
    weights_of,
)
from taquin.beams.value.symmetry import transposed_cells, transposed_features
from taquin.ground.fields import OneOf, RecordOf, WrongField
from taquin.ground.sealed import Kind, read_sealed, write_sealed
from taquin.kernels import load_numba

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["MODEL", "read_header", "read_model", "read_weights", "unpacked", "write_model"]

MODEL = Kind(
    name="model",
    magic=b"TAQUINLV",
    version=2,
    header=RecordOf(
        {**SIZE, "goal": OneOf(("first",)), "unit": OneOf((UNIT,)), "about": ABOUT},
        optional={"topology": OneOf(("torus",))},
    ),
    remedy="`taquin model remove {name}` removes it, if it is one that you trained; otherwise "
    "reinstall taquin. `taquin model verify` checks all models.",
    largest=1 << 27,
    longest_header=1 << 26,
)
_FIRST = struct.Struct("<8sIII")
_MOST = 127  # of a weight's 8 bits
_MEMORY = 1 << 27  # bytes that decompressing may take; the writer's preset needs half of them


def write_model(path: Path, model: Model) -> None:
    """Write a model completely or not at all. Raises TableError."""
    import numpy as np

    if model.topology == "torus":
        weights = b"".join(
            np.rint(part * UNIT).astype("<i2").tobytes() for part in weights_of(model)
        )
    else:
        stored = _stored(model.width, model.height)
        weights = model.single.astype("<i2").tobytes()
        weights += np.clip(model.pairs[stored], -_MOST, _MOST).astype(np.int8).tobytes()
    header = {
        "width": model.width,
        "height": model.height,
        "goal": "first",
        "unit": UNIT,
        "about": dict(model.about),
    }
    if model.topology != "grid":
        header["topology"] = model.topology
    write_sealed(path, MODEL, header, lzma.compress(weights, preset=9))


def read_header(path: Path) -> dict[str, Any]:
    """The header of a model, all of which is checked but its weights. Raises TableError."""
    return _checked(path)[0]


def read_model(path: Path) -> Model:
    """Read a model and check all of it. Raises TableError; never returns a damaged model."""
    load_numba()
    import numpy as np

    from taquin.beams.kernels.learned_rows import unpack_pairs

    header, weights = read_weights(path)
    width, height = header["width"], header["height"]
    n = width * height
    if "topology" in header:
        numbers = np.frombuffer(weights, "<i2").astype(np.float32) / np.float32(UNIT)
        singles, _ = class_counts(width, height)
        found_weights = RelativeWeights(numbers[:singles], numbers[singles:])
        return relative_model(width, height, found_weights, header["about"])
    single = np.frombuffer(weights, "<i2", n * n).astype(np.int16)
    found = np.frombuffer(weights, np.int8, offset=2 * n * n)
    pairs = np.zeros((n * n, n * n), np.int16)
    mirror = transposed_cells(width) if width == height else np.zeros(0, np.uint8)
    unpack_pairs(found, mirror, pairs)
    return Model(width, height, single, pairs, header["about"])


def read_weights(path: Path) -> tuple[dict[str, Any], bytes]:
    """The header and the weights as the layout says, checked. Raises TableError."""
    header, packed = _checked(path)
    width, height = header["width"], header["height"]
    if "topology" in header:
        size = 2 * sum(class_counts(width, height))
    else:
        size = 2 * (width * height) ** 2 + stored_pairs(width, height)
    return header, unpacked(path, MODEL, packed, size)


def unpacked(path: Path, kind: Kind, packed: bytes, size: int) -> bytes:
    """What a file's body holds, if that is exactly `size` bytes. Raises DamagedFile."""
    reader = lzma.LZMADecompressor(memlimit=_MEMORY)
    try:
        weights = reader.decompress(packed, max_length=size + 1)
    except (lzma.LZMAError, EOFError) as error:
        raise kind.damaged(path, f"has weights that cannot be decompressed ({error})") from None
    if len(weights) != size or not reader.eof or reader.unused_data:
        raise kind.damaged(path, "has weights for another size than its header names")
    return weights


def stored_pairs(width: int, height: int) -> int:
    """How many pairs of features a file holds."""
    n = width * height
    pairs = comb(n, 2) * n * (n - 1)
    if width != height:
        return pairs
    # Of each pair and its transpose one; a pair is its own if both features lie on the diagonal,
    # cell and content, or if they are each other's.
    own = comb(width, 2) * width * (width - 1) + (n - width) ** 2 // 2
    return (pairs + own) // 2


def _checked(path: Path) -> tuple[dict[str, Any], bytes]:
    """The header and the compressed weights of a model of either format."""
    header, packed = _first_format(path) or read_sealed(path, MODEL)
    wrong = misfit(header)
    if wrong is not None:
        raise MODEL.damaged(path, wrong)
    return header, packed


def _first_format(path: Path) -> tuple[dict[str, Any], bytes] | None:
    """The header and the compressed weights of a model of the first format; None for others."""
    try:
        with open(path, "rb") as file:
            start = file.read(_FIRST.size)
            if start[:12] != MODEL.magic + bytes((1, 0, 0, 0)) or len(start) < _FIRST.size:
                return None
            whole = start + file.read(MODEL.longest_header + MODEL.largest)
    except OSError as error:
        raise MODEL.failed(path, "read", error) from error
    _, _, length, checksum = _FIRST.unpack_from(whole)
    text, packed = whole[_FIRST.size :][:length], whole[_FIRST.size :][length:]
    if zlib.crc32(text) != checksum:
        raise MODEL.damaged(path, "has a damaged header: its checksum differs")
    try:
        header = json.loads(text)
        size, digest = header.pop("bytes"), header.pop("checksum")
        MODEL.header.check(header)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        told = f": {error}" if isinstance(error, WrongField) else ""
        raise MODEL.damaged(path, f"has a wrong header{told}") from None
    if size != len(packed) or blake2b(packed, digest_size=16).hexdigest() != digest:
        raise MODEL.damaged(path, "is damaged: its weights differ from their digest")
    return header, packed


def _stored(width: int, height: int) -> "npt.NDArray[np.bool_]":
    """bool[n², n²]: the pairs that a file holds."""
    import numpy as np

    n = width * height
    features = np.arange(n * n)
    cells, contents = features // n, features % n
    stored: npt.NDArray[np.bool_] = (cells[:, None] < cells) & (contents[:, None] != contents)
    if width == height:
        after = transposed_features(width)
        low = np.minimum(after[:, None], after)
        high = np.maximum(after[:, None], after)
        here = features[:, None] * (n * n) + features
        stored &= here <= low * (n * n) + high
    return stored
