"""Mutations of search code that cosmic-ray does not make: one name for its opposite, and a statement left out."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from cosmic_ray.operators.operator import Example, Operator
from parso.python.tree import Keyword, Name

OPPOSITES: Final = {"alpha": "beta", "max": "min", "low": "high", "win": "loss", "lower": "upper", "a": "b"}
OTHER: Final = OPPOSITES | {other: one for one, other in OPPOSITES.items()}
DROPPED: Final = frozenset({"expr_stmt", "return_stmt", "raise_stmt", "atom_expr"})

Position = tuple[tuple[int, int], tuple[int, int]]


class SwapName(Operator):  # type: ignore[misc]  # cosmic-ray ships no types
    """`alpha` for `beta`, `max` for `min`, and so on, wherever a name is used; one place a mutant."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """The place of each name that has an opposite and declares nothing."""
        if isinstance(node, Name) and node.value in OTHER and not _declares(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """The opposite name."""
        return Name(OTHER[node.value], node.start_pos, node.prefix)

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """As cosmic-ray documents its own."""
        return (Example("best = max(alpha, 1)", "best = min(alpha, 1)"),)


class DropStatement(Operator):  # type: ignore[misc]
    """`pass` for an assignment, a call, a return or a raise within a function; one statement a mutant."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """The place of each statement, docstrings aside."""
        if node.type == "simple_stmt" and node.children[0].type in DROPPED and node.search_ancestor("funcdef"):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """The line with `pass`."""
        first = node.children[0].get_first_leaf()
        node.children[0] = Keyword("pass", first.start_pos, first.prefix)
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """As cosmic-ray documents its own."""
        return (Example("def f(x):\n    x = 1\n    return x", "def f(x):\n    pass\n    return x"),)


def _declares(name: Any) -> bool:
    """Whether it is a parameter, the word of a keyword argument, or a name that a definition or an import makes."""
    parent = name.parent
    if parent.type == "argument":
        return bool(parent.children[0] is name and len(parent.children) > 1)
    return parent.type in {"param", "funcdef", "classdef"} or name.search_ancestor("import_from", "import_name")
