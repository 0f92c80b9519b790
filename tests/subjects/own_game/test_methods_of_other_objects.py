"""A method that a search calls on its board may have the same name as a method of the player."""

import ast
from pathlib import Path
from typing import Final

from own_programs import assert_right, own_subject
from prunecheck.subjects.source.calls import CallGraph

PLAYER: Final = """
class Heap:
    def __init__(self, stones):
        self.stones = stones

    def copy(self):
        return Heap(self.stones)

    def left(self):
        return self.stones


class Player:
    def __init__(self, heap):
        self.heap = heap

    def move(self, depth):
        return self.best(depth)[1]

    def best(self, depth):
        def search(heap, depth, alpha, beta, is_max):
            if depth == 0 or heap.left() == 0:
                return heap.left() * 7 % 11, None
            best, choice = (-99, None) if is_max else (99, None)
            for child in self.children(heap):
                value, _ = search(child, depth - 1, alpha, beta, not is_max)
                if (value > best) if is_max else (value < best):
                    best, choice = value, child
                if is_max:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            return best, choice

        return search(self.heap, depth, -99, 99, True)

    def children(self, heap):
        return [self.after(heap.copy(), taken) for taken in range(1, 1 + min(heap.stones, 3))]

    def after(self, heap, taken):
        heap.move(taken, 0)
        return heap
"""
MOVE: Final = """

def move(self, taken, heap):
    self.stones -= taken


Heap.move = move
"""


def test_a_method_of_another_object_takes_the_arguments_of_its_call() -> None:
    """The board's `move` takes two arguments, so it is not the player's `move`, which calls the search."""
    graph = CallGraph(ast.parse(PLAYER))
    assert graph.called["Player.after"] == []
    assert graph.recursion("Player.best") == ["Player.best.search"]
    with_one_argument = CallGraph(ast.parse(PLAYER.replace("heap.move(taken, 0)", "heap.move(taken)")))
    assert with_one_argument.called["Player.after"] == ["Player.move"]  # as a search that is called on a child


def test_a_move_generator_that_moves_on_a_board_is_no_part_of_the_search(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, PLAYER + MOVE, "Player.best", "Player(Heap(7)).best(4)"))
