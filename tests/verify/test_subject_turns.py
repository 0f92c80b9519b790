"""Searches that declare `--turns any`: correct ones pass in any style, wrong ones fail."""

import json
import shlex
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest

from claims import refutation
from documents import HOME
from printed import mistake
from prunecheck import FULL, ExplicitTree, Number, PreconditionError, Window, cli, from_nested, verify_search
from prunecheck.report.snippet import pasted_test
from prunecheck.report.witness_text import turns
from prunecheck.subjects.convention import Turns
from prunecheck.subjects.find import find_subject
from prunecheck.subjects.libraries import LIBRARY_SEARCHES, TAKE_TURNS
from prunecheck.trees.json import dumps, loads
from prunecheck.trees.unfold import unfolded
from prunecheck.verify.corpus import hard_trees, hard_turns
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.options import Options, read_options
from prunecheck.verify.table_savings import TreeSource
from prunecheck.verify.visit_statistics import count_visits

pytestmark = pytest.mark.usefixtures("few_statistics")

Output = pytest.CaptureFixture[str]
SHORT: dict[str, Any] = {"examples": 40, "seconds": 5.0}
MANY = 150  # random trees
PROGRAM = HOME / "docs" / "examples" / "alpha_beta.py"


def asks(node: Any, depth: int, alpha: float, beta: float) -> Any:
    """Minimax that asks the position who is to move."""
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    for child in node.children():
        found = asks(child, depth - 1, alpha, beta)
        if node.is_max():
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if node.is_max() else beta


def compares(node: Any, alpha: float, beta: float) -> Any:
    """Negamax that negates if the side changes."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        if child.side == node.side:
            alpha = max(alpha, compares(child, alpha, beta))
        else:
            alpha = max(alpha, -compares(child, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def negates(node: Any, alpha: float, beta: float) -> Any:
    """Negamax that negates after every move."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        alpha = max(alpha, -negates(child, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def nested_call(game: Any, state: Any) -> Any:
    """A nested function that queries a game about states."""

    def worth(state: Any, alpha: float, beta: float) -> Any:
        if game.terminal_test(state):
            return game.utility(state, "MAX")
        is_max = game.to_move(state) == "MAX"
        best = -inf if is_max else inf
        for action in game.actions(state):
            found = worth(game.result(state, action), alpha, beta)
            best = max(best, found) if is_max else min(best, found)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    return worth(state, -inf, inf)


def told(node: Any, alpha: float, beta: float, maximizing: bool) -> Any:
    """Minimax that takes the side to move from the child."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        found = told(child, alpha, beta, child.is_max())
        if maximizing:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if maximizing else beta


def flips(node: Any, alpha: float, beta: float, maximizing: bool) -> Any:
    """Minimax that flips the side to move after every move."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        found = flips(child, alpha, beta, not maximizing)
        if maximizing:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if maximizing else beta


def from_lists(tree: Any, is_max: bool) -> Any:
    """Minimax on nested lists."""
    if not isinstance(tree, list):
        return tree
    return max(from_lists(child, False) for child in tree) if is_max else min(from_lists(child, True) for child in tree)


RIGHT: tuple[Callable[..., Any], ...] = (asks, compares, nested_call, told)
WRONG: tuple[Callable[..., Any], ...] = (negates, flips)


@pytest.mark.fast_cases("compares")
@pytest.mark.parametrize("search", RIGHT)
def test_a_right_search_passes_in_any_style(search: Callable[..., Any]) -> None:
    """If it takes a window, it evaluates exactly the leaves of the path-bound law."""
    verdict = verify_search(search, turns="any", examples=MANY)
    assert verdict.sound, str(verdict)
    (searched,) = verdict.searches
    tried = {claim.contract for claim in searched.verdict.claims}
    assert "shallow-visits" not in tried
    assert {"exact", "visits", "relations", "conduct"} <= tried
    assert searched.verdict.needs == ("the tree is no deeper than Python's recursion limit",)
    if search is not nested_call:
        assert "evaluates exactly the leaves of alpha-beta" in str(verdict)


@pytest.mark.fast_cases("flips")
@pytest.mark.parametrize("search", WRONG)
def test_a_wrong_search_is_refuted_by_a_player_who_moves_again(search: Callable[..., Any]) -> None:
    """The likely cause is named, and the tree shows who moves. Without the declaration the search passes."""
    verdict = verify_search(search, turns="any", examples=MANY)
    assert [finding.contract for finding in verdict.findings] == ["exact"]
    assert verdict.findings[0].cause == "turns"
    claim = verdict.searches[0].claim("exact")
    assert claim is not None
    assert claim.witness is not None
    assert not claim.witness.tree.alternates
    assert len(claim.witness.tree) <= 4
    assert f"turns   {turns(claim.witness.tree)}" in str(verdict)
    assert verify_search(search, **SHORT).sound
    assert verify_search(search, turns="alternate", **SHORT).sound


