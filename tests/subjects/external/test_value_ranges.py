"""Programs are checked on all kinds of values that they declare, and on no others."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from prunecheck import INF, Window, from_nested, verify_search
from prunecheck.errors import PreconditionError
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.external import ProgramSearch, open_program
from prunecheck.subjects.external.doctor import diagnose
from prunecheck.trees.window import FULL, order_distinct_windows
from prunecheck.verify.explain.divide import divide_tree

SEEDS = range(3)

PROGRAM = """
import json
import struct
import sys
from fractions import Fraction

SAID = json.loads(sys.argv[1])
BUG = sys.argv[2] if len(sys.argv) > 2 else ""
INFINITE = float("inf")
LEAST, GREATEST = (Fraction(SAID.get(end, usual)) for end, usual in (("least", -(10**6)), ("greatest", 10**6)))
NEGAMAX = SAID.get("viewpoint") == "mover"


def number(value):
    if isinstance(value, str):
        value = float(value) if "inf" in value else Fraction(value)
    if abs(value) != INFINITE and not LEAST <= value <= GREATEST:
        sys.exit(9)
    return value


def leaf(value):
    if abs(value) == INFINITE:
        if BUG == "finite":
            return 999_999 if value > 0 else -999_999
        return value
    if BUG == "rounds":
        return round(value)
    if BUG == "single":
        return struct.unpack("f", struct.pack("f", value))[0]
    if BUG == "float":
        return float(value)
    if BUG == "wraps":
        return (value + 2**31) % 2**32 - 2**31
    return value


def searched(tree, node, alpha, beta, leaves):
    below = tree["child"][tree["first"][node] : tree["first"][node + 1]]
    if not below:
        leaves.append(node)
        return leaf(number(tree["value"][node]))
    if BUG == "last" and len(below) > 1:
        below = below[:-1]
    up = NEGAMAX or tree["max"][node]
    best = -INFINITE if up else INFINITE
    for child in below:
        if NEGAMAX:
            found = -searched(tree, child, -beta, -alpha, leaves)
        else:
            found = searched(tree, child, alpha, beta, leaves)
        best = max(best, found) if up else min(best, found)
        if up:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


