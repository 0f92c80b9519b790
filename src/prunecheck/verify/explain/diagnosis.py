"""What kind of slip a witness speaks of, told by trial: the witness is changed in one way, and tried again.

If the fault goes away when ties are broken, it lies in ties; when nothing is below zero, in a best that starts at zero;
and so on. Each kind is a section of the page on slips.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Final

from prunecheck.contracts.case import case_of
from prunecheck.contracts.evidence import Evidence, run
from prunecheck.contracts.order import contract
from prunecheck.failures import Hang, IllegalMove, NotAMove, NothingToTakeBack, NotTakenBack, OutOfRange
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import FULL
from prunecheck.verify.budgets import CHANCE_TRIES, DIAGNOSED_NODES, DIAGNOSIS_SECONDS, REPEATED_SECONDS, REPEATED_TRIES
from prunecheck.verify.explain.changes import CHANGES, Change, Changed, lifted
from prunecheck.verify.records import Witness


@dataclass(frozen=True, slots=True)
class Slip:
    """A kind of slip: its name, which is also its section on the page on slips, and what it looks like in words."""

    name: str
    words: str


SLIPS: Final = {
    each.name: each
    for each in (
        Slip("turns", "it fails where a player moves again, and not when players alternate: look at what turns"),
        Slip(
            "unmake",
            "a move is not taken back, or twice, on some way out: at a cut-off, at a limit, at a return in the loop",
        ),
        Slip(
            "illegal-move", "a move of another position is made: a killer, a table entry, a line that is not legal here"
        ),
        Slip(
            "memory", "it fails after other searches, and not as the first: look at what is kept from search to search"
        ),
        Slip(
            "chance",
            "the same call, made anew, comes out right once and wrong another time: look at chance, at the clock, "
            "at the order of a set",
        ),
        Slip("sign", "it gives the right value with the wrong sign where MIN moves first: in whose eyes are values?"),
        Slip("depth", "it fails where the depth ends the search, and not when it has more: look at the depth limit"),
        Slip(
            "other-depth",
            "it fails where a search less deep finds another value, and not where static values are true: "
            "what is searched to another depth, or not at all?",
        ),
        Slip(
            "keys",
            "it fails with these keys, and not when positions have others: is an entry of another position taken?",
        ),
        Slip("table", "it fails where a position is met again, and not where each path has its own: look at the table"),
        Slip("window", "it fails in this window, and not in the full one: look at what is returned outside the window"),
        Slip(
            "negative-values",
            "it fails where values are below zero, and not when all are lifted: a best that starts at 0?",
        ),
        Slip(
            "positive-values",
            "it fails where values are above zero, and not when all are lowered: a best that starts at 0?",
        ),
        Slip(
            "large-values",
            "it fails on large values, and not on small ones in the same order: an infinity, or a window, too small?",
        ),
        Slip("ties", "it fails where two values are equal, and not when ties are broken: look at > and >="),
        Slip(
            "one-player",
            "it fails with one player to move first, and not with the players exchanged: look at that branch",
        ),
        Slip("single-child", "it fails where a node has one child, and not when it has the same child twice"),
        Slip(
            "order", "it fails with the children in this order, and not in the other: look at cut-offs and re-searches"
        ),
    )
}


NAMED: Final[dict[type, str]] = {
    NotTakenBack: "unmake",
    NothingToTakeBack: "unmake",
    IllegalMove: "illegal-move",
}  # the failures that are a kind of slip
OF_DEPTHS: Final = frozenset({"depth", "other-depth"})
STRUCTURAL: Final = frozenset(
    {"turns", "depth", "table", "keys", "one-player", "single-child"}
)  # what may lead to an error


def slip_of(
    search: AnySearch,
    broken: str,
    witness: Witness,
    *,
    anew: Callable[[], AnySearch | None] = lambda: None,
    takes_depth: bool = True,
) -> Slip | None:
    """The first kind of slip that the witness speaks of; None where nothing that is tried takes the fault away.

    `broken` is the contract that `search` breaks on the witness. Where `search` may keep something from call to call,
    `anew` gives the same search made anew. Of a search that takes no depth, none is tried. Nothing more is tried
    after a few seconds, nor of an error that says itself what is wrong. Nothing is raised but an interrupt.
    """
    end = perf_counter() + DIAGNOSIS_SECONDS
    fresh = anew()
    failure, again = witness.failure, fresh or search
    hung = isinstance(failure, Hang)
    if witness.unshrunk and hung:
        return None  # a call on a tree that is known is given less time than one on a tree that is changed
    if type(failure) in NAMED:
        return SLIPS[NAMED[type(failure)]]
    if len(witness.tree) > DIAGNOSED_NODES:
        return None  # what is changed in it may be larger still
    call = witness.tree, witness.window, witness.depth
    if _surely(lambda: not _fails(again, broken, call)):  # it does not come again, at least not by itself
        if fresh is None:
            return None
        return SLIPS["chance" if _surely(lambda: _by_chance(anew, broken, call, end)) else "memory"]
    if fresh is not None and not hung and _surely(lambda: _right_another_time(anew, broken, call)):
        return SLIPS["chance"]
    if isinstance(failure, NotAMove | OutOfRange):
        return None  # no kind of slip says more
    if _surely(lambda: _sign_turned(again, witness)):
        return SLIPS["sign"]
    for name, change in CHANGES:
        if (failure and name not in STRUCTURAL) or (name in OF_DEPTHS and not takes_depth):
            continue
        if perf_counter() > end:
            return None
        if _surely(partial(_takes_away, change, again, broken, witness)):
            return SLIPS[name]
    return None


def _right_another_time(anew: Callable[[], AnySearch | None], broken: str, call: Changed) -> bool:
    """True where a search made anew, each time, is right one of the next times."""
    end = perf_counter() + REPEATED_SECONDS
    for _ in range(REPEATED_TRIES):
        search = anew()
        if search is not None and not _fails(search, broken, call):
            return True
        if perf_counter() > end:
            break
    return False


def _by_chance(anew: Callable[[], AnySearch | None], broken: str, call: Changed, end: float) -> bool:
    """True where two searches made anew, each asked the same again and again, do not fail at the same times."""
    first = _failures(anew(), broken, call, (perf_counter() + end) / 2)
    return any(one != other for one, other in zip(first, _failures(anew(), broken, call, end), strict=False))


def _failures(search: AnySearch | None, broken: str, call: Changed, end: float) -> list[bool]:
    """Whether a search fails, each time that it is asked."""
    found: list[bool] = []
    while search is not None and len(found) < CHANCE_TRIES and perf_counter() < end:
        found.append(_fails(search, broken, call))
    return found


def _surely(question: Callable[[], bool]) -> bool:
    """True if so; False also where none can tell, as of a tree grown too large: no verdict ends for want of a hint."""
    try:
        return question()
    except Exception:
        return False


def _takes_away(change: Change, search: AnySearch, broken: str, witness: Witness) -> bool:
    """True where there is something to change, and it comes right then."""
    changed = change(witness)
    return bool(changed) and not any(_fails(search, broken, each) for each in changed)


def _fails(search: AnySearch, broken: str, changed: Changed) -> bool:
    tree, window, depth = changed
    case = case_of(tree, depth, [window])
    done = run(search, case.tree, window, most_questions=case.most_questions)
    evidence = Evidence(case, 0, done, search)
    return done.outside or contract(broken).judge(evidence) is not None  # what was not asked tells nothing


def _sign_turned(search: AnySearch, witness: Witness) -> bool:
    """True where MIN moves first and what is found is the true value negated, with other values, too."""
    tree = witness.tree
    if tree.is_max(tree.root) or witness.window != FULL or not tree.alternates:
        return False
    for each in (tree, lifted(tree)):
        case = case_of(each, witness.depth, [FULL])
        done = run(search, case.tree, FULL, most_questions=case.most_questions)
        if done.found is None or done.found != -case.truth:
            return False
    return True
