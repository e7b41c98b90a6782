"""Explanations: short questions that do not wait in the queue of searches."""

from collections.abc import Mapping
from typing import Any

from taquin.faces.web.jobs.answers import Answers
from taquin.faces.web.jobs.driver import Ending, follow
from taquin.faces.web.jobs.turns import Turns
from taquin.faces.web.process.failures import log_line
from taquin.faces.web.process.limits import ServerLimits
from taquin.faces.web.process.processes import Launcher
from taquin.faces.web.process.question import Question
from taquin.faces.web.process.refusals import Refusal, busy
from taquin.ground.heard import RefusalSentence

__all__ = ["Explainer"]


class Explainer:
    """Explains boards, each in a separate process, one at a time."""

    def __init__(self, launcher: Launcher, limits: ServerLimits) -> None:
        self._launcher, self._seconds = launcher, limits.explain_seconds
        self._answers: Answers[dict[str, Any]] = Answers(limits.cached_bytes, limits.cached_results)
        self._turns = Turns(
            "explanations",
            (RefusalSentence.EXPLANATIONS, RefusalSentence.EXPLANATIONS_OF_ADDRESS),
            limits.explaining,
            limits.explaining_of_address,
        )

    async def explain(self, question: Question, address: str = "") -> dict[str, Any]:
        """`taquin.explain` of a question of that kind, as plain data; Refusal where it fails.

        address: where the question came from, "" if unknown.
        """
        (task,), (key,) = question.tasks, question.keys
        known = self._answers.get(key)
        if known is not None:
            return known
        async with self._turns.turn(address):
            ending = await self._ask(task)
        if ending.result is None:
            error = ending.error or {}
            raise Refusal(422, error["kind"], error["message"], error["hint"])
        self._answers.put(key, ending.result, ending.size, address)
        return ending.result

    async def _ask(self, task: Mapping[str, Any]) -> Ending:
        try:
            process = await self._launcher.launch({**task, "wall": self._seconds})
        except OSError as trouble:
            log_line(f"no process could be started: {trouble!r}")
            raise busy("process", RefusalSentence.NO_PROCESS, 5) from None
        return await follow(process, hurry=True)
