"""A search that does not come back from a tall tree: whether it hangs, or takes longer with each ply."""

from time import perf_counter
from typing import Final

from prunecheck.failures import Hang, SubjectError
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.walk import heights
from prunecheck.trees.window import FULL, Window

TALL: Final = 12  # plies: on lower trees a search that takes too long is said to hang
LONG: Final = 0.05  # seconds for a call that there are to be many of
FACTOR: Final = 20.0  # times as long for one ply more is as if it hung


def outgrown(search: AnySearch, tree: Tree[N, Number], window: Window[Number] = FULL) -> int | None:
    """From how many plies on a call takes long, where one that did not come back took longer and longer with each ply.

    So it is where parts of the tree are answered, each a ply taller than the one before, and the last of them after a
    twentieth or more of the time in which the next one was not. None for a search that hangs at once, or on a low tree.
    """
    tall = heights(tree, tree.root)
    if tall[tree.root] < TALL:
        return None
    took, quick = 0.0, 0
    for node in reversed(_tallest_line(tree, tall)):
        before, began = took, perf_counter()
        answer = _comes_back(search, tree, node, window)
        took = perf_counter() - began
        if not answer:
            return quick + 1 if FACTOR * before > took else None
        if took < LONG:
            quick = tall[node]
    return None


def _tallest_line(tree: Tree[N, Number], tall: dict[N, int]) -> list[N]:
    """The nodes of a longest line, from the root."""
    line = [tree.root]
    while not tree.is_terminal(line[-1]):
        line.append(max(tree.children(line[-1]), key=tall.__getitem__))
    return line


def _comes_back(search: AnySearch, tree: Tree[N, Number], node: N, window: Window[Number]) -> bool:
    try:
        search(recorded(tree), node, window.alpha, window.beta)
    except SubjectError as failed:
        return not isinstance(failed.failure, Hang)
    except Exception:  # whatever it is, it came back
        return True
    return True
