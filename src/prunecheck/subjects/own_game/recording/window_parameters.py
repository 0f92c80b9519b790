"""Find out from names and arguments which parameters of the recursive functions are alpha, beta and the depth."""

from collections.abc import Iterable, Iterator
from itertools import chain, permutations
from typing import Any, Final, NamedTuple

from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall, parts_by_name
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.recording.watching import WatchingGuide, is_pair
from prunecheck.subjects.source.parameters import is_named, words_of
from prunecheck.subjects.source.syntax import uses_names
from prunecheck.trees.protocol import INF

FULL_FROM: Final = 1_000  # a first window is full if it reaches from minus this number to this number
NEVER_BOUNDS: Final = frozenset({"time", "seconds", "clock", "deadline", "id"})  # no bound has such a name
FEWEST_CALLS: Final = 3  # at least this many calls are needed, unless the parameter names show the roles


class _Passed(NamedTuple):
    """A recursive call: the call's arguments, and the caller's arguments (`above`).

    `rest` is the name of a parameter such as `*args`.
    """

    rest: str
    arguments: dict[str, Any]
    above: dict[str, Any]


def declare_roles(program: OwnProgram, seen: WatchingGuide) -> None:
    """Find out which parameters of the recursive functions are alpha, beta and the depth, and store the result."""
    for function in program.functions:
        if found := _roles(program, function, seen):
            program.recorder.declare(function, found)
    program.forget()


def _roles(program: OwnProgram, function: str, seen: WatchingGuide) -> dict[str, Role]:
    calls = list(_calls(function, seen))
    if not calls:
        return {}
    names = list(dict.fromkeys(name for call in calls for name in call.arguments))
    numbers = [name for name in names if all(is_number(call.arguments.get(name)) for call in calls)]
    found: dict[str, Role] = {}
    window = _window(names, numbers, calls) or _pair(names, calls)
    window = window or _parts(program, names, calls) or _object(function, seen)
    if window is not None and _is_never_passed(function, window, seen):
        window = None
    if window is not None:
        found = {window[0]: Role.ALPHA, window[1]: Role.BETA}
    elif stack := _stack(function, seen):
        found = {stack: Role.WINDOW}
    depth = _depth([name for name in numbers if name not in found], calls)
    return found | ({depth: Role.DEPTH} if depth else {})


def _is_never_passed(function: str, window: tuple[str, str], seen: WatchingGuide) -> bool:
    """True if no call passes the two bounds, and their default values leave an empty window (alpha >= beta)."""
    calls = [call for _, call in seen.calls if call.name == function]
    passed = {name for call in calls for name in (*call.kwargs, *call.takes.names[: len(call.args)])}
    defaults = calls[0].takes.defaults
    ends: list[Any] = [defaults.get(name) for name in window]
    return passed.isdisjoint(window) and all(map(is_number, ends)) and ends[0] >= ends[1]


def named(names: Iterable[str], role: Role) -> list[str]:
    """Return the names in `names` that are usual for a parameter with the given role, such as alpha or depth."""
    return [name for name in names if is_named(name, role)]


def _calls(function: str, seen: WatchingGuide) -> Iterator[_Passed]:
    for nth, (caller, call) in enumerate(seen.calls):
        if call.name == function:
            above = seen.arguments[caller] if caller >= 0 else {}
            yield _Passed(call.takes.rest, seen.arguments[nth], above)


def _window(names: list[str], numbers: list[str], calls: list[_Passed]) -> tuple[str, str] | None:
    """Find the parameters alpha and beta: by name, or as the only two numbers that behave like a window.

    A parameter named like alpha or beta may receive None in some calls, or a pair of a bound and a move. A parameter
    named like alpha or beta may even receive None in all calls, if the search always cuts off before it passes a
    number. Parameters with one-letter names such as `a` and `b` are only taken for alpha and beta if no other two
    numbers behave like a window, because `b` may also be a board. Since `a` and `b` may also be the heaps of a Nim
    game, `a` must be smaller than `b` in all calls, or the first call must have a wide window.
    """
    held = {name: [call.arguments.get(name) for call in calls] for name in names}
    beside_moves = [name for name in names if all(map(is_beside_move, held[name]))]
    optional = [
        name
        for name in names
        if all(value is None or is_number(value) for value in held[name])
        if len(name) > 1 or any(map(is_number, held[name]))
    ]
    alphas, betas = (
        [name for name in named(names, role) if name in (*beside_moves, *optional)] for role in (Role.ALPHA, Role.BETA)
    )
    longer = [[name for name in those if len(name) > 1] or those for those in (alphas, betas)]
    by_name = (longer[0][0], longer[1][0]) if len(longer[0]) == len(longer[1]) == 1 and alphas != betas else None
    if by_name is not None and max(map(len, by_name)) > 1:
        return by_name
    counted = {*named(names, Role.DEPTH), *named(names, Role.PLY), *named(names, Role.MAXIMISING)}
    counted |= {name for name in names if not NEVER_BOUNDS.isdisjoint(words_of(name))}
    found = _narrowing([name for name in numbers if name not in counted], calls)
    if found is None and by_name is not None and by_name[0] in numbers and by_name[1] in numbers:
        in_order = all(call.arguments[by_name[0]] < call.arguments[by_name[1]] for call in calls)
        return by_name if in_order or _begins_full(*by_name, calls) else None
    return found or by_name


