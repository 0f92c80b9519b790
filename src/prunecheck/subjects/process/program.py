"""A program under test: handshake, searches and `clear`, each reply checked against the protocol.

After a failure the next request starts a fresh process.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from prunecheck.errors import Failure, SubjectError, TreeError
from prunecheck.subjects.process.child import DEFAULT, Budget, Child, command_words, quoted
from prunecheck.subjects.process.messages import (
    VERSION,
    Capabilities,
    Domain,
    Reply,
    Request,
    SearchReply,
    SearchRequest,
)
from prunecheck.trees.json import load_number
from prunecheck.trees.protocol import Number

R = TypeVar("R", bound=Reply)
MOST_QUOTED_WHY: Final = 120
SECONDS_AFTER_A_HANG: Final = 0.5
WRITER: Final = msgspec.json.Encoder()


class Program:
    """The process of a command, started anew after each failure."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        cwd: str | Path | None = None,
        environment: Mapping[str, str] | None = None,
        budget: Budget = DEFAULT,
    ) -> None:
        """Start it and shake hands. Raises: CommandError where it cannot start, SubjectError where it misbehaves."""
        self.words = command_words(command)
        self.budget = budget
        self.starts = 0  # how many processes there have been
        self._cwd, self._environment = cwd, environment
        self.last_sent, self.last_came = b"", b""  # of the last exchange
        self._last_id = 0
        self._child: Child | None = None
        self.capabilities = Capabilities()
        self._started()
        self.domain = domain(self.capabilities)

    @property
    def budget(self) -> Budget:
        """What it is allowed; the processes started from now on have all of it, and the next search all its seconds."""
        return self._budget

    @budget.setter
    def budget(self, budget: Budget) -> None:
        self._budget, self._patience = budget, budget.seconds  # for the next search

    def search(self, request: SearchRequest) -> SearchReply:
        """The reply to a search; the number of the request is set here.

        A program that hangs will again: once it has, the next searches are not given as long.
        Raises: SubjectError.
        """
        given = self._patience
        try:
            return self._asked(request, SearchReply, given)
        except SubjectError as failed:
            if failed.failure is not Failure.HUNG:
                raise
            self._patience = min(given, SECONDS_AFTER_A_HANG)
            if given == self.budget.seconds:
                raise
            seen = str(failed).removeprefix(f"{Failure.HUNG.value}: ")
            raise SubjectError(Failure.HUNG, f"{seen}; it is given less time since it hung") from None

    def clear(self) -> None:
        """Have a program with a memory forget. Raises: SubjectError."""
        if self._child and self._child.alive:  # a process not yet started has nothing to forget
            self._asked(Request(VERSION, 0, "clear"), Reply, self.budget.seconds)

    def end(self) -> None:
        """End the process at once, if there is one."""
        if self._child:
            self._child.kill()

    def blame(self, why: str) -> SubjectError:
        """The error of an answer that cannot be used; the process is ended."""
        return self._blamed(SubjectError(Failure.NONSENSE, why))

    def close(self, *, ask: bool = True) -> int | None:
        """Ask the program to quit, or only close its input; end it and all that it started where it does not in time.

        Its exit status, -n where signal n ended it, and None where it had to be killed.
        """
        if not self._child:
            return None
        request = self.fresh_request("quit")
        self.last_sent, self.last_came = WRITER.encode(request) if ask else b"", b""
        status = self._child.quit(self.last_sent + b"\n" if ask else b"")
        self._child = None
        return status

    def _asked(self, request: Request, kind: type[R], seconds: float) -> R:
        child = self._started()
        self._last_id += 1
        request.id = self._last_id
        line = self._exchange(child, WRITER.encode(request), seconds)
        return self._read(line, kind, request.id)

    def ask_raw(self, line: bytes) -> bytes:
        """The line that is answered to any line, such as one that is no request. Raises: SubjectError."""
        return self._exchange(self._started(), line, self.budget.seconds)

    def fresh_request(self, ask: str) -> Request:
        """A request with the next number."""
        self._last_id += 1
        return Request(VERSION, self._last_id, ask)

    def unasked(self, seconds: float) -> bytes:
        """What the program says within `seconds` without being asked."""
        return self._child.unasked(seconds) if self._child else b""

    def _exchange(self, child: Child, line: bytes, seconds: float) -> bytes:
        self.last_sent, self.last_came = line, b""
        self.last_came = child.exchange(line + b"\n", seconds)
        return self.last_came

    def _read(self, line: bytes, kind: type[R], number: int) -> R:
        try:
            reply = msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            why = str(error)[:MOST_QUOTED_WHY]
            assert self._child
            amiss = self._child.talkative(f"answered {quoted(line)}: {why}")
            if amiss.failure is Failure.NONSENSE and _is_object(line):  # a reply, and no stray line
                amiss = SubjectError(Failure.NONSENSE, f"answered {quoted(line)}: {why}")
            raise self._blamed(amiss) from None
        if reply.error is not None:
            raise self._blamed(
                SubjectError(Failure.CRASHED, f"answered with the error {reply.error[:MOST_QUOTED_WHY]!r}")
            )
        if reply.id != number:
            raise self.blame(f"answered request {number} with the id {reply.id}: {quoted(line)}")
        return reply

    def _blamed(self, error: SubjectError) -> SubjectError:
        if self._child:
            self._child.kill()
        return error

    def _started(self) -> Child:
        if self._child and self._child.alive:
            return self._child
        self._child = child = Child(self.words, cwd=self._cwd, environment=self._environment, budget=self.budget)
        self.starts += 1
        hello = self.fresh_request("hello")
        line = self._exchange(child, WRITER.encode(hello), self.budget.handshake_seconds)
        said = self._read(line, Capabilities, hello.id)
        said.id = None
        if why := unusable(said):
            raise self.blame(why)
        if self.starts > 1 and said != self.capabilities:
            raise self.blame("a fresh process says other things of itself than the first")
        self.capabilities = said
        return child


def _is_object(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeError):
        return False
    except RecursionError:  # it is nested too deeply to be read
        return line.lstrip().startswith(b"{")
    return True


def unusable(said: Capabilities) -> str:
    """What is wrong with a reply to `hello`; empty where nothing is."""
    if said.prunecheck != VERSION:
        return f'speaks version {said.prunecheck} of the protocol, not {VERSION}; say "prunecheck": {VERSION}'
    if not said.name:
        return 'its reply to hello has no name; say "name": "..."'
    try:
        found = domain(said)
    except TreeError as error:
        return f"its reply to hello: {error}"
    if not -found.infinity < found.least <= found.greatest < found.infinity:
        return "its reply to hello: least and greatest must lie between the negative of infinity and infinity"
    low, high = found.ends
    if low > high:
        return f"its reply to hello: no {found.kind} lies between least and greatest; give a range with values in it"
    return ""


def domain(said: Capabilities) -> Domain:
    """The values that a program takes. Raises: TreeError where they are no numbers."""
    least, greatest, infinity = (load_number(getattr(said, each), each) for each in ("least", "greatest", "infinity"))
    return Domain(said.values, least, greatest, infinity, infinities="infinities" in said.takes)


def value_in(reply: SearchReply, found: Domain) -> Number:
    """The value in a reply, the program's infinity as infinity. Raises: TreeError where it has none."""
    return number_in(reply.value, found)


def number_in(written: object, found: Domain) -> Number:
    """A value of a reply, the program's infinity as infinity. Raises: TreeError where it is no number."""
    value = load_number(written, "the value")
    if abs(value) == found.infinity:
        return float("inf") if value > 0 else float("-inf")
    return value
