"""Errors for users' mistakes. Each message is one line: which input is wrong, where it was given, and how to fix it."""

import difflib
import errno
import re
from collections.abc import Iterable, Mapping, Sequence
from signal import Signals
from typing import Any, Final, TypeVar

T = TypeVar("T")
MOST_RANGES: Final = 6  # the most ranges of lines that a message lists

_ADDRESS: Final = re.compile(r"(https?|git|ssh|ftp)://|git@", re.IGNORECASE)
_IN_LOGS: Final = re.compile(r"##(?=[\w-]*\[)")  # GitHub and Azure execute such text anywhere in a log line


def one_line(message: str) -> str:
    """Put `message` on one line, without control characters.

    >>> one_line("two" + chr(10) + "lines")
    'two lines'
    """
    return printable(" ".join(message.split()))


def printable(text: str) -> str:
    r"""Escape all characters in `text` that a terminal or a log service would interpret, including line breaks.

    >>> print(printable("clear " + chr(27) + "[2J"), printable("##[group]"))
    clear \x1b[2J #\x23[group]
    """
    if not text.isprintable():
        text = "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)
    return _IN_LOGS.sub(r"#\\x23", text)


def printable_name(name: str) -> str:
    """Escape colons at the start of a name, since GitHub interprets a line that starts with two colons as a command."""
    return printable(name.replace("::", r"\x3a:", 1) if name.lstrip().startswith("::") else name)


def quantity(number: int, word: str, plural: str = "s") -> str:
    """A number followed by a noun, which is singular or plural to fit the number.

    >>> quantity(1000, "search", "es")
    '1,000 searches'
    """
    return f"{number:,} {word}{'' if number == 1 else plural}"


def lines_in_words(ranges: Sequence[tuple[int, int]]) -> str:
    """Describe ranges of line numbers in words. A range includes its last line.

    >>> lines_in_words([(3, 3)]), lines_in_words([(3, 3), (7, 9)])
    ('line 3', 'lines 3, 7-9')
    """
    words = [str(first) if first == last else f"{first}-{last}" for first, last in ranges]
    more = f" and {len(words) - MOST_RANGES} more" if len(words) > MOST_RANGES else ""
    one = len(words) == 1 and "-" not in words[0]
    return f"{'line' if one else 'lines'} {', '.join(words[:MOST_RANGES])}{more}"


def as_code(text: object) -> str:
    """Put a name or an expression from the user's program between backticks.

    >>> as_code("board.turn")
    '`board.turn`'
    """
    return f"`{text}`"


def sentences(*parts: str) -> str:
    """Join texts into sentences. Every text after the first begins a new sentence; empty texts are left out.

    >>> sentences("right on 5 trees", "", "the run was interrupted")
    'right on 5 trees. The run was interrupted'
    """
    first, *others = [part for part in parts if part] or [""]
    return ". ".join([first, *(f"{part[0].upper()}{part[1:]}" for part in others)])


def refuse_address(text: str) -> None:
    """Raises: PreconditionError if `text` is a web address, because prunecheck only reads local files."""
    if _ADDRESS.match(text):
        raise PreconditionError(
            f"{text!r} is on the web, but prunecheck needs a file on this machine; download it, or clone its "
            "repository with git, then give the path of the file"
        )


def how_to_install(extra: str) -> str:
    """The command that installs an optional set of packages, called an extra, if prunecheck was installed from a clone.

    >>> how_to_install("plot")
    "in your clone of prunecheck, run: pip install -e '.[plot]'"
    """
    return f"in your clone of prunecheck, run: pip install -e '.[{extra}]'"


MOST_TOLD = 300  # at most this many characters of a message from a search under test


def told(error: BaseException) -> str:
    """Describe an error that the search under test raised: its type and message, shortened to one line.

    >>> told(ValueError("two" + chr(10) + "lines"))
    'ValueError: two lines'
    >>> told(NotImplementedError())
    'NotImplementedError'
    """
    try:
        message = str(error)
    except Exception:
        message = "its message cannot be shown"
    return brief(f"{type(error).__name__}: {message[: 2 * MOST_TOLD]}".removesuffix(": "))


def brief(message: str) -> str:
    """Put `message` on one line, and shorten it to a readable length."""
    line = one_line(message)
    return line if len(line) <= MOST_TOLD else f"{line[:MOST_TOLD]}..."


class PrunecheckError(Exception):
    """The base class of all errors for users' mistakes. `str(error)` is one line, ready to print."""

    def __init__(self, message: str) -> None:
        """`message` says which input is wrong, where it was given, and how to fix it."""
        super().__init__(one_line(message))

    def __reduce__(self) -> Any:
        """Pickle the error by its message, since the constructors of subclasses take different arguments."""
        return _again, (type(self), str(self), vars(self))


def _again(kind: type[PrunecheckError], message: str, state: dict[str, Any]) -> PrunecheckError:
    error = kind.__new__(kind)
    PrunecheckError.__init__(error, message)
    vars(error).update(state)
    return error


class TreeError(PrunecheckError):
    """Raised for a tree that cannot be searched: NaN, missing values or children, cycles, mixed types, bad JSON."""


class WindowError(PrunecheckError):
    """Raised for a window (alpha, beta) that is not an open interval: alpha >= beta, NaN, or ends of unlike types."""


class BudgetError(PrunecheckError):
    """Raised if a search calls the methods of a tree too often, for example in an endless loop."""


