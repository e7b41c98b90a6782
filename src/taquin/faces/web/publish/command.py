"""The command `taquin site`: the page for any web host."""

import time
import webbrowser
from pathlib import Path

import click

from taquin.faces.web.publish.address import BaseUrl, read_base_url
from taquin.faces.web.publish.checking import faults_of
from taquin.faces.web.publish.contents import (
    SiteFolder,
    folder_contents,
    package_contents,
)
from taquin.faces.web.publish.showing import folder_server
from taquin.faces.web.publish.writing import FolderChanges, write_folder
from taquin.ground.errors import ExitCode, OptionError, quoted
from taquin.ground.grammar import counted

__all__ = ["command"]

_UNDOCUMENTED = (
    "taquin: this installation does not contain the documentation, so the folder has none and the "
    "page no link to it. In the project's folder, pip install '.[docs]' and python docs/build.py "
    "build it; then repeat this command."
)


def _base_url(ctx: click.Context, param: click.Parameter, value: str | None) -> BaseUrl | None:
    return None if value is None else read_base_url(value)


def _folder(ctx: click.Context, param: click.Parameter, value: str) -> Path:
    if not value.strip() or "\0" in value:
        raise OptionError(f"{quoted(value)}: expected the name of a folder.")
    return Path(value)


@click.command("site", short_help="Write the page as one folder for any web host.")
@click.argument("folder", metavar="DIR", callback=_folder)
@click.option(
    "--base-url",
    "base",
    metavar="URL",
    callback=_base_url,
    help="Where the folder will be served. Links to games then name this address wherever the page "
    "is opened, and a link to the page is shown elsewhere with a picture.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Then check the folder: every file as written, every reference within the folder and "
    "relative, the content policy declared and kept. Exit status 6 if anything is wrong.",
)
@click.option(
    "--open",
    "shown",
    is_flag=True,
    help="Then serve the folder on this machine, print its address and open it in the browser, "
    "until Ctrl-C.",
)
@click.option(
    "--element",
    is_flag=True,
    help="Write the board element alone, as a package for npm: one module, its types and a page of "
    "examples.",
)
def command(folder: Path, base: BaseUrl | None, check: bool, shown: bool, element: bool) -> int:
    """Write the page, the documentation and the board element to DIR, for any web host.

    The folder needs no server of taquin: it works at any address, in any sub-folder, and without a
    connection after the first visit. What needs a server is left out: boards of more than 16 cells
    in the lab, its pattern databases, and some of its searches. DIR must be empty or written by
    this command before; files that you add are left alone. The same version writes the same bytes.

    \b
    taquin site public
    taquin site public --base-url https://example.org/games/taquin/ --check
    taquin site public --open
    taquin site taquin-board --element
    """
    if element and base:
        raise OptionError("--base-url: the board element works at any address; leave it out.")
    began = time.perf_counter()
    contents = package_contents() if element else folder_contents(base)
    written = write_folder(folder, contents.files, contents.facts)
    click.echo(_summary(folder, contents, written, time.perf_counter() - began))
    if written.left:
        click.echo(
            f"taquin: {counted(len(written.left), 'file')} of the version before changed since and "
            f"stayed, such as {quoted(written.left[0], 100)}.",
            err=True,
        )
    if contents.facts.get("documentation") is False:
        click.echo(_UNDOCUMENTED, err=True)
    status = _checked(folder) if check else ExitCode.DONE
    if shown:
        _show(folder, "examples/" if element else "")
    return status


def _summary(folder: Path, contents: SiteFolder, written: FolderChanges, seconds: float) -> str:
    sizes = {name: len(content) for name, content in contents.files.items()}
    copies = sum(size for name, size in sizes.items() if name.endswith(".gz"))
    *first, last = contents.holds
    compressed = f" (of which {copies / 1e6:.1f} MB are compressed copies)" if copies else ""
    return (
        f"{folder}: {', '.join(first)} and {last}; {counted(len(sizes), 'file')}, "
        f"{sum(sizes.values()) / 1e6:.1f} MB{compressed}; {written.changed:,} changed, "
        f"{written.removed:,} removed, in {seconds:.1f} s."
    )


def _checked(folder: Path) -> ExitCode:
    """Print what is wrong with the folder, and the exit status for it."""
    faults = faults_of(folder)
    for fault in faults:
        click.echo(fault)
    click.echo(f"{folder}: {counted(len(faults), 'fault') if faults else 'no faults'}.")
    return ExitCode.REFUTED if faults else ExitCode.DONE


def _show(folder: Path, page: str) -> None:
    """Serve the folder, and open that page of it, until Ctrl-C."""
    with folder_server(folder) as server:
        address = f"http://127.0.0.1:{server.server_port}/{page}"
        click.echo(f"taquin: the folder is at {address} (Ctrl-C stops)")
        webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("taquin: stopped.", err=True)
