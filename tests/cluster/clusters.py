"""Clusters for tests: in this process, of processes, and started by hand; functions for workers."""

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

from taquin.cluster.tasks import abandoned
from taquin.solving.engines.spread_worker import search_part

__all__ = [
    "alone",
    "begun",
    "closed",
    "closing",
    "fit",
    "held",
    "over",
    "scheduler",
    "told",
    "until_abandoned",
    "within",
    "worker",
]


@contextlib.contextmanager
def within(workers=2):
    """A client of a cluster whose workers are threads of this process."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=False,
            protocol="tcp",
            host="127.0.0.1",
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
            memory_limit=0,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


closed = []  # the worker that `closing` has closed
over = threading.Event()  # once the test of `closing` is over


begun, alone = threading.Event(), threading.Event()


def fit():
    """What a worker that can be used answers."""


def until_abandoned():
    """Runs until nobody waits for it."""
    begun.set()
    while not abandoned():
        time.sleep(0.01)
    alone.set()


def closing(*part):
    """`search_part`; the first worker to begin one closes, and its thread never ends."""
    from distributed import get_worker

    worker = get_worker()
    if closed:
        return search_part(*part)
    closed.append(worker)
    ending = worker.close(executor_wait=False, nanny=False)
    asyncio.run_coroutine_threadsafe(ending, worker.loop.asyncio_loop)
    over.wait(60)
    raise AssertionError("nobody hears this")


def held(file, *part):
    """`search_part`; whoever is first writes its process to the file, and never ends."""
    try:
        with open(file, "x") as stream:
            stream.write(f"{os.getpid()}\n")
    except FileExistsError:
        return search_part(*part)
    while True:
        time.sleep(1)


def told(file):
    """The process that `held` has written to its file; None before."""
    text = Path(file).read_text() if os.path.exists(file) else ""
    return int(text) if text.endswith("\n") else None


def _ready(process, words):
    """The first match of a pattern in what a process writes."""
    for line in process.stderr:
        found = re.search(words, line)
        if found:
            return found
    raise AssertionError(f"the process ended with {process.wait()}")


@contextlib.contextmanager
def _running(words, pattern):
    with subprocess.Popen(
        [sys.executable, "-m", *words],
        env={**os.environ, "PYTHONPATH": os.path.dirname(__file__)},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            yield process, _ready(process, pattern)
        finally:
            process.kill()
            process.stderr.close()


@contextlib.contextmanager
def scheduler(**options):
    """A scheduler in a process of its own; yields the process and its address."""
    words = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    with _running(
        [*words, "--no-dashboard", "--dashboard-address", "127.0.0.1:0"], r"tcp://\S+"
    ) as (process, found):
        yield process, found[0]


@contextlib.contextmanager
def worker(address):
    """A worker in a process of its own."""
    words = ["distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1"]
    words += ["--no-dashboard", "--dashboard-address", "127.0.0.1:0", "--memory-limit", "0"]
    with _running(words, r"Registered to:") as (process, _):
        yield process
