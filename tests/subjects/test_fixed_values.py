"""A search that returns a fixed number for a finished game, or at its depth limit, does not fit random trees."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from prunecheck import PreconditionError, verify_search

SEARCH: Final = """
    from math import inf

    def negamax(node, depth, alpha, beta):
        if node.is_terminal():
            return OVER
        if depth == 0:
            return LIMIT
        best = -inf
        for child in node.children():
            best = max(best, SIGN negamax(child, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
"""


OWN: Final = """
class Pile:
    def __init__(self, size=7):
        self.size = size
    def is_terminal(self):
        return self.size == 0
    def evaluate(self):
        return self.size % 4 - 2
    def children(self):
        return [Pile(self.size - taken) for taken in (1, 2, 3) if taken <= self.size]


if __name__ == "__main__":
    print(negamax(Pile(), 4, -inf, inf))
"""


def searched(folder: Path, *, over: str = "node.evaluate()", limit: str = "node.evaluate()", sign: str = "-") -> str:
    file = folder / "game.py"
    file.write_text(dedent(SEARCH).replace("OVER", over).replace("LIMIT", limit).replace("SIGN", sign))
    return f"{file}:negamax"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"limit": "0"}, r"it returns 0 for each position at its depth limit \(line 8\)"),
        ({"over": "-100"}, r"it returns 100 or -100 for each position without moves \(line 6\)"),
        ({"over": "100 * node.evaluate()"}, "it multiplies the value of each position without moves by 100"),
    ],
    ids=["limit", "over", "multiple"],
)
def test_it_needs_a_starting_call(parts: dict[str, str], said: str, tmp_path: Path) -> None:
    """Its values are right for its own game, so this is not a bug."""
    with pytest.raises(PreconditionError, match=rf"{said}.* Return the evaluation instead"):
        verify_search(searched(tmp_path, **parts), examples=20)


def test_it_still_fails_if_it_is_wrong_elsewhere(tmp_path: Path) -> None:
    assert verify_search(searched(tmp_path, limit="0", sign="+"), examples=20).status == "refuted"


def test_a_wrong_search_with_another_scale_for_finished_games_fails_on_its_own_game(tmp_path: Path) -> None:
    """Without a cutoff test, there is another bug, which random trees would show only with wrong values."""
    name = searched(tmp_path, over="100 * node.evaluate()")
    file = tmp_path / "game.py"
    file.write_text(file.read_text().replace("alpha >= beta", "alpha >= 0") + OWN, encoding="utf-8")
    verdict = verify_search(name, examples=20)
    assert verdict.status == "refuted"
    assert "negamax(Pile(), 4, -inf, inf)" in str(verdict)


def test_a_wrong_sign_for_finished_games_fails(tmp_path: Path) -> None:
    """A factor of -1 does not count as another scale."""
    assert verify_search(searched(tmp_path, over="-node.evaluate()"), examples=20).status == "refuted"


def test_an_evaluation_at_the_limit_passes(tmp_path: Path) -> None:
    verdict = verify_search(searched(tmp_path), examples=20)
    assert verdict.sound, str(verdict)


CHOOSE: Final = """
    def choose(node, depth):
        return max(node.moves(), key=lambda move: -negamax(node.play(move), depth - 1, -inf, inf))
"""


def test_a_function_that_chooses_the_move_needs_a_starting_call_too(tmp_path: Path) -> None:
    """Its moves are right if those of the search that it calls are."""
    searched(tmp_path, over="-100")
    with (tmp_path / "game.py").open("a") as file:
        file.write(dedent(CHOOSE))
    with pytest.raises(PreconditionError, match=r"it calls `negamax`, which returns 100 or -100 .*\(line 6\)"):
        verify_search(f"{tmp_path}/game.py:choose", examples=20)


GAME: Final = """
    from math import inf

    class Pile:
        def __init__(self):
            self.left, self.history = 6, []

        def moves(self):
            return [number for number in (1, 2) if number <= self.left]

        def make(self, move):
            self.left -= move
            self.history.append(move)

        def unmake(self):
            self.left += self.history.pop()

        def is_over(self):
            return self.left == 0

        def evaluate(self):
            return self.left % 3

    def negamax(pile, depth, alpha, beta):
        if pile.is_over():
            return -100
        if depth == 0:
            return pile.evaluate()
        best = -inf
        for move in pile.moves():
            pile.make(move)
            value = -negamax(pile, depth - 1, -beta, -max(alpha, best))
            if value >= beta:
                return value
            pile.unmake()
            best = max(best, value)
        return best

    if __name__ == "__main__":
        print(negamax(Pile(), 4, -inf, inf))
"""


@pytest.mark.slow
def test_if_it_is_wrong_elsewhere_too_the_call_in_its_file_is_used(tmp_path: Path) -> None:
    """On random trees, the verdict would blame the value of finished games, not the bug."""
    (tmp_path / "game.py").write_text(dedent(GAME))
    verdict = verify_search(f"{tmp_path}/game.py:negamax", examples=20)
    assert verdict.status == "refuted"
    assert "does not restore them after a cutoff" in str(verdict)


SOLVER: Final = """
    def solve(node, alpha, beta):
        if node.is_terminal():
            return -1
        best = -9
        for child in node.children():
            best = max(best, -solve(child, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
"""


def test_a_search_to_the_end_of_the_game_needs_a_starting_call(tmp_path: Path) -> None:
    """Its values are also indices of moves, and without a depth limit, it ends in finished games only."""
    (tmp_path / "game.py").write_text(dedent(SOLVER))
    with pytest.raises(PreconditionError, match=r"returns 1 or -1 for each position without moves \(line 4\)"):
        verify_search(f"{tmp_path}/game.py:solve", examples=20)


RULES: Final = """
    from collections import Counter

    def after(row):
        if Counter(row)["o"]:
            for nth in range(len(row)):
                for take in (1, 2):
                    if row[nth : nth + take] == "o" * take:
                        yield row[:nth] + "x" * take + row[nth + take :]

    def score(row):
        return Counter(row)["o"] % 5
"""
ON_ROWS: Final = """
    from row_rules import after, score

    PLIES = 3

    def negamax(b, alpha, beta, ply):
        if ply == PLIES:
            return score(b), b
        best, chosen = float("-inf"), ""
        for row in after(b):
            value = -negamax(row, -beta, -alpha, ply + 1)[0]
            if value > best:
                best, chosen = value, row
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, chosen
"""


def test_imported_rules_that_find_no_moves_in_random_trees_need_a_starting_call(tmp_path: Path) -> None:
    """`b` is the position here, since another parameter is `beta`. For these rules, a list is a row without "o"."""
    (tmp_path / "row_rules.py").write_text(dedent(RULES))
    (tmp_path / "rows.py").write_text(dedent(ON_ROWS))
    search = f"{tmp_path / 'rows.py'}:negamax"
    said = r"it calls `score\(b\)` .* such as start=.*negamax\(B, "
    with pytest.raises(PreconditionError, match=said):
        verify_search(search, examples=20)
    verdict = verify_search(search, start="negamax('ooooo', float('-inf'), float('inf'), 0)", examples=20)
    assert verdict.sound, str(verdict)
