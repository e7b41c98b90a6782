"""Hints and reviews hold on every board of a small puzzle, and say no more than is proved."""

import random
from dataclasses import replace

import pytest

from taquin import Board, Puzzle, census, distance_table, scramble, solve
from taquin.ground.errors import UnsolvableError
from taquin.puzzle.goal import named_goal
from taquin.teach.advice.advice import method_advice, optimal_advice
from taquin.teach.advice.distances import Distances, Known
from taquin.teach.advice.human import human_steps
from taquin.teach.advice.review import Review, reviewing

NINE = Puzzle.of("123456780")


def all_boards(puzzle: Puzzle) -> list[Board]:
    """Every board from which the goal can be reached."""
    table = distance_table(puzzle)
    return [
        table.board(depth, index)
        for depth in range(table.farthest + 1)
        for index in range(table.count(depth))
    ]


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 3)])
@pytest.mark.parametrize("goal", ["last", "first", "spiral"])
def test_the_line_by_line_method_solves_every_board(width: int, height: int, goal: str) -> None:
    puzzle = Puzzle.of(Board.of(width, height, range(width * height)), goal=goal)
    boards = all_boards(puzzle)
    assert len(boards) == sum(census(puzzle))
    for board in boards:
        here = board
        for step in human_steps(board, puzzle.goal):
            assert step.moves and all(str(tile) in step.sentence for tile in step.tiles)
            here = here.apply(step.moves)
        assert here == puzzle.goal


@pytest.mark.parametrize("size", [(4, 4), (7, 2), (5, 6)])
def test_the_method_solves_larger_boards(size: tuple[int, int]) -> None:
    goal = named_goal("snake", *size)
    here = scramble(*size, goal=goal, seed=1)
    for step in human_steps(here, goal):
        here = here.apply(step.moves)
    assert here == goal


def test_the_method_refuses_an_unsolvable_board() -> None:
    board = Board.parse("1 2 3/4 5 6/8 7 0")
    with pytest.raises(UnsolvableError, match="unsolvable for this goal"):
        list(human_steps(board, NINE.goal))


def test_optimal_hints_name_every_best_move_and_no_other() -> None:
    table, rng = distance_table(NINE), random.Random(5)
    distances = Distances(NINE)
    for _ in range(60):
        board = scramble(NINE, rng=rng)
        distance = table[board]
        if not distance:
            continue
        best = {m for m in board.legal_moves() if table[board.apply(m)] == distance - 1}
        advice = optimal_advice(board, distances, seconds=1)
        assert {advice.letter, *advice.others} == best and advice.distance == distance
        assert advice.proved and advice.badge == "proved" and advice.moves == advice.letter
        assert board[advice.cell] and advice.focus == (advice.cell,)
        assert advice.way == f"{advice.task[:-1]} " + {
            "U": "up.", "D": "down.", "L": "left.", "R": "right."
        }[advice.letter]  # fmt: skip
        only = advice.sentence == "It is the only best move."
        assert only == (len(best) == 1)


def test_following_hints_solves_the_board_in_the_fewest_moves() -> None:
    board, distances = scramble(NINE, seed=4), Distances(NINE)
    moves = 0
    least = distance_table(NINE)[board]
    while board != NINE.goal:
        board = board.apply(optimal_advice(board, distances, seconds=1).moves)
        moves += 1
    assert moves == least


def test_a_step_of_the_method_is_one_hint() -> None:
    board = scramble(4, 4, seed=2)
    goal = named_goal("last", 4, 4)
    advice, step = method_advice(board, goal), next(human_steps(board, goal))
    assert advice.moves == step.moves and advice.task == step.sentence
    assert advice.sentence.startswith("Part of row 1; this step takes")
    assert advice.badge == "row by row" and not advice.proved
    assert [board[cell] for cell in advice.focus] == list(step.tiles)
    late = method_advice(board, goal, lower=40)
    assert late.badge == "not proved" and "(at least 40 moves)" in late.sentence


@pytest.mark.parametrize(
    ("board", "part", "badge"),
    [
        ("5 8 6/1 0 4/7 2 3", "Part of row 1; ", "row by row"),
        ("1 2 3/7 0 4/8 6 5", "Part of column 1; ", "column by column"),
        ("1 2 3/4 0 5/7 8 6", "Last four cells; ", "rows and columns"),
    ],
)
def test_a_step_says_whether_it_belongs_to_a_row_or_a_column(
    board: str, part: str, badge: str
) -> None:
    advice = method_advice(Board.parse(board), NINE.goal)
    assert advice.sentence.startswith(part) and advice.badge == badge


