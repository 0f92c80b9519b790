"""Connect Four: games and positions by ply, the values of small boards, and the rules.

Figures: numbers of positions of the 7 x 6 board by ply are OEIS A212693; those of smaller boards, and who wins on them,
are J. Tromp's. Games by ply were counted by an independent program.
"""

from collections import Counter
from functools import cache
from itertools import product
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prunecheck import TreeError
from prunecheck.oracle.minimax import value, values
from prunecheck.trees.games.connect_four import ConnectFour, Stones, centre_first

PLIES: Final = 9  # plies of the 7 x 6 board whose positions are listed; games of ten plies are counted from there


def is_won(game: ConnectFour, node: Stones) -> bool:
    """True if the last stone completed a run; no other position except a full board is terminal."""
    return game.evaluate(node) != 0


@cache
def plies() -> tuple[Counter[Stones], ...]:
    """The positions of the 7 x 6 board after 0 to 9 plies, each with the number of games that lead to it."""
    game = ConnectFour()
    found = [Counter({game.root: 1})]
    for _ in range(PLIES):
        following: Counter[Stones] = Counter()
        for node, games in found[-1].items():
            if not is_won(game, node):
                for child in game.children(node):
                    following[child] += games
        found.append(following)
    return tuple(found)


def positions(game: ConnectFour) -> int:
    """The number of reachable positions."""
    ply, total = {game.root}, 0
    while ply:
        total += len(ply)
        ply = {child for node in ply if not game.is_terminal(node) for child in game.children(node)}
    return total


def reaches(game: ConnectFour, target: int) -> bool:
    """True if the value is at least `target`; searches each position once, and not its mirror image."""
    known: dict[Stones, bool] = {}
    stride = game.height + 1
    column = (1 << stride) - 1

    def mirrored(stones: int) -> int:
        return sum((stones >> nth * stride & column) << (game.width - 1 - nth) * stride for nth in range(game.width))

    def reached(node: Stones) -> bool:
        same = min(node, (mirrored(node[0]), mirrored(node[1])))
        if same not in known:
            if game.is_terminal(node):
                known[same] = game.evaluate(node) >= target
            else:
                known[same] = (any if game.is_max(node) else all)(map(reached, game.children(node)))
        return known[same]

    return reached(game.root)


@pytest.mark.slow
def test_games_by_ply() -> None:
    """The numbers are perft of the empty 7 x 6 board for 0 to 10 plies. A game that has ended is not counted again."""
    games = [ply.total() for ply in plies()]
    assert games == [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572]
    game = ConnectFour()
    ten = sum(games * len(list(game.children(node))) for node, games in plies()[-1].items() if not is_won(game, node))
    assert ten == 268_031_646


@pytest.mark.slow
def test_positions_by_ply() -> None:
    """Distinct positions after 0 to 9 plies, and the won ones among them, from ply seven on."""
    game = ConnectFour()
    assert [len(ply) for ply in plies()] == [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186]
    won = [sum(is_won(game, node) for node in ply) for ply in plies()]
    assert won == [0, 0, 0, 0, 0, 0, 0, 728, 1_892, 19_412]


@pytest.mark.slow_cases("4-5-*")
@pytest.mark.parametrize(("width", "height", "expected"), [(4, 4, 161_029), (4, 5, 1_706_255)])
def test_all_positions_of_a_board(width: int, height: int, expected: int) -> None:
    """The positions include the empty board and won positions."""
    assert positions(ConnectFour(width, height)) == expected


@pytest.mark.slow
def test_the_4_by_4_board_is_a_draw() -> None:
    """The oracle finds the value 0 with either score."""
    for game in (ConnectFour(4, 4), ConnectFour(4, 4, score="weak")):
        assert value(game, game.root) == 0


@pytest.mark.slow_cases("4-6-*", "6-4-*", "5-4-0")
@pytest.mark.parametrize(("width", "height", "expected"), [(5, 4, 0), (4, 5, 0), (4, 6, 0), (6, 4, -1)])
def test_who_wins_on_larger_boards(width: int, height: int, expected: int) -> None:
    """All of these boards are draws, except six columns of height four, on which the second player wins."""
    game = ConnectFour(width, height, order=centre_first(width), score="weak", foresight=True)
    assert not reaches(game, expected + 1)
    assert expected == -1 or reaches(game, expected)


