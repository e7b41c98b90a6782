"""A lock that cannot be had holds up nobody, and one that can be had is held."""

from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from filelock import FileLock, Timeout

from taquin.ground.passing import held_if_possible


def is_held(path: Path) -> bool:
    try:
        with FileLock(path, timeout=0):
            return False
    except Timeout:
        return True


def test_the_lock_is_held_in_the_block_and_free_after_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    with pytest.raises(KeyError), held_if_possible(FileLock(path).acquire):
        assert is_held(path)
        raise KeyError
    assert not is_held(path)


def test_it_is_passed_by_where_another_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    done = []
    with FileLock(path):
        with held_if_possible(FileLock(path, timeout=0.1).acquire):
            done.append(True)
        assert done and is_held(path), "it stays the other's"


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), NotImplementedError()])
def test_it_is_passed_by_where_files_cannot_be_locked(
    error: Exception,
) -> None:
    def acquire() -> AbstractContextManager[object]:
        raise error

    done = []
    with held_if_possible(acquire):
        done.append(True)
    with pytest.raises(KeyError) as raised, held_if_possible(acquire):
        raise KeyError
    assert done and raised.value.__context__ is None, "no error of the lock is told with it"
