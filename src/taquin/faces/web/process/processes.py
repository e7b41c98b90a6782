"""The web server's side of the fork server: launching, reading and ending job processes."""

import asyncio
import json
import os
import socket
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any

from taquin.ground.interpreters import python_command

__all__ = ["JobProcess", "Launcher"]

_LONGEST_LINE = 4 << 20
_PATIENCE = 5  # seconds for the fork server to end its jobs and itself


class JobProcess:
    """One running job: its output, and its end.

    asked: the pipe to a process that answers questions. heard: bytes of its newest line.
    """

    def __init__(
        self, reader: asyncio.StreamReader, lifeline: int, asked: int | None = None
    ) -> None:
        self._reader = reader
        self._lifeline: int | None = lifeline
        self._asked = asked
        self.heard = 0

    async def lines(self) -> AsyncIterator[dict[str, Any]]:
        """The job's output; ends after the line of kind ``ended``, or when the fork server dies."""
        try:
            while line := await self._reader.readline():
                self.heard, said = len(line), json.loads(line)
                yield said
                if said["kind"] == "ended":
                    return
        finally:
            self.kill()

    def ask(self, question: Mapping[str, object]) -> None:
        """Send a question of less than 64 kB to a process that has answered the one before."""
        assert self._asked is not None
        os.write(self._asked, json.dumps(question).encode() + b"\n")

    def kill(self) -> None:
        """End the job at once; does nothing if it has ended."""
        for end in (self._lifeline, self._asked):
            if end is not None:
                os.close(end)
        self._lifeline = self._asked = None


class Launcher:
    """Starts the fork server and asks it for processes; replaces it if it has died.

    prepare: what the fork server makes beforehand: `tables`, and with them `code`.
    """

    def __init__(self, *prepare: str) -> None:
        self._prepare = prepare
        self._stopped = False
        self._fork_server: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def start(self) -> None:
        """Start the fork server, in a session of its own: only the web server handles Ctrl-C."""
        ours, theirs = socket.socketpair()
        with theirs:
            self._fork_server = subprocess.Popen(
                python_command(
                    "taquin.faces.web.process.fork_server", str(theirs.fileno()), *self._prepare
                ),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._control = ours

    @property
    def pid(self) -> int | None:
        """The fork server's process, None if there is none."""
        return None if self._fork_server is None else self._fork_server.pid

    async def launch(self, task: Mapping[str, object], *, asked: bool = False) -> JobProcess:
        """A process that does `task`; asked: it also takes questions. OSError if it cannot be."""
        if self._stopped:
            raise OSError("the server is stopping")
        if self._fork_server is None or self._fork_server.poll() is not None:
            self._drop()
            self.start()
        assert self._control is not None
        # Each pipe's end for the process, and ours.
        pipes = {"lifeline": os.pipe(), "said": os.pipe()[::-1]}
        if asked:
            pipes["asked"] = os.pipe()
        ours = {name: end for name, (_, end) in pipes.items()}
        try:
            os.write(ours["lifeline"], json.dumps(task).encode() + b"\n")
            socket.send_fds(self._control, [b"+"], [end for end, _ in pipes.values()])
        except OSError:
            for end in ours.values():
                os.close(end)
            raise
        finally:
            for end, _ in pipes.values():
                os.close(end)
        reader = asyncio.StreamReader(limit=_LONGEST_LINE)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(ours["said"], "rb", 0)
        )
        return JobProcess(reader, ours["lifeline"], ours.get("asked"))

    def stop(self) -> None:
        """End all jobs and the fork server, and start no more."""
        self._stopped = True
        self._drop()
        if self._fork_server is not None:
            try:
                self._fork_server.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self._fork_server.kill()
                self._fork_server.wait()
            self._fork_server = None

    def _drop(self) -> None:
        if self._control is not None:
            with suppress(OSError):
                self._control.close()
            self._control = None
