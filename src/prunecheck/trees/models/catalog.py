"""Tree models by name, each with default parameters for a small tree."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from prunecheck.errors import UnknownNameError, look_up
from prunecheck.trees.models.branch_sums import BranchSums
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.models.independent import FewValues, RandomLeaves
from prunecheck.trees.models.orders import best_first, often_best_first, random_order, worst_first
from prunecheck.trees.models.unprunable import NothingPruned
from prunecheck.trees.protocol import Number, Tree


@dataclass(frozen=True, slots=True)
class Model:
    """A tree model with a name: its source, a description, and how to build a tree."""

    name: str
    source: str
    shows: str
    make: Callable[..., Tree[Any, Number]]
    defaults: Mapping[str, Any]

    def build(self, **changes: Any) -> Tree[Any, Number]:
        """Build a tree with the default parameters, except for those in `changes`.

        Raises: UnknownNameError for a parameter that the model does not have, TreeError for a parameter out of range.
        """
        for name in changes:
            if name not in self.defaults:
                raise UnknownNameError("parameter", name, self.defaults)
        return self.make(**{**self.defaults, **changes})


def _row(name: str, source: str, shows: str, make: Callable[..., Tree[Any, Number]], **more: Any) -> Model:
    return Model(name, source, shows, make, {"branching": 4, "depth": 5, "max_at_root": True, **more})


MODELS: Final[dict[str, Model]] = {
    model.name: model
    for model in (
        _row("random-leaves", "Fuller et al. 1973", "independent leaves from a continuum", RandomLeaves, seed=0),
        _row("few-values", "Knuth and Moore 1975", "independent leaves, many ties", FewValues, values=3, seed=0),
        _row("random-order", "Fuller et al. 1973", "distinct leaves in random order", random_order, seed=0),
        _row("best-first", "Knuth and Moore 1975", "the best order: the minimal tree", best_first, seed=0),
        _row("worst-first", "000 and 003", "the worst child first, which still prunes a little", worst_first, seed=0),
        _row(
            "often-best-first",
            "own",
            "the best child first at each node with a given probability",
            often_best_first,
            probability=0.5,
            seed=0,
        ),
        _row("branch-sums", "Newborn 1977", "leaves are sums along their paths", BranchSums, seed=0),
        _row("forward", "Boige et al. 2025", "values drawn from the root down", ForwardModel, values=5, seed=0),
        _row("nothing-pruned", "000 and 003", "leaf values for which alpha-beta prunes nothing", NothingPruned),
    )
}


def named_model(name: str) -> Model:
    """The model with this name. Upper and lower case are treated as equal, and so are '_' and '-'.

    Raises: UnknownNameError, which suggests the nearest name.

    >>> named_model("Nothing_Pruned").build(branching=2, depth=2).evaluate((2, 3))
    2
    """
    return look_up("model", name, MODELS)
