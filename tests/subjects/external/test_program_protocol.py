"""What programs are sent and how their replies are read, compared with `docs/protocol.md`."""

import json
import sys
from dataclasses import fields
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import logging_program
from documents import HOME, table
from prunecheck import FULL, INF, ExplicitTree, Number, PreconditionError, from_nested
from prunecheck.contracts.evidence import run
from prunecheck.failures import Failure
from prunecheck.oracle.minimax import value
from prunecheck.strategies.trees import trees
from prunecheck.subjects import external as process
from prunecheck.subjects.convention import NumberKind, ValueRange
from prunecheck.subjects.external import Budget, ProgramSubject, messages, open_program
from prunecheck.subjects.external.doctor import REMEDIES
from prunecheck.subjects.external.messages import (
    Capabilities,
    Gives,
    Reply,
    SearchReply,
    SearchRequest,
    TableEntry,
    Takes,
    TreeArrays,
    encode_tree,
)
from prunecheck.trees.search import Choice, Entry
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import Window

PATIENT: Final = Budget(seconds=30, handshake_seconds=30)
ANYTHING: Final = ValueRange("fraction", -(10**30), 10**30, INF, infinities=True)
INTS: Final = ValueRange("int", -100, 100, 1000, infinities=False)
ALL_TREES: Final = ["shared", "turns", "infinities"]
LINES: Final = from_nested([[3, 5], [2, 9]])
# a node with two parents, and players that do not alternate
SHARED: Final[ExplicitTree[Number]] = ExplicitTree(
    [[1, 2], [3, 4], [4, 3], [], []], [None, 7, None, 1, 2], [True, True, False, True, False], [0, 1, 1, 3, 4]
)


def logging(log: Path, given: dict[str, Any] | None = None, **capabilities: Any) -> ProgramSubject:
    said = json.dumps(capabilities), str(log), json.dumps(given or {})
    words = [sys.executable, str(Path(logging_program.__file__)), *said]
    return open_program(words, budget=PATIENT)


