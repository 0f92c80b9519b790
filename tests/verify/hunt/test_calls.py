"""One tree with a depth, `calls` on one instance, and variants by name: in Python and on the command line."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import prunecheck
from documents import HOME
from own_searches import Forgetful, right
from prunecheck import CLEAR, FULL, INF, Call, Window, check, from_json, from_nested, verify_search
from prunecheck.cli.program import run
from prunecheck.errors import PreconditionError, TreeError, WindowError
from prunecheck.report.ci_formats import as_junit
from prunecheck.report.sheet import sheet_of_subjects
from prunecheck.report.subject_text import subject_text
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.scenario_json import scenario_from_json, scenario_to_json
from prunecheck.verify.isolated import judge_search
from prunecheck.verify.options import Options
from prunecheck.verify.plan import Plan, Progress

TREE: Final[ExplicitTree[Number]] = from_nested([[3, 5], [2, 9]])
VALUED: Final = from_json(
    '{"prunecheck":"tree","version":1,"nodes":[{"id":0,"children":[1,2],"value":1},'
    '{"id":1,"children":[3],"value":5},{"id":2,"value":2},{"id":3,"value":0}]}'
)


def to_a_depth(node: Any, depth: int, alpha: float, beta: float) -> Any:
    """Negamax with the wrong sign at the depth limit."""
    if node.is_leaf():
        return node.value()
    if depth == 0:
        return -node.value()
    best: Any = -INF
    for child in node.children():
        best = max(best, -to_a_depth(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


class Worn:
    """A search whose instance is wrong in its second search only."""

    def __init__(self) -> None:
        """Start without searches."""
        self.searches = 0

    def search(self, node: Any, alpha: float, beta: float) -> Any:
        """Return the value, except for one that is too large in the second search."""
        self.searches += 1
        return right(node, alpha, beta) + (self.searches == 2)

    def clear(self) -> None:
        """Reset the instance."""
        self.searches = 0


@pytest.mark.slow
def test_a_tree_is_cut_at_a_depth() -> None:
    """The bug only shows at depth 1."""
    assert verify_search(to_a_depth, claims=["exact"], tree=VALUED, window=FULL).sound
    verdict = verify_search(to_a_depth, claims=["exact"], tree=VALUED, window=FULL, depth=1)
    assert verdict.status == "refuted"
    assert "depth 1    full window" in str(verdict)


def test_calls_are_made_in_order_on_one_instance() -> None:
    """The second search fails unless the instance is cleared before it; later calls are not made."""
    check(Worn, calls=[Call(TREE), CLEAR, Call(TREE)], claims=["fishburn"])
    verdict = verify_search(Worn, calls=[Call(TREE), Call(TREE, Window(0, 4)), Call(TREE)])
    text = str(verdict)
    assert verdict.status == "refuted"
    assert "step 2  same tree as step 1    window (0, 4)    got 4, minimax value 3" in text
    assert "step 3" not in text
    assert "prunecheck explain memory" in text
    assert verdict.report.calls == 2


def test_calls_of_a_function_are_judged() -> None:
    """A function has no new instances; each call may have a path to the searched node, and a depth."""
    check(right, calls=[Call(TREE, path=(1,)), Call(TREE)])
    verdict = verify_search(to_a_depth, calls=[Call(VALUED), Call(VALUED, depth=1)], depth_rule="exact")
    assert verdict.status == "refuted"
    assert "depth 1" in str(verdict)


def test_exact_is_inconclusive_in_a_narrow_window() -> None:
    """`exact` only applies to the full window. The verdict says that this input cannot decide it."""
    found = verify_search(right, claims=["exact"], calls=[Call(TREE, Window(0, 1))])
    assert found.status == "inconclusive"
    assert "the calls that you gave cannot show whether the search satisfies exact" in str(found)
    found = verify_search(right, claims=["exact"], tree=TREE, window=Window(0, 1))
    assert "the tree that you gave cannot show whether the search satisfies exact" in str(found)
    assert "too few trees" not in str(found)
    assert "inconclusive: the tree that you gave cannot decide it" in as_junit(sheet_of_subjects([found.tried]))


@pytest.mark.parametrize(
    "options, says",
    [
        ({"depth": 1}, "depth only applies to a given tree"),
        ({"depth": -1, "tree": TREE}, "depth is -1, not a whole number of at least 0"),
        ({"calls": [Call(TREE)], "tree": TREE}, "drop either calls or tree"),
        ({"calls": [TREE]}, "call 1 is <ExplicitTree"),
        ({"calls": [CLEAR]}, "calls contains no Call"),
        ({"calls": 1}, "call 1 is 1, of type int"),
        ({"calls": [Call(TREE, path=(2,))]}, r"call 1: path \[2\] does not exist in the tree"),
        ({"calls": [Call(TREE), Call(TREE, depth=1)]}, "call 2: this search takes no depth"),
        ({"calls": [Call(TREE)], "claims": ["exact", "visits"]}, "visits cannot be judged in a sequence"),
    ],
)
def test_invalid_calls_are_refused(options: dict[str, Any], says: str) -> None:
    """The error says which call is invalid."""
    with pytest.raises(PreconditionError, match=says):
        verify_search(right, **options)


def test_a_depth_needs_static_values() -> None:
    """Without static values, no value is correct at the depth limit."""
    with pytest.raises(PreconditionError, match="call 1: depth 1 ends above the leaves"):
        verify_search(to_a_depth, calls=[Call(TREE, depth=1)])


@pytest.mark.slow
def test_variants_are_judged_by_name() -> None:
    """The user's claims are judged or, without any, the variant's own claims. The report has a command and a test."""
    check("clamped", effort="quick")
    check("f1", claims=["exact"], tree=TREE)
    verdict = verify_search("strict-test", claims=["visits"], tree=from_nested([0, 0]), window=Window(-INF, 0))
    assert verdict.status == "refuted"
    assert 'check("strict_test", claims=["visits"], tree=tree, window=Window(-INF, 0))' in subject_text(
        verdict.tried, verbose=True
    )
    for options, says in (
        ({"calls": [Call(TREE)]}, "stores nothing between calls"),
        ({"takes": "node"}, "drop 'takes'"),
    ):
        with pytest.raises(PreconditionError, match=says):
            verify_search("f1", **options)
    with pytest.raises(PreconditionError, match="thresholds needs a static value"):
        verify_search("thresholds", tree=TREE)
    with pytest.raises(PreconditionError, match="'serach' names no search"):
        verify_search("serach")


@pytest.mark.slow
def test_a_users_search_imports_no_variant() -> None:
    """The package does not import the JSON reader or the judge either."""
    code = (
        "import sys, prunecheck; light = not {'msgspec', 'hypothesis', 'numba'} & sys.modules.keys();"
        "prunecheck.check('docs/examples/searches.py:right', effort='quick', examples=5);"
        "print(light, [name for name in sys.modules if name.startswith('prunecheck.variants')])"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, cwd=HOME, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "True []"


SCENARIO: Final = (
    Call(TREE),
    CLEAR,
    Call(TREE, Window(-INF, 4)),
    Call(VALUED, depth=1, path=(0,)),
    Call(from_nested([1], max_at_root=False)),
)


def test_calls_can_be_written_as_json_and_read() -> None:
    """A repeated tree is written only once."""
    text = scenario_to_json(SCENARIO)
    assert scenario_from_json(text) == SCENARIO
    assert text.count("[[3,5],[2,9]]") == 1


@pytest.mark.parametrize(
    "text, error, says",
    [
        ("[", TreeError, "cannot read the calls"),
        ('["forget"]', TreeError, "call 1 is 'forget'"),
        ('[{"depth": 1}]', TreeError, "call 1 has no tree"),
        ('[{"tree": [[]]}]', TreeError, "the tree of call 1: "),
        ('[{"tree": [1], "root_player": "ME"}]', TreeError, "in call 1, \"root_player\" is 'ME'"),
        ('[{"tree": [1], "window": [1, 1]}]', WindowError, "is empty"),
        ('[{"tree": [1], "window": ["a", 1]}]', TreeError, "the window of call 1"),
    ],
)
def test_json_without_calls_is_refused(text: str, error: type[Exception], says: str) -> None:
    """The error says where the calls should be."""
    with pytest.raises(error, match=says):
        scenario_from_json(text)


def test_the_command_takes_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The calls may be JSON text or a JSON file, for a user's search only."""
    monkeypatch.chdir(tmp_path)
    Path("engine.py").write_text(
        "class Worn:\n"
        "    def __init__(self): self.searches = 0\n"
        "    def search(self, node, alpha, beta):\n"
        "        self.searches += 1\n"
        "        return self.value(node) + (self.searches == 2)\n"
        "    def value(self, node):\n"
        "        return node.value() if node.is_leaf() else max(-self.value(each) for each in node.children())\n",
        encoding="utf-8",
    )
    Path("calls.json").write_text('[{"tree": [[3, 5], [2, 9]]}, {}]', encoding="utf-8")
    assert run(["verify", "engine.py:Worn", "--calls", "calls.json"]) == 1
    text = capsys.readouterr().out
    assert """rerun   prunecheck verify engine.py:Worn --claims exact --calls '[{"tree":[[3,5],[2,9]]},{}]'""" in text
    assert run(["verify", "engine.py:Worn", "--claims", "exact", "--calls", '[{"tree":[[3,5],[2,9]]}]']) == 0
    for words in (["--calls", "[]"], ["--calls", "none.json"], ["--calls", "[{}]", "--tree", "[1]"]):
        assert run(["verify", "engine.py:Worn", *words]) == 2
    assert run(["verify", "--calls", "calls.json"]) == 2


@pytest.mark.slow
def test_progress_is_reported_for_each_stage() -> None:
    """The progress of a stage never exceeds its total."""
    seen: list[Progress] = []
    search: Callable[..., Any] = Forgetful
    judge_search(search, Options(effort="quick"), Plan(examples=30, seconds=4.0), seen.append)
    stages = list(dict.fromkeys(at.stage for at in seen))
    assert stages[:2] == ["detecting how it is called", "hard trees"]
    assert {"random trees", "sequences", "shrinking", "diagnosis"} & set(stages)
    assert all(at.done <= at.total or not at.total for at in seen)


def test_all_public_names_are_available() -> None:
    """The public names are those in `prunecheck.__all__`."""
    assert all(hasattr(prunecheck, name) for name in prunecheck.__all__)
