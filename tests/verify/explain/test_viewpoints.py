"""The likely cause of a failure can be a point of view: the wrong player's, or another than a program declared."""

import sys
from pathlib import Path
from typing import Any, Final

import pytest

from prunecheck import verify_search

PROGRAM: Final = """
import json, math, sys

declared, exchanged = sys.argv[1], sys.argv[2:]

def number(value):
    return float(value) if isinstance(value, str) else value

def search(tree, node, alpha, beta):
    first, last = tree["first"][node:node + 2]
    is_max = tree["max"][node]
    if first == last:
        negated = not is_max and (declared == "MAX") is ("values" not in exchanged)
        return -tree["value"][node] if negated else tree["value"][node]
    best = -math.inf
    for child in tree["child"][first:last]:
        best = max(best, -search(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best

for line in sys.stdin:
    asked = json.loads(line)
    reply = {"id": asked["id"]}
    if asked["ask"] == "hello":
        reply |= {"prunecheck": 1, "name": "negamax", "viewpoint": declared, "takes": ["window"]}
    elif asked["ask"] == "search":
        alpha, beta, is_max = number(asked["alpha"]), number(asked["beta"]), asked["side"] == "MAX"
        if not is_max and (declared == "MAX") is ("window" not in exchanged):
            alpha, beta = -beta, -alpha
        value = search(asked["tree"], 0, alpha, beta)
        reply["value"] = -value if not is_max and (declared == "MAX") is ("reply" not in exchanged) else value
    else:
        break
    print(json.dumps(reply), flush=True)
"""


@pytest.mark.parametrize("declared", ["MAX", "mover"])
@pytest.mark.parametrize(
    ("exchanged", "cause"),
    [
        (["values", "window", "reply"], "viewpoint"),
        (["reply"], "reply-viewpoint"),
        (["values"], "value-viewpoint"),
        (["window"], "window-viewpoint"),
    ],
    ids=["all", "reply", "values", "window"],
)
def test_a_program_with_another_point_of_view_than_declared_gets_its_likely_cause(
    tmp_path: Path, declared: str, exchanged: list[str], cause: str
) -> None:
    """A negamax search that declares "MAX", or a program in which one part has another point of view than the rest."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    command = " ".join([f"pipe:{sys.executable} {program}", declared, *exchanged])
    (searched,) = verify_search(command, effort="quick").searches
    assert {fault.cause for fault in searched.faults} == {cause}


def minimax_for_the_wrong_player(game: Any, state: Any) -> Any:
    """Minimax for the player to move at the root, in which the player to move at a leaf gets the leaf's value."""
    player = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, player)

    def value(state: Any) -> Any:
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        pick = max if game.to_move(state) == player else min
        return pick(value(game.result(state, action)) for action in game.actions(state))

    return value(state)


def test_leaf_values_for_the_wrong_player_get_their_likely_cause() -> None:
    """The search is right if a leaf's value is negated where the opponent of the player at the root is to move."""
    (searched,) = verify_search(minimax_for_the_wrong_player, effort="quick").searches
    assert {fault.cause for fault in searched.faults} == {"value-viewpoint"}