def _narrowing(bounds: list[str], calls: list[_Passed]) -> tuple[str, str] | None:
    """Find two parameters whose numbers behave like alpha and beta.

    Returns None if no pair of parameters, or more than one pair, behaves like alpha and beta.
    """
    pairs = [pair for pair in permutations(bounds, 2) if _narrows(*pair, calls)]
    if len(pairs) > 1:  # a position or a depth may look like a bound, but changes in each call
        pairs = [pair for pair in pairs if any(_is_passed_on(*pair, call) for call in calls)]
    pairs = pairs or [pair for pair in permutations(bounds, 2) if _begins_full(*pair, calls)]
    return pairs[0] if len(pairs) == 1 else None


def _is_passed_on(first: str, second: str, passed: _Passed) -> bool:
    """True if a call receives the same two numbers as its caller, possibly negated and swapped."""
    low: Any = passed.above.get(first)
    high: Any = passed.above.get(second)
    if not is_number(low) or not is_number(high):
        return False
    return (passed.arguments[first], passed.arguments[second]) in ((low, high), (-high, -low))


def is_beside_move(held: Any) -> bool:
    """True for a pair of a move and a number, in either order."""
    return isinstance(held, tuple | list) and len(held) == 2 and any(map(is_number, held))


def _pair(names: list[str], calls: list[_Passed]) -> tuple[str, str] | None:
    """Find the parameter that is always a pair of numbers, and is named like a window or changes like a window.

    Returns names for the two items of the parameter, such as `window.0` and `window.1`.
    """
    for name in names:
        if all(is_pair(call.arguments.get(name)) for call in calls):
            low_high = [
                call._replace(arguments=_ends(call.arguments.get(name)), above=_ends(call.above.get(name)))
                for call in calls
            ]
            named_so = is_named(name, Role.WINDOW)
            if named_so or _narrows("low", "high", low_high) or _begins_full("low", "high", low_high):
                return f"{name}.0", f"{name}.1"
    return None


def _stack(function: str, seen: WatchingGuide) -> str:
    """Find the variable or attribute that is a stack of windows: a list of pairs whose last pair is the window.

    In every pair of the stack, the first number must be smaller than the second. Moreover, the pairs must become
    narrower from call to call, or some numbers in them must be infinite. Unlike a list of the fields of a board, the
    stack must become longer with each call.
    """
    for name, held in seen.stacks.items():
        pairs = {nth: (low, high) for nth, (_, low, high) in held.items()}
        grows = all(
            held[caller][0] < held[nth][0] for nth, (caller, _) in enumerate(seen.calls) if {caller, nth} <= held.keys()
        )
        calls = [
            _Passed("", _ends(pairs.get(nth)), _ends(pairs.get(caller)))
            for nth, (caller, call) in enumerate(seen.calls)
            if call.name == function and nth in pairs
        ]
        in_order = all(low < high for low, high in pairs.values())
        if calls and grows and in_order and (INF in map(abs, chain(*pairs.values())) or _narrows("low", "high", calls)):
            return name
    return ""


def _parts(program: OwnProgram, names: list[str], calls: list[_Passed]) -> tuple[str, str] | None:
    """Find alpha and beta inside an argument: by attribute or item name or, in `*args`, by how the numbers change.

    An attribute or key is ignored if the program only uses it in constructors.
    Raises: PreconditionError if the starting call passes None for the argument that contains alpha and beta. (The
    search creates the window later.)
    """
    for owner in names:
        given = [call for call in calls if call.arguments.get(owner) is not None or call.above]
        held = [
            call._replace(arguments=_inside(owner, call.arguments), above=_inside(owner, call.above)) for call in given
        ]
        if not held:
            continue
        numbers = [part for part in held[0].arguments if all(is_number(call.arguments.get(part)) for call in held)]
        ends = [named(numbers, role) for role in (Role.ALPHA, Role.BETA)]
        in_order = isinstance(calls[0].arguments.get(owner), tuple | list)
        used = in_order or not program.source or uses_names(program.source, chain(*ends))
        if used and len(ends[0]) == len(ends[1]) == 1 and ends[0] != ends[1]:
            if len(given) < len(calls):
                raise PreconditionError(
                    f"`{owner}` holds `{ends[0][0]}` and `{ends[1][0]}`, but is None in the starting call; give a call "
                    "that passes a window"
                )
            return f"{owner}.{ends[0][0]}", f"{owner}.{ends[1][0]}"
        if owner == calls[0].rest and (found := _narrowing(numbers, held)):
            return f"{owner}.{found[0]}", f"{owner}.{found[1]}"
    return None


