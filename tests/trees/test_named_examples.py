"""The named example trees of the numbered texts: their values, and the leaves that searches evaluate."""

from typing import Final

import pytest

from prunecheck import FULL
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.evidence import run
from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.trees.examples import TREES, named_tree
from prunecheck.trees.values import show

EXAMPLES: Final = {  # name: source, value, leaves of alpha-beta, of `strict_test`, and of `f1`, fewest leaves
    "two-moves": ("001", "4", "9 4 3", "9 4 3", "9 4 3", 3),
    "lecture": ("002", "13", "5 13 2", "5 13 2", "5 13 2", 3),
    "found-win": ("002", "inf", "inf", "inf 7 8", "inf", 1),
    "minimax-decision": ("003", "4", "1 3 99 2 -99 4", "1 3 99 2 -99 4", "1 3 99 2 -99 4", 4),
    "number-lines": ("003", "3", "3 17 2 15 2 3", "3 17 2 15 2 3 0", "3 17 2 15 2 0 3", 5),
    "f-and-g": ("000", "12", "11 12 7 9 15", "11 12 7 9 15", "11 12 7 9 15", 5),
    "deep-cutoff": ("000", "12", "12 15 10 11", "12 15 10 11", "12 15 10 0 0 11", 3),
    "blog": (
        "004",
        "12",
        "-19 -2 12 0 19 0 0 18 12 5 -6 -7",
        "-19 -2 12 0 19 0 0 18 12 5 0 0 -6 -7",
        "-19 -2 12 0 19 0 0 18 12 5 -6 -7",
        9,
    ),
}


def test_every_example_of_a_numbered_text_is_listed() -> None:
    """No tree of the texts is left out."""
    assert sorted(EXAMPLES) == sorted(example.name for example in TREES.values() if example.source.isdigit())


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_have_their_values_and_evaluated_leaves(name: str) -> None:
    """Check the value, the leaves in order and the minimum, for all forms that satisfy `visits`, for 002 and for F1."""
    source, value, *leaves, fewest = EXAMPLES[name]
    at_equality = [
        form for form, variant in VARIANTS.items() if "visits" in {claim.contract for claim in variant.claims}
    ]
    expected = dict.fromkeys(at_equality, leaves[0]) | {"strict_test": leaves[1], "f1": leaves[2]}
    tree = named_tree(name).build()
    for form, evaluated in expected.items():
        done = run(VARIANTS[form].search, tree, FULL)
        assert (show(done.found), " ".join(show(tree.evaluate(leaf)) for leaf in done.leaves)) == (value, evaluated)
    assert TREES[name].source == source
    assert fewest_leaves(tree, FULL) == fewest
