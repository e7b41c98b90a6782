"""Attacks by what is asked: jobs that fill the disk, the memory, the queue or the event loop."""

import asyncio
import itertools
import json
from collections.abc import Iterable, Iterator

from hostile.arena import Arena

WORST = [f"antipodes:{number}" for number in range(1, 11)]
TWENTY = " ".join(map(str, [*range(399, 2, -1), 1, 2, 0]))
# Depth-first search with default options finds this goal after two million moves.
FAR_START = "2 1 4 3/5 6 7 8/9 10 11 12/13 14 15 0"
FAR_GOAL = "3 11 0 7/9 2 13 1/4 12 5 10/8 14 15 6"
NEAR = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"
DIGITS = "9" * 400
NAME = 200  # characters that a name may have


async def wall_sets(arena: Arena) -> None:
    """Boards with random walls, for each of which a pattern database is built: the disk."""

    async def one(source: str) -> None:
        while arena.left:
            board = {"board": NEAR, "topology": _walls(arena)}
            for more in ({}, {"heuristic": "pdb:5-5-5"}):
                if job := await arena.job(source, arena.name(), **board, **more):
                    await arena.ended(source, job)
            await arena.ask(source, "POST", "/api/explain", json.dumps(board).encode())

    await asyncio.gather(*map(one, arena.sources))


def _walls(arena: Arena) -> str:
    """Five random walls of the 4x4 board, which leave the exchange of its last two cells."""
    pairs = [(c, c + 1) for c in range(15) if c % 4 < 3 and c != 14]
    pairs += [(c, c + 4) for c in range(11)]
    return "walls:" + ",".join(f"{a}-{b}" for a, b in arena.chance.sample(pairs, 5))


async def slow_questions(arena: Arena) -> None:
    """Questions that take long to read, or to refuse: the event loop."""
    large = _longest(f"pdb:{n}-{399 - n}" for n in range(200, 399))
    small = _longest(f"pdb:{n}-{15 - n}" for n in [7, 8, 6, 9, *range(1, 6)] * 3)
    rows = [
        {"algorithm": "astar", "heuristic": heuristic, "label": str(n)}
        for heuristic in (large, small)
        for n in range(6)
    ]
    torus: dict[str, object] = {"board": TWENTY, "topology": "torus"}
    walls = ",".join(f"{c}-{c + 1}" for c in range(398) if c % 20 < 19)[:7000]
    bodies: list[dict[str, object]] = [
        {**torus, "heuristic": "pdb:200-199", "algorithm": "astar"},
        {**torus, "kind": "compare", "rows": rows},
        {"board": NEAR, "kind": "compare", "rows": rows[6:]},
        {"board": TWENTY, "topology": f"walls:{walls}", "heuristic": "pdb:200-199"},
        {**torus, "goal": " ".join(map(str, range(399, -1, -1))), "heuristic": "pdb:399"},
        {"board": f"[{'[' * 3000}", "goal": "[" * 3000},
        {"board": TWENTY, "goal": "spiral", "topology": "torus", "heuristic": "max:" * 40},
    ]

    async def one(source: str) -> None:
        for body in _until_over(arena, bodies):
            await arena.post(source, arena.name(), **body)
            explained = {k: v for k, v in body.items() if k in ("board", "goal", "topology")}
            await arena.ask(source, "POST", "/api/explain", json.dumps(explained).encode())

    await asyncio.gather(*map(one, arena.sources))


def _longest(tables: Iterable[str]) -> str:
    """The largest of as many heuristics as fit into a name."""
    name = "max:"
    for table in tables:
        if len(name) + len(table) >= NAME:
            break
        name += f"{table},"
    return name[:-1]