class Unproved(Distances):
    """Finds the method's solution and never a proof; counts its searches."""

    searches = 0

    def measure(self, board: Board, seconds: float, progress: object = None) -> Known:
        self.searches += 1
        moves = "".join(step.moves for step in human_steps(board, self.puzzle.goal))
        self.tried = len(moves)
        return self._keep(board, Known(self.known(board).lower, len(moves), moves))


def test_hints_without_a_proof_follow_one_solution() -> None:
    puzzle = Puzzle.of(named_goal("last", 5, 5))
    board, distances = scramble(5, 5, seed=1), Unproved(puzzle)
    first = optimal_advice(board, distances, seconds=1)
    assert first.badge == "not proved" and first.distance is None
    assert "at least" in first.sentence
    solution = distances.known(board).moves or ""
    for letter in solution[:10]:
        assert optimal_advice(board, distances, seconds=1).moves == letter
        board = board.apply(letter)
    assert distances.searches == 1, "a proof that failed is not tried again at every hint"


def reviewed(start: Board, moves: str, *, solved: bool) -> list[Review]:
    boards = list(start.path(moves))
    slides = [(at, at + 1, letter) for at, letter in enumerate(moves)]
    return list(reviewing(boards, slides, Distances(NINE), solved=solved, seconds=1))


def test_a_review_knows_what_each_move_cost() -> None:
    table, rng = distance_table(NINE), random.Random(2)
    start = board = scramble(NINE, rng=rng)
    moves = ""
    for _ in range(40):
        moves += rng.choice(board.legal_moves())
        board = board.apply(moves[-1])
    reviews = reviewed(start, moves, solved=False)
    assert [review.waiting for review in reviews] == [41, *range(40, -1, -1)]
    last, left = reviews[-1], [table[board] for board in start.path(moves)]
    assert [known.value for known in last.distances] == left
    for at, verdict in enumerate(last.verdicts):
        before, after = left[at], left[at + 1]
        assert before is not None and after is not None
        assert verdict.loss == after - before + 1
    assert sum(stretch.loss for stretch in last.stretches(99)) == sum(
        verdict.loss or 0 for verdict in last.verdicts
    )
    assert last.stretches(99)[0].loss == max(s.loss for s in last.stretches(99))


def test_what_the_game_proves_needs_no_search() -> None:
    start = Board.parse("1 2 3/4 0 6/7 5 8")
    first = reviewed(start, "UL", solved=True)[0]
    assert first.optimal == 2 and first.accuracy == 1.0
    assert [v.mark for v in first.verdicts] == ["✓", "✓"]
    detour = reviewed(start, "DUUL", solved=True)[-1]
    assert detour.optimal == 2 and detour.accuracy == 0.5
    assert [v.mark for v in detour.verdicts] == ["+2", "✓", "✓", "✓"]
    assert detour.verdicts[0].words == "2 moves worse than the best"
    assert [(s.start, s.end, s.loss) for s in detour.stretches()] == [(0, 1, 2)]
    assert detour.lost == 2


def test_a_game_that_was_not_solved_has_no_accuracy() -> None:
    begun = reviewed(Board.parse("1 2 3/4 0 6/7 5 8"), "D", solved=False)[-1]
    assert (begun.optimal, begun.played, begun.lost) == (2, 1, 2)
    assert begun.accuracy is None, "2 / 1 is no share"


def test_unproved_distances_give_no_verdict() -> None:
    known = reviewed(scramble(NINE, seed=8), "", solved=False)[0]
    assert known.accuracy is None and known.optimal is None
    boards = list(scramble(NINE, seed=8).path("U"))
    review = next(reviewing(boards, [(0, 1, "U")], Distances(NINE), solved=False, seconds=1))
    assert [(v.mark, v.words) for v in review.verdicts] == [("?", "not proved")]


def test_a_result_and_what_is_known_of_its_board_share_their_best_bound() -> None:
    """Solve said that 40 moves are needed where "moves left" had proved 50."""
    puzzle = Puzzle.of(named_goal("last", 4, 4))
    board, distances = Board.parse("5 1 2 4/6 10 3 8/9 14 7 11/13 0 15 12"), Distances(puzzle)
    proved = solve(board, algorithm="idastar", heuristic="linear_conflict")
    moves = f"RL{proved.moves}"
    weak = replace(proved, moves=moves, solution=tuple(moves), cost=len(moves), lower_bound=3)
    assert distances.known(board).lower > 3 and not weak.optimal
    assert distances.joined(weak).lower_bound == distances.known(board).lower
    assert distances.joined(proved) == proved
    assert distances.known(board).value == proved.cost
    joined = distances.joined(weak)
    assert joined == proved
    nothing = replace(weak, moves=None, cost=None)
    assert distances.joined(nothing) is nothing
