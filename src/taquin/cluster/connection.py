"""Connections to Dask: a local cluster that is started and ended, or a scheduler that runs."""

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

from taquin.cluster.address import Address, Cluster, Connected, check_installed
from taquin.ground.errors import ClusterError, named
from taquin.ground.grammar import counted
from taquin.ground.interpreters import safe_path
from taquin.ground.scratch import removed_at_the_end

__all__ = ["CONNECT_SECONDS", "connected"]


_SILENT = "ignore::UserWarning:multiprocessing.resource_tracker"
CONNECT_SECONDS = 10.0  # how long to wait for a scheduler
# A local cluster on loopback: no dashboard, no pages of its servers, and no import from the
# current folder in a worker, also in one that replaces a worker that ended.
_PRIVATE = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.nanny.pre-spawn-environ.PYTHONSAFEPATH": "1",
    "distributed.worker.preload": ["taquin.cluster.preload"],
}


@contextmanager
def connected(cluster: Cluster) -> Iterator[Connected]:
    """A client of the cluster; what was started for it is ended with the block.

    A client that was given stays open. Raises ClusterError if no scheduler answers within
    `CONNECT_SECONDS`.
    """
    if not isinstance(cluster, Address):
        yield cluster
        return
    check_installed()
    with _quiet(), _environment():
        if cluster.scheduler is None:
            with _local(cluster.workers or 1) as client:
                yield client
        else:
            with _remote(cluster.scheduler) as client:
                yield client


@contextmanager
def _remote(address: str) -> Iterator[Connected]:
    client = _client(address)
    if client is None:
        raise ClusterError(
            f"no Dask scheduler answers at {address} within {CONNECT_SECONDS:g} s. Start one there "
            "with `dask scheduler`, or name --cluster local for this machine."
        )
    try:
        yield client
    finally:
        client.close(timeout=2)


def _client(address: str) -> Any:
    """A client of a scheduler, or None if there is none.

    Dask waits for ever for a server that accepts the connection and says nothing, so it waits in
    a thread that ends with the process.
    """
    from distributed import Client

    connected: list[Any] = []

    def connect() -> None:
        with suppress(Exception):  # what answers there may be anything
            connected.append(
                Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="taquin")
            )

    thread = Thread(target=connect, daemon=True)
    thread.start()
    thread.join(CONNECT_SECONDS + 1)
    return connected[0] if connected else None


@contextmanager
def _local(workers: int) -> Iterator[Connected]:
    import dask
    from distributed import Client, LocalCluster

    with removed_at_the_end("taquin-cluster-") as folder:
        with dask.config.set(_PRIVATE):
            with safe_path():
                pass  # raises OptionError where the workers' path cannot be made safe
            try:
                cluster = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=None,
                    scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                    memory_limit=0,
                    local_directory=folder,
                    silence_logs=logging.CRITICAL,
                    # Keys of its own: no other user of the machine can give its workers work.
                    security=True,
                )
            except (OSError, RuntimeError) as error:
                size = counted(workers, "worker")
                raise ClusterError(
                    f"a local cluster of {size} cannot be started: {named(error)}."
                ) from None
        with cluster, Client(cluster, set_as_default=False, name="taquin") as client:
            yield client


@contextmanager
def _quiet() -> Iterator[None]:
    """Within the block, Dask's own log is silent: what matters is said by taquin."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    before = [logger.level for logger in loggers]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="distributed")
        try:
            for logger in loggers:
                logger.setLevel(logging.CRITICAL)
            yield
        finally:
            for logger, level in zip(loggers, before, strict=True):
                logger.setLevel(level)


@contextmanager
def _environment() -> Iterator[None]:
    """Restore the environment afterwards: Dask sets variables for the workers that it starts.

    Within the block, Python's keeper of semaphores, which it starts, cleans up in silence should
    this process be killed.
    """
    before = dict(os.environ)
    given = before.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = f"{given},{_SILENT}" if given else _SILENT
    try:
        yield
    finally:
        for name in os.environ.keys() - before.keys():
            del os.environ[name]
        os.environ.update(before)
