"""Which cluster: worker processes on this machine, or a scheduler that is running."""

import re
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol, TypeAlias, cast

from taquin.ground.cores import usable_cores
from taquin.ground.errors import MissingExtra, OptionError, quoted

__all__ = [
    "Address",
    "Cluster",
    "Connected",
    "GivenCluster",
    "check_cluster",
    "check_installed",
    "read_cluster",
]

_MOST_WORKERS = 1024
_LOCAL = re.compile(r"local(?::([0-9]{1,9}))?")
_TCP = re.compile(r"tcp://(?:[^\s:/\[\]@?#]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,9})")


@dataclass(frozen=True)
class Address:
    """A cluster as `--cluster` names it.

    workers: processes to start on this machine; None for a cluster that is running.
    scheduler: its address, None for one to start.
    """

    workers: int | None = None
    scheduler: str | None = None

    def __str__(self) -> str:
        return self.scheduler or f"local:{self.workers}"


class Connected(Protocol):
    """A connected `distributed.Client`, of which this much is used."""

    status: str

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Any:
        """Have a function called in a worker; returns a future."""
        ...

    def cancel(self, futures: Any) -> Any:
        """Give futures up."""
        ...

    def nthreads(self, workers: Any = None) -> Any:
        """The threads of each worker, by its address."""
        ...


# A cluster by its address, or one that the caller is connected with.
Cluster: TypeAlias = Address | Connected
# The same as people give it: "local", "local:2", "tcp://HOST:PORT", or a connected client.
GivenCluster: TypeAlias = str | Address | Connected


def read_cluster(text: object) -> Address:
    """The cluster that a text names; raises OptionError.

    >>> read_cluster("local:2")
    Address(workers=2, scheduler=None)
    >>> str(read_cluster("tcp://192.168.0.7:8786"))
    'tcp://192.168.0.7:8786'
    """
    given = text.strip() if isinstance(text, str) else ""
    local, tcp = _LOCAL.fullmatch(given), _TCP.fullmatch(given)
    if local is not None:
        workers = usable_cores() if local[1] is None else int(local[1])
        if 1 <= workers <= _MOST_WORKERS:
            return Address(workers=workers)
        raise OptionError(f"cluster {quoted(text)}: expected 1 to {_MOST_WORKERS:,} workers.")
    if tcp is not None and 1 <= int(tcp[1]) <= 65535:
        return Address(scheduler=given)
    raise OptionError(
        f"cluster {quoted(text)}: expected local, local:N for N worker processes on this machine, "
        "or the address of a Dask scheduler, tcp://HOST:PORT."
    )


def check_cluster(cluster: object) -> Cluster:
    """A cluster as `solve` takes it: a text, or a connected `distributed.Client`.

    Raises MissingExtra without Dask, and OptionError for anything else.
    """
    if isinstance(cluster, Address):
        return cluster
    if type(cluster).__module__.partition(".")[0] == "distributed":
        from distributed import Client

        if isinstance(cluster, Client):
            return cast(Connected, cluster)
    address = read_cluster(cluster)
    check_installed()
    return address


def check_installed() -> None:
    """Raise MissingExtra without Dask, or without what encrypts a local cluster."""
    if find_spec("distributed") is None or find_spec("cryptography") is None:
        raise MissingExtra(
            "searching on a cluster needs Dask and cryptography: pip install 'taquin[dask]'."
        )
