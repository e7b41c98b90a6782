"""The game in a terminal: from the command to the first board, and from a key to the screen.

Run: python benchmarks/terminal.py [WIDTH HEIGHT]

The command runs in a pseudo-terminal. A key is on the screen when the bytes arrive that show the
next count of moves; the board is painted in the same frame. Textual draws at most 60 frames per
second, so the mean cannot be much below 8 ms.
"""

import fcntl
import json
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

KEYS = (b"\x1b[A", b"\x1b[B")  # up and down, so that the moves never end
BOARDS = ("3x3", "4x4", "10x10", "20x20")
PRESSES = 100


class Screen:
    """A game in a pseudo-terminal."""

    def __init__(self, board: str, size: tuple[int, int], folder: str) -> None:
        self.began = time.perf_counter()
        self._pid, self._descriptor = pty.fork()
        if self._pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", TAQUIN_DATA=folder)
            words = ["play", board, "--seed", "1"]
            os.execv(sys.executable, [sys.executable, "-m", "taquin", *words])
        width, height = size
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def until(self, text: bytes, patience: float = 60.0) -> float:
        """When the bytes arrived that show a text; fails after `patience` seconds."""
        seen, deadline = b"", time.perf_counter() + patience
        while text not in seen:
            ready, _, _ = select.select([self._descriptor], [], [], patience)
            if not ready or time.perf_counter() > deadline:
                raise TimeoutError(f"{text!r} did not come")
            seen = seen[-200:] + os.read(self._descriptor, 65536)
        return time.perf_counter()

    def press(self, key: bytes) -> float:
        """Press a key; returns when."""
        os.write(self._descriptor, key)
        return time.perf_counter()

    def close(self) -> None:
        """End the game."""
        os.kill(self._pid, signal.SIGTERM)
        os.waitpid(self._pid, 0)
        os.close(self._descriptor)


def measured(board: str, size: tuple[int, int]) -> dict[str, object]:
    """Milliseconds on a board: to the first picture, and from a key to the screen."""
    with tempfile.TemporaryDirectory() as folder:
        screen = Screen(board, size, folder)
        try:
            first = screen.until(b"0 moves") - screen.began
            waits, count, key = [], 0, 0
            screen.until(b"Good luck")
            while len(waits) < PRESSES:
                pressed = screen.press(KEYS[key % 2])
                words = b"1 move" if count == 0 else b"%d moves" % (count + 1)
                try:
                    waits.append(1000 * (screen.until(words, 0.5 if count == 0 else 60) - pressed))
                    count += 1
                except TimeoutError:
                    if key:
                        raise
                key += 1
                time.sleep(0.03)
        finally:
            screen.close()
    waits.sort()
    return {
        "board": board,
        "size": "{}x{}".format(*size),
        "first_ms": round(1000 * first),
        "key_median_ms": round(statistics.median(waits), 1),
        "key_p95_ms": round(waits[int(0.95 * len(waits))], 1),
        "key_worst_ms": round(waits[-1], 1),
    }


def main() -> None:
    size = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (80, 24)
    for board in BOARDS:
        print(json.dumps(measured(board, size)), flush=True)


if __name__ == "__main__":
    main()
