"""Advice in slides, on a torus and with walls: best is what the table of distances says."""

import pytest

from taquin import Board, Puzzle, scramble
from taquin.game.game import Game
from taquin.ground.errors import LimitReached
from taquin.puzzle.goal import named_goal
from taquin.teach.advice.advice import optimal_advice
from taquin.teach.advice.distances import Distances, Known
from taquin.teach.advice.review import better_moves, reviewing
from taquin.teach.advice.slides import judge_slide, slide_advice, slide_to_find, slides_left
from taquin.whole.census import distance_table

GOAL = named_goal("last", 3, 3)
BOARD_TYPES = ["grid", "torus", "walls:0-1,4-7"]


def puzzle_of(topology: str, metric: str) -> Puzzle:
    return Puzzle.of(GOAL, goal=GOAL, topology=topology, metric=metric)  # type: ignore[arg-type]


@pytest.mark.parametrize("topology", BOARD_TYPES)
def test_the_best_slides_are_those_of_the_table(topology: str) -> None:
    puzzle = puzzle_of(topology, "mtm")
    table, distances = distance_table(puzzle), Distances(puzzle)
    for seed in range(40):
        board = scramble(puzzle, seed=seed)
        left = table[board]
        if not left:
            continue
        best = {m for m in distances.steps(board) if table[distances.after(board, m)] == left - 1}
        advice = slide_to_find(board, distances, seconds=1)
        assert {advice.moves, *advice.others.split()} == best and advice.counted
        assert advice.distance == left
        # The tile to press is the farthest of those that the slide moves.
        assert distances.after(board, advice.moves).blank == advice.cell
        for moves in distances.steps(board):
            verdict = judge_slide(board, moves, advice, distances, seconds=1)
            assert verdict.right == (moves in best)


@pytest.mark.parametrize("topology", BOARD_TYPES)
def test_hints_tile_by_tile_lead_to_the_fewest_slides(topology: str) -> None:
    """After the first tile of a slide of two, a hint began another slide, and called it proved."""
    puzzle = puzzle_of(topology, "mtm")
    table, distances = distance_table(puzzle), Distances(puzzle)
    for seed in range(40):
        start = scramble(puzzle, seed=seed)
        game = Game(start, GOAL, metric="mtm", topology=topology)
        while not game.solved:
            made = game.record.count
            run = game.record.run
            left = slides_left(game.board, distances, run, seconds=1)[1].value
            assert left is not None and made + left == table[start]
            advice = slide_advice(game.board, distances, run, seconds=1)
            assert advice.badge == "proved"
            asked = slide_to_find(game.board, distances, run, seconds=1)
            for moves in distances.steps(game.board):
                text = judge_slide(game.board, moves, asked, distances, seconds=1).text
                spent = puzzle.pushes(game.record.moves + moves) - made
                best = spent + table[distances.after(game.board, moves)] == left
                # Going on with a slide was said to cost one more than needed.
                assert not (best and "costs" in text), text
                assert best or not text.startswith("Yes"), text
            game.move(advice.moves[0], "k")
        assert game.record.count == table[start]


@pytest.mark.parametrize("topology", BOARD_TYPES)
def test_the_best_moves_of_a_board_type_are_those_of_the_table(topology: str) -> None:
    puzzle = puzzle_of(topology, "stm")
    table, distances = distance_table(puzzle), Distances(puzzle)
    for seed in range(40):
        board = scramble(puzzle, seed=seed)
        left = table[board]
        if not left or len(board.legal_moves(puzzle.topology)) < 2:
            continue
        best = {m for m in distances.steps(board) if table[distances.after(board, m)] == left - 1}
        advice = optimal_advice(board, distances, seconds=1)
        if len(advice.moves) == 1:
            assert {advice.letter, *advice.others} == best and advice.distance == left
            assert distances.after(board, advice.letter).blank == advice.cell


@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize("topology", BOARD_TYPES)
def test_a_review_counts_what_the_puzzle_counts(topology: str, metric: str) -> None:
    puzzle = puzzle_of(topology, metric)
    table, distances = distance_table(puzzle), Distances(puzzle)
    boards, slides = [scramble(puzzle, seed=3)], list[tuple[int, int, str]]()
    for at in range(12):
        steps = distances.steps(boards[-1])
        moves = steps[at % len(steps)]
        boards.append(distances.after(boards[-1], moves))
        slides.append((at, at + 1, moves[0]))
    *_, review = reviewing(boards, slides, distances, solved=False, seconds=1)
    left = [table[board] for board in boards]
    assert [known.value for known in review.distances] == left
    for at, verdict in enumerate(review.verdicts):
        before, after = left[at], left[at + 1]
        assert before is not None and after is not None
        assert verdict.loss == after - before + 1
        for moves in better_moves(verdict, boards, review, distances):
            assert table[distances.after(boards[at], moves)] == before - 1


class _Hopeless(Distances):
    """No search finds a solution."""

    def measure(self, board: Board, seconds: float, progress: object = None) -> Known:
        return self.known(board)


@pytest.mark.parametrize(("metric", "advise"), [("stm", optimal_advice), ("mtm", slide_advice)])
def test_without_a_solution_there_is_no_step_of_the_method_on_a_torus(
    metric: str, advise: object
) -> None:
    assert callable(advise)
    puzzle = puzzle_of("torus", metric)
    with pytest.raises(LimitReached, match="no solution was found in time"):
        advise(scramble(puzzle, seed=1), _Hopeless(puzzle), seconds=0)
