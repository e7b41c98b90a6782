"""What hints, learning, reviews and puzzles say and find, as the Python package answers."""

import random
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from taquin import Board, Puzzle, scramble
from taquin.game.record import GameRecord
from taquin.game.steps import steps_of
from taquin.puzzle.goal import named_goal
from taquin.puzzle.move import opposite
from taquin.teach.advice.advice import Advice, method_advice, optimal_advice
from taquin.teach.advice.distances import Distances, Known
from taquin.teach.advice.human import human_steps
from taquin.teach.advice.learn import judge_answer, question_text
from taquin.teach.advice.puzzles import (
    LENGTH,
    MovePuzzle,
    PuzzlePick,
    PuzzleTry,
    best_letters,
    grade,
    streak_level,
    walk_for,
)
from taquin.teach.advice.review import reviewing
from taquin.teach.advice.slides import judge_slide, slide_advice, slide_question, slide_to_find
from taquin.teach.advice.themes import THEMES, fits_theme

__all__ = ["ADVICE"]

GOAL = named_goal("last", 3, 3)
NINE = Puzzle.of(GOAL, goal=GOAL)
PUSHED = Puzzle.of(GOAL, goal=GOAL, metric="mtm")
# Boards that one slide solves, of one tile and of two; one that needs more.
NEAR = [GOAL.apply("R"), GOAL.apply("RR"), GOAL.apply("DD"), GOAL.apply("RD")]


class _Given(Distances):
    """What is known of each board is given; nothing is searched."""

    def __init__(self, known: dict[Board, Known], puzzle: Puzzle = NINE) -> None:
        super().__init__(puzzle)
        self._given = known

    def known(self, board: Board) -> Known:
        return self._given.get(board) or super().known(board)

    def measure(self, board: Board, seconds: float, progress: Any = None) -> Known:
        return self.known(board)


def _told(advice: Advice) -> dict[str, Any]:
    told = {**asdict(advice), "focus": list(advice.focus)}
    del told["slide"]  # the lists say of which kind they are
    return told


def _hints() -> Iterator[dict[str, Any]]:
    """Advice with all, some or none of it proved."""
    whole, rng = Distances(NINE), random.Random(1)
    for board in [*NEAR, *(scramble(NINE, seed=seed) for seed in range(20))]:
        advice = optimal_advice(board, whole, seconds=1)
        given = {"board": board.text, "letters": advice.letter + advice.others}
        yield {**given, "proved": True, "distance": advice.distance, "advice": _told(advice)}
        # The first best move alone is proved, or with one more; of the others nothing is known.
        here = whole.known(board)
        assert here.moves is not None and here.value is not None
        some = _Given({board: here, **{board.apply(m): Known(0) for m in board.legal_moves()}})
        advice = optimal_advice(board, some, seconds=1)
        given = {"board": board.text, "letters": advice.letter, "proved": False}
        yield {**given, "distance": advice.distance, "advice": _told(advice)}
        lower = rng.randint(1, max(1, here.value - 2))
        moves = "".join(step.moves for step in human_steps(board, GOAL))
        unproved = _Given({board: Known(lower, len(moves) + 2, moves)})
        unproved.tried = len(moves)
        advice = optimal_advice(board, unproved, seconds=1)
        given = {"board": board.text, "solution": moves, "lower": lower}
        yield {**given, "advice": _told(advice)}


def _steps() -> Iterator[dict[str, Any]]:
    """Steps of the method, asked for, or given because nothing was proved."""
    for width, height, name in [(3, 3, "last"), (4, 4, "last"), (5, 3, "spiral"), (2, 3, "first")]:
        goal = named_goal(name, width, height)
        boards = [scramble(width, height, goal=goal, seed=seed) for seed in range(8)]
        boards += [goal.apply(letter) for letter in goal.legal_moves()]
        boards += [goal.apply(letter * 2) for letter in goal.legal_moves() if _twice(goal, letter)]
        for board in boards:
            for lower in (None, 1, 23):
                advice = method_advice(board, goal, lower=lower)
                given = {"board": board.text, "goal": goal.text, "lower": lower}
                yield {**given, "advice": _told(advice)}


