"""Read and write trees as JSON: as nested lists, or as a flat list of nodes for deep trees and shared nodes."""

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import msgspec

from prunecheck.errors import TreeError
from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.nested import read_nested
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import INT64, is_number, read_number, show
from prunecheck.trees.walk import check_acyclic, postorder

MOST_QUOTED = 60  # the most characters of the input that an error message repeats
NESTED_DEPTH = 200  # the most levels in the nested form, because JSON readers recurse
VERSION = 1

JsonNumber: TypeAlias = int | float | str
NodeId: TypeAlias = int | str


class FlatNode(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A node in the flat JSON form of a tree, which is a list of nodes.

    - `id`: a number or a string, unique in the tree.
    - `children`: the ids of the children; default: none.
    - `value`: the value of a leaf, or the static value of a node with children; default: none.
    - `player`: who moves here; default: the opponent of the player at the parent.
    - `key`: nodes with the same key are the same position; default: the id.
    """

    id: NodeId
    children: list[NodeId] = []
    value: JsonNumber | None = None
    player: str | None = None
    key: NodeId | None = None


class FlatTree(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The flat JSON form of a tree: a list of nodes.

    - `prunecheck`: always `tree`.
    - `version`: always 1.
    - `nodes`: the nodes; the first is the root.
    - `root_player`: who moves at the root: `MAX`, the default, or `MIN`.
    """

    prunecheck: str
    version: int
    nodes: list[FlatNode]
    root_player: str = "MAX"


def dump_number(value: Number) -> JsonNumber:
    """Convert a value to JSON: infinities, fractions and very large integers become strings.

    Raises: TreeError if `value` is not a number.
    """
    if not is_number(value):
        raise TreeError(f"the values of a tree in JSON must be numbers, not {show(value)}")
    if isinstance(value, Fraction) or value in (float("inf"), float("-inf")):
        return show(value)
    if isinstance(value, int) and value not in INT64:
        return show(value)
    return value


def load_number(value: object, spot: str) -> Number:
    """Convert a JSON value to a number. `spot` says in error messages where the value is.

    Raises: TreeError for anything but a number or a string such as "inf", "-inf", "1/3".
    """
    if isinstance(value, str):
        try:
            return read_number(value)
        except ValueError:
            hint = "NaN cannot be compared" if value.strip().lower() == "nan" else 'strings may be "inf" or "1/3"'
            raise TreeError(f"{spot} is {_quoted(value)}, not a number; {hint}") from None
    if not is_number(value):
        raise TreeError(f'{spot} is {_quoted(value)}, not a number; use one, or a string such as "inf" or "1/3"')
    return value


def _quoted(value: object) -> str:
    """A JSON value as text for an error message: on one line, and shortened."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}..."


def dumps(tree: ExplicitTree[Number], *, flat: bool = True) -> str:
    """Write `tree` as JSON: as a flat list of nodes, which can express every tree, or as nested lists, for small trees.

    Nested lists do not say who moves at the root; `loads` has an argument for that player.
    Raises: TreeError if values are not numbers. With nested lists (`flat=False`), TreeError is also raised for more
    than 200 levels, shared nodes, static values at interior nodes, or players that do not alternate.

    >>> from prunecheck.trees.nested import from_nested
    >>> dumps(from_nested([1, [float("inf")]]), flat=False)
    '[1,["inf"]]'
    """
    return _dump_flat(tree) if flat else _dump_nested(tree)


def shortest_json(tree: ExplicitTree[Number]) -> str:
    """The tree as JSON: as nested lists if these can express the tree, otherwise as a flat list of nodes."""
    try:
        return _dump_nested(tree)
    except TreeError:
        return _dump_flat(tree)


def _player(is_max: bool) -> str:
    return "MAX" if is_max else "MIN"


def _dump_flat(tree: ExplicitTree[Number]) -> str:
    alternates = tree.alternates
    nodes: list[FlatNode] = []
    for node in range(len(tree)):
        key, value = tree.key(node), tree.static_value(node)
        nodes.append(
            FlatNode(
                id=node,
                children=list(tree.children(node)),
                value=dump_optional(value),
                player=None if alternates else _player(tree.is_max(node)),
                key=None if key == node else key,
            )
        )
    form = FlatTree("tree", VERSION, nodes, _player(tree.is_max(tree.root)))
    return msgspec.json.encode(form).decode()


def _dump_nested(tree: ExplicitTree[Number]) -> str:
    def cannot(why: str) -> TreeError:
        return TreeError(f"nested JSON cannot represent {why}; use the flat form")

    if not tree.alternates:
        raise cannot("players that do not alternate")
    if tree.shared:
        raise cannot("shared nodes")
    made: dict[int, object] = {}
    height: dict[int, int] = {}
    for node, children in postorder(tree, tree.root):
        if children and tree.static_value(node) is not None:
            raise cannot("static values of interior nodes")
        height[node] = 1 + max(height[child] for child in children) if children else 0
        if height[node] > NESTED_DEPTH:
            raise cannot(f"more than {NESTED_DEPTH} levels")
        made[node] = [made[child] for child in children] if children else dump_number(tree.evaluate(node))
    return msgspec.json.encode(made[tree.root]).decode()


def dump_optional(value: Number | None) -> JsonNumber | None:
    """Convert a value to JSON as `dump_number` does, and None to None."""
    return None if value is None else dump_number(value)


def loads(text: str, *, max_at_root: bool = True) -> ExplicitTree[Number]:
    """Read a tree from JSON `text`: nested lists, or a flat list of nodes.

    `max_at_root` only applies to nested lists, because a flat list says who moves at the root.
    Raises: TreeError, which says where the mistake is, if the text is not JSON, is nested more than 200 levels deep, is
    neither nested lists nor a flat list of nodes, or describes a tree that cannot be searched.

    >>> loads('[[3, "1/2"], ["inf"]]')
    <ExplicitTree [[3, 0.5], [inf]], MAX to move>
    """
    _check_depth(text)
    try:
        if text.lstrip().startswith("{"):
            return _load_flat(msgspec.json.decode(text, type=FlatTree))
        nested: object = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise TreeError(_not_json(text, str(error))) from None
    read: Callable[[object, str], Number] = load_number
    return read_nested(nested, read, max_at_root=max_at_root)


def load(path: str | Path, *, max_at_root: bool = True) -> ExplicitTree[Number]:
    """Read a tree from the JSON file at `path`: nested lists, or a flat list of nodes.

    Raises: TreeError, with the name of the file, if the file cannot be read or does not contain a tree.
    """
    try:
        return loads(Path(path).read_text(encoding="utf-8"), max_at_root=max_at_root)
    except OSError as error:
        raise TreeError(f"{path}: {error.strerror or error}; give a file with a tree in JSON") from None
    except (TreeError, ValueError) as error:
        raise TreeError(f"{path}: {error}") from None


def _not_json(text: str, why: str) -> str:
    """Say what is wrong with a text that is not JSON, and how to fix it.

    Possibly, the text contains numbers that JSON does not allow, was copied from a report, or is incomplete.
    """
    not_a_tree = "not a tree in JSON"
    if (shared := re.search(r"""(?<!["\w])[A-Z]+=\[""", text)) is not None:
        mark = f"{shared[0][:-1]} at character {shared.start() + 1} marks a shared position, as in reports"
        return f"{not_a_tree}: {mark}; copy the tree from the line 'rerun' of the report instead"
    word = re.search(r"""(?<!["\w-])(nan|[+-]?inf(inity)?)(?!["\w])""", text, re.IGNORECASE)
    if word is not None:
        written = f"{word[0]} at character {word.start() + 1}"
        if word[0].lower() == "nan":
            return f'{not_a_tree}: {written} cannot be compared; give a number, or a string such as "inf"'
        return f'{not_a_tree}: {written} is not a number in JSON; write "{"-" if word[0][0] == "-" else ""}inf"'
    if "truncated" in why:
        return f"{not_a_tree}: it ends too early; close each list and string, as in [[3, 5], [2, 9]]"
    if "range" in why:
        return f'{not_a_tree}: {why}; if a number is too large for a float, write it as a string: "inf", or all digits'
    return f"{not_a_tree}: {why}; write numbers and lists, as in [[3, 5], [2, 9]]"


def _check_depth(text: str) -> None:
    """Refuse a text that is nested too deeply for the JSON reader, which is recursive."""
    depth = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*+"?|[][{}]', text):
        if token[0] in ("[", "{"):
            depth += 1
            if depth > NESTED_DEPTH:
                where = f"at character {token.start() + 1}"
                raise TreeError(
                    f"JSON nested deeper than {NESTED_DEPTH} levels {where}; write the tree in the flat form"
                )
        elif token[0] in ("]", "}"):
            depth -= 1


def _load_flat(form: FlatTree) -> ExplicitTree[Number]:
    if (form.prunecheck, form.version) != ("tree", VERSION):
        kind = f"{form.prunecheck!r} version {form.version}"
        raise TreeError(f"this JSON is a {kind}, but this release only reads 'tree' version {VERSION}")
    if not form.nodes:
        raise TreeError("the tree has no nodes; give it at least a root")
    position: dict[NodeId, int] = {}
    for node in form.nodes:
        if node.id in position:
            raise TreeError(f"two nodes have the id {node.id!r}; give each its own id")
        position[node.id] = len(position)
    for node in form.nodes:
        if not node.children and node.value is None:
            raise TreeError(f"node {node.id!r} has neither children nor a value; give it one of them")
        for child in node.children:
            if child not in position:
                raise TreeError(f"node {node.id!r} names a child {child!r} that is not in the list of nodes")
    values: list[Number | None] = [
        None if node.value is None else load_number(node.value, f"the value of node {node.id!r}") for node in form.nodes
    ]
    max_at_root = _is_max(form.root_player, "the root")
    players = [None if node.player is None else _is_max(node.player, f"node {node.id!r}") for node in form.nodes]
    first = players[0]
    built: ExplicitTree[Number] = build(
        [[position[child] for child in node.children] for node in form.nodes],
        values,
        max_at_root=max_at_root if first is None else first,
        players=players,
        keys=[node.id if node.key is None else node.key for node in form.nodes],
    )
    check_acyclic(built)
    return built


def _is_max(player: str, spot: str) -> bool:
    if player not in ("MAX", "MIN"):
        raise TreeError(f'the player at {spot} is {_quoted(player)}, not "MAX" or "MIN"')
    return player == "MAX"
