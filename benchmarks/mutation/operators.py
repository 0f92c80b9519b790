"""Mutation operators that cosmic-ray lacks: swap a name for its opposite, and drop a statement."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from cosmic_ray.operators.operator import Example, Operator
from parso.python.tree import Keyword, Name

OPPOSITES: Final = {"alpha": "beta", "max": "min", "low": "high", "win": "loss", "lower": "upper", "a": "b"}
OTHER: Final = OPPOSITES | {other: one for one, other in OPPOSITES.items()}
DROPPED: Final = frozenset({"expr_stmt", "return_stmt", "raise_stmt", "atom_expr"})

Position = tuple[tuple[int, int], tuple[int, int]]


class SwapName(Operator):  # type: ignore[misc]  # cosmic-ray ships no types
    """Replace `alpha` by `beta`, `max` by `min`, and so on, wherever a name is used; one place per mutant."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """The place of each use of a name that has an opposite."""
        if isinstance(node, Name) and node.value in OTHER and not _declares(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """The opposite name."""
        return Name(OTHER[node.value], node.start_pos, node.prefix)

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """Examples in cosmic-ray's format."""
        return (Example("best = max(alpha, 1)", "best = min(alpha, 1)"),)


class DropStatement(Operator):  # type: ignore[misc]
    """Replace an assignment, a call, a return or a raise within a function by `pass`; one statement per mutant."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """The place of each statement except docstrings."""
        if node.type == "simple_stmt" and node.children[0].type in DROPPED and node.search_ancestor("funcdef"):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """The line with `pass`."""
        first = node.children[0].get_first_leaf()
        node.children[0] = Keyword("pass", first.start_pos, first.prefix)
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """Examples in cosmic-ray's format."""
        return (Example("def f(x):\n    x = 1\n    return x", "def f(x):\n    pass\n    return x"),)


def _declares(name: Any) -> bool:
    """True for a parameter, the name of a keyword argument, or a name that a definition or an import creates."""
    parent = name.parent
    if parent.type == "argument":
        return bool(parent.children[0] is name and len(parent.children) > 1)
    return parent.type in {"param", "funcdef", "classdef"} or name.search_ancestor("import_from", "import_name")
