"""Classes for failures: each describes one way in which a search under test can fail to return a result.

`str(failure)` is a sentence for reports and error messages. Code should check the type of a failure, not its text.
"""

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict, force_setattr

from prunecheck.errors import brief, exit_words, quantity


class _Failure(Struct, frozen=True, tag=True, tag_field="failure"):
    """The base class of failures.

    Each class of failures has a phrase that names the kind of failure, and a template for the details.
    """

    verdict: ClassVar[str]
    words: ClassVar[str]

    def __post_init__(self) -> None:
        """Shorten all text that came from the search, and escape characters that cannot be printed."""
        for name, value in asdict(self).items():
            if isinstance(value, str):
                force_setattr(self, name, brief(value))

    @property
    def time_limit(self) -> float | None:
        """The time limit that the search exceeded, if any. A timeout often does not occur again in another run."""
        return getattr(self, "seconds", None)

    def _seen(self) -> str:
        """The details of the failure as text, made from the template."""
        return self.words.format_map(asdict(self))

    def __str__(self) -> str:
        """Describe the failure on one line."""
        return f"{self.verdict}: {brief(self._seen())}"


class Raised(_Failure, frozen=True):
    """The search raised an exception, in the `line` of the `file` of the user's code, if these are known.

    `frames` lists the function calls that led to the exception, outermost first: file, line and function.
    """

    exception: str
    message: str
    file: str = ""
    line: int = 0
    frames: tuple[tuple[str, int, str], ...] = ()

    def __eq__(self, other: object) -> bool:
        """True if both exceptions have the same type and message, even if they were raised in different places."""
        return isinstance(other, Raised) and (self.exception, self.message) == (other.exception, other.message)

    def __hash__(self) -> int:
        """The hash of the exception's type and message, without the place."""
        return hash((self.exception, self.message))

    def __str__(self) -> str:
        """The type and message of the exception, as in the last line of a traceback."""
        return brief(f"{self.exception}: {self.message}")


class IllegalMove(_Failure, frozen=True):
    """The search made a move that does not exist: the position has `moves` moves, numbered from 0."""

    verdict: ClassVar[str] = "IndexError"  # the error that the position raises
    words: ClassVar[str] = "there is no move {move}: moves are numbered from 0, and the position has {moves}"
    move: str
    moves: int


class NothingToTakeBack(_Failure, frozen=True):
    """The search took back a move on a position although it had not made one."""

    verdict: ClassVar[str] = "IndexError"
    words: ClassVar[str] = "a move was taken back that had not been made"


class WrongAgent(_Failure, frozen=True):
    """The search called the method `word` of a position for player `agent`, but it is the turn of `to_move`."""

    verdict: ClassVar[str] = "IndexError"
    words: ClassVar[str] = "{word} was called for agent {agent}, but agent {to_move} is to move"
    word: str
    agent: int
    to_move: int


class Crash(_Failure, frozen=True):
    """The process of the search ended: an external program, or the process in which a Python search runs."""

    verdict: ClassVar[str] = "crash"


class Exit(Crash, frozen=True):
    """The process ended with exit status `status` (-n for signal n). `log` is an external program's last output."""

    status: int
    log: str | None = None

    def _seen(self) -> str:
        answer = "" if self.log is None or self.status < 0 else " and no answer"
        return "; ".join(filter(None, (f"{exit_words(self.status)}{answer}", self.log)))


class SystemExited(Crash, frozen=True):
    """The search raised SystemExit, with this status or message."""

    words: ClassVar[str] = "it ended the program with status {status}"
    status: str


class Uncatchable(Crash, frozen=True):
    """The search raised an exception that `except Exception` does not catch."""

    words: ClassVar[str] = "{exception}: {message}"
    exception: str
    message: str


class ErrorReply(Crash, frozen=True):
    """An external program (a search behind a pipe) replied to a request with an error message."""

    words: ClassVar[str] = "answered with the error {message!r}"
    message: str


class Hang(_Failure, frozen=True):
    """The search did not return, or not in time."""

    verdict: ClassVar[str] = "timeout"


class Timeout(Hang, frozen=True):
    """The search did not return within `seconds`.

    If the call was repeated, with the shorter time limit `again`, the search exceeded this limit, too.

    `stopped` is False if the process had to be ended to stop the call.
    """

    seconds: float
    again: float | None = None
    stopped: bool = True

    def _seen(self) -> str:
        again = f"none within {self.again:g} s in a second try" if self.again is not None else ""
        words = [f"no answer within {self.seconds:g} s", again, "" if self.stopped else "it could not be stopped"]
        return ", and ".join(filter(None, words))


class ProgramTimeout(Hang, frozen=True):
    """An external program did not answer within `seconds`; `log` is its last output.

    `reads` is True if the program read the request. `hurried` is True if the program got less time than usual, because
    it did not answer an earlier request.
    """

    seconds: float
    reads: bool = True
    log: str = ""
    hurried: bool = False

    def _seen(self) -> str:
        failed = "did not answer" if self.reads else "did not read its input"
        hurried = " (less than usual, because of an earlier timeout)" if self.hurried else ""
        return "; ".join(filter(None, (f"{failed} within {self.seconds:g} s{hurried}", self.log)))


class TooManyQuestions(Hang, frozen=True):
    """The search called the methods of positions too often, and was stopped."""

    words: ClassVar[str] = "no answer after {questions:,} method calls on positions"
    questions: int


