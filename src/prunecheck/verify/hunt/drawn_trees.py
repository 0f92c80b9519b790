"""Draw random trees with Hypothesis, run every search on each tree, and shrink the trees on which a search fails."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from math import floor
from typing import Any

from msgspec import structs

from prunecheck.contracts.case import Case, case_of
from prunecheck.errors import PreconditionError
from prunecheck.strategies import trees
from prunecheck.subjects.sandbox.time_limits import clock, past
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.window import FULL
from prunecheck.verify.budgets import DEEPEST, LENIENCE_TRIES, SHRINKING_CALLS_A_SECOND
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.explain.witness import witness
from prunecheck.verify.hunt.drawing import draw_each
from prunecheck.verify.hunt.tree_judge import Lenience, TreeJudge
from prunecheck.verify.judge import Charge
from prunecheck.verify.plan import Drawn
from prunecheck.verify.shrink.shrinker import OutOfTimeError, Shrinker
from prunecheck.verify.shrink.tree_passes import TREE_PASSES, shrink_tree, take_a_small_tree, tree_size


def hunt(
    judges: Sequence[TreeJudge],
    *,
    examples: int = 0,
    seed_number: int = 0,
    on_tree: Callable[[int], None] = lambda judged: None,
    drawn_from: Drawn | None = None,
    first: Iterable[ExplicitTree[Number]] = (),
    last: Iterable[ExplicitTree[Number]] = (),
) -> None:
    """Judge the results of searches on the trees `first`, on `examples` random trees, and on the large trees `last`.

    The strategy `drawn_from`, by default `trees()`, draws the trees. Slow searches are not run on large trees. A search
    is no longer called when its time has run out, or when it has violated all contracts by which it is judged (its
    charges). `on_tree` is called with the number of trees so far. After Ctrl-C, KeyboardInterrupt is raised; `judges`
    then contain the results so far.
    """
    judged = 0

    def judge_next(tree: ExplicitTree[Number], *, large: bool = False) -> None:
        nonlocal judged
        if not any(judge.open and judge.in_time for judge in judges):
            for judge in judges:
                judge.out_of_time = judge.open
            raise OutOfTimeError
        judged += 1
        case = case_of_drawn(tree)
        for judge in judges:
            if judge.open and judge.is_low(case) and (not large or judge.has_time_for(case)):
                judge.judge(case, tree)
        on_tree(judged)

    with suppress(OutOfTimeError):  # drawing a tree takes time as well
        for tree in first:
            judge_next(tree)
        if examples:
            draw_each(
                trees() if drawn_from is None else drawn_from, judge_next, examples=examples, seed_number=seed_number
            )
        for tree in last:
            judge_next(tree, large=True)


def case_of_drawn(tree: ExplicitTree[Number]) -> Case[Any]:
    """Make the test data for a random tree. If all nodes have static values, the tree is searched with a depth limit.

    The depth limit, from 1 to 4, is computed from the root's static value. While the tree is shrunk, its depth limit
    therefore only changes if the root's static value changes. If nodes of the tree have several parents, they are
    copied for each path.
    """
    if not tree.has_static_values:
        return case_of(unfolded(tree))
    static = tree.evaluate(tree.root)
    far = max(static, -static)
    return case_of(unfolded(tree, static_values=True), DEEPEST if far == INF else 1 + floor(far) % DEEPEST)


def first_violation(search: AnySearch, charge: Charge, tree: ExplicitTree[Number]) -> Witness | None:
    """Run `search` on `tree`. Return a counterexample if the search violates the contract of `charge`, else None."""
    first = next(TreeJudge(search, (charge,)).violations(case_of_drawn(tree)), None)
    return None if first is None else witness(*first)


def smallest_witness(
    search: AnySearch, charge: Charge, first: tuple[ExplicitTree[Number], Witness], *, seconds: float = INF
) -> Witness:
    """Shrink `first`, a counterexample to the contract of `charge`, until no shrinking pass makes it smaller.

    Shrinking ends after a fixed number of calls, so that the result does not depend on the speed of the machine. Most
    searches make the permitted number of calls in far less than `seconds`. If time runs out first, the counterexample
    is marked `unshrunk`. If a search returns different results for equal calls, the last counterexample found is
    returned.
    """
    tree, last = first
    calls = 0
    end = clock() + seconds

    def called(*question: Any) -> Any:
        nonlocal calls
        calls += 1
        return search(*question)

    def failing(candidate: ExplicitTree[Number]) -> ExplicitTree[Number] | None:
        nonlocal last
        if calls > seconds * SHRINKING_CALLS_A_SECOND or past(end):
            raise OutOfTimeError
        try:
            found = first_violation(called, charge, candidate)
        except PreconditionError:  # the search does not accept such a tree
            return None
        last = found or last
        return None if found is None else candidate

    try:
        Shrinker(tree, failing, tree_size).shrink((take_a_small_tree, *TREE_PASSES))
    except OutOfTimeError:
        return structs.replace(last, unshrunk=past(end))
    return last


def smallest_lenience(search: AnySearch, charge: Charge, first: Lenience, *, seconds: float = INF) -> Lenience:
    """Shrink `first`, a tree with a result that is right only if values from deeper table entries are allowed."""
    last, end = first.witness, clock() + seconds
    if last.window == FULL:  # other windows need not be tried
        charge = replace(charge, full_window=True)

    def lenient(tree: ExplicitTree[Number]) -> bool:
        nonlocal last
        found = None if past(end) else lenience(search, charge, tree)
        last = found or last
        return found is not None

    tree = shrink_tree(first.tree, lenient, most_tries=LENIENCE_TRIES)
    return Lenience(tree, last, first.trees)


def lenience(search: AnySearch, charge: Charge, tree: ExplicitTree[Number]) -> Witness | None:
    """Find a call on `tree` whose result is only right if values from deeper table entries are allowed.

    Returns None if no call on `tree` has a result that is only right with values from deeper table entries.
    """
    judge = TreeJudge(search, (charge,))
    judge.judge(case_of_drawn(tree), tree)
    return next((rule.witness for rule in judge.lenient.values()), None)
