"""Logs that a visitor cannot fill."""

import logging
import time

__all__ = ["OwnErrors", "Seldom"]

_MINUTE = 60.0
# What uvicorn and asyncio say of a visitor's mistake, and of one who has gone.
_OF_VISITORS = ("Invalid HTTP request received.", "socket.send() raised exception.")


class OwnErrors(logging.Filter):
    """Lets no record pass that only says what a visitor did."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record passes."""
        return not str(record.msg).startswith(_OF_VISITORS)


class Seldom(logging.Filter):
    """Lets a number of records pass each minute, and says how many it has left out."""

    def __init__(self, most: int = 10) -> None:
        super().__init__()
        self._most, self._begun = most, -_MINUTE
        self._passed = self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record passes."""
        now = time.monotonic()
        if now - self._begun >= _MINUTE:
            if self._left_out:
                record.msg = f"({self._left_out} messages left out) {record.getMessage()}"
                record.args = None
            self._begun, self._passed, self._left_out = now, 0, 0
        self._passed += 1
        if self._passed > self._most:
            self._left_out += 1
            return False
        return True
