"""Cases from public programs that store or change values in objects, each in a small program."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject

NODES: Final = """
    from math import inf

    class Node:
        made = 0

        def __init__(self, marks=()):
            self.marks, self.children, self.value, self.alpha, self.beta = marks, [], None, -inf, inf
            Node.made += 1

        def expand(self, depth):
            if len(self.marks) == depth:
                self.value = sum((nth + 3) * mark * mark for nth, mark in enumerate(self.marks)) % 41 - 20
            elif not self.children:
                self.children = [Node(self.marks + (mark,)) for mark in (1, 2, 3)]

    def search(node, depth, is_max):
        node.expand(depth)
        if node.value is None:
            values = [search(child, depth, not is_max) for child in node.children]
            node.value = max(values) if is_max else min(values)
        return node.value
"""


def test_a_value_stored_in_its_node_is_no_other_game(tmp_path: Path) -> None:
    """A second search of a node is answered from the node; the window in the node's attributes is never used."""
    subject = own_subject(tmp_path, NODES, "search", "search(Node(), 3, True)")
    assert_right(subject)
    assert subject.has_hidden_table
    assert not subject.traits.takes_window


IN_PLACE: Final = """
    from math import inf

    def worth(marks):
        return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20

    def search(marks, depth, alpha, beta):
        if depth == 0:
            return LEAF
        best = None
        for mark in (1, 2, 3):
            found = search(marks + (mark,), depth - 1, -beta, -alpha)
            found[VALUE] *= -1
            found[MOVE] = mark
            if best is None or found[VALUE] > best[VALUE]:
                best = found
            alpha = max(alpha, found[VALUE])
            if alpha >= beta:
                break
        return best
"""
LIST: Final = {"LEAF": "[None, worth(marks)]", "VALUE": "1", "MOVE": "0"}
DICTIONARY: Final = {"LEAF": '{"value": worth(marks)}', "VALUE": '"value"', "MOVE": '"move"'}


@pytest.mark.parametrize("words", [LIST, DICTIONARY], ids=["list", "dictionary"])
def test_an_answer_may_be_negated_in_place(words: dict[str, str], tmp_path: Path) -> None:
    text = IN_PLACE
    for word, code in words.items():
        text = text.replace(word, code)
    assert_right(own_subject(tmp_path, text, "search", "search((), 3, -inf, inf)"))


ROOT_MOVE: Final = """
    from math import inf

    def worth(marks):
        return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20

    def search(marks, depth, top, alpha, beta):
        if depth == 0:
            return worth(marks)
        values = []
        for mark in range(5):
            values.append(-search(marks + (mark,), depth - 1, top, -beta, -max([alpha, *values])))
            if values[-1] >= beta:
                break
        return values.index(max(values)) if depth == top else max(values)
"""


def test_a_start_may_return_the_index_of_the_first_best_move(tmp_path: Path) -> None:
    """If one move is worse than all others, the index is the same for most of them."""
    subject = own_subject(tmp_path, ROOT_MOVE, "search", "search((), 3, 3, -inf, inf)")
    assert_right(subject)
    assert any("for the starting call, `search` returns a move without a value" in fact for fact in subject.facts)


COUNTED: Final = """
    from math import inf

    def search(marks, depth, top, made, alpha, beta, is_max):
        made += 1
        if depth == 0:
            return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20, made
        values = []
        for mark in range(4):
            value, made = search(marks + (mark,), depth - 1, top, made, alpha, beta, not is_max)
            values.append(value)
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if alpha >= beta:
                break
        best = max(values) if is_max else min(values)
        return values.index(best) if depth == top else best, made
"""


def test_a_counter_beside_the_value_is_not_the_value(tmp_path: Path) -> None:
    """The start returns a move in place of the value, so the counter explains one call more than the value."""
    subject = own_subject(tmp_path, COUNTED, "search", "search((), 3, 3, 0, -inf, inf, True)")
    assert subject.games[0].places == {"search": 0}
    assert_right(subject)


