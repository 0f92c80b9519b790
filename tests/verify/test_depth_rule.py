"""The two depth rules for values of depth-limited searches, and the verdict, which names the rule that holds."""

import json
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from prunecheck import Number, verify_search
from prunecheck.cli import program as cli
from prunecheck.config import options_in
from prunecheck.contracts.case import Case, case_of
from prunecheck.contracts.conduct import REPEATABLE
from prunecheck.contracts.evidence import CallResult, Evidence, run
from prunecheck.subjects.find import find_subject
from prunecheck.trees.call import Call
from prunecheck.trees.nested import from_nested
from prunecheck.trees.window import FULL
from prunecheck.verify.corpus import hard_depths
from prunecheck.verify.judge import broken_contracts, broken_in
from prunecheck.verify.options import OptionError

pytestmark = pytest.mark.usefixtures("in_tmp_path")
Output = pytest.CaptureFixture[str]

ENGINES = """
INF = float("inf")


class DeepEnough:
    def __init__(self):
        self.table = {}

    def search(self, pos, depth, alpha, beta):
        return self.found(pos, depth, alpha, beta)[0]

    def found(self, pos, depth, alpha, beta):
        key = (pos.key, pos.turn)
        if key in self.table:
            searched, value, flag, move = self.table[key]
            if searched >= depth and (
                flag == 0 or (flag > 0 and value >= beta) or (flag < 0 and value <= alpha)
            ):
                return value, move
        if depth == 0 or pos.is_leaf:
            return pos.turn * pos.value, None
        best, low, chosen = -INF, alpha, None
        for nth, child in enumerate(pos.children):
            value = -self.found(child, depth - 1, -beta, -low)[0]
            if value > best:
                best, chosen = value, nth
            low = max(low, best)
            if low >= beta:
                break
        self.table[key] = depth, best, (best >= beta) - (best <= alpha), chosen
        return best, chosen


class DeepEnoughMoves(DeepEnough):
    def search(self, pos, depth, alpha, beta):
        return self.found(pos, depth, alpha, beta)


class MovesAlone(DeepEnough):
    def search(self, pos, depth):
        return self.found(pos, depth, -INF, INF)[1]


class Shallow(MovesAlone):
    def found(self, pos, depth, alpha, beta):
        if (pos.key, pos.turn) in self.table:
            self.table[pos.key, pos.turn] = (depth, *self.table[pos.key, pos.turn][1:])
        return super().found(pos, depth, alpha, beta)


def plain(pos, depth, alpha, beta):
    if depth == 0 or pos.is_leaf:
        return pos.turn * pos.value
    best = -INF
    for child in pos.children:
        best = max(best, -plain(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def off_by_a_ply(pos, depth, alpha, beta):
    if depth <= 1 or pos.is_leaf:
        return pos.turn * pos.value
    return max(-off_by_a_ply(child, depth - 1, -beta, -alpha) for child in pos.children)


def whole(pos, alpha, beta):
    return pos.turn * pos.value if pos.is_leaf else max(-whole(child, -beta, -alpha) for child in pos.children)
"""
VALUES = ("exact", "knuth", "fishburn")


@pytest.fixture
def in_tmp_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the engines to the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("engines.py").write_text(ENGINES, encoding="utf-8")


@pytest.mark.slow
def test_a_table_with_deeper_entries_passes_the_witness_criterion() -> None:
    """The verdict counts the trees that needed it, and shows a small one whose value only a deeper entry explains."""
    verdict = verify_search("engines.py:DeepEnough", examples=8, claims=["fishburn"])
    assert verdict.status == "held"
    for searched in verdict.searches:
        for name in VALUES:
            claim = searched.claim(name)
            assert claim is not None
            assert claim.depth_rule == "deeper"
            failure = claim.strict_failure
            assert failure is not None
            assert 0 < failure.trees < claim.trees
            call = failure.witness
            assert (call.found == call.truth, call.window) == (False, FULL)
            assert call.found is not None
            assert call.explained[0] <= call.found <= call.explained[1]
            assert len(call.tree.leaf_values) <= 4
    text = str(verdict)
    assert "respected. On some trees, the value came from a deeper table entry" in text
    assert any("the answer came from a deeper table entry" in finding.words for finding in verdict.findings)


