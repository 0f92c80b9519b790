"""`prunecheck verify --exhaustive` proves right searches and refutes wrong ones; interrupted runs can be continued."""

import json
import shlex
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest

from documents import table
from prunecheck import cli
from prunecheck.exhaustive import judge
from prunecheck.exhaustive.scope import CASES_A_PLAIN_SHARD, MOST_SHARDS, Scope, shards
from prunecheck.exhaustive.store import FOLDER, ScopeTask
from prunecheck.report.subject_text import subject_text
from prunecheck.subjects.find import PythonSubject, find_subject
from prunecheck.theory import small_trees
from prunecheck.verify.outcomes import Outcome
from prunecheck.verify.plan import Plan
from prunecheck.verify.records import Certainty, ScopeVerdict
from prunecheck.verify.trial import verify_subject
from prunecheck.verify.trial_result import TrialResult

HOME = Path(__file__).parents[3]
SEARCH = """
from math import inf

def search(position, alpha, beta):
    if position.is_terminal():
        return position.evaluate()
    best = -inf if position.is_max() else inf
    for child in position.children():
        found = search(child, alpha, beta)
        if position.is_max():
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best

def negamax(position, alpha, beta):
    if position.is_terminal():
        return position.evaluate()
    best = -inf
    for child in position.children():
        best = max(best, -negamax(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best

def all_but_the_last(position, alpha, beta):
    if position.is_terminal():
        return position.evaluate()
    children = list(position.children())
    best = max if position.is_max() else min
    return best(all_but_the_last(child, alpha, beta) for child in children[: max(1, len(children) - 1)])

def by_type(position, alpha, beta):
    found = search(position, alpha, beta)
    return found if type(found) in (int, float) else -inf

def with_constant(position, alpha, beta):
    if position.is_terminal():
        return position.evaluate()
    best = -10_000_000 if position.is_max() else 10_000_000
    for child in position.children():
        found = with_constant(child, alpha, beta)
        if position.is_max():
            best = alpha = max(alpha, best, found)
        else:
            best = beta = min(beta, best, found)
        if alpha >= beta:
            break
    return best
"""


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a file of searches."""
    monkeypatch.chdir(tmp_path)
    Path("engine.py").write_text(SEARCH, encoding="utf-8")


def verified(name: str, leaves: int, **more: Any) -> TrialResult:
    return verify_subject(find_subject(f"engine.py:{name}"), Plan(exhaustive=leaves, **more))


def scope_of(result: TrialResult) -> ScopeVerdict:
    scope = result.searches[0].verdict.scope
    assert scope is not None
    return scope


@pytest.mark.parametrize(("name", "leaves", "signed"), [("search", 2, False), ("negamax", 1, True)])
def test_a_right_search_is_proved(name: str, leaves: int, signed: bool) -> None:
    """The number of cases is that of the formula; for a search that negates, in the signed orders."""
    result = verified(name, leaves)
    scope = scope_of(result)
    assert result.status == "held"
    assert (scope.certainty, scope.signed) == (Certainty.PROVED, signed)
    assert scope.cases == scope.total == sum(small_trees.cases(n, signed=signed) for n in range(1, leaves + 1))
    assert {"exact", "knuth", "fishburn", "visits"} <= set(scope.contracts)


@pytest.mark.slow
def test_a_wrong_search_is_refuted_by_a_smallest_tree(capsys: pytest.CaptureFixture[str]) -> None:
    """The refutation is shown like any failure, and the rerun command fails as well."""
    result = verified("all_but_the_last", 2)
    assert (result.status, scope_of(result).certainty) == ("refuted", Certainty.REFUTED)
    assert cli.run(["verify", "engine.py:all_but_the_last", "--exhaustive", "2"]) == 1
    shown = capsys.readouterr().out
    (rerun,) = [line for line in shown.splitlines() if line.strip().startswith("rerun")]
    assert "--tree" in rerun
    assert "cases" in shown


def test_a_search_that_uses_a_constant_is_checked_but_not_proved() -> None:
    """The report says what the search does with values."""
    scope = scope_of(verified("with_constant", 2))
    assert scope.certainty is Certainty.CHECKED
    assert "compares a value with the number -10000000" in scope.says
    assert str(scope.infinite) == "[-inf, -inf]"  # this is only a note


def test_a_search_that_is_only_wrong_on_opaque_values_is_checked_but_not_proved() -> None:
    """The search fails each time, so not by chance."""
    assert scope_of(verified("by_type", 1)).unproved == (judge.READS,)


def test_an_external_program_is_checked_but_not_proved() -> None:
    """What a program does with values is not known, so it is only right in the cases themselves."""
    command = shlex.join([sys.executable, str(HOME / "docs" / "examples" / "alpha_beta.py")])
    result = verify_subject(find_subject(f"pipe:{command}"), Plan(exhaustive=1))
    scope = scope_of(result)
    assert (result.status, scope.certainty, scope.unproved) == ("held", Certainty.CHECKED, (judge.EXTERNAL,))
    assert scope.cases == scope.total == small_trees.cases(1, signed=True)


def test_a_wrong_answer_that_does_not_reproduce_fails_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """No counterexample shows it, so the report describes it, and does not blame calculations with values."""
    search = find_subject("engine.py:search").search
    full_windows = 0

    def wrong_once(tree: Any, node: Any, alpha: Any, beta: Any) -> Any:
        nonlocal full_windows
        found = search(tree, node, alpha, beta)
        full = (alpha, beta) == (-inf, inf) and found != inf
        full_windows += full
        return inf if full and full_windows == 38 else found

    monkeypatch.setattr(PythonSubject, "search", staticmethod(wrong_once))
    result = verified("search", 2)
    assert (result.status, scope_of(result).certainty) == ("refuted", Certainty.REFUTED)
    ((_, finding),) = result.failures
    assert finding.words.startswith("not repeatable: violated ")
    assert not scope_of(result).unproved
    assert "rerun   prunecheck verify engine.py:search --exhaustive 2\n" in subject_text(result)


def test_a_contract_that_is_violated_only_once_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the search need not satisfy it, the search passes, but nothing is proved, since its answers vary."""
    search = find_subject("engine.py:search").search
    below = 0

    def too_high_once(tree: Any, node: Any, alpha: Any, beta: Any) -> Any:
        nonlocal below
        below += alpha == -inf and beta < inf
        found = search(tree, node, alpha, beta)
        return inf if below == 69 and alpha == -inf and beta < inf else found

    monkeypatch.setattr(PythonSubject, "search", staticmethod(too_high_once))
    result = verified("search", 2)
    scope = scope_of(result)
    assert (result.status, scope.certainty) == ("held", Certainty.CHECKED)
    assert scope.says.endswith("Not proved: it violated fishburn once, but not when the call was repeated")
    outcomes = {claim.contract: claim.outcome for claim in result.searches[0].verdict.claims}
    assert (outcomes["knuth"], outcomes["fishburn"]) == (Outcome.HELD, Outcome.REFUTED)
    assert "knuth" in scope.contracts
    assert "fishburn" not in scope.contracts


