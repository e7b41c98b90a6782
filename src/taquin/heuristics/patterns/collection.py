"""Pattern databases: tables of exact distances for a few tiles, built, stored and summed.

Each table counts only the moves of its own tiles and distinguishes the regions, bounded by those
tiles, in which the blank can be. Tables of disjoint patterns may therefore be added (Korf & Felner
2002), and every mirror image of the board that keeps the blank's goal cell gives another bound
from the same tables. A stored entry has one bit (two on a torus of odd side): the distance modulo
four, which is enough if a neighbour's distance is known.
"""

import contextlib
import os.path
from collections.abc import Callable, Sequence
from functools import cached_property
from math import comb, factorial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from taquin.ground.announce import announce
from taquin.ground.cores import within_cores
from taquin.ground.errors import DamagedFile, NoRoom, OptionError, TableError
from taquin.ground.storage import affordable_bytes, may_rebuild, may_store
from taquin.heuristics.patterns.at_once import (
    BuildProgress,
    Progress,
    Room,
    RoomShare,
    made_at_once,
    threads_for,
)
from taquin.heuristics.patterns.lookup import Lookup
from taquin.heuristics.patterns.moves import move_automaton
from taquin.heuristics.patterns.partition import (
    Canonical,
    Partition,
    Symmetry,
    format_partition,
    refuse_large_board,
    symmetries,
)
from taquin.heuristics.patterns.place import Place
from taquin.heuristics.patterns.soundness import Check
from taquin.heuristics.patterns.stored import building_lock

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.kernels.patterns.build import Needs
    from taquin.kernels.searches.ida_star_pdb import AnyTables

__all__ = ["BuildProgress", "PatternCollection", "PatternDatabase", "View", "refuse_large"]

Neighbors = Sequence[Sequence[int]]
_SMALL = 16  # cells
_CARRIED = 16  # goals whose look-ups are kept with the tables, a few kilobytes each


def refuse_large(partition: Partition) -> None:
    """Raise OptionError for a pattern with more tiles than the kernels can number."""
    from taquin.kernels import load_numba

    load_numba()
    from taquin.kernels.patterns.ranking import MOST_TILES

    most = max(map(len, partition))
    if most > MOST_TILES:
        raise OptionError(
            f"a pattern of {most} tiles is too large; expected at most {MOST_TILES} tiles in each "
            "pattern, as in 7-8 or 5-5-5."
        )


def _least_needs(cells: int, tiles: int) -> "Needs":
    """A lower bound on what building a table takes, found without its geometry.

    For each set of cells: the block of each cell, its mask and first block, and one row of words
    in each of the builder's three arrays, at least one block a set.
    """
    from taquin.kernels.patterns.build import Needs

    words = factorial(tiles) >> tiles // 2
    row = words * (1 if tiles < 8 else 2)
    sets = comb(cells, tiles)
    return Needs(rows=sets * 3 * row, rest=sets * (4 * cells + 8), table=sets * row)


