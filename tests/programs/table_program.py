"""An alpha-beta program that exposes its table of bounds, with the bug BUG.

python table_program.py [BUG]: "half" clears only half of its table, and exposes nothing; "false" reports a wrong
bound; "undeclared" does not declare its memory; "equal" stores alpha as a lower bound
when it is only an upper one.
"""

import json
import sys
from typing import Any

INFINITE = 1_000_000_000
TABLE: dict[tuple[int, int], tuple[int, int]] = {}


def search(tree: dict[str, Any], node: int, alpha: int, beta: int, bug: str) -> int:
    """The value of a node for MAX."""
    children = tree["child"][tree["first"][node] : tree["first"][node + 1]]
    if not children:
        found: int = tree["value"][node]
        return found
    is_max, place = tree["max"][node], (tree["key"][node], tree["max"][node])
    lower, upper = TABLE.get(place, (-INFINITE, INFINITE))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    low, high, best = alpha, beta, -INFINITE if is_max else INFINITE
    for child in children:
        found = search(tree, child, low, high, bug)
        best = max(best, found) if is_max else min(best, found)
        low, high = (max(low, best), high) if is_max else (low, min(high, best))
        if low >= high:
            break
    above = best >= alpha if bug == "equal" else best > alpha
    TABLE[place] = best if above else lower, best if best < beta else upper
    return best


def shown(tree: dict[str, Any], bug: str) -> list[dict[str, int]]:
    """The entries about nodes of a tree."""
    found = []
    for node, place in enumerate(zip(tree["key"], tree["max"], strict=True)):
        if place in TABLE:
            lower, upper = TABLE[place]
            found.append({"node": node, "lower": lower, "upper": lower if bug == "false" else upper})
    return found


def main(bug: str) -> None:
    """Answer each line with a line."""
    for line in sys.stdin:
        request = json.loads(line)
        reply: dict[str, Any] = {"id": request["id"]}
        if request["ask"] == "hello":
            reply |= {"prunecheck": 1, "name": "remembering", "takes": ["window", "shared"]}
            reply |= {"memory": bug != "undeclared", "infinity": INFINITE, "gives": [] if bug == "half" else ["table"]}
        elif request["ask"] == "search":
            reply["value"] = search(request["tree"], 0, request["alpha"], request["beta"], bug)
            reply |= {"table": shown(request["tree"], bug)} if bug != "half" else {}
        elif request["ask"] == "clear":
            for place in [each for each in TABLE if bug != "half" or each[1]]:
                del TABLE[place]
        elif request["ask"] == "quit":
            return
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