def test_the_first_player_wins_at_once_if_two_in_a_row_are_enough() -> None:
    """The first player wins with their second stone, the third stone on the board."""
    game = ConnectFour(3, 2, run=2)
    assert value(game, game.root) == 1 + 3 - 2


SMALL: Final = [(4, 4, 4), (4, 3, 3), (3, 4, 3), (5, 2, 2), (2, 6, 4), (3, 5, 3)]


@pytest.mark.slow_cases("4-4-4")
@pytest.mark.parametrize(("width", "height", "run"), SMALL)
def test_the_weak_score_is_the_sign_of_the_strong_one(width: int, height: int, run: int) -> None:
    """This is checked by minimax at each position of a small board.

    The strong score also distinguishes early from late wins.
    """
    strong, weak = ConnectFour(width, height, run=run), ConnectFour(width, height, run=run, score="weak")
    truths, signs = values(strong, strong.root), values(weak, weak.root)
    assert signs == {node: (truth > 0) - (truth < 0) for node, truth in truths.items()}
    assert len(set(truths.values())) > 3


@pytest.mark.slow_cases("4-4-4")
@pytest.mark.parametrize(("width", "height", "run"), SMALL)
def test_foresight_changes_no_value(width: int, height: int, run: int) -> None:
    """An immediate win is the best move, since later wins are worth less. The tree is smaller."""
    plain, foreseen = ConnectFour(width, height, run=run), ConnectFour(width, height, run=run, foresight=True)
    truths, found = values(plain, plain.root), values(foreseen, foreseen.root)
    assert found == {node: truths[node] for node in found}
    assert len(found) < len(truths)


@pytest.mark.parametrize(
    ("width", "height", "moves", "expected"),
    [
        (7, 6, "1212121", 18),  # four of 21 stones used
        (7, 6, "12121272", -18),
        (7, 6, "1122334", 18),
        (5, 5, "1212121", 10),  # four of 13 stones used
        (5, 5, "12121252", -9),  # four of 12 stones used
    ],
)
def test_a_win_is_worth_one_more_than_the_stones_left(width: int, height: int, moves: str, expected: int) -> None:
    """Each player has half of the supply; if the number of cells is odd, the first player has one more."""
    game = ConnectFour(width, height)
    node = game.position(moves)
    assert game.is_terminal(node)
    assert game.evaluate(node) == expected
    assert ConnectFour(width, height, score="weak").evaluate(node) == (1 if expected > 0 else -1)
    before = ConnectFour(width, height, start=moves[:-1], foresight=True)
    assert before.is_terminal(before.root)
    assert before.evaluate(before.root) == expected


def lines(width: int, height: int, run: int) -> list[int]:
    """The stones of each possible run, by the definition of a line."""
    found = []
    for x, y, (across, up) in product(range(width), range(height), ((1, 0), (0, 1), (1, 1), (1, -1))):
        cells = [(x + step * across, y + step * up) for step in range(run)]
        if all(0 <= column < width and 0 <= row < height for column, row in cells):
            found.append(sum(1 << column * (height + 1) + row for column, row in set(cells)))
    return found


@pytest.mark.slow
@given(st.integers(1, 9), st.integers(1, 8), st.integers(1, 7), st.data())
def test_a_run_is_seen_where_there_is_one(width: int, height: int, run: int, data: st.DataObject) -> None:
    """Runs are seen on any board, for any length. Stones at equal distances that wrap round an edge are not a run."""
    cells = width * height
    step = st.sampled_from([1, max(height - 1, 1), height, height + 1])
    rows = st.builds(range, st.integers(0, cells - 1), st.integers(1, 2 * cells), step).map(lambda row: row[:run])
    stones = 0
    for row in data.draw(st.lists(rows, min_size=1, max_size=3)):
        for cell in row:
            if cell < cells:
                stones |= 1 << cell // height * (height + 1) + cell % height
    assume(stones.bit_count() < cells)  # a full board is terminal in any case
    game = ConnectFour(width, height, run=run)
    assert game.is_terminal((0, stones)) == any(stones & line == line for line in lines(width, height, run))


