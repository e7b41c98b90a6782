"""``python -m taquin`` is the command ``taquin``; its console entry point."""

import sys
from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command; Ctrl-C while it is still being imported ends it with status 130 as well."""
    try:
        from taquin.faces.cli.main import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
