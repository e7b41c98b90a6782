"""Moments that no interrupt may fall into end with it, however they end."""

import os
import signal
import threading
import time

import pytest

from taquin.ground.shield import interrupts_wait
from taquin.kernels.base.interrupts import KernelPool
from taquin.search.watchdog import Overdue, Watchdog


def test_ctrl_c_is_answered_after_a_block_that_ends_in_an_error() -> None:
    with pytest.raises(KeyboardInterrupt):
        try:
            with interrupts_wait(), interrupts_wait():
                signal.raise_signal(signal.SIGINT)
                signal.raise_signal(signal.SIGINT)
                raise OSError("a full disk")
        except OSError:
            pass


def test_a_time_limit_ends_after_a_block_that_ends_in_an_error() -> None:
    with pytest.raises(Overdue), Watchdog(0.0):
        try:
            with interrupts_wait():
                time.sleep(0.6)
                raise OSError("a full disk")
        except OSError:
            pass


def test_a_second_ctrl_c_waits_for_the_threads_of_a_pool() -> None:
    begun, ended, dropped = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        time.sleep(0.3)
        ended.set()

    with pytest.raises(KeyboardInterrupt), KernelPool(1) as pool:
        pool.submit(work)
        pool.submit(dropped.set)
        begun.wait(10)
        threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
        raise KeyboardInterrupt
    assert ended.is_set() and not dropped.is_set()
