"""The game as a model: moves, undo to the start and beyond, the clock, and the record it leaves."""

from dataclasses import replace

import pytest

from taquin.game.game import Game, Moment, push
from taquin.game.record import read_record
from taquin.game.words import assistance, game_time_text
from taquin.ground.errors import MoveError, NotationError
from taquin.puzzle.board import Board
from taquin.puzzle.topology import topology

GOAL = Board.parse("123456780")
START = Board.parse("1 2 3/4 0 6/7 5 8")


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def a_game(clock: Clock | None = None, seed: str | None = "scramble 1") -> Game:
    return Game(START, GOAL, seed=seed, clock=clock or Clock())


def test_a_push_moves_every_tile_between_the_cell_and_the_blank() -> None:
    board = Board.parse("1 2 3/4 5 6/7 8 0")
    assert [push(board, cell) for cell in range(9)] == ["", "", "DD", "", "", "D", "RR", "R", ""]


def test_on_a_torus_a_push_goes_the_shorter_way_and_rather_not_across_an_edge() -> None:
    board, table = Board.parse("1 2 3 0/5 6 7 8/9 10 11 12/13 14 15 4"), topology("torus", 4, 4)
    assert [push(board, cell, table) for cell in range(4)] == ["L", "RR", "R", ""]
    assert [push(board, cell, table) for cell in (7, 11, 15, 6)] == ["U", "UU", "D", ""]


def test_no_push_passes_a_wall() -> None:
    board, table = Board.parse("1 2 3/4 5 6/7 8 0"), topology("walls:6-7", 3, 3)
    assert [push(board, cell, table) for cell in (6, 7, 2, 5)] == ["", "R", "DD", "D"]


def test_a_game_on_a_torus_is_read_back_and_no_other_version_may_have_a_board_type() -> None:
    game = Game(Board.parse("1 2 3/4 5 6/0 7 8"), GOAL, topology="torus", metric="mtm")
    game.move("R", "k")
    assert game.board == Board.parse("1 2 3/4 5 6/8 7 0")
    data = game.record.as_dict()
    assert (data["version"], data["topology"], data["metric"]) == (2, "torus", "mtm")
    assert read_record(data) == game.record
    assert Moment.read(game.moment().as_dict()).record == game.record
    with pytest.raises(NotationError, match="no tile can move"):
        read_record({**data, "version": 1})
    with pytest.raises(NotationError, match="no topology named"):
        read_record({**data, "topology": "tours"})


def test_the_metric_of_games_to_come_counts_this_one_too_unless_it_is_solved() -> None:
    game = Game(Board.parse("0 1 2/4 5 3/7 8 6"), GOAL, seed="scramble 1")
    game.move("LL", "k")
    assert game.record.count == 2
    game.count_by("mtm")
    assert game.record.count == 1
    game.move("UU", "k")
    game.count_by("stm")
    assert game.record.metric == "mtm"
    game.retry()
    assert game.record.metric == "stm", "a solved game that is begun again counts as games do now"
    game.start(START, GOAL, seed="taquin daily 1 2026-11-23 3x3")
    game.count_by("mtm")
    assert game.record.metric == "stm"


def test_the_clock_runs_from_the_first_move_to_the_last() -> None:
    clock = Clock()
    game = a_game(clock)
    clock.now += 5
    assert game.elapsed == 0 and not game.running
    game.move("U", "k")
    clock.now += 2.5
    assert game.elapsed == 2500 and game.running
    assert game.move("L", "k") and game.solved
    clock.now += 9
    assert game.elapsed == 2500 and game.record.times == [0, 2500]
    assert not game.move("R", "k"), "a solved game takes no moves"
    assert game.record.clean


def test_slides_share_a_time_and_later_ones_never_do() -> None:
    game = Game(Board.parse("1 2 3/4 5 6/0 7 8"), GOAL, clock=Clock())
    game.move("LL", "m")
    assert game.solved and game.record.times == [0, 0]
    assert [(s.start, s.end, s.letter) for s in game.record.slides()] == [(0, 2, "L")]
    other = a_game()
    other.move("D", "k")
    other.move("U", "k")
    assert other.record.times == [0, 1] and len(other.record.slides()) == 2


