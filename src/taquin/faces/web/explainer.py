"""Explanations: short questions that do not wait in the queue of searches."""

import asyncio
from collections.abc import Mapping
from typing import Any

from taquin.faces.web.answers import Answers
from taquin.faces.web.limits import ServerLimits
from taquin.faces.web.processes import Launcher
from taquin.faces.web.refusals import Refusal, busy, failure, killed

__all__ = ["Explainer"]


class Explainer:
    """What there is to say about a board, from a process of its own, one at a time."""

    def __init__(self, launcher: Launcher, limits: ServerLimits) -> None:
        self._launcher, self._limits = launcher, limits
        self._answers: Answers[dict[str, Any]] = Answers(limits.cached_results)
        self._waiting = 0
        self._turn = asyncio.Lock()

    async def explain(self, task: Mapping[str, Any]) -> dict[str, Any]:
        """`taquin.explain` of the task's fields as plain data; Refusal where it fails."""
        key = repr(sorted(task.items()))
        known = self._answers.get(key)
        if known is not None:
            return known
        if self._waiting >= self._limits.explaining:
            raise busy("explanations", f"{self._waiting} boards wait to be explained.", 2)
        self._waiting += 1
        try:
            async with self._turn:
                found = await self._ask(task)
        finally:
            self._waiting -= 1
        self._answers.put(key, found)
        return found

    async def _ask(self, task: Mapping[str, Any]) -> dict[str, Any]:
        bounds = {"wall": self._limits.explain_seconds, "memory": self._limits.memory}
        try:
            process = await self._launcher.launch({**task, "do": "explain", **bounds})
        except OSError as trouble:
            raise busy("process", f"no process could be started: {trouble}.", 5) from None
        error = None
        async for said in process.lines():
            if said["kind"] == "result":
                process.kill()
                found: dict[str, Any] = said["result"]
                return found
            if said["kind"] == "failed":
                error = failure(said["error"], said["message"])
            elif said["kind"] == "ended" and error is None:
                error = killed(said["by"])
        error = error or killed(None)
        raise Refusal(422, error["kind"], error["message"], error["hint"])
