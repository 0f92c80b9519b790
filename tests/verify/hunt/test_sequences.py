"""Sequences of searches on one instance or process find bugs that single searches miss, without false alarms."""

import json
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any, Final

import pytest

from claims import refutation
from documents import HOME
from prunecheck import Window, from_nested, verify_search
from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.failures import Timeout
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.report.ci_formats import as_junit, as_markdown
from prunecheck.report.data import subjects_as_json
from prunecheck.report.sheet import sheet_of_subjects
from prunecheck.report.snippet import pasted_test
from prunecheck.report.subject_text import subject_text
from prunecheck.report.witness_text import witness_lines
from prunecheck.strategies import trees
from prunecheck.subjects.convention import DepthRule
from prunecheck.subjects.external.program_subject import ProgramSearch
from prunecheck.subjects.find import Loading, PythonInstance, find_subject, subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.subjects.subject import Subject
from prunecheck.trees.call import CLEAR, Call, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.verify.counterexamples import Step, Witness
from prunecheck.verify.hunt.drawn_sequences import Sequences, sequences
from prunecheck.verify.judge import InstanceJudge, broken_in
from prunecheck.verify.plan import Plan
from prunecheck.verify.shrink.sequence_passes import SEQUENCE_PASSES, sequence_size
from prunecheck.verify.shrink.shrinker import Shrinker
from prunecheck.verify.trial import verify_subject
from prunecheck.verify.trial_result import TrialResult

ZOO: Final = HOME / "tests" / "zoo"
PROGRAM: Final = f"pipe:{sys.executable} {HOME / 'tests' / 'programs' / 'table_program.py'}"
DUE: Final = frozenset({"exact", "knuth"})
DRAWN: Final = trees(extreme_values=False)
# the root's value is 7 at depth one, and 2 at depth two
VALUED: Final[ExplicitTree[Number]] = ExplicitTree([[1], [2], []], [0, 7, 2], [True, False, True])
SMALL: Final = from_nested([1])
OTHER: Final = from_nested([4, [2, 9]])


def member(folder: str, name: str) -> Subject:
    """A search of the zoo."""
    file, _, search = name.partition(".")
    return find_subject(f"{ZOO / folder / file}.py:{search}")


def drawn(subject: Subject, runs: int = 30, seed_number: int = 0, due: frozenset[str] = DUE) -> Sequences:
    """The result of sequences with whole numbers."""
    return sequences(subject, due, drawn_from=DRAWN, runs=runs, seed_number=seed_number)


@pytest.fixture(scope="module")
def half_cleared() -> TrialResult:
    """A verdict on a search whose `clear` only clears half of its table."""
    return verify_subject(member("wrong", "kept.ClearForgetsHalf"), Plan(examples=50, seed=1))


@pytest.mark.slow_cases("kept.*")
@pytest.mark.parametrize("name", ["state.StopStays", "kept.ClearForgetsHalf", "kept.RootsEyes"])
def test_a_sequence_finds_bugs_that_no_single_search_shows(name: str) -> None:
    """The witness is the shortest sequence: its last search fails, but only after the others."""
    subject = member("wrong", name)
    found = drawn(subject)
    assert found.witness is not None
    steps = found.witness.scenario
    assert 2 <= len(steps) <= 3
    assert broken_in(subject, steps, DUE) == [found.broken]
    for nth in range(len(steps) - 1):
        assert broken_in(subject, [*steps[:nth], *steps[nth + 1 :]], DUE) == []


@pytest.mark.slow
def test_a_bug_in_a_two_bit_age_takes_five_searches() -> None:
    """The age wraps at the fourth change of depth, so that an entry of another depth is used."""
    found = drawn(member("wrong", "kept.AgeOfTwoBits"), runs=100)
    assert found.witness is not None
    assert len(found.witness.steps) == 5


@pytest.mark.slow_cases("engines.Engine", "tables.TwoTiers", "tables.mtdf_solver", "tables.DeepEnough")
@pytest.mark.parametrize(
    "name", ["tables.DeepEnough", "tables.TwoTiers", "tables.ShowsItsTable", "tables.mtdf_solver", "engines.Engine"]
)
def test_a_right_table_causes_no_false_alarm(name: str) -> None:
    """Entries of earlier, deeper searches are right in any sequence, and exposed tables are true."""
    subject = member("right", name)
    found = drawn(subject, due=DUE | {"table"} | ({"best-move"} if subject.traits.gives_move else set()))
    assert (found.broken, found.witness) == ("", None)
    assert found.tried > 20