@pytest.mark.slow
def test_the_move_of_a_deeper_entry_follows_the_depth_rule() -> None:
    """A move that a deeper search explains is right if deeper entries are allowed, else wrong."""
    verdict = verify_search("engines.py:DeepEnoughMoves", examples=8, claims=["best-move"])
    assert verdict.status == "held"
    assert [search.claim("best-move").depth_rule for search in verdict.searches] == ["deeper", "deeper"]  # type: ignore[union-attr]
    assert any("trees, the move came from a deeper table entry" in finding.words for finding in verdict.findings)
    strictly = verify_search("engines.py:DeepEnoughMoves", examples=8, claims=["best-move"], depth_rule="exact")
    assert strictly.status == "refuted"
    assert strictly.findings[0].words.startswith("wrong move: got ")


@pytest.mark.parametrize(("name", "broken"), [("MovesAlone", []), ("Shallow", ["best-move"])])
def test_a_move_from_an_entry_of_a_shallower_search_is_wrong(name: str, broken: list[str]) -> None:
    """The search returns only moves. A sequence of searches to different depths shows that entries have no depth."""
    tree = from_nested([0, [[1]]]).replaced(values=[0, 0, 1, -2, 1])
    calls = [Call(tree, depth=2), Call(tree), Call(tree, depth=1)]
    assert broken_in(find_subject(f"engines.py:{name}"), calls, ["best-move"]) == broken


