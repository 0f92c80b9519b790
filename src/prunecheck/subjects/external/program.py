"""Run an external program: start its process, send and read lines, and check replies against the protocol.

After a failure, the next request starts a new process.
"""

import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import psutil
from msgspec import structs

from prunecheck.errors import PrunecheckError, TreeError
from prunecheck.failures import (
    BadReply,
    ClosedPipe,
    EndlessOutput,
    ErrorReply,
    Exit,
    Failure,
    LateAnswer,
    LongLine,
    LongLog,
    OutOfMemory,
    ProgramTimeout,
)
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import ValueRange
from prunecheck.subjects.external.messages import (
    PROTOCOL_VERSION,
    Capabilities,
    Reply,
    Request,
    SearchReply,
    SearchRequest,
)
from prunecheck.subjects.sandbox.budget import DEFAULT, Budget
from prunecheck.subjects.sandbox.supervisor import PROCESS_MARK, Supervisor, dying_words, last_words, new_mark
from prunecheck.trees.json import load_number
from prunecheck.trees.protocol import INF, Number

FLOOD: Final = 1 << 12  # if unexpected output has more bytes than this, it is not just a stray line
MOST_QUOTED_OUTPUT: Final = 100  # characters of the program's output that a message repeats
R = TypeVar("R", bound=Reply)
MOST_QUOTED_WHY: Final = 120
PROGRAM_SECONDS_AFTER_A_HANG: Final = 0.5
WRITER: Final = msgspec.json.Encoder()


RUNNERS: Final = {  # suffix of a program's file -> the command that runs such files
    ".py": "python3",
    ".js": "node",
    ".mjs": "node",
    ".cjs": "node",
    ".java": "java",
}


class CommandError(PrunecheckError):
    """Raised for a command that cannot be started."""


def command_words(command: str | Sequence[str]) -> list[str]:
    """Split a command into words, like a shell.

    Raises: CommandError if the command is empty, or if a quote is not closed.
    """
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise CommandError(f"cannot read the command {command!r}: {error}") from None
    if not words:
        raise CommandError("the command is empty; name a program")
    return words


class Child(Supervisor):
    """A running process of an external program.

    After a failure, the process and its descendants are killed before the error is raised.
    """

    def __init__(
        self, words: Sequence[str], *, environment: Mapping[str, str] | None = None, budget: Budget = DEFAULT
    ) -> None:
        """Start the program. Raises: CommandError if the program does not exist, and on Windows in any case."""
        if not hasattr(os, "killpg"):
            raise CommandError(
                f"cannot start {words[0]!r}: external programs need Linux or macOS; on Windows, run prunecheck in WSL"
            )
        mark = new_mark()
        try:
            process = psutil.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env={**os.environ, **(environment or {}), PROCESS_MARK: mark},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else error
            if isinstance(error, FileNotFoundError) and Path(words[0]).is_file():
                why = "it is a file, not a command"
            raise CommandError(f"cannot start {words[0]!r}: {why}; {_remedy(words[0])}") from None
        super().__init__(process, mark, budget, process.stdout, process.stderr, process.stdin)
        self._stdin = process.stdin
        self._asked = False

    @property
    def alive(self) -> bool:
        """True until this object ends the process.

        If the program ends without being killed, the result is still True until the next request.
        """
        return self.end.alive

    def exchange(self, request: bytes, seconds: float) -> bytes:
        """Send `request`, and return the line with which the program replies within `seconds`.

        Raises: SubjectError for a missing or invalid reply, after ending the program and its descendants.
        """
        try:
            return self._exchange(request, seconds)
        except BaseException:  # also after Ctrl-C, since no one would read the reply
            self.end()
            raise

    def stray_output(self, seconds: float = 0) -> bytes:
        """Read unexpected bytes on the program's standard output, waiting at most `seconds`."""
        if not self.answers and self.alive:
            self.drain(seconds)
        return bytes(self.answers)

    def quit(self, request: bytes = b"") -> int | None:
        """Send the program a last `request`, which may be empty, then close its input. Returns the exit status.

        The exit status is -n if signal n ended the program. The exit status is None if the program had to be killed.
        """
        if not self.alive:
            return None
        with suppress(OSError):
            self._stdin.write(request)
        self._stdin.close()
        status = self.status(self.budget.quit_seconds)
        self.drain(0)
        self.end()
        return status

    def _exchange(self, request: bytes, seconds: float) -> bytes:
        if self._asked and self.stray_output():  # before the first request, this would depend on timing
            raise self.unasked_output(f"wrote {quote(self.answers)} without a request")
        self._asked = True
        budget = self.budget
        self.begin(seconds)
        self.send(request)
        seen = 0
        while True:
            end = self.answers.find(b"\n", seen)
            seen = len(self.answers) if end < 0 else end
            if seen > budget.reply_bytes:
                raise SubjectError(LongLine(budget.reply_bytes, quote(self.answers)))
            if self.log_bytes > budget.stderr_bytes:
                raise SubjectError(LongLog(budget.stderr_bytes))
            if (used := self.usage.memory()) > budget.memory_bytes:
                raise SubjectError(OutOfMemory(budget.memory_bytes, used))
            if end >= 0:
                break
            if self.end_reason:
                raise self._error_of_its_end()
            if self.hung:
                within, reads = seconds + budget.grace, not self.unsent
                raise SubjectError(ProgramTimeout(within, reads=reads, log=last_words(self.log)))
            self.turn()
        line = bytes(self.answers[:end])
        del self.answers[: end + 1]
        if self.unsent:
            raise self.unasked_output(f"wrote {quote(line)} before it had read the request")
        if self.late:
            raise SubjectError(LateAnswer(quote(line), seconds))
        return line

    def unasked_output(self, seen: str) -> SubjectError:
        """Return the error for output that was not requested. If the output is very long, the error says so."""
        if len(self.stray_output()) >= FLOOD:
            return SubjectError(EndlessOutput(seen))
        return SubjectError(
            BadReply(f"{seen}; standard output must contain nothing but replies, one line for each request")
        )

    def _error_of_its_end(self) -> SubjectError:
        """Return the error for a program that ended or closed its pipes.

        The error is a crash if the exit status shows a crash.
        """
        status = self.ending()
        if status is None:
            return SubjectError(ClosedPipe(self.end_reason, last_words(self.log)))
        log = dying_words(self.log)
        return SubjectError(Exit(status, log) if status else ClosedPipe(log=log))


