"""The child that a move names is learned from examples; wrong moves are found, and ambiguous ones are not blamed."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from own_programs import own_subject
from piles import HEAD, Written, game
from prunecheck import verify_search
from prunecheck.subjects.own_game.moves.answered_moves import AnsweredMoves
from prunecheck.subjects.own_game.moves.driver_moves import driver_moves
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

PAIR: Final = """
def search(pile, alpha, beta):
    if not moves(pile):
        return -1, None
    best, move = -inf, None
    for take in moves(pile):
        value = -search(pile - take, -beta, -max(alpha, best))[0]
        if value > best:
            best, move = value, take
        if best >= beta:
            break
    return best, move
"""
DRIVER: Final = """
def negamax(pile):
    return max((-negamax(pile - take) for take in moves(pile)), default=-1)


def choose(pile):
    best, move = -inf, None
    for take in moves(pile):
        value = -negamax(pile - take)
        if value > best:
            best, move = value, (take, pile)
    return move
"""
LAST: Final = ("return best, move", "return best, (take, pile)")
WORST: Final = (
    *("best, move = -inf", "best, worst, move = -inf, inf"),
    *(
        "            best, move = value, take\n",
        "            best = value\n        if value < worst:\n            worst, move = value, take\n",
    ),
)


def test_a_move_among_too_many_is_not_said_to_be_missing(tmp_path: Path) -> None:
    """Running the search once for each best move would take too long."""
    text = """
    def search(marks, depth):
        if depth == 0:
            return sum(marks) % 7, None
        return max((search(marks + (mark,), depth - 1)[0], mark) for mark in range(80))
    """
    moves = AnsweredMoves(game(tmp_path, Written(dedent(text), "search", "search((), 1)")))
    assert not moves.named_sides()
    assert moves.untold


NOT_A_MOVE: Final = {
    "nodes": ("-1, None", "-1, 1", "best, move = value, take", "best = value", "move = -inf, None", "move = -inf, 1"),
    "the last position": ("-1, None", "-1, pile", "take\n", "search(pile - take, -beta, -max(alpha, best))[1]\n"),
}


def changed(text: str, *pairs: str) -> str:
    """Return the text with each first string replaced by the one after it."""
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    return text


def moves_of(folder: Path, text: str) -> AnsweredMoves:
    """Return the `Moves` of a search of a pile of six."""
    return AnsweredMoves(game(folder, Written(text, "search", "search(6, -inf, inf)")))


def test_each_child_has_its_name(tmp_path: Path) -> None:
    """A child's name is taken from the answer in which it is the best move."""
    moves = moves_of(tmp_path, PAIR)
    start = moves.game.root
    names = moves.names(start)
    assert names is not None
    assert names.place == 1
    assert names.children == {1: (0,), 2: (1,), 3: (2,)}
    assert moves.chosen(start, (1, 3)) == (True, 2)
    assert moves.chosen(start, (1, None)) == (True, None)
    assert moves.chosen(start, (1, "other")) == (False, None)


def test_a_leaf_may_leave_out_its_move(tmp_path: Path) -> None:
    """A leaf answers with a list of its value alone; the moves of all other calls are checked."""
    listed = ("return -1, None", "return [-1]"), ("return best, move", "return [best, move]")
    moves = moves_of(tmp_path, changed(PAIR, *listed[0], *listed[1]))
    for start in moves.game.starts():
        names = moves.names(start)
        assert names is None or names.place == 1
    assert moves.named_sides()


@pytest.mark.parametrize("kind", NOT_A_MOVE)
def test_answers_that_are_not_moves_are_not_taken_for_moves(kind: str, tmp_path: Path) -> None:
    """Examples are a count of nodes, or the last position of the line."""
    moves = moves_of(tmp_path, changed(PAIR, *NOT_A_MOVE[kind]))
    assert not moves.named_sides()
    assert moves.untold