for line in sys.stdin:
    try:
        request = json.loads(line)
        answer = {"id": request["id"]}
    except (ValueError, LookupError, TypeError):
        print(json.dumps({"error": "no request"}), flush=True)
        continue
    if request["ask"] == "hello":
        answer |= {"prunecheck": 1, "name": "program", "takes": ["window"], "gives": ["leaves"], **SAID}
    elif request["ask"] == "search":
        leaves = []
        ends = number(request["alpha"]), number(request["beta"])
        found = searched(request["tree"], 0, *ends, leaves)
        if BUG == "inner":
            leaves.append(0)
        written = str(found) if abs(found) == INFINITE or isinstance(found, Fraction) else found
        answer |= {"value": written, "leaves": leaves}
        if BUG == "unknown":
            answer["nodes"] = 1
        if BUG == "true":
            answer["leaves"] = True
    elif request["ask"] == "clear":
        pass
    elif request["ask"] == "quit":
        break
    else:
        answer["error"] = "unknown"
    text = json.dumps(answer)
    if BUG == "range" and "value" in answer:
        text = '{"id":%d,"value":1e999}' % request["id"]
    if BUG == "chatty" and "value" in answer:
        text = "info depth 1"
    print(text, flush=True)
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program with the capabilities in its first argument; it exits with status 9 if it gets other values."""
    path = tmp_path_factory.mktemp("declared") / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def command(file: Path, bug: str = "", /, **said: object) -> str:
    """The command of a program with these capabilities and a bug."""
    return shlex.join([sys.executable, str(file), json.dumps(said), *([bug] if bug else [])])


RANGES: list[dict[str, object]] = [
    {"least": -100, "greatest": 100},
    {"least": -3, "greatest": 3},
    {"least": -1, "greatest": 1},
    {"least": 0, "greatest": 100},
    {"least": 1, "greatest": 50},
    {"least": 1000, "greatest": 2000},
    {"least": 7, "greatest": 7},
    {"least": -(10**12), "greatest": 10**12},
    {"values": "float", "least": -1, "greatest": 1},
    {"values": "float", "least": -100, "greatest": 100},
    {"values": "float"},
    {"values": "fraction"},
    {"values": "fraction", "least": 0, "greatest": "1/3"},
    {"values": "float", "takes": ["window", "shared", "infinities"]},
    {"takes": ["window", "infinities"], "least": -5, "greatest": 5},
]


@pytest.mark.usefixtures("few_statistics")
@pytest.mark.fast_cases("0 100-mover")
@pytest.mark.parametrize("viewpoint", ["MAX", "mover"])
@pytest.mark.parametrize("said", RANGES, ids=lambda said: " ".join(map(str, said.values())))
def test_a_right_program_passes_in_any_range_it_declares(said: dict[str, object], viewpoint: str, file: Path) -> None:
    """The program exits if it gets a value outside its range; with viewpoint mover, values are for the side to move."""
    subject = f"pipe:{command(file, **said, viewpoint=viewpoint)}"
    claims = ["fishburn", "visits"] if viewpoint == "mover" else []  # with claims, its leaves are not measured
    done = verify_search(subject, examples=20, effort="thorough", claims=claims)
    assert done.status == "held", str(done)


@pytest.mark.fast_cases("float-{'values': 'fraction'}-0")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "bug, said",
    [
        ("rounds", {"values": "float"}),
        ("rounds", {"values": "float", "least": -1, "greatest": 1}),
        ("single", {"values": "float"}),
        ("float", {"values": "fraction"}),
        ("finite", {"takes": ["window", "infinities"]}),
        ("wraps", {"least": -(10**12), "greatest": 10**12}),
        ("float", {"least": -(2**60), "greatest": 2**60}),
        ("last", {"least": 1, "greatest": 50}),
        ("last", {"least": 0, "greatest": 1}),
        ("last", {"least": -1, "greatest": 1, "values": "fraction"}),
    ],
    ids=str,
)
def test_a_program_that_does_not_take_what_it_declares_is_refuted(
    bug: str, said: dict[str, object], seed: int, file: Path
) -> None:
    """Trees with values at the ends of the range come first, so the search fails with every seed."""
    done = verify_search(f"pipe:{command(file, bug, **said)}", examples=20, effort="thorough", seed=seed)
    assert done.status == "refuted"
    claim = done.searches[0].claim("exact")
    assert claim is not None
    assert claim.witness is not None
    assert claim.witness.failure is None, claim.witness.failure


@pytest.mark.slow
@pytest.mark.usefixtures("few_statistics")
@pytest.mark.parametrize("said", [{"least": -9, "greatest": 10}, {"least": 0, "greatest": 100}], ids=str)
def test_relations_that_leave_the_range_are_left_out(said: dict[str, object], file: Path) -> None:
    """Relations are not checked in a narrow range or one without negatives, but in the usual range they are."""
    with pytest.raises(PreconditionError, match=r"^relations changes the values of trees, but"):
        verify_search(f"pipe:{command(file, **said)}", claims=["relations"])
    done = [verify_search(f"pipe:{command(file, **keywords)}", examples=20).searches[0] for keywords in (said, {})]
    assert [verdict.claim("relations") is not None for verdict in done] == [False, True]


def test_a_users_tree_with_other_values_is_refused(file: Path) -> None:
    """The error gives the original values, not the scaled ones, and windows between whole numbers are left out."""
    subject = f"pipe:{command(file, least=-10, greatest=10)}"
    assert verify_search(subject, tree=from_nested([[3, 5], [2, 9]])).status == "held"
    with pytest.raises(PreconditionError, match=r"^program does not accept 11, which is outside -10 to 10"):
        verify_search(subject, tree=from_nested([[3, 5], [2, 11]]))
    with pytest.raises(PreconditionError, match=r"does not accept fractions\. Multiplied by 4, all values are"):
        verify_search(subject, tree=from_nested([[3, 5], [2, 9]]), window=Window(2.5, INF))
    with pytest.raises(PreconditionError, match="does not accept windows that end at 20, which is outside"):
        verify_search(subject, tree=from_nested([[3, 5], [2, 9]]), window=Window(-INF, 20))


def test_scaling_leaves_out_windows_that_are_out_of_range(file: Path) -> None:
    tree = from_nested([[3, 5], [2, 9]])
    with open_program(command(file, least=-10, greatest=10)) as opened:
        search = ProgramSearch(opened.program, times=4)
        found = divide_tree(search, tree)
    assert found.departure is None
    assert found.windows[0] == FULL
    assert 1 < len(found.windows) < len(order_distinct_windows(tree.leaf_values))
    assert all(end in (-INF, INF) or end == int(end) for window in found.windows for end in (window.alpha, window.beta))


def test_a_program_with_a_memory_returns_to_the_first_scale_if_needed(file: Path) -> None:
    """If the scaled window is out of range, tree and window are sent with the first scale."""
    tree = from_nested([1, 2, 3])
    with open_program(command(file, least=-13, greatest=13, memory=True)) as opened:
        search = ProgramSearch(opened.program, times=4)
        found = [search(tree, 0, *ends).value for ends in [(1.5, INF), (-5, INF), (-INF, 2.5)]]
    assert found == [3, 3, 3]


@pytest.mark.slow
def test_an_inner_node_among_the_leaves_is_nonsense(file: Path) -> None:
    """The program lists an inner node, which has no value.

    The verdict blames the program, and the tree raises no error.
    """
    done = verify_search(f"pipe:{command(file, 'inner')}", examples=20)
    assert done.status == "refuted"
    assert "invalid answer: the reply lists node 0 as an evaluated leaf, but this node is not a leaf" in str(done)


@pytest.mark.parametrize(
    "bug, why, advice",
    [
        ("unknown", "unknown field `nodes`", False),
        ("true", "got `bool`", False),
        ("range", "out of range", False),
        ("chatty", "malformed", True),
    ],
)
def test_only_a_line_without_an_object_is_reported_as_no_reply(bug: str, why: str, advice: bool, file: Path) -> None:
    """For another faulty reply, only the fault is reported."""
    with open_program(command(file, bug)) as opened, pytest.raises(SubjectError) as raised:
        opened.search(from_nested([1, 2]), 0, -INF, INF)
    assert why in str(raised.value)
    assert ("standard output must contain nothing but replies" in str(raised.value)) is advice


def test_a_range_that_contains_no_value_of_the_kind_is_refused(file: Path) -> None:
    """There is no whole number between 1/5 and 4/5, although there are floats."""
    with pytest.raises(SubjectError, match="no int lies between least and greatest"):
        open_program(command(file, least=0.2, greatest=0.8))
    open_program(command(file, least=0.2, greatest=0.8, values="float")).close()


def test_the_doctor_sends_values_inside_fractional_ends(file: Path) -> None:
    """There is one whole number between -0.5 and 0.5."""
    found = diagnose(command(file, least=-0.5, greatest=0.5))
    assert found.passed, found.findings