def _twice(goal: Board, letter: str) -> bool:
    return letter in goal.apply(letter).legal_moves()


def _slides(board: Board) -> Iterator[str]:
    for letter in board.legal_moves():
        here, moves = board, ""
        while letter in here.legal_moves():
            here, moves = here.apply(letter), moves + letter
            yield moves


def _learning() -> Iterator[dict[str, Any]]:
    """Every slide as an answer, where all, some or nothing is proved."""
    whole = Distances(NINE)
    for seed in range(12):
        board = scramble(NINE, seed=seed)
        proved = optimal_advice(board, whole, seconds=1)
        here = whole.known(board)
        after = {m: whole.measure(board.apply(m), 1) for m in _slides(board)}
        first = {board: here, **{board.apply(m): Known(0) for m in board.legal_moves()}}
        some = optimal_advice(board, _Given(first), seconds=1)
        none = optimal_advice(board, _tried(Known(1, 99, here.moves), board), seconds=1)
        for advice, known in ((proved, after), (some, dict.fromkeys(after, Known(0))),
                              (none, after)):  # fmt: skip
            given = _Given({board.apply(moves): one for moves, one in known.items()})
            verdicts = {
                moves: asdict(judge_answer(board, moves, advice, given, seconds=1))
                for moves in after
            }
            yield {
                "board": board.text,
                "advice": _told(advice),
                "question": question_text(board, advice),
                "known": {moves: [one.lower, one.value] for moves, one in known.items()},
                "verdicts": verdicts,
            }


def _tried(known: Known, board: Board) -> _Given:
    given = _Given({board: known})
    given.tried = 99
    return given


def _reviews() -> Iterator[dict[str, Any]]:
    """Games from bounds on their boards: what is proved by them, and what each slide cost."""
    for seed in range(16):
        rng = random.Random(seed)
        whole, start = Distances(NINE), scramble(NINE, seed=seed)
        solved = seed % 2 == 0
        boards, slides = [start], []
        while len(slides) < 30 and boards[-1] != GOAL:
            here = boards[-1]
            near = best_letters(here, whole)
            moves = rng.choice(list(_slides(here))) if rng.random() < 0.3 else rng.choice(near)
            slides.append((len(boards) - 1, len(boards) - 1 + len(moves), moves[0]))
            boards += list(here.path(moves))[1:]
            if GOAL in boards[:-1]:
                break
        if boards[-1] != GOAL and solved:
            continue
        known = {}
        for board in boards:
            value = whole.measure(board, 1).value
            assert value is not None
            low, high = (value, value) if rng.random() < 0.6 else (value - 2, None)
            known[board] = Known(max(0, low), high)
        bounds = [[known[b].lower, known[b].upper] for b in boards]
        done = boards[-1] == GOAL
        review = list(reviewing(boards, slides, _Given(known), solved=done, seconds=1))[-1]
        yield {
            "bounds": bounds,
            "slides": slides,
            "solved": done,
            "tight": [[one.lower, one.upper] for one in review.distances],
            "verdicts": [[one.loss, one.mark, one.words] for one in review.verdicts],
            "stretches": [[s.start, s.end, s.loss, s.words] for s in review.stretches()],
            "accuracy": review.accuracy,
        }


def _slide_hints() -> Iterator[dict[str, Any]]:
    """The first slide of a solution, where its number of slides is proved and where it is not."""
    whole = Distances(PUSHED)
    for board in [*NEAR, *(scramble(NINE, seed=seed) for seed in range(20))]:
        proved = slide_advice(board, whole, seconds=1)
        here = whole.known(board)
        assert here.moves is not None and here.value is not None
        given = {"board": board.text, "run": "", "further": [], "solution": here.moves}
        yield {**given, "lower": here.lower, "advice": _told(proved)}
        lower = max(1, here.value - 3)
        some = _Given({board: Known(lower, here.value, here.moves)}, PUSHED)
        unproved = slide_advice(board, some, seconds=1)
        yield {**given, "lower": lower, "advice": _told(unproved)}
    yield from _slides_that_go_on(whole)


