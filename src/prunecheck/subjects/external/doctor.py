"""Diagnose an external program: check each rule of the protocol once, and report a remedy for each violation."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Literal

import msgspec

from prunecheck.errors import PreconditionError
from prunecheck.failures import (
    ClosedPipe,
    Crash,
    Failure,
    Flood,
    Hang,
    LateAnswer,
    Nonsense,
    OutOfMemory,
    OutOfRange,
    ProgramTimeout,
)
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.external.messages import (
    PROTOCOL_VERSION,
    Capabilities,
    Reply,
    Request,
    SearchReply,
    SearchRequest,
)
from prunecheck.subjects.external.program import WRITER, Child, Program, R, command_words, quote, unusable
from prunecheck.subjects.external.program_subject import ProgramSubject, subject_of_program
from prunecheck.subjects.external.samples import Sample, samples
from prunecheck.subjects.external.wrong_values import remedy_for_memory, remedy_for_value
from prunecheck.subjects.sandbox.budget import DEFAULT, Budget
from prunecheck.trees.protocol import INF
from prunecheck.trees.values import show

QUIET: Final = 0.2  # seconds for which the program must be silent after its last reply
_line: Final = partial(quote, most=400)  # lines in the report are cut after this many characters
LARGE_NUMBER: Final = 1_000_000_007
ONE_LINE: Final = "write exactly one line for each request to standard output, and nothing else"
MALFORMED: Final = b'{"prunecheck":1,"id":'

REMEDIES: Final[dict[type, str]] = {
    Crash: "run the program by hand, send it this line, and look at its standard error",
    Hang: "reply to each line with one line, and flush standard output after it",
    LateAnswer: "reply within the time limit (--seconds), and flush standard output after each line",
    Flood: "only write one line for each request to standard output; write logs to standard error",
    ClosedPipe: "read requests in a loop, and end only at quit or at the end of the input",
    Nonsense: "reply as the protocol says; write logs to standard error",
    OutOfMemory: "use less memory",
}


class CheckResult(msgspec.Struct):
    """The result of one check. The fields `sent`, `came` and `remedy` are only set if the check failed.

    - `check`: what was checked.
    - `outcome`: whether the check passed; `not declared` if the program does not support what is checked.
    - `sent`: the request to the program.
    - `came`: the program's reply.
    - `remedy`: how to fix the program.
    """

    check: str
    outcome: Literal["ok", "FAILED", "not declared"]
    sent: str = ""
    came: str = ""
    remedy: str = ""


class DoctorReport(msgspec.Struct):
    """The results of all checks of a program.

    - `command`: the program and its arguments.
    - `name`: what the program calls itself, or empty.
    - `version`: the version of the protocol by which the program was checked.
    - `passed`: true if no check failed.
    - `findings`: the checks, in order.
    """

    command: list[str]
    name: str
    version: int
    passed: bool
    findings: list[CheckResult]


class _AmissError(Exception):
    """Raised if a check fails, with two texts: what the program did wrong, and the remedy.

    The text on what the program did wrong is empty if the program's last reply already shows it.
    """


def diagnose(
    command: str | Sequence[str], *, environment: Mapping[str, str] | None = None, budget: Budget = DEFAULT
) -> DoctorReport:
    """Check everything that the protocol requires. Raises: CommandError if the program cannot be started."""
    return _Doctor(command_words(command), environment, budget).diagnosis()


@dataclass(eq=False, slots=True)
class _Doctor:
    _words: list[str]
    _environment: Mapping[str, str] | None
    _budget: Budget
    _sent: bytes = b""
    _came: bytes = b""
    _findings: list[CheckResult] = field(default_factory=list)

    def diagnosis(self) -> DoctorReport:
        said = self._greeting()
        greeted = said is not None and self._findings[-1].outcome == "ok"
        if said and greeted and self._try("complete the handshake", lambda: self._complete(said)):
            self._rest()
        passed = all(finding.outcome != "FAILED" for finding in self._findings)
        return DoctorReport(self._words, said.name if said else "", PROTOCOL_VERSION, passed, self._findings)

    def _try(self, check: str, examine: Callable[[], None]) -> bool:
        try:
            examine()
        except _AmissError as amiss:
            came, remedy = amiss.args
            came = came or _line(self._came) or "nothing"
        except SubjectError as error:
            came, remedy = str(error), _remedy(error.failure)
        else:
            self._findings.append(CheckResult(check, "ok"))
            return True
        self._findings.append(CheckResult(check, "FAILED", _line(self._sent), came, remedy))
        return False

    def _greeting(self) -> Capabilities | None:
        """Return the program's reply to `hello`, or None if the reply is invalid."""
        child = Child(self._words, environment=self._environment, budget=self._budget)
        heard: list[Capabilities] = []

        def hello() -> None:
            self._sent = WRITER.encode(Request(PROTOCOL_VERSION, 1, "hello"))
            try:
                self._came = child.exchange(self._sent + b"\n", self._budget.handshake_seconds)
            except SubjectError as error:
                if isinstance(error.failure, ProgramTimeout) and self._answers_at_the_end():
                    remedy = (
                        "flush standard output after each line, and do not wait for more input (mawk: -W interactive)"
                    )
                    raise _AmissError("no reply before the end of the input", remedy) from None
                raise
            remedy = "reply to hello with one JSON object, with the fields that the protocol lists"
            heard.append(_decode(self._came, Capabilities, remedy))
            if more := child.stray_output(QUIET):
                raise _AmissError(f"{_line(self._came)}, and then {_line(more)}, without a request", ONE_LINE)

        self._try("start, and reply to hello in time", hello)
        child.end()
        return heard[0] if heard else None

    def _answers_at_the_end(self) -> bool:
        """True if the program only replies when its input ends, because it does not flush its output."""
        patient = max(self._budget.handshake_seconds, DEFAULT.handshake_seconds)
        budget = replace(self._budget, quit_seconds=patient)
        child = Child(self._words, environment=self._environment, budget=budget)
        child.quit(self._sent + b"\n")
        return b"\n" in child.stray_output()

    def _complete(self, said: Capabilities) -> None:
        if said.error is not None or said.id != 1:
            raise _AmissError("", 'reply with the "id" of the request, and without "error"')
        if why := unusable(said):
            raise _AmissError(_line(self._came), why)

    def _rest(self) -> None:
        try:
            program = Program(self._words, environment=self._environment, budget=self._budget)
        except SubjectError as error:
            self._findings.append(
                CheckResult("start again", "FAILED", _line(self._sent), str(error), _remedy(error.failure))
            )
            return
        try:
            for check, examine, declared in _checks(subject_of_program(program)):
                if declared:
                    self._try(check, partial(self._run_check, program, examine))
                else:
                    self._findings.append(CheckResult(check, "not declared"))
        finally:
            program.close()

    def _run_check(self, program: Program, examine: Callable[[], None]) -> None:
        """Run a check, and store the last request to the program and its last reply."""
        program.last_sent = program.last_came = b""
        try:
            examine()
        finally:
            self._sent, self._came = program.last_sent, program.last_came


