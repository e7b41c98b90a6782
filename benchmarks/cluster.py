"""Two one-thread workers of a cluster against two threads, in turn: expansions a second.

    python benchmarks/cluster.py korf24:25 --partition 6-6-6-6 --nodes 60000000 --rounds 3

Beside the wall clock, which other load disturbs, it prints processor seconds for each million
expansions, and the time of a task that does nothing: what Dask's scheduler takes.
"""

import argparse
import operator
import time
from statistics import median

from taquin import solve
from taquin.cluster.address import read_cluster
from taquin.cluster.connection import connected
from taquin.cluster.crew import Crew


def processor_seconds() -> float:
    """Of this process and its children."""
    import psutil

    me = psutil.Process()
    times = [process.cpu_times() for process in [me, *me.children(recursive=True)]]
    return sum(t.user + t.system for t in times)


def run(board: str, partition: str, nodes: int, **where: object) -> tuple[float, float]:
    """(million expansions a second, processor seconds a million expansions)."""
    before = processor_seconds()
    result = solve(
        board,
        algorithm="idastar",
        heuristic=f"pdb:{partition}",
        node_limit=nodes,
        **where,  # type: ignore[arg-type]
    )
    millions = result.stats.expanded / 1e6
    return millions / result.seconds["search"], (processor_seconds() - before) / millions


def overhead(client: object, tasks: int = 500) -> float:
    """Seconds for each of many tasks that do nothing."""
    crew = Crew(client, dict.get, {}, 0)  # type: ignore[arg-type]
    while crew.threads < 2:
        crew.results(0.1)
    began, done = time.perf_counter(), 0
    for number in range(tasks):
        crew.submit(number, operator.add, number, 1)
    while done < tasks:
        done += len(crew.results(0.1))
    return (time.perf_counter() - began) / tasks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board")
    parser.add_argument("--partition", default="6-6-6-6")
    parser.add_argument("--nodes", type=int, default=60_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    ratios = []
    with connected(read_cluster("local:2")) as client:
        print(f"a task that does nothing: {overhead(client) * 1000:.2f} ms")
        for _ in range(given.rounds):
            threads = run(given.board, given.partition, given.nodes, workers=2)
            cluster = run(given.board, given.partition, given.nodes, cluster=client)
            ratios.append((cluster[0] / threads[0], threads[1] / cluster[1]))
            print(
                f"threads {threads[0]:.2f} M/s, {threads[1]:.3f} s/M; "
                f"cluster {cluster[0]:.2f} M/s, {cluster[1]:.3f} s/M"
            )
    wall, processor = (median(column) for column in zip(*ratios, strict=True))
    print(f"cluster / threads: {wall:.2f} by the clock, {processor:.2f} by processor seconds")


if __name__ == "__main__":
    main()
