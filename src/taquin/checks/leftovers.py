"""What a submission may leave behind, and its end."""

import os
import shutil
import subprocess
from contextlib import suppress

__all__ = ["remove_folder"]


def remove_folder(path: str) -> None:
    """Remove a submission's folder, or whatever it has put there; a link, but never its target."""
    with suppress(OSError):
        if os.path.islink(path) or not os.path.isdir(path):
            os.unlink(path)
            return
    with suppress(RecursionError):  # folders nested deeper than Python removes them
        shutil.rmtree(path, ignore_errors=True)
        if os.path.isdir(path):
            for folder, _, _ in os.walk(path):  # which follows no links
                with suppress(OSError):
                    os.chmod(folder, 0o700)
            shutil.rmtree(path, ignore_errors=True)
    if os.path.isdir(path):
        subprocess.run(["rm", "-rf", "--", path], check=False, capture_output=True)
