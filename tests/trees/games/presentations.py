"""Compare the two implementations of a game: by children, and by making and taking back moves."""

from random import Random
from typing import Any, TypeAlias

from prunecheck import Number, Tree
from prunecheck.trees.moves import Moves

AnyTree: TypeAlias = Tree[Any, Number]
AnyMoves: TypeAlias = Moves[Any, Number]


def state(position: AnyMoves) -> str:
    """The complete state of `position` as text."""
    return repr(vars(position))


def assert_answers_alike(tree: AnyTree, node: Any, position: AnyMoves) -> None:
    """Assert that the position answers every question as `tree` does for `node`."""
    assert position.key() == tree.key(node)
    assert position.is_max() == tree.is_max(node)
    assert position.is_terminal() == tree.is_terminal(node)
    assert position.evaluate() == tree.evaluate(node)


def assert_agree(tree: AnyTree, node: Any, position: AnyMoves, depth: int) -> None:
    """Compare each node down to `depth` plies below, in child order, and check that the position is restored."""
    assert_answers_alike(tree, node, position)
    if depth == 0 or tree.is_terminal(node):
        return
    before = state(position)
    for move, child in zip(position.moves(), tree.children(node), strict=True):
        position.make(move)
        assert_agree(tree, child, position, depth - 1)
        position.unmake(move)
        assert state(position) == before


def assert_agree_along_a_game(tree: AnyTree, position: AnyMoves, random: Random) -> None:
    """Compare each node of a random game, with its children, and then take all moves back."""
    node = tree.root
    made: list[tuple[Any, str]] = []
    while not tree.is_terminal(node):
        assert_agree(tree, node, position, 1)
        move, node = random.choice(list(zip(position.moves(), tree.children(node), strict=True)))
        made.append((move, state(position)))
        position.make(move)
    assert_answers_alike(tree, node, position)
    for move, before in reversed(made):
        position.unmake(move)
        assert state(position) == before
