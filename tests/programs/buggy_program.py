"""An alpha-beta program that takes a depth and has a table of bounds, with the bug BUG.

python buggy_program.py BUG [FILE]: "depth" ignores the depth of entries from other searches, "bound" uses bounds
from other searches as values, "remains" clears all but the first entry, and "right" is correct. Each process adds a
byte to FILE, if given.
"""

import json
import sys
from itertools import islice
from pathlib import Path
from typing import Any

INFINITE = 1_000_000_000


class Search:
    """The state between searches."""

    def __init__(self, bug: str) -> None:
        """Start with an empty table."""
        self.bug = bug
        self.searches = 0
        self.table: dict[tuple[int, int], tuple[int, int, int, int]] = {}

    def value(self, tree: dict[str, Any], node: int, depth: int, alpha: int, beta: int) -> int:
        """The value of a node for MAX."""
        children = tree["child"][tree["first"][node] : tree["first"][node + 1]]
        if not children or depth == 0:
            found: int = tree["value"][node]
            return found
        is_max, place = tree["max"][node], (tree["key"][node], tree["max"][node])
        known = self._known(place, depth)
        if known is not None and (known[0] >= beta or known[0] == known[1]):
            return known[0]
        if known is not None and known[1] <= alpha:
            return known[1]
        low, high, best = alpha, beta, -INFINITE if is_max else INFINITE
        for child in children:
            found = self.value(tree, child, depth - 1, low, high)
            best = max(best, found) if is_max else min(best, found)
            low, high = (max(low, best), high) if is_max else (low, min(high, best))
            if low >= high:
                break
        lower, upper = best if best > alpha else -INFINITE, best if best < beta else INFINITE
        self.table[place] = lower, upper, depth, self.searches
        return best

    def _known(self, place: tuple[int, int], depth: int) -> tuple[int, int] | None:
        lower, upper, searched, search = self.table.get(place, (-INFINITE, INFINITE, -1, 0))
        other = search not in (0, self.searches)
        if searched != depth and not (other and self.bug == "depth"):
            return None
        if other and self.bug == "bound":
            return (lower, lower) if lower > -INFINITE else (upper, upper)
        return lower, upper

    def clear(self) -> None:
        """Clear the table."""
        kept = islice(self.table.items(), 1 if self.bug == "remains" else 0)
        self.table = dict(kept)


def main(bug: str) -> None:
    """Answer each line with a line."""
    search = Search(bug)
    for line in sys.stdin:
        request = json.loads(line)
        reply: dict[str, Any] = {"id": request["id"]}
        if request["ask"] == "hello":
            reply |= {"prunecheck": 1, "name": "buggy", "takes": ["window", "depth", "shared"], "memory": True}
            reply |= {"infinity": INFINITE}
        elif request["ask"] == "search":
            search.searches += 1
            ends = request["alpha"], request["beta"]
            reply["value"] = search.value(request["tree"], 0, request["depth"], *ends)
        elif request["ask"] == "clear":
            search.clear()
        elif request["ask"] == "quit":
            return
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        with Path(sys.argv[2]).open("a", encoding="ascii") as starts:
            starts.write("|")
    main(sys.argv[1])
