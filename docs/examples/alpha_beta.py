"""Alpha-beta for any numbers, as a program that prunecheck can judge.

Run: prunecheck doctor python alpha_beta.py
"""

import json
import sys
from fractions import Fraction


def number(value):
    """The number that JSON wrote: fractions, infinities and very large integers are strings."""
    if not isinstance(value, str):
        return value
    return float(value) if "inf" in value else Fraction(value)


def written(value):
    """`value` as JSON can hold it."""
    return str(value) if isinstance(value, Fraction) or value in (float("inf"), float("-inf")) else value


def search(tree, node, alpha, beta, leaves):
    """The value of `node` for MAX, and the places of the children on the way to it; adds the `leaves` it reads."""
    children = tree["child"][tree["first"][node] : tree["first"][node + 1]]
    if not children:
        leaves.append(node)
        return number(tree["value"][node]), []
    is_max = tree["max"][node]
    best, line = None, []
    for place, child in enumerate(children):
        found, rest = search(tree, child, alpha, beta, leaves)
        if best is None or (found > best if is_max else found < best):
            best, line = found, [place, *rest]
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:  # the opponent has a better choice above
            break
    return best, line


def reply(request):
    """What to answer; the number of the request is added by the caller."""
    if request["ask"] == "hello":
        return {
            "prunecheck": 1,
            "name": "alpha_beta.py",
            "takes": ["window", "shared", "turns", "infinities"],
            "gives": ["move", "line", "leaves"],
            "values": "fraction",
            "least": str(-(10**400)),
            "greatest": str(10**400),
        }
    if request["ask"] == "search":
        leaves = []
        value, line = search(request["tree"], 0, number(request["alpha"]), number(request["beta"]), leaves)
        return {"value": written(value), "move": line[0] if line else None, "line": line, "leaves": leaves}
    if request["ask"] == "clear":
        return {}
    if request["ask"] == "quit":
        sys.exit()
    return {"error": "unknown request"}


def main():
    """Answer each line with a line."""
    for line in sys.stdin:
        try:
            request = json.loads(line)
            answer = {"id": request["id"], **reply(request)}
        except (ValueError, TypeError, LookupError) as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
