"""A program with the given capabilities that searches by plain minimax, and logs its requests.

python logging_program.py CAPABILITIES LOG GIVEN: CAPABILITIES is its reply to hello, and GIVEN the additional fields
of its replies to searches, both JSON.
"""

import json
import sys
from pathlib import Path
from typing import Any

GIVEN = {"move": 1, "line": [1], "leaves": [2, 1, 2], "table": [{"node": 1, "upper": 5, "depth": 0}]}


def minimax(tree: dict[str, Any], node: int, *, mover: bool) -> Any:
    """The value of a node, for MAX or for the player to move at the node."""
    children = tree["child"][tree["first"][node] : tree["first"][node + 1]]
    if not children:
        return tree["value"][node]
    values = [minimax(tree, child, mover=mover) for child in children]
    if mover:
        return max(-value for value in values)
    return max(values) if tree["max"][node] else min(values)


def main(capabilities: dict[str, Any], log: Path, given: dict[str, Any]) -> None:
    """Answer each line with a line."""
    for line in sys.stdin:
        request = json.loads(line)
        with log.open("a", encoding="utf-8") as written:
            written.write(line)
        reply = {"id": request["id"]}
        if request["ask"] == "hello":
            reply |= {"prunecheck": 1, "name": "logging"} | capabilities
        elif request["ask"] == "search":
            reply["value"] = minimax(request["tree"], 0, mover=capabilities.get("viewpoint") == "mover")
            reply |= {name: GIVEN[name] for name in capabilities.get("gives", [])} | given
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3]))
