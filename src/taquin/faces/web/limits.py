"""The resources that the server grants its visitors. No request can raise these limits."""

import os
from dataclasses import asdict, dataclass

from taquin.memory import available_bytes

__all__ = ["ServerLimits", "local_limits", "public_limits"]

_GIB = 1 << 30


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """All limits of the server; the catalogue shows them.

    Sides are in cells, times in seconds, memory and body in bytes, nodes in expansions. An IPv6
    address stands for its /64 network.

    processes: searches that run at the same time
    waiting, waiting_of_one: jobs that may wait, of all clients and of one
    jobs_of_address: jobs an address may have running or waiting; None if all share one address
    traces, trace_bytes: number of traces kept, and the size of one
    requests: open requests of one address, event streams included
    connections, connections_of_address: open connections, idle ones included
    rate, burst: questions an address may ask per second after a burst; the same for opening streams
    streams, streams_of_address: open event streams
    explaining, explaining_of_address: boards that may wait to be explained
    """

    processes: int
    memory: int
    time_limit: float
    longest_time: float
    most_nodes: int
    smallest_side: int = 2
    largest_side: int = 20
    rows: int = 12
    traced_nodes: int = 20_000
    traced_cap: int = 100
    trace_bytes: int = 64 << 20
    traces: int = 8
    body: int = 16 << 10
    waiting: int = 16
    waiting_of_one: int = 3
    jobs_of_address: int | None = None
    kept_jobs: int = 200
    kept_seconds: float = 900
    cached_results: int = 512
    clients: int = 500
    streams: int = 100
    streams_of_address: int = 100
    connections: int = 400
    connections_of_address: int | None = None
    requests: int = 200
    grace: float = 5
    rate: float = 50
    burst: int = 200
    body_seconds: float = 10
    explain_seconds: float = 10
    explaining: int = 8
    explaining_of_address: int = 8

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return asdict(self)


def _memory(processes: int) -> int:
    """Bytes for each of so many processes: half of what is free, at most 2 GiB each."""
    available = available_bytes() or 2 * _GIB
    return max(_GIB // 4, min(2 * _GIB, available // 2 // processes))


def local_limits() -> ServerLimits:
    """For one person on their own machine: all cores, minutes."""
    processes = os.cpu_count() or 1
    return ServerLimits(
        processes=processes,
        memory=_memory(processes),
        time_limit=60,
        longest_time=600,
        most_nodes=20_000_000_000,
    )


def public_limits() -> ServerLimits:
    """For the public: shorter searches, and one core kept free for serving pages if possible."""
    processes = max(1, (os.cpu_count() or 1) - 1)
    return ServerLimits(
        processes=processes,
        memory=min(_GIB, _memory(processes)),
        time_limit=20,
        longest_time=60,
        most_nodes=2_000_000_000,
        jobs_of_address=6,
        trace_bytes=16 << 20,
        streams_of_address=20,
        connections_of_address=60,
        explaining_of_address=3,
        requests=30,
        rate=5,
        burst=40,
    )