class PatternDatabase:
    """The distances of one pattern's tiles to their goal cells, for each region of the blank.

    planes: uint8[1 or 2, bytes], distance bit 1 and, where it is not implied, bit 0, numbered as
    in `taquin.kernels.patterns.ranking`; read-only if it came from a file.
    histogram: placements by distance.   merged: the same, least over the blank's regions.
    check: of a large table's file, None if there is nothing left to check.
    path: of the file that it was opened from, if any.
    relieve: hands the pages of a table that was built in files back to the system if memory is
        short; None for tables that were opened.
    """

    def __init__(
        self,
        place: Place,
        pattern: tuple[int, ...],
        planes: "npt.NDArray[np.uint8]",
        histogram: tuple[int, ...],
        merged: tuple[int, ...],
        relieve: Callable[[], None] | None = None,
        check: Check | None = None,
        *,
        path: Path | None = None,
        digest: str | None = None,
    ) -> None:
        self.place = place
        self.pattern = pattern
        self.planes = planes
        self.histogram = histogram
        self.merged = merged
        self.relieve = relieve
        self.check = check
        self.path = path
        self._digest = digest

    def __repr__(self) -> str:
        return f"<PatternDatabase {self.name(self.place, self.pattern)} {self.entries:,} entries>"

    @property
    def entries(self) -> int:
        """Number of placements from which the goal can be reached."""
        return sum(self.histogram)

    @property
    def digest(self) -> str:
        """A digest of the bits: as the file names it, or computed, a second for a gigabyte."""
        if self._digest is None:
            from taquin.ground.sealed import digest_of
            from taquin.heuristics.patterns.file import TABLE

            self._digest = digest_of(self.planes.reshape(-1).data, TABLE)
        return self._digest

    @staticmethod
    def name(place: Place, pattern: tuple[int, ...]) -> str:
        """File name of a table."""
        tiles = "-".join(map(str, pattern))
        return f"{place.width}x{place.height}-{place.key}-blank{place.blank}-{tiles}.pdb"

    @classmethod
    def build(
        cls,
        place: Place,
        pattern: tuple[int, ...],
        *,
        workers: int = 2,
        progress: Progress | None = None,
        scratch: Path | None = None,
        room: Room | None = None,
    ) -> "PatternDatabase":
        """Search backwards from the goal; see `taquin.kernels.patterns.build.build`.

        workers: threads, at most one for each usable core.   progress: called with (fraction
        done, seconds left).   scratch: a folder for what does not fit in memory, until the table
        goes; see `FileRows`.   room: shared by tables that are built at the same time.
        Ctrl-C takes effect within 0.2 s. Raises NoRoom for a table that fits in neither.
        """
        refuse_large_board(place.cells)
        refuse_large((pattern,))
        from taquin.heuristics.patterns.file_rows import in_memory, rows_for
        from taquin.kernels.patterns.build import build, packed_neighbors

        least = _least_needs(place.cells, len(pattern))
        try:
            with RoomShare(room or Room(affordable_bytes), progress) as share:
                share.decide(least, lambda free: in_memory(least, free, scratch))
                built = build(
                    packed_neighbors(place.neighbors),
                    tuple(place.home(tile) for tile in pattern),
                    place.blank,
                    workers=within_cores(workers)[0],
                    progress=progress,
                    rows=lambda needs: share.decide(
                        needs, lambda free: rows_for(needs, free, scratch), take=True
                    ),
                )
        except (NoRoom, MemoryError) as error:
            why, needed = "takes more memory than there is", 0
            if isinstance(error, NoRoom):
                why, needed = str(error), error.needed
            raise NoRoom(
                f"building the table of tiles {format_partition((pattern,))} {why}. Choose smaller "
                "patterns, or allow more memory.",
                needed,
            ) from None
        return cls(place, pattern, *built)

    def save(self, path: Path) -> None:
        """Write the table, completely or not at all. Raises TableError."""
        from taquin.heuristics.patterns.file import write_table

        header = {
            **self._identity(self.place, self.pattern),
            "planes": len(self.planes),
            "bits": len(self.planes),
            "entries": self.entries,
            "histogram": self.histogram,
            "merged": self.merged,
        }
        write_table(path, header, self.planes.reshape(-1), self.relieve)

    @classmethod
    def open(
        cls,
        path: Path,
        place: Place,
        pattern: tuple[int, ...],
        *,
        in_memory: bool = False,
        check: bool = True,
    ) -> "PatternDatabase":
        """Open a stored table and check it; raises DamagedFile if it is damaged or another table.

        in_memory: read it instead of mapping it, for long searches (see `read_table`).
        check: verify all digests, about a second per gigabyte, unless that was done before; those
            of a large table while it is already in use, see `PatternCollection.wait`.
        """
        from taquin.heuristics.patterns.file import read_table

        expected = cls._identity(place, pattern) | {"planes": place.planes, "bits": place.planes}
        contents = read_table(path, expected, in_memory=in_memory, check=check)
        header = contents.header
        return cls(
            place,
            pattern,
            contents.data.reshape(header["planes"], -1),
            tuple(header["histogram"]),
            tuple(header["merged"]),
            check=contents.check,
            path=path,
            digest=contents.digest,
        )

    @staticmethod
    def _identity(place: Place, pattern: tuple[int, ...]) -> dict[str, Any]:
        return {
            "width": place.width,
            "height": place.height,
            "neighbors": [list(row) for row in place.neighbors],
            "blank": place.blank,
            "pattern": list(pattern),
            "metric": "stm",
        }

    def value(self, cells: Sequence[int]) -> int:
        """The pattern's distance on a board; cells: the tile in each cell, canonical labelling.

        Raises OptionError if the pattern cannot reach its goal from there.
        """
        alone = PatternCollection(self.place, (self,), views=1, automaton_length=2)
        return alone.value(cells)


class View(NamedTuple):
    """A symmetry, and the numbers of the tables that are looked up through it and added."""

    symmetry: Symmetry
    databases: tuple[int, ...]


