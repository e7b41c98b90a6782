"""What games, attempts and training come to, as the Python package answers."""

import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from datetime import UTC, date, datetime, timedelta
from math import inf
from typing import Any

from taquin import scramble
from taquin.game.attempt import OFFERED, Attempt, AttemptChoice
from taquin.game.daily import daily_board, daily_results, daily_seed, streak_to
from taquin.game.game import Game, push
from taquin.game.record import HINT_KINDS, GameRecord, in_order, read_record
from taquin.game.statistics import AVERAGES, control, figure, pace, personal_bests, session
from taquin.game.training import TrainingLog
from taquin.game.words import (
    assistance,
    days_text,
    kind_text,
    length_text,
    line_text,
    moves_text,
    progress_text,
    result_text,
    time_text,
    uncounted_text,
    where_text,
    why_text,
)
from taquin.ground.errors import NotationError
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.move import inverse

__all__ = ["GAMES"]

SIZES = [(3, 3), (4, 4), (5, 3)]
GOAL = named_goal("last", 3, 3)
BEGUN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def _record(rng: random.Random, number: int) -> GameRecord:
    """A game that is solved in most cases, with all that makes it comparable or not."""
    width, height = rng.choice(SIZES)
    goal = named_goal(rng.choice(["last", "last", "last", "first", "spiral"]), width, height)
    start, back = goal, ""
    for _ in range(rng.randint(1, 12)):
        letter = rng.choice([m for m in start.legal_moves() if m != inverse(back[-1:])])
        start, back = start.apply(letter), back + letter
    moves = inverse(back)
    solved = rng.random() < 0.9
    moves = moves if solved else moves[:-1]
    times = sorted(rng.randint(0, 400) * 125.0 for _ in moves)
    some = lambda chance: rng.random() < chance  # noqa: E731
    record = GameRecord(
        start,
        goal,
        id=f"game-{number}",
        created=_moment(rng),
        moves=moves,
        times=[0.0] * len(moves) if some(0.1) else times,
        inputs="".join(
            rng.choices(rng.choice(["k", "k", "m", "t", "km", "kh", "s"]), k=len(moves))
        ),
        status="solved" if solved else rng.choice(["playing", "abandoned"]),
        hints={kind: rng.choice([0] * 9 + [1, 2]) for kind in HINT_KINDS},
        undos=rng.choice([0] * 5 + [1, 3]),
        seed=None if some(0.2) else f"seed {number}",
        typed=some(0.1),
        paused=some(0.1),
        again=some(0.1),
        numbers=rng.choice(["shown"] * 5 + ["hidden", "blind"]),
        metric="stm" if number % 3 else "mtm",
    )
    if record.status == "abandoned" and number % 3:
        record.ended = record.milliseconds + 125_000.0 * number
    return record


def _moment(rng: random.Random) -> str:
    """A moment of one week, as a browser or as another program writes it."""
    moment = BEGUN + timedelta(minutes=25 * rng.randint(0, 99), milliseconds=rng.randint(0, 999))
    text = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if rng.random() < 0.8:
        return text
    return moment.astimezone(TOKYO).isoformat(timespec="milliseconds")


TOKYO = datetime.fromisoformat("2026-01-01T00:00:00+09:00").tzinfo


def _records(seed: int, count: int) -> list[GameRecord]:
    rng = random.Random(seed)
    return [_record(rng, number) for number in range(count)]


def _read() -> Iterator[dict[str, Any]]:
    """Records as they are, and with one thing wrong."""
    for record in _records(1, 30):
        yield {
            "record": record.as_dict(),
            "sound": True,
            "kind": record.kind,
            "drawn": record.drawn,
            "clean": record.clean,
            "own": record.own,
            "help": record.help,
            "control": control(record),
            "pace": pace(record),
            "slides": [[s.start, s.end, s.letter, s.time] for s in record.slides()],
            "count": record.count,
        }
    sound = next(record for record in _records(1, 30) if len(record.moves) > 3 and record.solved)
    by = [{"inputs": letter * len(sound.moves)} for letter in "kKx1"]
    for change in [*CHANGES, *by]:
        data = sound.as_dict() | change
        try:
            read_record(data)
        except NotationError:
            yield {"record": data, "sound": False}
        else:
            yield {"record": data, "sound": True, "metric": read_record(data).metric}


