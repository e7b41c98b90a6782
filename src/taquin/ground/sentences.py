"""Sentences that Python and the page both say, each written here alone.

The page's copies, `static/words/`, are written by `python -m tests.regenerate`. In braces stands
what `said` fills in: `{tile}` a value, `{moves:move}` a number with its noun, `{moves:,}` a number
as people read it, and `{moves:is|are}` the first word for 1 and the second for any other number.
"""

import re
from enum import StrEnum

from taquin.ground.grammar import counted

__all__ = [
    "AnswerSentence",
    "AttemptSentence",
    "EstimateSentence",
    "FaceSentence",
    "GameSentence",
    "HintSentence",
    "LearnSentence",
    "MethodSentence",
    "ReviewSentence",
    "SlideSentence",
    "TraceSentence",
    "said",
]

_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


def said(sentence: StrEnum, **values: object) -> str:
    """The sentence with its values.

    >>> said(HintSentence.UNPROVED, length=1200, lower=1)
    'It is the first move of a solution of 1,200 moves; at least 1 move is needed.'
    """

    def filled(field: re.Match[str]) -> str:
        name, form = field.groups()
        value = values[name]
        if form is None:
            return str(value)
        assert isinstance(value, int), f"{name} of {sentence!r} is counted"
        one, several, other = form.partition("|")
        if several:
            return one if value == 1 else other
        return f"{value:,}" if form == "," else counted(value, form)

    return _FIELD.sub(filled, sentence.value)


class FaceSentence(StrEnum):
    """What a terminal, a notebook and the page say of a game or a comparison that goes on."""

    PAUSED = "The game is paused."
    SOLVED = "This board is solved."
    NO_UNDO = "Nothing to undo."
    NO_REDO = "Nothing to redo."
    CHECKING = "Checking your move…"
    DRAWING = "Looking for a puzzle…"
    NO_SKIP = "In a streak no puzzle can be skipped."
    STARTS = "The clock starts with your first move."
    NO_HINTS = "There are no hints in a timed attempt."
    RUNNING = "The searches are running."
    STOPPED = "Stopped. Unfinished searches have no result."


class AttemptSentence(StrEnum):
    """The names of timed attempts, under which results are stored, and when their clock starts."""

    MARATHON = "marathon of {count} {size}"
    RELAY = "relay {first} to {last}"
    MIXED = "session of {count} from {sizes}"
    HIDDEN = "{what}, numbers hidden"
    BLIND = "{what}, blind"
    UNCOVERS = "The clock starts when you uncover the board."
    INSPECTS = "The clock starts after {seconds} s of inspection, or with your first move."


class GameSentence(StrEnum):
    """The result of a game, and why it cannot be compared."""

    RESULT = "{time} for {ways}, {pace} moves per second."
    IN_SLIDES = "{moves:move} in {slides:slide}"
    OF_MOVES = "{slides:slide} of {moves:move}"
    SOLUTION = "solution shown"
    SOLUTION_EARLIER = "solution shown in an earlier try"
    HINTS = "{hints:hint}"
    HINTS_EARLIER = "{hints:hint} in an earlier try"
    HINTS_PARTLY = "{hints:hint} ({earlier} in an earlier try)"
    UNDONE = "{undos:undo}"
    CHOSEN = "chosen board"
    ARCHIVE = "archive board"
    AGAIN = "played before"
    SHOWN = "Does not count today: a solution was shown."
    MADE = "Does not count today: a move was made for you."


class AnswerSentence(StrEnum):
    """Answers to questions about the board in play."""

    PLACE = "row {row}, column {column}"
    BLANK = "The blank"
    AT_HOME = "{name} is at home, {place}."
    AWAY = "{name} is in {place}; its home is {home}."
    NO_TILE = "“{question}”: expected a tile from 1 to {last}, or “blank”."
    NO_LINE = "“{question}”: expected a {kind} from 1 to {last}."
    PROGRESS = "{home} of {tiles} tiles {home:is|are} at home after {moves:move}."
    PROGRESS_SLIDES = "{home} of {tiles} tiles {home:is|are} at home after {slides:slide}."
    LEFT = "“{name}” tells how many moves are left, and counts as a hint."
    LEFT_SLIDES = "“{name}” tells how many slides are left, and counts as a hint."


class HintSentence(StrEnum):
    """What a hint says; the last two are how sure it is."""

    MOVE = "Move tile {tile}."
    MOVE_WAY = "Move tile {tile} {way}."
    START = "Start by moving tile {tile} {way}."
    PUSH = "Move tile {tile}: {slide}"
    HOME = "it slides home."
    TOGETHER = "{others} and {last} slide together."
    SOLVES = "That solves the board."
    ONLY = "It is the only best move."
    EQUAL = "Moving {tiles} is just as good."
    OPEN = "It is not proved whether other moves are equally good."
    UNPROVED = (
        "It is the first move of a solution of {length:move}; at least {lower:move} "
        "{lower:is|are} needed."
    )
    STEP = "{part}; this step takes {length:move}."
    PART = "Part of {line}"
    INSTEAD = (
        "No shortest solution was proved in time (at least {lower:move}); this step follows the "
        "row-and-column method."
    )
    SOUGHT = "A shortest solution is still being sought…"
    PROVED = "proved"
    NOT_PROVED = "not proved"


