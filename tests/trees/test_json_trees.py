"""Trees as JSON: trees survive a round trip, and invalid input is refused in one line."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prunecheck import INF, ExplicitTree, Number, TreeError, from_nested
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.trees.explicit import build
from prunecheck.trees.json import dumps, load, loads
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut

ODD = ["two\nlines", "next\x85line", "\u2028", "\x1e", "inf", "1/3", "MAX", "9" * 5000, "1e999", "\ud800"]
TEXT = st.text() | st.sampled_from(ODD)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXT
JSON = st.recursive(
    SCALARS, lambda below: st.lists(below, max_size=4) | st.dictionaries(TEXT, below, max_size=3), max_leaves=20
)
EXTREMES = from_nested([INF, [-INF, [Fraction(1, 3), 2**63, -(2**64)]], [0.1, -5.0, 10**40, Fraction(10**20, 7)]])


def flat(*nodes: dict[str, Any], **more: object) -> str:
    """The flat form of these nodes, as JSON."""
    return json.dumps({"prunecheck": "tree", "version": 1, "nodes": nodes, **more})


def leaf(name: object, number: object = 1) -> dict[str, Any]:
    """A node without children in the flat form."""
    return {"id": name, "value": number}


def gives_a_tree_or_one_line(text: str) -> None:
    """Assert that `text` is read as a tree with a value, or refused with a one-line message."""
    try:
        tree = loads(text)
    except TreeError as error:
        message = str(error)
        assert message.splitlines() == [message]  # either outcome is right
    else:
        value(tree, tree.root)


@given(trees())
def test_the_flat_form_can_hold_every_tree(tree: ExplicitTree[Number]) -> None:
    """Shape, sharing, players, static values and every kind of number are restored."""
    assert loads(dumps(tree)) == tree


@given(trees(shared=False, static_values=False))
def test_the_nested_form_can_hold_plain_trees(tree: ExplicitTree[Number]) -> None:
    """Without sharing and static values, the nested lists are restored, if the player at the root is given."""
    assert loads(dumps(tree, flat=False), max_at_root=tree.is_max(tree.root)) == tree


@pytest.mark.parametrize("form", [True, False], ids=["flat", "nested"])
def test_numbers_that_json_cannot_hold_are_strings(form: bool) -> None:
    """Infinities, fractions and integers beyond 64 bits are written as strings, the others as numbers."""
    text = dumps(EXTREMES, flat=form)
    for written in ('"inf"', '"-inf"', '"1/3"', f'"{2**63}"', f'"{-(2**64)}"', f'"{10**40}"', "0.1", "-5.0"):
        assert written in text
    assert loads(text) == EXTREMES


def test_the_flat_form_allows_shared_nodes_and_named_ids() -> None:
    """An id to which two nodes refer is one node; ids are strings or integers, and the first node is the root."""
    tree = loads(flat({"id": "top", "children": ["a", "b", "a"]}, leaf("b", 4), {"id": "a", "children": [7]}, leaf(7)))
    assert str(tree) == "[A=[1], 4, A]"
    assert len(tree) == 4
    first, _, last = tree.children(tree.root)
    assert first == last


@pytest.mark.parametrize(
    "text",
    [
        flat({"id": 0, "children": [1]}, leaf(1), root_player="MIN"),
        flat({"id": 0, "children": [1], "player": "MIN"}, leaf(1)),
    ],
    ids=["of the tree", "of the node"],
)
def test_min_may_move_at_the_root(text: str) -> None:
    """The tree or its first node declares the player at the root."""
    tree = loads(text)
    assert tree == from_nested([1], max_at_root=False)
    assert loads(dumps(tree)) == tree


def test_players_that_do_not_alternate_are_restored() -> None:
    """Each node names its player."""
    tree = build([[1], [2], []], [None, None, 3], players=[None, True, None])
    assert loads(dumps(tree)) == tree


TWICE: list[object] = [1]
CHAIN_201: object = 0
for _ in range(201):
    CHAIN_201 = [CHAIN_201]


@pytest.mark.parametrize(
    ("tree", "why"),
    [
        (build([[1], []], [0, 1]), "static values of interior nodes"),
        (from_nested([TWICE, TWICE]), "shared nodes"),
        (build([[1], [2], []], [None, None, 3], players=[None, True, None]), "players that do not alternate"),
        (from_nested(CHAIN_201), "more than 200 levels"),
    ],
    ids=lambda item: item.replace(" ", "-") if isinstance(item, str) else "",
)
def test_the_nested_form_refuses_what_it_cannot_hold(tree: ExplicitTree[Number], why: str) -> None:
    """The error gives the reason, and suggests the flat form."""
    with pytest.raises(TreeError, match=f"{why}; use the flat form"):
        dumps(tree, flat=False)
    assert loads(dumps(tree)) == tree


def test_nested_lists_may_be_200_levels_deep() -> None:
    """Reading and writing have the same limit, and brackets inside strings do not count."""
    tree = from_nested(CHAIN_201[0] if isinstance(CHAIN_201, list) else None)
    assert loads(dumps(tree, flat=False)) == tree
    with pytest.raises(TreeError, match="at character 201; write the tree in the flat form"):
        loads("[" * 201 + "1" + "]" * 201)
    with pytest.raises(TreeError, match="not a number"):
        loads('["' + "[" * 300 + '"]')


@pytest.mark.parametrize(
    ("children", "why"),
    [([[1, 2], [3], [1], []], "the depth of a cut"), ([[1, 1], [3], [], []], "one path of two")],
    ids=["cut", "whole"],
)
def test_the_flat_form_never_writes_another_tree(children: list[list[int]], why: str) -> None:
    """Two nodes with one key and the same player may differ below; JSON must preserve that, or refuse the tree."""
    tree = unfolded(cut(build(children, [0, 0, 0, 7]), 2))
    try:
        back = loads(dumps(tree))
    except TreeError:
        return
    assert back == tree, why


@pytest.mark.parametrize("tree", [from_nested([(1, 2)], of=tuple), from_nested(["a"], of=str)], ids=["tuple", "str"])
@pytest.mark.parametrize("form", [True, False], ids=["flat", "nested"])
def test_values_that_are_not_numbers_are_not_written(tree: ExplicitTree[Any], form: bool) -> None:
    """JSON would change values that are not numbers, so `dumps` refuses them."""
    with pytest.raises(TreeError):
        dumps(tree, flat=form)


@pytest.mark.parametrize(
    ("text", "place", "remedy"),
    [
        ("", "not a tree in JSON", "ends too early"),
        ("[1, 2", "not a tree in JSON", "ends too early"),
        ("[1 2]", "byte 3", "malformed"),
        ("[NaN]", "NaN at character 2", "cannot be compared"),
        (
            "[[0, A=[0, 1]], [A]]",
            "A= at character 6 marks a shared position",
            "copy the tree from the line 'rerun' of the report",
        ),
        ("[[1], [2, []]]", "[1][1]", "give it a child or a value"),
        ("[]", "the root", "give it a child or a value"),
        ("[1, true]", "[1] is true", "not a number"),
        ("[[null]]", "[0][0] is null", "not a number"),
        ('[{"a": 1}]', "[0] is {", "not a number"),
        ('[3, "three"]', "[1]", 'strings may be "inf"'),
        ('["two\\nlines"]', "[0]", 'strings may be "inf"'),
        ('["line\u2028separator"]', "[0]", 'strings may be "inf"'),
        ('[0, "nan"]', "[1]", "NaN cannot be compared"),
        ('[0, "1/0"]', "[1]", 'strings may be "inf"'),
        ("[0, 1e999]", "$[1]", "out of range"),
        ('[0, "1e999"]', "[1]", 'strings may be "inf"'),
        ('[0, "' + "9" * 5000 + '"]', "[1]", ""),
        ("{}", "prunecheck", "missing required field"),
        (flat(), "no nodes", "give it at least a root"),
        (flat(leaf(0), version=2), "version 2", "but this release only reads"),
        (flat(leaf(0), root_player="max"), "the root", '"MAX" or "MIN"'),
        (flat(leaf(0) | {"player": "MAX"}, root_player="max"), "max", '"MAX" or "MIN"'),
        (flat({"id": 0, "children": [1]}, leaf(1) | {"player": "both\nof"}), "node 1", '"MAX" or "MIN"'),
        (flat(leaf(0) | {"val\nue": 3}), "$.nodes[0]", "unknown field"),
        (flat(leaf(0, True)), "$.nodes[0].value", "Expected `int | float | str | null`"),
        (flat(leaf(0, [1])), "$.nodes[0].value", "Expected `int | float | str | null`"),
        (flat(leaf(0, "x\ny")), "node 0", 'strings may be "inf"'),
        (flat(leaf(0, None)), "node 0", "give it one of them"),
        (flat(leaf(1.5)), "$.nodes[0].id", "Expected `int | str`"),
        (flat({"id": 0, "children": 1}, leaf(1)), "$.nodes[0].children", "Expected `array`"),
        (flat({"id": 0, "children": [1, 2]}, leaf(1)), "node 0 names a child 2", "not in the list of nodes"),
        (flat({"id": "a\nb", "children": ["c\nd"]}), r"node 'a\nb' names a child 'c\nd'", "not in the list"),
        (flat({"id": 0, "children": [1]}, leaf(1), leaf(1, 2)), "two nodes have the id 1", "give each its own id"),
        (flat({"id": 0, "children": [1, 2]}, leaf(1), leaf(2), leaf(1)), "the id 1", "give each its own id"),
        (flat({"id": 0, "children": [1]}, {"id": 1, "children": [0]}), "[0][0]", "search it with a depth limit"),
    ],
)
def test_an_invalid_tree_is_refused_with_its_place(text: str, place: str, remedy: str) -> None:
    """The error is one line that names the place, and the fault or the remedy."""
    with pytest.raises(TreeError) as caught:
        loads(text)
    message = str(caught.value)
    assert message.splitlines() == [message]
    assert place in message
    assert remedy in message


def test_a_file_is_read_and_errors_name_it(tmp_path: Path) -> None:
    """A valid file gives its tree; for a missing file, a directory or an invalid file the error names it."""
    good, latin, wrong = tmp_path / "good.json", tmp_path / "latin.json", tmp_path / "wrong.json"
    good.write_text(dumps(EXTREMES, flat=False), encoding="utf-8")
    latin.write_bytes(b'["\xe9"]')
    wrong.write_text("[1, []]", encoding="utf-8")
    assert load(good) == load(str(good)) == EXTREMES
    assert not load(good, max_at_root=False).is_max(0)
    for path, why in [(tmp_path / "none", "No such file"), (tmp_path, ""), (latin, "utf-8"), (wrong, r"at \[1\]")]:
        with pytest.raises(TreeError, match=f"^{path}: .*{why}.*$"):
            load(path)


@given(st.text() | st.text(alphabet='[]{}",:0123456789einfNa/-\\ \n').map(lambda text: f"[{text}"))
def test_any_text_is_a_tree_or_refused_in_one_line(text: str) -> None:
    """`loads` never raises anything but a TreeError."""
    gives_a_tree_or_one_line(text)


@pytest.mark.slow
@settings(max_examples=150)
@given(JSON)
def test_any_json_is_a_tree_or_refused_in_one_line(document: object) -> None:
    """The text is JSON, or nearly: Python also writes NaN and Infinity."""
    gives_a_tree_or_one_line(json.dumps(document))


@pytest.mark.slow
@settings(max_examples=150)
@given(trees(), st.data())
def test_a_flat_tree_with_a_fault_is_a_tree_or_refused_in_one_line(
    tree: ExplicitTree[Number], data: st.DataObject
) -> None:
    """One or two entries of a valid file are overwritten, deleted, added or doubled."""
    form: dict[str, Any] = json.loads(dumps(tree))
    for _ in range(data.draw(st.integers(1, 2))):
        node = data.draw(st.sampled_from([form, *(record for record in form["nodes"] if isinstance(record, dict))]))
        name = data.draw(st.sampled_from(["id", "children", "value", "player", "root_player", "version"]) | TEXT)
        fault = data.draw(st.sampled_from(["set", "drop", "point", "double"]))
        if fault == "set":
            node[name] = data.draw(JSON)
        elif fault == "drop":
            node.pop(name, None)
        elif fault == "point":
            node["children"] = data.draw(st.lists(st.integers(0, len(tree)), max_size=3))
        else:
            form["nodes"].append(json.loads(json.dumps(node)))
    gives_a_tree_or_one_line(json.dumps(form))
