"""The command `taquin serve`: its options, where it listens, and its messages."""

import ipaddress
import os
import socket
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from taquin.ground.errors import ExitCode, MissingExtra, OptionError
from taquin.ground.grammar import counted
from taquin.ground.host import most_allowed

if TYPE_CHECKING:
    from taquin.faces.web.process.limits import ServerLimits

__all__ = ["command"]

_PORT = 8315
_LAST_PORT = 65535


def _port(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """The port number in the text; raises OptionError."""
    digits = value.isascii() and value.isdigit() and len(value) <= 20
    if not (digits and int(value) <= _LAST_PORT):
        raise OptionError(f"--port {value[:20]}: expected a whole number, 0 to {_LAST_PORT}.")
    return int(value)


def _proxies(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """The addresses as the system writes them; raises OptionError."""
    try:
        return tuple(str(ipaddress.ip_address(value)) for value in values)
    except ValueError as error:
        raise OptionError(f"--proxy: {error}; expected an address such as 10.0.0.2.") from None


@click.command("serve", short_help="Serve the page: play, solve, review, compare searches.")
@click.option(
    "--port",
    callback=_port,
    default=str(_PORT),
    metavar="N",
    show_default=True,
    help="Port to listen on; 0 picks any free port.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default=None,
    help="Address to listen on (default 127.0.0.1; with --public all addresses of this machine).",
)
@click.option(
    "--public",
    is_flag=True,
    help="Allow other machines: shorter searches, less memory, any host name.",
)
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    callback=_proxies,
    help="With --public: a reverse proxy whose X-Forwarded-For header names the visitor. This "
    "header is ignored from any other address. May be repeated.",
)
@click.option(
    "--prepare/--no-prepare",
    default=True,
    show_default=True,
    help="Build the usual pattern databases of 4x4 if they are missing, then 7-8 for the hardest "
    "boards (196 MB); with --public compile every search instead of building 7-8. Searches that "
    "need other tables rebuild them each time: nothing is stored for visitors.",
)
def command(
    port: int, host: str | None, public: bool, proxies: tuple[str, ...], prepare: bool
) -> int:
    """Serve the page on this machine, and open nothing else to the network.

    Ctrl-C ends the server and every search it runs; the exit status is then 0.

    \b
    taquin serve
    taquin serve --port 0
    taquin serve --public --port 80
    taquin serve --public --host 127.0.0.1 --proxy 127.0.0.1
    """
    _check_extra()
    if proxies and not public:
        raise OptionError("--proxy carries the requests of other machines, so it needs --public.")
    if host is not None and not host.strip():
        raise OptionError("--host is empty; give it an address or leave it out.")
    address = host or ("0.0.0.0" if public else "127.0.0.1")
    if not public and not _is_loopback(address):
        raise OptionError(
            f"--host {address} allows other machines, which also needs --public; without --public, "
            "only this machine is served, at 127.0.0.1."
        )
    from taquin.faces.web.http.server import bound, serve
    from taquin.faces.web.jobs.scratch import temporary_place
    from taquin.faces.web.process.limits import local_limits, public_limits, within_host
    from taquin.heuristics.patterns.store import table_folder

    # Refuse folders that other users can change now, and not in every job.
    table_folder()
    temporary_place()
    limits = within_host(public_limits() if public else local_limits())

    listener = bound(address, port)
    try:
        serve(
            listener,
            limits,
            public=public,
            proxies=proxies,
            prepare=prepare,
            ready=lambda: _greet(listener, limits if public else None),
        )
    finally:
        listener.close()
    click.echo("taquin: the server has stopped.", err=True)
    return ExitCode.DONE


def _check_extra() -> None:
    missing = [name for name in ("fastapi", "uvicorn") if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"serve needs {' and '.join(missing)}; install what is missing with: "
            "pip install 'taquin[web]'."
        )
    if not hasattr(os, "fork"):
        raise MissingExtra(
            "serve runs each search in a forked process, which this system cannot do; on "
            "Windows, run it inside WSL."
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _public_words(limits: "ServerLimits") -> str:
    """What --public allows, in figures."""
    written = limits.scratch_bytes + limits.processes * limits.trace_bytes
    return (
        "taquin: --public: every machine that can reach this one can open the page and run "
        f"searches here: {counted(limits.processes, 'search', 'searches')} at a time, each in its "
        "own process with "
        f"at most {limits.longest_time:g} s and {limits.memory >> 20} MiB. Nothing that visitors "
        "cause to be written lasts: traces and long solutions, together at most "
        f"{written >> 20} MiB in the temporary folder, are deleted {limits.kept_seconds / 60:g} "
        "minutes after their search, or when the server stops. The connection is not encrypted, "
        "and nobody is asked for a password. See docs/security.md."
    )


def _greet(listener: socket.socket, public: "ServerLimits | None") -> None:
    """Print the page's address to stdout, and to stderr what --public allows and the system ends.

    public: the limits of a public server; None for a local one.
    """
    import resource

    host, port = listener.getsockname()[:2]
    if public is not None:
        click.echo(_public_words(public), err=True)
    seconds = most_allowed(resource.RLIMIT_CPU)
    if seconds is not None:
        click.echo(
            f"taquin: the system ends this server, and each search, after {seconds:,} s of "
            "processor time (ulimit -t).",
            err=True,
        )
    name = "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host
    click.echo(f"taquin: the page is at http://{name}:{port}/ (Ctrl-C stops the server)")