class LateAnswer(_Failure, frozen=True):
    """An external program answered too late, after more than `seconds`."""

    verdict: ClassVar[str] = "late answer"
    words: ClassVar[str] = "answered {answer} after more than {seconds:g} s"
    answer: str
    seconds: float


class Flood(_Failure, frozen=True):
    """The search wrote more output than is allowed."""

    verdict: ClassVar[str] = "too much output"


class Printed(Flood, frozen=True):
    """A Python search printed too many bytes, in one call or in all calls together."""

    allowed: int
    in_one_call: bool

    def _seen(self) -> str:
        return f"it printed more than {self.allowed // 1_000_000:,} MB{' in one call' if self.in_one_call else ''}"


class LongLine(Flood, frozen=True):
    """An external program wrote a line that has too many bytes."""

    words: ClassVar[str] = "wrote a line of more than {allowed:,} bytes, beginning {beginning}"
    allowed: int
    beginning: str


class LongLog(Flood, frozen=True):
    """An external program wrote too many bytes to standard error."""

    words: ClassVar[str] = "wrote more than {allowed:,} bytes on standard error in one request"
    allowed: int


class EndlessOutput(Flood, frozen=True):
    """An external program did something that is not allowed (`what`), and then did not stop writing output."""

    words: ClassVar[str] = "{what}, and continued to write"
    what: str


class ClosedPipe(_Failure, frozen=True):
    """An external program ended with status 0 and sent no answer, or it still runs but has closed a pipe.

    `what` says which pipe was closed; `what` is empty if the program has ended. `log` is the program's last output.
    """

    verdict: ClassVar[str] = "closed its pipes"
    what: str = ""
    log: str = ""

    def _seen(self) -> str:
        what = f"{self.what}, and continued to run" if self.what else f"{exit_words(0)} and no answer"
        return "; ".join(filter(None, (what, self.log)))


class Nonsense(_Failure, frozen=True):
    """The search returned something that is not a valid result."""

    verdict: ClassVar[str] = "invalid answer"


class BadAnswer(Nonsense, frozen=True):
    """A Python search returned the invalid result `given`, instead of what `due` describes."""

    words: ClassVar[str] = "returned {given}, expected {due}"
    given: str
    due: str


class BadReply(Nonsense, frozen=True):
    """A program's reply, or the transposition table that a search shows, is invalid; `what` says what is wrong."""

    words: ClassVar[str] = "{what}"
    what: str


class NotAMove(Nonsense, frozen=True):
    """A Python search returned a move that does not exist.

    If the search returned the index of a move, `moves` is the number of moves that the position has; otherwise, it is
    None.
    """

    move: str
    moves: int | None = None

    def _seen(self) -> str:
        if self.moves is None:
            return f"returned the move {self.move}, which the position does not have"
        return f"returned the move {self.move}, but the position has {quantity(self.moves, 'move')}, numbered from 0"


class OutOfRange(Nonsense, frozen=True):
    """An external program replied with a number that is too large, so no move or node has this number."""

    what: Literal["move", "line", "node"]
    number: int
    count: int

    def _seen(self) -> str:
        if self.what == "line":
            return f"its principal variation has the nonexistent move {self.number}; moves are numbered from 0"
        did = "chooses" if self.what == "move" else "names"
        if self.count == 0:
            return f"{did} {self.what} {self.number}, but the node has none"
        return f"{did} {self.what} {self.number}, but there are {self.count}, numbered from 0"


class OutOfMemory(_Failure, frozen=True):
    """The search used more memory than is allowed: `used` bytes, if known; `allowed` is the limit in bytes."""

    verdict: ClassVar[str] = "out of memory"
    allowed: int = 0
    used: int = 0

    def _seen(self) -> str:
        if self.used:
            return f"uses {self.used / 1e6:,.0f} MB of memory; the limit is {self.allowed / 1e6:,.0f} MB"
        return f"uses more than {self.allowed // 1_000_000_000} GB"

    def __str__(self) -> str:
        """Describe the failure on one line."""
        return super().__str__() if self.allowed else self.verdict


class Changed(_Failure, frozen=True):
    """The search changed an argument that it was called with."""

    verdict: ClassVar[str] = "changed its input"


class NotTakenBack(Changed, frozen=True):
    """The search returned without taking back moves that it had made on the position (`moves`)."""

    words: ClassVar[str] = "did not take back {moves} of its moves"
    moves: int


class NotRestored(Changed, frozen=True):
    """The search changed its own state, such as its board, and did not restore it."""

    words: ClassVar[str] = "{what} differs after the search"
    what: str


class ListsChanged(Changed, frozen=True):
    """The search changed the nested lists that represent the tree."""

    words: ClassVar[str] = "the tree's nested lists differ after the search"


Failure: TypeAlias = (
    Raised
    | IllegalMove
    | NothingToTakeBack
    | WrongAgent
    | Exit
    | SystemExited
    | Uncatchable
    | ErrorReply
    | Timeout
    | ProgramTimeout
    | TooManyQuestions
    | LateAnswer
    | Printed
    | LongLine
    | LongLog
    | EndlessOutput
    | ClosedPipe
    | BadAnswer
    | BadReply
    | NotAMove
    | OutOfRange
    | OutOfMemory
    | NotTakenBack
    | NotRestored
    | ListsChanged
)
