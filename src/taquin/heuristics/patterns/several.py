"""Several partitions looked up together: a name such as small, or texts separated by a slash."""

from functools import cache, lru_cache
from importlib import resources

from taquin.ground.errors import OptionError, quoted
from taquin.heuristics.patterns.partition import Partition, named_partition

__all__ = ["MOST_PARTITIONS", "collection_names", "named_partitions"]

# As many as the largest published collection has, and some more; each costs a look-up a node.
MOST_PARTITIONS = 24
_FILES = {(5, 5): "partitions24.txt"}


@cache
def _collections(width: int, height: int) -> dict[str, tuple[str, ...]]:
    """The published collections of a size: the texts of their partitions, by name."""
    if (width, height) not in _FILES:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    file = resources.files("taquin").joinpath("data", _FILES[width, height])
    name = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif line and not line.startswith("#"):
            found[name] = (*found.get(name, ()), line)
    return found


def collection_names(width: int, height: int) -> tuple[str, ...]:
    """Names of the collections of several partitions for a size."""
    return tuple(_collections(width, height))


@lru_cache(maxsize=64)  # a batch asks for the same one with every board
def named_partitions(text: str, width: int, height: int, blank: int = 0) -> tuple[Partition, ...]:
    """The partitions that a text names, for the canonical goal with that blank.

    text: the name of a collection ("small"), or partitions as `named_partition` reads them,
    separated by slashes ("6-6-3/5-5-5"); a partition that is named twice counts once.
    Raises OptionError for too many, and as `named_partition` does.
    """
    named = _collections(width, height)
    texts = named.get(text.strip(), tuple(text.split("/", MOST_PARTITIONS)))
    if len(texts) > MOST_PARTITIONS:
        raise OptionError(
            f"{quoted(text)} names more than {MOST_PARTITIONS} partitions; expected fewer, such as "
            f"{', '.join(named) or '6-6-3/5-5-5'}."
        )
    try:
        return tuple(dict.fromkeys(named_partition(part, width, height, blank) for part in texts))
    except OptionError as error:
        if not named:
            raise
        raise OptionError(f"{error} Collections: {', '.join(named)}.") from None
