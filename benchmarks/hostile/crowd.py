"""A process of visitors, honest or hostile: `python -m hostile.crowd`.

It reads one line of JSON with its order and prints one line with what happened; honest visitors
first print a line when they are ready.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

from hostile import connections, questions
from hostile.arena import Arena
from hostile.visitors import Visits, fetcher, player, reader

__all__ = ["ATTACKS", "HOLDING"]

Attack = Callable[[Arena], Awaitable[None]]
ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        questions.wall_sets,
        questions.slow_questions,
        questions.long_answers,
        questions.long_comparisons,
        questions.worst_boards,
        questions.large_boards,
        questions.job_flood,
        questions.evictions,
        questions.odd_numbers,
        questions.cancel_races,
        questions.disconnects,
        connections.slow_clients,
        connections.large_bodies,
        connections.unread_files,
        connections.unread_traces,
        connections.streams,
        connections.get_flood,
        connections.pipelined,
        connections.broken_http,
    )
}
# These hold connections, and so have several times as many addresses as the others.
HOLDING = ("slow_clients", "unread_files", "streams")
FETCHER, PLAYER, READER = "127.2.0.1", "127.2.0.2", "127.2.0.3"
_NICE = 10


async def hostile(order: dict[str, Any]) -> dict[str, Any]:
    """Run the attacks, each from its own part of the addresses, until their deadline."""
    os.nice(_NICE)
    arenas = {
        name: _arena(order, tuple(order["sources"][name]), pace=order["pace"], seed=name)
        for name in order["attacks"]
    }
    await asyncio.gather(*(ATTACKS[name](arena) for name, arena in arenas.items()))
    return {name: dict(sorted(arena.said.items())) for name, arena in arenas.items()}


async def honest(order: dict[str, Any]) -> dict[str, Any]:
    """Visit as honest people do."""
    visits, ready = Visits(), asyncio.Event()
    # The clock starts once the reader has its trace.
    arenas = [_arena(order, (source,)) for source in (FETCHER, PLAYER, READER)]
    for arena in arenas:
        arena.deadline += order["patience"]
    reading = asyncio.create_task(reader(arenas[2], visits, ready))
    await asyncio.wait(
        [reading, asyncio.ensure_future(ready.wait())], return_when="FIRST_COMPLETED"
    )
    if reading.done():
        await reading
    for arena in arenas:
        arena.deadline = time.monotonic() + order["seconds"]
    print(json.dumps({"ready": True}), flush=True)
    await asyncio.gather(reading, fetcher(arenas[0], visits), player(arenas[1], visits))
    return visits.as_dict()


def _arena(
    order: dict[str, Any], sources: tuple[str, ...], pace: float = 1, seed: str = ""
) -> Arena:
    deadline = time.monotonic() + order["seconds"]
    return Arena(order["host"], order["port"], sources, deadline, pace, seed=seed)


def main() -> None:
    order = json.loads(sys.stdin.readline())
    work = honest if order["kind"] == "honest" else hostile
    print(json.dumps(asyncio.run(work(order))), flush=True)


if __name__ == "__main__":
    main()
