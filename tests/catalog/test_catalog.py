"""The catalogue is correct and complete: every claim and every known break is a test."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import FULL, ExplicitTree, Number, UnknownNameError, from_nested
from prunecheck.catalog import FAMILIES, VARIANTS, Break, Claim, Need, Variant, family, variant
from prunecheck.catalog.field_names import FIELD_NAMES
from prunecheck.catalog.forms import FORMS
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import Evidence, run
from prunecheck.contracts.order import CONTRACTS, contract, implied
from prunecheck.contracts.value import VALUE_CONTRACTS
from prunecheck.contracts.visits import VISIT_CONTRACTS
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.trees.small import filled, nodes, shapes, weak_orders
from prunecheck.variants.forms.clamped import clamped_max
from prunecheck.variants.forms.delayed_test import delayed_max
from prunecheck.variants.forms.moving_bounds import moving_bounds
from prunecheck.variants.forms.two_functions import max_value
from prunecheck.variants.state_space.dual_star import dual_star
from prunecheck.variants.state_space.sss_star import sss_star
from prunecheck.verify.catalogue import replay
from prunecheck.verify.hunt.drawn_trees import hunt
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge

CLAIMS = [(row, claim) for row in VARIANTS.values() for claim in row.claims]
BREAKS = [(row, known) for row in VARIANTS.values() for known in row.breaks]
EXAMPLES = 150

each_claim = pytest.mark.parametrize("row, claim", CLAIMS, ids=[f"{row.name}-keeps-{c.contract}" for row, c in CLAIMS])
each_break = pytest.mark.parametrize("row, known", BREAKS, ids=[f"{row.name}-breaks-{b.contract}" for row, b in BREAKS])
each_variant = pytest.mark.parametrize("row", VARIANTS.values(), ids=VARIANTS)


def judge_of(row: Variant) -> TreeJudge:
    """A variant, checked for all contracts that it claims."""
    static = Need.STATIC_VALUES in row.needs
    charges = (Charge(contract(claim.contract), claim.inner_root, static, reduced=row.reduced) for claim in row.claims)
    return TreeJudge(row.search, tuple(charges))


@cache
def drawn_judges(kind: str) -> dict[str, TreeJudge]:
    """Every variant of a family, checked on the same random trees."""
    judges = {row.name: judge_of(row) for row in FAMILIES[kind]}
    hunt(list(judges.values()), examples=EXAMPLES, seed_number=20)
    return judges


def by_size(
    most_leaves: int, most_nodes: int | None = None, *, most_singles: int = 3, orders: bool = True
) -> Iterator[ExplicitTree[Number]]:
    """All trees up to `most_leaves` leaves and `most_singles` single children, by leaves, then nodes.

    Each shape occurs with all orders of values, and with both players at the root.

    Each shape occurs with all orders of values, and with both players at the root. If `most_nodes` is given, larger
    trees are left out. If `orders` is False, all leaves are 0.
    """
    for leaves in range(1, most_leaves + 1):
        found = [shape for singles in range(most_singles + 1) for shape in shapes(leaves, single_children=singles)]
        if most_nodes is not None:
            found = [shape for shape in found if nodes(shape) <= most_nodes]
        grown = [
            filled(shape, iter(ranks))
            for shape in found
            for ranks in (weak_orders(leaves) if orders else [(0,) * leaves])
        ]
        sized = [from_nested(lists, max_at_root=player) for lists in grown for player in (True, False)]
        yield from sorted(sized, key=len)


def with_static_values(size: tuple[int, int], most_nodes: int) -> Iterator[ExplicitTree[Number]]:
    """The trees of `by_size` below those sizes, with a value 0, 1, 2 or -2 at each node, also at interior ones."""
    for plain in by_size(size[0], most_nodes, orders=False):
        if len(plain) > 1 and (len(plain.leaf_values), len(plain)) < size:
            for values in product((0, 1, 2, -2), repeat=len(plain)):
                yield plain.replaced(values=values)


@cache
def small_cases() -> list[Case[int]]:
    """All trees with up to three leaves, and those with up to four nodes and a static value at each."""
    found = chain(by_size(3, most_singles=1), with_static_values((4, 0), most_nodes=4))
    return [Case(tree, static_values=tree.has_static_values) for tree in found]


@cache
def small_judge(row: Variant) -> TreeJudge:
    """A variant, checked on all small cases that it takes."""
    judge = judge_of(row)
    for case in small_cases():
        if case.static_values == (Need.STATIC_VALUES in row.needs):
            for broken, _, done in list(judge.violations(case)):
                raise AssertionError(f"{broken.name} on {case.tree!r}: {done}")
            judge.trees += 1
    return judge


@pytest.mark.slow_cases(
    *(f"{row.name}-*" for kind in ("memory", "ordering", "selective") for row in FAMILIES[kind]),
    "choose_move-keeps-exact",
    "minimax-keeps-exact",
    "scout-keeps-exact",
    "sss_star-keeps-exact",
)
@each_claim
def test_a_claim_holds_on_drawn_trees(row: Variant, claim: Claim) -> None:
    """All distinct windows are checked, or a sample if there are many."""
    judge = drawn_judges(family(row.name))[row.name]
    assert claim.contract not in judge.refuted
    assert judge.trees == EXAMPLES if Need.STATIC_VALUES not in row.needs else judge.trees > EXAMPLES // 10


@pytest.mark.slow
@each_claim
def test_a_claim_holds_on_all_small_trees(row: Variant, claim: Claim) -> None:
    """The trees have up to three leaves and a single child, both players, all orders of leaves and window."""
    assert small_judge(row).trees >= 470


@each_break
def test_a_known_break_is_confirmed_on_its_witness(row: Variant, known: Break) -> None:
    """The recorded witness still violates the contract."""
    assert replay(row.search, known).confirmed


@pytest.mark.slow_cases(
    "scout-breaks-within",
    "killers-breaks-*",
    "deepening_with_table-breaks-*",
    "enhanced_cutoffs-breaks-relations",
    "history-breaks-visits",
    "history-breaks-within",
    "internal_deepening-breaks-relations",
    "negascout_with_memory-breaks-relations",
    "stack_with_memory-breaks-relations",
    "table_move-breaks-relations",
    "with_memory-breaks-relations",
)
@each_break
def test_no_smaller_tree_shows_the_known_break(row: Variant, known: Break) -> None:
    """Smaller trees are searched in the full window if the witness has it, with children at the root if it has some.

    Trees with fewer leaves, but more nodes than the witness, are left out: there are a hundred thousand of them.
    """
    violated = contract(known.contract)
    size = len(known.tree.leaf_values), len(known.tree)
    inner_root = not known.tree.is_terminal(0)
    for tree in with_static_values(size, size[1]) if known.tree.has_static_values else by_size(*size):
        if (len(tree.leaf_values), len(tree)) >= size or (inner_root and tree.is_terminal(0)):
            continue
        case = Case(tree, [FULL] if known.window == FULL else None, static_values=tree.has_static_values)
        for nth, window in enumerate(case.windows):
            evidence = Evidence(case, nth, run(row.search, tree, window), row.search)
            assert violated.judge(evidence) is None, (tree, window)


@each_variant
def test_every_value_contract_is_claimed_or_known_to_break(row: Variant) -> None:
    """No contract is missing, and none is both claimed and broken, except under a condition or for the reduced tree."""
    claimed = {claim.contract for claim in row.claims if not claim.inner_root}
    breaks = {known.contract for known in row.breaks}
    broken = {name for name in CONTRACTS if implied(name) & breaks}
    assert not claimed & broken or row.reduced
    assert {contract.name for contract in VALUE_CONTRACTS} <= claimed | broken
    for name in claimed:
        assert implied(name) <= claimed


@pytest.mark.parametrize("row", FORMS, ids=[row.name for row in FORMS])
def test_every_form_claims_exactly_one_law_of_visits(row: Variant) -> None:
    """The law says whether the form evaluates alpha-beta's leaves."""
    claimed = {claim.contract for claim in row.claims} & {contract.name for contract in VISIT_CONTRACTS}
    assert len(claimed) == 1
    assert "visits" in claimed or any(known.contract == "visits" for known in row.breaks)


