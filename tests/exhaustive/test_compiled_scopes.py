"""Compiled searches of scopes: the same results as in plain Python, for forms and for laws that they violate."""

import pytest

pytest.importorskip("numba", reason="the optional extra `native` is not installed")

from array import array
from collections.abc import Callable
from itertools import islice
from typing import Any

from prunecheck.catalog import VARIANTS
from prunecheck.catalog.records import Claim, Form, Need
from prunecheck.contracts.case import Case
from prunecheck.contracts.visits import LAWS as CONTRACTS
from prunecheck.exhaustive.cases import Cases, native
from prunecheck.exhaustive.compiled import LAWS, judge_compiled, reads_window
from prunecheck.exhaustive.judge import claims_of, is_compiled
from prunecheck.exhaustive.plain_judge import judge_plainly
from prunecheck.exhaustive.results import merge
from prunecheck.exhaustive.scope import Scope, packed_orders, shards, window_of
from prunecheck.exhaustive.small_tree import BOUND, DIGIT, SmallTree
from prunecheck.trees.protocol import INF

FORMS = [name for name, variant in VARIANTS.items() if isinstance(variant, Form)]
NOT_COMPILED = ("make_unmake", "hughes", "explicit_stack")  # to find out about all forms takes seconds
COMPILED = ("minimax", "strict_test", "two_functions", "f1", "fail_soft", "scout", "negascout")


@pytest.mark.fast_cases("within")
@pytest.mark.parametrize("law", LAWS)
def test_the_oracle_in_arrays_agrees_with_the_oracle(law: str) -> None:
    """The two oracles agree on values and required leaves, on all trees with three leaves and some with four."""
    for shard in (*shards(Scope(3)), *islice(reversed(shards(Scope(4, signed=True))), 0, None, 5)):
        packed = packed_orders(shard.leaves, signed=shard.signed)
        tree = SmallTree(shard.tree((0,) * shard.leaves), array("i", packed), signed=shard.signed)
        cases = Cases(shard.leaves, signed=shard.signed)
        for nth in range(0, shard.stop, 1 if shard.leaves < 4 else 97):
            leaves = tuple(packed[nth * shard.leaves : (nth + 1) * shard.leaves])
            every = shard.windows(leaves)
            case = Case(shard.tree(leaves), [window_of(ends) for ends in every])
            steps = tree.fill(nth)
            tree.solve(LAWS[law])
            cases.require(LAWS[law], tree, steps)
            assert tree.truth[0] in (case.truth, BOUND, -BOUND)
            place = {leaf.node: number for number, leaf in enumerate(case.leaves, 1)}
            ends = list(zip(cases.alphas, cases.betas, strict=True))[cases.first[steps] : cases.first[steps + 1]]
            assert ends == list(map(native, every))
            for window in range(len(every)):
                due = 0
                for leaf in case.lawful(CONTRACTS[law], window):
                    due = due | 1 << place[leaf] if law == "within" else due * DIGIT + place[leaf]
                assert cases.due[window] == due


@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.slow
def test_compiled_results_are_those_of_plain_python(name: str) -> None:
    """True and false claims are compared: false claims fail at the same first cases."""
    variant = VARIANTS[name]
    leaves = 2 if name in ("fail_soft", "negascout") else 3
    scope = Scope(leaves, signed=Need.NEGATION in variant.needs)
    others = tuple(map(Claim, ("clamped", *LAWS)))
    for claims in (claims_of(variant), others):
        compiled, plain = (
            merge(scope, (judge(variant.search, shard, claims) for shard in shards(scope)))
            for judge in (judge_compiled, judge_plainly)
        )
        assert is_compiled(variant)
        assert compiled.cases == plain.cases == scope.cases
        assert compiled.exposed == plain.exposed
        assert bool(plain.exposed) is (claims is others)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMS)
def test_the_claims_of_a_form_hold_on_all_trees_with_four_leaves(name: str) -> None:
    """All orders of up to four leaves and the window ends are judged, if the form can be compiled."""
    variant, scope = VARIANTS[name], Scope(4)
    assert is_compiled(variant) is (name not in NOT_COMPILED)
    if name in NOT_COMPILED:
        return
    found = merge(scope, (judge_compiled(variant.search, shard, claims_of(variant)) for shard in shards(scope)))
    assert found.cases == scope.cases
    assert not found.exposed


def reads_it_in_an_inner_function(tree: Any, node: Any, alpha: Any, beta: Any) -> Any:
    """A search whose inner function reads the window."""

    def lowest() -> Any:
        return alpha

    return max(lowest(), tree.evaluate(node))


def reads_all_arguments(*args: Any) -> Any:
    """A search without parameters for alpha and beta."""
    return args


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        (VARIANTS["scout"].search, False),
        (VARIANTS["minimax"].search, False),
        (VARIANTS["two_functions"].search, True),
        (VARIANTS["f2"].search, True),
        (lambda tree, node, alpha, beta: tree.evaluate(node), False),
        (lambda tree, node, alpha, beta: min(beta, tree.evaluate(node)), True),
        (lambda tree, node, alpha, beta: (alpha, beta), True),
        (reads_it_in_an_inner_function, True),
        (reads_all_arguments, True),
    ],
)
def test_only_a_search_that_never_reads_its_window_is_called_once_for_all_windows(
    search: Callable[..., Any], expected: bool
) -> None:
    """A search that reads its window is called in each window."""
    assert reads_window(search) is expected


def wrong_in_deep_trees(tree: Any, node: Any, alpha: Any, beta: Any) -> Any:
    """A search that takes no window, and is wrong if MIN can choose from three children."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    is_max = tree.is_max(node)
    best = -INF if is_max else INF
    for seen, child in enumerate(tree.children(node)):
        value = wrong_in_deep_trees(tree, child, alpha, beta)
        best = max(best, value) if is_max or seen == 2 else min(best, value)
    return best


def without_the_window(tree: Any, node: Any, alpha: Any, beta: Any) -> Any:
    """A search that is always called with the full window."""
    return wrong_in_deep_trees(tree, node, -INF, INF)


@pytest.mark.slow_cases("exact")
@pytest.mark.parametrize("claim", ["exact", "knuth", "every-leaf", "visits"])
def test_a_search_that_is_called_once_is_judged_in_every_window(claim: str) -> None:
    """The first violations are those of plain Python, and the number of cases is that of the formula."""
    scope = Scope(3)
    assert not reads_window(without_the_window)
    compiled, plain = (
        merge(scope, (judge(without_the_window, shard, [Claim(claim)]) for shard in shards(scope)))
        for judge in (judge_compiled, judge_plainly)
    )
    assert compiled.cases == plain.cases == scope.cases
    assert compiled.exposed == plain.exposed
    assert bool(plain.exposed) is (claim != "every-leaf")