@pytest.mark.parametrize(
    "pairs",
    [LAST, ("if value > best", "if value >= best"), WORST, ("value, take", "value, len(moves(pile)) - take")],
    ids=["the last move", "a later equal bound", "the worst move", "another index"],
)
@pytest.mark.slow_cases("*index")
def test_a_wrong_move_is_found(pairs: tuple[str, ...], tmp_path: Path) -> None:
    """A different index is only another name for the same move, and not an error."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + changed(PAIR, *pairs), encoding="utf-8")
    found = verify_search(f"{file}:search", start=["search(6, -inf, inf)"], examples=15, seconds=10)
    assert ("wrong move" in str(found)) == ("take" not in pairs[0]), str(found)


@pytest.mark.parametrize(
    ("pairs", "fault"),
    [
        ((), ""),
        (("best, move = -inf", "best, move = 0"), "returned None"),
        (("return move", "return take, pile"), "returns 3 as `take`, whichever move has the best value"),
        (("default=-1", "default=-8", "value, (take, pile)", "value, take"), ""),
    ],
    ids=["right", "a best of 0", "the last move", "moves that are numbers like the values"],
)
def test_the_move_of_a_driver_is_checked(pairs: tuple[str, ...], fault: str, tmp_path: Path) -> None:
    """The calls that the driver makes return random values."""
    found = driver_moves(game(tmp_path, Written(changed(DRIVER, *pairs), "choose", "choose(6)")))
    assert fault in found.fault
    assert bool(found.fault) == bool(fault)
    assert fault or found.trials


@pytest.mark.parametrize(("pile", "is_wrong"), [(6, True), (3, False)])
def test_a_driver_that_picks_the_best_move_for_the_opponent_is_wrong(pile: int, is_wrong: bool, tmp_path: Path) -> None:
    """The bug is certain if the players alternate below; if too few plies show that, it is a note."""
    text = changed(DRIVER, "value = -negamax", "value = negamax")
    found = driver_moves(game(tmp_path, Written(text, "choose", f"choose({pile})")))
    said = f"`choose({pile})` picks the move with the largest value, and so does the player who moves next; "
    assert (
        (found.fault or found.note).removeprefix("wrong move: ").startswith(f"{said}check a sign, or whose turn it is")
    )
    assert bool(found.fault) == is_wrong
    assert found.untold != is_wrong


WITH_SIDE: Final = """
def minimax(pile, is_max):
    if not moves(pile):
        return -1 if is_max else 1
    values = [minimax(pile - take, not is_max) for take in moves(pile)]
    return max(values) if is_max else min(values)


def choose(pile, is_max=True):
    best, move = -inf, None
    for take in moves(pile):
        value = minimax(pile - take, SIDE)
        if value > best:
            best, move = value, (take, pile)
    return move
