"""The resources that the server grants its visitors. No request can raise these limits."""

from dataclasses import asdict, dataclass, replace

from taquin.ground.cores import usable_cores
from taquin.ground.errors import OptionError
from taquin.ground.host import most_allowed
from taquin.ground.memory import available_bytes

__all__ = ["HELD", "ServerLimits", "local_limits", "public_limits", "within_host"]

_MIB, _GIB = 1 << 20, 1 << 30
# What the fork server takes of its address space once everything is loaded, and the least that is
# of use to a search.
_LOADED, _LEAST_MEMORY = 800 * _MIB, 128 * _MIB
# Descriptors of the server itself, of each process that it runs, and for the fewest connections.
# New connections that may wait to be let in, as a part of those that may be open.
HELD = 0.25
_OWN_FILES, _FILES_OF_PROCESS, _LEAST_CONNECTIONS = 24, 4, 8


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """All limits of the server; the catalogue shows them.

    Sides are in cells, times in seconds, memory, body and all `…_bytes` in bytes, nodes in
    expansions. An IPv6 address stands for its /64 network. A rate is per second, for each address,
    after a burst.

    processes: searches that run at the same time
    waiting, waiting_of_one: jobs that may wait, of all clients and of one
    jobs_of_address: jobs an address may have running or waiting; None if all share one address
    time_limit: of a search that names none; divided among the addresses that wait
    crowded_seconds: a search gets at least this long, however many other addresses wait
    rows, lines: searches in a question; lines and row separators in the text of a board
    answer_moves: moves that an answer lists; the rest comes in pages of at most `page_moves`
    trace_bytes: the size of a trace
    scratch_bytes: traces and long solutions of all jobs, without those that are being written
    kept_jobs, kept_bytes: ended jobs kept for `kept_seconds`, and their size in memory
    cached_results, cached_bytes: answers kept for the next visitor who asks the same
    unread_bytes, unread_bytes_of_address: answers that their readers have not fetched yet
    requests: open requests of one address, event streams included
    connections, connections_of_address: open connections, idle ones included
    connecting, connecting_burst: rate of new connections; those above it wait, or are closed
    preferred, preferred_burst: rate of requests that go before those of addresses above it
    rate, burst: rate of questions; the same for opening streams
    reads, reads_burst: rate of other requests to the interface
    files, files_burst: rate of requests for files of the page; those above it are slowed down
    outgoing, outgoing_burst: rate of bytes in answers
    streams, streams_of_address: open event streams
    reading, reading_of_address, reading_seconds: questions that may wait to be read, time for one
    explaining, explaining_of_address: boards that may wait to be explained
    head_seconds, body_seconds, unread_seconds: time for a request's head and body to arrive, and
        for the other end to take the next piece of an answer
    """

    processes: int
    memory: int
    time_limit: float
    longest_time: float
    most_nodes: int
    smallest_side: int = 2
    largest_side: int = 20
    rows: int = 12
    lines: int = 1_000
    answer_moves: int = 20_000
    page_moves: int = 200_000
    traced_nodes: int = 20_000
    traced_cap: int = 100
    trace_bytes: int = 64 << 20
    scratch_bytes: int = 512 << 20
    body: int = 16 << 10
    waiting: int = 16
    waiting_of_one: int = 3
    jobs_of_address: int | None = None
    crowded_seconds: float = 3
    kept_jobs: int = 200
    kept_bytes: int = 64 << 20
    kept_seconds: float = 900
    cached_results: int = 512
    cached_bytes: int = 16 << 20
    unread_bytes: int = 64 << 20
    unread_bytes_of_address: int = 64 << 20
    clients: int = 1000
    streams: int = 100
    streams_of_address: int = 100
    connections: int = 400
    connections_of_address: int | None = None
    connecting: float = 50
    connecting_burst: int = 500
    requests: int = 200
    grace: float = 5
    rate: float = 50
    burst: int = 200
    preferred: float = 100
    preferred_burst: int = 1000
    reads: float = 200
    reads_burst: int = 1000
    files: float = 1000
    files_burst: int = 5000
    outgoing: float = 64 << 20
    outgoing_burst: int = 512 << 20
    reading: int = 64
    reading_of_address: int = 64
    reading_seconds: float = 2
    explain_seconds: float = 10
    explaining: int = 8
    explaining_of_address: int = 8
    head_seconds: float = 10
    body_seconds: float = 10
    unread_seconds: float = 20

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return asdict(self)


def _memory(processes: int) -> int:
    """Bytes for each of so many processes: half of what is free, at most 2 GiB each."""
    available = available_bytes() or 2 * _GIB
    return max(_GIB // 4, min(2 * _GIB, available // 2 // processes))


def local_limits() -> ServerLimits:
    """For one person on their own machine: all cores, minutes."""
    processes = usable_cores()
    return ServerLimits(
        processes=processes,
        memory=_memory(processes),
        time_limit=60,
        longest_time=600,
        most_nodes=20_000_000_000,
    )


def public_limits() -> ServerLimits:
    """For the public: shorter searches, and one core kept free for serving pages if possible."""
    processes = max(1, usable_cores() - 1)
    return ServerLimits(
        processes=processes,
        memory=min(_GIB, _memory(processes)),
        time_limit=20,
        longest_time=60,
        most_nodes=2_000_000_000,
        waiting=100,
        jobs_of_address=6,
        trace_bytes=16 << 20,
        scratch_bytes=64 << 20,
        kept_bytes=16 << 20,
        cached_bytes=8 << 20,
        unread_bytes=32 << 20,
        unread_bytes_of_address=4 << 20,
        streams=200,
        streams_of_address=40,
        connections=600,
        connections_of_address=120,
        connecting=20,
        connecting_burst=200,
        requests=60,
        rate=5,
        burst=40,
        preferred=20,
        preferred_burst=300,
        reads=20,
        reads_burst=200,
        files=100,
        files_burst=4000,
        outgoing=2 << 20,
        outgoing_burst=64 << 20,
        reading_of_address=16,
        explaining_of_address=3,
    )


def within_host(limits: ServerLimits) -> ServerLimits:
    """The limits, lowered to what the system allows this process and those it starts.

    Raises OptionError where the server could only fail.
    """
    import resource

    space, file = map(most_allowed, (resource.RLIMIT_AS, resource.RLIMIT_FSIZE))
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)  # up to which the server may raise it
    if space is not None:
        room = space - _LOADED
        if room < _LEAST_MEMORY:
            raise OptionError(
                f"this process may use only {space // _MIB:,} MiB of address space (ulimit -v); "
                f"taquin serve needs at least {(_LOADED + _LEAST_MEMORY) // _MIB:,} MiB."
            )
        limits = replace(limits, memory=min(limits.memory, room))
    if file is not None:  # the index of a trace, and its end, are files too
        limits = replace(limits, trace_bytes=min(limits.trace_bytes, file // 2))
    if files != resource.RLIM_INFINITY:
        others = _OWN_FILES + _FILES_OF_PROCESS * (limits.processes + 2)
        if files < others + _LEAST_CONNECTIONS:
            raise OptionError(
                f"this process may have only {files} files open (ulimit -n); taquin serve needs at "
                f"least {others + _LEAST_CONNECTIONS}."
            )
        limits = replace(
            limits, connections=min(limits.connections, int((files - others) / (1 + HELD)))
        )
    return limits
