"""Numbers with their units, as bars and axes show them."""

__all__ = ["count_text", "time_text"]


def count_text(value: float) -> str:
    """A number of states with thousands separators.

    >>> count_text(181440.0)
    '181,440'
    """
    return f"{value:,.0f}"


def time_text(seconds: float) -> str:
    """A duration in a suitable unit, with three digits.

    >>> time_text(0.0123), time_text(90)
    ('12.3 ms', '1.5 min')
    """
    for unit, size in (("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"