def _until_over(arena: Arena, bodies: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    return itertools.takewhile(lambda _: arena.left, itertools.cycle(bodies))


async def long_answers(arena: Arena) -> None:
    """Solutions of two million moves, twelve in an answer, read by nobody: the memory."""
    search = {"board": FAR_START, "goal": FAR_GOAL, "time_limit": 60}
    rows = [{"algorithm": "dfs"}] * 12
    first = arena.sources[0]
    while arena.left:
        job = await arena.job(first, arena.name(), algorithm="dfs", **search)
        if job and await arena.ended(first, job) == "done":
            break
    held = []
    # The answer is cached now, so every further job has it at once.
    while arena.left:
        for source in arena.sources:
            name = arena.name()
            job = await arena.job(source, name, kind="compare", rows=rows, **search)
            if job is not None:
                asked = arena.head("GET", f"/api/jobs/{job}")
                followed = arena.head("GET", f"/api/events?client={name}")
                held += [await arena.unread(source, asked) for _ in range(3)]
                held.append(await arena.unread(source, followed))
        await asyncio.sleep(min(0.5, arena.left))
    for connection in filter(None, held):
        connection.close()


async def long_comparisons(arena: Arena) -> None:
    """Comparisons of twelve solutions of about fifty thousand moves, all of them new: files."""
    orders = ["".join(order) for order in itertools.permutations("UDLR")]

    async def one(source: str) -> None:
        while arena.left:
            cells = arena.chance.sample(range(9), 9)  # every second board is unsolvable
            board = "/".join(" ".join(map(str, cells[row : row + 3])) for row in (0, 3, 6))
            rows = [
                {"algorithm": "dfs", "options": {"order": order}}
                for order in arena.chance.sample(orders, 12)
            ]
            name = arena.name()
            stream = await arena.unread(source, arena.head("GET", f"/api/events?client={name}"))
            job = await arena.job(source, name, kind="compare", board=board, rows=rows)
            if job is not None:
                await arena.ended(source, job)
            if stream is not None:
                stream.close()

    await asyncio.gather(*(one(source) for source in arena.sources[:9] for _ in range(3)))


async def worst_boards(arena: Arena) -> None:
    """15-puzzles at distance 80 by A*, each from another client that listens."""
    await _running(arena, [{"board": board, "algorithm": "astar"} for board in WORST])


async def large_boards(arena: Arena) -> None:
    """20x20 boards for A*, beam and traces, which take the most memory per node."""
    searches: list[dict[str, object]] = [
        {"algorithm": "astar"},
        {"algorithm": "bfs"},
        {"algorithm": "beam", "options": {"width": 10_000_000}},
        {"algorithm": "greedy", "heuristic": "max:manhattan,linear_conflict"},
        {"kind": "trace", "algorithm": "astar", "cap": 100},
        {"algorithm": "mm", "heuristic": "walking_distance"},
    ]
    await _running(arena, [{"board": TWENTY, "time_limit": 60, **each} for each in searches])


async def _running(arena: Arena, jobs: list[dict[str, object]]) -> None:
    """Keep these jobs running or waiting until the end, each of a client that listens."""

    async def one(source: str, job: dict[str, object]) -> None:
        while arena.left:
            name = arena.name()
            stream = await arena.unread(source, arena.head("GET", f"/api/events?client={name}"))
            if posted := await arena.job(source, name, **job):
                await arena.ended(source, posted)
            if stream is not None:
                stream.close()
            await asyncio.sleep(min(1, arena.left))

    sources = itertools.cycle(arena.sources)
    await asyncio.gather(*(one(next(sources), job) for job in jobs))


async def job_flood(arena: Arena) -> None:
    """As many posts as the pace allows, each from a new client."""

    async def one(source: str) -> None:
        while arena.left:
            await arena.post(source, arena.name(), board="antipodes:1", algorithm="bfs")
            await asyncio.sleep(1 / arena.pace)

    await asyncio.gather(*map(one, arena.sources))


async def evictions(arena: Arena) -> None:
    """Small traces and solved boards from many clients, to displace what others have kept."""

    async def one(source: str) -> None:
        for number in itertools.count():
            if not arena.left:
                return
            board = "1 2 3/4 5 6/7 0 8" if number % 2 else "1 2 3/4 5 0/7 8 6"
            kind = {"kind": "trace", "algorithm": "bfs"} if number % 3 else {"algorithm": "astar"}
            # Another limit is another question: it has its own entry among the cached answers.
            job = await arena.job(
                source, arena.name(), board=board, node_limit=1000 + number % 900, **kind
            )
            if job is None:
                await asyncio.sleep(min(1, arena.left))

    await asyncio.gather(*map(one, arena.sources))


async def odd_numbers(arena: Arena) -> None:
    """Numbers and names too long to be meant: each must be refused, none may be a defect."""
    search = '"board": "1 2 3/4 5 6/7 0 8", "algorithm"'
    bodies = [
        f'{search}: "wastar", "options": {{"weight": {DIGITS}}}',
        f'{search}: "wastar", "options": {{"weight": -{DIGITS}}}',
        f'{search}: "wastar", "options": {{"weight": "{DIGITS[:100]}"}}',
        f'{search}: "beam", "options": {{"width": 1e999}}',
        f'{search}: "beam", "options": {{"width": NaN}}',
        f'{search}: "dls", "options": {{"depth": {DIGITS}}}',
        f'{search}: "astar", "heuristic": "pdb:{",".join(map(str, range(1, 70)))}"',
        f'{search}: "astar", "time_limit": 1e999',
        f'{search}: "astar", "time_limit": {DIGITS}',
        f'{search}: "astar", "node_limit": {DIGITS}',
        f'{search}: "astar", "size": "{DIGITS[:80]}x{DIGITS[:80]}"',
        f'{search}: "astar", "topology": "walls:0-{DIGITS}"',
        f'"board": "{DIGITS} 1 2"',
        f'{search}: "\\ud800"',
    ]

    async def one(source: str) -> None:
        for body in itertools.takewhile(lambda _: arena.left, itertools.cycle(bodies)):
            whole = f'{{"client": "{arena.name()}", "kind": "solve", {body}}}'
            await arena.ask(source, "POST", "/api/jobs", whole.encode())
            await asyncio.sleep(min(0.05, arena.left))

    await asyncio.gather(*map(one, arena.sources))


async def cancel_races(arena: Arena) -> None:
    """Jobs that are cancelled, asked for and posted again at once."""

    async def one(source: str) -> None:
        while arena.left:
            name = arena.name()
            job = await arena.job(source, name, board="korf24:1", algorithm="idastar")
            if job is None:
                await asyncio.sleep(min(1, arena.left))
                continue
            path = f"/api/jobs/{job}"
            await asyncio.gather(
                *(arena.ask(source, method, path) for method in ("DELETE", "GET", "DELETE"))
            )

    await asyncio.gather(*map(one, arena.sources))


async def disconnects(arena: Arena) -> None:
    """Clients that start large searches and disconnect."""

    async def one(source: str) -> None:
        while arena.left:
            name = arena.name()
            stream = await arena.unread(source, arena.head("GET", f"/api/events?client={name}"))
            job = await arena.job(source, name, board="korf24:1", algorithm="idastar")
            if stream is not None:
                stream.close()
            await asyncio.sleep(min(0.2 if job else 1, arena.left))

    await asyncio.gather(*map(one, arena.sources))