def test_a_game_given_up_and_a_single_slide_have_no_time() -> None:
    clock = Clock()
    game = Game(START, GOAL, clock=clock)
    game.move("D", "k")
    clock.now += 1.5
    game.move("U", "k")
    assert game_time_text(replace(game.record, status="abandoned")) == "DNF"
    assert game_time_text(replace(game.record, status="solved")) == "0:01.500"
    slid = Game(Board.parse("1 2 3/4 5 6/0 7 8"), GOAL, clock=clock)
    slid.move("LL", "m")
    assert slid.solved and game_time_text(slid.record) == "–"


def test_times_are_whole_milliseconds_those_of_earlier_versions_too() -> None:
    clock = Clock()
    game = Game(START, GOAL, clock=clock)
    game.move("D", "k")
    clock.now += 1.5007
    game.move("U", "k")
    assert game.record.times == [0, 1501]
    old = game.record.as_dict() | {
        "moves": "DUDU",
        "inputs": "tttt",
        "times": [0, 0.01, 0.02, 1501.99],
    }
    assert read_record(old).times == [0, 1, 2, 1501], "slides within a millisecond stay apart"
    given = old | {"status": "abandoned", "moves": "DU", "inputs": "tt", "times": [4.5, 4.5]}
    assert read_record(given | {"ended": 4.75}).ended == 4


def test_undo_goes_back_to_the_start_and_then_to_the_game_before() -> None:
    game = a_game()
    game.move("D", "k")
    first = game.record.id
    game.start(GOAL.apply("R"), GOAL, seed="scramble 2")
    game.move("L", "k")
    assert game.solved
    assert game.undo() and game.board == GOAL.apply("R") and not game.solved
    assert game.undo() and game.record.id == first and game.board == START.apply("D")
    assert game.undo() and game.board == START
    assert not game.undo()
    assert [game.redo() for _ in range(4)] == [True, True, True, False]
    assert game.board == GOAL and game.solved


def test_a_solved_game_that_is_undone_goes_on_as_another_one() -> None:
    game = a_game()
    game.move("U", "k")
    game.move("L", "k")
    kept = game.record
    assert kept.solved
    game.undo()
    assert game.record.id != kept.id and game.record.again and kept.moves == "UL"
    game.redo()
    assert game.record is kept


def test_a_pause_stops_the_clock_takes_no_moves_and_is_recorded() -> None:
    clock = Clock()
    game = a_game(clock)
    assert not game.pause(), "the clock does not run yet"
    game.move("D", "k")
    clock.now += 1
    assert game.pause() and not game.move("U", "k") and not game.undo()
    clock.now += 60
    game.resume()
    clock.now += 1
    assert game.elapsed == 2000
    assert game.record.paused and not game.record.clean


def test_an_illegal_move_changes_nothing() -> None:
    game = a_game()
    with pytest.raises(MoveError, match=r"move 2 \(U\)"):
        game.move("UU", "k")
    assert game.board == START and game.at == 0 and not game.running


def test_retry_is_a_known_board() -> None:
    game = a_game()
    game.move("D", "k")
    game.retry()
    assert game.board == START and game.record.again and game.undo() and game.at == 1


def test_help_stays_with_its_board_whichever_game_of_it_is_played() -> None:
    game = a_game()
    game.hinted("solution")
    game.retry()
    assert game.record.again and game.record.hints["solution"] == 1 and not game.record.clean
    game.start(GOAL.apply("RR"), GOAL, seed="scramble 2")
    assert not any(game.record.hints.values()) and not game.record.again, "another board"
    game.move("L", "k")
    game.retry()
    game.hinted("play")
    game.undo()
    assert game.at == 1 and game.record.hints["play"] == 1
    game.start(START, GOAL, seed="scramble 1")
    assert game.record.again and game.record.hints["solution"] == 1
    assert game.help_on(game.record)["solution"] == 1
    assert not game.help_on(replace(game.record, seed="scramble 3")), "drawn once more"


