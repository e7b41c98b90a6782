"""The web server's side of the fork server: launching, reading and ending job processes."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any

__all__ = ["JobProcess", "Launcher"]

_LONGEST_LINE = 64 << 20
_PATIENCE = 5  # seconds for the fork server to end its jobs and itself


class JobProcess:
    """One running job: its output, and its end."""

    def __init__(self, reader: asyncio.StreamReader, lifeline: int) -> None:
        self._reader = reader
        self._lifeline: int | None = lifeline

    async def lines(self) -> AsyncIterator[dict[str, Any]]:
        """The job's output; ends after the line of kind ``ended``, or when the fork server dies."""
        try:
            while line := await self._reader.readline():
                said = json.loads(line)
                yield said
                if said["kind"] == "ended":
                    return
        finally:
            self.kill()

    def kill(self) -> None:
        """End the job at once; does nothing if it has ended."""
        if self._lifeline is not None:
            os.close(self._lifeline)
            self._lifeline = None


class Launcher:
    """Starts the fork server and asks it for processes; replaces it if it has died."""

    def __init__(self) -> None:
        self._fork_server: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def start(self) -> None:
        """Start the fork server, in a session of its own: only the web server handles Ctrl-C."""
        ours, theirs = socket.socketpair()
        with theirs:
            self._fork_server = subprocess.Popen(
                [sys.executable, "-m", "taquin.faces.web.fork_server", str(theirs.fileno())],
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

    async def launch(self, task: Mapping[str, object]) -> JobProcess:
        """A process that does `task`."""
        if self._fork_server is None or self._fork_server.poll() is not None:
            self._drop()
            self.start()
        assert self._control is not None
        lifeline_end, lifeline = os.pipe()
        said, said_end = os.pipe()
        try:
            os.write(lifeline, json.dumps(task).encode() + b"\n")
            socket.send_fds(self._control, [b"+"], [lifeline_end, said_end])
        except OSError:
            os.close(lifeline)
            os.close(said)
            raise
        finally:
            os.close(lifeline_end)
            os.close(said_end)
        reader = asyncio.StreamReader(limit=_LONGEST_LINE)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(said, "rb", 0)
        )
        return JobProcess(reader, lifeline)

    def stop(self) -> None:
        """End all jobs and the fork server."""
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