"""


@pytest.mark.parametrize(
    ("text", "start", "is_wrong", "noted"),
    [
        (changed(DRIVER, "value = -negamax", "value = negamax"), "choose(6)", True, False),
        (changed(WITH_SIDE, "SIDE", "True"), "choose(6)", True, False),
        (changed(WITH_SIDE, "SIDE", "False"), "choose(6)", False, False),
        (changed(WITH_SIDE, "SIDE", "not is_max"), "choose(6, False)", False, True),
    ],
    ids=["negamax", "a constant side", "the other constant", "a side that the program may pass otherwise"],
)
def test_a_driver_that_prunecheck_called_is_wrong_if_its_source_names_the_player(
    *, text: str, start: str, is_wrong: bool, noted: bool, tmp_path: Path
) -> None:
    """If the side depends on the state, the program may only make the call if the other player moves."""
    found = driver_moves(game(tmp_path, Written(text, "choose", start)), given=False)
    assert found.fault.startswith(f"wrong move: `{start}` picks the move with the largest value") == is_wrong
    assert (
        found.note.endswith("; if your program makes this call for the other player, give that call with --start")
        == noted
    )


@pytest.mark.parametrize(
    ("last", "fault"),
    [
        (
            "    return",
            "no answer: `choose(6)` returns None, and what it prints and changes does not depend on",
        ),
        ("    print(move)", ""),
        ("    found['move'] = move", ""),
        ("    found['move'] = (1, pile)", "no answer"),
    ],
    ids=["nothing", "printed", "changed", "always the same"],
)
def test_a_driver_that_returns_nothing_must_show_its_move(last: str, fault: str, tmp_path: Path) -> None:
    """The driver may print the move, or change something."""
    text = "found = {}\n" + changed(DRIVER, "    return move", last)
    found = driver_moves(game(tmp_path, Written(text, "choose", "choose(6)")))
    assert found.fault.startswith(fault)
    assert bool(found.fault) == bool(fault)
    assert fault or found.trials


DEEPENING: Final = """
def negamax(pile, depth, alpha, beta):
    if depth == 0 or not moves(pile):
        return pile % 4 - 2
    for take in moves(pile):
        alpha = max(alpha, -negamax(pile - take, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def choose(pile, plies):
    order = moves(pile)
    for depth in range(1, plies + 1):
        best, move = -inf, None
        for take in order:
            value = -negamax(pile - take, depth - 1, -inf, inf)
            if value > best:
                best, move = value, (take, pile)
        order.sort(key=lambda take: take != move[0])
    return move
"""


@pytest.mark.parametrize(
    ("pairs", "fault"),
    [
        ((), ""),
        (
            ("        best, move = -inf, None\n", "", "    order = m", "    best, move = -inf, None\n    order = m"),
            "wrong",
        ),
        (("value = -negamax(pile - take, depth - 1, -inf, inf)", "value = negamax(take, depth, -inf, inf)"), "wrong"),
    ],
    ids=["right", "the best of all depths", "the best for the opponent"],
)
def test_the_move_of_a_driver_that_deepens_is_checked(pairs: tuple[str, ...], fault: str, tmp_path: Path) -> None:
    """The move of the last depth counts."""
    found = driver_moves(game(tmp_path, Written(changed(DEEPENING, *pairs), "choose", "choose(9, 3)")))
    assert found.fault.startswith(fault)
    assert bool(found.fault) == bool(fault)
    assert fault or found.trials


BOUNDED: Final = """
def negamax(pile, depth, alpha, beta):
    if depth == 0 or not moves(pile):
        return pile % 4 - 2
    best = -inf
    for take in moves(pile):
        best = max(best, -negamax(pile - take, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def choose(pile, plies):
    best, move = -inf, None
    for take in moves(pile):
        value = -negamax(pile - take, plies, -inf, -best)
        if value > best:
            best, move = value, (take, pile)
    return move
"""
STRICT: Final = ("if best >= beta", "if best > beta", "-max(alpha, best))", "-alpha)")


@pytest.mark.fast_cases("full windows")
@pytest.mark.parametrize(
    ("pairs", "is_wrong"),
    [
        ((), False),
        (("value > best", "value >= best"), True),
        (("value > best", "value >= best", *STRICT), False),
        (("value > best", "value >= best", "-inf, -best", "-inf, inf"), False),
    ],
    ids=["right", "keeps a bound", "cuts off only beyond the bound", "full windows"],
)
def test_a_driver_must_not_take_a_bound_for_a_value(pairs: tuple[str, ...], is_wrong: bool, tmp_path: Path) -> None:
    """A move that is worse than the window may get the bound as its value, and then seems to be as good as the best."""
    found = driver_moves(game(tmp_path, Written(changed(BOUNDED, *pairs), "choose", "choose(9, 3)")))
    assert ("for a worse move, the search may return alpha or beta" in found.fault) == is_wrong, found.fault
    assert bool(found.fault) == is_wrong


AT_ROOT: Final = """
class Engine:
    def __init__(self):
        self.best = None

    def negamax(self, pile, depth, alpha, beta, ply):
        if depth == 0 or not moves(pile):
            return pile % 4 - 2
        best = -inf
        for take in moves(pile):
            value = -self.negamax(pile - take, depth - 1, -beta, -max(alpha, best), ply + 1)
            if value > best:
                best = value
                if ply == 0:
                    self.best = take
            if best >= beta:
                break
        return best

    def choose(self, pile, depth):
        value = self.negamax(pile, depth, -inf, inf, 0)
        return value, self.best
"""


@pytest.mark.parametrize(
    ("pairs", "is_wrong"),
    [
        ((), False),
        (("                if ply == 0:\n                    self.best", "                self.best"), True),
        (("value, self.best", "value, depth"), False),
    ],
    ids=["right", "set at every ply", "not a move"],
)
def test_the_move_that_the_search_sets_at_the_root_is_checked(
    pairs: tuple[str, ...], is_wrong: bool, tmp_path: Path
) -> None:
    """The start makes one call, and then returns an attribute."""
    text = changed(AT_ROOT, *pairs)
    found = driver_moves(game(tmp_path, Written(text, "Engine.negamax", "Engine().choose(9, 3)")))
    assert found.fault.startswith("wrong move: `Engine().choose(9, 3)` returns move ") == is_wrong
    assert bool(found.fault) == is_wrong
    assert bool(found.trials) == ("value, depth" not in pairs)


CUTS_OFF: Final = """
def search(pile, depth, alpha, beta):
    if not depth or not moves(pile):
        return pile % 4 - 2
    for take in moves(pile):
        value = -search(pile - take, depth - 1, -beta, -alpha)
        if value >= alpha:
            return beta
    return alpha
"""


def test_the_value_that_a_search_always_returns_is_not_called_a_wrong_move(tmp_path: Path) -> None:
    """It returns no move."""
    (tmp_path / "game.py").write_text(HEAD + CUTS_OFF, encoding="utf-8")
    faults = own_game_subject(f"{tmp_path / 'game.py'}:search", ["search(9, 2, -inf, inf)"]).faults
    assert "wrong value: `search(9, 2, -inf, inf)` returns inf whichever move has the best value" in faults
    assert not [fault for fault in faults if "wrong move" in fault]


FIRST_MOVE_IN_LEAVES = """
    def search(stones, depth, mine, first=None):
        if depth == 0:
            return first, stones % 2
        found = [search(stones - take, depth - 1, not mine, first or (take, 0)) for take in (1, 2, 3)]
        return (max if mine else min)(found, key=lambda each: each[1])
"""


def test_a_move_that_comes_from_a_leaf_is_not_taken_for_the_search_s_own(tmp_path: Path) -> None:
    """The leaves that are shown contain moves of the real game, which random values do not fit."""
    subject = own_subject(tmp_path, FIRST_MOVE_IN_LEAVES, "search", "search(9, 3, True)")
    assert subject.moves[0].names(subject.games[0].root) is None
