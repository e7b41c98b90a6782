"""Puzzles of best moves in words, for both faces of the game."""

from taquin.faces.terminal.faults import error_text
from taquin.game.runs import PENALTY, PuzzleRun, RunKind
from taquin.game.training import Training
from taquin.game.words import pushed_text, time_text
from taquin.ground.errors import TaquinError
from taquin.ground.grammar import counted
from taquin.teach.advice.puzzles import LENGTH, MovePuzzle, PuzzleTry, puzzle_name, streak_level
from taquin.teach.advice.themes import THEMES

__all__ = [
    "GOAL",
    "about_text",
    "best_text",
    "briefly",
    "ended_text",
    "found_text",
    "goes_on_text",
    "kept_text",
    "missed_text",
    "puzzle_task",
    "rated_text",
    "standing_lines",
    "standing_text",
    "theme_text",
    "time_left",
]

GOAL = "last"  # of every puzzle, whatever that of the game is
_ABOUT = {
    "streak": "A streak: puzzles that get harder; the first miss ends it.",
    "storm": (
        "A storm: three minutes, as many puzzles as you can. The clock starts with your first "
        f"move; a miss or a skip costs {PENALTY:.0f} seconds."
    ),
}
_BRIEF = {
    "streak": "A streak: the first miss ends it.",
    "storm": f"A storm: three minutes; a miss or a skip costs {PENALTY:.0f} seconds.",
}


def puzzle_task(puzzle: MovePuzzle, kind: RunKind | None = None) -> str:
    """What is asked. kind: of the run, None for a rated puzzle.

    What is said of a streak's puzzles never falls; a harder one may be nearer to the goal.
    """
    level = streak_level(puzzle.difficulty, puzzle.board.width)
    more = " or more" if kind == "streak" and level < puzzle.difficulty else ""
    hard = f" (difficulty {level if more else puzzle.difficulty:,}{more})"
    away = f", {counted(puzzle.distance, 'move')} away"
    told = {None: away + hard, "streak": hard, "storm": away}[kind]
    return f"Find {LENGTH} best moves in a row; the goal is “{GOAL}”{told}."


def rated_text(training: Training, task: str) -> str:
    """What is asked, with the rating beside the difficulty; TableError."""
    return task.replace(" (difficulty ", f" (your rating {training.log().rating:,}, difficulty ")


def theme_text(theme: str) -> str:
    """What puzzles of a theme are about; "" for all themes."""
    return "" if theme == "any" else f"Theme {theme}: {THEMES[theme]}."


def about_text(kind: RunKind) -> str:
    """How a run goes."""
    return _ABOUT[kind]


def briefly(kind: RunKind) -> str:
    """The same in few words."""
    return _BRIEF[kind]


def goes_on_text(solved: int) -> str:
    """Of a streak that was left and is on again."""
    return f"Your streak goes on: {solved} solved."


def kept_text(training: Training, how: str) -> str:
    """That a streak waits, and how it goes on, or why it cannot be read; "" if there is none."""
    try:
        kept = training.streak.read()
    except TaquinError as error:
        return error_text(error)
    if kept is None:
        return ""
    return f"A streak of {counted(kept.solved, 'puzzle')} is kept; {how} continues it."


def standing_lines(training: Training, kind: str, name: str) -> list[str]:
    """What was achieved so far in puzzles of a kind, runs under their name; TableError."""
    if kind == "rated":
        log = training.log()
        counts = [f"{log.solved} of {log.played} solved"] if log.played else []
        return [f"Rating {log.rating:,}", *counts]
    run = training.run(name)
    if not run.played:
        return []
    return [f"Best {kind}: {run.best} solved", f"Last: {', '.join(map(str, run.last[::-1]))}"]


def found_text(tried: PuzzleTry) -> str:
    """After a best move that does not end the puzzle."""
    return f"Correct. {counted(LENGTH - tried.found, 'more best move')} to find."


def best_text(tried: PuzzleTry) -> str:
    """After a move that was not best."""
    best = " or ".join(pushed_text(tried.board, letter) for letter in tried.best)
    return f"Not the best. Best: {best}."


def missed_text(tried: PuzzleTry) -> str:
    """The same of a puzzle that has given way to the next one."""
    best = " or ".join(pushed_text(tried.board, letter) for letter in tried.best)
    return f"On the board before, {best} was best."


def standing_text(training: Training, tried: PuzzleTry) -> str:
    """The rating after a puzzle, which is kept."""
    before = training.log().rating
    name = puzzle_name(tried.puzzle.board.text)
    log = training.add(tried.puzzle.difficulty, tried.state == "solved", name)
    change = f"{log.rating - before:+}".replace("-", "−")
    row = f", {log.in_row} in a row" if log.in_row > 1 else ""
    return f"Rating {log.rating:,} ({change}){row}."


def ended_text(training: Training, name: str, run: PuzzleRun, *, up: bool) -> str:
    """The score of a run, which is kept under its name; up: whether its time was up."""
    before = training.run(name)
    storm = run.kind == "storm"
    log = training.add_run(name, run.solved, *((run.missed, run.skipped) if storm else ()))
    how = "Time is up" if up else f"The {run.kind} ends"
    missed = f", {run.missed} missed" if storm and run.missed else ""
    skipped = f", {run.skipped} skipped" if run.skipped else ""
    best = " Your best." if run.solved > before.best else f" Your best: {log.best}."
    return f"{how}: {run.solved} solved{missed}{skipped}.{best}"


def time_left(run: PuzzleRun, now: float) -> str:
    """The clock of a storm, in whole seconds."""
    return time_text(1000 * -(-run.left(now) // 1), 0)
