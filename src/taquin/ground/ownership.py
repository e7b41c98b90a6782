"""Whether a folder is safe from other users of the machine: only this user and root can change it.

taquin runs the compiled code stored in its cache, so another user who can write there, or replace
the folder, could make it run theirs. On Windows, where users have no numbers, nothing is checked.
"""

import errno
import os
import shlex
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from taquin.ground.errors import FolderError

__all__ = ["check_contents", "open_output", "owned_folder"]

_MOST_LINKS = 40  # as many as Linux follows
_WRITABLE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def owned_folder(path: Path, variable: str, *, make: bool = False) -> Path:
    """The absolute `path` without symbolic links, if only this user and root can change the folder.

    It and every folder above must belong to them. No other user may write to it; where others may
    write to a folder above, the sticky bit must keep them from renaming what is not theirs. The
    check begins at the top, so that nobody can replace what it has passed.

    make: create the folder, and missing ones above it, for this user alone (mode 0700). Without it,
    the check ends at the first that does not exist or cannot be looked at.
    variable: the environment variable that chooses another folder, for the message.
    Raises FolderError if the folder is not safe; OSError only with `make`.
    """
    if not hasattr(os, "geteuid"):
        if make:
            path.mkdir(parents=True, exist_ok=True)
        return path
    here, names, links = Path(os.sep), [*reversed(path.parts)], 0
    while names:
        name = names.pop()
        if name == os.pardir:
            here = here.parent
            continue
        entry = here / name
        try:
            status = _status(entry, make=make)
            if stat.S_ISLNK(status.st_mode):
                _check_owner(entry, status, variable, above=True)
                links += 1
                names += _target(entry, links)
                continue
            if not stat.S_ISDIR(status.st_mode):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(entry))
        except OSError:
            if make:
                raise
            return entry.joinpath(*reversed(names))
        _check(entry, status, variable, above=bool(names))
        here = entry
    return here


def _status(entry: Path, *, make: bool) -> os.stat_result:
    """The status of an entry, which is created as a private folder if it is missing and `make`."""
    if make:
        with suppress(FileNotFoundError):
            return os.lstat(entry)
        with suppress(FileExistsError):  # created meanwhile; it is checked like any other
            os.mkdir(entry, 0o700)
    return os.lstat(entry)


def _target(link: Path, links: int) -> list[str]:
    """The parts of what a symbolic link points to, last first."""
    if links > _MOST_LINKS:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(link))
    return [*reversed(Path(os.readlink(link)).parts)]


def check_contents(folder: Path, variable: str) -> None:
    """Raise FolderError if anything in a folder, however deep, may be another user's work.

    Everything must belong to this user or root. Where other users can reach it, nothing may be
    writable by them. Takes about 2 µs per file. variable: as for `owned_folder`.
    """
    if not hasattr(os, "geteuid"):
        return
    waiting = [(folder, bool(os.lstat(folder).st_mode & _OTHERS))]
    while waiting:
        place, reachable = waiting.pop()
        for path, status in _entries(place):
            _check_owner(path, status, variable, above=False)
            if reachable and not stat.S_ISLNK(status.st_mode):
                _check_mode(path, status, variable, above=False)
            if stat.S_ISDIR(status.st_mode):
                waiting.append((path, reachable and bool(status.st_mode & _OTHERS)))


def _entries(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """What is in a folder; nothing if it is a file, or if this user may not list it (root's)."""
    with suppress(PermissionError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):  # removed meanwhile by another process
                yield folder / entry.name, entry.stat(follow_symlinks=False)


def open_output(path: str, flags: int) -> int:
    """An opener for `open`: does not write through another user's symbolic link.

    Such a link may wait in a shared folder to have one of this user's own files overwritten. Linux
    can refuse it too (fs.protected_symlinks), but need not. Raises PermissionError.
    """
    try:
        return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.EMLINK) or not os.path.islink(path):
            raise
    # Links of this user and root remain theirs: in a folder with the sticky bit nobody else can
    # replace them, and elsewhere nothing helps.
    if os.lstat(path).st_uid not in (0, os.geteuid()):
        raise PermissionError(errno.EACCES, "it is another user's symbolic link", path)
    return os.open(path, flags, 0o666)


def _check(path: Path, status: os.stat_result, variable: str, *, above: bool) -> None:
    _check_owner(path, status, variable, above=above)
    _check_mode(path, status, variable, above=above)


def _check_owner(path: Path, status: os.stat_result, variable: str, *, above: bool) -> None:
    owner = status.st_uid
    if owner in (0, os.geteuid()) or (above and owner == _unmapped_user()):
        return
    if above:
        raise FolderError(
            f"{path} belongs to {_named(owner)}, who could replace what taquin stores there; "
            f"expected a folder that belongs to you or root. Set {variable} to another folder."
        )
    raise FolderError(
        f"{path} belongs to {_named(owner)}, not to you. taquin runs the code stored in its cache, "
        f"and this could be theirs. Set {variable} to another folder or, if you trust everything "
        f"in it, make it yours: sudo chown -hR {os.geteuid()} {shlex.quote(str(path))}"
    )


def _check_mode(path: Path, status: os.stat_result, variable: str, *, above: bool) -> None:
    others = status.st_mode & _WRITABLE
    if above and status.st_mode & stat.S_ISVTX:
        return
    if above and others == stat.S_IWGRP and _is_private_group(status):
        return
    if not others:
        return
    who = "every user of this machine" if others & stat.S_IWOTH else "the members of its group"
    quoted = shlex.quote(str(path))
    if above:
        raise FolderError(
            f"{path} is writable by {who}, who could replace what taquin stores there. Set "
            f"{variable} to another folder, or remove the permission: chmod go-w {quoted}"
        )
    raise FolderError(
        f"{path} is writable by {who}. taquin runs the code stored in its cache, and this could "
        f"be theirs. If nobody else has written there: chmod -R go-w {quoted}. Otherwise delete "
        f"it, or set {variable} to another folder."
    )


def _is_private_group(status: os.stat_result) -> bool:
    """Whether the group of a file has its owner's name and no other members.

    Many systems give each user such a group and let it write to everything the user creates.
    """
    import grp
    import pwd

    try:
        name, group = pwd.getpwuid(status.st_uid).pw_name, grp.getgrgid(status.st_gid)
    except KeyError:
        return False
    return group.gr_name == name and set(group.gr_mem) <= {name}


def _unmapped_user() -> int | None:
    """The owner shown for everybody's files but a few; None outside a user namespace.

    In a sandbox or container with numbers of its own, even / can appear to belong to nobody.
    """
    try:
        if Path("/proc/self/uid_map").read_text(encoding="ascii").split() == _ALL_USERS:
            return None
        return int(Path("/proc/sys/kernel/overflowuid").read_text(encoding="ascii"))
    except (OSError, ValueError):  # not Linux
        return None


_ALL_USERS = ["0", "0", "4294967295"]


def _named(number: int) -> str:
    """A user's name and number."""
    import pwd

    try:
        return f"{pwd.getpwuid(number).pw_name} (user {number})"
    except KeyError:  # not in this container's list of users
        return f"user {number}"