@pytest.mark.slow
def test_the_same_seed_draws_the_same_sequences() -> None:
    """All steps are the same, and so are the numbers of sequences and searches; with another seed they differ."""
    first, again, other = (drawn(member("wrong", "kept.RootsEyes"), seed_number=seed) for seed in (3, 3, 4))
    assert (first.witness, first.tried, first.calls) == (again.witness, again.tried, again.calls)
    assert first.calls != other.calls


def test_a_deeper_search_of_the_same_tree_explains_a_value_and_a_shallow_one_does_not() -> None:
    """A table with a correct depth test returns 2 for one ply after a search of two plies, and only then is 2 right."""
    right = member("right", "tables.DeepEnough")
    assert broken_in(right, [Call(VALUED, depth=2), Call(VALUED, depth=1)], DUE) == []
    player = InstanceJudge(right, DUE)
    assert player.play(Call(VALUED, depth=2))
    assert player.play(Call(VALUED, depth=1))
    assert (player.done[-1].found, player.done[-1].truth, player.explained) == (2, 7, (2, 7))
    forgets = member("wrong", "tables.DepthForgotten")
    assert broken_in(forgets, [Call(VALUED, depth=1), Call(VALUED, depth=2)], DUE) == ["exact"]


def test_the_exact_depth_rule_rejects_deeper_entries() -> None:
    """On the cut tree, no earlier search explains another value."""
    strict = member("right", "tables.DeepEnough").with_traits(depth_rule=DepthRule.EXACT)
    assert broken_in(strict, [Call(VALUED, depth=2), Call(VALUED, depth=1)], DUE) == ["exact"]


def test_depths_count_up_to_the_deepest_search_of_a_position() -> None:
    """A search from a lower node does not affect the root, but one from the root affects lower nodes."""
    known = DeeperEntries(VALUED)
    known.searched(1, 1)
    assert known.span(0, 1) == (2, 7)
    assert known.span(1, 0) == (2, 7)
    fresh = DeeperEntries(VALUED)
    fresh.searched(0, 1)
    assert (fresh.span(0, 1), fresh.span(1, 0), fresh.height(0)) == ((7, 7), (7, 7), 2)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("clear",), "clear"),
        (("new_game", "reset"), "reset"),
        (("resetTable",), "resetTable"),
        (("Clear_TT",), "Clear_TT"),
        (("clear_screen",), None),
        ((), None),
    ],
)
def test_the_clear_method_is_recognised_by_its_name(names: tuple[str, ...], found: str | None) -> None:
    """Case and underscores do not matter, and the first usual name counts."""
    called: list[str] = []

    def search(self: Any, pos: Any) -> Any:
        return pos.value() if pos.is_leaf() else max(-self.search(child) for child in pos.children())

    methods = {name: (lambda self, name=name: called.append(name)) for name in names}
    kind = type("Kind", (), {"search": search, **methods})
    subject = subject_of(load_object(kind))
    assert subject.traits.keeps_state
    clear = subject.open().clear
    if clear is not None:
        clear()
    assert called == ([] if found is None else [found])


def test_a_method_with_arguments_is_not_used_to_clear() -> None:
    """The argument of `reset(board)` cannot be guessed. A cache of the standard library can be cleared."""

    class Board:
        def search(self, pos: Any) -> Any:
            return pos.value() if pos.is_leaf() else max(-self.search(child) for child in pos.children())

        def reset(self, board: Any) -> None:
            raise AssertionError

    board, cached = subject_of(load_object(Board)), member("right", "tables.solver")
    assert board.traits.keeps_state
    assert cached.traits.keeps_state
    assert isinstance(board.open(), PythonInstance)
    assert board.open().clear is None
    assert cached.open().clear is not None


def test_clearing_has_the_same_time_limit_as_an_answer() -> None:
    """A hanging `clear` fails the step, and is reported."""

    class Board:
        def search(self, pos: Any) -> Any:
            return pos.value() if pos.is_leaf() else max(-self.search(child) for child in pos.children())

        def clear(self) -> None:
            while True:
                pass

    player = InstanceJudge(subject_of(load_object(Board), Loading(0.3)), frozenset({"exact"}))
    assert player.play(Call(from_nested([1])))
    assert not player.play(CLEAR)
    assert (player.broken, player.done[-1].failure) == ("exact", Timeout(0.3))