def test_extra_moves_are_listed_with_their_places() -> None:
    """Extra moves are in the order of a left-to-right search, leaves included."""
    tree: ExplicitTree[int] = ExplicitTree(
        [(1, 4), (2, 3), (), (), ()], [None, None, 1, 2, 3], [False, False, True, False, False]
    )
    assert turns(tree) == "MIN moves again at [0], [0][1], [1]"


def test_visits_are_measured_on_trees_with_turns() -> None:
    """A search that always negates evaluates alpha-beta's leaves only if the players alternate."""
    subject = find_subject(f"{PROGRAM.parent / 'searches.py'}:right")
    by_law = count_visits(subject.search, trees=30)
    assert by_law.read == by_law.alpha_beta
    astray = count_visits(subject.search, trees=30, source=TreeSource(turns=True))
    assert astray.read != astray.alpha_beta


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a search that always negates, and one that compares sides."""
    path = tmp_path / "mine.py"
    text = Path(__file__).read_text(encoding="utf-8")
    parts = [
        text[text.index(f"def {name}(") :].partition("\n\n\n")[0] for name in ("negates", "compares", "from_lists")
    ]
    path.write_text("from typing import Any\n\n\n" + "\n\n\n".join(parts) + "\n", encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_witness_is_judged_again_by_its_command_and_by_its_test(file: Path, capsys: Output) -> None:
    """The command and the test refute the wrong search on the same tree and players; a right search passes."""
    assert cli.run(["verify", f"{file}:negates", "--turns", "any", "--examples", "40", "-v"]) == 1
    lines = capsys.readouterr().out.splitlines()
    (rerun,) = [line.strip().removeprefix("rerun   ") for line in lines if line.strip().startswith("rerun ")]
    arguments = shlex.split(rerun)
    assert arguments[:2] == ["prunecheck", "verify"]
    assert not loads(arguments[arguments.index("--tree") + 1]).alternates
    assert cli.run(arguments[1:]) == 1
    assert "turns   " in capsys.readouterr().out
    first = lines.index("  paste") + 1
    last = next(nth for nth, line in enumerate(lines) if line.startswith("  signature"))
    pasted = "\n".join(line[4:] for line in lines[first:last])
    for name, refuted in (("negates", True), ("compares", False)):
        names: dict[str, Any] = {}
        exec(pasted.replace(":negates", f":{name}"), names)  # noqa: S102  # it is our own text
        test = names["test_negates_satisfies_exact"]
        if refuted:
            with pytest.raises(AssertionError):
                test()
        else:
            test()


@pytest.mark.parametrize("tree", [*hard_turns(), *(tree for tree in hard_trees() if tree.shared)], ids=repr)
def test_a_printed_test_has_exactly_the_tree_of_its_witness(tree: ExplicitTree[Number]) -> None:
    """The test includes the players and the shared positions."""
    plain = unfolded(tree)
    witness = Witness(tree=plain, window=FULL, truth=0, found=1, failure=None, leaves=(), fewest=1)
    (line,) = [
        line for line in pasted_test(*refutation("mine.py:search", "exact", witness)).splitlines() if "tree = " in line
    ]
    assert loads(line.partition("from_json('")[2].removesuffix("')")) == plain


@pytest.mark.parametrize(
    "name, options, says",
    [
        ("from_lists", ["--turns", "any"], "nested lists, which do not show who moves; drop --turns any"),
        ("compares", ["--turns", "anny"], "did you mean 'any'?"),
        (
            "compares",
            ["--turns", "any", "--claims", "shallow-visits"],
            "shallow-visits only applies if players alternate",
        ),
        (
            "compares",
            ["--tree", dumps(next(hard_turns()))],
            "players do not alternate in this tree; use --turns any",
        ),
    ],
)
def test_impossible_options_are_reported_in_one_line(
    name: str, options: list[str], says: str, file: Path, capsys: Output
) -> None:
    """The message has the remedy, and the exit status is 2."""
    assert cli.run(["verify", f"{file}:{name}", *options]) == 2
    assert says in mistake(capsys)


def test_turns_are_only_for_a_users_search(capsys: Output) -> None:
    """`--turns` does not apply to the catalogue, or to a comparison of variants."""
    assert cli.run(["verify", "--turns", "any"]) == 2
    assert "--turns only applies to your own search" in mistake(capsys)
    assert cli.run(["compare", "--turns", "any"]) == 2
    assert "--turns needs --search SUBJECT" in mistake(capsys)


def test_a_library_for_players_who_alternate_refuses_such_trees() -> None:
    """The library's search is refused by its name, before it is imported. Searches of OpenSpiel ask who moves."""
    for name in sorted(LIBRARY_SEARCHES.keys() - TAKE_TURNS):
        with pytest.raises(PreconditionError, match="only applies if players alternate; drop --turns any"):
            find_subject(name, declared={"turns": Turns.ANY})
    assert {name.partition(":")[0] for name in TAKE_TURNS} == {"open_spiel"}


