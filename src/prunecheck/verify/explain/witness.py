"""Record a call as a witness, a counterexample with the explicit tree and the status of each leaf."""

from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from msgspec.structs import replace

from prunecheck.contracts.case import Case
from prunecheck.contracts.contract import Contract, Objection
from prunecheck.contracts.evidence import Evidence
from prunecheck.contracts.value import VALUE_CONTRACTS
from prunecheck.contracts.visits import LAWS, STRICT_VISITS, VISITS, VisitContract
from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.oracle.law import PathBounds
from prunecheck.oracle.minimax import value
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.window import Window
from prunecheck.verify.counterexamples import LeafStatus, LeafVerdict, Witness
from prunecheck.verify.records import ClaimVerdict, VariantVerdict

Position: TypeAlias = tuple[Hashable, bool]  # (key, True if MAX is to move)


def witness(contract: Contract, evidence: Evidence[N], objection: Objection | None = None) -> Witness:
    """Make the witness (a counterexample as a record) for a call that is judged by `contract`.

    If the call violates the contract, `objection` says how. If the contract says which leaves to evaluate, the
    evaluated leaves are judged by the contract. If the contract does not say which leaves to evaluate, the evaluated
    leaves are compared with the leaves that alpha-beta evaluates. If the search skips parts of the tree on purpose, the
    witness shows the whole tree, and lists no leaves.
    """
    case, done, window = evidence.case, evidence.run, evidence.window
    explained = evidence.span if contract in VALUE_CONTRACTS else ()
    return Witness(
        tree=case.whole,
        depth=case.depth,
        window=window,
        truth=case.truth,
        found=done.found,
        failure=done.failure,
        leaves=() if case.is_reduced else tuple(_leaves(evidence, LAWS.get(contract.name, VISITS))),
        fewest=fewest_leaves(case.tree, window),
        kind="" if objection is None else objection.kind,
        details="" if objection is None else objection.details,
        explained=explained if len(set(explained)) > 1 else (),
    )


def unwatched(verdict: VariantVerdict) -> VariantVerdict:
    """Remove the leaves from a verdict's counterexamples, for a search whose evaluations cannot be observed."""

    def bare(claim: ClaimVerdict) -> ClaimVerdict:
        failure = claim.strict_failure
        if failure is not None:
            failure = replace(failure, witness=replace(failure.witness, leaves=()))
        seen = None if claim.witness is None else replace(claim.witness, leaves=())
        return replace(claim, witness=seen, strict_failure=failure)

    return replace(verdict, claims=tuple(map(bare, verdict.claims)))


def _leaves(evidence: Evidence[N], law: VisitContract) -> list[LeafVerdict]:
    """List the evaluated leaves in order of evaluation, then the missed and the saved leaves from left to right."""
    case, window = evidence.case, evidence.window
    bounds: dict[Hashable, PathBounds[N, Number]] = {leaf.node: leaf for leaf in case.leaves}
    place = {leaf.node: number for number, leaf in enumerate(case.leaves)}
    lawful = set(case.lawful(law, evidence.nth))

    @cache  # a search that does not end evaluates a few leaves thousands of times
    def verdict(leaf: PathBounds[N, Number], status: LeafStatus) -> LeafVerdict:
        return LeafVerdict(leaf.path, leaf.value, status, leaf.explain(window, strict=law is STRICT_VISITS))

    seen: set[N] = set()
    furthest = -1
    verdicts: list[LeafVerdict] = []
    for node in evidence.run.leaves:
        if node not in bounds:
            verdicts.append(_beyond(case, node))
            continue
        if node in seen:
            status = LeafStatus.REPEATED
        elif node not in lawful:
            status = LeafStatus.UNNECESSARY
        elif place[node] < furthest:
            status = LeafStatus.OUT_OF_ORDER
        else:
            status = LeafStatus.LAWFUL
        seen.add(node)
        furthest = max(furthest, place[node])
        verdicts.append(verdict(bounds[node], status))
    missed = [leaf for leaf in case.leaves if leaf.node in lawful and leaf.node not in seen]
    saved = bool(missed) and law is VISITS and _prove_the_value([bounds[node] for node in seen], case, window)
    return verdicts + [verdict(leaf, LeafStatus.SAVED if saved else LeafStatus.MISSED) for leaf in missed]


class _Evaluated(Inner[N, Number]):
    """A view of a tree: evaluated positions have their value, and all other leaves have the value `unknown`."""

    def __init__(self, tree: Tree[N, Number], known: Mapping[Position, Number], unknown: Number) -> None:
        super().__init__(tree)
        self._known = known
        self._unknown = unknown

    def evaluate(self, node: N, /) -> Number:
        """Return the value of the position if the search has evaluated it, otherwise `unknown`."""
        return self._known.get((self.key(node), self.is_max(node)), self._unknown)


def _prove_the_value(leaves: Iterable[PathBounds[N, Number]], case: Case[N], window: Window[Number]) -> bool:
    """True if the values of these leaves prove the root's value, or that the root's value lies outside the window.

    If a position occurs several times, one evaluation of it is enough, since a table can store the value.
    """
    tree = case.tree
    known = {(tree.key(leaf.node), tree.is_max(leaf.node)): leaf.value for leaf in leaves}
    lower, upper = (value(_Evaluated(tree, known, unknown), tree.root) for unknown in (-INF, INF))
    return lower == upper or lower >= window.beta or upper <= window.alpha


def _beyond(case: Case[Any], node: Any) -> LeafVerdict:
    """Make the record of a node that the search evaluated below the depth limit, with the path from the root."""
    tree = case.whole
    parents = {child: (above, nth) for above in range(len(tree)) for nth, child in enumerate(tree.children(above))}
    at, _ = node
    path: list[int] = []
    while at:
        at, nth = parents[at]
        path.append(nth)
    return LeafVerdict(tuple(reversed(path)), tree.evaluate(node[0]), LeafStatus.BEYOND, f"below depth {case.depth}")