def _slides_that_go_on(whole: Distances) -> Iterator[dict[str, Any]]:
    """In the middle of a slide, which goes on without costing another one."""
    for board in [NINE.goal.apply("R"), *(scramble(NINE, seed=seed) for seed in range(30))]:
        legal = board.legal_moves()
        for run in [letter for letter in legal if opposite(letter) in legal]:
            here = whole.measure(board, 1)
            after = whole.measure(board.apply(run), 1)
            yield {
                "board": board.text,
                "run": run,
                "further": [[after.lower, after.upper]],
                "solution": here.moves,
                "lower": here.lower,
                "advice": _told(slide_advice(board, whole, run, seconds=1)),
            }


def _slide_learning() -> Iterator[dict[str, Any]]:
    """Every slide as an answer of a player who counts them, where all or nothing is proved."""
    whole = Distances(PUSHED)
    for seed in range(12):
        board = scramble(NINE, seed=seed)
        here, after = whole.measure(board, 1), {m: whole.measure(board.apply(m), 1)
                                                for m in _slides(board)}  # fmt: skip
        nothing = dict.fromkeys(after, Known(0))
        far = dict.fromkeys(after, Known(here.lower + 2))
        unproved = _Given({board: Known(1, 99, here.moves)}, PUSHED)
        proved = slide_to_find(board, whole, seconds=1)
        some = slide_to_find(board, _known_after(board, here, nothing), seconds=1)
        none = slide_to_find(board, unproved, seconds=1)
        for advice, known in ((proved, after), (some, nothing), (some, far), (none, after)):
            given = _known_after(board, here, known)
            yield {
                "board": board.text,
                "advice": _told(advice),
                "question": slide_question(board, advice, given),
                "known": {moves: [one.lower, one.value] for moves, one in known.items()},
                "verdicts": {
                    moves: asdict(judge_slide(board, moves, advice, given, seconds=1))
                    for moves in known
                },
            }


def _known_after(board: Board, here: Known, after: dict[str, Known]) -> _Given:
    """Of a board and of those after each slide."""
    return _Given({board: here, **{board.apply(m): one for m, one in after.items()}}, PUSHED)


def _slide_reviews() -> Iterator[dict[str, Any]]:
    """Games that count slides: their steps, and what each of these cost."""
    for seed in range(16):
        rng = random.Random(seed)
        whole, board = Distances(PUSHED), scramble(NINE, seed=seed)
        record = GameRecord(board, GOAL, metric="mtm")
        while len(record.slides()) < 25 and board != GOAL:
            best = slide_to_find(board, whole, seconds=1)
            near = [best.moves, *best.others.split()]
            moves = rng.choice(list(_slides(board)) if rng.random() < 0.3 else near)
            # Tiles that move one after another in one direction are one slide, however pushed.
            times = [float(len(record.times))] * len(moves)
            if rng.random() < 0.5:
                times = [float(len(record.times) + at) for at in range(len(moves))]
            record.moves, record.times = record.moves + moves, record.times + times
            board = board.apply(moves)
        record.status = "solved" if board == GOAL else "playing"
        steps = steps_of(record)
        known = {}
        for one in steps.boards:
            value = whole.measure(one, 1).value
            assert value is not None
            low, high = (value, value) if rng.random() < 0.6 else (value - 2, None)
            known[one] = Known(max(0, low), high)
        given = _Given(known, PUSHED)
        *_, review = reviewing(steps.boards, steps.slides, given, solved=record.solved, seconds=1)
        yield {
            "start": record.start.text,
            "moves": record.moves,
            "times": record.times,
            "boards": [one.text for one in steps.boards],
            "slides": steps.slides,
            "places": steps.places,
            "bounds": [[known[b].lower, known[b].upper] for b in steps.boards],
            "solved": record.solved,
            "tight": [[one.lower, one.upper] for one in review.distances],
            "verdicts": [[one.loss, one.mark, one.words] for one in review.verdicts],
            "stretches": [[s.start, s.end, s.loss] for s in review.stretches()],
            "accuracy": review.accuracy,
        }