@pytest.mark.slow
def test_an_interrupted_run_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C keeps the finished shards; with --resume, only the others are judged, unless any code has changed."""
    judged: list[str] = []
    plain: Callable[..., Any] = judge.run_shard

    def counted(search: Any, shard: Any, *more: Any, **others: Any) -> Any:
        if len(judged) == 3 and not resumed:
            raise KeyboardInterrupt
        judged.append(shard.name)
        return plain(search, shard, *more, **others)

    resumed = False
    monkeypatch.setattr("prunecheck.verify.phases.small_trees.run_shard", counted)
    first = verified("search", 2)
    assert (first.status, scope_of(first).certainty) == ("interrupted", Certainty.INCOMPLETE)
    resumed = True
    again = verified("search", 2, resume=True)
    assert (again.status, scope_of(again).certainty) == ("held", Certainty.PROVED)
    assert len(judged) == len(set(judged)) == 4
    Path("imported_by_engine.py").write_text("", encoding="utf-8")
    verified("search", 2, resume=True)
    assert len(judged) == 8
    verified("search", 2, resume=True)
    assert len(judged) == 8


def test_entries_for_one_search_have_separate_results() -> None:
    """Entries differ in the contracts, or in the calling convention. The list of shards is short for any scope."""
    scope = Scope(2)
    tasks = [
        ScopeTask("engine.py:search", "", *more)
        for more in ((("exact",), scope), (("knuth",), scope), ((), scope, "a"))
    ]
    assert len({task.path for task in tasks}) == 3
    assert len(shards(Scope(6, signed=True), most_cases=CASES_A_PLAIN_SHARD)) < 2 * MOST_SHARDS


def test_a_form_is_proved_and_the_report_has_the_scope(capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON report has the scope as well; without a cache, no file is written."""
    assert cli.run(["verify", "--variant", "explicit_stack", "--exhaustive", "2", "--json", "--no-cache"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["exhaustive"]
    assert {claim["contract"] for claim in report["variants"][0]["claims"]} == {"exact", "knuth", "fishburn", "visits"}
    assert report["variants"][0]["scope"]["certainty"] == "proved"
    assert report["variants"][0]["scope"]["cases"] == 288
    assert not FOLDER.exists()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--chains", "2"], "--chains needs --exhaustive"),
        (["--exhaustive", "2", "--tree", "[0]"], "drop --tree and --calls"),
        (["--exhaustive", "2", "--resume", "--no-cache"], "cannot be used together"),
        (["--exhaustive", "2", "--claims", "relations"], "relations cannot be judged by --exhaustive"),
        (["--exhaustive", "9"], "cannot check all trees with up to 9 leaves; use 1 to 8"),
        (["--exhaustive", "2", "--domain", "small"], "--exhaustive needs more values than"),
    ],
)
def test_incompatible_options_are_refused(options: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The error has a remedy."""
    assert cli.run(["verify", "engine.py:search", *options]) == 2
    assert says in " ".join(capsys.readouterr().err.split())


def test_a_contract_that_small_trees_do_not_decide_is_refused_for_the_catalogue(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(["verify", "--contract", "relations", "--exhaustive", "1"]) == 2
    assert "relations cannot be judged by --exhaustive" in capsys.readouterr().err


def test_the_table_of_cases_in_the_docs_agrees_with_the_formulas() -> None:
    """The table is in docs/verification.md."""
    for row in table("docs/verification.md", "leaves", "shapes"):
        numbers = [int(row[column].replace(",", "")) for column in row]
        leaves = numbers[0]
        assert numbers[1:] == [
            small_trees.shapes(leaves),
            *(f(leaves, signed=signed) for signed in (False, True) for f in (small_trees.orders, small_trees.cases)),
        ]
