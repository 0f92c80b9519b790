"""A search may only take trees up to some size, for example because it has an array with an entry for each ply."""

from pathlib import Path

import pytest

from prunecheck import INF, verify_search
from prunecheck.errors import OutsideError
from prunecheck.subjects.find import find_subject
from prunecheck.trees.nested import from_nested

KILLERS = """
class Search:
    def __init__(self):
        self.killers = [None] * {plies}

    def search(self, node, depth, alpha, beta, ply=0):
        self.killers[ply] = None
        if depth == 0 or node.is_over():
            return node.evaluate()
        scores = [0] * {moves}
        best = float("-inf")
        for nth, child in enumerate(node.children()):
            scores[nth] = -self.search(child, depth - 1, -beta, -max(alpha, best), ply + 1)
            best = max(best, scores[nth])
            if best >= beta:
                break
        return best
"""


def in_file(folder: Path, *, plies: int, moves: int) -> str:
    """Write the search to a file, and return its name."""
    file = folder / "killers.py"
    file.write_text(KILLERS.format(plies=plies, moves=moves), encoding="utf-8")
    return f"{file}:Search"


@pytest.mark.parametrize(("plies", "moves", "limit"), [(16, 999, (INF, 15)), (99, 20, (20, INF))])
def test_the_size_from_which_a_search_crashes_is_found(
    plies: int, moves: int, limit: tuple[float, float], tmp_path: Path
) -> None:
    """The search is not run on larger trees, and a note says so."""
    subject = find_subject(in_file(tmp_path, plies=plies, moves=moves))
    size = subject.traits.size
    assert size is not None
    assert (size.moves, size.plies) == limit
    assert size.says.endswith(
        ": list assignment index out of range (killers.py:7)" if plies < moves else "(killers.py:13)"
    )
    too_large = from_nested([[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]] if plies < moves else [0] * 21)
    with pytest.raises(OutsideError, match="with at most"):
        subject.search(too_large, 0, -INF, INF)


def test_a_search_that_crashes_beyond_a_size_passes(tmp_path: Path) -> None:
    """An array of 16 killer moves is large enough for the program that has it."""
    verdict = verify_search(in_file(tmp_path, plies=16, moves=999), examples=2, claims=["fishburn"])
    assert verdict.sound


def test_a_search_that_crashes_on_small_trees_has_no_limit(tmp_path: Path) -> None:
    """The search is wrong."""
    assert find_subject(in_file(tmp_path, plies=5, moves=999)).traits.size is None
