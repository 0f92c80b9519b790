"""What public programs with searches of their own games taught: each kind once, in a small program of its own."""

from pathlib import Path
from random import Random
from textwrap import dedent

from prunecheck.subjects.own_game.subject import OwnGameSubject, own_game_subject
from prunecheck.trees.protocol import INF
from prunecheck.variants.forms.minimax import minimax


def _subject(folder: Path, text: str, name: str, start: str) -> OwnGameSubject:
    file = folder / "own_game.py"
    file.write_text(dedent(text))
    return own_game_subject(f"{file}:{name}", [start])


def _assert_right(subject: OwnGameSubject, trees: int = 40) -> None:
    """Its values are those of plain minimax on drawn trees of its game."""
    random, search = Random(1), subject.open()  # noqa: S311
    for tree in [subject.drawn_tree(random) for _ in range(trees)]:
        assert search.search(tree, tree.root, -INF, INF) == minimax(tree, tree.root), tree


SHUFFLED = """
    import random

    def moves(stones):
        some = [each for each in (1, 2, 3) if each <= stones]
        random.shuffle(some)
        return some[: 1 + stones % 3]

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


def test_shuffled_moves_come_in_the_same_order_whatever_was_cut_off(tmp_path: Path) -> None:
    _assert_right(_subject(tmp_path, SHUFFLED, "search", "search(12, 5, -99, 99, True)"))
