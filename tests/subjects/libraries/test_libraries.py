"""Findings about the searches of other libraries, which search our trees as games of the library.

Each test is skipped if the library is not installed. A finding only covers the call that it shows.
"""

import contextlib
import io
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import sleep
from typing import Any

import pytest
from docs.measured import measured_tables
from hypothesis import assume, given, settings

from documents import Block, blocks, names, tables
from prunecheck import INF, ExplicitTree, Number, PreconditionError, Window, from_nested
from prunecheck.contracts.order import contract, implied
from prunecheck.errors import BudgetError
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import Returns
from prunecheck.subjects.libraries import (
    EASYAI_CONVENTION,
    LIBRARY_SEARCHES,
    WHOLE_TABLE,
    aima_subject,
    easyai_play,
    easyai_subject,
    openspiel_subject,
    play_easyai,
)
from prunecheck.subjects.library_search import LibrarySubject, Shown
from prunecheck.subjects.subject import Subject, Traits
from prunecheck.trees.explicit import build
from prunecheck.trees.search import Choice
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.verify.explain.divide import divide_tree
from prunecheck.verify.hunt.drawn_sequences import sequences
from prunecheck.verify.hunt.drawn_trees import hunt
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge, broken_contracts
from prunecheck.verify.plan import Plan
from prunecheck.verify.run import subject_rows

EXAMPLES = 100
DOCUMENT = "docs/wild.md"
(ROWS,) = tables(measured_tables()["wild-libraries"])
SNIPPETS = [block for block in blocks(DOCUMENT) if block.language == "py"]
TABLES = [name for name in LIBRARY_SEARCHES if name.endswith(f"({WHOLE_TABLE})")]


def installed(make: Callable[[], Subject]) -> Subject:
    """The subject; if its library is missing, the test is skipped with that reason."""
    try:
        return make()
    except PreconditionError as missing:
        pytest.skip(str(missing))


def easyai(name: str, **options: Any) -> Subject:
    """A search of easyAI's."""
    return installed(partial(easyai_subject, name, **options))


def answer(subject: Subject, nested: object) -> Choice:
    """The answer of a subject for MAX at the root of nested lists."""
    tree = from_nested(nested)
    found = subject.search(recorded(tree, most_questions=10_000), tree.root, -INF, INF)
    assert isinstance(found, Choice)
    return found


def refuted(subject: Subject, *, kept: bool = False) -> set[str]:
    """The applicable contracts that random trees refute; if `kept` is True, one instance makes all calls."""
    row = subject_rows(subject, Plan())[kept]
    charges = tuple(
        Charge(contract(claim.contract), claim.inner_root, False, not subject.traits.takes_window)
        for claim in row.claims
    )
    judge = TreeJudge(row.judge.search, charges)
    hunt([judge], examples=EXAMPLES, seed_number=0, drawn_from=trees(extreme_values=False, large_values=True))
    assert judge.trees > EXAMPLES // 2  # a search that only returns moves cannot be checked on a leaf
    return set(judge.refuted)


def test_the_table_lists_every_search_that_is_judged() -> None:
    """The table has one row for each search, with the names that commands accept."""
    assert [row["search"] for row in ROWS] == list(LIBRARY_SEARCHES)


@pytest.mark.fast_cases(
    "aima.games:alpha_beta_cutoff_search",
    "aima.games:alpha_beta_search",
    "aima.games:minmax_decision",
    "aima3.games:alphabeta_cutoff_search",
    "aima3.games:alphabeta_search",
    "aima3.games:minimax_decision",
)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["search"])
def test_the_table_agrees_with_drawn_trees(row: dict[str, str]) -> None:
    """No tree violates a contract that the table claims, and some tree violates each of the others."""
    subject = installed(LIBRARY_SEARCHES[row["search"]])
    found = refuted(subject)
    assert set(names(row["satisfies"])) <= {claim.contract for claim in subject_rows(subject, Plan())[0].claims}
    assert not found & {weaker for name in names(row["satisfies"]) for weaker in implied(name)}
    assert found >= set(names(row["violates"]))


@pytest.mark.slow_cases("easyAI:negamax(TranspositionTable)")
@pytest.mark.parametrize("name", TABLES)
def test_a_table_reused_for_all_searches_does_no_harm(name: str) -> None:
    """Entries of other trees and other windows do not change the values."""
    assert not refuted(installed(LIBRARY_SEARCHES[name]), kept=True) - {"clamped"}


@pytest.mark.fast_cases("Negamax")
@pytest.mark.parametrize("name", ["Negamax", "SSS", "DUAL"])
def test_taking_moves_back_changes_nothing(name: str) -> None:
    """With `unmake_move`, easyAI does not copy the game."""
    assert not refuted(easyai(name, unmakes=True)) & {"exact", "best-move", "repeatable"}


