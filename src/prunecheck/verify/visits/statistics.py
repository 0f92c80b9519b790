"""What a search reads, measured over many trees beside alpha-beta, plain minimax and the least possible."""

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from prunecheck.contracts.case import Case, case_of
from prunecheck.contracts.evidence import answered, run
from prunecheck.contracts.visits import VISITS
from prunecheck.oracle.limit import fewest_leaves
from prunecheck.oracle.minimax import values as minimax_values
from prunecheck.strategies.encoding import WITHIN_BOUNDS, Scale, decode
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import (
    STATISTICS_SECONDS,
    STATISTICS_TREES,
    TREES_TWICE,
    TREES_WITH_SHARED_POSITIONS,
    TREES_WITH_STATIC_VALUES,
)
from prunecheck.verify.visits.known_patterns import WAYS, taken
from prunecheck.verify.visits.shared_positions import TableSavings, met_again

BYTES: Final = (24, 96)
Within: TypeAlias = Callable[[ExplicitTree[Number]], ExplicitTree[Number]]


class VisitCounts(Struct, frozen=True):
    """Leaves over all trees, in the full window; and on how many trees some were read again, missed, or out of order.

    `needless` counts the trees on which leaves were read that alpha-beta leaves out; `entered` are the leaves of which
    it was asked whether they are leaves, again and again if so. `closed` counts the trees that were also searched in a
    window that calls for fewer leaves, and `deaf` those of them on which the same leaves were read. `ordered` are the
    leaves read on `hinted` other trees whose interior positions have their true values for static ones, `disordered`
    where these are the true ones negated. `met` is what it makes of positions that it meets again, if it asks for keys.
    `restless` counts those of the first trees on which the same call read other leaves: the clock or chance has a say.
    `why` is the reason, in words, of a known way of reading, where each tree was read in that way; else empty.
    """

    trees: int = 0
    read: int = 0
    alpha_beta: int = 0
    fewest: int = 0
    leaves: int = 0
    again: int = 0
    missed: int = 0
    out_of_order: int = 0
    needless: int = 0
    entered: int = 0
    closed: int = 0
    deaf: int = 0
    hinted: int = 0
    ordered: int = 0
    disordered: int = 0
    restless: int = 0
    met: TableSavings | None = None
    why: str = ""

    @property
    def one_pass(self) -> bool:
        """True where each tree was read from left to right, no leaf twice, none left out that alpha-beta reads."""
        return not (self.again or self.missed or self.out_of_order)

    def and_one(self, counts: dict[str, int], **more: int) -> "VisitCounts":
        """With what is counted of one tree more."""
        return replace(self, **{name: getattr(self, name) + count for name, count in {**counts, **more}.items()})


