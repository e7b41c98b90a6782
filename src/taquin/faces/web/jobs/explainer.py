"""Explanations: short questions that do not wait in the queue of searches."""

from collections.abc import Mapping
from typing import Any

from taquin.faces.web.jobs.answers import Answers
from taquin.faces.web.jobs.turns import Turns
from taquin.faces.web.process.failures import log_line
from taquin.faces.web.process.limits import ServerLimits
from taquin.faces.web.process.processes import Launcher
from taquin.faces.web.process.refusals import Refusal, busy, failure, killed

__all__ = ["Explainer"]


class Explainer:
    """Explains boards, each in a separate process, one at a time."""

    def __init__(self, launcher: Launcher, limits: ServerLimits) -> None:
        self._launcher, self._limits = launcher, limits
        self._answers: Answers[dict[str, Any]] = Answers(limits.cached_bytes, limits.cached_results)
        self._turns = Turns(
            "explanations",
            "boards waiting to be explained",
            limits.explaining,
            limits.explaining_of_address,
        )

    async def explain(self, task: Mapping[str, Any], address: str = "") -> dict[str, Any]:
        """`taquin.explain` of the task's fields as plain data; Refusal where it fails.

        address: where the question came from, "" if unknown.
        """
        key = repr(sorted(task.items()))
        known = self._answers.get(key)
        if known is not None:
            return known
        async with self._turns.turn(address):
            found, size = await self._ask(task)
        self._answers.put(key, found, size, address)
        return found

    async def _ask(self, task: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
        bounds = {"wall": self._limits.explain_seconds, "memory": self._limits.memory}
        try:
            process = await self._launcher.launch({**task, "do": "explain", **bounds})
        except OSError as trouble:
            log_line(f"no process could be started: {trouble!r}")
            raise busy("process", "no process could be started.", 5) from None
        error = None
        async for said in process.lines():
            if said["kind"] == "result":
                process.kill()
                return said["result"], process.heard
            if said["kind"] == "failed":
                error = failure(said["error"], said["message"])
            elif said["kind"] == "ended" and error is None:
                error = killed(said["by"])
        error = error or killed(None)
        raise Refusal(422, error["kind"], error["message"], error["hint"])
