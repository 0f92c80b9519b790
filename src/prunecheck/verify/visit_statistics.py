"""Count the leaves that a search, alpha-beta and plain minimax evaluate over many trees, and the minimum number."""

import dataclasses
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prunecheck.contracts.case import Case, case_of
from prunecheck.contracts.evidence import answered, run
from prunecheck.contracts.visits import VISITS
from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.oracle.minimax import values as minimax_values
from prunecheck.subjects.sandbox.time_limits import clock, past
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import (
    NEVER_USED,
    STATISTICS_SECONDS,
    STATISTICS_TREES,
    TREES_TWICE,
    TREES_WITH_SHARED_POSITIONS,
    TREES_WITH_STATIC_VALUES,
)
from prunecheck.verify.table_savings import (
    BYTES,
    USUAL_TREES,
    Plain,
    TableSavings,
    TreeSource,
    count_savings,
    run_fully,
)
from prunecheck.verify.visit_patterns import WAYS


class VisitCounts(Struct, frozen=True):
    """How many leaves a search evaluates over many trees in the window (-inf, inf), compared with alpha-beta.

    - `trees`: how many trees were searched.
    - `read`: how many leaves were evaluated, repetitions included.
    - `distinct`: how many leaves were evaluated, each counted once.
    - `families`: how many different parents the evaluated leaves have.
    - `strays`: how many of the evaluated leaves have a parent that alpha-beta does not visit.
    - `passed_over`: how many leaves were not evaluated, although a sibling was evaluated that alpha-beta cuts off.
    - `alpha_beta`: how many leaves alpha-beta evaluates.
    - `alpha_beta_families`: how many parents the leaves of alpha-beta have.
    - `fewest`: the minimum number of leaves for a search without memory.
    - `leaves`: how many leaves all trees have.
    - `again`: on how many trees a leaf was evaluated more than once.
    - `missed`: on how many trees a leaf was not evaluated, although alpha-beta evaluates it.
    - `out_of_order`: on how many trees leaves were not evaluated from left to right.
    - `unnecessary`: on how many trees a leaf was evaluated although alpha-beta cuts it off.
    - `entered`: how often the search called `is_terminal` for a leaf.
    - `window_trees`: how many trees were also searched in a window in which alpha-beta evaluates fewer leaves.
    - `window_ignored`: on how many of the `window_trees` the search evaluated the same leaves in both windows.
    - `static_trees`: how many trees have static values at interior nodes; few if the search does not use such values.
    - `ordered`: how many distinct leaves of the `static_trees` were evaluated if static values are the minimax values.
    - `disordered`: how many were evaluated if static values are the negated minimax values.
    - `nondeterministic`: on how many of the first 20 trees a repeated call evaluated other leaves, because the search
      depends on the clock or on chance.
    - `table_savings`: what the transposition table saves, if the search uses keys.
    - `why`: the reason for the extra leaves, if it is known and applies to all trees; else empty.
    - `at_driver`: for a search on its own game, the same counts for the function that first calls the search, if any.
    """

    trees: int = 0
    read: int = 0
    distinct: int = 0
    families: int = 0
    strays: int = 0
    passed_over: int = 0
    alpha_beta: int = 0
    alpha_beta_families: int = 0
    fewest: int = 0
    leaves: int = 0
    again: int = 0
    missed: int = 0
    out_of_order: int = 0
    unnecessary: int = 0
    entered: int = 0
    window_trees: int = 0
    window_ignored: int = 0
    static_trees: int = 0
    ordered: int = 0
    disordered: int = 0
    nondeterministic: int = 0
    table_savings: TableSavings | None = None
    why: str = ""
    at_driver: "VisitCounts | None" = None

    @property
    def ignores_window(self) -> bool:
        """True if the search never evaluated fewer leaves in a narrow window, although alpha-beta did."""
        return 0 < self.window_trees == self.window_ignored


