"""Hints, questions and verdicts for a player who counts slides.

Its twins on the page are `static/play/slidehint.js` and `static/play/slidelearn.js`.
"""

from dataclasses import replace

from taquin.ground.errors import LimitReached
from taquin.ground.sentences import HintSentence, LearnSentence, SlideSentence, said
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS
from taquin.teach.advice.advice import WAYS, Advice, together
from taquin.teach.advice.distances import Distances, Known, Progress
from taquin.teach.advice.learn import LearnVerdict

__all__ = ["judge_slide", "slide_advice", "slide_question", "slide_to_find", "slides_left"]


def slides_left(
    board: Board,
    distances: Distances,
    run: str = "",
    *,
    seconds: float,
    progress: Progress | None = None,
) -> tuple[str, Known]:
    """How many slides are left to a player whose last one, `run`, may still go on.

    Tiles that move one after another in one direction are one slide, so that going on is free.
    Returns the moves that go on, "" where nothing is gained by them, and what is proved of the
    slides left after them; seconds: for each board on the way.
    """
    here = distances.known(board)
    if here.moves is None or (run and here.value is None):
        here = distances.measure(board, seconds, progress)
    if not run:
        return "", here
    best, lower, moves = here, here.lower, ""
    for further in _ways_on(board, distances, run):
        after = distances.measure(distances.after(board, further), seconds, progress)
        lower = min(lower, after.lower)
        if after.upper is not None and (best.upper is None or after.upper < best.upper):
            best, moves = after, further
    return moves, replace(best, lower=lower)


def _ways_on(board: Board, distances: Distances, run: str) -> list[str]:
    """The moves of each way in which the last slide may go on, the shortest first."""
    if not run:
        return []
    table = distances.puzzle.topology
    side = table.height if run[0] in "UD" else table.width
    line = table.line(board.blank, DIRECTIONS.index(run[0]))
    return [run[0] * tiles for tiles in range(1, min(len(line), side - 1 - len(run)) + 1)]


def slide_advice(
    board: Board,
    distances: Distances,
    run: str = "",
    *,
    seconds: float,
    progress: Progress | None = None,
) -> Advice:
    """The first slide of a solution with few of them, and whether fewer are possible.

    board: solvable, and not the goal. distances: of a puzzle that counts pushes. run: the moves of
    the player's last slide, which may go on. A solution that is known is followed: two searches in
    a row may find ways that undo each other. LimitReached where none was found within `seconds`.
    """
    further, here = slides_left(board, distances, run, seconds=seconds, progress=progress)
    if not further and not here.moves:
        raise LimitReached("no solution was found in time.")
    table = distances.puzzle.topology
    slides = distances.puzzle.parted(here.moves or "")
    moves, proved = further or slides[0], here.value is not None
    tiles = list(board.slides(moves, topology=table))
    tile, way = tiles[-1], WAYS[moves[0]]
    task = said(HintSentence.MOVE, tile=tile)
    pushed = said(HintSentence.MOVE_WAY, tile=tile, way=way)
    if len(tiles) > 1:
        slide = together(board, tiles)
        task = said(HintSentence.PUSH, tile=tile, slide=slide)
        pushed = said(SlideSentence.WAY, tile=tile, way=way, slide=slide)
    bound = said(SlideSentence.NO_FEWER)
    if not proved:
        bound = said(SlideSentence.FEWER, lower=max(1, here.lower))
    sentence = said(SlideSentence.BEGINS, slides=len(slides), bound=bound)
    if further:
        sentence = said(SlideSentence.FREE, left=len(slides), bound=bound)
    if further and not slides:
        sentence = said(HintSentence.SOLVES)
    cell = board.index(tile)
    return Advice(
        focus=(cell,),
        task=task,
        way=pushed,
        cell=cell,
        letter=moves[0],
        moves=moves,
        sentence=sentence,
        badge=said(HintSentence.PROVED if proved else HintSentence.NOT_PROVED),
        distance=None if further else here.value,
        slide=True,
    )


def slide_to_find(
    board: Board,
    distances: Distances,
    run: str = "",
    *,
    seconds: float,
    progress: Progress | None = None,
) -> Advice:
    """The same with all slides that are as good, for a learner to find; seconds: for each.

    In the middle of a slide one is suggested alone: going on costs none, so that other slides are
    not compared by what is left after each.
    """
    advice = slide_advice(board, distances, run, seconds=seconds, progress=progress)
    if advice.distance is None or _ways_on(board, distances, run):
        return replace(advice, distance=None)
    others, counted = list[str](), True
    for moves in distances.steps(board):
        if moves == advice.moves:
            continue
        after = distances.measure(distances.after(board, moves), seconds, progress)
        counted = counted and (after.value is not None or after.lower >= advice.distance)
        if after.value == advice.distance - 1:
            others.append(moves)
    return replace(advice, others=" ".join(others), counted=counted)


def slide_question(board: Board, advice: Advice, distances: Distances) -> str:
    """What a learner is asked; advice: for that board."""
    if advice.distance is None:
        return said(LearnSentence.UNSURE)
    best, legal = 1 + len(advice.others.split()), len(distances.steps(board))
    one, several = SlideSentence.ONE, SlideSentence.SEVERAL
    if not advice.counted:
        one, several = SlideSentence.AT_LEAST_ONE, SlideSentence.AT_LEAST
    return said(one if best == 1 else several, best=best, legal=legal)


def judge_slide(
    board: Board,
    moves: str,
    advice: Advice,
    distances: Distances,
    *,
    seconds: float,
    progress: Progress | None = None,
) -> LearnVerdict:
    """The verdict on one slide from `board`, for which `advice` was given.

    moves: of that slide. seconds: to measure the board after it, where its distance is not known.
    """
    if advice.distance is None:
        suggested = moves == advice.moves
        sentence = LearnSentence.SUGGESTED if suggested else LearnSentence.NOT_SUGGESTED
        return LearnVerdict(suggested, said(sentence))
    best = [advice.moves, *advice.others.split()]
    right = LearnVerdict(True, said(SlideSentence.RIGHT))
    if moves in best:
        return right
    # Tiles that move one after another in one direction are one slide.
    whole = next((one for one in best if one.startswith(moves)), None)
    if whole is not None:
        more = len(whole) - len(moves)
        return LearnVerdict(False, said(SlideSentence.GOES_ON, tiles=more))
    after = distances.measure(distances.after(board, moves), seconds, progress)
    left = advice.distance
    if after.value == left - 1:
        return right
    if after.value is None and after.lower < left:
        return LearnVerdict(False, said(SlideSentence.OPEN))
    lost = (after.lower if after.value is None else after.value) - left + 1
    costs = SlideSentence.COSTS_AT_LEAST if after.value is None else SlideSentence.COSTS
    return LearnVerdict(False, said(costs, lost=lost))
