"""A position: width, height, and the contents of each cell."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import index
from typing import TypeAlias, TypeVar, cast

from taquin.ground.errors import MoveError, NotationError, OptionError, check_kind, quoted, shown
from taquin.ground.grammar import an, noun
from taquin.puzzle.move import (
    DIAGONALS,
    DIRECTIONS,
    Notation,
    format_moves,
    joined,
    parse_moves,
)
from taquin.puzzle.notation import marks_remark, recognise, write_board
from taquin.puzzle.rows import Rows, is_rows, rows_text
from taquin.puzzle.size import LARGEST_SIDE, check_size
from taquin.puzzle.slides import WORDS, read_given
from taquin.puzzle.topology import Topology
from taquin.puzzle.topology import topology as find_topology

__all__ = ["Board", "check_cells", "parse_sides", "parse_size"]

# Letters, words, arrows or the numbers of tiles, in one text or one by one.
Moves: TypeAlias = str | Sequence[str | int]


def parse_size(text: str) -> tuple[int, int]:
    """``4x3`` is 4 wide and 3 high; ``4`` is 4x4."""
    width, height = parse_sides(text)
    check_size(width, height)
    return width, height


def parse_sides(text: str) -> tuple[int, int]:
    """`parse_size` for any two numbers, whether boards can be so small or large or not."""
    sides = text.lower().replace("×", "x").split("x")
    if len(sides) > 2 or not all(s.isascii() and s.isdigit() and len(s) < 5 for s in sides):
        raise NotationError(f"size {quoted(text)}: expected WIDTHxHEIGHT, as in 4x3.")
    return int(sides[0]), int(sides[-1])


def check_cells(cells: tuple[int, ...]) -> None:
    """Raise NotationError unless `cells` contains 0 and every tile 1 … N exactly once."""
    count = len(cells)
    if sorted(cells) == list(range(count)):
        return
    problems = []
    outside = sorted({c for c in cells if not 0 <= c < count})
    if outside:
        problems.append(
            f"{_some(outside)} out of range (tiles are 1 to {count - 1}, the blank is 0)"
        )
    seen: set[int] = set()
    twice = sorted({c for c in cells if c in seen or seen.add(c)})  # type: ignore[func-returns-value]
    blanks = cells.count(0)
    if blanks > 1:
        problems.append(f"{blanks} blanks (expected one)")
    repeated = [c for c in twice if 0 < c < count]
    if repeated:
        problems.append(f"{_tiles(repeated)} given more than once")
    missing = sorted(set(range(1, count)) - set(cells))
    if missing:
        problems.append(f"{_tiles(missing)} missing")
    if not blanks:
        problems.append("no blank (write 0, _ or . for it)")
    raise NotationError(f"not a board of {count} cells: {'; '.join(problems)}.")


def _tiles(numbers: list[int]) -> str:
    return f"{noun(len(numbers), 'tile')} {_some(numbers)}"


def _some(numbers: list[int]) -> str:
    words = ", ".join(map(shown, numbers[:8]))
    return words if len(numbers) <= 8 else f"{words} and {len(numbers) - 8} more"


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Board:
    """An immutable position of a sliding-tile puzzle.

    cells: width * height numbers in reading order, 0 for the blank, 1 … N the tiles.

    >>> board = Board.parse("7 0 2/8 5 3/6 1 4")
    >>> board.blank, board[2]
    (1, 2)
    >>> board.legal_moves()
    'ULR'
    >>> print(board.apply("UR"))
    7 5 2
    _ 8 3
    6 1 4
    >>> f"on one line: {board}"
    'on one line: 7 0 2/8 5 3/6 1 4'
    >>> board == eval(repr(board)) == Board.parse(str(board)) == Board.parse(board.text)
    True
    """

    width: int
    height: int
    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        if type(self.cells) is not tuple or {*map(type, self.cells)} != _INT:
            object.__setattr__(self, "cells", _whole(self.cells))
        check_size(self.width, self.height)
        if len(self.cells) != self.width * self.height:
            raise NotationError(
                f"{len(self.cells)} numbers for {an(f'{self.width}x{self.height}')} board; "
                f"expected {self.width * self.height}."
            )
        check_cells(self.cells)

    @classmethod
    def parse(cls, given: "str | Rows", *, size: tuple[int, int] | None = None) -> "Board":
        """The board that a text describes, in any notation of `taquin.puzzle.notation`.

        given: the text, or rows as for `of_rows`. size: (width, height), needed if that is
        ambiguous. Raises NotationError.
        """
        if not isinstance(given, str) and is_rows(given):
            return cls.of_rows(given, size=size)
        reading = recognise(cast(str, given), size=size)
        try:
            return cls(reading.width, reading.height, reading.cells)
        except NotationError as error:
            remark = marks_remark(cast(str, given), reading.cells)
            raise NotationError(f"{error}{remark}") from None

    @classmethod
    def of_rows(cls, rows: "Rows", *, size: tuple[int, int] | None = None) -> "Board":
        """The board whose rows are given: lists, tuples or a NumPy array of whole numbers.

        A list or array of one dimension holds the cells of a square board in reading order, or of
        a board of that `size`, (width, height). 0, None or "_" is the blank. Raises NotationError.

        >>> Board.of_rows([[1, 2, 3], [4, 5, 0]]).text
        '1 2 3/4 5 0'
        """
        return cls.parse(rows_text(rows), size=size)

    @classmethod
    def of(cls, width: int, height: int, cells: Iterable[int]) -> "Board":
        """A board from its width, height and cells in reading order, any iterable of integers."""
        try:
            return cls(width, height, _read(cells))
        except TypeError as error:
            raise NotationError(
                f"cells must be whole numbers, with 0 for the blank: {error}."
            ) from None

    @property
    def text(self) -> str:
        """The board on one line, as in 7 0 2/8 5 3/6 1 4: what JSON and messages contain."""
        return write_board(self.width, self.cells)

    def __str__(self) -> str:
        """The rows on separate lines, in columns, with the blank as _; `parse` reads it back."""
        digits = len(str(len(self.cells) - 1))
        return "\n".join(" ".join(f"{c or '_':>{digits}}" for c in row) for row in self.rows())

    def __format__(self, form: str) -> str:
        """The board on one line, to fit into a sentence, or in the notation that `form` names.

        form: "" or a key of `taquin.puzzle.notation.FORMATS`, as in f"{board:compact}".
        """
        return write_board(self.width, self.cells, form=form or "rows")

    def __repr__(self) -> str:
        return f'Board.parse("{self.text}")'

    def __getitem__(self, cell: int) -> int:
        return self.cells[cell]

    def __iter__(self) -> Iterator[int]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def index(self, tile: int) -> int:
        """The cell of a tile, 0 for the blank; raises OptionError if there is no such tile."""
        try:
            return self.cells.index(tile)
        except ValueError:
            raise OptionError(
                f"there is no tile {shown(tile)}: tiles are 1 to {len(self.cells) - 1}, and 0 is "
                "the blank."
            ) from None

    def rows(self) -> list[tuple[int, ...]]:
        """The cells, one tuple per row."""
        return [self.cells[i : i + self.width] for i in range(0, len(self.cells), self.width)]

    @property
    def size(self) -> str:
        """WIDTHxHEIGHT."""
        return f"{self.width}x{self.height}"

    @property
    def blank(self) -> int:
        """The cell of the blank."""
        return self.cells.index(0)

    def _table(self, topology: Topology | str | None) -> Topology:
        if isinstance(topology, Topology):
            return topology
        return find_topology("grid" if topology is None else topology, self.width, self.height)

    def legal_moves(self, topology: Topology | str | None = None) -> str:
        """The letters of the legal moves, in the order U D L R, then Q E Z C.

        topology: a board type or its name, here and in `apply`, `path` and `slides`; grid if None.
        """
        table = self._table(topology)
        return "".join(
            letter
            for letter, cell in zip(table.letters, table.neighbors[self.blank], strict=True)
            if cell >= 0
        )

    def apply(
        self, moves: Moves, *, topology: Topology | str | None = None, notation: Notation = "tile"
    ) -> "Board":
        """The board after `moves`; MoveError names the first illegal one.

        moves: a text that `parse_moves` reads, such as ``UR2D``, or the numbers of the tiles that
        slide, as in ``5 8``, perhaps with their directions, as in ``5L 8U``; also a list or tuple
        of these, here and in `path` and `slides`. NotationError for a text with two readings.
        """
        table = self._table(topology)
        neighbors = table.neighbors
        letters = self._letters(moves, table, notation)
        cells, blank = list(self.cells), self.blank
        for direction in letters.encode().translate(_INDEX):
            cell = neighbors[blank][direction]
            if cell < 0:
                deque(self._walk(letters, table, notation), maxlen=0)  # says which move is wrong
            cells[blank], cells[cell] = cells[cell], 0
            blank = cell
        return Board(self.width, self.height, tuple(cells))

    def path(
        self, moves: Moves, *, topology: Topology | str | None = None, notation: Notation = "tile"
    ) -> Iterator["Board"]:
        """This board, then the board after each single-tile move of `moves`."""
        table = self._table(topology)
        for cells, _ in self._walk(self._letters(moves, table, notation), table, notation):
            yield Board(self.width, self.height, tuple(cells))

    def slides(
        self, moves: Moves, *, topology: Topology | str | None = None, notation: Notation = "tile"
    ) -> Iterator[int]:
        """The tile that slides in each single-tile move of `moves`."""
        table = self._table(topology)
        walk = self._walk(self._letters(moves, table, notation), table, notation)
        return (tile for _, tile in walk if tile)

    def _letters(self, moves: Moves, table: Topology, notation: Notation) -> str:
        """One tile letter per move; MoveError for a tile that cannot slide."""
        listed = isinstance(moves, (list, tuple))
        text = joined(moves) if listed else cast(str, moves)
        if not isinstance(text, str) or not text.strip(DIRECTIONS):
            return parse_moves(text, notation=notation, directions=table.letters)
        given = read_given(text, self.cells, table, notation, digits=not listed)
        if given.problem is not None:
            raise MoveError(given.problem)
        return given.letters

    def _walk(
        self, letters: str, table: Topology, notation: Notation
    ) -> Iterator[tuple[list[int], int]]:
        """(cells, tile moved) before the first move and after each; one list, changed in place."""
        cells, blank = list(self.cells), self.blank
        yield cells, 0
        for number, letter in enumerate(letters, start=1):
            cell = table.neighbors[blank][table.letters.index(letter)]
            if cell < 0:
                board = Board(self.width, self.height, tuple(cells))
                moved = format_moves(letter + board.legal_moves(table), notation=notation)
                raise MoveError(
                    f"move {number} ({moved[0]}): no tile can move {WORDS[letter]} "
                    f"on {board}; legal: {', '.join(moved[1:]) or 'none'}."
                )
            tile = cells[cell]
            cells[blank], cells[cell] = tile, 0
            blank = cell
            yield cells, tile

    def swapped(self, a: int, b: int) -> "Board":
        """The board with `a` and `b` exchanged; on a grid, two tiles exchanged flip solvability."""
        if not (a in self.cells and b in self.cells):
            raise OptionError(
                f"cannot swap {shown(a)} and {shown(b)}: tiles are 1 to {len(self.cells) - 1}."
            )
        other = {a: b, b: a}
        return Board(self.width, self.height, tuple(other.get(c, c) for c in self.cells))

    def transpose(self) -> "Board":
        """The board with rows and columns exchanged; tiles keep their numbers."""
        return Board(
            self.height,
            self.width,
            tuple(c for x in range(self.width) for c in self.cells[x :: self.width]),
        )

    def mirror(self, goal: "Board") -> "Board":
        """The board transposed, and renumbered so that the transposed `goal` is `goal` again.

        On a square board whose goal has the blank on the main diagonal, the mirror image takes
        exactly as many moves as the board; up becomes left, and down becomes right.
        """
        check_kind("goal", goal, Board, "a Board, as in Board.parse('123456780')")
        if (self.width, self.height) != (goal.width, goal.height):
            raise OptionError(
                f"mirror: the board is {self.size}, the goal {goal.size}; expected the same size."
            )
        if self.width != self.height or goal.transpose().blank != goal.blank:
            raise OptionError("mirror: expected a square board and a goal blank on the diagonal.")
        renamed = dict(zip(goal.transpose().cells, goal.cells, strict=True))
        return Board(self.width, self.height, tuple(renamed[c] for c in self.transpose().cells))

    def _repr_svg_(self) -> str:
        from taquin.pictures.board import board_svg

        return board_svg((self.width, self.cells))


T = TypeVar("T")
_INT = {int}


def _read(cells: Iterable[T]) -> tuple[T, ...]:
    """The cells; of something endless, no more than show that they are too many."""
    return (
        tuple(cells)
        if isinstance(cells, (tuple, list))
        else tuple(islice(cells, LARGEST_SIDE**2 + 1))
    )


def _whole(cells: Iterable[object]) -> tuple[int, ...]:
    """The cells as a tuple of plain integers; NotationError for others, such as True or 0.0."""
    try:
        given = _read(cells)
        for cell in given:
            if isinstance(cell, bool):
                raise TypeError(f"{quoted(cell)} is a truth value")
        return tuple(int(index(cell)) for cell in given)  # type: ignore[arg-type]
    except TypeError as error:
        raise NotationError(
            f"cells must be whole numbers, with 0 for the blank: {error}."
        ) from None


# Of a letter, as a byte.
_INDEX = bytes.maketrans((DIRECTIONS + DIAGONALS).encode(), bytes(range(8)))