def count_visits(
    search: AnySearch,
    *,
    seed: int = 0,
    trees: int = STATISTICS_TREES,
    seconds: float = STATISTICS_SECONDS,
    source: TreeSource = USUAL_TREES,
    to_depth: bool = False,
    keys_given: bool = False,
    in_windows: bool = False,
    draw: Callable[[Random], Plain] | None = None,
    on_tree: Callable[[int, int], None] = lambda done, total: None,
) -> VisitCounts:
    """Count the leaves that `search` evaluates on up to `trees` random trees, for up to `seconds`.

    The trees come from `source`. Nodes have several parents only in the trees for `table_savings`. If `to_depth` is
    True, the search takes a depth limit, and is called with a limit that is never reached. If `keys_given` is True, the
    search gets position keys without calling the tree's method `key`. If `in_windows` is True, the search is also
    called in a window in which alpha-beta cuts off at the root. If there is a function `draw`, it makes the random
    trees in place of `source`, and counts that need other kinds of trees are left out. Trees on which the search fails
    are left out. `on_tree` is called before each tree, with the number of trees searched and the total.
    """
    random = Random(seed)  # noqa: S311  # not for security
    counts: Counter[str] = Counter()
    ways = [way for way in WAYS if not (in_windows and way.windowless)]
    end = clock() + seconds
    for nth in range(trees):
        if past(end):
            break
        on_tree(nth, trees)
        if draw is None:
            marks = random.randbytes(random.randint(*BYTES))
            tree = source.tree(marks, shared=False)
        else:
            tree = unfolded(draw(random))
        case = case_of(tree, None, [FULL, _closed(tree)])
        log = recorded(case.tree, most_questions=case.most_questions)
        done = answered(search, log, FULL)
        if done.found is None:
            continue
        ways = [way for way in ways if way.reads(case) == done.leaves]
        more = _of_one(case, tree, done.leaves)
        more["entered"] = sum(map(case.tree.is_terminal, log.asked("is_terminal")))
        if in_windows and len(case.lawful(VISITS, 1)) < len(case.lawful(VISITS, 0)):
            more["window_trees"] = 1
            more["window_ignored"] = run(search, case.tree, case.windows[1]).leaves == done.leaves
        if counts["trees"] < TREES_TWICE:
            again = run(search, case.tree, FULL, most_questions=case.most_questions)
            more["nondeterministic"] = again.leaves != done.leaves
        for name, count in more.items():
            counts[name] += count
    why = ways[0].why if ways else ""
    if draw is not None:
        return replace(VisitCounts(), **counts, why=why)
    static_trees, ordered, disordered = _by_static_values(
        search, random, min(TREES_WITH_STATIC_VALUES, trees), seconds / 2, source
    )
    savings = count_savings(
        search,
        seed=seed,
        trees=min(TREES_WITH_SHARED_POSITIONS, trees),
        seconds=seconds / 2,
        source=source,
        to_depth=to_depth,
        keys_given=keys_given,
    )
    return replace(
        VisitCounts(),
        **counts,
        why=why,
        static_trees=static_trees,
        ordered=ordered,
        disordered=disordered,
        table_savings=savings,
    )


def _of_one(case: Case[Any], tree: Plain, leaves: list[Any]) -> dict[str, int]:
    """Count as in `VisitCounts`, for a single tree on which the search evaluated `leaves` in the window (-inf, inf)."""
    lawful, seen = case.lawful(VISITS, 0), set(leaves)
    parent = {child: node for node in range(len(tree)) for child in tree.children(node)}
    families = {parent.get(leaf) for leaf in lawful}
    with_extra = {parent.get(leaf) for leaf in seen.difference(lawful)}
    visited = {tree.root, *lawful}
    while more := {parent[node] for node in visited if node != tree.root} - visited:
        visited |= more
    return {
        "trees": 1,
        "read": len(leaves),
        "distinct": len(seen),
        "families": len({parent.get(leaf) for leaf in seen}),
        "alpha_beta": len(lawful),
        "alpha_beta_families": len(families),
        "strays": sum(parent.get(leaf, leaf) not in visited for leaf in seen),
        "passed_over": sum(parent.get(leaf.node) in with_extra for leaf in case.leaves if leaf.node not in seen),
        "fewest": fewest_leaves(tree, FULL),
        "leaves": len(case.leaves),
        "again": len(seen) < len(leaves),
        "missed": not seen.issuperset(lawful),
        "out_of_order": leaves != sorted(leaves),
        "unnecessary": not seen.issubset(lawful),
    }


def _closed(tree: Plain) -> Window[Number]:
    """Choose a window below or above all leaf values, such that the root's first child causes a cutoff."""
    leaves = tree.leaf_values
    return Window(-INF, min(leaves)) if tree.is_max(tree.root) else Window(max(leaves), INF)


def _by_static_values(
    search: AnySearch, random: Random, trees: int, seconds: float, source: TreeSource
) -> tuple[int, int, int]:
    """Count the distinct leaves evaluated with minimax values as static values, and with negated minimax values.

    The number of trees is returned as well. Repeated evaluations are not counted, since iterative deepening repeats
    more leaves than a good move order saves. If the two counts do not differ on the first trees, the search does not
    use static values, and counting ends early.
    """
    alternating = dataclasses.replace(source, turns=False)
    told = read_if_true = read_if_false = 0
    differ = False
    end = clock() + seconds
    for _ in range(trees):
        if past(end) or (told == NEVER_USED and not differ):
            break
        plain = alternating.tree(random.randbytes(BYTES[1]), shared=False)
        worth = minimax_values(plain, plain.root)
        negated = {node: -value for node, value in worth.items()}
        true, false = (plain.with_static_values(values.__getitem__) for values in (worth, negated))
        if source.within(true) != true or source.within(false) != false:  # the search does not accept such values
            continue
        told += 1
        first, then = (run_fully(search, tree).leaves for tree in ((true, false) if told % 2 else (false, true)))
        # the two kinds take turns at coming first, since a search may store values from the first tree and save leaves
        # in the second
        differ |= first != then
        read_if_true += len({*(first if told % 2 else then)})
        read_if_false += len({*(then if told % 2 else first)})
    return told, read_if_true, read_if_false