def requests(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def test_a_tree_is_five_arrays() -> None:
    """Nodes are in the order of a left-to-right search, and a shared node is sent once."""
    sent = encode_tree(SHARED, 0, ANYTHING, shared=True, mover=False)
    assert json.loads(bytes(sent.tree)) == {
        "first": [0, 2, 4, 4, 4, 6],
        "child": [1, 4, 2, 3, 3, 2],
        "max": [1, 1, 1, 0, 0],
        "value": [None, 7, 1, 2, None],
        "key": [key << 20 for key in (0, 1, 3, 4, 1)],
    }
    assert sent.nodes == [0, 1, 3, 4, 2]
    assert (sent.height, sent.alternates) == (2, False)


def test_without_sharing_each_path_has_its_own_node() -> None:
    """A leaf with two paths is sent twice, with the same key."""
    sent = encode_tree(SHARED, 0, ANYTHING, shared=False, mover=False)
    assert sent.nodes == [0, 1, 3, 4, 2, 4, 3]
    assert json.loads(bytes(sent.tree))["key"] == [key << 20 for key in (0, 1, 3, 4, 1, 4, 3)]


def test_with_viewpoint_mover_values_at_min_nodes_are_negated() -> None:
    """A leaf has the value for the side to move there."""
    sent = encode_tree(SHARED, 0, ANYTHING, shared=True, mover=True)
    assert json.loads(bytes(sent.tree))["value"] == [None, 7, 1, -2, None]


@given(tree=trees(), shared=st.booleans())
def test_the_arrays_have_the_value_of_the_tree(tree: ExplicitTree[Number], *, shared: bool) -> None:
    """The tree rebuilt from the request has the same value."""
    arrays = json.loads(bytes(encode_tree(tree, 0, ANYTHING, shared=shared, mover=False).tree))
    first, child = arrays["first"], arrays["child"]
    received: ExplicitTree[Number] = ExplicitTree(
        [child[begin:end] for begin, end in pairwise(first)],
        [None if value is None else encoding_number(value) for value in arrays["value"]],
        [bool(side) for side in arrays["max"]],
        arrays["key"],
    )
    assert value(received, received.root) == value(tree, tree.root)


def encoding_number(written: float | str) -> Number:
    if isinstance(written, str) and "inf" not in written:
        return Fraction(written)
    return float(written) if isinstance(written, str) else written


def test_a_tree_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An endless tree exceeds the size limit of the encoding."""
    monkeypatch.setattr(messages, "MOST_SENT_NODES", 6)
    with pytest.raises(PreconditionError, match="more than 6 nodes"):
        encode_tree(LINES, 0, ANYTHING, shared=True, mover=False)


@pytest.mark.parametrize(
    ("domain", "number", "why"),
    [
        (INTS, 100, ""),
        (INTS, 3.0, ""),
        (INTS, 101, "outside -100 to 100"),
        (INTS, 0.5, "not an int"),
        (INTS, -INF, "infinite"),
        (ANYTHING, INF, ""),
        (ANYTHING, Fraction(1, 3), ""),
        (ValueRange("float", -(10**400), 10**400, INF, infinities=True), Fraction(1, 3), "not exact as a float"),
        (ValueRange("float", -(10**400), 10**400, INF, infinities=True), 2**53 + 1, "not exact as a float"),
        (ValueRange("float", -(10**400), 10**400, INF, infinities=True), 10**399, "not exact as a float"),
    ],
)
def test_a_domain_names_values_outside_of_it(domain: ValueRange, number: Number, why: str) -> None:
    """The kind of values, their range, and infinities are checked."""
    found = domain.excludes(number)
    assert why in found
    assert bool(found) == bool(why)


def test_arguments_that_a_program_does_not_take_are_not_sent(tmp_path: Path) -> None:
    """Without window and depth, the request has neither."""
    log = tmp_path / "log"
    with logging(log) as subject:
        assert subject.search(LINES, 0, 0, 1).value == 3
    assert not {"alpha", "beta", "depth"} & set(requests(log)[1])


def test_windows_and_infinities_are_sent_in_the_programs_notation(tmp_path: Path) -> None:
    """The program's own infinity is converted back to infinity."""
    log = tmp_path / "log"
    tree: ExplicitTree[Number] = from_nested([INF, 3])
    with logging(log, takes=["window", "infinities"], infinity=2_000_000) as subject:
        assert subject.search(tree, 0, -INF, 5).value == INF
    sent = requests(log)[1]
    assert (sent["alpha"], sent["beta"], sent["side"]) == (-2_000_000, 5, "MAX")
    assert sent["tree"]["value"] == [None, 2_000_000, 3]
    assert "depth" not in sent


def test_the_side_to_moves_viewpoint_is_converted_both_ways(tmp_path: Path) -> None:
    """If MIN is to move, the window is negated in the request, and the value in the reply."""
    log = tmp_path / "log"
    tree = from_nested([[3, 5], [2, 9]], max_at_root=False)
    with logging(log, takes=["window"], viewpoint="mover") as subject:
        assert subject.search(tree, 0, 1, 4).value == 5
    sent = requests(log)[1]
    assert (sent["alpha"], sent["beta"], sent["side"]) == (-4, -1, "MIN")


def test_a_depth_is_sent_with_the_whole_tree(tmp_path: Path) -> None:
    """Without a limit, the depth is the tree's height; nodes below the depth are sent as well."""
    log = tmp_path / "log"
    tree: ExplicitTree[Number] = ExplicitTree([[1, 2], [], [3], []], [0, 1, 2, 3], [True, False, False, True])
    with logging(log, takes=["depth"]) as subject:
        subject.search(tree, 0, -INF, INF)
        subject.search(cut(tree, 1), (0, 1), -INF, INF)
    _, first, second, _ = requests(log)
    assert (first["depth"], second["depth"]) == (2, 1)
    assert first["tree"] == second["tree"]


def test_without_depth_a_cut_tree_ends_where_it_is_cut(tmp_path: Path) -> None:
    """The node at the depth is a leaf with its static value."""
    log = tmp_path / "log"
    tree: ExplicitTree[Number] = ExplicitTree([[1, 2], [], [3], []], [0, 1, 2, 3], [True, False, False, True])
    with logging(log) as subject:
        assert subject.search(cut(tree, 1), (0, 1), -INF, INF).value == 2
    assert requests(log)[1]["tree"]["child"] == [1, 2]


def test_move_line_leaves_and_table_are_passed_on(tmp_path: Path) -> None:
    """The choice has move and line, the log has the leaves, and the table has our nodes and MAX's values."""
    log = tmp_path / "log"
    with logging(log, gives=["move", "line", "leaves", "table"]) as subject:
        tree = from_nested([4, 6])
        asked = recorded(tree)
        assert subject.search(asked, 0, -INF, INF) == Choice(6, 1, (1,), (Entry(1, -INF, 5, 0),))
        assert asked.leaves == [2, 1, 2]
        assert subject.search.last is not None
        assert subject.search.last.table == [TableEntry(node=1, upper=5, depth=0)]


def test_leaves_at_a_depth_are_logged_with_the_plies_left(tmp_path: Path) -> None:
    """The logged leaves are nodes of the cut tree."""
    tree: ExplicitTree[Number] = ExplicitTree([[1, 2], [], [3], []], [0, 1, 2, 3], [True, False, False, True])
    with logging(tmp_path / "log", takes=["depth"], gives=["leaves"]) as subject:
        assert run(subject.search, cut(tree, 1), FULL).leaves == [(2, 0), (1, 0), (2, 0)]


def test_nodes_where_a_shallower_iteration_ended_are_not_leaves(tmp_path: Path) -> None:
    """A program may report nodes where an earlier iteration ended, with or without a static value."""
    valued: ExplicitTree[Number] = ExplicitTree([[1], [2], [3], []], [0, 9, 9, 4], [True, False, True, False])
    for tree, leaf in ((from_nested([[[5, 4]]]), 4), (valued, 3)):
        with logging(tmp_path / "log", {"leaves": [1, 2, leaf]}, takes=["depth"], gives=["leaves"]) as subject:
            assert run(subject.search, tree, FULL).leaves == [leaf]
        with logging(tmp_path / "log", {"leaves": [1, 2, leaf]}, gives=["leaves"]) as subject:
            assert "the reply lists node 1 as an evaluated leaf, but this node is not a leaf" in str(
                run(subject.search, tree, FULL).failure
            )


def test_a_node_that_does_not_exist_is_nonsense_at_any_depth(tmp_path: Path) -> None:
    """An unknown node is nonsense whether or not the program takes a depth."""
    with logging(tmp_path / "log", {"leaves": [7]}, takes=["depth"], gives=["leaves"]) as subject:
        assert "names node 7, but there are 3" in str(run(subject.search, from_nested([1, 2]), FULL).failure)


@pytest.mark.parametrize(
    ("given", "capabilities", "window", "seen"),
    [
        (
            {},
            {},
            FULL,
            "the reply lists no evaluated leaves, but every search needs at least 3; list every leaf that is evaluated",
        ),
        ({}, {"takes": ["window"]}, Window(4, 6), ""),
        ({}, {"memory": True}, FULL, ""),
        ({}, {"least": 3, "greatest": 3}, FULL, ""),
        ({"value": 2}, {}, FULL, ""),
    ],
    ids=["in the full window", "in another", "with a memory", "with one value alone", "with a wrong value"],
)
def test_a_right_value_without_leaves_is_nonsense(
    given: dict[str, Any], capabilities: dict[str, Any], window: Window[Number], seen: str, tmp_path: Path
) -> None:
    """A list without leaves is allowed if the program may know the value otherwise, or if the value is wrong."""
    with logging(tmp_path / "log", {"leaves": [], **given}, gives=["leaves"], **capabilities) as subject:
        done = run(subject.search, from_nested([[3, 3], [3, 3]]), window)
    assert seen in str(done.failure or "")
    assert (done.failure is None) == (not seen)


def test_an_empty_list_after_others_is_left_to_other_contracts(tmp_path: Path) -> None:
    """A program that remembers leaves without declaring it fails other contracts."""
    code = (HOME / "docs" / "examples" / "alpha_beta.py").read_text(encoding="utf-8")
    program = tmp_path / "program.py"
    assert code.count('"leaves": leaves}') == 1
    once = '"leaves": leaves if request["id"] == 2 else []}'  # the first search comes after hello
    program.write_text(code.replace('"leaves": leaves}', once), encoding="utf-8")
    with open_program([sys.executable, str(program)], budget=PATIENT) as subject:
        assert run(subject.search, LINES, FULL).leaves == [2, 3, 5]
        assert run(subject.search, LINES, FULL).failure is None


def test_values_that_a_program_does_not_take_are_reported_as_the_user_wrote_them(tmp_path: Path) -> None:
    """The values are reported as drawn, not as negated for MIN."""
    with logging(tmp_path / "log", takes=["window"], viewpoint="mover") as subject:
        with pytest.raises(
            PreconditionError, match="does not accept 2000000, from MIN's point of view -2000000, which is outside"
        ):
            subject.search(from_nested([2_000_000]), 0, -INF, INF)
        tree = from_nested([1], max_at_root=False)
        with pytest.raises(
            PreconditionError, match=r"windows that end at 0\.5, from MIN's point of view -0\.5, which is not an int"
        ):
            subject.search(tree, 0, 0.5, INF)


def test_a_program_with_a_memory_is_cleared_before_another_tree(tmp_path: Path) -> None:
    """The program is not cleared between windows of one tree, but always when `clear` is called."""
    log = tmp_path / "log"
    first, second = from_nested([1, 2]), from_nested([2, 1])
    with logging(log, memory=True, takes=["window"]) as subject:
        subject.search(first, 0, -INF, INF)
        subject.search(first, 0, 0, 1)
        subject.search(second, 0, -INF, INF)
        subject.program.clear()
    assert [request["ask"] for request in requests(log)[1:]] == ["search", "search", "clear", "search", "clear", "quit"]


def test_a_program_without_a_memory_is_never_cleared(tmp_path: Path) -> None:
    """Without a memory, it has nothing to clear."""
    log = tmp_path / "log"
    with logging(log) as subject:
        subject.search(from_nested([1, 2]), 0, -INF, INF)
        subject.search(from_nested([2, 1]), 0, -INF, INF)
        assert subject.search.clear is None
    assert [request["ask"] for request in requests(log)] == ["hello", "search", "search", "quit"]


@pytest.mark.parametrize(
    ("tree", "window", "why"),
    [
        (from_nested([0.5]), (-INF, INF), "does not accept 0.5, which is not an int"),
        (from_nested([2_000_000]), (-INF, INF), "outside -1000000 to 1000000"),
        (from_nested([INF]), (-INF, INF), "infinite leaves"),
        (from_nested([1]), (0.5, INF), "windows that end at 0.5"),
        (SHARED, (-INF, INF), "players alternate"),
    ],
)
def test_a_program_is_not_called_on_values_outside_its_domain(
    tree: ExplicitTree[Number], window: tuple[Number, Number], why: str, tmp_path: Path
) -> None:
    """The report states the declared limits instead of a verdict."""
    log = tmp_path / "log"
    with logging(log, takes=["window"]) as subject, pytest.raises(PreconditionError, match=why):
        subject.search(tree, 0, *window)
    assert [request["ask"] for request in requests(log)] == ["hello", "quit"]


@pytest.mark.parametrize(
    ("columns", "record", "beside"),
    [
        (("field", "what it is"), SearchRequest, Reply),
        (("array",), TreeArrays, None),
        (("field", "of a reply to"), Reply, None),
        (("field", "if left out"), Capabilities, Reply),
        (("entry", "if left out"), TableEntry, None),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_every_field_of_the_protocol_is_described(
    columns: tuple[str, ...], record: type[msgspec.Struct], beside: type[msgspec.Struct] | None
) -> None:
    """The page lists the fields in the order of the records; fields that all replies share are described once."""
    told = [] if beside is None or record is SearchRequest else named(beside)
    sections = {SearchRequest: "Requests", Reply: "Replies"}
    rows = [row[columns[0]] for row in table("docs/protocol.md", *columns, below=sections.get(record, ""))]
    assert sorted(rows) == sorted(set(named(record)) - set(told))


def named(record: type[msgspec.Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(record)]


def test_the_reply_to_search_is_described() -> None:
    """The table of the reply has every field that other replies lack."""
    rows = table("docs/protocol.md", "field", below="The reply to search")
    assert [row["field"] for row in rows] == [name for name in named(SearchReply) if name not in named(Reply)]


def test_every_default_is_described() -> None:
    """The defaults are those of the capabilities and of the time and memory limits."""
    defaults = {row["field"]: row["if left out"] for row in table("docs/protocol.md", "field", "if left out")}
    for field in msgspec.structs.fields(Capabilities):
        if field.name not in {"id", "error", "prunecheck", "name", "takes", "gives"}:
            assert json.loads(defaults[field.name]) == field.default
    rows = table("docs/protocol.md", "budget")
    assert [(row["budget"], float(row["default"])) for row in rows] == [
        (field.name, field.default) for field in fields(Budget)
    ]


def test_every_word_of_a_handshake_is_described() -> None:
    """The words are those for arguments, results and kinds of numbers."""
    cells = {row["field"]: row["what it is"] for row in table("docs/protocol.md", "field", "if left out")}
    for word in (*get_args(Takes), *get_args(Gives), *get_args(NumberKind)):
        assert word in cells["takes"] + cells["gives"] + cells["values"]


def test_every_verdict_is_described() -> None:
    """The verdicts on programs are listed in their order."""
    code = "".join(path.read_text(encoding="utf-8") for path in Path(process.__file__).parent.glob("*.py"))
    reached = [argument for argument in get_args(Failure) if f"({argument.__name__}(" in code]
    verdicts = list(dict.fromkeys(failure.verdict for failure in reached))
    assert [row["verdict"] for row in table("docs/protocol.md", "verdict")] == verdicts
    assert all(set(failure.mro()) & REMEDIES.keys() for failure in reached)


def test_every_example_is_described() -> None:
    """The page lists the files of the examples' folder, and no others."""
    linked = [row["example"].partition("]")[0].strip("[") for row in table("docs/pipe.md", "example", "language")]
    assert sorted(linked) == sorted(path.name for path in (HOME / "docs" / "examples").glob("[aA]lpha*"))