def _checks(subject: ProgramSubject) -> Iterator[tuple[str, Callable[[], None], bool]]:
    """Yield the checks that follow the handshake: their names, what they do, and whether the program supports it."""
    program, said = subject.program, subject.program.capabilities
    chosen = list(samples(program.domain))
    for sample in chosen:
        yield sample.check, partial(_searches, subject, sample), sample.needs is None or sample.needs in said.takes
    leaf = chosen[0]
    remedy = 'reply {"id":%d,"error":"..."} to every unknown request'
    unknown = partial(_replies, program, "something-else", remedy, error=True)
    yield "reply to an unknown request with an error", unknown, True
    yield "reply to a malformed line with an error", partial(_malformed, program), True
    yield "still search after the two errors", partial(_searches, subject, leaf), True
    remedy = 'delete everything that earlier searches stored, and reply {"id":%d}'
    yield "reply to clear", partial(_replies, program, "clear", remedy, error=False), said.memory
    yield "write nothing without a request", partial(_quiet, subject, leaf), True
    yield "reply with the number of each request", partial(_numbers, subject, leaf), True
    yield "end at quit", partial(_ends, subject, leaf, ask=True), True
    yield "end at the end of the input", partial(_ends, subject, leaf, ask=False), True


def _searches(subject: ProgramSubject, sample: Sample) -> None:
    program = subject.program
    try:
        found = sample.value_from(subject.search)
    except PreconditionError as error:
        raise _AmissError(str(error), "declare what the program accepts") from None
    except SubjectError as error:
        with _same_last_lines(program):
            remedy = remedy_for_memory(subject, sample) if isinstance(error.failure, OutOfRange) else ""
        if remedy:  # the reply names a node or a move of an earlier tree
            raise _AmissError(str(error), remedy) from None
        raise
    if found != sample.truth:
        with _same_last_lines(program):
            remedy = remedy_for_value(subject, sample, found)
        raise _AmissError("", f"the right value is {show(sample.truth)} for MAX; {remedy}")
    last = subject.search.last or SearchReply()
    if "move" in program.capabilities.gives and last.move is None and len(sample.tree) > 1:
        raise _AmissError(
            "", 'add a "move", the index of the chosen child (from 0), as declared in your reply to hello'
        )


