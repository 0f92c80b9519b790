"""Find the likely cause of a failure: change the counterexample in one way at a time, and run the search on it again.

For example, if the failure disappears when all ties are broken, the search probably handles ties wrongly. If the
failure disappears when no value is below zero, the search probably initialises its best value to zero. The module
`likely_causes` describes each cause.
"""

from collections.abc import Callable, Collection
from functools import partial
from itertools import combinations
from typing import Final

from prunecheck.contracts.case import case_of
from prunecheck.contracts.evidence import Evidence, run
from prunecheck.contracts.order import contract
from prunecheck.contracts.value import EXACT
from prunecheck.failures import (
    Crash,
    Hang,
    IllegalMove,
    NotAMove,
    NothingToTakeBack,
    NotRestored,
    NotTakenBack,
    OutOfRange,
    Raised,
)
from prunecheck.oracle.minimax import values as minimax_values
from prunecheck.subjects.external.program_subject import LEAVES, PARTS, REPLY, WINDOW, ProgramSubject
from prunecheck.subjects.external.samples import sample_trees
from prunecheck.subjects.sandbox.time_limits import clock, past
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import (
    CHANCE_TRIES,
    DIAGNOSED_NODES,
    DIAGNOSIS_SECONDS,
    REPEATED_SECONDS,
    REPEATED_TRIES,
)
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.explain.witness_changes import (
    CHANGES,
    CHANGES_OF_OWN_GAME,
    LIFT,
    OTHER_KEYS,
    Change,
    Changed,
    Plain,
    children_reversed,
    lifted_tree,
    with_other_keys,
    with_tiny_values,
)

NAMED: Final[dict[type, str]] = {
    NotTakenBack: "unmake",
    NotRestored: "unmake",
    NothingToTakeBack: "unmake",
    IllegalMove: "illegal-move",
}
SIDES: Final = {"negative-values": True, "positive-values": False}  # cause -> True if it is MAX that starts from 0
VIEWPOINTS: Final = {  # cause -> what an external program takes or returns from the other point of view
    "viewpoint": PARTS,
    "reply-viewpoint": (REPLY,),
    "value-viewpoint": (LEAVES,),
    "window-viewpoint": (WINDOW,),
}
SMALL_TREES: Final = ([0, 1], [[1, 0], [-1, 1]])  # the wrong signs change their values
OF_DEPTHS: Final = frozenset({"entry-depth", "depth", "other-depth"})
CAUSES_OF_ERRORS: Final = frozenset({"turns", "depth", "side", "table", "keys", "one-player", "single-child"})


