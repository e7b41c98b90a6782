"""What each process of a local cluster does first, by Dask's name for it."""

import signal

__all__ = ["dask_setup"]


def dask_setup(worker: object) -> None:
    """Leave Ctrl-C, which reaches every process of the terminal, to the one that people started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
