"""How connections are let in: a few at a time, and those of a busy address after the others'."""

import asyncio
import errno
import logging
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from test_connections import LIMITS, answered, connected, is_open, sent, serving

from taquin.faces.web.http.door import AT_ONCE, Door
from taquin.faces.web.http.logs import OwnErrors
from taquin.faces.web.http.server import bound


def test_whoever_connects_too_often_waits_and_is_answered() -> None:
    limits = replace(LIMITS, connecting=10, connecting_burst=2)
    with serving(limits) as address:
        begun = time.monotonic()
        for _ in range(5):
            with connected(address, "127.0.0.3") as connection:
                sent(connection)
                assert answered(connection)
        assert time.monotonic() - begun > 0.2  # three of them waited a tenth of a second each
        with connected(address, "127.0.0.4") as other:
            sent(other)
            assert answered(other)


def test_a_message_that_is_refused_counts_as_many_connections() -> None:
    with serving(replace(LIMITS, connecting=1, connecting_burst=25)) as address:
        for _ in range(2):
            with connected(address, "127.0.0.3") as mistaken:
                sent(mistaken, more=f"Content-Length: {10**11}\r\n")
                assert mistaken.recv(4096).startswith(b"HTTP/1.1 413")
        many = [connected(address, "127.0.0.3") for _ in range(5)]
        time.sleep(0.1)
        assert any(not is_open(one) for one in many)
        with connected(address, "127.0.0.4") as other:
            sent(other)
            assert answered(other)
        for one in many:
            one.close()


class Open:
    """Lets everybody in."""

    rooms = 0

    def delay(self, address: str, waiting: int, waiting_of_address: int) -> float | None:
        return 0

    def make_room(self) -> None:
        self.rooms += 1


class Listener:
    """A listening socket that finds no descriptor for the first connections."""

    def __init__(self, real: socket.socket, failures: int) -> None:
        self._real, self._failures = real, failures
        self.accepted: list[float] = []

    def fileno(self) -> int:
        return self._real.fileno()

    def accept(self) -> Any:
        if self._failures:
            self._failures -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        taken = self._real.accept()
        self.accepted.append(time.monotonic())
        return taken


def entered(clients: int, failures: int) -> tuple[Open, list[int]]:
    """The gate, and how many connections had been accepted in each turn of the loop."""
    gate, turns = Open(), [0]

    async def work() -> None:
        with bound("127.0.0.1", 0) as real:
            listener = Listener(real, failures)
            address = real.getsockname()
            waiting = [socket.create_connection(address) for _ in range(clients)]
            door = Door(listener, gate, asyncio.Protocol)  # type: ignore[arg-type]
            door.open()
            end = time.monotonic() + 10
            while len(listener.accepted) < clients and time.monotonic() < end:
                await asyncio.sleep(0)
                turns.append(len(listener.accepted))
            door.close()
            await asyncio.sleep(0.05)
            for one in waiting:
                one.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()
    return gate, turns


def test_others_are_served_between_a_few_new_connections() -> None:
    _, turns = entered(5 * AT_ONCE, 0)
    assert turns[-1] == 5 * AT_ONCE
    assert max(after - before for before, after in pairwise(turns)) <= AT_ONCE


def test_no_descriptor_is_left_for_a_while(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "asyncio"):
        gate, turns = entered(3, 2)
    assert turns[-1] == 3 and gate.rooms == 2
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


def test_the_log_says_nothing_of_what_visitors_do() -> None:
    def passes(text: str) -> bool:
        return OwnErrors().filter(logging.makeLogRecord({"msg": text}))

    assert not passes("Invalid HTTP request received.")
    assert not passes("socket.send() raised exception.")
    assert passes("Exception in ASGI application\n")