def likely_cause(
    search: AnySearch,
    broken: str,
    witness: Witness,
    *,
    from_scratch: Callable[[], AnySearch | None] = lambda: None,
    viewpoint: Callable[[], str] = str,
    takes_depth: bool = True,
    own_game: bool = False,
    without_table: AnySearch | None = None,
) -> str:
    """Name the likely cause of a failure, by changing the counterexample until the search is right.

    Each change makes one kind of bug harmless, so the first change after which the search is right shows the likely
    cause.

    `broken` is the contract that `search` violates on the counterexample (`witness`). If `search` may store something
    between calls, `from_scratch` returns a new instance of the search. If `viewpoint()` returns the name of a cause
    because a point of view is wrong, this cause comes before all changes. If `takes_depth` is False, no other depths
    are tried. If the search only plays its `own_game`, values are changed but the tree's shape is not, since a tree
    with another shape would be a different position. If a search that only plays its own game has transposition tables,
    `without_table` is the same search with tables that are always empty.

    Returns an empty text if no cause is found in a few seconds, or if the error already says what is wrong. Raises:
    only KeyboardInterrupt.
    """
    end, fresh, failure = clock() + DIAGNOSIS_SECONDS, from_scratch(), witness.failure
    again, hung = fresh or search, isinstance(failure, Hang)
    if witness.unshrunk and hung:  # known trees get less time than changed trees, so a timeout proves nothing
        return ""
    if type(failure) in NAMED:
        return NAMED[type(failure)]
    call = witness.tree, witness.window, witness.depth
    has_causes = contract(broken).has_causes
    if has_causes and without_table is not None and _surely(lambda: not _fails(without_table, broken, call)):
        return "table"
    if len(witness.tree) > DIAGNOSED_NODES:
        return ""  # changed trees may be larger than that
    if _surely(lambda: not _fails(again, broken, call)):  # the call does not fail again, or only after other calls
        if fresh is None:
            return ""
        if _surely(lambda: _by_chance(from_scratch, broken, call, end)):
            return "chance"
        return "keys" if _surely(lambda: _by_keys(from_scratch, broken, witness, end)) else "memory"
    if fresh is not None and not hung and _surely(lambda: _right_another_time(from_scratch, broken, call)):
        return "chance"
    if isinstance(failure, NotAMove | OutOfRange):  # the error already says what is wrong
        return ""
    if failure is None and (wrong := viewpoint()):
        return wrong
    if not has_causes:
        return ""
    if _surely(lambda: _sign_turned(again, witness)):
        return "sign"
    if failure is None and not own_game and _surely(lambda: _leaves_turned(again, broken, witness)):
        return "value-viewpoint"
    misses = failure is None and not own_game and witness.only_misses_leaves
    for name, change in CHANGES_OF_OWN_GAME if own_game else CHANGES:
        if not _may_cause(name, witness, takes_depth=takes_depth):
            continue
        if past(end):
            return ""
        if name == "order" and misses:
            break
        if _surely(partial(_takes_away, change, again, broken, witness)):
            aspires = name == "other-depth" and _surely(partial(_takes_away, with_tiny_values, again, broken, witness))
            return "large-values" if aspires else name  # the first guess of the search is a static value
    return "missed-leaf" if misses else ""


def wrong_viewpoint(program: ProgramSubject, broken: str, witness: Witness) -> str:
    """Name the cause if an external program fails because values are from the wrong player's point of view.

    To find out, the points of view of the leaf values, the window and the reply are exchanged, first all together, then
    one at a time. A cause is named if the program is then right in the failing call, and in each window on small trees
    in which either player moves first, in both orders of the children. Returns an empty text for any other cause.
    """
    calls: list[Changed] = [(witness.tree, witness.window, witness.depth)]
    domain = program.program.domain
    ends = {-INF, INF}.union(sample_trees(domain)[0].leaf_values if program.traits.takes_window else ())
    for alpha, beta in combinations(sorted(ends), 2):  # new trees each time, so that a program with a memory is cleared
        for tree in sample_trees(domain):
            calls += ((order, Window(alpha, beta), None) for order in (tree, children_reversed(tree)))

    def is_right(parts: Collection[str]) -> bool:
        search = program.with_exchanged(parts)
        return not any(_fails(search, name, call) for call in calls for name in {broken, EXACT.name})

    try:
        return next((name for name, parts in VIEWPOINTS.items() if _surely(partial(is_right, parts))), "")
    finally:
        program.reload()  # the program may have stored values from another point of view


def _may_cause(name: str, witness: Witness, *, takes_depth: bool) -> bool:
    """False if the failure itself rules out the cause with this name."""
    failure = witness.failure
    if name == "one-player" and isinstance(failure, Raised | Crash | Hang):
        return False  # the search took another path through the code, which does not reach the line that fails
    if (failure and name not in CAUSES_OF_ERRORS) or (name in OF_DEPTHS and not takes_depth):
        return False
    return name not in SIDES or _surely(partial(_is_beyond_zero, witness.tree, largest=SIDES[name]))


def _is_beyond_zero(tree: Plain, *, largest: bool) -> bool:
    """True if the tree can show the bug that a best value starts at 0 instead of infinity.

    If `largest` is True, the bug is in the best value of MAX nodes, otherwise in the best value of MIN nodes.
    """
    worth = minimax_values(tree, tree.root).items()
    inner = (value for node, value in worth if tree.children(node) and tree.is_max(node) == largest)
    return any(value <= 0 if largest else value >= 0 for value in inner)


