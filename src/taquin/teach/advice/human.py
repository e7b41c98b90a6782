"""The way people solve these puzzles: line by line, the last two tiles of each line together.

It works for every solvable board of any size and goal, and explains each step. The page takes the
same steps in the same words (`static/solver/human.js`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from taquin.ground.errors import UnsolvableError
from taquin.puzzle.board import Board
from taquin.teach.advice.carry import Work, carry, last_four, turn_in

__all__ = ["HumanStep", "human_steps"]


@dataclass(frozen=True, slots=True)
class HumanStep:
    """moves: one tile letter per move. tiles: those that the sentence is about."""

    moves: str
    sentence: str
    stage: str
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A row or column to fill, from one end to the other; `inward` leads to the next line."""

    name: str
    cells: list[int]
    inward: int


def human_steps(board: Board, goal: Board) -> Iterator[HumanStep]:
    """The steps from a board to a goal of its size; what is already done is left out.

    Raises UnsolvableError at the last four cells of an unsolvable board.

    >>> step = next(human_steps(Board.parse("1 2 3/4 0 5/7 8 6"), Board.parse("123456780")))
    >>> step.stage, step.moves, step.sentence
    ('Last four cells', 'LU', 'Rotate 5, 6 and 8 until they fit.')
    """
    method = _Method(board, goal)
    while (line := method.next_line()) is not None:
        yield from method.fill(line)
    yield from method.finish()


class _Method:
    """A board on which more and more lines are done."""

    def __init__(self, board: Board, goal: Board) -> None:
        self._goal = goal.cells
        self._blank_row, self._blank_column = divmod(goal.blank, goal.width)
        self._work = Work(board.width, board.cells)
        self._rows, self._columns = list(range(board.height)), list(range(board.width))

    def next_line(self) -> _Line | None:
        """An outer line without the blank's home: rows while there are as many as columns.

        None once four cells are left.
        """
        rows, columns, width = self._rows, self._columns, self._work.width
        if len(rows) == len(columns) == 2:
            return None
        if len(rows) > 2 and (len(rows) >= len(columns) or len(columns) == 2):
            last = self._blank_row == rows[0]
            row = rows.pop() if last else rows.pop(0)
            cells = [row * width + column for column in columns]
            return _Line(f"Row {row + 1}", cells, -width if last else width)
        last = self._blank_column == columns[0]
        column = columns.pop() if last else columns.pop(0)
        cells = [row * width + column for row in rows]
        return _Line(f"Column {column + 1}", cells, -1 if last else 1)

    def fill(self, line: _Line) -> Iterator[HumanStep]:
        """The steps that fill a line."""
        for cell in line.cells[:-2]:
            tile, where = self._goal[cell], self._beside(cell)
            if moves := carry(self._work, tile, cell):
                yield HumanStep(moves, f"Bring {tile} {where}.", line.name, (tile,))
            self._work.locked[cell] = True
        yield from self._fill_corner(line)
        for cell in line.cells:
            self._work.locked[cell] = True

    def _fill_corner(self, line: _Line) -> Iterator[HumanStep]:
        """The first of the two tiles waits in the corner, the second behind it; both turn in."""
        work, (first, corner) = self._work, line.cells[-2:]
        one, two = self._goal[first], self._goal[corner]
        if (work.cells[first], work.cells[corner]) == (one, two):
            return
        if both := self._turn_both(line):
            yield both
            return
        if parked := carry(work, one, corner):
            park = f"Park {one} in the corner where {two} belongs; then both turn in together."
            yield HumanStep(parked, park, line.name, (one,))
        work.locked[corner] = True
        behind = carry(work, two, corner + line.inward)
        work.locked[corner] = False
        if behind:
            side = _side(line.inward, work.width)
            yield HumanStep(behind, f"Bring {two} {side} {one}.", line.name, (two,))
        turned = self._turn_both(line)
        assert turned is not None, "both tiles are in the window, and the blank is beside it"
        yield turned

    def _turn_both(self, line: _Line) -> HumanStep | None:
        work, (first, corner), inward = self._work, line.cells[-2:], line.inward
        one, two = self._goal[first], self._goal[corner]
        ready = work.cells[corner] == one and work.cells[corner + inward] == two
        window = [end + depth * inward for depth in range(3) for end in (first, corner)]
        moves = turn_in(work, window, {one: first, two: corner})
        if moves is None:
            return None
        words = (
            f"Turn {one} and {two} into place together."
            if ready
            else f"{one} and {two} are close: turn them into place together."
        )
        return HumanStep(moves, words, line.name, (one, two))

    def _beside(self, cell: int) -> str:
        """Where a cell is, relative to a finished neighbour."""
        width, locked = self._work.width, self._work.locked
        row, column = divmod(cell, width)
        place = f"row {row + 1}, column {column + 1}"
        near = (
            (row > 0, cell - width, width),
            (column > 0, cell - 1, 1),
            (cell + width < len(locked), cell + width, -width),
            (column + 1 < width, cell + 1, -1),
        )
        for exists, at, gap in near:
            if exists and locked[at]:
                return f"{_side(gap, width)} {self._goal[at]}: {place}"
        return f"to its corner, {place}"

    def finish(self) -> Iterator[HumanStep]:
        """The step that solves the last four cells."""
        width = self._work.width
        square = [row * width + column for row in self._rows for column in self._columns]
        tiles = sorted(self._goal[cell] for cell in square if self._goal[cell])
        moves = last_four(self._work, square, self._goal)
        if moves is None:
            raise UnsolvableError(
                f"{', '.join(map(str, tiles))} cannot be turned into place: the board is "
                "unsolvable for this goal. `taquin info` says why."
            )
        if moves:
            names = f"{', '.join(map(str, tiles[:-1]))} and {tiles[-1]}"
            yield HumanStep(
                moves, f"Rotate {names} until they fit.", "Last four cells", tuple(tiles)
            )


def _side(gap: int, width: int) -> str:
    """Where a cell is, seen from its neighbour, `gap` cells before it."""
    if abs(gap) == width:
        return "under" if gap > 0 else "above"
    return "to the right of" if gap > 0 else "to the left of"
