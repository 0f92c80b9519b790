"""Judge one search on one tree: which of some contracts it violates."""

from collections.abc import Sequence

from prunecheck.contracts.case import case_of
from prunecheck.contracts.evidence import Evidence, run
from prunecheck.contracts.order import contract
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.window import Window


def broken_contracts(
    search: AnySearch,
    contracts: Sequence[str],
    tree: ExplicitTree[Number],
    window: Window[Number] | None = None,
    *,
    depth: int | None = None,
    deeper_entries: bool = False,
) -> list[str]:
    """The names of those of `contracts` that `search` violates on `tree`, in `window` or any order-distinct one.

    The tree is cut at `depth`, if that is given; with `deeper_entries`, a value may come from a table entry of a deeper
    search of the same position.

    Raises: UnknownNameError for a name that is not a contract's, TreeError if the tree has no value.

    >>> from prunecheck import from_nested
    >>> from prunecheck.catalog import variant
    >>> broken_contracts(variant("strict_test").search, ["fishburn", "visits"], from_nested([0, [0, 0]]))
    ['visits']
    """
    plain = unfolded(tree, static_values=tree.has_static_values)
    case = case_of(plain, depth, None if window is None else [window])
    found = [
        Evidence(case, nth, run(search, case.tree, each, most_questions=case.most_questions), search, deeper_entries)
        for nth, each in enumerate(case.windows)
    ]
    return [name for name in contracts if any(contract(name).judge(each) is not None for each in found)]