@pytest.mark.fast_cases("open_spiel:alpha_beta_search")
@pytest.mark.parametrize("name", sorted(TAKE_TURNS))
def test_a_library_that_asks_who_moves_passes(name: str) -> None:
    """The trees have extra moves, which refute a search that always negates."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is an extra")
    assert verify_search(name, turns="any", **SHORT).sound


def test_turns_can_be_set_in_the_configuration_and_the_marker() -> None:
    """`turns` is a key of the configuration, and an argument of the marker."""
    wanted = read_options({"search": "engine.py:search", "turns": "any"}, "here")
    assert wanted.declared() == {"turns": Turns.ANY}
    assert Options("engine.py:search").declared() == {}


def test_a_search_that_takes_turns_is_compared_on_kalah(file: Path, capsys: Output) -> None:
    """The search evaluates as many leaves as a form that asks who moves; without the declaration it is left out."""
    own = f"{file}:compares"
    command = ["compare", "--search", own, "--variant", "explicit_stack", "--workload", "kalah-3-2", "--json"]
    assert cli.run([*command, "--turns", "any"]) == 0
    rows = {row["search"]: row for row in json.loads(capsys.readouterr().out)["costs"]}
    assert rows[own]["right"]
    assert rows[own]["counts"]["leaves"] == rows["explicit_stack"]["counts"]["leaves"]
    assert cli.run(command) == 2
    assert "the players do not alternate" in mistake(capsys)


def program(tmp_path: Path, *, alternating: bool, takes: bool) -> str:
    """The Python example as a program, with alternating players in its code, or with turns in its capabilities."""
    text = PROGRAM.read_text(encoding="utf-8")
    assert 'is_max = tree["max"][node]' in text
    if alternating:  # the root's player decides for all nodes below
        text = text.replace('is_max = tree["max"][node]', "is_max = depth % 2 == 0")
        text = text.replace("alpha, beta, leaves)", "alpha, beta, leaves, depth)").replace(
            "search(tree, child, alpha, beta, leaves, depth)", "search(tree, child, alpha, beta, leaves, depth + 1)"
        )
        text = text.replace(
            'number(request["beta"]), leaves)', 'number(request["beta"]), leaves, int(request["side"] == "MIN"))'
        )
    if not takes:
        text = text.replace('"turns", ', "")
    path = tmp_path / "program.py"
    path.write_text(text, encoding="utf-8")
    return f"pipe:{shlex.quote(sys.executable)} {path}"


@pytest.mark.slow
def test_a_program_with_turns_is_checked_on_such_trees(tmp_path: Path) -> None:
    """The program's handshake enables trees in which a player moves twice; `turns="alternate"` disables them."""
    right = verify_search(program(tmp_path, alternating=False, takes=True), **SHORT)
    assert right.sound
    wrong = program(tmp_path, alternating=True, takes=True)
    assert verify_search(wrong, **SHORT).findings[0].cause == "turns"
    assert verify_search(wrong, turns="alternate", **SHORT).sound


@pytest.mark.slow
def test_a_program_without_turns_gets_no_such_trees(tmp_path: Path) -> None:
    """The program passes, and declaring `turns` for it is refused."""
    name = program(tmp_path, alternating=True, takes=False)
    assert verify_search(name, **SHORT).sound
    with pytest.raises(PreconditionError, match='list "turns" under "takes" in its reply to hello'):
        verify_search(name, turns="any", **SHORT)


def test_divide_names_nodes_at_which_a_player_moves_again(file: Path, capsys: Output) -> None:
    """A search that always negates goes wrong at a node with the same player to move."""
    tree: ExplicitTree[Number] = ExplicitTree([(1,), (2,), ()], [None, None, 1], [True, False, False])
    assert cli.run(["divide", f"{file}:negates", "--tree", dumps(tree), "--turns", "any"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "goes wrong at [0]" in lines[0]
    assert "  turns   MIN moves again at [0]" in lines


def test_one_tree_is_judged_with_its_turns() -> None:
    """The API gives the same result as the command line."""
    tree = next(hard_turns())
    assert verify_search(compares, turns="any", tree=tree, window=Window(-inf, inf)).sound
    assert not verify_search(negates, turns="any", tree=tree).sound
    assert verify_search(negates, turns="any", tree=from_nested([[3, 5], [2, 9]])).sound