def test_a_game_knows_which_of_its_help_was_given_in_other_tries() -> None:
    game = a_game()
    game.hinted("which")
    assert not any(game.record.earlier.values()) and assistance(game.record) == "1 hint"
    game.retry()
    assert assistance(game.record) == "1 hint in an earlier try"
    game.hinted("which")
    game.hinted("peek")
    assert game.record.earlier["which"] == 1
    assert assistance(game.record) == "3 hints (1 in an earlier try)"
    game.retry()
    assert game.record.earlier == game.record.hints
    # Back in the first try: its own hint stays its own.
    game.undo()
    game.undo()
    assert game.record.hints["which"] == 2 and game.record.earlier["which"] == 1
    # A solved game whose last move is undone goes on: its help was no other try's.
    solved = a_game()
    solved.hinted("which")
    solved.move("U", "k")
    solved.move("L", "k")
    assert solved.solved and solved.undo() and assistance(solved.record).startswith("1 hint, ")


def test_a_solved_game_keeps_what_it_was_when_its_board_is_helped_later() -> None:
    game = a_game()
    game.move("U", "k")
    game.move("L", "k")
    kept = replace(game.record, hints=dict(game.record.hints))
    assert kept.solved
    game.retry()
    game.hinted("solution")
    game.undo()
    assert game.record == kept


def test_a_game_that_undo_left_is_continued() -> None:
    game = a_game(Clock())
    game.move("D", "k")
    second = START.apply("R")
    game.start(second, GOAL, seed="second")
    assert game.undo() and game.left_last("second") is None, "nothing was done on it"
    game.start(second, GOAL, seed="second")
    game.hinted("which")
    game.move("L", "k")
    assert game.undo() and game.undo() and game.board == START.apply("D")
    assert game.left_last("second") is not None
    assert game.go_on("second") and game.record.hints["which"] == 1 and game.can_redo


def test_the_game_to_continue_is_the_last_one_with_a_move() -> None:
    def moves() -> list[str]:
        return [one.record.moves for one in game.begun_games]

    game = a_game(Clock())
    assert game.begun_games == [] and game.before is None
    game.move("D", "k")
    game.start(GOAL.apply("D"), GOAL, seed="second")
    assert moves() == ["D"] and game.before is not None, "the second has none"
    game.move("R", "k")
    assert moves() == ["D", "R"]
    game.undo()
    assert moves() == ["D", ""], "an undone move can be redone"
    game.move("U", "k")
    assert game.solved and moves() == ["D"], "a solved game is over"
    kept = game.begun_games
    game.restore(kept[-1], kept[:-1])
    assert moves() == ["D"] and game.before is None


def test_a_game_that_undo_left_is_not_lost_when_the_one_before_it_goes_on() -> None:
    """A move, N or another game forgot it, with its moves, although it was not finished."""
    for go_on in (
        lambda game: game.move(game.board.legal_moves()[0], "k"),
        lambda game: game.start(GOAL.apply("R"), GOAL, seed="third"),
        lambda game: game.return_to(game.waiting[-1].id),
    ):
        game = a_game(Clock(), seed="zeroth")
        game.move("R", "k")
        game.start(START.apply("D"), GOAL, seed="first")
        game.move("R", "k")
        game.start(START.apply("R"), GOAL, seed="second")
        game.move("L", "k")
        assert game.undo() and game.undo() and game.record.seed == "first"
        assert [one.seed for one in game.waiting] == ["second", "zeroth"]
        go_on(game)
        here = game.record
        assert not game.can_redo
        assert {here.seed, *(one.seed for one in game.waiting)} >= {"zeroth", "first", "second"}
        (second,) = [one for one in game.waiting if one.seed == "second"]
        assert game.return_to(second.id) and game.can_redo
        assert not game.return_to(second.id), "it is on"


def test_a_game_that_was_given_up_is_neither_continued_nor_paused() -> None:
    game = a_game(Clock(), seed="first")
    game.move("D", "k")
    game.give_up(5)
    game.start(START.apply("R"), GOAL, seed="second")
    assert game.left_last("first") is None and not game.go_on("first")
    assert game.undo() and game.record.status == "abandoned" and not game.record.paused


