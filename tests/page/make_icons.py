"""Write the page's icons for installing it; `python tests/page/make_icons.py`.

The picture is that of icon.svg: three tiles and the blank. PNG, because not every system takes SVG.
"""

import struct
import zlib

import numpy as np
from imports import STATIC

__all__ = ["ICONS", "decoded", "drawn"]

FOLDER = STATIC / "icons"
GROUND = "#2b4150"
# Left, top, side and radius of each part in units of icon.svg, with its colour.
TILES = [
    (5, 5, 10, 2, "#f3c9a5"),
    (17, 5, 10, 2, "#a9cfe0"),
    (5, 17, 10, 2, "#b8d8bf"),
]
# File → side in pixels, and the scale of the picture on a ground without corners; None: as the SVG.
# Launchers cut a maskable icon to any shape that has its middle circle, 80% wide.
ICONS: dict[str, tuple[int, float | None]] = {
    "icon-192.png": (192, None),
    "icon-512.png": (512, None),
    "maskable-512.png": (512, 0.78),
    "apple-180.png": (180, 0.9),
}


def drawn(side: int, scale: float | None) -> np.ndarray:
    """The picture as uint8[side, side, 4]: red, green, blue and opacity."""
    unit = side / 32
    ground = (0, 0, 32, 7 if scale is None else 0, GROUND)
    picture = np.zeros((side, side, 4))
    for left, top, width, radius, colour in [ground, *TILES]:
        factor = 1.0 if scale is None or colour == GROUND else scale
        x, y = (16 + factor * (place - 16) for place in (left, top))
        cover = _cover(side, *(unit * v for v in (x, y, factor * width, factor * radius)))
        rgba = [*(int(colour[i : i + 2], 16) for i in (1, 3, 5)), 255.0]
        # The ground is drawn on nothing: its edge fades by opacity alone.
        if colour == GROUND:
            picture[:] = rgba
            picture[..., 3] = 255 * cover
        else:
            picture += cover[..., None] * (np.array(rgba) - picture)
    return np.rint(picture).astype(np.uint8)


def _cover(side: int, x: float, y: float, width: float, radius: float) -> np.ndarray:
    """The share of each pixel inside a square with round corners: float[side, side]."""
    middle = np.arange(side) + 0.5 - width / 2
    across = np.abs(middle - x) - (width / 2 - radius)
    down = np.abs(middle - y)[:, None] - (width / 2 - radius)
    outside = np.hypot(np.maximum(across, 0), np.maximum(down, 0))
    inside = np.minimum(np.maximum(across, down), 0)
    return np.clip(radius - outside - inside + 0.5, 0, 1)


def _png(picture: np.ndarray) -> bytes:
    side = len(picture)
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def decoded(content: bytes) -> np.ndarray:
    """The picture of a file that this script wrote."""
    width, height = struct.unpack(">II", content[16:24])
    (length,) = struct.unpack(">I", content[33:37])
    rows = np.frombuffer(zlib.decompress(content[41 : 41 + length]), np.uint8)
    return rows.reshape(height, 1 + 4 * width)[:, 1:].reshape(height, width, 4)


if __name__ == "__main__":
    for name, (side, scale) in ICONS.items():
        (FOLDER / name).write_bytes(_png(drawn(side, scale)))
