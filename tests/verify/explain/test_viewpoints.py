"""The likely cause of a failure of an external program can be a point of view that differs from the declared one."""

import sys
from pathlib import Path
from typing import Final

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