def _grades() -> Iterator[dict[str, Any]]:
    """Boards graded as puzzles; answers: the best moves and distances that it takes."""
    distances = Distances(NINE)
    for seed in range(60):
        start = scramble(NINE, seed=seed) if seed % 2 else _near(random.Random(seed))
        graded = grade(start, distances)
        answers, board = {}, start
        for _ in range(LENGTH):
            letters = best_letters(board, distances)
            answers[board.text] = [letters, distances.measure(board, 1).value]
            if not letters:
                break
            board = board.apply(letters[0])
        yield {
            "board": start.text,
            "answers": answers,
            "themes": graded
            and [
                theme
                for theme in THEMES
                if fits_theme(theme, start, GOAL, away=graded.away, corner=graded.corner)
            ],
            "graded": graded
            and [graded.distance, graded.chance, graded.difficulty, graded.away, graded.corner],
        }


def _near(rng: random.Random) -> Board:
    board = GOAL
    for _ in range(rng.randint(1, 14)):
        board = board.apply(rng.choice(board.legal_moves()))
    return board


def _walks() -> Iterator[list[int]]:
    for rating in range(100, 4001, 130):
        for side in (3, 4):
            yield [rating, side, walk_for(rating, side)]


def _picks() -> Iterator[dict[str, Any]]:
    """Difficulties of candidates, null where a board makes no puzzle; which is taken, and when."""
    for seed in range(60):
        rng = random.Random(seed)
        rating = rng.randint(900, 2200)
        least = rng.choice([0, rating - 100, rating + 150, rating + 300])
        pick, offered = PuzzlePick(rating, least), list[int | None]()
        while (taken := pick.taken) is None:
            hard = rating + rng.choice([-1, 1]) * rng.randint(60, 400)
            offered.append(None if rng.random() < 0.3 else hard)
            pick.offer(offered[-1] and MovePuzzle(GOAL, 9, 0.1, offered[-1], 0, False))
        yield {"rating": rating, "least": least, "offered": offered, "taken": taken.difficulty}


def _repeats() -> Iterator[list[Any]]:
    """How many boards were tried in vain, and whether one that was asked is asked again."""
    pick = PuzzlePick(1_200, 0)
    for _ in range(80):
        yield [pick.tried, pick.repeats]
        pick.offer(None)


def _levels() -> Iterator[list[int]]:
    """Difficulties of a streak's puzzles, and below what none follows."""
    for difficulty in range(800, 2_000, 90):
        for side in (3, 4):
            yield [difficulty, side, streak_level(difficulty, side)]


def _tries() -> Iterator[dict[str, Any]]:
    """Answers to puzzles: slides, right or wrong, of one tile or of two."""
    distances = Distances(NINE)
    for seed in range(40):
        rng = random.Random(seed)
        puzzle = grade(scramble(NINE, seed=seed), distances)
        if puzzle is None:
            continue
        tried, steps = PuzzleTry(puzzle, distances), []
        while tried.state == "open":
            best = best_letters(tried.board, distances)
            slide = rng.choice([m for m in _slides(tried.board) if m[0] in best or seed % 4 == 0])
            after = tried.board.apply(slide)
            tried.answer(slide)
            steps.append([slide, distances.measure(after, 1).value,
                          [tried.state, tried.found, tried.board.text]])  # fmt: skip
        yield {"board": puzzle.board.text, "distance": puzzle.distance, "steps": steps}


# By rule: one list of cases, or several by name.
ADVICE: dict[str, Callable[[], dict[str, Any]]] = {
    "hints": lambda: {"best": _hints(), "steps": _steps(), "slides": _slide_hints()},
    "learning": lambda: {"answers": _learning(), "slides": _slide_learning()},
    "reviews": lambda: {"games": _reviews(), "slides": _slide_reviews()},
    "puzzles": lambda: {
        "grades": _grades(),
        "walks": _walks(),
        "picks": _picks(),
        "repeats": _repeats(),
        "levels": _levels(),
        "tries": _tries(),
    },
}