def test_sss_prefers_the_slower_of_two_ways_to_win_and_the_quicker_to_lose() -> None:
    """The depth term of SSS has the opposite sign of Negamax's, and may outweigh a score."""
    sss, negamax = easyai("SSS", waits=False), easyai("Negamax", waits=False)
    assert answer(sss, [1, [[0]]]) == Choice(0, 1)  # an immediate 1 counts as 1 - 0.99 * 2
    assert answer(negamax, [1, [[0]]]).move == 0
    assert (answer(sss, [100, [[100]]]).move, answer(negamax, [100, [[100]]]).move) == (1, 0)
    assert (answer(sss, [-100, [[-100]]]).move, answer(negamax, [-100, [[-100]]]).move) == (0, 1)
    dual = easyai("DUAL", waits=False)
    assert [answer(dual, tree).move for tree in ([100, [[100]]], [-100, [[-100]]])] == [1, 0]


def test_negamax_scales_a_score_by_the_depth_that_is_left() -> None:
    """The score is -100 after one ply, and after all three plies."""
    negamax = easyai("Negamax", waits=False)
    assert answer(negamax, [-100, [[1]]]).value > 0
    assert answer(negamax, [[[-100]]]).value == -100
    assert answer(negamax, [-100, [[-1000]]]).value == pytest.approx(-100 * 1.002)


def test_non_recursive_negamax_does_not_scale_scores() -> None:
    """The non-recursive search differs from Negamax if games end at different depths."""
    assert answer(easyai("NonRecursiveNegamax", waits=False), [-100, [[-1000]]]).value == -100


def test_dual_does_not_end_if_scores_differ_by_less_than_one() -> None:
    """The root's moves score 0 and 1/2; SSS and Negamax return 1/2."""
    with pytest.raises(BudgetError):
        answer(easyai("DUAL"), [0, 0.5])
    assert [answer(easyai(name), [0, 0.5]).value for name in ("SSS", "Negamax")] == [0.5, 0.5]


def test_dual_does_not_end_if_games_end_at_different_depths() -> None:
    """Whole scores do not help, because the depth term is not a whole number."""
    with pytest.raises(BudgetError):
        answer(easyai("DUAL", waits=False), [-1, [[1]], [[0]]])


def test_sss_treats_scores_within_its_epsilon_as_equal() -> None:
    """SSS cannot distinguish 0.0005 from 0, but it distinguishes 0.002."""
    assert answer(easyai("SSS"), [0, 0.0005]) == Choice(0, 0)
    assert answer(easyai("SSS"), [0, 0.002]).value == 0.002


def test_the_window_of_negamax_nr_is_negated_at_the_root() -> None:
    """In the window (0, inf), it returns 0 for a root with value 1. In symmetric windows, it is right."""
    subject = easyai("negamax_nr")
    tree = from_nested([0, 1])
    assert broken_contracts(subject.search, ["knuth"], tree, Window(0, INF)) == ["knuth"]
    assert broken_contracts(subject.search, ["knuth"], tree, Window(-5, 5)) == []
    found = divide_tree(subject.search, from_nested([[[0, 1]], 0])).departure
    assert found is not None
    assert found.path == (0, 0)
    assert found.window_explains


@pytest.mark.parametrize("name", [name for name in TABLES if "negamax" not in name])
def test_a_deeper_entry_answers_a_shallower_search(name: str) -> None:
    """A position three plies above the limit has the same value one ply above it."""
    tree: ExplicitTree[Number] = build([[1, 2], [4], [3], [1], [5], []], [0, 0, 0, 0, 5, -7])
    limited = cut(tree, 4)
    found = installed(LIBRARY_SEARCHES[name]).search(limited, limited.root, -INF, INF)
    assert (found, value(limited, limited.root)) == (Choice(-7, 0), 5)


def test_an_entry_keeps_the_depth_term_of_its_first_search() -> None:
    """Because of this, Negamax may return another value and another move with a table than without it."""
    again = [-3, -2]
    twice = [2, -2, again]
    nested = [[again, -1], [twice, -2], [1, [twice, -2]]]
    assert answer(easyai("Negamax", waits=False), nested) == Choice(-2.002, 2)
    assert answer(easyai("Negamax", waits=False, table=WHOLE_TABLE), nested) == Choice(-2.004, 0)


def test_one_of_the_hashes_only_works_in_python_2() -> None:
    """One of eleven hashes fails in Python 3; the other ten work."""
    hashes = pytest.importorskip("easyAI.AI.Hashes", reason="pip install -e '.[easyai]'")
    every = {name for name in vars(hashes) if name.endswith("Table")} - {"HashTranspositionTable"}
    works = every - {"ELFHashTranspositionTable"}
    assert len(works) == 10
    for name in works:
        assert answer(easyai("Negamax", table=name), [[1, 2], [3, 4]]).value == 3
    with pytest.raises(ValueError, match="0xF0000000L"):
        answer(easyai("Negamax", table="ELFHashTranspositionTable"), [[1, 2], [3, 4]])


