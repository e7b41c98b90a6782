"""The way people solve these puzzles: line by line, the last two tiles of each line together.

It works for every solvable board of any size and goal, and explains each step. Its twin on the page
is `static/solver/human.js`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from taquin.ground.errors import UnsolvableError
from taquin.ground.sentences import MethodSentence, said
from taquin.puzzle.board import Board
from taquin.teach.advice.carry import Work, carry, last_four, turn_in

__all__ = ["HumanStep", "human_steps"]


@dataclass(frozen=True, slots=True)
class HumanStep:
    """moves: one tile letter per move. tiles: those that the sentence is about.

    stage, way: the line it belongs to, and whether that is a row, a column or what both leave
    """

    moves: str
    sentence: str
    stage: str
    way: str
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A row or column to fill, from one end to the other; `inward` leads to the next line."""

    name: str
    way: str
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
            name, way = said(MethodSentence.ROW, number=row + 1), MethodSentence.BY_ROWS
            return _Line(name, way.value, cells, -width if last else width)
        last = self._blank_column == columns[0]
        column = columns.pop() if last else columns.pop(0)
        cells = [row * width + column for row in rows]
        name, way = said(MethodSentence.COLUMN, number=column + 1), MethodSentence.BY_COLUMNS
        return _Line(name, way.value, cells, -1 if last else 1)

    def fill(self, line: _Line) -> Iterator[HumanStep]:
        """The steps that fill a line."""
        for cell in line.cells[:-2]:
            tile, where = self._goal[cell], self._beside(cell)
            if moves := carry(self._work, tile, cell):
                bring = said(MethodSentence.BRING, tile=tile, where=where)
                yield HumanStep(moves, bring, line.name, line.way, (tile,))
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
            park = said(MethodSentence.PARK, tile=one, other=two)
            yield HumanStep(parked, park, line.name, line.way, (one,))
        work.locked[corner] = True
        behind = carry(work, two, corner + line.inward)
        work.locked[corner] = False
        if behind:
            side = _side(line.inward, work.width)
            bring = said(MethodSentence.BEHIND, tile=two, side=side, other=one)
            yield HumanStep(behind, bring, line.name, line.way, (two,))
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
        turn = MethodSentence.TURN if ready else MethodSentence.CLOSE
        sentence = said(turn, tile=one, other=two)
        return HumanStep(moves, sentence, line.name, line.way, (one, two))

    def _beside(self, cell: int) -> str:
        """Where a cell is, relative to a finished neighbour."""
        width, locked = self._work.width, self._work.locked
        row, column = divmod(cell, width)
        place = said(MethodSentence.CELL, row=row + 1, column=column + 1)
        near = (
            (row > 0, cell - width, width),
            (column > 0, cell - 1, 1),
            (cell + width < len(locked), cell + width, -width),
            (column + 1 < width, cell + 1, -1),
        )
        for exists, at, gap in near:
            if exists and locked[at]:
                side, other = _side(gap, width), self._goal[at]
                return said(MethodSentence.BESIDE, side=side, other=other, place=place)
        return said(MethodSentence.CORNER, place=place)

    def finish(self) -> Iterator[HumanStep]:
        """The step that solves the last four cells."""
        width = self._work.width
        square = [row * width + column for row in self._rows for column in self._columns]
        tiles = sorted(self._goal[cell] for cell in square if self._goal[cell])
        moves = last_four(self._work, square, self._goal)
        if moves is None:
            stuck = said(MethodSentence.STUCK, tiles=", ".join(map(str, tiles)))
            raise UnsolvableError(f"{stuck} `taquin info` says why.")
        if moves:
            others = ", ".join(map(str, tiles[:-1]))
            rotate = said(MethodSentence.ROTATE, tiles=others, last=tiles[-1])
            last, way = MethodSentence.LAST.value, MethodSentence.BY_BOTH.value
            yield HumanStep(moves, rotate, last, way, tuple(tiles))


def _side(gap: int, width: int) -> str:
    """Where a cell is, seen from its neighbour, `gap` cells before it."""
    if abs(gap) == width:
        return said(MethodSentence.UNDER if gap > 0 else MethodSentence.ABOVE)
    return said(MethodSentence.RIGHT if gap > 0 else MethodSentence.LEFT)
