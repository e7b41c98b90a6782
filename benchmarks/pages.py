"""Tables of pages that a benchmark writes, each between two markers."""

__all__ = ["with_table"]


def with_table(page: str, name: str, table: str) -> str:
    """The page with the table between the markers of that name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, rest = page.split(begin)
    _, after = rest.split(end)
    return f"{before}{begin}\n{table}\n{end}{after}"
