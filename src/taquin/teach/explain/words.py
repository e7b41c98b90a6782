"""The sentences of an explanation, made from its facts alone."""

from collections.abc import Iterator
from math import factorial, log10

from taquin.ground.grammar import counted, listed, noun
from taquin.puzzle.board import Board
from taquin.puzzle.goal import GOALS
from taquin.teach.explain.estimates import HeuristicValue
from taquin.teach.explain.facts import Facts
from taquin.whole.census import countable

__all__ = ["digits", "rounded", "sentences"]

_DIGITS = 45  # longer numbers are rounded in the text
_READ_AS = {
    "rows": "rows with separators",
    "lines": "one row per line",
    "flat": "one line of numbers",
    "compact": "one digit per cell",
    "letters": "one digit or letter per cell",
    "json": "JSON lists",
    "counted": "a count followed by the rows",
    "positions": "positions of tiles",
    "instance": "the name of an instance",
    "board": "a Board",
}


def sentences(facts: Facts) -> list[str]:
    """The explanation in short sentences."""
    return [
        *_what(facts),
        *_solvability(facts),
        *_distance(facts),
        *_estimates(facts),
        *_space(facts),
    ]


def _what(facts: Facts) -> Iterator[str]:
    board, named = facts.board, facts.instance
    yield f"Board: {board}  ({board.size}, read as {_READ_AS[facts.notation]})"
    if named is not None:
        note = f" ({named.note})" if named.note else ""
        yield f"Instance: {named.name}, from {named.source}{note}."
    name = f"  ({facts.goal_name}: {GOALS[facts.goal_name]})" if facts.goal_name else ""
    yield f"Goal:  {facts.goal}{name}"
    yield f"Board type: {facts.puzzle.topology.name}. Metric: {_unit(facts)}."


def _unit(facts: Facts) -> str:
    return f"{facts.puzzle.metric} ({facts.puzzle.pricing})"


def _solvability(facts: Facts) -> Iterator[str]:
    if facts.already_solved:
        yield "Already solved: the board is the goal."
    else:
        yield facts.reason
        pairs = "a pair" if facts.inversions == 1 else "pairs"
        blank = (
            f"is {counted(facts.blank_distance, 'step')} from"
            if facts.blank_distance >= 0
            else "cannot reach"
        )
        yield (
            f"It has {counted(facts.inversions, 'inversion')} ({pairs} of tiles in the "
            f"opposite order from the goal). The blank {blank} its goal cell."
        )
    if facts.swap is not None:
        a, b = facts.swap
        yield f"Nearest fix: swap {a} and {b}, which gives {facts.fixed}."
    reached = [_goal_words(name) for name, can in facts.other_goals.items() if can]
    missed = [_goal_words(name) for name, can in facts.other_goals.items() if not can]
    also = "also " if facts.solvable else ""
    if reached:
        yield f"This board is {also}solvable for {listed(reached)}."
    if missed:
        other = "It" if reached else "This board"
        yield f"{other} is not solvable for {listed(missed, 'or')}."


def _distance(facts: Facts) -> Iterator[str]:
    legal = f"Legal moves: {', '.join(facts.legal_moves)}"
    if not facts.solvable or facts.already_solved:
        yield f"{legal}."
        return
    if facts.distance is None:
        yield f"Finding the exact distance takes a search. It is at least {_bound(facts)}."
        yield f"{legal}."
        return
    computed = facts.distance_source == "computed"
    source = "computed" if computed else f"published: {facts.distance_source}"
    yield f"An optimal solution {_cost(facts, facts.distance)} ({source})."
    yield f"The best lower bound without a search is {_bound(facts)}."
    if facts.first_moves is None:
        yield f"{legal}."
    elif len(facts.first_moves) == len(facts.legal_moves):
        every = "it starts" if len(facts.legal_moves) == 1 else "each of them starts"
        yield f"{legal}; {every} an optimal solution."
    else:
        start = "starts" if len(facts.first_moves) == 1 else "each start"
        yield f"{legal}; {listed(facts.first_moves)} {start} an optimal solution."


def _cost(facts: Facts, cost: int) -> str:
    if facts.puzzle.summed is not None:
        return f"costs {cost} (sum of {facts.puzzle.summed})"
    kind = "single-tile" if facts.puzzle.metric == "stm" else "multi-tile"
    return f"takes {counted(cost, f'{kind} move')}"


def _bound(facts: Facts) -> str:
    return f"{facts.lower_bound:,}: {facts.lower_bound_reason}"