@given(tree=trees(extreme_values=False))
@settings(max_examples=EXAMPLES)
def test_the_depth_first_solver_finds_who_wins(tree: ExplicitTree[Number]) -> None:
    """`solve_with_depth_first_search` returns the sign of the value, with a score of 1 for a win."""
    assume(not tree.is_terminal(tree.root))
    solve = pytest.importorskip("easyAI", reason="pip install -e '.[easyai]'").solve_with_depth_first_search

    def play(game: Any, shown: Shown) -> tuple[Number, None]:
        return solve(game, 1, maxdepth=shown.plies + 1), None

    traits = Traits(replace(EASYAI_CONVENTION, returns=Returns.VALUE))
    search = LibrarySubject("solver", traits, lambda: play_easyai(play, waits=False, unmakes=False)).search
    truth = value(tree, tree.root)
    assert search(tree, tree.root, -INF, INF) == Choice((truth > 0) - (truth < 0), None)


def test_a_game_that_openspiel_rejects_raises_the_wrong_error() -> None:
    """A game with hidden information or chance should raise ValueError, but raises AttributeError."""
    pyspiel = pytest.importorskip("pyspiel", reason="pip install -e '.[openspiel]'")
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    with pytest.raises(AttributeError, match="chance_mode"):
        minimax.alpha_beta_search(pyspiel.load_game("kuhn_poker"))


def test_openspiel_needs_a_value_function_at_the_depth_limit() -> None:
    """Without a value function, the search ends with an error, which is reported."""
    subject = installed(openspiel_subject)
    assert answer(subject, [[1, 2], [3, 4]]) == Choice(3, 1)


@pytest.mark.parametrize(
    "module, name", [("aima3.games", "alphabeta_cutoff_search"), ("aima.games", "alpha_beta_cutoff_search")]
)
def test_the_depth_of_aimas_cutoff_search_is_one_more_than_it_says(module: str, name: str) -> None:
    """With d = 0 it evaluates the root's children, and with d = 1 the children of these."""
    subject = installed(partial(aima_subject, name, module))
    tree: ExplicitTree[Number] = build([[1, 2], [3], [4], [], []], [0, 9, 1, 0, 5])  # [[0], [5]]: 9 and 1 are static
    for depth, move in ((1, 0), (2, 1)):
        limited = cut(tree, depth)
        log = recorded(limited)
        assert subject.search(log, log.root, -INF, INF) == Choice(value(limited, limited.root), move)


@pytest.mark.parametrize("told, words", [(None, "returned None"), ("high", "returned 'high'")])
def test_an_answer_that_is_not_a_number_is_an_error(told: object, words: str) -> None:
    """A player without a value returns None."""

    class Player:
        alpha = told

        def __call__(self, game: Any) -> int:
            return 0

    installed(partial(easyai_subject, "Negamax"))
    tree = from_nested([1, 2])
    played = LibrarySubject("player", Traits(EASYAI_CONVENTION), lambda: easyai_play(lambda depth: Player()))
    with pytest.raises(SubjectError, match=words):
        played.search(tree, tree.root, -INF, INF)


def test_a_library_search_has_the_declared_time_limit() -> None:
    """The search is stopped after that time."""

    def never(shown: Shown) -> tuple[Number, int]:
        sleep(60)
        return 0, 0

    slow = LibrarySubject("slow", Traits(EASYAI_CONVENTION), lambda: never, seconds=0.05)
    tree = from_nested([1, 2])
    with pytest.raises(SubjectError, match=r"no answer within 0\.05 s"):
        slow.search(tree, tree.root, -INF, INF)


@pytest.mark.slow
def test_a_librarys_table_persists_in_sequences_of_searches() -> None:
    """A repeated tree keeps its keys, and another instance has its own table."""
    found = installed(partial(easyai_subject, "Negamax", table=WHOLE_TABLE))
    assert found.traits.keeps_state
    one, other = from_nested([[3, 5], [2, 9]]), from_nested([[-3, -5], [-2, -9]])
    life = found.open(isolated=True)
    assert life.clear is None
    answers = [life.search(tree, tree.root, -INF, INF) for tree in (one, other, one, other)]
    assert [reply.value for reply in answers if isinstance(reply, Choice)] == [3, -5, 3, -5]
    lives = sequences(found, frozenset({"exact"}), drawn_from=trees(extreme_values=False), runs=20)
    assert lives.tried >= 20
    assert lives.witness is None


def test_without_the_library_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has a command to paste."""
    for module in ("easyAI", "pyspiel", "aima3.games"):
        monkeypatch.setitem(sys.modules, module, None)
    for name, words in (
        ("easyAI:SSS", r"pip install -e '\.\[easyai\]'$"),
        ("open_spiel:alpha_beta_search", r"pip install -e '\.\[openspiel\]'$"),
        ("aima3.games:alphabeta_search", "pip install aima3$"),
    ):
        with pytest.raises(PreconditionError, match=words):
            LIBRARY_SEARCHES[name]()


@pytest.mark.parametrize("block", SNIPPETS, ids=str)
def test_a_snippet_prints_its_expected_output(block: Block) -> None:
    """Each snippet runs on its own, with only the library."""
    for library in ("easyAI", "open_spiel"):
        if library.lower() in block.text.lower():
            pytest.importorskip(library, reason=f"pip install {library}")
    following = next(other for other in blocks(DOCUMENT) if other.line > block.line)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block.text, str(block), "exec"), {"__name__": "snippet"})  # noqa: S102 -- our own document
    assert printed.getvalue() == following.text
