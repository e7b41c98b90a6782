"""Pipes to processes: none stays open when descriptors run out, or when a start is cancelled."""

import asyncio
import errno
import os
import socket
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from serving import asked, until, with_service

from taquin.faces.web.jobs.service import Service


async def open_files() -> int:
    await asyncio.sleep(0.1)  # pipes that have ended are closed in the loop's next steps
    return len(os.listdir("/proc/self/fd"))


def failing_after(times: int, call: Callable[..., Any]) -> Callable[..., Any]:
    """The same call, which finds no descriptor left after so many times."""
    left = times

    def limited(*given: Any, **named: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(errno.EMFILE, "Too many open files")
        return call(*given, **named)

    return limited


@pytest.mark.parametrize("pipes", range(3))
def test_no_descriptor_is_lost_when_they_run_out(pipes: int) -> None:
    async def work(service: Service) -> None:
        first = service.submit(asked(board="1 2/3 0"), "one-client")
        await until(lambda: first.finished)
        before = await open_files()
        for _ in range(5):
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(os, "pipe", failing_after(pipes, os.pipe))
                failed = service.submit(asked(board="1 2/0 3"), "one-client")
                await until(lambda failed=failed: failed.finished)
            assert failed.state == "failed" and failed.runs[0].error is not None
            assert failed.runs[0].error["kind"] == "process"
        assert await open_files() == before
        again = service.submit(asked(board="1 2/0 3"), "one-client")
        await until(lambda: again.finished)
        assert again.state == "done"

    with_service(work)


def test_no_descriptor_is_lost_when_the_fork_server_cannot_start() -> None:
    async def work(service: Service) -> None:
        launcher = service._launcher
        before = await open_files()
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(subprocess, "Popen", failing_after(0, subprocess.Popen))
            for _ in range(5):
                with pytest.raises(OSError, match="Too many open files"):
                    launcher.start()
        assert await open_files() == before

    with_service(work)


def test_no_descriptor_is_lost_when_a_start_is_cancelled() -> None:
    async def work(service: Service) -> None:
        loop, launcher = asyncio.get_running_loop(), service._launcher
        before = await open_files()

        async def never(*given: object) -> None:
            await asyncio.sleep(60)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(loop, "connect_read_pipe", never)
            task = {"do": "solve", "wall": 60, "memory": 1 << 28}
            starting = asyncio.create_task(launcher.launch(task, listening=True))
            await asyncio.sleep(0.01)
            starting.cancel()
            await asyncio.gather(starting, return_exceptions=True)
        assert starting.cancelled() and await open_files() == before

    with_service(work)


def test_the_fork_server_survives_descriptors_that_do_not_arrive() -> None:
    async def work(service: Service) -> None:
        fork_server, control = service.fork_server, service._launcher._control
        assert control is not None
        first = service.submit(asked(board="1 2/3 0"), "one-client")
        await until(lambda: first.finished)
        with open(os.devnull, "rb") as nothing:  # more than it takes: the rest is cut off
            socket.send_fds(control, [b"+"], [nothing.fileno()] * 9)
        again = service.submit(asked(board="1 2/0 3"), "one-client")
        await until(lambda: again.finished)
        assert again.state == "done" and service.fork_server == fork_server

    with_service(work)