def quote(line: bytes | bytearray, most: int = MOST_QUOTED_OUTPUT) -> str:
    """Quote a line of a program's output for a message. At most `most` characters are quoted."""
    text = line[: 4 * most + 4].decode(errors="replace").strip()
    return text if len(text) <= most else f"{text[:most]}..."


class Program:
    """The process of an external program, which is restarted after each failure."""

    def __init__(
        self, command: str | Sequence[str], *, environment: Mapping[str, str] | None = None, budget: Budget = DEFAULT
    ) -> None:
        """Start the program, and exchange `hello` with it.

        Raises: CommandError if the program cannot be started, SubjectError if the handshake fails.
        """
        self.words = command_words(command)
        self.budget = budget  # limits for the next search, and for every process started later
        self.starts = 0  # the number of processes so far
        self._budget_of_hang: Budget | None = None
        self._environment = environment
        self.last_sent, self.last_came = b"", b""  # the last line sent, and the last line received
        self._last_id = 0
        self._child: Child | None = None
        self.capabilities = Capabilities()
        self._running_child()
        self.domain = domain(self.capabilities)

    def search(self, request: SearchRequest) -> SearchReply:
        """Send a search request, with the next number, and return the reply.

        After a timeout, later searches get less time, since the program will probably hang again. To give later
        searches the full time again, assign a new `Budget` to the attribute `budget`.
        Raises: SubjectError.
        """
        seconds = self.budget.seconds
        hurried = self._budget_of_hang is self.budget and seconds > PROGRAM_SECONDS_AFTER_A_HANG
        try:
            return self._ask(request, SearchReply, PROGRAM_SECONDS_AFTER_A_HANG if hurried else seconds)
        except SubjectError as failed:
            if isinstance(failed.failure, ProgramTimeout):
                self._budget_of_hang = self.budget
                if hurried:
                    raise SubjectError(structs.replace(failed.failure, hurried=True)) from None
            raise

    def clear(self) -> None:
        """Send `clear` to a program that stores results of earlier searches. Raises: SubjectError."""
        if self._child and self._child.alive:  # without a process, there is nothing to clear
            self._ask(Request(PROTOCOL_VERSION, 0, "clear"), Reply, self.budget.seconds)

    def end(self) -> None:
        """Kill the process if it is running."""
        if self._child:
            self._child.end()

    def blame(self, failure: Failure) -> SubjectError:
        """End the process, and return the error that the caller should raise for an unusable reply."""
        self.end()
        return SubjectError(failure)

    def close(self, *, ask: bool = True) -> int | None:
        """Ask the program to quit, or only close its input.

        If the program does not end in time, kill it and its descendants. Returns the exit status, which is -n if signal
        n ended the program, and None if the program had to be killed.
        """
        if not self._child:
            return None
        request = self.fresh_request("quit")
        self.last_sent, self.last_came = WRITER.encode(request) if ask else b"", b""
        status = self._child.quit(self.last_sent + b"\n" if ask else b"")
        self._child = None
        return status

    def _ask(self, request: Request, kind: type[R], seconds: float) -> R:
        child = self._running_child()
        self._last_id += 1
        request.id = self._last_id
        return self._reply(child, request, kind, seconds)

    def ask_raw(self, line: bytes) -> bytes:
        """Send any line, even an invalid request, and return the reply. Raises: SubjectError."""
        return self._exchange(self._running_child(), line, self.budget.seconds)

    def fresh_request(self, ask: str) -> Request:
        """Make a request with the next number."""
        self._last_id += 1
        return Request(PROTOCOL_VERSION, self._last_id, ask)

    def stray_output(self, seconds: float) -> bytes:
        """Read output that was not requested, waiting at most `seconds` for it."""
        return self._child.stray_output(seconds) if self._child else b""

    def _exchange(self, child: Child, line: bytes, seconds: float) -> bytes:
        self.last_sent, self.last_came = line, b""
        self.last_came = child.exchange(line + b"\n", seconds)
        return self.last_came

    def _reply(self, child: Child, request: Request, kind: type[R], seconds: float) -> R:
        line = self._exchange(child, WRITER.encode(request), seconds)
        try:
            reply = msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            why = str(error)[:MOST_QUOTED_WHY]
            seen = f"replied to {request.ask} with '{quote(line)}', which violates the protocol: {why}"
            amiss = child.unasked_output(seen).failure
            if isinstance(amiss, BadReply) and _is_object(line):  # the line is a reply, not a stray line
                amiss = BadReply(seen)
            raise self.blame(amiss) from None
        if reply.error is not None:
            raise self.blame(ErrorReply(reply.error[:MOST_QUOTED_WHY]))
        if reply.id != request.id:
            raise self.blame(BadReply(f"replied to request {request.id} with the id {reply.id}: {quote(line)}"))
        return reply

    def _running_child(self) -> Child:
        if self._child and self._child.alive:
            return self._child
        self._child = child = Child(self.words, environment=self._environment, budget=self.budget)
        self.starts += 1
        said = self._reply(child, self.fresh_request("hello"), Capabilities, self.budget.handshake_seconds)
        said.id = None
        if why := unusable(said):
            raise self.blame(BadReply(why))
        if self.starts > 1 and said != self.capabilities:
            raise self.blame(BadReply("when the program was started again, its reply to hello was different"))
        self.capabilities = said
        return child


