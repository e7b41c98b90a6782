"""The command `taquin serve`: how it starts, what it says, how it ends, what it leaves."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import taquin.faces.web.command as command_module
from cli import taquin
from page_support import Server, started
from taquin.faces.web.process.limits import public_limits
from web_client import Client

ENDLESS = {"board": "korf24:1", "algorithm": "idastar", "heuristic": "manhattan"}

ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.fixture
def own() -> Iterator[Server]:
    server = started()
    yield server
    server.process.kill()
    server.process.wait()


def below(pid: int) -> list[int]:
    """Every process below this one."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    children = [int(child) for child in path.read_text().split()] if path.exists() else []
    return [*children, *(grandchild for child in children for grandchild in below(child))]


def gone(pids: list[int], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not any(Path(f"/proc/{pid}").exists() for pid in pids):
            return True
        time.sleep(0.02)
    return False


def files_of(pid: int) -> list[str]:
    """The names of the files that a process has open."""
    return [os.readlink(file) for file in Path(f"/proc/{pid}/fd").iterdir()]


def running(server: Server) -> list[int]:
    """Have a search run; the processes below the server: its fork server and the search."""
    client = Client(server.url)
    client.until(client.start("solve", **ENDLESS), "running")
    deadline = time.monotonic() + 20
    while len(pids := below(server.process.pid)) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return pids


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_a_signal_ends_it_in_good_order(own: Server, number: signal.Signals) -> None:
    pids = running(own)
    folders = {
        Path(place).parent for place in files_of(own.process.pid) if "taquin-serve-" in place
    }
    assert len(folders) == 1 and all(folder.exists() for folder in folders)
    stream = Client(own.url).stream()
    own.process.send_signal(number)
    assert own.process.wait(20) == 0
    assert stream.until("cancelled")[-1].data["by"] == "shutdown"
    stream.close()
    assert gone(pids)
    assert not any(folder.exists() for folder in folders)


def test_it_ends_promptly_while_a_body_arrives() -> None:
    command = [sys.executable, "-m", "taquin", "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().split(" at ")[1].split()[0]
        with socket.create_connection(("127.0.0.1", Client(url).port)) as connection:
            connection.sendall(
                b"POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"
            )
            time.sleep(0.2)
            begun = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert connection.recv(1) == b""
            assert time.monotonic() - begun < 1.5
        _, errors = process.communicate(timeout=20)
    assert errors == "taquin: the server has stopped.\n"


def test_it_ends_without_waiting_for_who_does_not_read() -> None:
    command = [sys.executable, "-m", "taquin", "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().split(" at ")[1].split()[0]
        with socket.create_connection(("127.0.0.1", Client(url).port)) as connection:
            large = b"GET /lab/charts/uplot/uPlot.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
            connection.sendall(large * 600)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=20)
    assert errors == "taquin: the server has stopped.\n"


def test_nohup_holds() -> None:
    command = ["nohup", sys.executable, "-m", "taquin", "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        client = Client(process.stdout.readline().split(" at ")[1].split()[0])
        process.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        assert client.get("/").status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def test_killing_it_leaves_no_process(own: Server) -> None:
    pids = running(own)
    own.process.kill()
    own.process.wait()
    assert gone(pids)


def test_it_says_where_the_page_is_and_that_it_has_ended() -> None:
    command = [sys.executable, "-m", "taquin", "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=20)
    assert first.startswith("taquin: the page is at http://127.0.0.1:")
    assert (rest, errors) == ("", "taquin: the server has stopped.\n")
    assert process.returncode == 0


def test_it_listens_on_loopback_alone(own: Server) -> None:
    port = f"{Client(own.url).port:04X}"
    listening = [
        line.split()[1]
        for table in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{table}").read_text().splitlines()
        if line.split()[3] == "0A" and line.split()[1].endswith(f":{port}")
    ]
    assert listening == [f"0100007F:{port}"]


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = taquin("serve", "--port", str(port))
    assert ran.status == 2 and ran.out == ""
    assert f"port {port} on 127.0.0.1 is already in use" in ran.err and "--port 0" in ran.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--host", "0.0.0.0"], "--public"),
        (["--host", "192.0.2.1"], "--public"),
        (["--host", "192.0.2.1", "--public"], "cannot listen on"),
        (["--host", "no.such.host.invalid", "--public"], "this name has no address"),
        (["--proxy", "127.0.0.1"], "--proxy carries the requests of other machines, so it needs"),
        (["--public", "--proxy", "proxy.example"], "expected an address such as 10.0.0.2"),
        (["--port", "65536"], "0 to 65535"),
        (["--port", "-1"], "whole number"),
        (["--port", "http"], "whole number"),
    ],
    ids=" ".join,
)
def test_mistakes_are_reported(arguments: list[str], words: str) -> None:
    ran = taquin("serve", *arguments)
    assert ran.status == 2 and ran.out == ""
    assert words in ran.err


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_module, "find_spec", lambda name: None)
    ran = taquin("serve")
    assert ran.status == 2
    assert "fastapi and uvicorn" in ran.err and "pip install 'taquin[web]'" in ran.err


def test_public_says_what_it_enables_and_limits_more() -> None:
    command = [sys.executable, "-m", "taquin", "serve", "--public", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().split(" at ")[1].split()[0]
        client = Client(url)
        limits = client.get("/api/catalogue", host="puzzles.example").json["limits"]
        foreign = {"host": "puzzles.example", "origin": "https://other.example"}
        refused = client.ask("POST", "/api/jobs", {}, foreign)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert "every machine that can reach this one" in errors
    searches, memory = limits["processes"], limits["memory"] >> 20
    assert f"{searches} search" in errors and f"60 s and {memory} MiB" in errors
    written = (limits["scratch_bytes"] + searches * limits["trace_bytes"]) >> 20
    assert f"at most {written} MiB" in errors and "15 minutes" in errors
    assert limits["longest_time"] == 60
    assert refused.status == 403
    assert process.returncode == 0


def test_public_leaves_room_in_the_queue_for_other_addresses() -> None:
    public = started("--public", "--host", "127.0.0.1")
    try:
        statuses = [
            Client(public.url, f"invented-{n:04}").post("solve", **ENDLESS).status
            for n in range(17)
        ]
        assert statuses == [202] * 6 + [429] * 11
        other = http.client.HTTPConnection(
            "127.0.0.1", Client(public.url).port, timeout=30, source_address=("127.0.0.2", 0)
        )
        body = json.dumps({"client": "somebody-else", "kind": "solve", "board": "1 2/3 0"})
        other.request("POST", "/api/jobs", body, {"content-type": "application/json"})
        assert other.getresponse().status == 202
        other.close()
    finally:
        assert public.stop() == 0


def test_public_hangs_up_on_an_address_with_too_many_idle_connections() -> None:
    public = started("--public", "--host", "127.0.0.1")
    port = Client(public.url).port
    idle = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(405)]
    try:
        with socket.create_connection(
            ("127.0.0.1", port), timeout=30, source_address=("127.0.0.2", 0)
        ) as other:
            other.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert other.recv(4096).startswith(b"HTTP/1.1 200 ")
        most = public_limits().connections_of_address
        assert all(connection.recv(1) == b"" for connection in idle[most:])
        for connection in idle:
            connection.close()
        # Those that were hung up on or have gone count no more.
        deadline = time.monotonic() + 20
        while True:
            try:
                assert Client(public.url).get("/").status == 200
                break
            except ConnectionError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
    finally:
        for connection in idle:
            connection.close()
        assert public.stop() == 0


def test_help_says_how_it_ends() -> None:
    ran = taquin("serve", "--help")
    assert ran.status == 0
    assert "Ctrl-C" in ran.out and "exit status is then 0" in ran.out
    assert ran.err == ""
