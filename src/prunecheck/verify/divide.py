"""Divide: from a root with a wrong value down to the first node that is wrong while all its children are right."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from prunecheck.contracts.value import EXACT, KNUTH, ValueContract
from prunecheck.errors import PreconditionError, SubjectError, told
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import values
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import AnySearch, value_of
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.check import QUESTIONS_A_NODE, windows_for


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the search on a node, the child of that place: the window, what it found or ended with, the truth."""

    nth: int
    window: Window[Number]
    found: Number | None
    error: str | None
    truth: Number
    right: bool


@dataclass(frozen=True, slots=True)
class CutOff:
    """A child that alpha-beta does not come to, as the children before it decide."""

    nth: int
    truth: Number


@dataclass(frozen=True, slots=True)
class Departure:
    """The first node at which a search departs from the truth.

    `way` are the wrong calls from the root down to it, itself the last; `children` the calls of its children, all of
    them right; `subtree` is what lies below it, and goes on below `depth` plies if that is given. `in_full_window` is
    the call of the node in the window (-inf, inf), where it was in another one that it went wrong.
    """

    way: tuple[Call, ...]
    children: tuple[Call | CutOff, ...]
    subtree: ExplicitTree[Number]
    depth: int | None
    in_full_window: Call | None

    @property
    def call(self) -> Call:
        """The call of the node itself."""
        return self.way[-1]

    @property
    def path(self) -> tuple[int, ...]:
        """The places of the moves from the root to the node."""
        return tuple(each.nth for each in self.way[1:])

    @property
    def window_explains(self) -> bool:
        """True where the node is right in the full window: only the window that it was called in explains its value."""
        return self.in_full_window is not None and self.in_full_window.right


@dataclass(frozen=True, slots=True)
class Division:
    """What became of a tree: the departure, or None where the root is right in each of the `windows` it was called in.

    A search that takes a window was judged by `knuth`, another one by `exact`.
    """

    contract: ValueContract
    windows: tuple[Window[Number], ...]
    departure: Departure | None
    truth: Number


class _Below(Inner[int, Number]):
    """A tree from a node on."""

    def __init__(self, tree: Tree[int, Number], node: int) -> None:
        super().__init__(tree)
        self._node = node

    @property
    def root(self) -> int:
        """The node."""
        return self._node


class _Divider:
    """A search and a tree, with what the oracle knows of it."""

    def __init__(
        self, search: AnySearch, plain: ExplicitTree[Number], depth: int | None, contract: ValueContract
    ) -> None:
        self.search = search
        self.plain = plain
        self.depth = depth
        self.contract = contract
        self.tree: Tree[Any, Number] = plain if depth is None else cut(plain, depth)
        self.truths: dict[Any, Number] = values(self.tree, self.tree.root)
        self.most_questions = 2 * QUESTIONS_A_NODE * len(self.truths)

    def call(self, node: Any, nth: int, window: Window[Number]) -> Call:
        """The search called on a node.

        Raises: PreconditionError where the stated terms of the search exclude it: that is no verdict on it.
        """
        log = recorded(self.tree, most_questions=self.most_questions)
        found: Number | None = None
        error = None
        try:
            found = value_of(self.search(log, node, window.alpha, window.beta))
        except PreconditionError:
            raise
        except SubjectError as failed:
            error = str(failed)
        except Exception as raised:
            error = told(raised)
        truth = self.truths[node]
        right = found is not None and self.contract.holds(found, truth, window)
        return Call(nth, window, found, error, truth, right)

    def children(self, node: Any, at: Call, *, takes_window: bool) -> list[tuple[Any, Call | CutOff]]:
        """The children, each called in the window in which alpha-beta comes to it, as far as the first wrong one."""
        found: list[tuple[Any, Call | CutOff]] = []
        alpha, beta = at.window.alpha, at.window.beta
        for nth, child in enumerate([] if self.tree.is_terminal(node) else self.tree.children(node)):
            if takes_window and alpha >= beta:
                found.append((child, CutOff(nth, self.truths[child])))
                continue
            call = self.call(child, nth, Window(alpha, beta) if takes_window else FULL)
            found.append((child, call))
            if not call.right:
                break
            if self.tree.is_max(node):
                alpha = max(alpha, call.truth)
            else:
                beta = min(beta, call.truth)
        return found

    def departure(self, call: Call, *, takes_window: bool) -> Departure:
        """The way down from the root, whose call is wrong."""
        node = self.tree.root
        way = [call]
        while True:
            below = self.children(node, way[-1], takes_window=takes_window)
            if below and isinstance(below[-1][1], Call) and not below[-1][1].right:
                node, wrong = below[-1][0], below[-1][1]
                way.append(wrong)
                continue
            inner, left = (node, None) if self.depth is None else node
            elsewhere = None if way[-1].window == FULL else self.call(node, way[-1].nth, FULL)
            return Departure(
                way=tuple(way),
                children=tuple(each for _, each in below),
                subtree=unfolded(_Below(self.plain, inner), static_values=self.plain.has_static_values),
                depth=left,
                in_full_window=elsewhere,
            )


def divided(
    search: AnySearch,
    tree: ExplicitTree[Number],
    windows: Sequence[Window[Number]] | None = None,
    *,
    depth: int | None = None,
    takes_window: bool = True,
) -> Division:
    """Walk from the root of `tree`, cut at `depth`, to the first node where `search` departs from the truth.

    The root is called in each of `windows` until it is wrong; left out, in all that differ, the full one first. From
    there, each child is called in the window in which alpha-beta comes to it, and the first that is wrong is next. A
    search that does not take a window is judged in the full one alone. Nodes that are shared are called once for each
    path. Raises: TreeError where the tree has no value, PreconditionError where the search's own terms exclude it.

    >>> from prunecheck import from_nested
    >>> def no_minimum(tree, node, alpha, beta):  # a slip: MIN takes its first child
    ...     if tree.is_terminal(node):
    ...         return tree.evaluate(node)
    ...     found = [no_minimum(tree, child, alpha, beta) for child in tree.children(node)]
    ...     return max(found) if tree.is_max(node) else found[0]
    >>> found = divided(no_minimum, from_nested([[[3], [4]], [[6, 5], [2]]]))
    >>> found.departure.path, str(found.departure.subtree)
    ((1,), '[[6, 5], [2]]')
    """
    plain = unfolded(tree, static_values=tree.has_static_values)
    contract = KNUTH if takes_window else EXACT
    divider = _Divider(search, plain, depth, contract)
    root = divider.tree.root
    if not takes_window:
        windows = (FULL,)
    elif windows is None:
        windows = windows_for(list(path_bounds(divider.tree, root, divider.truths)))
    departure = None
    for window in windows:
        call = divider.call(root, 0, window)
        if not call.right:
            departure = divider.departure(call, takes_window=takes_window)
            break
    return Division(contract, tuple(windows), departure, divider.truths[root])
