"""Cases from public programs that search their own games, each in a small program."""

import sys
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from own_programs import assert_right, own_subject
from prunecheck.errors import PreconditionError
from prunecheck.subjects.find import Loading
from prunecheck.subjects.find_start import find_obvious_start
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.trees.protocol import INF
from prunecheck.variants.forms.minimax import minimax

SHUFFLED = """
    import random

    def moves(stones):
        some = [each for each in (1, 2, 3) if each <= stones]
        random.shuffle(some)
        return some

    def search(stones, depth, alpha, beta, mine):
        if depth == 0 or not moves(stones):
            return stones % 4
        best = -99 if mine else 99
        for move in moves(stones):
            value = search(stones - move, depth - 1, alpha, beta, not mine)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""


def test_shuffled_moves_have_the_same_order_after_any_cutoff(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, SHUFFLED, "search", "search(5, 9, -99, 99, True)"), trees=40)


def test_a_start_found_in_the_file_shows_signs_of_life_while_it_is_learned(tmp_path: Path) -> None:
    """A process without signs of life for some seconds is ended, and the message names the starting call."""
    file = tmp_path / "own_game.py"
    file.write_text(dedent(SHUFFLED) + "\n\nprint(search(5, 9, -99, 99, True))\n")
    stages: list[str] = []
    signs: list[str] = []

    def watch(*_: object) -> None:
        signs.append(stages[-1] if stages else "")

    name = f"{file}:search"
    find_obvious_start(name, PreconditionError(""), Loading(watch=watch, on_step=stages.append))
    start = "search(5, 9, -99, 99, True)"
    learning = f"{name} cannot be run on its own game with `{start}`; give a shorter call with --start"
    assert stages[-2:] == [learning, ""]
    assert signs.count(learning) == len(signs) > 10


TWO_KINDS_OF_ANSWERS = """
    def largest(stones, depth, alpha, beta):
        if stones <= 0 or depth == 0:
            return stones, None
        best, chosen = -99, None
        for move in (1, 2):
            value = smallest(stones - move, depth, alpha, beta)
            if value > best:
                best, chosen = value, move
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best, chosen

    def smallest(stones, depth, alpha, beta):
        if stones <= 0:
            return stones
        best = 99
        for move in (1, 2):
            best = min(best, largest(stones - move, depth - 1, alpha, beta)[0])
            if best <= alpha:
                break
            beta = min(beta, best)
        return best
"""


def test_each_function_has_its_own_kind_of_answer(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, TWO_KINDS_OF_ANSWERS, "largest", "largest(9, 3, -99, 99)"), trees=40)


WIDE = """
    from time import process_time

    def search(path, depth, alpha, beta, mine):
        until = process_time() + 0.001
        while process_time() < until:
            pass
        if depth == 0:
            return sum(path) % 7
        best = -99 if mine else 99
        for move in range(24):
            value = search(path + (move,), depth - 1, alpha, beta, not mine)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""


@pytest.mark.slow
def test_a_slow_game_with_many_moves_has_trees_of_several_plies(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, WIDE, "search", "search((), 4, -99, 99, True)")
    plies = {node.ply for node in subject.games[0].starts()}
    assert {0, 1} <= plies
    assert_right(subject, 5)


def test_a_file_of_a_package_may_have_the_name_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "nim_in_wild"
    folder.mkdir()
    (folder / "rules.py").write_text("def moves(stones):\n    return [1, 2][:stones]\n")
    file = folder / "nim_in_wild.py"
    file.write_text(
        "from .rules import moves\n\n"
        "def search(stones, depth):\n"
        "    return max((-search(stones - each, depth - 1) for each in moves(stones) if depth), default=stones)\n"
    )
    assert_right(own_game_subject(f"{file}:search", ["search(7, 4)"]), 10)


EXTRA_MOVES = """
    def search(stones, depth, mine):
        if depth == 0 or stones <= 0:
            return stones % 5 if mine else -(stones % 3)
        values = [
            search(stones - take, depth, mine) if take == 2 else search(stones - take, depth - 1, not mine)
            for take in (1, 2, 3)
        ]
        return max(values) if mine else min(values)
"""


def test_an_extra_move_may_leave_the_depth(tmp_path: Path) -> None:
    """In mancala, an extra move keeps the depth; moves then have different depths, but each is searched once."""
    assert_right(own_subject(tmp_path, EXTRA_MOVES, "search", "search(7, 2, True)"), trees=40)


NODES_WITH_CHILDREN = """
    class Node:
        def __init__(self, stones):
            self.stones, self.children = stones, []

    def search(node, mine):
        for take in (1, 2):
            if take <= node.stones:
                node.children.append(Node(node.stones - take))
        if not node.children:
            return 1 if mine else -1
        values = [search(child, not mine) for child in node.children]
        return max(values) if mine else min(values)
"""


def test_children_that_a_node_keeps_are_not_a_table(tmp_path: Path) -> None:
    """Each call has its own list of children."""
    subject = own_subject(tmp_path, NODES_WITH_CHILDREN, "search", "search(Node(5), True)")
    assert not subject.saves_leaves
    assert_right(subject, trees=40)