def _is_object(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeError):
        return False
    except RecursionError:  # the greeting is nested too deeply to be read
        return line.lstrip().startswith(b"{")
    return True


def unusable(said: Capabilities) -> str:
    """Say what is wrong with a reply to `hello`. Returns an empty text if the reply is valid."""
    if said.prunecheck != PROTOCOL_VERSION:
        return (
            f'uses version {said.prunecheck} of the protocol, not {PROTOCOL_VERSION}; reply with "prunecheck": '
            f"{PROTOCOL_VERSION}"
        )
    if not said.name:
        return 'the reply to hello contains no name; add "name": "..."'
    try:
        found = domain(said)
    except TreeError as error:
        return f"the reply to hello: {error}"
    if not -found.infinity < found.least <= found.greatest < found.infinity:
        return "the reply to hello: least and greatest must lie between -infinity and infinity"
    low, high = found.ends
    if low > high:
        return f"the reply to hello: no {found.kind} lies between least and greatest; give a range that contains values"
    return ""


def domain(said: Capabilities) -> ValueRange:
    """Return the range of values that a program accepts. Raises: TreeError if the limits are not numbers."""
    least, greatest, infinity = (
        load_number(getattr(said, field), field) for field in ("least", "greatest", "infinity")
    )
    return ValueRange(said.values, least, greatest, infinity, infinities="infinities" in said.takes)


def number_in(written: object, found: ValueRange) -> Number:
    """Convert a value in a reply to a number. The program's own number for infinity becomes infinite.

    Raises: TreeError if the value is not a number.
    """
    value = load_number(written, "the value")
    if abs(value) == found.infinity:
        return INF if value > 0 else -INF
    return value


def _remedy(word: str) -> str:
    """Say how to start a program if the first word of its command names a file that is not executable."""
    file = Path(word)
    if not file.is_file():
        return "give a program that runs on this machine"
    if os.access(file, os.X_OK) and file.name == word:
        return f"for a program in this folder, write ./{word}"
    if (runner := RUNNERS.get(file.suffix)) is not None:
        return f"write the command that runs this file, such as {runner} {word}"
    return "make this file executable, or write the command that runs it"
