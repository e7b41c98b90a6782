"""JupyterLab in a real browser: a server of its own, and a notebook that has been run."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["Lab", "jupyterlab", "notebook_file"]

_READY_SECONDS = 60


class Lab:
    """A running JupyterLab.

    url: where it is. folder: where its notebooks are.
    """

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder

    def open(self, tab: Any, name: str, *, run: bool = True) -> None:
        """Open a notebook, and run all its cells; returns when the kernel is idle again."""
        tab.goto(f"{self.url}/lab/tree/{name}?reset")
        tab.wait_for_function("() => window.jupyterapp !== undefined")
        tab.wait_for_selector(".jp-Notebook .jp-Cell")
        if not run:
            return
        # Cells run before the session knows its kernel would ask for one.
        tab.wait_for_function(
            """() => {
                const { sessionContext } = window.jupyterapp.shell.currentWidget.context;
                return sessionContext.isReady && sessionContext.session?.kernel?.status === 'idle';
            }"""
        )
        tab.evaluate("void window.jupyterapp.commands.execute('notebook:run-all-cells')")
        cells = tab.locator(".jp-CodeCell")
        last = cells.nth(cells.count() - 1)
        last.locator(".jp-InputPrompt", has_text="]:").wait_for()
        tab.wait_for_function(
            """() => [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]
                .every(({ textContent }) => /\\[\\d+\\]/.test(textContent))"""
        )


def notebook_file(folder: Path, name: str, cells: Sequence[str]) -> Path:
    """A notebook of these code cells, not run yet."""
    path = folder / name
    book = {
        "cells": [
            {
                "cell_type": "code",
                "execution_count": None,
                "id": f"cell-{number}",
                "metadata": {},
                "outputs": [],
                "source": cell,
            }
            for number, cell in enumerate(cells)
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(book), encoding="utf-8")
    return path


@contextmanager
def jupyterlab(folder: Path) -> Iterator[Lab]:
    """A JupyterLab on a free port, without extensions of the user's."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = folder / ".home"
    settings = {
        "HOME": str(home),
        "JUPYTER_CONFIG_DIR": str(home),
        "JUPYTER_RUNTIME_DIR": str(home),
    }
    quiet = home / "lab" / "user-settings" / "@jupyterlab" / "apputils-extension"
    quiet.mkdir(parents=True)
    (quiet / "notification.jupyterlab-settings").write_text('{"fetchNews": "false"}')
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", f"--port={port}", "--allow-root"),
        *(
            "--ServerApp.port_retries=0",
            "--IdentityProvider.token=",
            f"--ServerApp.root_dir={folder}",
        ),
        "--LabApp.expose_app_in_browser=True",
    ]
    log = (folder / ".jupyterlab.log").open("w")
    process = subprocess.Popen(
        command, stdout=log, stderr=log, env={**os.environ, **settings}, cwd=folder
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(f"{url}/api/status", process)
        yield Lab(url, folder)
    finally:
        process.terminate()
        process.wait(20)
        log.close()


def _wait(url: str, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + _READY_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start: exit status {process.poll()}")