def test_a_repeated_tree_has_the_same_keys() -> None:
    """Positions in two searches have the same key only if their trees are equal."""
    seen: list[Any] = []

    class Keeps:
        def search(self, pos: Any) -> Any:
            seen.append(pos.key())
            return pos.value() if pos.is_leaf() else max(-self.search(child) for child in pos.children())

    subject = subject_of(load_object(Keeps))
    seen.clear()
    assert broken_in(subject, [Call(SMALL), Call(OTHER), Call(from_nested([1]))], ["exact"]) == []
    first, second, again = seen[:2], seen[2:-2], seen[-2:]
    assert first == again
    assert not set(first) & set(second)


@pytest.mark.slow
def test_a_sequence_is_judged_by_contracts_of_any_spelling() -> None:
    """An alias stands for its contract; to claim only contracts that sequences cannot judge is an error."""
    steps = [Call(from_nested([1])), Call(from_nested([[9, 9], [0, 1]]))]
    forgets = member("wrong", "kept.RootsEyes")
    found = drawn(forgets)
    assert found.witness is not None
    by_name = broken_in(forgets, found.witness.scenario, ["fishburn"])
    assert by_name == ["fishburn"]
    assert broken_in(forgets, found.witness.scenario, ["repeatable", "Fail-Soft"]) == by_name
    for names in (["repeatable"], ["visits", "conduct"], []):
        with pytest.raises(PreconditionError, match="cannot be judged in a sequence of calls"):
            broken_in(forgets, steps, names)
    with pytest.raises(UnknownNameError, match="did you mean 'exact'"):
        broken_in(forgets, steps, ["exakt"])


@pytest.mark.slow
def test_a_sequence_is_reported_in_steps(half_cleared: TrialResult) -> None:
    """The tree is printed once; each step has its window, the value, and the correct value."""
    text = subject_text(half_cleared)
    assert "  step 1  [1]    MAX to move    full window    got 1, which is right\n  step 2  clear\n" in text
    assert "  step 3  same tree as step 1    full window    got 0, minimax value 1\n" in text
    assert "prunecheck explain memory" in text
    assert "leaf evaluation" not in text.partition("step 1")[2].partition("rerun")[0]


@pytest.mark.slow
def test_static_values_in_a_sequence_are_shown_once_for_each_tree() -> None:
    """Static values are needed because a search to a smaller depth returns them."""
    found = drawn(member("wrong", "tables.DepthForgotten"))
    assert found.witness is not None
    lines = witness_lines(found.witness, leaves=False)
    assert [line.partition(":")[0] for line in lines[2:]] == ["static  step 1"]


@pytest.mark.slow
def test_a_sequence_is_in_all_reports(half_cleared: TrialResult) -> None:
    """JSON has a record for each step; Markdown and JUnit have the lines of the text."""
    row = json.loads(subjects_as_json([half_cleared]))["variants"][1]
    claim = next(record for record in row["claims"] if record["outcome"] == "refuted" and record["witness"]["steps"])
    steps = claim["witness"]["steps"]
    assert [step["ask"] for step in steps] == ["search", "clear", "search"]
    assert (steps[0]["tree"], steps[1]["tree"]) == (steps[2]["tree"], None)
    assert (steps[2]["found"], steps[2]["true"], steps[2]["window"]) == (0, 1, ["-inf", "inf"])
    sheet = sheet_of_subjects([half_cleared])
    assert "step 2  clear" in as_markdown(sheet)
    assert "step 2  clear" in as_junit(sheet)


@pytest.mark.slow
def test_the_printed_sequence_test_fails_until_the_bug_is_fixed(half_cleared: TrialResult, tmp_path: Path) -> None:
    """The test is complete, repeats the sequence, and passes after the bug is fixed."""
    kept = half_cleared.searches[1]
    witness = next(claim.witness for claim in kept.verdict.claims if claim.witness is not None and claim.witness.steps)
    wrong, repaired = tmp_path / "wrong.py", tmp_path / "repaired.py"
    text = (ZOO / "wrong" / "kept.py").read_text(encoding="utf-8")
    wrong.write_text(text, encoding="utf-8")
    repaired.write_text(text.replace("        self.values = {}\n", "        self.__init__()\n"), encoding="utf-8")

    def pasted(file: Path) -> Callable[[], None]:
        names: dict[str, Any] = {}
        exec(pasted_test(*refutation(f"{file}:ClearForgetsHalf", "exact", witness)), names)  # noqa: S102  # ours
        test: Callable[[], None] = names["test_ClearForgetsHalf_satisfies_exact_on_a_reused_instance"]
        return test

    with pytest.raises(AssertionError):
        pasted(wrong)()
    pasted(repaired)()


