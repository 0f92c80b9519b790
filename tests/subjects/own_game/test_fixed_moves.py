"""A search that returns or stores a fixed move, such as the first one, fails in every shape that shows its moves."""

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from prunecheck.subjects.own_game.moves.moves_in_source import moves_in_source, stored_moves
from prunecheck.subjects.own_game.own_game_subject import own_game_subject


class Shape(NamedTuple):
    """A search as source text, with `FIXED` or a right move in place of MOVE, and its starting call."""

    text: str
    name: str
    start: str
    fixed: str
    right: str


HEAD: Final = """
from math import inf


def moves(pile):
    return [take for take in (1, 2, 3) if take <= pile]


class Answer:
    def __init__(self, value, choice):
        self.value, self.choice = value, choice
"""
LOOP: Final = """
    if depth == 0 or not moves(pile):
        return LEAF
    best, where = -inf if mine else inf, None
    for take in moves(pile):
        value = NEXT
        if value > best if mine else value < best:
            best, where = value, take
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    END
"""


def _search(*, leaf: str = "pile * 7 % 5 - 2", inner: str = "", end: str = "return best") -> str:
    following = f"search(pile - take, depth - 1, alpha, beta, not mine){inner}"
    body = LOOP.replace("LEAF", leaf).replace("NEXT", following).replace("END", end)
    return f"{HEAD}\n\ndef search(pile, depth, alpha, beta, mine):{body}"


METHOD: Final = (
    f"{HEAD}\n\nclass Engine:\n    def search(self, pile, depth, alpha, beta, mine):"
    + LOOP.replace("LEAF", "pile * 7 % 5 - 2")
    .replace("NEXT", "self.search(pile - take, depth - 1, alpha, beta, not mine)")
    .replace("END", "if depth == 4:\n        self.answer = MOVE\n    return best")
    .replace("\n", "\n    ")
    + "\n    def choose(self, pile):\n        self.search(pile, 4, -inf, inf, True)\n        return self.answer\n"
)
DRIVER: Final = """

def choose(pile):
    options = moves(pile)
    best, where = -inf, None
    for take in options:
        value = search(pile - take, 3, best, inf, False)
        if value > best:
            best, where = value, take
    return MOVE
"""
CALL: Final = "search(9, 4, -inf, inf, True)"
SHAPES: Final = {
    "a tuple": Shape(
        _search(leaf="pile * 7 % 5 - 2, None", inner="[0]", end="return best, MOVE"),
        "search",
        CALL,
        "moves(pile)[0]",
        "where",
    ),
    "the last move of the loop": Shape(
        _search(leaf="None, pile * 7 % 5 - 2", inner="[1]", end="return MOVE, best"), "search", CALL, "take", "where"
    ),
    "an object": Shape(
        _search(leaf="Answer(pile * 7 % 5 - 2, None)", inner=".value", end="return Answer(best, MOVE)"),
        "search",
        CALL,
        "moves(pile)[-1]",
        "where",
    ),
    "a driver that returns the move alone": Shape(_search() + DRIVER, "search", "choose(9)", "options[0]", "where"),
    "a driver with two moves": Shape(
        (_search() + DRIVER).replace("(1, 2, 3)", "(1, 2)"), "choose", "choose(9)", "options[0]", "where"
    ),
    "a driver that returns an object": Shape(
        _search() + DRIVER.replace("MOVE", "Answer(best, MOVE)"), "choose", "choose(9)", "options[0]", "where"
    ),
    "a driver that returns a text": Shape(
        _search() + DRIVER.replace("MOVE", "f'take {MOVE}'"), "choose", "choose(9)", "options[0]", "where"
    ),
    "a driver that makes one search": Shape(
        _search(end="global chosen\n    chosen = MOVE if depth == 4 else None\n    return best")
        + "\n\ndef choose(pile):\n    search(pile, 4, -inf, inf, True)\n    return chosen\n",
        "choose",
        "choose(9)",
        "moves(pile)[0]",
        "where",
    ),
    "an attribute that a driver returns": Shape(
        METHOD, "Engine.choose", "Engine().choose(9)", "moves(pile)[0]", "where"
    ),
    "an attribute": Shape(METHOD, "Engine.search", "Engine().search(9, 4, -inf, inf, True)", "moves(pile)[0]", "where"),
}


@pytest.mark.fast_cases("an attribute", "a driver that returns a text")
@pytest.mark.parametrize("shape", SHAPES)
def test_a_fixed_move_fails_and_the_best_one_passes(shape: str, tmp_path: Path) -> None:
    """With the fixed move, the values are right, so only the move shows the bug."""
    text, name, start, fixed, right = SHAPES[shape]
    for move in (fixed, right):
        file = tmp_path / f"{'fixed' if move == fixed else 'right'}.py"
        file.write_text(text.replace("MOVE", move), encoding="utf-8")
        faults = own_game_subject(f"{file}:{name}", [start]).faults
        assert len(faults) == (move == fixed), faults
        assert all(fault.startswith("wrong move: ") for fault in faults)


def test_an_attribute_with_the_last_move_that_was_made_is_not_the_answer(tmp_path: Path) -> None:
    text = METHOD.replace("MOVE", "where").replace(
        "best, where = -inf", "self.last_move = 0\n        best, where = -inf"
    )
    file = tmp_path / "game.py"
    file.write_text(text, encoding="utf-8")
    assert own_game_subject(f"{file}:Engine.search", ["Engine().search(9, 4, -inf, inf, True)"]).faults == ()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("ms = moves(n)\n for m in ms:\n  f(m)\n return v, ms[0]", {1: "ms[0]"}),
        ("for m in moves(n):\n  f(m)\n return {'cell': moves(n)[0]}", {"cell": "moves(n)[0]"}),
        ("for i, m in enumerate(moves(n)):\n  f(m)\n return m", {None: "m"}),
        ("for r in a:\n  for c in b:\n   f(r)\n return v, (r, c)", {1: "(r, c)"}),
        ("vs = [f(m) for m in ms]\n return random.choice(ms)", {None: "random.choice(ms)"}),
        ("best = ms[0]\n for m in ms:\n  f(m)\n return best", {None: "best"}),
        ("best = ms[0]\n for m in ms:\n  if f(m): best = m\n return best", {}),
        ("for m in ms:\n  if f(m): return m\n return ms[0]", {}),
        ("for m in ms:\n  f(m)\n return other[0]", {}),
        ("vs = [f(m) for m in ms]\n return ms[vs.index(max(vs))]", {}),
    ],
)
def test_fixed_moves_are_found_in_the_source(body: str, expected: dict[object, str]) -> None:
    assert moves_in_source(f"def f(n):\n {body}", "f", {"f"}) == expected


def test_an_attribute_that_is_also_set_to_another_move_is_not_fixed() -> None:
    text = "def f(self, n):\n for m in n:\n  if self.f(m):\n   self.best = m\n self.best = n[0]\n self.first = n[0]"
    assert stored_moves(text, {"f"}) == {"first"}