def measured(
    search: AnySearch,
    *,
    seed: int = 0,
    trees: int = STATISTICS_TREES,
    seconds: float = STATISTICS_SECONDS,
    turns: bool = False,
    to_depth: bool = False,
    keys_given: bool = False,
    small: bool = False,
    in_windows: bool = False,
    within: Within = lambda tree: tree,
    on_tree: Callable[[int, int], None] = lambda done, total: None,
) -> VisitCounts:
    """The reading of `search` on random trees, as many as `seconds` allow; without shared nodes, but for `met`.

    With `turns`, the same player may move again in them. A search `to_depth` is given one, which ends no line.
    With `keys_given`, it is told keys without asking; with `small`, values are from -3 to 3. One that can search
    `in_windows` is also given one in which a cut-off is due at the root.
    A tree is brought `within` what it takes. Those on which it fails do not count. `on_tree` gets the number of trees
    searched before each, and the number of all.
    """
    random = Random(seed)  # noqa: S311  # no secret is made of it
    total = VisitCounts()
    ways = [way for way in WAYS if not (in_windows and way.windowless)]
    scales: tuple[Scale, ...] = () if small else WITHIN_BOUNDS
    end = perf_counter() + seconds
    for nth in range(trees):
        if perf_counter() > end:
            break
        on_tree(nth, trees)
        marks = random.randbytes(random.randint(*BYTES))
        tree = within(unfolded(decode(marks, shared=False, static_values=False, scales=scales, turns=turns)))
        case = case_of(tree, None, [FULL, _closed(tree)])
        log = recorded(case.tree, most_questions=case.most_questions)
        done = answered(search, log, FULL)
        if done.found is None:
            continue
        ways = taken(ways, case, done.leaves)
        entered = sum(map(case.tree.is_terminal, log.asked("is_terminal")))
        can_cut = in_windows and len(case.lawful(VISITS, 1)) < len(case.lawful(VISITS, 0))
        deaf = can_cut and run(search, case.tree, case.windows[1]).leaves == done.leaves
        once_more = total.trees < TREES_TWICE
        restless = once_more and run(search, case.tree, FULL, most_questions=case.most_questions).leaves != done.leaves
        total = total.and_one(_of_one(case, done.leaves), entered=entered, closed=can_cut, deaf=deaf, restless=restless)
    hinted, ordered, disordered = _by_static_values(
        search, random, min(TREES_WITH_STATIC_VALUES, trees), seconds / 2, scales, within
    )
    met = met_again(
        search,
        seed=seed,
        trees=min(TREES_WITH_SHARED_POSITIONS, trees),
        seconds=seconds / 2,
        turns=turns,
        to_depth=to_depth,
        keys_given=keys_given,
        scales=scales,
        within=within,
    )
    why = ways[0].why if ways else ""
    return replace(total, why=why, hinted=hinted, ordered=ordered, disordered=disordered, met=met)


def _of_one(case: Case[Any], leaves: list[Any]) -> dict[str, int]:
    """What is counted of the leaves read of one tree in the full window, by the names of `VisitCounts`."""
    lawful, seen = case.lawful(VISITS, 0), set(leaves)
    return {
        "trees": 1,
        "read": len(leaves),
        "alpha_beta": len(lawful),
        "fewest": fewest_leaves(case.tree, FULL),
        "leaves": len(case.leaves),
        "again": len(seen) < len(leaves),
        "missed": not seen.issuperset(lawful),
        "out_of_order": leaves != sorted(leaves),
        "needless": not seen.issubset(lawful),
    }


def _closed(tree: ExplicitTree[Number]) -> Window[Number]:
    """The window that the first leaf closes, for the player at the root: every value is beyond it."""
    leaves = tree.leaf_values
    return Window(-INF, min(leaves)) if tree.is_max(tree.root) else Window(max(leaves), INF)


def _by_static_values(
    search: AnySearch, random: Random, trees: int, seconds: float, scales: tuple[Scale, ...], within: Within
) -> tuple[int, int, int]:
    """The trees on which static values are true once, and false once; and the leaves that are read of each kind."""
    told = read_if_true = read_if_false = 0
    end = perf_counter() + seconds
    for _ in range(trees):
        if perf_counter() > end:
            break
        plain = within(unfolded(decode(random.randbytes(BYTES[1]), shared=False, static_values=False, scales=scales)))
        true, false = (_with_static_values(plain, sign) for sign in (1, -1))
        if within(true) != true or within(false) != false:  # the search does not take such values
            continue
        told += 1
        first, then = (_read(search, each) for each in ((true, false) if told % 2 else (false, true)))
        read_if_true += first if told % 2 else then  # a search may remember the first, and read less of the second
        read_if_false += then if told % 2 else first
    return told, read_if_true, read_if_false


def _with_static_values(plain: ExplicitTree[Number], sign: int) -> ExplicitTree[Number]:
    """The tree where the static values of interior nodes are the true ones times `sign`."""
    worth = minimax_values(plain, plain.root)
    return plain.replaced(values=[worth[node] * (sign if plain.children(node) else 1) for node in range(len(plain))])


def _read(search: AnySearch, tree: ExplicitTree[Number]) -> int:
    """The leaves read in the full window."""
    case = case_of(tree, None, [FULL])
    return len(answered(search, recorded(tree, most_questions=case.most_questions), FULL).leaves)
