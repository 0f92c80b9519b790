"""Convert a user's tree (any object with the methods of `Tree`) to an explicit tree."""

from typing import Any, Final

from prunecheck.errors import PrunecheckError, TreeError, brief, told
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import is_nan, is_number

QUESTIONS: Final = ("root", "children", "is_terminal", "evaluate", "is_max", "key")


def written_out(tree: Any) -> ExplicitTree[Number]:
    """Convert a user's tree to an explicit tree: an object with the methods of `Tree`, or a class that makes one.

    Interior nodes have static values if the object has a value for all of them. If the object is an explicit tree, it
    is returned unchanged.
    Raises: TreeError for any other object, for a tree whose methods fail, and for a tree with more than a million
    paths.
    """
    if isinstance(tree, ExplicitTree):
        return tree
    if not is_tree(tree):
        raise TreeError(
            f"{brief(repr(tree))}, of type {type(tree).__name__}, is not a tree; make one with "
            "prunecheck.from_nested([[3, 5], [2, 9]]) or prunecheck.from_json, or give an object with "
            f"{', '.join(QUESTIONS)}"
        )
    made: Any = None
    try:
        made = tree() if isinstance(tree, type) else tree
        plain: ExplicitTree[Number] = unfolded(made)
    except PrunecheckError:
        raise
    except Exception as error:
        raise TreeError(f"the tree {brief(repr(tree))} fails: {told(error)}; fix the tree") from None
    for node, value in enumerate(plain.values):
        if plain.is_terminal(node) and not _is_value(value):
            raise TreeError(f"the tree {brief(repr(tree))} has a leaf with the value {value!r}; return a number")
    try:
        with_static: ExplicitTree[Number] = unfolded(made, static_values=True)
    except Exception:  # some interior nodes have no static value
        return plain
    return with_static if all(map(_is_value, with_static.values)) else plain


def is_tree(held: object) -> bool:
    """True if `held` is an object with the methods of `Tree`, or a class that defines these methods."""
    return all(hasattr(held, question) for question in QUESTIONS)


def _is_value(value: object) -> bool:
    return is_number(value) and not is_nan(value)