class PatternCollection:
    """Tables and the views in which they are looked up; the estimate is the views' greatest sum.

    databases: the tables.
    partitions: which of them are added, as their numbers; by default all. Patterns of one partition
    must not share a tile; those of several may, and the greatest sum counts. A partition may leave
    tiles out, which then add nothing.
    views: the most symmetries to use for each partition, starting with the identity; symmetries
    that would repeat the same look-ups are skipped.
    automaton_length: the longest move sequence that the search can recognise as redundant; 2
    recognises only the move straight back.
    folder: where to store the automaton (0.2 s of work on 4x4), if anywhere.
    unsaved: why tables could not be stored, "" if all are stored.
    on_damage: called if a table turns out to be damaged.
    """

    def __init__(
        self,
        place: Place,
        databases: Sequence[PatternDatabase],
        *,
        partitions: Sequence[Sequence[int]] | None = None,
        views: int | None = None,
        automaton_length: int = 10,
        folder: Path | None = None,
    ) -> None:
        self.place = place
        self.databases = tuple(databases)
        groups = [range(len(databases))] if partitions is None else partitions
        distinct: dict[frozenset[frozenset[int]], View] = {}
        for group in groups:
            tiles = [tile for number in group for tile in databases[number].pattern]
            if len(set(tiles)) != len(tiles):
                raise OptionError("the patterns of an additive collection must not share a tile")
            own = self._distinct_views(tuple(group))
            for looked_up, view in list(own.items())[:views]:
                distinct.setdefault(looked_up, view)
        self.views = tuple(distinct.values())
        self.automaton_length = automaton_length
        self.folder = folder
        self.unsaved = ""
        self.on_damage: Callable[[], None] | None = None
        self._carried: dict[Canonical, Lookup] = {}

    def __repr__(self) -> str:
        return f"<PatternCollection {format_partition(self.partition)}, {len(self.views)} views>"

    @property
    def nbytes(self) -> int:
        """The size of the tables' entries."""
        return sum(database.planes.nbytes for database in self.databases)

    def wait(self) -> None:
        """Return once all tables are known to be sound: what a search found counts only then.

        Raises TableError for a damaged table, naming the file and the remedy.
        """
        self._checked(Check.wait)

    @property
    def checking(self) -> bool:
        """Whether a check is still running, as far as anybody has asked."""
        return any(database.check is not None for database in self.databases)

    def poll(self) -> None:
        """Raise TableError if a table is already known to be damaged, without waiting."""
        self._checked(Check.poll)

    def _checked(self, ask: Callable[[Check], bool]) -> None:
        try:
            for database in self.databases:
                if database.check is not None and ask(database.check):
                    database.check = None
        except TableError:
            if self.on_damage is not None:
                self.on_damage()
            raise

    def carried(self, canonical: Canonical) -> Lookup:
        """`lookup` for boards in another labelling; some are kept."""
        known = self._carried.get(canonical)
        if known is None:
            if len(self._carried) >= _CARRIED:
                self._carried.clear()
            known = self._carried[canonical] = self.lookup.carried(canonical)
        return known

    @property
    def partition(self) -> Partition:
        """The patterns, as tuples of tiles."""
        return tuple(database.pattern for database in self.databases)

    @classmethod
    def load_or_build(
        cls,
        width: int,
        height: int,
        neighbors: Neighbors,
        blank_goal_cell: int,
        *partitions: Partition,
        folder: Path,
        progress: BuildProgress | None = None,
        workers: int = 2,
        check: bool = True,
        rebuild: bool = False,
    ) -> "PatternCollection":
        """Open the partitions' tables in `folder`; build and store those that are missing.

        partitions: one or more; a pattern that several contain has one table.
        blank_goal_cell: as `canonicalise` found it.   progress: called with (pattern as text,
        fraction done, seconds left) while building, with seconds inf while they are not known, and
        -1 while another process builds the same table.   rebuild: rebuild all tables, damaged or
        not.
        If the folder is not writable, the tables are kept in memory and `unsaved` says why; within
        `taquin.ground.storage.nothing_stored` nothing is written, and `unsaved` is empty.
        A damaged table, or one that an older version wrote, is reported and rebuilt; within
        `taquin.ground.storage.damage_raised` it raises DamagedFile.
        """
        place = Place(
            width, height, tuple(tuple(int(c) for c in row) for row in neighbors), blank_goal_cell
        )
        patterns = tuple(dict.fromkeys(pattern for part in partitions for pattern in part))
        refuse_large(patterns)
        opened: dict[tuple[int, ...], PatternDatabase] = {}
        for pattern in patterns:
            path = folder / PatternDatabase.name(place, pattern)
            if os.path.exists(path) and not rebuild:
                try:
                    opened[pattern] = PatternDatabase.open(path, place, pattern, check=check)
                except DamagedFile as error:
                    if not may_rebuild():
                        raise
                    told = f"the pattern database {path.name} {error.what}; it is rebuilt"
                    announce(told, private=True)
        missing = [pattern for pattern in patterns if pattern not in opened]
        made = _made(place, missing, folder, workers, progress, rebuild) if missing else []
        opened |= {database.pattern: database for database, _ in made}
        unsaved = next((problem for _, problem in made if problem), "")
        groups = [[patterns.index(pattern) for pattern in part] for part in partitions]
        databases = [opened[pattern] for pattern in patterns]
        collection = cls(place, databases, partitions=groups, folder=folder)
        collection.unsaved = unsaved
        wrong = collection._of_wrong_size()
        if wrong is None:
            return collection
        if not may_rebuild() or rebuild:
            raise wrong
        announce(
            f"the pattern database {wrong.path.name} {wrong.what}; all are rebuilt", private=True
        )
        return cls.load_or_build(
            width,
            height,
            neighbors,
            blank_goal_cell,
            *partitions,
            folder=folder,
            progress=progress,
            workers=workers,
            rebuild=True,
        )

    def _distinct_views(self, group: tuple[int, ...]) -> dict[frozenset[frozenset[int]], View]:
        """The views of some tables that add: one for each distinct set of look-ups.

        Their symmetries keep the blank's goal cell.
        """
        place = self.place
        distinct: dict[frozenset[frozenset[int]], View] = {}
        for symmetry in symmetries(place.width, place.height, place.neighbors):
            if symmetry.cells[place.blank] != place.blank:
                continue
            names = self._names(symmetry)
            looked_up = frozenset(
                frozenset(names.index(tile) for tile in self.databases[number].pattern)
                for number in group
            )
            distinct.setdefault(looked_up, View(symmetry, group))
        return distinct

    def _names(self, symmetry: Symmetry) -> list[int]:
        """The tile that each tile becomes when the board and its goal are mirrored."""
        place = self.place
        return [place.goal[symmetry.cells[place.home(tile)]] for tile in range(place.cells)]

    @property
    def lookup(self) -> Lookup:
        """The sums of many boards at once, in canonical labelling; waits for sound tables."""
        self.wait()
        return self._lookup

    @cached_property
    def _lookup(self) -> Lookup:
        import numpy as np

        from taquin.kernels.patterns import layout
        from taquin.kernels.patterns.build import packed_neighbors

        place, views = self.place, []
        for symmetry, group in self.views:
            names = self._names(symmetry)
            looked_up = [[names.index(t) for t in self.databases[n].pattern] for n in group]
            views.append(
                layout.PatternView(symmetry.cells, list(zip(group, looked_up, strict=True)))
            )
        patterns = [
            layout.Pattern(
                tuple(place.home(tile) for tile in database.pattern),
                database.planes,
                len(database.histogram) - 1,
            )
            for database in self.databases
        ]
        neighbors = packed_neighbors(place.neighbors)
        near = np.zeros((place.cells, place.cells), np.bool_)
        for cell, row in enumerate(place.neighbors):
            near[cell, [other for other in row if other >= 0]] = True
        tables = layout.lay_out(neighbors, place.blank, patterns, views)
        return Lookup(tables, [pattern.planes for pattern in patterns], neighbors, near)

    def _of_wrong_size(self) -> DamagedFile | None:
        """The error for a file that has another size than its placements need, if there is one.

        No accident makes one under a right digest; but a search would read beyond its end.
        """
        from taquin.heuristics.patterns.file import TABLE
        from taquin.kernels.patterns.layout import ROW, Column

        needed = self._lookup.tables.patterns.reshape(-1, ROW)[:, Column.BYTES].tolist()
        for database, size in zip(self.databases, needed, strict=True):
            found = database.planes.shape[1]
            if database.path is not None and found != size:
                return TABLE.damaged(database.path, f"has planes of {found:,} bytes, not {size:,}")
        return None

    @cached_property
    def _tables(self) -> "AnyTables":
        import numpy as np

        from taquin.kernels.patterns.build import packed_neighbors
        from taquin.kernels.patterns.shared import share_slots
        from taquin.kernels.searches.lanes import SearchTables
        from taquin.kernels.searches.wave_nodes import SharedTables

        place, numbers = self.place, [set(view.databases) for view in self.views]
        groups = [{t for n in group for t in self.databases[n].pattern} for group in numbers]
        tiles = set(range(1, place.cells))
        if missing := tiles.difference(*groups):
            raise OptionError(
                f"no pattern contains {', '.join(map(str, sorted(missing)))}; a search needs "
                "patterns that together contain every tile."
            )
        steps = move_automaton(place, self.automaton_length, self.folder)
        choices = (steps.reshape(-1, 4) != 0) @ np.array([1, 2, 4, 8], dtype=np.uint8)
        partial = any(group != tiles for group in groups)
        neighbors, patterns = packed_neighbors(place.neighbors), self._lookup.tables
        if self._shares_slots and not partial:
            shared = share_slots(neighbors, patterns)
            if shared is not None:
                return SharedTables(neighbors, steps, choices.astype(np.uint8), patterns, shared)
        return SearchTables(
            neighbors=neighbors,
            steps=steps,
            choices=choices.astype(np.uint8),
            patterns=patterns,
            fixed=(0,) if self._is_fifteen and not partial else (),
            partial=(0,) if partial else (),
        )

    @property
    def _is_fifteen(self) -> bool:
        """Whether there are 16 cells, two colours and two views: the corner goal on 4x4."""
        two_colours = all(len(database.planes) == 1 for database in self.databases)
        return self.place.cells == 16 and len(self.views) == 2 and two_colours

    @property
    def _shares_slots(self) -> bool:
        """Whether a search looks up slots one by one and shares them among views.

        On boards of two colours alone, where all views agree on the next bound. Small boards of one
        partition are searched as fast either way.
        """
        two_colours = all(len(database.planes) == 1 for database in self.databases)
        several = len({view.databases for view in self.views}) > 1
        return two_colours and (several or self.place.cells > _SMALL)

    def search_tables(self) -> "AnyTables":
        """What `ida_star_pdb` reads; valid while this collection lives.

        Large ones may not be checked yet: `wait` before an answer. No search reads anything outside
        a table, whatever its bits are. Raises OptionError if a tile is in no pattern.
        """
        return self._tables

    def value(self, cells: Sequence[int]) -> int:
        """The heuristic: the greatest sum over the views. cells: canonical labelling.

        Takes about 50 µs, because distances are found by walking to the goal.
        Raises OptionError for an unsolvable board if the tables show it.
        """
        return max(self.sums(cells))

    def sums(self, cells: Sequence[int]) -> list[int]:
        """The sum for each view; `value` is the greatest."""
        sums: list[int] = self.lookup.sums([tuple(cells)])[0].tolist()
        return sums

    def shares(self, cells: Sequence[int]) -> list[tuple[tuple[int, ...], int]]:
        """Each pattern of the best view, as tiles of the board, and its distance."""
        values = self.lookup.slot_values(tuple(cells))
        best = max(range(len(values)), key=lambda v: sum(values[v]))
        symmetry, group = self.views[best]
        names = self._names(symmetry)
        return [
            (tuple(sorted(names.index(tile) for tile in self.databases[number].pattern)), value)
            for number, value in zip(group, values[best], strict=True)
        ]