def _estimates(facts: Facts) -> Iterator[str]:
    total = len(facts.board.cells) - 1
    if not facts.already_solved:
        if len(facts.misplaced) == total:
            yield f"All {total} tiles are misplaced."
        else:
            tiles = ", ".join(map(str, facts.misplaced))
            verb = "is" if len(facts.misplaced) == 1 else "are"
            yield f"{len(facts.misplaced)} of {total} tiles {verb} misplaced: {tiles}."
        yield f"Manhattan distance, tile by tile (total {sum(facts.manhattan)}):"
        yield from _table(facts.manhattan, facts.board)
        longest = facts.pushes
        if longest > 1:
            yield (
                f"One move can push up to {longest} tiles, so the total is divided by "
                f"{longest} and rounded up."
            )
        if facts.conflicts:
            yield f"Linear conflict: {_stepping_out(facts, facts.conflicts)} pass."
    yield "Heuristics (an admissible heuristic never overestimates):"
    shown = [value for value in facts.heuristics if value.value is not None]
    width = max(len(value.name) for value in shown)
    for value in shown:
        yield f"  {value.name:<{width}}  {value.value:>4}  {_promise(facts, value)}"
        for pattern, adds in value.patterns:
            yield f"  {'':<{width}}  {adds:>4}  from {_tiles(pattern)}"
    for value in facts.heuristics:
        if value.refused is not None:
            yield f"  Not shown: {value.refused}"


def _stepping_out(facts: Facts, tiles: tuple[int, ...]) -> str:
    """The tiles that a linear conflict forces out of their line, as the start of a sentence."""
    lines = {_goal_lines(facts, tile) for tile in tiles}
    line = lines.pop() if len(lines) == 1 else "row or column"
    if len(tiles) == 1:
        return f"tile {tiles[0]} must step out of its {line} to let another"
    every = listed([str(tile) for tile in tiles])
    return f"tiles {every} must step out of their {line} to let others"


def _goal_lines(facts: Facts, tile: int) -> str:
    """The lines of the tile's goal cell that contain the tile: row, column or both."""
    width = facts.board.width
    here, home = (divmod(board.cells.index(tile), width) for board in (facts.board, facts.goal))
    return " or ".join(
        name for name, a, b in zip(("row", "column"), here, home, strict=True) if a == b
    )


def _promise(facts: Facts, value: HeuristicValue) -> str:
    claims = "admissible" if value.admissible else "not admissible"
    claims += ", consistent" if value.consistent else ", not consistent"
    if facts.distance is not None and not facts.already_solved:
        off = (value.value or 0) - facts.distance
        if off:
            claims += f"; {abs(off)} {'above' if off > 0 else 'below'} the true distance"
        else:
            claims += "; exact"
    return claims


def _space(facts: Facts) -> Iterator[str]:
    if facts.states is None:
        yield "The number of boards reachable from this one is not known."
    else:
        arrangements = factorial(facts.puzzle.cells)
        share = f"of {rounded(arrangements)} arrangements"
        if facts.states == arrangements:
            share = "every arrangement"
        elif 2 * facts.states == arrangements:
            every = rounded(arrangements)
            whole = f"the roughly {every[6:]}" if every.startswith("about ") else f"all {every}"
            share = f"half of {whole} arrangements"
        number = rounded(facts.states)
        yield f"{number[0].upper()}{number[1:]} boards are reachable from this one, {share}."
    extent = facts.extent
    if extent is None:
        yield _uncounted(facts)
    else:
        count = extent.boards_at_diameter
        yield (
            f"The greatest distance from this goal is {extent.diameter} "
            f"({counted(count, 'board')}); "
            f"the mean is {extent.mean_distance:.1f}."
        )


def _uncounted(facts: Facts) -> str:
    """Who finds the greatest distance, where it is not stored."""
    puzzle = facts.puzzle
    if not countable(puzzle) or facts.puzzle.costs is not None:
        return "The greatest distance from this goal is not known."
    goal = f" --goal {facts.goal_name}" if facts.goal_name else f' --goal "{facts.goal}"'
    usual = "" if facts.goal_name == "last" else goal
    metric = "" if puzzle.metric == "stm" else f" --metric {puzzle.metric}"
    kind = "" if puzzle.topology.name == "grid" else f" --topology {puzzle.topology.name}"
    command = f"taquin census {facts.board.size}{usual}{metric}{kind}"
    return f"The greatest distance from this goal is not stored; `{command}` counts it."


def digits(number: int) -> int:
    """How many decimal digits a number has, or one more."""
    return int(number.bit_length() * log10(2)) + 1


def rounded(number: int) -> str:
    """The number with thousands separators; a very long one in scientific notation."""
    length = digits(number)
    if length <= _DIGITS:
        return f"{number:,}"
    first, exponent = number // 10 ** (length - 4), length - 1
    if first < 1000:
        first, exponent = number // 10 ** (length - 5), length - 2
    return f"about {first // 1000}.{first // 10 % 100:02} × 10^{exponent}"


def _tiles(tiles: tuple[int, ...]) -> str:
    return f"{noun(len(tiles), 'tile')} {', '.join(map(str, tiles))}"


def _goal_words(name: str) -> str:
    return {
        "last": "the goal with the blank last",
        "first": "the goal with the blank first",
        "snake": "the snake goal",
        "spiral": "the spiral goal",
    }[name]


def _table(numbers: tuple[int, ...], board: Board) -> Iterator[str]:
    """The numbers laid out like the board, with a dot for the blank."""
    width = max(len(str(number)) for number in numbers)
    shown = [str(n) if tile else "·" for tile, n in zip(board.cells, numbers, strict=True)]
    for row in range(0, len(shown), board.width):
        yield "  " + " ".join(f"{text:>{width}}" for text in shown[row : row + board.width])