class LearnSentence(StrEnum):
    """The question for a learner, and the verdict on the answer."""

    UNSURE = "A good move is known, but it may not be the best. Make your move on the board."
    EVERY = "Every move is a best move here. Make one."
    ONE = "One of the {legal} possible moves is best. Make it on the board."
    TWO = "Two of the {legal} possible moves are best. Make one on the board."
    THREE = "Three of the {legal} possible moves are best. Make one on the board."
    AT_LEAST_ONE = "At least one of the {legal} possible moves is best. Make one on the board."
    AT_LEAST_TWO = "At least two of the {legal} possible moves are best. Make one on the board."
    BEST = "Yes, that is a best move."
    ALL_BEST = "Yes, all {length:move} of this slide are best moves."
    SUGGESTED = "Yes, that is also the suggested move."
    NOT_SUGGESTED = "This is not the suggested move; it is not proved whether it is worse."
    SUGGESTED_FIRST = (
        "It starts with the suggested move; it is not proved whether the rest is equally good."
    )
    BEST_FIRST = "It starts with a best move; it is not proved whether the rest is equally good."
    OPEN = "It is not proved whether this is a best move."
    AWAY = "Not the best: it leads away from the goal and costs two extra moves."
    NOT_ALL = "Not the best: not every move of this slide belongs to a shortest solution."


class MethodSentence(StrEnum):
    """The steps of the row-and-column method."""

    ROW = "Row {number}"
    COLUMN = "Column {number}"
    LAST = "Last four cells"
    BRING = "Bring {tile} {where}."
    BEHIND = "Bring {tile} {side} {other}."
    PARK = "Park {tile} in the corner where {other} belongs; then both turn in together."
    TURN = "Turn {tile} and {other} into place together."
    CLOSE = "{tile} and {other} are close: turn them into place together."
    ROTATE = "Rotate {tiles} and {last} until they fit."
    CELL = "row {row}, column {column}"
    BESIDE = "{side} {other}: {place}"
    CORNER = "to its corner, {place}"
    UNDER = "under"
    ABOVE = "above"
    RIGHT = "to the right of"
    LEFT = "to the left of"
    BY_ROWS = "row by row"
    BY_COLUMNS = "column by column"
    BY_BOTH = "rows and columns"
    STUCK = "{tiles} cannot be turned into place: the board is unsolvable for this goal."


class ReviewSentence(StrEnum):
    """What a review says of a slide, and of a stretch of moves."""

    OPEN = "not proved"
    BEST = "best"
    WORSE = "{loss:move} worse than the best"
    BLUNDER = "a blunder, {loss:move} worse than the best"
    ONE_MOVE = "move {end}"
    MOVES = "moves {first} to {end}"


class SlideSentence(StrEnum):
    """What hints, questions, their verdicts and reviews say where slides count."""

    BEGINS = "It begins a solution of {slides:slide}. {bound}"
    NO_FEWER = "No solution has fewer slides."
    FEWER = "Fewer slides may be enough, but at least {lower:,} {lower:is|are} needed."
    LARGE = "{hint} Above 16 cells, hints count moves."
    WAY = "Move tile {tile} {way}: {slide}"
    ONE = "One of the {legal} possible slides is best. Make it on the board."
    SEVERAL = "{best} of the {legal} possible slides are best. Make one on the board."
    AT_LEAST_ONE = "At least one of the {legal} possible slides is best. Make one on the board."
    AT_LEAST = "At least {best} of the {legal} possible slides are best. Make one on the board."
    RIGHT = "Yes, that is a best slide."
    FREE = "Going on with your slide costs none: {left:slide} {left:is|are} left after it. {bound}"
    GOES_ON = "It begins a best slide, which goes on for {tiles:tile}."
    OPEN = "It is not proved whether this is a best slide."
    COSTS = "Not the best: it costs {lost:slide} more than needed."
    COSTS_AT_LEAST = "Not the best: it costs at least {lost:slide} more than needed."
    WORSE = "{loss:slide} worse than the best"
    REVIEWED = "This game counted slides. Above 16 cells, reviews count moves."


class EstimateSentence(StrEnum):
    """Why an estimate is not defined for a board."""

    GRID_ONLY = (
        "linear_conflict works only on grids, with or without walls, not on {topology}, where two "
        "tiles can pass each other without leaving their line. Use manhattan or walking_distance."
    )
    ONLY_3X3 = (
        "sequence_score is defined only for 3x3, not for {size}. Use manhattan or linear_conflict."
    )


class TraceSentence(StrEnum):
    """How a recorded search ended and what is proved; how much its recording holds."""

    OPTIMAL = "Solved at cost {cost}, which is proved optimal."
    SOLVED = "Solved at cost {cost}; {proved}."
    NO_GOAL = "Every reachable state was examined, and none is a goal."
    INCOMPLETE = "The search ended without a solution and without a proof that there is none."
    LIMIT = "Stopped by the limit on {limit}; {proved}."
    LIMIT_BEST = "Stopped by the limit on {limit}; the best solution so far costs {cost}; {proved}."
    INTERRUPT = "Stopped by an interrupt; {proved}."
    INTERRUPT_BEST = "Stopped by an interrupt; the best solution so far costs {cost}; {proved}."
    BOUND = "the optimal cost is proved to be at least {bound}"
    NO_BOUND = "no lower bound on the optimal cost was proved"
    CUT = "The trace reached its limit of {most} bytes: it lists {listed:,} of {all:,} expansions."
    MANY = "at least {number:,}"
