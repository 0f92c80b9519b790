"""Find the arguments, attributes and variables of a search that identify a position."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from operator import lt
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.call_text import part_in_words
from prunecheck.subjects.own_game.hooks.fingerprints import fingerprint, named_parts
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.parts import Identity, Parts, without
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.subjects.own_game.recording.watching import WatchingGuide

BOUNDS: Final = ("alpha", "beta")
FEWEST_COUNTED: Final = 10  # a number that grows with each of this many calls is a counter of calls
FEWEST_CALLS: Final = 3  # a list that grows by one item with each of this many calls is a history of moves


def position_parts(program: OwnProgram, seen: WatchingGuide, other: WatchingGuide | None = None) -> Parts:
    """Find the arguments, attributes and variables that differ between positions and that calls restore.

    Some variables are left out: alpha and beta (which some searches store for display), counters of calls, attributes
    that are also passed as arguments, and clock times. A float is taken for a clock time if it is different in a second
    run, `other`.
    """
    found = seen.varying - seen.left - (set() if other is None else _times(seen, other))
    found = found - seen.aliases or found
    found = found - seen.ordering_tables or found
    found = found - _counters(seen, found) or found
    bounds = {part for part in found if "." in part and part.rpartition(".")[2].strip("_").lower() in BOUNDS}
    return Parts(program, frozenset(found - bounds))


def _times(seen: WatchingGuide, other: WatchingGuide) -> set[str]:
    """Find clock times: floats that differ between two runs up to the first leaf, although both make the same calls."""
    found: set[str] = set()
    for one, two, call in zip(seen.parts, other.parts, range(seen.first_leaf + 1), strict=False):
        for part, state in one.items() if seen.calls[call][0] == other.calls[call][0] == call - 1 else ():
            held = state.printed, two[part].printed if part in two else None
            if all(isinstance(number, float) for number in held) and held[0] != held[1]:
                found.add(part)
    return found


def _counters(seen: WatchingGuide, parts: Iterable[str]) -> set[str]:
    """Find counters: variables or attributes whose number is larger in each call than in the call before."""
    found: set[str] = set()
    for part in parts:
        held: list[Any] = [parts[part].printed for parts in seen.parts if part in parts]
        if len(held) >= FEWEST_COUNTED and all(map(is_number, held)) and all(map(lt, held, held[1:])):
            found.add(part)
    return found


def identity_of(
    program: OwnProgram,
    seen: WatchingGuide,
    other: WatchingGuide | None = None,
    watch_alone: Callable[[Collection[str]], WatchingGuide | None] = lambda tables: None,
) -> Identity:
    """Find the variables that identify a position, from a run with full windows (`seen`) and one without (`other`).

    The function `watch_alone` watches a run with full windows that empties the named tables before each call. This run
    is only made if evaluations seem to depend on the moves so far, because wrong table entries may be the reason.

    Arguments taken from the results of earlier calls, such as the best move so far, are left out if the remaining
    variables suffice to identify a position. Lists whose order is different after a cutoff, such as a list of empty
    cells, are left out if the remaining variables suffice to identify a position. If the search has a table, lists of
    the moves so far and ply counters are also left out, except if evaluations depend on them.
    Raises: PreconditionError if the search has a table, but no variable differs between positions.
    """
    parts = position_parts(program, seen, other).names
    tables = seen.tables | (set() if other is None else other.tables - other.ordering_tables)
    remembers = bool(tables) or program.has_cache  # in full windows, a table may stay empty
    found = frozenset(part for part in parts if part.partition(".")[0] not in seen.handed_on)
    chosen = Identity(program, found if _identify(seen, Identity(program, found)) else parts, remembers)
    in_order = True
    if not _identify(seen, chosen):
        wider = _with_objects(seen, chosen)
        in_order = wider is chosen or _identify(seen, wider)
        chosen = wider
    if remembers and not chosen.names:
        raise PreconditionError(
            f"`{program.name}` keeps a table ({' and '.join(map(part_in_words, sorted(tables))) or 'a cache'}), and "
            "different positions have the same arguments; switch the table off to have the search checked"
        )
    reordered = set[str]() if other is None else chosen.names & (other.left - other.replaced)
    if reordered and _identify(seen, _smaller(chosen, reordered)):
        chosen = _smaller(chosen, reordered)
    histories, plies = (_histories(seen, chosen), _plies(seen, chosen)) if remembers else (set[str](), set[str]())
    for left_out in (histories, plies):
        others = _smaller(chosen, left_out)
        if left_out and _identify(seen, others, in_order=in_order):
            alike = _evaluate_alike(seen, others)
            if not alike and (alone := watch_alone(tables)) is not None and len(alone.calls) >= len(seen.calls):
                alike = _evaluate_alike(alone, others)
            chosen = others if alike else chosen
    counted = plies - chosen.names
    if counted and not any(call.takes.depth for _, call in seen.calls):
        chosen = replace(chosen, plies=Parts(program, frozenset({min(counted)})))
    return chosen


def _with_objects(seen: WatchingGuide, identity: Identity) -> Identity:
    """Add objects to an identity if calls only restore some of the objects' attributes.

    For example, calls may restore a board's squares, but not the hash that the board stores. Tables are not added to
    the identity. The result is the given identity if the restored attributes are not enough to identify a position.
    The order of moves is ignored, because a later iteration of iterative deepening may order the moves differently.
    """
    inside = {
        part: frozenset(names)
        for part, names in seen.left_inside.items()
        if part in (seen.varying & seen.left) - seen.tables
    }
    objects = {
        part: names
        for part, names in inside.items()
        if all(named_parts(parts[part].printed) for parts in seen.parts if part in parts)
    }
    names = identity.names | objects.keys()
    wider = replace(identity, names=names, left_out=(*identity.left_out, *objects.items()))
    return wider if objects and _identify(seen, wider, in_order=False) else identity


def steadier(
    seen: WatchingGuide, identity: Identity, instead: Collection[tuple[list[Node], list[Node]]]
) -> Identity | None:
    """Return `identity` without a variable that differs between equal positions, such as the list of moves so far.

    Each item of `instead` comes from a call that made different recursive calls in a later run. The item contains two
    lists: the new recursive calls, and the known recursive calls that are missing in the later run. A variable is left
    out if the new calls seem to search the missing positions: each new position differs from a missing one in this
    variable only. Returns None if no variable can be left out, or if the remaining variables are not enough to identify
    a position.
    """
    if any(node.position is None for calls in instead for node in (*calls[0], *calls[1])):
        return None
    alone = [
        {part for known in missing if len(parts := _differing(new, known)) == 1 for part in parts}
        for added, missing in instead
        for new in added
    ]
    part = set.intersection(*alone) if alone else set[str]()
    if len(part) != 1:
        return None
    smaller = _smaller(identity, part)
    return smaller if _identify(seen, smaller) and _evaluate_alike(seen, smaller) else None


def _differing(one: Node, two: Node) -> frozenset[str]:
    """The names of the arguments, variables and attributes in which two positions differ.

    If an object or dictionary differs, the result names the attributes or items that differ.
    """
    found: set[str] = set()
    positions: list[Any] = [one.position, two.position]
    first, second = (dict(parts) for _, parts in positions)
    for part in {part for part in first.keys() | second.keys() if first.get(part) != second.get(part)}:
        before, after = named_parts(first.get(part)), named_parts(second.get(part))
        inside = {name for name in before if before.get(name) != after.get(name)}
        same = before.keys() == after.keys() and all(isinstance(name, str) for name in before)
        found |= {f"{part}.{name}" for name in inside} if same and inside else {part}
    return frozenset(found)


def _smaller(identity: Identity, left_out: Collection[str]) -> Identity:
    """Copy an identity without the arguments, variables, attributes and items whose names are in `left_out`."""
    inside = dict(identity.left_out)
    for name in left_out:
        owner, _, attribute = name.rpartition(".")
        if name not in identity.names:
            inside[owner] = inside.get(owner, frozenset()) | {attribute}
    return replace(identity, names=identity.names - {*left_out}, left_out=tuple(inside.items()))


def _candidates(seen: WatchingGuide, identity: Identity) -> Iterator[tuple[str, list[tuple[Hashable, Hashable]]]]:
    """Yield each variable, attribute and item with two fingerprints for each call: in the caller and in the call."""
    steps = seen.steps
    if len(steps) < FEWEST_CALLS:
        return
    for part in identity.names:
        if all(part in above and part in below for above, below in steps):
            printed = [(above[part].printed, below[part].printed) for above, below in steps]
            yield part, printed
            inside = [(named_parts(before), named_parts(after)) for before, after in printed]
            for name in inside[0][0]:
                if isinstance(name, str) and all(name in before and name in after for before, after in inside):
                    yield f"{part}.{name}", [(before[name], after[name]) for before, after in inside]


def _histories(seen: WatchingGuide, identity: Identity) -> set[str]:
    """Find lists of the moves so far: in each call, such a list has one more item at the end than in the caller."""
    return {
        name
        for name, printed in _candidates(seen, identity)
        if all(isinstance(one, tuple) and isinstance(two, tuple) and two[:-1] == one for one, two in printed)
    }


def _plies(seen: WatchingGuide, identity: Identity) -> set[str]:
    """Find counters of plies: variables or attributes that are larger by 1 in each call than in the caller.

    If no call takes a depth, a counter of plies can also be a variable or attribute that is smaller by 1 in each call.
    """
    takes_depth = {bool(call.takes.depth) for _, call in seen.calls}
    counting, names = ({1}, None) if takes_depth == {True} else ({1, -1}, identity.names)
    if len(takes_depth) > 1:
        return set()
    return {
        name
        for name, printed in _candidates(seen, identity)
        if (names is None or name in names) and len(steps := _steps(printed)) == 1 and steps <= counting
    }


def _steps(printed: Iterable[tuple[Any, Any]]) -> set[Any]:
    """For pairs of values (in the caller, in the call), return the set of the differences.

    The set of differences is empty if one of the values is not a number.
    """
    pairs = list(printed)
    return {two - one for one, two in pairs} if all(map(is_number, chain(*pairs))) else set()


def _evaluate_alike(seen: WatchingGuide, identity: Identity) -> bool:
    """True if leaf calls return equal results for positions that are equal according to the identity.

    Calls at interior nodes are not compared, because their results may come from a table.
    """
    keys = [_key(seen, nth, identity) for nth in range(len(seen.parts))]
    inner = {keys[caller] for caller, _ in seen.calls[: len(keys)] if caller >= 0}
    answers: dict[Hashable, Hashable] = {}
    return all(
        answers.setdefault(keys[nth], fingerprint(answer)) == fingerprint(answer)
        for nth, (_, answer) in seen.leaves.items()
        if nth < len(keys) and keys[nth] not in inner
    )


def _identify(seen: WatchingGuide, identity: Identity, *, in_order: bool = True) -> bool:
    """True if the children of each call have different keys, and calls with equal keys have equal children.

    If `in_order` is False, equal children may be in a different order.
    """
    keys: list[Hashable] = []
    below: list[list[Hashable]] = []
    for nth, (caller, _) in enumerate(seen.calls[: len(seen.parts)]):
        key = _key(seen, nth, identity)
        if caller >= 0:
            if key in below[caller]:
                return False
            below[caller].append(key)
        keys.append(key)
        below.append([])
    longest: dict[Hashable, list[Hashable]] = {}
    for position, those in zip(keys, below, strict=True):
        known = longest.setdefault(position, those)
        # lists have different lengths if some calls ended early
        shorter, longer = sorted((known, those), key=len)
        if longer[: len(shorter)] != shorter and (in_order or not {*shorter} <= {*longer}):
            return False
        longest[position] = max(known, those, key=len)
    return bool(identity.names)


def _key(seen: WatchingGuide, nth: int, identity: Identity) -> Hashable:
    """Return the function of a call, and fingerprints of the variables that identify the position."""
    left_out = dict(identity.left_out)
    held = {part: state.printed for part, state in seen.parts[nth].items() if part in identity.names}
    held |= {part: without(held[part], names) for part, names in left_out.items() if part in held}
    return seen.calls[nth][1].name, frozenset(held.items())