CHANGES: list[dict[str, Any]] = [
    *({"version": value} for value in (0, 2, "1", None)),
    *({"id": value} for value in ("", "a b", "x" * 65, 7, "a-b_C9")),
    *({"status": value} for value in ("playing", "abandoned", "won", None)),
    *({"moves": value} for value in ("", "UX", 3, None)),
    *({"times": value} for value in ([], [0], "0", None)),
    *({"inputs": value} for value in ("", "k", None)),
    *({"start": value} for value in ("1 2 3", "", None)),
    *({"goal": value} for value in ("0 1 2/3 4 5/6 7 8", "nonsense", None)),
    *({"width": value} for value in (2, 1, "3", None)),
    *({"created": value} for value in ("yesterday", "", None, "2026-03-01T12:00:00+09:00")),
    *({"hints": value} for value in ({}, {"which": 2, "other": 1}, {"which": -1}, None)),
    *({"earlier": value} for value in ({}, {"which": 2}, {"solution": -1}, None)),
    *({"undos": value} for value in (-1, 3)),
    *({"seed": value} for value in (None, 5)),
    *({"numbers": value} for value in ("hidden", "blind", "upside down")),
    *({"ended": value} for value in (0, 1e9, 1e10, "1", True)),
    *({"metric": value} for value in ("stm", "mtm", "expense", 1, None)),
    {"status": "abandoned", "moves": "", "times": [], "inputs": "", "ended": 5.5},
    *({name: value} for name in ("typed", "paused", "again") for value in (True, 1, "yes")),
]


def _figures() -> Iterator[dict[str, Any]]:
    rng = random.Random(2)
    for count in (0, 1, 2, 3, 5, 12, 13, 50, 120):
        for unfinished in (0.0, 0.1, 0.5):
            values = [
                inf if rng.random() < unfinished else float(rng.randint(1000, 90_000))
                for _ in range(count)
            ]
            figures = {one.name: [_finite(v) for v in figure(values, one)] for one in AVERAGES}
            yield {"values": [_finite(value) for value in values], "figures": figures}


def _finite(value: float | None) -> float | str | None:
    """JSON has no infinity."""
    return "DNF" if value == inf else value


def _many() -> Iterator[dict[str, Any]]:
    """The figures of many games together."""
    for seed in (3, 4, 5):
        records = _records(seed, 60)
        last = in_order(records)[-1]
        end = datetime.fromisoformat(last.created) + timedelta(milliseconds=last.milliseconds)
        nows = [end + timedelta(minutes=minutes) for minutes in (1, 59, 61)]
        likes = {record.kind: record for record in records}.values()
        yield {
            "games": [record.as_dict() for record in records],
            "order": [record.id for record in in_order(records)],
            "bests": [
                [
                    *(best.like.kind, best.control, best.games),
                    *(one and one.id for one in (best.time, best.moves, best.pace)),
                ]
                for best in personal_bests(records)
            ],
            "sessions": [
                [like.id, now.isoformat(), [one.id for one in session(records, like, now)]]
                for like in likes
                for now in nows
            ],
        }


class _Clock:
    """Eighths of a second, which no arithmetic rounds."""

    def __init__(self) -> None:
        self.now = 64.0

    def __call__(self) -> float:
        return self.now


OPERATIONS = ("move", "move", "move", "move", "undo", "redo", "wait", "hinted", "pause", "resume",
              "rest", "retry", "start", "solve")  # fmt: skip


def _games() -> Iterator[dict[str, Any]]:
    """Games step by step, and what they are after each."""
    for seed in range(10):
        rng = random.Random(seed)
        clock = _Clock()
        start = scramble(3, 3, seed=seed) if seed % 2 else GOAL.apply("RDLU"[: 1 + seed % 4])
        game = Game(start, GOAL, seed="a" if seed % 3 else None, clock=clock)
        steps = []
        if seed > 7:
            steps.append([["begin", 1000 * clock.now, 1000 * (clock.now - 2)], _begun(game, clock)])
        for _ in range(30):
            step = _step(rng, game, clock)
            steps.append([step, _state(game)])
        yield {"start": start.text, "goal": GOAL.text, "seed": "a" if seed % 3 else None,
               "steps": steps}  # fmt: skip


def _begun(game: Game, clock: _Clock) -> dict[str, Any]:
    """The clock of a timed attempt started two seconds ago."""
    game.begin(clock.now - 2)
    return _state(game)


def _step(rng: random.Random, game: Game, clock: _Clock) -> list[Any]:
    name = rng.choice(OPERATIONS)
    clock.now += rng.choice([0, 0.125, 0.5, 3])
    step: list[Any] = [name, 1000 * clock.now]
    if name == "move":
        cell = rng.choice([c for c in range(9) if push(game.board, c)])
        step += [push(game.board, cell), rng.choice("mtkhs")]
        game.move(*step[2:])
    elif name == "solve" and not game.solved:
        # Back along the way, where that is short: most games end so.
        step += [inverse(game.record.moves) if game.record.start == GOAL else "", "k"]
        game.move(*step[2:])
    elif name == "hinted":
        step.append(rng.choice(HINT_KINDS))
        game.hinted(step[2])
    elif name == "start":
        board = GOAL.apply(rng.choice(["R", "D", "RR", "DR"]))
        step += [board.text, rng.choice([None, "b"])]
        game.start(board, GOAL, seed=step[3])
    elif name in ("undo", "redo", "pause", "resume", "rest", "retry"):
        getattr(game, name)()
    return step