def test_the_five_sources_and_all_contracts_are_in_the_table() -> None:
    """The sources are 000 to 004."""
    assert {row.source_id for row in VARIANTS.values()} >= {"000", "001", "002", "003", "004"}
    assert {claim.contract for _, claim in CLAIMS} == set(CONTRACTS)


def test_a_source_number_names_its_form_and_a_typo_suggests_a_name() -> None:
    """`002` is strict_test, and a typo suggests the nearest name."""
    assert [variant(number).name for number in ("000", "001", "002", "003", "004")] == [
        "negamax_alpha_beta",
        "two_functions",
        "strict_test",
        "moving_bounds",
        "inherited_bounds",
    ]
    assert variant(" Fail-Soft ").name == "fail_soft"
    with pytest.raises(UnknownNameError, match="did you mean 'explicit_stack'"):
        variant("explicit_stock")


@pytest.mark.parametrize(("name", "meanings"), FIELD_NAMES.items(), ids=FIELD_NAMES)
def test_a_variant_is_found_by_its_name_in_the_literature(name: str, meanings: tuple[str, ...]) -> None:
    """A name of several variants is an error that lists them; hyphens, spaces and upper case do not matter."""
    assert set(meanings) <= set(VARIANTS)
    assert name not in VARIANTS
    for spelled in (name, name.replace("_", "-"), name.replace("_", " ").upper()):
        if len(meanings) == 1:
            assert variant(spelled).name == meanings[0]
        else:
            with pytest.raises(UnknownNameError, match=f"it can mean {meanings[0]}.* or {meanings[-1]}$"):
                variant(spelled)


@st.composite
def trees_with_any_turns(draw: st.DrawFn) -> ExplicitTree[Number]:
    """Trees in which a random player moves at each node."""
    tree = draw(trees(shared=False, static_values=False))
    return tree.replaced(players=draw(st.lists(st.booleans(), min_size=len(tree), max_size=len(tree))))


@pytest.mark.slow
@given(tree=trees_with_any_turns())
def test_forms_that_allow_any_turns_satisfy_their_claims_on_such_trees(tree: ExplicitTree[Number]) -> None:
    """Players may move twice in a row in these trees."""
    case = Case(tree)
    for row in VARIANTS.values():
        if Need.ALTERNATION not in row.needs:
            assert not list(judge_of(row).violations(case))


@pytest.mark.parametrize("form", [max_value, clamped_max, delayed_max, moving_bounds, sss_star, dual_star])
def test_forms_that_only_compare_take_values_without_a_negative(form: object) -> None:
    """The values are tuples of a result and the number of plies to it, in a window of tuples."""
    tree = from_nested([[(1, -3), (0, 0)], [(1, -1), (1, -5)], [(-1, 9)]], of=tuple)
    assert callable(form)
    assert form(tree, 0, (-2,), (2,)) == value(tree, 0) == (1, -5)