def _object(function: str, seen: WatchingGuide) -> tuple[str, str] | None:
    """Find two attributes of an argument that form a window that is wide at first, and narrower from call to call.

    If the search passes its bounds wrongly, the window may never become narrower. A window that never becomes narrower
    is still found if each call receives a new object with different bounds.
    """
    numbers = [
        {part: state.printed for part, state in parts.items() if "." in part and is_number(state.printed)}
        for parts in seen.parts
    ]
    calls = [
        _Passed("", numbers[nth], numbers[caller] if caller >= 0 else {})
        for nth, (caller, call) in enumerate(seen.calls[: len(numbers)])
        if call.name == function
    ]
    names = [part for part in numbers[0] if all(part in call.arguments for call in calls)] if calls else []
    wide = [pair for pair in permutations(names, 2) if _begins_full(*pair, calls)]
    narrowing = [pair for pair in wide if _narrows(*pair, calls)]
    pairs = narrowing or [pair for pair in wide if _is_new_in_each_call(pair, calls, seen)]
    return pairs[0] if len(pairs) == 1 else None


def _is_new_in_each_call(pair: tuple[str, str], calls: list[_Passed], seen: WatchingGuide) -> bool:
    """True if both attributes belong to one argument, and each call receives a new object with different numbers."""
    owner, other = (part.rpartition(".")[0] for part in pair)
    inner = [call for call in calls if call.above]
    held = [
        (seen.calls[caller][1].arguments.get(owner), call.arguments.get(owner))
        for caller, call in seen.calls
        if caller >= 0
    ]
    return (
        owner == other
        and len(inner) >= FEWEST_CALLS
        and all(above is not below for above, below in held)
        and all(any(call.above.get(part) != call.arguments[part] for part in pair) for call in inner)
    )


def _inside(owner: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return parts_by_name(arguments[owner]) if owner in arguments else {}


def first_window(program: OwnProgram) -> tuple[Any, ...]:
    """Return alpha and beta of the first call. The result is empty if the first call takes no window."""
    window: tuple[Any, ...] = ()

    def first(call: HookedCall) -> Any:
        nonlocal window
        window = call.window if call.takes.has_window else ()
        raise EnoughError

    program.attempt(first)
    return window


def largest_whole_bound(program: OwnProgram) -> int:
    """Return the larger absolute value of alpha and beta in the first call, or 0 if they are not both whole numbers."""
    window = first_window(program)
    whole = all(type(end) is int for end in window)
    return max(map(abs, window), default=0) if whole else 0


def searches_in_null_windows(program: OwnProgram) -> bool:
    """True if the starting call makes several searches, all in null windows such as (4, 5), as in MTD(f)."""
    windows: list[tuple[Any, Any]] = []
    made = program.watch_searches(lambda call: windows.append(call.window if call.takes.has_window else (-INF, INF)))
    return made and len(windows) > 1 and all(is_pair(window) and window[1] - window[0] <= 1 for window in windows)


def turns_windows(program: OwnProgram, largest: Any) -> bool:
    """True if the first call passes its window, with the bounds negated and swapped, to its first recursive call.

    `largest` is the largest number that the search accepts as a bound.
    """
    low, high = -2 * largest, 3 * largest  # not symmetric about 0
    calls, passed = 0, None

    def first_two(call: HookedCall) -> Any:
        nonlocal calls, passed
        calls += 1
        if not call.takes.has_window:
            return call.make()
        if calls > 1:
            passed = call.window
            raise EnoughError
        return call.with_window((low, high)).make()

    program.attempt(first_two)
    return passed == (-high, -low)


def _begins_full(first: str, second: str, calls: list[_Passed]) -> bool:
    """True if the search always starts in a wide window (-n, n), passed in the parameters `first` and `second`."""
    begun = [call.arguments for call in calls if not call.above]
    return bool(begun) and all(ends[first] == -ends[second] <= -FULL_FROM for ends in begun)


def _ends(pair: Any) -> dict[str, Any]:
    """Return the two numbers of a pair as a dictionary with the keys `low` and `high`."""
    return dict(zip(("low", "high"), pair, strict=False)) if isinstance(pair, tuple | list) else {}


def _narrows(first: str, second: str, calls: list[_Passed]) -> bool:
    """True if two parameters behave like alpha and beta: the first is always smaller, and the window narrows."""
    checked = moved = 0
    for call in calls:
        low, high = call.arguments[first], call.arguments[second]
        if not low < high:
            return False
        if not is_number(call.above.get(first)) or not is_number(call.above.get(second)):
            continue
        outer = call.above[first], call.above[second]
        turned = -outer[1], -outer[0]
        if not any(ends[0] <= low and high <= ends[1] for ends in (outer, turned)):
            return False
        checked += 1
        moved += (low, high) not in (outer, turned)
    return checked >= FEWEST_CALLS and moved > 0


def _depth(numbers: list[str], calls: list[_Passed]) -> str:
    """Find the parameter that counts plies: by name, or as the only parameter that changes by 1 with each call."""
    for role in (Role.DEPTH, Role.PLY):
        if found := named(numbers, role):
            return found[0]
    steps = {
        name: {call.arguments[name] - call.above[name] for call in calls if is_number(call.above.get(name))}
        for name in numbers
    }
    counting = [name for name, found in steps.items() if found in ({1}, {-1})]
    return counting[0] if len(counting) == 1 else ""