def _made(
    place: Place,
    patterns: Sequence[tuple[int, ...]],
    folder: Path,
    workers: int,
    progress: BuildProgress | None,
    rebuild: bool,
) -> list[tuple[PatternDatabase, str]]:
    """Build tables, and store them where that is allowed; also why one could not be stored."""
    cores = within_cores(workers)[0]
    threads = threads_for(patterns, place.cells, cores)
    room, own = Room(affordable_bytes), cores // threads

    def make(pattern: tuple[int, ...], tell: Progress) -> tuple[PatternDatabase, str]:
        def build(scratch: Path | None = None) -> PatternDatabase:
            return PatternDatabase.build(
                place, pattern, workers=own, progress=tell, scratch=scratch, room=room
            )

        if not may_store():
            return build(), ""
        return _build_locked(
            folder / PatternDatabase.name(place, pattern), place, pattern, build, tell, rebuild
        )

    return made_at_once(patterns, make, threads, progress or (lambda *_: None))


def _build_locked(
    path: Path,
    place: Place,
    pattern: tuple[int, ...],
    build: Callable[[Path | None], PatternDatabase],
    progress: Progress,
    rebuild: bool,
) -> tuple[PatternDatabase, str]:
    """Build and store a table under its lock; also returns why it could not be stored."""
    from taquin.ground.sealed import remove_leftovers

    lock, problem = building_lock(path, lambda: progress(0.0, -1.0))
    if lock is None:
        return build(None), problem
    try:
        remove_leftovers(path)
        if path.exists() and not rebuild:  # built by another process, if it is sound
            with contextlib.suppress(DamagedFile):
                return PatternDatabase.open(path, place, pattern), ""
        database = build(path.parent)
        try:
            database.save(path)
        except TableError as error:
            return database, str(error).removesuffix(".")
        # The file's pages are shared with other processes, and can be dropped.
        return PatternDatabase.open(path, place, pattern, check=False), ""
    finally:
        lock.release()
