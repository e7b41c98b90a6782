"""The file of a model: written completely or not at all, and checked before use.

Layout, little-endian: magic (8 bytes), format version, header length, CRC-32 of the header (4
bytes each), the header as JSON, then the weights, compressed by LZMA. The header holds the number
of compressed bytes and their BLAKE2b checksum. Weights are single, int16 by feature, then pairs,
int8: those of two features that a board can have at once, where the first one's cell is the
smaller; of a pair and its transpose, on a square, only the one that comes first.
"""

import contextlib
import json
import lzma
import os
import struct
import zlib
from functools import partial
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from taquin.ground.errors import TableError
from taquin.heuristics.learned.model import UNIT, Model
from taquin.heuristics.learned.symmetry import transposed_cells, transposed_features
from taquin.kernels import load_numba

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["FORMAT", "damaged", "read_header", "read_model", "read_weights", "write_model"]

FORMAT = 1
_MAGIC = b"TAQUINLV"
_PREFIX = struct.Struct("<8sIII")
_LONGEST_HEADER = 1 << 20
_MOST = 127  # of a weight's 8 bits


def damaged(path: Path, what: str) -> TableError:
    """The error that says what is wrong with a model's file and what to do."""
    return TableError(
        f"the model {path} {what}. `taquin model remove {path.name}` removes it, if it is one that "
        "you trained; otherwise reinstall taquin. `taquin model verify` checks all models."
    )


def write_model(path: Path, model: Model) -> None:
    """Write a model to a temporary file beside `path`, then rename it. Raises TableError."""
    import numpy as np

    stored = _stored(model.width, model.height)
    weights = model.single.astype("<i2").tobytes()
    weights += np.clip(model.pairs[stored], -_MOST, _MOST).astype(np.int8).tobytes()
    packed = lzma.compress(weights, preset=9)
    header = {
        "width": model.width,
        "height": model.height,
        "goal": "first",
        "unit": UNIT,
        "about": dict(model.about),
        "bytes": len(packed),
        "checksum": blake2b(packed, digest_size=16).hexdigest(),
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    head = _PREFIX.pack(_MAGIC, FORMAT, len(text), zlib.crc32(text)) + text
    temporary = path.with_name(f"{path.name}.{os.getpid()}-{token_hex(4)}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(temporary, "xb", opener=partial(os.open, mode=0o644)) as file:
            file.write(head + packed)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise TableError(
            f"the model {path} cannot be written: {error.strerror or error}; free some space, or "
            "point TAQUIN_CACHE at a folder you may write to."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def read_header(path: Path) -> dict[str, Any]:
    """Read and check only the header. Raises TableError."""
    return _parse(path, _bytes(path))[0]


def read_model(path: Path) -> Model:
    """Read a model and check all of it. Raises TableError; never returns a damaged model."""
    load_numba()
    import numpy as np

    from taquin.kernels.searches.learned_rows import unpack_pairs

    header, weights = read_weights(path)
    width, height = header["width"], header["height"]
    n = width * height
    single = np.frombuffer(weights, "<i2", n * n).astype(np.int16)
    found = np.frombuffer(weights, np.int8, offset=2 * n * n)
    pairs = np.zeros((n * n, n * n), np.int16)
    mirror = transposed_cells(width) if width == height else np.zeros(0, np.uint8)
    if unpack_pairs(found, mirror, pairs) != len(found):
        raise damaged(path, "has weights for another size than its header names")
    return Model(width, height, single, pairs, header["about"])


def read_weights(path: Path) -> tuple[dict[str, Any], bytes]:
    """The header and the weights as the layout says, checked. Raises TableError."""
    header, packed = _parse(path, _bytes(path))
    if blake2b(packed, digest_size=16).hexdigest() != header["checksum"]:
        raise damaged(path, "is damaged: its bits do not match their checksum")
    return header, lzma.decompress(packed)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise TableError(f"the model {path} cannot be read: {reason}.") from error


def _parse(path: Path, data: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the compressed weights, of which only the number is checked."""
    if not data:
        raise damaged(path, "is empty")
    if data[:8] != _MAGIC[: len(data)]:
        raise damaged(path, "is not a model: its first bytes are not TAQUINLV")
    if len(data) < _PREFIX.size:
        raise damaged(path, "is cut off inside its header")
    _, version, length, checksum = _PREFIX.unpack_from(data)
    if version != FORMAT:
        raise damaged(path, f"has format version {version}; this taquin reads version {FORMAT}")
    text = data[_PREFIX.size : _PREFIX.size + min(length, _LONGEST_HEADER)]
    if len(text) < length or zlib.crc32(text) != checksum:
        raise damaged(path, "is cut off inside its header, or its header is damaged")
    header: dict[str, Any] = json.loads(text)
    packed = data[_PREFIX.size + length :]
    if len(packed) != header["bytes"]:
        raise damaged(path, f"has {len(packed):,} bytes where {header['bytes']:,} are expected")
    if header["unit"] != UNIT or header["goal"] != "first":
        raise damaged(path, "has weights in units or for a goal that this taquin does not read")
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