def test_a_moment_comes_back_from_json() -> None:
    clock = Clock()
    game = a_game(clock)
    game.move("D", "k")
    game.move("R", "m")
    game.undo()
    clock.now += 3
    again = a_game(clock, seed=None)
    again.restore(Moment.read(game.moment().as_dict()))
    assert again.record.as_dict() == game.record.as_dict() | {"paused": True}
    assert again.elapsed == 3000 and not again.running
    assert again.redo() and again.board == START.apply("DR")


@pytest.mark.parametrize("inputs", ["", "K", "7", "é", ["k"], None])
def test_a_moment_with_undone_inputs_that_no_record_holds_is_refused(inputs: object) -> None:
    refused({"undone": [{"moves": "D", "inputs": inputs}]})


@pytest.mark.parametrize("moves", ["", "d", " D ", "X", ["D"], None])
def test_a_moment_with_undone_moves_that_no_record_holds_is_refused(moves: object) -> None:
    refused({"undone": [{"moves": moves, "inputs": "k"}]})


@pytest.mark.parametrize("undone", [None, "", {}, {"moves": "D"}, 5, [5], [None], ["D"]])
def test_a_moment_without_a_list_of_slides_is_refused(undone: object) -> None:
    refused({"undone": undone})


@pytest.mark.parametrize("elapsed", [9e9, 1e300, -1, True, "5", None, [0]])
def test_a_moment_with_a_time_that_no_record_holds_is_refused(elapsed: object) -> None:
    refused({"elapsed": elapsed})


def refused(change: dict[str, object]) -> None:
    data = a_game(Clock()).moment().as_dict()
    Moment.read(data)
    with pytest.raises(NotationError, match=r"^a stored game: .*(not a list of slides|not a time)"):
        Moment.read(data | change)


def test_a_paused_game_stays_paused_when_it_is_left_and_restored() -> None:
    clock = Clock()
    game = a_game(clock)
    game.move("D", "k")
    clock.now += 3
    game.pause()
    game.start(START.apply("R"), GOAL)
    assert not game.held and game.undo() and game.held
    again = a_game(clock, seed=None)
    again.restore(Moment.read(game.moment().as_dict()))
    assert again.held and not again.move("U", "k") and not again.undo()
    again.resume()
    assert again.running and again.elapsed == 3000 and again.undo()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"status": "solved"}, "do not agree with its status"),
        ({"moves": "UUU", "times": [0, 1, 2], "inputs": "kkk"}, "no tile can move up"),
        ({"times": []}, "one time and one input per move"),
        ({"times": [-1.0]}, "ascending order"),
        ({"version": 2}, "version 2; expected 1"),
        ({"id": "a b"}, "not a name"),
        ({"status": "lost"}, "status 'lost'"),
        ({"moves": "X"}, "not letters"),
        ({"created": "yesterday"}, "Invalid isoformat"),
        ({"start": "1 2"}, "game "),
    ],
)
def test_a_record_is_checked_by_replaying_it(change: dict[str, object], words: str) -> None:
    game = a_game()
    game.move("D", "k")
    sound = game.record.as_dict()
    assert read_record(sound).as_dict() == sound
    with pytest.raises(NotationError, match=words):
        read_record({**sound, **change})


def test_a_record_without_a_field_names_it() -> None:
    data = a_game().record.as_dict()
    del data["times"]
    with pytest.raises(NotationError, match="'times' is missing"):
        read_record(data)
    with pytest.raises(NotationError, match="expected an object"):
        read_record([])


def test_a_blind_game_of_the_page_is_read_and_counts_apart() -> None:
    data = a_game().record.as_dict()
    assert "numbers" not in data
    for numbers in ("hidden", "blind"):
        record = read_record({**data, "numbers": numbers})
        assert (record.numbers, record.clean) == (numbers, True)
        assert record.kind == f"3x3 {numbers} last" != a_game().record.kind
        assert record.as_dict()["numbers"] == numbers
    assert read_record({**data, "numbers": "upside down"}).numbers == "shown"
