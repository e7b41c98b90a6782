"""Says which rows could not be compared with a digest."""

from pathlib import Path

from taquin.faces.cli.wrapping import tell

__all__ = ["tell_undigested"]


def tell_undigested(path: Path, rows: int) -> None:
    """Say on stderr how many rows could not be compared with a digest."""
    if rows:
        subject = "1 row has" if rows == 1 else f"{rows:,} rows have"
        tell(
            f"taquin: {subject} no digest in {str(path)!r}, as an earlier version wrote them; they "
            "are used unchecked.",
            err=True,
        )
