"""Mistakes a user can make, each with a one-line message that names the input, the place and the remedy."""

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

T = TypeVar("T")

_IN_LOGS: Final = re.compile(r"##(?=[\w-]*\[)")  # GitHub and Azure obey what begins so, anywhere on a line


def one_line(message: str) -> str:
    """`message` on one line, with nothing in it that a terminal would act on.

    >>> one_line("two" + chr(10) + "lines")
    'two lines'
    """
    return printable(" ".join(message.split()))


def printable(text: str) -> str:
    r"""`text` with what a terminal, or a service that reads logs, would act on written out, ends of lines included.

    >>> print(printable("clear " + chr(27) + "[2J"), printable("##[group]"))
    clear \x1b[2J #\x23[group]
    """
    return _IN_LOGS.sub(r"#\\x23", "".join(each if each.isprintable() else repr(each)[1:-1] for each in text))


MOST_TOLD = 300  # characters of what a search under test says


def told(error: BaseException) -> str:
    """The kind and message of an error of a search under test, on one line that is not too long to read.

    >>> told(ValueError("two" + chr(10) + "lines"))
    'ValueError: two lines'
    """
    try:
        message = str(error)
    except Exception:
        message = "its message cannot be written"
    return brief(f"{type(error).__name__}: {message[: 2 * MOST_TOLD]}")


def brief(message: str) -> str:
    """`message` as `one_line` gives it, and no more of it than a person reads."""
    line = one_line(message)
    return line if len(line) <= MOST_TOLD else f"{line[:MOST_TOLD]}..."


class PrunecheckError(Exception):
    """Base of all errors raised for a user's mistake; `str(error)` is one line, ready to print."""

    def __init__(self, message: str) -> None:
        """`message` names the input, the place and the remedy."""
        super().__init__(one_line(message))

    def __reduce__(self) -> Any:
        """From one process to another by its message, whatever a subclass makes that of."""
        return _again, (type(self), str(self), vars(self))


def _again(kind: type[PrunecheckError], message: str, state: dict[str, Any]) -> PrunecheckError:
    error = kind.__new__(kind)
    PrunecheckError.__init__(error, message)
    vars(error).update(state)
    return error


class TreeError(PrunecheckError):
    """A tree that cannot be searched: NaN, no value, no children, a cycle, unequal kinds of values, bad JSON."""


class WindowError(PrunecheckError):
    """A window (alpha, beta) that is not an open interval: alpha >= beta, NaN, or ends that do not compare."""


class BudgetError(PrunecheckError):
    """A search asked more questions of a tree than it was given; it may never end."""


class PreconditionError(PrunecheckError):
    """A search was asked for what its stated preconditions exclude, or is too deep for its recursion."""


class OutsideError(PreconditionError):
    """A tree or window with values that a search says it does not take: what is drawn by chance is not asked then."""


NEAR: Final = 0.6  # the share of two names that has to be alike for one to be meant by the other
NEAR_IF_SHORT: Final = 0.5  # one of two letters
SHORT: Final = 3
MOST_KNOWN: Final = 50  # names that are all told


def _all_known(name: str, names: list[str]) -> str:
    if len(names) <= MOST_KNOWN:
        return f"known: {', '.join(names)}"
    public = [each for each in names if not each.startswith("_")] or names
    likely = sorted(difflib.get_close_matches(name, public, n=10, cutoff=0.0))
    return f"known: {', '.join(likely)} and {len(names) - len(likely):,} more"


class UnknownNameError(PrunecheckError):
    """A name that is in no table; the nearest known name is offered."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """`kind` says what was looked up ('variant'), `known` lists the names that would do."""
        names = sorted(set(known))
        near = difflib.get_close_matches(name, names, n=1, cutoff=NEAR if len(name) > SHORT else NEAR_IF_SHORT)
        hint = f"did you mean {near[0]!r}?" if near else _all_known(name, names)
        super().__init__(f"unknown {kind} {name!r}; {hint}")
        self.name = name
        self.nearest = near[0] if near else None


def plain_name(name: str) -> str:
    """Return `name` as tables of names spell it: in small letters, with '-' for '_'.

    >>> plain_name(" Nothing_Pruned")
    'nothing-pruned'
    """
    return name.strip().lower().replace("_", "-")


def look_up(kind: str, name: str, table: Mapping[str, T]) -> T:
    """Return the entry of `table` with the plain name of `name`; `kind` says what it is, for the error.

    Raises: UnknownNameError, with the nearest name.
    """
    plain = plain_name(name)
    if plain not in table:
        raise UnknownNameError(kind, name, table)
    return table[plain]
