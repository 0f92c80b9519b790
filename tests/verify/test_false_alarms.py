"""No false alarms: a search is only called as its source allows, and only observed faults are reported."""

import json
import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest

from prunecheck import INF, PreconditionError, cli, from_nested, verify_search
from prunecheck.report.subject_text import subject_text
from prunecheck.subjects.convention import Flag
from prunecheck.subjects.find import find_subject, subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.verify.findings import findings
from prunecheck.verify.outcomes import Severity
from prunecheck.verify.plan import Plan
from prunecheck.verify.trial import verify_subject
from prunecheck.verify.trial_result import SubjectVerdict

Output = pytest.CaptureFixture[str]


def written(folder: Path, text: str, name: str) -> str:
    """The name of a search in a new file."""
    file = folder / "engine.py"
    file.write_text(text, encoding="utf-8")
    return f"{file}:{name}"


BY_THE_CLOCK = """
calls = 0


def search(node, alpha, beta):
    global calls
    calls += 1
    for _ in range(TIMES):
        value = inner(node, alpha, beta)
    return value


def inner(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = float("-inf")
    for child in node.children():
        best = max(best, -inner(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""


@pytest.mark.slow
@pytest.mark.parametrize(("times", "severity"), [("8", Severity.PRUNING), ("8 + calls % 7", Severity.NOTE)])
def test_a_search_whose_reads_vary_is_not_blamed_for_their_number(
    times: str, severity: Severity, tmp_path: Path
) -> None:
    """The search runs until its time is over, so it repeats small trees often."""
    found = verify_search(written(tmp_path, BY_THE_CLOCK.replace("TIMES", times), "search"), examples=30)
    (often,) = [finding for finding in found.findings if "times as often" in finding.words]
    assert (often.severity, found.sound) == (severity, severity is Severity.NOTE)


SHUFFLES = """
import random