class PreconditionError(PrunecheckError):
    """Raised if a user asks for something that a search does not accept, or if a tree is too deep for the search.

    If a call of the user's search raised an exception, `failure` describes the exception and the calls that led to it.
    If the message asks for a starting call, `problem` is the part of the message that says what is wrong, and `request`
    is the part that asks for the call, without the words "with --start". If the message does not ask for a starting
    call, `problem` and `request` are empty.
    """

    def __init__(self, message: str, failure: object = None) -> None:
        """`message` says which input is wrong, where it was given, and how to fix it."""
        super().__init__(message)
        self.failure = failure
        self.problem = self.request = ""


class CrashError(PreconditionError):
    """Raised if a search with a built-in game crashes in its first call, so that the game's rules remain unknown.

    `failure` describes the crash, and `lines` describe the call that crashed.
    """

    def __init__(self, message: str, failure: object, lines: tuple[str, ...]) -> None:
        """`message` says which input is wrong, where it was given, and how to fix it."""
        super().__init__(message, failure)
        self.lines = lines


def start_needed(problem: str, failure: object = None, *, request: str = "give a starting call") -> PreconditionError:
    """Make the error for a search that needs a starting call. The message says what is wrong, and asks for `--start`.

    >>> str(start_needed("cannot call `search`"))
    'cannot call `search`. Give a starting call with --start'
    """
    error = PreconditionError(sentences(problem, f"{request} with --start"), failure)
    error.problem, error.request = problem, request
    return error


def failure_behind(error: PrunecheckError) -> Any:
    """How the user's search failed, if this caused the error. Returns None if the error has another cause."""
    return getattr(error, "failure", None)


def unusable_place(error: Exception) -> PreconditionError | None:
    """Turn a system error, such as a missing permission or an invalid file name, into an error with a clear message.

    >>> str(unusable_place(PermissionError(errno.EACCES, "Permission denied", "a/b.py")))
    "cannot use 'a/b.py': Permission denied; check the path, or choose another one"
    """
    if not isinstance(error, OSError) or error.errno not in UNUSABLE or not error.filename:
        return None
    return PreconditionError(f"cannot use {error.filename!r}: {error.strerror}; check the path, or choose another one")


class LoadError(PreconditionError):
    """Raised if a user's file or module cannot be imported, or an object in it cannot be found."""


class OutsideError(PreconditionError):
    """Raised if a tree or window has values that the search declares not to accept.

    A random tree for which OutsideError is raised is skipped.
    """


UNUSABLE: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.ENAMETOOLONG, errno.ELOOP})
NEAR: Final = 0.6  # a known name is suggested for an unknown one if they are at least this similar
NEAR_IF_SHORT: Final = 0.5  # the same for short names
SHORT: Final = 3
MOST_KNOWN: Final = 50  # the most known names that a message lists


def _all_known(name: str, names: list[str]) -> str:
    if len(names) <= MOST_KNOWN:
        return f"known: {', '.join(names)}"
    public = [other for other in names if not other.startswith("_")] or names
    likely = sorted(difflib.get_close_matches(name.lower(), public, n=10, cutoff=0.0))
    return f"known: {', '.join(likely)} and {len(names) - len(likely):,} more"


def _nearest(name: str, names: Iterable[str]) -> str | None:
    """The known name that is most similar to `name`, in upper or lower case, or None if no name is similar."""
    lower = {known.lower(): known for known in names}
    near = difflib.get_close_matches(name.lower(), lower, n=1, cutoff=NEAR if len(name) > SHORT else NEAR_IF_SHORT)
    return lower[near[0]] if near else None


class UnknownNameError(PrunecheckError):
    """Raised for an unknown name. The message suggests the nearest known name."""

    def __init__(
        self, kind: str, name: str, known: Iterable[str], place: str = "", *, meanings: Sequence[str] = ()
    ) -> None:
        """`kind` is the kind of name that was looked up, such as 'variant'.

        `known` lists the valid names. `place` is the file or command in which the name was looked up, if any.
        `meanings` lists the valid names that the name can mean, if it is ambiguous.
        """
        names = sorted(set(known))
        near = _nearest(name, names)
        hint = f"did you mean {near!r}?" if near else _all_known(name, names)
        if meanings:
            hint = f"it can mean {', '.join(meanings[:-1])} or {meanings[-1]}"
        super().__init__(f"unknown {kind} {name!r}{f' in {place}' if place else ''}; {hint}")
        self.name = name
        self.nearest = near


def plain_name(name: str) -> str:
    """Return `name` in the standard spelling: in lower case, with '-' in place of '_'.

    >>> plain_name(" Nothing_Pruned")
    'nothing-pruned'
    """
    return name.strip().lower().replace("_", "-")


def look_up(kind: str, name: str, table: Mapping[str, T]) -> T:
    """Return the entry in `table` for `name`, in any spelling that `plain_name` accepts.

    The error message calls each entry a `kind`, for example a 'variant'. Raises: UnknownNameError, which suggests the
    nearest name.
    """
    plain = plain_name(name)
    if plain not in table:
        raise UnknownNameError(kind, name, table)
    return table[plain]


def exit_words(status: int) -> str:
    """Describe in words how a process ended. A negative status -n means that signal n ended the process."""
    if status >= 0:
        return f"ended with exit status {status}"
    names = {known.value: known.name for known in Signals}  # real-time signals have no names
    return f"ended by {names.get(-status, f'signal {-status}')}"