@contextmanager
def _same_last_lines(program: Program) -> Iterator[None]:
    """Let the caller make more requests, but report the last request and reply before them. Then end the process."""
    lines = program.last_sent, program.last_came
    try:
        yield
    finally:
        program.end()
        program.last_sent, program.last_came = lines


def _numbers(subject: ProgramSubject, leaf: Sample) -> None:
    program = subject.program
    subject.search(leaf.tree, leaf.tree.root, -INF, INF)
    request = msgspec.json.decode(program.last_sent, type=SearchRequest)
    try:
        for number in (request.id + 3, LARGE_NUMBER):
            request.id = number
            if _reply(program, WRITER.encode(request), SearchReply).id != number:
                raise _AmissError("", 'reply with the "id" of the request')
    finally:
        program.end()  # request numbers must grow within a process, so the next check needs a new process


def _replies(program: Program, ask: str, remedy: str, *, error: bool) -> None:
    """Send a request, and check the program's short reply.

    The reply must contain the request's number and, if and only if `error` is True, an error.
    """
    request = program.fresh_request(ask)
    reply = _reply(program, WRITER.encode(request))
    if (reply.error is not None) is not error or reply.id != request.id:
        raise _AmissError("", remedy % request.id)


def _malformed(program: Program) -> None:
    if _reply(program, MALFORMED).error is None:
        raise _AmissError("", 'reply {"error":"..."} to a line that is not a request, and continue reading')


def _quiet(subject: ProgramSubject, leaf: Sample) -> None:
    subject.program.end()  # so that earlier checks have no effect
    _searches(subject, leaf)
    if said := subject.program.stray_output(QUIET):
        raise _AmissError(f"{_line(subject.program.last_came)}, and then {_line(said)}, without a request", ONE_LINE)


def _ends(subject: ProgramSubject, leaf: Sample, *, ask: bool) -> None:
    _searches(subject, leaf)  # starts a process and waits for its greeting
    what = "quit" if ask else "the end of its input"
    status = subject.program.close(ask=ask)
    if status is None:
        raise _AmissError("it kept running", f"exit within {subject.program.budget.quit_seconds:g} s of {what}")
    if status:
        raise _AmissError(f"it ended with status {status}", f"exit with code 0 at {what}")


def _reply(program: Program, line: bytes, kind: type[Reply] = Reply) -> Reply:
    remedy = 'reply with a JSON object that contains only "id" or "error"' if kind is Reply else REMEDIES[Nonsense]
    return _decode(program.ask_raw(line), kind, remedy)


def _decode(line: bytes, kind: type[R], remedy: str) -> R:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise _AmissError(f"{_line(line)} ({error})", remedy) from None


def _remedy(failure: Failure) -> str:
    return next(REMEDIES[kind] for kind in type(failure).mro() if kind in REMEDIES)
