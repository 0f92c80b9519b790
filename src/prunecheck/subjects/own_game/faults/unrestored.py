"""Find variables that the first calls of a search change and do not restore, and whether callers restore them."""

from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import Final, Self

from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.call_text import part_in_words
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.recording.watching import PartState, Watched, WatchingGuide

FEWEST_LATER: Final = 2  # a cell counts as changed if it has other contents after this many moves


class Unrestored(str):
    """The text that reports a bug: the search changes the variables in `parts`, and does not restore them."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]

    def __new__(cls, parts: Iterable[str], when: str = "", effect: str = "") -> Self:
        """Write the text with the names of the changed variables and attributes in `parts`.

        The text `when` says when the variables are not restored, such as "after a cutoff"; `effect` says what is wrong
        afterwards.
        """
        names = tuple(parts)
        words = [
            f"changes {' and '.join(map(part_in_words, names))}",
            "and does not restore",
            "them" if names[1:] else "it",
        ]
        what = " ".join([*words, when] if when else words)
        made = super().__new__(cls, f"{what}, so {effect}" if effect else what)
        made.parts = names
        return made


def not_after_cutoffs(watched: Watched) -> Iterator[str]:
    """Yield a bug if the search usually restores a variable or attribute, but not after a cutoff.

    If a cutoff only changes the order of a list, this is not a bug. For example, if the search takes back a move by
    appending the cell to a list of empty cells, a cutoff changes the order of the list.
    """
    opened, called = watched.opened, watched.as_called
    left = called.left & called.replaced & (opened.varying - opened.left) - called.ordering_tables
    yield from unrestored(left, "after a cutoff")


def unrestored_boards(seen: WatchingGuide) -> Iterator[str]:
    """Yield a bug if a board is not restored.

    A board is not restored if all calls from one caller receive the same list, each time with different contents.

    A list or another container only counts as the board if no other variable identifies the position.
    """
    held = {part: [parts[part].printed for parts in seen.parts if part in parts] for part in seen.varying}
    others = {part for part in seen.varying - seen.left if not all(isinstance(one, bool) for one in held[part])}
    if others or seen.grew:
        return
    families = [
        (seen.parts[caller], [seen.parts[nth] for nth in made])
        for caller, made in seen.families.items()
        if caller >= 0 and len(made) > 1
    ]
    telling = {part for part in seen.left if families and all(_tells(part, *family) for family in families)}
    yield from unrestored(telling, "before it returns", "its caller continues from a different position")


def _tells(name: str, caller: dict[str, PartState], calls: list[dict[str, PartState]]) -> bool:
    """True if a caller passes the same container to all its recursive calls, each time with different contents."""
    seen = [call[name] for call in calls if name in call]
    same = name in caller and caller[name].size > 0 and all(state.object == caller[name].object for state in seen)
    return same and len({state.printed for state in seen}) == len(calls)


def stored(seen: WatchingGuide, *, on_nodes: bool = False) -> list[str]:
    """Name the variables, except counters, that the first calls change and do not restore.

    Attributes that are set on new objects, such as the nodes of a tree, are only named if `on_nodes` is set.
    """
    held = {part: [parts[part].printed for parts in seen.parts if part in parts] for part in seen.left}
    numbers = {part: values for part, values in held.items() if values and all(map(is_number, values))}
    counts = {part for part, values in numbers.items() if values == sorted(values)}  # type: ignore[type-var]
    return sorted(part for part in held.keys() - seen.grew - counts if on_nodes or held[part])


def left_before_refusal(seen: WatchingGuide) -> str:
    """Say what the first calls change and do not restore, as the likely reason for a refusal ("" if nothing)."""
    odd = stored(seen, on_nodes=True)
    return f"the search also {Unrestored(odd)}, which may be the reason" if odd else ""


def left_before_failure(program: OwnProgram) -> list[str]:
    """Name what the first calls of a failing program change and do not restore, as a possible cause of the failure."""
    seen = WatchingGuide(program)
    program.attempt(seen.call)
    return [*unrestored(seen.left - seen.grew)]


def unrestored(parts: Collection[str], when: str = "", effect: str = "") -> Iterator[Unrestored]:
    """Report the bug that a search does not restore the variables in `parts`. Yields nothing if `parts` is empty."""
    if parts:
        yield Unrestored(sorted(parts), when, effect)


def calls_that_leave_changes(seen: WatchingGuide, left: Collection[str]) -> set[int]:
    """For each variable in `left`, find the first call that should restore the variable but does not.

    A call must restore what it changes if its caller makes and takes back the moves. A caller makes the moves if it
    passes the same board object to each recursive call, with different contents. If all these calls get a board with
    the same contents, they may make the moves themselves, and need not restore the board.
    """
    moved = [one for one, two in seen.siblings if _is_other_position(seen.parts[one], seen.parts[two])]
    first = (next((nth for nth in moved if nth in seen.changed_by.get(part, ())), None) for part in left)
    return {nth for nth in first if nth is not None}


def stays_for_siblings(seen: WatchingGuide, caller: int, left: Collection[str]) -> bool:
    """True if a call does not take back its moves, so that a changed cell of the board is still changed in later moves.

    Each cell of the board is compared at the start of all recursive calls. The result is True if the content of a cell
    changes at some point, and stays changed until the last recursive call. At least two recursive calls must start with
    the changed content, because a single move may just occupy the cell.
    """
    made = seen.families.get(caller, [])
    for part in left:
        held = [seen.parts[nth][part] for nth in (caller, *made) if part in seen.parts[nth]]
        if len(held) <= len(made) or len({(state.object, state.size) for state in held}) > 1:
            continue
        first, *after = (_cells(state.printed) for state in held)
        for cell, before in first.items():
            contents = [cells.get(cell) for cells in after]
            unchanged = [nth for nth, now in enumerate(contents) if now == before]
            later = contents[unchanged[-1] + 1 :] if unchanged else []
            if len(later) >= FEWEST_LATER and len({*later}) == 1:
                return True
    return False


def _cells(printed: Hashable, path: tuple[int, ...] = ()) -> dict[tuple[int, ...], Hashable]:
    """Return the cells of a board, which is a list or a list of lists, by their indices."""
    if not isinstance(printed, tuple):
        return {path: printed} if path else {}
    return {at: cell for nth, row in enumerate(printed) for at, cell in _cells(row, (*path, nth)).items()}


def not_restored_for_siblings(seen: WatchingGuide, left: Collection[str]) -> dict[int, str]:
    """Find the flags and strings in `left` that differ between calls from one caller, such as the side to move.

    In the result, the key of each flag or string is the number of the first call that changed this flag or string.
    """
    found: dict[int, str] = {}
    pairs = seen.siblings
    for part in sorted(left):
        held = [(seen.parts[one].get(part), seen.parts[two].get(part)) for one, two in pairs]
        known = [(before.printed, after.printed) for before, after in held if before and after]
        plain = all(isinstance(value, bool | str) for pair in known for value in pair)
        later = sorted(seen.changed_by.get(part, set()) - {0})
        if plain and later and any(before != after for before, after in known):
            found.setdefault(later[0], part)
    return found


def restored_by_callers(seen: WatchingGuide, left: Collection[str]) -> bool:
    """True if callers restore a variable in `left`, such as the side to move, after their recursive calls changed it.

    Callers restore a variable if all calls from one caller begin with the same value of the variable. If callers
    restore the variable after their recursive calls, the code that calls the whole search must also restore the
    variable. If no code restores the variable after a search, a second search may differ from the first although the
    search is right.
    """
    pairs = seen.siblings
    for part in left:
        owner = part.partition(".")[0]
        states = [(seen.parts[one].get(part), seen.parts[two].get(part)) for one, two in pairs]
        same = all(before and after and before.printed == after.printed for before, after in states)
        shared = all(
            seen.calls[one][1].arguments.get(owner) is seen.calls[two][1].arguments.get(owner) for one, two in pairs
        )
        if same and shared and any(one in seen.changed_by.get(part, ()) for one, _ in pairs):
            return True
    return False


def _is_other_position(one: dict[str, PartState], two: dict[str, PartState]) -> bool:
    """True if two calls received the same object with different contents."""
    shared = [(state, two[part]) for part, state in one.items() if part in two and two[part].object == state.object]
    return any(before.printed != after.printed for before, after in shared)