def test_a_printed_test_contains_all_parts_of_each_step() -> None:
    """Windows, depths and paths are included; trees that nested lists cannot express are JSON."""
    subject = member("right", "tables.DeepEnough")
    steps = (Step(OTHER, Window(-inf, 3)), Step(None), Step(VALUED, depth=1), Step(OTHER, path=(1, 0)))
    player = InstanceJudge(subject, DUE)
    assert all(player.play(step.call) for step in steps)
    witness = Witness(OTHER, Window(-inf, 3), 4, 4, None, (), 0, steps=steps)
    told = pasted_test(*refutation("a.py:b", "knuth", witness))
    assert "    tree_1 = from_nested([4, [2, 9]])\n    tree_2 = from_json(" in told
    assert "Call(tree_1, Window(-INF, 3))" in told
    assert "        CLEAR,\n        Call(tree_2, depth=1),\n        Call(tree_1, path=(1, 0)),\n" in told
    compile(told, "pasted", "exec")


@pytest.mark.slow
def test_passing_sequences_are_noted() -> None:
    """The note gives the number of sequences and what was varied."""
    done = verify_subject(member("right", "tables.TwoTiers"), Plan(examples=25))
    assert done.sound
    notes = [check.words for check in done.checked if "sequences of searches on one instance" in check.words]
    assert len(notes) == 1
    assert notes[0].endswith(
        "(different trees, windows, depths). Some sequences clear the instance's state between searches"
    )


def test_a_search_that_fails_later_is_reported_with_its_error() -> None:
    """An error after some searches violates `conduct`, and the step says so."""

    class Third:
        def __init__(self) -> None:
            self.searches = 0

        def search(self, pos: Any) -> Any:
            self.searches += 1
            if self.searches == 3:
                raise ValueError("no third time")
            return self.inner(pos)

        def inner(self, pos: Any) -> Any:
            return pos.value() if pos.is_leaf() else max(-self.inner(child) for child in pos.children())

    found = drawn(subject_of(load_object(Third)), due=frozenset({"exact"}))
    assert found.broken == "exact"
    assert found.witness is not None
    assert [str(step.failure or "") for step in found.witness.steps] == ["", "", "ValueError: no third time"]


def test_a_program_with_a_memory_is_checked_by_sequences() -> None:
    """One process answers all searches, and is cleared between trees; the second tree shows an incomplete `clear`."""
    subject = find_subject(PROGRAM)
    broken = find_subject(f"{PROGRAM} half")
    try:
        assert subject.traits.keeps_state
        assert isinstance(subject.open(isolated=True), ProgramSearch)
        assert broken_in(subject, [Call(SMALL), Call(OTHER, path=(1,)), CLEAR, Call(SMALL)], DUE) == []
        low, high = (from_nested([[value]], max_at_root=False) for value in (0, 1))
        assert broken_in(broken, [Call(high)], DUE) == []
        assert broken_in(broken, [Call(low), Call(high)], DUE) == ["exact"]
        assert broken_in(subject, [Call(low), Call(high)], DUE) == []
    finally:
        subject.close()
        broken.close()


def test_a_program_without_a_memory_has_no_sequences() -> None:
    """All searches of a program without a memory are independent."""
    subject = find_subject(f"pipe:{sys.executable} {HOME / 'docs' / 'examples' / 'alpha_beta.py'}")
    try:
        assert not subject.traits.keeps_state
    finally:
        subject.close()


def test_a_sequence_shrinks_by_steps_windows_and_trees() -> None:
    """The search fails in a MIN node after any `clear`, which takes two steps and one leaf."""
    long: Scenario = (
        Call(OTHER, Window(1, 3)),
        CLEAR,
        Call(OTHER, Window(2, 4), path=(1,)),
        Call(SMALL),
        Call(OTHER, depth=1),
    )

    def failing(steps: Scenario) -> Scenario | None:
        for nth, step in enumerate(steps):
            if isinstance(step, Call) and CLEAR in steps[:nth]:
                return steps[: nth + 1]
        return None

    found = Shrinker(long, failing, sequence_size).shrink(SEQUENCE_PASSES)
    assert found == (CLEAR, Call(from_nested(0)))
    assert sequence_size(found) < sequence_size(long)


@pytest.mark.slow
def test_a_call_that_only_fails_after_others_is_reported_with_them() -> None:
    """Single calls share one process; a new one does not fail, so the earlier calls are part of the report."""
    verdict = verify_search(f"{PROGRAM} half", examples=30, seed=1)
    assert [finding.contract for finding in verdict.findings] == ["exact"]
    claim = verdict.searches[0].claim("exact")
    assert claim is not None
    assert claim.witness is not None
    assert len(claim.witness.steps) == 2
    assert "\n  step 2  " in str(verdict)