BOUNDS_WITH_MOVES: Final = """
    from math import inf

    def worth(marks):
        return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20

    def highest(alpha, beta, depth, marks):
        if depth == 0:
            return worth(marks), alpha[1]
        for mark in (1, 2, 3):
            found = lowest(alpha, beta, depth - 1, marks + (mark,))
            if found[0] >= beta[0]:
                return beta
            if found[0] > alpha[0]:
                alpha = found[0], ("take", mark)
        return alpha

    def lowest(alpha, beta, depth, marks):
        if depth == 0:
            return worth(marks), beta[1]
        for mark in (1, 2, 3):
            found = highest(alpha, beta, depth - 1, marks + (mark,))
            if found[0] <= alpha[0]:
                return alpha
            if found[0] < beta[0]:
                beta = found[0], ("take", mark)
        return beta
"""


def test_a_bound_may_come_before_a_move(tmp_path: Path) -> None:
    start = "highest((-inf, ('take', 0)), (inf, ('take', 0)), 3, ())"
    assert_right(own_subject(tmp_path, BOUNDS_WITH_MOVES, "highest", start))


TURNS: Final = """
    from math import inf

    def search(marks, depth, alpha, beta, color):
        if depth == 0:
            return color * (sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20)
        for mark in (1, 2, 3, 4):
            alpha = max(alpha, CHILD)
            if alpha >= beta:
                break
        return alpha
"""
FOR_BOTH: Final = "-search(marks + (mark,), depth - 1, -beta, -alpha, -color)"
FOR_ONE: Final = "search(marks + (mark,), depth - 1, alpha, beta, -color)"


@pytest.mark.parametrize(("child", "right"), [(FOR_BOTH, True), (FOR_ONE, False)])
def test_an_opponent_that_never_moves_is_found_in_two_plies_if_the_turn_changes(
    child: str, right: bool, tmp_path: Path
) -> None:
    subject = own_subject(tmp_path, TURNS.replace("CHILD", child), "search", "search((), 2, -inf, inf, 1)")
    assert any(fault.startswith("the opponent never moves") for fault in subject.faults) != right


CHECKED: Final = """
    import time

    MOST = 10_000

    class Clock:
        def __init__(self):
            self.started = time.perf_counter()

    def search(pile, depth, alpha, beta, clock):
        assert -MOST <= alpha < beta <= MOST
        if depth == 0 or pile == 0:
            return pile % 5 - 2
        best = -MOST
        for take in (1, 2, 3):
            if take <= pile:
                best = max(best, -search(pile - take, depth - 1, -beta, -max(alpha, best), clock))
                if best >= beta:
                    break
        return best
"""


def test_bounds_beyond_those_of_the_starting_call_may_be_refused(tmp_path: Path) -> None:
    """The clock of the search started at another time in each run."""
    subject = own_subject(tmp_path, CHECKED, "search", "search(12, 3, -MOST, MOST, Clock())")
    assert any("and with 10,000 for infinity" in fact for fact in subject.facts)
    assert_right(subject)


DRIVER: Final = """
    from math import inf

    def search(pile, depth, alpha, beta, is_max):
        if depth == 0 or pile == 0:
            return pile * pile % 7 - 3
        best = -inf if is_max else inf
        for take in (1, 2, 3, 4):
            if take <= pile:
                value = search(pile - take, depth - 1, alpha, beta, not is_max)
                best = max(best, value) if is_max else min(best, value)
                alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
                if alpha >= beta:
                    break
        return best

    def choose(pile):
        best, chosen = -inf, None
        for take in (1, 2, 3, 4):
            value = search(pile - take, 2, ALPHA, inf, False)
            if value > best:
                best, chosen = value, f"take {take}"
        return chosen
"""


@pytest.mark.parametrize(("alpha", "noted"), [("best", False), ("-inf", True)])
def test_a_root_that_searches_all_moves_in_the_full_window_is_noted(alpha: str, noted: bool, tmp_path: Path) -> None:
    subject = own_subject(tmp_path, DRIVER.replace("ALPHA", alpha), "search", "choose(14)")
    (driver,) = subject.from_drivers
    assert driver.trials
    assert ("searches all its moves in the full window" in driver.note) == noted