def _state(game: Game) -> dict[str, Any]:
    record = game.record.as_dict()
    return {
        "board": game.board.text,
        "elapsed": game.elapsed,
        "flags": [
            *(game.solved, game.running, game.held, game.begun, game.can_undo, game.can_redo),
        ],
        "record": {k: v for k, v in record.items() if k not in ("id", "created")},
    }


def _choices() -> Iterator[dict[str, Any]]:
    rng = random.Random(6)
    for _ in range(40):
        stored = {
            name: rng.choice(values) if rng.random() < 0.8 else "nonsense"
            for name, values in OFFERED.items()
        }
        choice = AttemptChoice.read(stored)
        sides = choice.sides_of(random.Random(0))
        yield {
            "stored": stored,
            "choice": asdict(choice),
            "name": choice.name,
            "continuous": choice.continuous,
            "sides": sorted(sides) if choice.mode == "mixed" else sides,
        }


def _attempts() -> Iterator[dict[str, Any]]:
    """Attempts step by step; times are milliseconds."""
    for seed in range(24):
        rng = random.Random(seed)
        choice = AttemptChoice(
            mode=("single", "marathon", "relay", "mixed")[seed % 4],
            side=3,
            count=3,
            last=4,
            sides=(3, 4, 5),
            inspection=(0, 5, 15)[seed % 3],
            numbers=("shown", "hidden", "blind")[seed // 4 % 3],
        )
        attempt, now, steps = Attempt(choice, random.Random(seed)), 0, []
        first: float | None = None  # move of the board that is on
        for _ in range(30):
            now += rng.choice([0, 125, 2000, 7000])
            name = rng.choice(["uncover", "tick", "moved", "moved", "moved", "solved"])
            if seed % 5 == 4 and len(steps) == 20:
                name = "give_up"
            if name == "solved":
                record = _solved_board(attempt, now, now if first is None else first)
                first = None if attempt.phase == "solving" else first
                attempt.solved(now, record)
            elif name == "give_up":
                attempt.give_up()
            else:
                getattr(attempt, name)(now)
                if name == "moved" and attempt.phase == "solving" and first is None:
                    first = now
            steps.append([name, now, _attempt_state(attempt, now)])
        yield {"choice": asdict(choice), "steps": steps}


def _solved_board(attempt: Attempt, now: float, first: float) -> GameRecord:
    """A board of seven moves that is solved now."""
    since = now if attempt.since is None else attempt.since
    times = [first - since] + [now - since] * 6
    return GameRecord(GOAL, GOAL, moves="U" * 7, times=times)


def _attempt_state(attempt: Attempt, now: float) -> dict[str, Any]:
    return {
        "phase": attempt.phase,
        "at": attempt.at,
        "running": attempt.running,
        "bare": attempt.bare,
        "left": attempt.left(now),
        "elapsed": attempt.elapsed(now),
        "splits": [[one.time, one.memo, one.moves] for one in attempt.splits],
    }


def _training() -> Iterator[dict[str, Any]]:
    rng = random.Random(7)
    for kind in ("any", "good", "bad"):
        log, after = TrainingLog(), []
        for _ in range(60):
            difficulty = log.rating + rng.randint(-300, 300)
            solved = {"any": rng.random() < 0.5, "good": True, "bad": False}[kind]
            log = log.after(difficulty, solved)
            after.append([difficulty, solved, [log.rating, log.played, log.solved, log.in_row]])
        yield {"puzzles": after, "ratings": log.ratings}


def _daily() -> Iterator[dict[str, Any]]:
    """Results and streaks from games; their moves do not matter here."""
    today = date(2026, 11, 28)
    for seed in range(6):
        rng = random.Random(seed)
        records = [_daily_game(rng, today, number) for number in range(30)]
        results = daily_results(records)
        streak = streak_to(results, today)
        yield {
            "today": today.isoformat(),
            "games": [record.as_dict() for record in records],
            "results": [
                [day.isoformat(), side, one.record.id, one.counts, one.tries]
                for day, sides in sorted(results.items())
                for side, one in sorted(sides.items())
            ],
            "streak": [streak.current, streak.longest],
        }


def _daily_game(rng: random.Random, today: date, number: int) -> GameRecord:
    day, side = today - timedelta(rng.choice([0, 1, 1, 2, 3, 3, 5])), rng.choice([3, 4])
    begun = datetime(day.year, day.month, day.day, rng.choice([0, 9, 23]), number, tzinfo=UTC)
    return GameRecord(
        daily_board(day, side),
        named_goal(rng.choice(["last"] * 7 + ["first"]), side, side),
        id=f"game-{number}",
        created=(begun + timedelta(rng.choice([0, 0, 0, 1]))).isoformat(),
        moves="U",
        times=[1000.0],
        inputs=rng.choice("kkkkmths"),
        status=rng.choice(["solved"] * 5 + ["playing"]),
        hints=dict.fromkeys(HINT_KINDS, 0)
        | {rng.choice(["which", "play", "solution"]): rng.choice([0, 0, 0, 1])},
        again=rng.choice([False, False, True]),
        seed=rng.choice([daily_seed(day, side)] * 7 + ["taquin daily 1 someday 3x3", None]),
    )


def _tried_before(record: GameRecord) -> Iterator[GameRecord]:
    """The same game with help that was given in another try of its board, in part or all of it."""
    none = dict.fromkeys(HINT_KINDS, 0)
    for all_of_it, earlier in (
        ({"which": 1, "arrow": 1}, {"which": 1, "arrow": 1}),
        ({"which": 3, "arrow": 1, "peek": 1}, {"which": 1, "arrow": 1}),
        ({"peek": 2, "solution": 1}, {"peek": 2, "solution": 1}),
        ({"solution": 2}, {"solution": 1}),
    ):
        hints = {"hints": none | all_of_it, "earlier": none | earlier}
        yield replace(record, id="again", again=True, **hints)


def _words() -> dict[str, Iterator[Any]]:
    numbers = (0, 1, 2, 999, 1000, 16_349)
    times = (0, 9, 999.99, 1000, 59_999, 60_000, 62_580, 3_599_999, 3_662_500, 86_400_000)
    boards = [(scramble(w, h, seed=w), named_goal("last", w, h)) for w, h in [*SIZES, (2, 3)]]
    long = GameRecord(
        *(GOAL, GOAL),
        id="long",
        created="2026-03-01T12:00:00.000Z",
        moves="RL" * 600,
        times=[8.0 * i for i in range(1200)],
        seed="a",
    )
    daily = GameRecord(
        *(daily_board(date(2026, 11, 20), 3), GOAL),
        id="daily",
        created="2026-11-29T12:00:00.000Z",
        moves="U",
        times=[1000.0],
        seed=daily_seed(date(2026, 11, 20), 3),
        typed=True,
    )
    of_no_day = replace(daily, id="of-no-day", seed="taquin daily 1 someday 3x3")
    records = [*_records(8, 30), long, daily, of_no_day, *_tried_before(long)]
    return {
        "moves": iter([n, moves_text(n), days_text(n)] for n in numbers),
        "times": iter([t, d, time_text(t, d)] for t in times for d in (0, 1, 3)),
        "games": iter(
            {
                "record": record.as_dict(),
                "result": result_text(record),
                "help": assistance(record),
                "uncounted": uncounted_text(record),
                "kind": kind_text(record),
                "length": length_text(record),
            }
            for record in records
        ),
        "questions": iter(
            {"board": board.text, "goal": goal.text, "answers": _answers(board, goal)}
            for board, goal in boards
        ),
    }


def _answers(board: Board, goal: Board) -> list[list[Any]]:
    where = ["1", str(len(board) - 1), "0", "blank", "Gap", str(len(board)), "x", "-1", "999999"]
    lines = ["1", "2", str(board.height), "99", "0", "one"]
    return [
        *(["where", one, where_text(board, goal, one)] for one in where),
        *([kind, one, line_text(board, kind, one)] for kind in ("row", "column") for one in lines),
        *(["progress", n, progress_text(board, goal, n)] for n in (0, 1, 1234)),
        *(["slides", n, progress_text(board, goal, n, "mtm")] for n in (0, 1, 1234)),
        ["why", "", why_text(board, goal)],
    ]


# By rule: one list of cases, or several by name.
GAMES: dict[str, Callable[[], dict[str, Any]]] = {
    "record": lambda: {"records": _read()},
    "statistics": lambda: {"figures": _figures(), "many": _many()},
    "game": lambda: {"games": _games()},
    "attempts": lambda: {"choices": _choices(), "attempts": _attempts()},
    "training": lambda: {"logs": _training()},
    "daily": lambda: {"games": _daily()},
    "words": _words,
}