def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    children = node.children()
    random.shuffle(children)
    best = float("-inf")
    for child in children:
        best = max(best, -search(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""


@pytest.fixture(scope="module")
def shuffling(tmp_path_factory: pytest.TempPathFactory) -> SubjectVerdict:
    """A search that shuffles its moves, with its result."""
    name = written(tmp_path_factory.mktemp("shuffling"), SHUFFLES, "search")
    (seen,) = verify_search(name, examples=40).searches
    return seen


@pytest.mark.slow_cases("2055-1843-True")
@pytest.mark.parametrize(("true", "negated", "sound"), [(2055, 1843, True), (3100, 2000, False), (1843, 2055, True)])
def test_random_move_order_is_not_reported_as_extra_leaves(
    true: int, negated: int, sound: bool, shuffling: SubjectVerdict
) -> None:
    """A tenth more leaves are no evidence if the same call evaluates different leaves each time."""
    assert shuffling.reading is not None
    reading = msgspec.structs.replace(shuffling.reading, static_trees=60, ordered=true, disordered=negated)
    found = findings(shuffling.verdict, due=shuffling.due, takes_window=True, must_prune=True, reading=reading)
    assert all(finding.severity in {Severity.NOTE, Severity.FACT} for finding in found) == sound


FLAKY = """
import random

chance = random.SystemRandom()  # Hypothesis seeds the module's functions again for each tree


def search(node):
    if node.is_leaf():
        return node.value() + (chance.random() < 0.2)
    return max(-search(child) for child in node.children())
"""


def test_random_errors_are_not_attributed_to_memory(tmp_path: Path) -> None:
    """The same call is right at other times, so the report has neither a command nor a test."""
    found = verify_search(written(tmp_path, FLAKY, "search"), claims=["exact"], examples=20)
    assert [finding.cause for finding in found.findings if finding.severity is Severity.WRONG] == ["chance"]
    assert "seen    once; the same call is right at other times" in str(found)
    assert "rerun   " not in str(found)


PLAYER_FIRST = """
def search(board, color, limit, alpha=float("-inf"), beta=float("inf")):
    moves = board.get_possible_moves(color)
    if limit == 0 or not moves:
        return None, board.compute_utility()
    chosen = None
    if color == 1:
        best = float("-inf")
        for move in moves:
            _, value = search(board.play_move(color, move), 2, limit - 1, alpha, beta)
            if value > best:
                best, chosen = value, move
            alpha = max(alpha, best)
            if beta <= alpha:
                break
    else:
        best = float("inf")
        for move in moves:
            _, value = search(board.play_move(color, move), 1, limit - 1, alpha, beta)
            if value < best:
                best, chosen = value, move
            beta = min(beta, best)
            if beta <= alpha:
                break
    return chosen, best
"""


@pytest.mark.slow
def test_a_move_may_come_after_the_player_who_makes_it(tmp_path: Path) -> None:
    """The loop over moves shows which argument is the move."""
    assert verify_search(written(tmp_path, PLAYER_FIRST, "search"), claims=["fishburn", "best-move"], examples=20).sound


FLAGS = """
def by_truth(node, maximizing_player):
    if node.is_leaf():
        return node.value
    if not maximizing_player:
        return min(by_truth(child, True) for child in node.children)
    return max(by_truth(child, False) for child in node.children)


def by_default(node, player=True):
    return max(map(by_default, node.children), default=node.value)


def by_sign(node, turn):
    if node.is_leaf():
        return turn * node.value
    return max(-by_sign(child, -turn) for child in node.children)
"""


@pytest.mark.parametrize("name, flag", [("by_truth", Flag.BOOL), ("by_default", Flag.BOOL), ("by_sign", Flag.SIGN)])
def test_the_side_to_move_is_encoded_as_in_the_source(name: str, flag: Flag, tmp_path: Path) -> None:
    """If the source tests a truth value, MIN is not 2; if it changes a sign, only signs are passed."""
    assert find_subject(written(tmp_path, FLAGS, name)).traits.convention.flag is flag


def test_a_minimum_that_starts_at_zero_is_recognised_by_values_above_it() -> None:
    """A maximum that starts at zero is recognised by values below it."""

    def search(node: Any, maximizing: bool) -> Any:
        if node.is_leaf():
            return node.value
        best = -INF if maximizing else 0
        for child in node.children:
            best = (max if maximizing else min)(best, search(child, not maximizing))
        return best

    assert verify_search(search, examples=30).findings[0].cause == "positive-values"


NESTED = """
def search(tree):
    if type(tree) is not list:
        return tree
    return -min(search(each) for each in tree[:2])
"""


@pytest.mark.slow
def test_unobserved_leaves_are_not_mentioned(tmp_path: Path, capsys: Output) -> None:
    """Reads of plain lists are not observed, so no leaf is called missed in text, JSON or pictures."""
    name, picture = written(tmp_path, NESTED, "search"), tmp_path / "witness.svg"
    assert cli.run(["verify", name, "--examples", "40", "--svg", str(picture)]) == 1
    text = capsys.readouterr().out
    assert "leaf evaluation" not in text
    assert "missed" not in text
    assert "missed" not in picture.read_text(encoding="utf-8")
    assert cli.run(["verify", name, "--examples", "5", "--json"]) == 1
    text = capsys.readouterr().out
    assert '"leaves":[],' in text
    assert '"leaves_read":null' in text


REMEMBERS = """
known = {}


def search(node, alpha, beta):
    if node.is_leaf():
        return known.setdefault(len(known) % 3, node.value())
    return max(-search(child, -beta, -alpha) for child in node.children())
"""


@pytest.mark.slow
def test_a_function_with_a_memory_gets_the_likely_cause_memory(tmp_path: Path, capsys: Output) -> None:
    """The failing call is reported together with those before it."""
    assert cli.run(["verify", written(tmp_path, REMEMBERS, "search"), "--examples", "40"]) == 1
    text = capsys.readouterr().out
    assert "prunecheck explain memory" in text
    (rerun,) = (line for line in text.splitlines() if line.startswith("  rerun   prunecheck "))
    assert " --calls " in rerun
    assert cli.run(shlex.split(rerun)[2:]) == 1


@pytest.mark.slow
def test_a_window_that_is_not_used_is_a_note() -> None:
    """The values are right in any window, but as many leaves are evaluated as in the full window."""

    def search(node: Any, alpha: float, beta: float) -> Any:
        return below(node, -INF, INF)

    def below(node: Any, alpha: float, beta: float) -> Any:
        if node.is_leaf():
            return node.value()
        best = -INF
        for child in node.children():
            best = max(best, -below(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    found = verify_search(search, examples=40)
    assert [finding.words[:18] for finding in found.findings if finding.severity is Severity.NOTE] == [
        "ignores its window"
    ]


@pytest.mark.fast_cases("-inf")
@pytest.mark.parametrize("start", [-INF, -1_000_000])
def test_a_choice_without_moves_is_not_a_fault(start: float) -> None:
    """The best value starts at infinity; only a position with moves shows whether the search chooses well."""

    def choose(node: Any) -> tuple[Any, Any]:
        best, move = start, None
        for nth, child in enumerate(node.children()):
            value = -negamax(child)
            if value > best:
                best, move = value, nth
        return best, move

    def negamax(node: Any) -> Any:
        return node.value() if node.is_leaf() else max(-negamax(child) for child in node.children())

    found = verify_search(choose, examples=40)
    assert found.sound
    assert any("and no move if the game is over" in finding.words for finding in found.findings)


@pytest.mark.slow
def test_little_evidence_is_inconclusive() -> None:
    """A search that had too little time does not pass."""

    def search(node: Any) -> Any:
        return node.value() if node.is_leaf() else max(-search(child) for child in node.children())

    subject = subject_of(load_object(search))
    hurried = verify_subject(subject, Plan(examples=100, seconds=0.0))
    assert hurried.status == "inconclusive"
    assert subject_text(hurried).startswith("INCONCLUSIVE  ")
    assert verify_subject(subject, Plan(examples=100)).status == "held"


ALWAYS_RAISES = """
def search(node, alpha, beta):
    raise KeyError(alpha)
"""


@pytest.mark.slow
def test_a_search_that_never_answers_fails_if_its_convention_is_declared(tmp_path: Path, capsys: Output) -> None:
    """Without a declaration, the calling convention may be wrong."""
    name = written(tmp_path, ALWAYS_RAISES, "search")
    assert cli.run(["verify", name]) == 2
    assert "cannot call `search` on random trees" in capsys.readouterr().err
    assert cli.run(["verify", name, "--takes", "node,alpha,beta", "--returns", "value"]) == 1
    assert "crash: KeyError" in capsys.readouterr().out


@pytest.mark.slow
def test_a_tree_that_cannot_test_a_claim_is_inconclusive(tmp_path: Path) -> None:
    """The best move is only defined in the full window."""
    name = written(tmp_path, PLAYER_FIRST, "search")
    tree = ["--tree", "[0,0,0]", "--claims", "best-move"]
    assert cli.run(["verify", name, *tree]) == 0
    assert cli.run(["verify", name, *tree, "--window", "0", "1"]) == 3


@pytest.mark.slow
def test_relations_are_not_checked_in_a_small_domain() -> None:
    """Relations need trees with other values."""
    leaves = from_nested([3, -3])

    def search(node: Any) -> Any:
        if node.is_leaf():
            assert -3 <= node.value() <= 3
            return node.value()
        return max(-search(child) for child in node.children())

    found = verify_search(search, domain="small", examples=40)
    assert found.sound
    assert all(finding.contract != "relations" for finding in found.findings)
    assert verify_search(search, domain="small", tree=leaves).sound
    with pytest.raises(PreconditionError, match="domain='small' excludes some of the changed values"):
        verify_search(search, domain="small", claims=["relations"])


@pytest.mark.slow
def test_a_sign_that_may_be_a_bug_is_reported() -> None:
    """A search that takes an argument for maximising may be meant to answer for MAX, not for the player to move."""

    def search(node: Any, maximizing: bool) -> Any:
        return below(node, 1 if maximizing else -1)

    def below(node: Any, sign: int) -> Any:
        return sign * node.value() if node.is_leaf() else max(-below(child, -sign) for child in node.children())

    found = verify_search(search, examples=40)
    assert found.sound
    assert any(finding.words.endswith("check it with --answers max") for finding in found.findings)
    assert not verify_search(search, examples=40, answers="max").sound


CLAMPS = """
def search(node, alpha, beta):
    if node.is_leaf():
        return max(alpha, min(node.value(), beta))
    for child in node.children():
        alpha = max(alpha, -search(child, -beta, -alpha))
    return alpha
"""


def test_contracts_about_another_window_are_not_in_the_verdict(tmp_path: Path, capsys: Output) -> None:
    """`exact` only applies to the full window; weaker contracts are reported as well."""
    again = ["--claims", "fishburn", "--tree", "[[3,5],[2,9]]", "--window", "0", "4", "--json"]
    assert cli.run(["verify", written(tmp_path, CLAMPS, "search"), *again]) == 0
    (variant,) = json.loads(capsys.readouterr().out)["variants"]
    assert [claim["contract"] for claim in variant["claims"]] == ["knuth", "fishburn"]


@pytest.mark.slow
def test_a_module_with_state_is_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """A second import would return the module with its changed state."""
    (tmp_path / "remembering_module.py").write_text(REMEMBERS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert cli.run(["verify", "remembering_module:search", "--examples", "40"]) == 1
    assert "prunecheck explain memory" in capsys.readouterr().out