@pytest.mark.parametrize(("run", "expected"), [(1, 168), (4, 69)])
def test_there_are_69_lines_of_four(run: int, expected: int) -> None:
    """With lines of one cell, each of the 42 cells counts once for each direction.

    Four stones on any of these lines are a win.
    """
    game = ConnectFour(run=run)
    assert len(lines(7, 6, run)) == expected
    assert all(game.is_terminal((0, line)) for line in lines(7, 6, run))


def test_columns_are_tried_in_the_given_order() -> None:
    """Left to right, or from the middle, as 4, 3, 5, 2, 6, 1, 7."""
    game, from_middle = ConnectFour(), ConnectFour(order=centre_first(7))
    assert list(game.children(game.root)) == [game.position(column) for column in "1234567"]
    assert list(from_middle.children(game.root)) == [game.position(column) for column in "4352617"]
    assert [game.position(f"444444{column}") for column in "352617"] == list(
        from_middle.children(game.position("444444"))
    )


@pytest.mark.parametrize("width", range(1, 12))
def test_the_order_from_the_middle_has_each_column_once(width: int) -> None:
    """No column comes before one that is nearer to the middle."""
    order = centre_first(width)
    assert sorted(order) == list(range(width))
    from_middle = [abs(2 * column - (width - 1)) for column in order]
    assert from_middle == sorted(from_middle)


def test_a_game_can_start_anywhere() -> None:
    """The root is the position after the given moves; columns above 9 are letters."""
    assert ConnectFour(start="4435").root == ConnectFour().position("4435")
    wide = ConnectFour(12, 2, start="aAbc")
    assert wide.root == wide.position("aabc")
    assert [len(list(wide.children(wide.root))), wide.is_max(wide.root)] == [11, True]


def test_a_position_may_be_the_last_of_its_game() -> None:
    """A move that wins or fills the board is accepted; a full board without a run is a draw."""
    game = ConnectFour(2, 2, run=3)
    assert [game.is_terminal(game.position(moves)) for moves in ("112", "1122")] == [False, True]
    assert game.evaluate(game.position("1122")) == 0


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        ("48", "move 2 of '48': '8' is not a column; the columns are 1 to 7"),
        ("0", "move 1 of '0': '0' is not a column"),
        ("4 4", "move 2 of '4 4': ' ' is not a column"),
        ("44é", "move 3 of '44é': 'é' is not a column"),
        ("1111111", "move 7 of '1111111': column 1 is full"),
        ("4444444", "move 7 of '4444444': column 4 is full; drop the move"),
        ("12121213", "move 8 of '12121213': the game was won with move 7; drop what follows"),
    ],
)
def test_impossible_moves_are_reported(moves: str, problem: str) -> None:
    """The error says which move it is, and why it is impossible, in any order of columns."""
    with pytest.raises(TreeError) as raised:
        ConnectFour().position(moves)
    assert str(raised.value).startswith(problem)
    with pytest.raises(TreeError) as raised:
        ConnectFour(order=centre_first(7), start=moves)
    assert str(raised.value).startswith(problem)


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ({"width": 0}, "the width is 0; use 1 or more"),
        ({"height": -1}, "the height is -1; use 1 or more"),
        ({"run": 0}, "the run is 0; use 1 or more"),
        ({"score": "exact"}, "the score is 'exact'; use 'strong' or 'weak'"),
        ({"order": (0, 1, 2)}, r"the order of moves is \[0, 1, 2\], not a permutation of the columns 0 to 6"),
    ],
)
def test_impossible_parameters_are_refused(parameters: dict[str, object], problem: str) -> None:
    """The error has the parameter and the remedy."""
    with pytest.raises(TreeError, match=problem):
        ConnectFour(**parameters)  # type: ignore[arg-type]  # that is the point
