"""Read and write a scenario (a sequence of searches by one object) as JSON: a list of calls and the word `clear`."""

from collections.abc import Iterable, Sequence

import msgspec

from prunecheck.errors import TreeError
from prunecheck.trees.call import CLEAR, Call, Clear, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import JsonNumber, dump_number, load_number, loads, shortest_json
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, Window


class CallData(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One call to a search, as in JSON.

    A call without `tree` searches the tree of the previous call. If `tree` is a nested list, `root_player` says who
    moves first.
    """

    tree: msgspec.Raw = msgspec.Raw(b"")
    root_player: str = "MAX"
    window: tuple[JsonNumber, JsonNumber] | None = None
    depth: int | None = None
    path: tuple[int, ...] = ()


def scenario_to_json(scenario: Iterable[Call | Clear]) -> str:
    """The scenario as one line of JSON: a list of calls and the word `clear`.

    >>> from prunecheck import CLEAR, Call, from_nested
    >>> scenario_to_json([Call(from_nested([1, 2])), CLEAR, Call(from_nested([1, 2]), depth=1)])
    '[{"tree":[1,2]},"clear",{"depth":1}]'
    """
    parts: list[CallData | str] = []
    before: ExplicitTree[Number] | None = None
    for call in scenario:
        if isinstance(call, Clear):
            parts.append("clear")
            continue
        data = CallData(depth=call.depth, path=call.path)
        if call.tree != before:
            data.tree = msgspec.Raw(shortest_json(call.tree).encode())
            data.root_player = "MAX" if call.tree.is_max(call.tree.root) else "MIN"
        if call.window != FULL:
            data.window = dump_number(call.window.alpha), dump_number(call.window.beta)
        parts.append(data)
        before = call.tree
    return msgspec.json.encode(parts).decode()


def scenario_from_json(text: str) -> Scenario:
    """Read the scenario that `scenario_to_json` writes.

    Raises: TreeError if the text is not a list of calls, WindowError if a window is empty.
    """
    try:
        parts = msgspec.json.decode(text, type=list[CallData | str])
    except (msgspec.DecodeError, UnicodeError) as error:
        raise TreeError(
            f'cannot read the calls: {error}; write a list in JSON, as in [{{"tree": [[3, 5], [2, 9]]}}, "clear", '
            '{"window": [0, 4], "depth": 1}]'
        ) from None
    scenario: list[Call | Clear] = []
    tree: ExplicitTree[Number] | None = None
    for nth, part in enumerate(parts, 1):
        if isinstance(part, str):
            if part != "clear":
                raise TreeError(f'call {nth} is {part!r}; write a call, or the word "clear"')
            scenario.append(CLEAR)
            continue
        if part.root_player not in ("MAX", "MIN"):
            raise TreeError(f'in call {nth}, "root_player" is {part.root_player!r}; use "MAX" or "MIN"')
        if bytes(part.tree):
            try:
                tree = loads(bytes(part.tree).decode(), max_at_root=part.root_player == "MAX")
            except TreeError as error:
                raise TreeError(f"the tree of call {nth}: {error}") from None
        if tree is None:
            raise TreeError(f"call {nth} has no tree, and no earlier call has one; give it a tree")
        window = FULL if part.window is None else _window(part.window, nth)
        scenario.append(Call(tree, window, part.depth, part.path))
    return tuple(scenario)


def _window(ends: Sequence[object], nth: int) -> Window[Number]:
    alpha, beta = (load_number(end, f"the window of call {nth}") for end in ends)
    return Window(alpha, beta)
