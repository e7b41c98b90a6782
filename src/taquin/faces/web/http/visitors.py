"""The address that a request is counted under."""

import ipaddress
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

__all__ = ["counted", "visitor"]

# The smallest network that providers assign to a customer, who may use any address in it.
_PREFIX = 64


def visitor(client: tuple[str, int] | None) -> str:
    """The address of a connection's other end, "" if unknown; for IPv6 its /64 network.

    An IPv4 address written as IPv6 is that IPv4 address.
    """
    host = client[0] if client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # not an address: a pipe or a test
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), _PREFIX), strict=False))


@contextmanager
def counted(counts: Sequence[Counter[str]], address: str) -> Iterator[None]:
    """Count the address once more in each counter while the context lasts."""
    for count in counts:
        count[address] += 1
    try:
        yield
    finally:
        for count in counts:
            count[address] -= 1
            if not count[address]:
                del count[address]