@pytest.mark.slow
def test_the_exact_depth_rule_can_be_required(capsys: Output) -> None:
    """The same search is then refuted; the printed command has the option, and refutes it again."""
    words = ["verify", "engines.py:DeepEnough", "--claims", "exact"]
    assert cli.run([*words, "--examples", "8", "--depth-rule", "exact", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    claim = next(record for record in report["variants"][0]["claims"] if record["contract"] == "exact")
    assert (claim["outcome"], claim["depth_rule"], claim["strict_failure"]) == ("refuted", "exact", None)
    assert claim["witness"]["found"] != claim["witness"]["true"]
    assert claim["witness"]["explained"] == []
    verdict = verify_search("engines.py:DeepEnough", examples=8, claims=["exact"], depth_rule="exact")
    again = next(line for line in str(verdict).splitlines() if line.strip().startswith("rerun"))
    assert again.endswith(" --depth-rule exact")
    tree = Path("tree.json")
    tree.write_text(json.dumps(claim["witness"]["tree"]), encoding="utf-8")
    words += ["--tree", "tree.json", "--depth", "4"]
    assert (cli.run([*words, "--depth-rule", "exact"]), cli.run(words)) == (1, 0)


@pytest.mark.slow
def test_a_search_without_a_table_passes_by_the_exact_rule() -> None:
    """Every value is the cut tree's own, so the search also passes if `exact` is required."""
    for depth_rule in ("deeper", "exact"):
        verdict = verify_search("engines.py:plain", examples=8, claims=["fishburn"], depth_rule=depth_rule)
        assert verdict.status == "held"
        claims = [verdict.searches[0].claim(name) for name in VALUES]
        assert [(claim.depth_rule, claim.strict_failure) for claim in claims if claim] == [("exact", None)] * 3
        assert "For a value outside the window, the search returns a fail-soft bound" in str(verdict)


@pytest.mark.slow
def test_a_wrong_search_fails_by_both_depth_rules() -> None:
    """No deeper entry explains a wrong value."""
    verdict = verify_search("engines.py:off_by_a_ply", examples=30, claims=["exact"])
    assert verdict.status == "refuted"
    assert verdict.findings[0].words.startswith("wrong value: got ")


def test_a_search_without_a_depth_gets_no_depth_rule() -> None:
    """A search without a depth has one correct value, whatever was searched before."""
    verdict = verify_search("engines.py:whole", examples=8, claims=["fishburn"])
    assert {claim.depth_rule for claim in verdict.report.variants[0].claims} == {""}
    assert "not checked: this search takes no depth" in str(verdict)


@pytest.mark.slow
def test_every_report_names_the_depth_rule(capsys: Output) -> None:
    """JSON has it in each claim on values, JUnit as a property of the test case, and Markdown in the table."""
    files = ["--junit", "j.xml", "--markdown", "m.md"]
    assert (
        cli.run(
            ["verify", "engines.py:DeepEnough", "--examples", "8", "--claims", "fishburn,repeatable", *files, "--json"]
        )
        == 0
    )
    rows = json.loads(capsys.readouterr().out)["variants"]
    claims = {row["contract"]: row for row in rows[0]["claims"]}
    assert (claims["exact"]["depth_rule"], claims["repeatable"]["depth_rule"]) == ("deeper", "")
    failure = claims["exact"]["strict_failure"]
    assert failure["trees"] > 0
    least, greatest = failure["witness"]["explained"]
    assert least <= failure["witness"]["found"] <= greatest
    cases = fromstring(Path("j.xml").read_text(encoding="ascii")).iter("testcase")  # noqa: S314  # it is our own
    told = {case.attrib["name"]: [one.attrib["value"] for one in case.iter("property")] for case in cases}
    assert (told["exact"], told["repeatable"]) == (["deeper"], [])
    markdown = Path("m.md").read_text(encoding="utf-8")
    assert "| exact | PASS |" in markdown
    assert "| repeatable | PASS |" in markdown


def test_a_printed_test_has_the_depth_rule_of_the_witness() -> None:
    """With `deeper_entries`, the printed test allows a fixed search to answer from deeper entries."""
    search = find_subject("engines.py:DeepEnough").search
    lenient = [
        tree
        for tree in hard_depths()
        if broken_contracts(search, ["exact"], tree, FULL, depth=4)
        and not broken_contracts(search, ["exact"], tree, FULL, depth=4, deeper_entries=True)
    ]
    assert lenient


def evidence_of(case: Case[Any]) -> Evidence[Any]:
    """Evidence of a correct answer to the case in its first window, with deeper entries allowed."""
    return Evidence(case, 0, CallResult(case.truth, []), lambda *_: case.truth, deeper=True)


def test_the_hard_depth_trees_need_the_depth_rule() -> None:
    """On each of these trees, cut at depth 4, a deeper entry explains a value that differs from the cut tree's."""
    for tree in hard_depths():
        case: Case[object] = case_of(tree, 4)
        least, greatest = evidence_of(case).span
        assert least < greatest, tree
        assert case.depth == 4


def test_an_unknown_depth_rule_is_a_usage_error(capsys: Output) -> None:
    """One line names the two rules, on the command line and in a configuration file."""
    assert cli.run(["verify", "engines.py:plain", "--depth-rule", "exactly"]) == 2
    assert "unknown depth rule 'exactly'; did you mean 'exact'?" in capsys.readouterr().err
    with pytest.raises(OptionError, match="unknown depth rule 'loose'; known: deeper, exact"):
        options_in({"subjects": [{"search": "engines.py:plain", "depth-rule": "loose"}]})
    assert options_in({"subjects": [{"search": "engines.py:plain", "depth_rule": "exact"}]})[0].depth_rule == "exact"


def test_a_second_answer_may_differ_if_a_deeper_entry_explains_it() -> None:
    """A table may keep entries between calls; by the exact depth rule, both answers must be equal."""
    case = case_of(next(hard_depths()), 4)
    least, greatest = evidence_of(case).span
    assert least < greatest
    answers = iter([least, greatest, least, greatest + 1, least, greatest])

    def changes(*_: object) -> Number:
        return next(answers)

    for deeper, alike in ((True, True), (True, False), (False, False)):
        evidence = Evidence(case, 0, run(changes, case.tree, FULL), changes, deeper)
        assert (REPEATABLE.judge(evidence) is None) is alike
