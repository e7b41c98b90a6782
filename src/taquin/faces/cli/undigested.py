"""Says which rows could not be compared with a digest."""

from pathlib import Path

import click

__all__ = ["tell_undigested"]


def tell_undigested(path: Path, rows: int) -> None:
    """Say on stderr how many rows could not be compared with a digest."""
    if rows:
        subject = "1 row has" if rows == 1 else f"{rows:,} rows have"
        click.echo(
            f"taquin: {subject} no digest in {str(path)!r}, as an earlier version wrote them; they "
            "are used unchecked.",
            err=True,
        )