def _right_another_time(from_scratch: Callable[[], AnySearch | None], broken: str, call: Changed) -> bool:
    """True if at least one of several new instances of the search returns the right result in the same call."""
    end = clock() + REPEATED_SECONDS
    for _ in range(REPEATED_TRIES):
        search = from_scratch()
        if search is not None and not _fails(search, broken, call):
            return True
        if past(end):
            break
    return False


def _by_chance(from_scratch: Callable[[], AnySearch | None], broken: str, call: Changed, end: float) -> bool:
    """True if the failure depends on chance: two new instances repeat the call, and fail in different repetitions."""
    first = _failures(from_scratch(), broken, call, (clock() + end) / 2)
    return any(one != other for one, other in zip(first, _failures(from_scratch(), broken, call, end), strict=False))


def _by_keys(from_scratch: Callable[[], AnySearch | None], broken: str, witness: Witness, end: float) -> bool:
    """True if the call also fails on a new instance of the search when all positions have other keys."""
    for factor, summand in OTHER_KEYS:
        if past(end):
            break
        search, tree = from_scratch(), with_other_keys(witness.tree, factor, summand)
        if search is not None and _fails(search, broken, (tree, witness.window, witness.depth)):
            return True
    return False


def _failures(search: AnySearch | None, broken: str, call: Changed, end: float) -> list[bool]:
    """Repeat a call several times. Returns a list that says for each repetition whether the search failed."""
    found: list[bool] = []
    while search is not None and len(found) < CHANCE_TRIES and not past(end):
        found.append(_fails(search, broken, call))
    return found


def _surely(question: Callable[[], bool]) -> bool:
    """Return the result of `question()`, a function that tests whether a failure has a certain cause.

    Returns False if `question` raises an error, for example because a tree is too large: the cause then is not known.
    """
    try:
        return question()
    except Exception:
        return False


def _takes_away(change: Change, search: AnySearch, broken: str, witness: Witness) -> bool:
    changed = change(witness)
    return bool(changed) and not any(_fails(search, broken, example) for example in changed)


def _fails(search: AnySearch, broken: str, changed: Changed, shown: Plain | None = None) -> bool:
    """True if the search violates the contract in a call. The search sees the tree `shown` instead, if given."""
    tree, window, depth = changed
    case = case_of(tree, depth, [window])
    searched = case if shown is None else case_of(shown, depth, [window])
    done = run(search, searched.tree, window, most_questions=case.most_questions)
    evidence = Evidence(case, 0, done, search)
    proves_nothing = done.outside or not done.move_known
    return proves_nothing or contract(broken).judge(evidence) is not None


def _leaves_turned(search: AnySearch, broken: str, witness: Witness) -> bool:
    """True if the search is right when values are negated if the other player is to move.

    The other player is MIN, or the player who does not move first. The search must also be right on small trees in
    which either player moves first.
    """
    trees = [from_nested(leaves, max_at_root=first) for leaves in SMALL_TREES for first in (True, False)]
    calls = [(witness.tree, witness.window, witness.depth), *((tree, FULL, None) for tree in trees)]
    return any(
        all(not _fails(search, broken, call, _with_turned_values(call[0], by_root=by_root)) for call in calls)
        for by_root in (False, True)
    )


def _with_turned_values(tree: Plain, *, by_root: bool) -> Plain:
    """Negate values where MIN is to move or, if `by_root` is True, where the player at the root is not to move."""
    own = tree.is_max(tree.root) if by_root else True
    pairs = zip(tree.values, tree.players, strict=True)
    return tree.replaced(values=[value if value is None or player == own else -value for value, player in pairs])


def _sign_turned(search: AnySearch, witness: Witness) -> bool:
    """True if MIN moves first and the result has the wrong sign, even after a constant is added to all values."""
    tree = witness.tree
    if tree.is_max(tree.root) or witness.window != FULL or not tree.alternates:
        return False
    for explicit_tree in (tree, lifted_tree(tree, LIFT)):
        case = case_of(explicit_tree, witness.depth, [FULL])
        done = run(search, case.tree, FULL, most_questions=case.most_questions)
        if done.found is None or done.found != -case.truth:
            return False
    return True
