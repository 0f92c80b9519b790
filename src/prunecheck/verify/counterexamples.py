"""Immutable records of counterexamples: the calls of a search, and the leaves that it evaluated."""

from enum import Enum

from msgspec import Struct

from prunecheck.contracts.contract import in_words
from prunecheck.failures import Failure
from prunecheck.trees.call import CLEAR, Call, Clear, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, Window


class LeafStatus(Enum):
    """Whether a leaf was evaluated, and whether a contract requires or allows that."""

    LAWFUL = "evaluated"
    UNNECESSARY = "unnecessary"
    REPEATED = "evaluated again"
    OUT_OF_ORDER = "out of order"
    MISSED = "missed"
    SAVED = "saved"  # not evaluated, unlike in alpha-beta, but the evaluated leaves prove the value without it
    BEYOND = "below the depth limit"

    @property
    def evaluated(self) -> bool:
        """True if the search evaluated the leaf."""
        return self not in {LeafStatus.MISSED, LeafStatus.SAVED}


class LeafVerdict(Struct, frozen=True):
    """A leaf that the search evaluated, or should have evaluated.

    - `path`: the moves from the root to the leaf, as indices from 0.
    - `value`: the value of the leaf.
    - `status`: whether the search evaluated the leaf, and whether alpha-beta evaluates it. `missed`: the search did not
      evaluate the leaf, although alpha-beta does. `saved`: the search did not evaluate the leaf, but the leaves that it
      did evaluate prove the value.
    - `law`: why alpha-beta does or does not evaluate the leaf: alpha and beta there, and the nodes that they come from.
    """

    path: tuple[int, ...]
    value: Number
    status: LeafStatus
    law: str


class Step(Struct, frozen=True, rename={"truth": "true", "failure": "error"}):
    """A call in a sequence of calls on one instance of a search. A step without a tree calls the method `clear`.

    - `tree`: the tree; null for a call of `clear`.
    - `window`: alpha and beta.
    - `depth`: how many plies to search; null for the whole tree.
    - `path`: the moves from the root to the node that is searched, as indices from 0.
    - `found`: the returned value; null after an error.
    - `truth`: the minimax value.
    - `failure`: the error, if the call failed.
    """

    tree: ExplicitTree[Number] | None
    window: Window[Number] = FULL
    depth: int | None = None
    path: tuple[int, ...] = ()
    found: Number | None = None
    truth: Number | None = None
    failure: Failure | None = None

    @property
    def call(self) -> Call | Clear:
        """The call that this step records."""
        return CLEAR if self.tree is None else Call(self.tree, self.window, self.depth, self.path)


class Witness(Struct, frozen=True, rename={"truth": "true", "failure": "error", "fewest": "fewest_leaves"}):
    """A counterexample: a call of a search on a tree, with the result of the call and the right result.

    - `tree`: the tree, as nested lists if possible, else as a flat list of nodes.
    - `window`: alpha and beta.
    - `truth`: the minimax value.
    - `found`: the returned value; null after an error.
    - `failure`: the error, if the call failed.
    - `leaves`: the evaluated leaves in order, then the leaves that were missed or saved. Empty if the evaluated
      leaves cannot be observed.
    - `fewest`: the minimum number of leaves for a search without memory.
    - `kind`: what is wrong, such as `wrong value`; empty if the call failed with an error.
    - `details`: details of what is wrong, such as `got 0, expected -1`; may be empty.
    - `depth`: the depth limit of the call, or null. `tree` also contains the nodes below this depth.
    - `steps`: if the failure needs a sequence of calls on one instance, all its calls; the last one is the call that
      fails.
    - `explained`: if values may come from deeper table entries, several values can be right: the least and the greatest
      of the right values; empty if only one value is right.
    - `unshrunk`: true if time ran out before the counterexample was as small as possible.
    - `among`: for a failure that cannot be reproduced, the number of calls on one instance; one of them failed.
    - `position`: for a search on its own game, the call and the board, as lines of text; else empty.
    """

    tree: ExplicitTree[Number]
    window: Window[Number]
    truth: Number
    found: Number | None
    failure: Failure | None
    leaves: tuple[LeafVerdict, ...]
    fewest: int
    kind: str = ""
    details: str = ""
    depth: int | None = None
    steps: tuple[Step, ...] = ()
    explained: tuple[Number, ...] = ()
    unshrunk: bool = False
    among: int | None = None
    position: tuple[str, ...] = ()

    @property
    def objection(self) -> str:
        """Say in a phrase what the search did wrong.

        Returns an empty text if the returned value and the evaluated leaves already show what is wrong.
        """
        return in_words(self.kind, self.details)

    @property
    def scenario(self) -> Scenario:
        """The calls that the steps record, in order."""
        return tuple(step.call for step in self.steps)

    @property
    def max_at_root(self) -> bool:
        """True if MAX is to move at the root of the tree."""
        return self.tree.is_max(self.tree.root)

    @property
    def only_misses_leaves(self) -> bool:
        """True if the search evaluates only some of alpha-beta's leaves, in the same order, and no other leaves.

        False if the tree was not shrunk, because a search of a large tree can miss leaves for other reasons.
        """
        return {leaf.status for leaf in self.leaves} == {LeafStatus.LAWFUL, LeafStatus.MISSED} and not self.unshrunk

    @property
    def read(self) -> int | None:
        """The number of leaf evaluations, including repetitions. Returns None if evaluations cannot be observed."""
        return sum(leaf.status.evaluated for leaf in self.leaves) if self.leaves else None
