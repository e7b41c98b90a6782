"""Reading questions without making anyone wait: the server's side of the reader's process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from taquin.faces.web.jobs.turns import Turns
from taquin.faces.web.process.limits import ServerLimits
from taquin.faces.web.process.processes import JobProcess, Launcher
from taquin.faces.web.process.question import JobRequest, Question
from taquin.faces.web.process.refusals import Refusal, busy
from taquin.ground.heard import RefusalSentence, RemedySentence
from taquin.ground.sentences import said

__all__ = ["Reader"]

# What a process has learned of boards and board types it keeps, so it is replaced now and then.
_QUESTIONS = 300
_MEMORY = 512 << 20
_FOREVER = 10**9  # seconds
_ENDED = {"kind": "ended"}


class Reader:
    """Reads questions in a process that is replaced if it dies or takes too long."""

    def __init__(self, launcher: Launcher, limits: ServerLimits) -> None:
        self._launcher, self._limits = launcher, limits
        self._turns = Turns(
            "questions",
            (RefusalSentence.QUESTIONS, RefusalSentence.QUESTIONS_OF_ADDRESS),
            limits.reading,
            limits.reading_of_address,
        )
        self._process: JobProcess | None = None
        self._readings: AsyncIterator[dict[str, Any]] | None = None
        self._left = 0

    async def read(self, requested: JobRequest, address: str = "") -> Question:
        """The question, read and checked; Refusal if it is invalid or the server is busy.

        address: where it came from, "" if unknown.
        """
        async with self._turns.turn(address):
            try:
                reading = await self._reading(requested)
            except (OSError, ValueError):
                self.stop()
                raise busy("process", RefusalSentence.UNREAD_QUESTION, 5) from None
        if reading["kind"] == "refused":
            raise Refusal(reading["status"], **reading["error"])
        return Question(**reading["question"])

    def stop(self) -> None:
        """End the process; the next question starts another."""
        if self._process is not None:
            self._process.kill()
        self._process, self._readings = None, None

    async def _reading(self, requested: JobRequest) -> dict[str, Any]:
        # It may have died since the last question, or before it began, so one more attempt follows.
        for _ in range(2):
            with suppress(BrokenPipeError):
                process, readings = await self._running()
                process.ask(asdict(requested))
                reading = await self._next(readings)
                if reading["kind"] != "ended":
                    self._left -= 1
                    return reading
            self.stop()
        raise OSError("the reader's process has ended twice")

    async def _next(self, readings: AsyncIterator[dict[str, Any]]) -> dict[str, Any]:
        seconds = self._limits.reading_seconds
        try:
            async with asyncio.timeout(seconds):
                return await anext(readings, _ENDED)
        except TimeoutError:
            self.stop()
            raise Refusal(
                422,
                "question",
                said(RefusalSentence.SLOW_QUESTION, seconds=f"{seconds:g}"),
                RemedySentence.SHORTER,
            ) from None

    async def _running(self) -> tuple[JobProcess, AsyncIterator[dict[str, Any]]]:
        """The process, once it is ready: until then the fork server may still be loading."""
        if self._process is None or self._readings is None or self._left <= 0:
            self.stop()
            limits = {"wall": _FOREVER, "memory": _MEMORY}
            task = {"do": "read", "limits": asdict(self._limits), **limits}
            process = self._process = await self._launcher.launch(task, listening=True)
            readings, self._left = process.lines(), _QUESTIONS
            if (await anext(readings, _ENDED))["kind"] != "ready":
                raise BrokenPipeError("the reader's process ended before it began")
            self._readings = readings
            return process, readings
        return self._process, self._readings
