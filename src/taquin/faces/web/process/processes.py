"""The web server's side of the fork server: launching, reading and ending job processes."""

import asyncio
import json
import os
import socket
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from io import FileIO
from typing import Any

from taquin.ground.interpreters import python_command

__all__ = ["JobProcess", "Launcher"]

_LONGEST_LINE = 4 << 20
_PATIENCE = 5  # seconds for the fork server to end its jobs and itself


class JobProcess:
    """One running job: its output, and its end.

    questions: the pipe to a process that also listens. heard: bytes of its newest line.
    """

    def __init__(
        self, reader: asyncio.StreamReader, lifeline: int, questions: int | None = None
    ) -> None:
        self._reader = reader
        self._lifeline: int | None = lifeline
        self._questions = questions
        self.heard = 0

    async def lines(self) -> AsyncIterator[dict[str, Any]]:
        """The job's output; ends after the line of kind ``ended``, or when the fork server dies."""
        try:
            while line := await self._reader.readline():
                self.heard, message = len(line), json.loads(line)
                yield message
                if message["kind"] == "ended":
                    return
        finally:
            self.kill()

    def ask(self, question: Mapping[str, object]) -> None:
        """Send a question of less than 64 kB to a process that has answered the one before."""
        assert self._questions is not None
        os.write(self._questions, json.dumps(question).encode() + b"\n")

    def tell(self, what: Mapping[str, object]) -> None:
        """Send a short message to a process that may have ended meanwhile."""
        if self._questions is not None:
            with suppress(BrokenPipeError):
                self.ask(what)

    def kill(self) -> None:
        """End the job at once; does nothing if it has ended."""
        for end in (self._lifeline, self._questions):
            if end is not None:
                os.close(end)
        self._lifeline = self._questions = None


class Launcher:
    """Starts the fork server and asks it for processes; replaces it if it has died.

    prepare: what the fork server makes in advance: `tables`, and with them `code`.
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
            try:
                self._fork_server = subprocess.Popen(
                    python_command(
                        "taquin.faces.web.process.fork_server",
                        str(theirs.fileno()),
                        *self._prepare,
                    ),
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,
                )
            except BaseException:
                ours.close()
                raise
        self._control = ours

    @property
    def pid(self) -> int | None:
        """The fork server's process, None if there is none."""
        return None if self._fork_server is None else self._fork_server.pid

    async def launch(self, task: Mapping[str, object], *, listening: bool = False) -> JobProcess:
        """A process that does `task`; listening: it takes questions. OSError if it cannot be."""
        if self._stopped:
            raise OSError("the server is stopping")
        if self._fork_server is None or self._fork_server.poll() is not None:
            self._drop()
            self.start()
        assert self._control is not None
        with _Pipes() as pipes:
            lifeline, said = pipes.to_process(), pipes.from_process()
            questions = pipes.to_process() if listening else None
            os.write(lifeline, json.dumps(task).encode() + b"\n")
            socket.send_fds(self._control, [b"+"], pipes.theirs)
            reader = asyncio.StreamReader(limit=_LONGEST_LINE)
            await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(reader), said
            )
        return JobProcess(reader, lifeline, questions)

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


class _Pipes:
    """The pipes to and from one process: their ends for it are closed when the block ends.

    So are our ends if the block fails: when descriptors run out, none is lost.
    """

    def __init__(self) -> None:
        self.theirs: list[int] = []
        self._writing: list[int] = []
        self._reading: list[FileIO] = []

    def __enter__(self) -> "_Pipes":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for end in self.theirs:
            os.close(end)
        if kind is not None:
            for end in self._writing:
                os.close(end)
            for file in self._reading:
                file.close()

    def to_process(self) -> int:
        """Our end of a new pipe that the process reads."""
        reading, writing = os.pipe()
        self.theirs.append(reading)
        self._writing.append(writing)
        return writing

    def from_process(self) -> FileIO:
        """Our end of a new pipe that the process writes to."""
        reading, writing = os.pipe()
        self.theirs.append(writing)
        self._reading.append(FileIO(reading))
        return self._reading[-1]