def test_a_board_in_a_class_of_another_module_is_seen_and_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All objects share the board, so what the search does to a copy remains."""
    (tmp_path / "shared_board.py").write_text("class SharedBoard:\n    cells = [0] * 9\n")
    text = """
        from shared_board import SharedBoard

        def search(board, depth, mine):
            free = [cell for cell in range(9) if not board.cells[cell]]
            if depth == 0 or not free:
                return sum(board.cells)
            values = []
            for move in free[:2]:
                copy = SharedBoard()
                copy.cells[move] = 1 if mine else 2
                values.append(search(copy, depth - 1, not mine))
            return max(values) if mine else min(values)
    """
    monkeypatch.delitem(sys.modules, "shared_board", raising=False)
    for _ in range(2):
        subject = own_subject(tmp_path, text, "search", "search(SharedBoard(), 3, True)")
        assert any(
            "changes the global variable `SharedBoard.cells` and does not restore it" in fault
            for fault in subject.faults
        )


def test_a_package_is_found_before_a_file_of_its_name_in_it(tmp_path: Path) -> None:
    """The package is found as if the file was run from the folder above."""
    folder = tmp_path / "nim_in_a_package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "rules_of_nim.py").write_text("MOVES = (1, 2)\n")
    file = folder / "nim_in_a_package.py"
    file.write_text(
        "import nim_in_a_package.rules_of_nim as rules\n\n\n"
        "def search(n):\n    return max((-search(n - take) for take in rules.MOVES if take <= n), default=-1)\n"
    )
    assert_right(own_game_subject(f"{file}:search", ["search(5)"]), trees=40)


ONE_BOUND = """
    def largest(stones, depth, alpha):
        if depth == 0 or stones <= 0:
            return stones % 5
        best = -99
        for take in (1, 2, 3):
            value = smallest(stones - take, depth - 1, best)
            best = max(best, value)
            if value > alpha:
                break
        return best

    def smallest(stones, depth, beta):
        if depth == 0 or stones <= 0:
            return stones % 3
        best = 99
        for take in (1, 2, 3):
            value = largest(stones - take, depth - 1, best)
            best = min(best, value)
            if value < beta:
                break
        return best
"""


@pytest.mark.slow_cases("usual")
@pytest.mark.parametrize("named", [("alpha", "beta"), ("best_so_far", "limit")], ids=["usual", "other names"])
def test_a_search_with_one_bound_alone_is_not_blamed_for_its_cutoffs(named: tuple[str, str], tmp_path: Path) -> None:
    """The search's bound is opened, whatever its name. A bound gets values of earlier calls, and cuts moves off."""
    text = ONE_BOUND.replace("alpha", named[0]).replace("beta", named[1])
    assert_right(own_subject(tmp_path, text, "largest", "largest(9, 4, 99)"), trees=40)


@pytest.mark.slow_cases("usual")
@pytest.mark.parametrize("named", [("alpha", "beta"), ("best_so_far", "limit")], ids=["usual", "other names"])
def test_a_search_is_refused_if_no_infinite_bound_opens_it(named: tuple[str, str], tmp_path: Path) -> None:
    """A search that only cuts off at an equal value is not blamed for its cutoffs, either."""
    text = ONE_BOUND.replace("value > alpha", "value == alpha").replace("value < beta", "value == beta")
    text = text.replace("alpha", named[0]).replace("beta", named[1])
    with pytest.raises(PreconditionError, match=rf"takes only one bound, `({'|'.join(named)})`, so prunecheck cannot"):
        own_subject(tmp_path, text, "largest", "largest(9, 4, 99)")


BOUNDS_BESIDE_MOVES = """
    def search(stones, depth, alpha, beta, mine, first=None):
        if depth == 0 or stones <= 0:
            return first, stones % 5
        for take in (1, 2, 3):
            found = search(stones - take, depth - 1, alpha, beta, not mine, first or take)
            if mine:
                alpha = max(alpha, found, key=lambda pair: pair[1])
            else:
                beta = min(beta, found, key=lambda pair: pair[1])
            if alpha[1] >= beta[1]:
                break
        return alpha if mine else beta
"""


def test_alpha_and_beta_may_be_pairs_with_a_move(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, BOUNDS_BESIDE_MOVES, "search", "search(6, 3, (None, -99), (None, 99), True)"))


ROUNDED = """
    def search(stones, depth, mine):
        if depth == 0 or stones <= 0:
            return None, stones % 2
        best, best_move = (-99 if mine else 99), 0
        for move in (1, 2, 3):
            _, value = search(stones - move, depth - 1, not mine)
            if (value > best) if mine else (value < best):
                best, best_move = value, move
        return best_move, int(best)
"""


@pytest.mark.parametrize(("worth", "stones"), [("stones % 2", 9), ("stones * stones % 61", 20)], ids=["few", "many"])
def test_a_value_that_is_rounded_is_found_beside_the_move(worth: str, stones: int, tmp_path: Path) -> None:
    """A rounded value follows from the values of the calls if those are whole numbers.

    There may be few different values, or more than inner positions, but fewer than leaves.
    """
    subject = own_subject(tmp_path, ROUNDED.replace("stones % 2", worth), "search", f"search({stones}, 4, True)")
    random, search = Random(1), subject.open()  # noqa: S311
    for tree in [subject.drawn_tree(random) for _ in range(20)]:
        assert minimax(tree, tree.root) == getattr(search.search(tree, tree.root, -INF, INF), "value", None), tree
