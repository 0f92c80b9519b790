"""The ways in which a search can fail, as records that survive pickling and JSON."""

import copy
import pickle
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from prunecheck.contracts.evidence import run
from prunecheck.failures import (
    BadAnswer,
    BadReply,
    ClosedPipe,
    EndlessOutput,
    ErrorReply,
    Exit,
    Failure,
    IllegalMove,
    LateAnswer,
    ListsChanged,
    LongLine,
    LongLog,
    NotAMove,
    NothingToTakeBack,
    NotRestored,
    NotTakenBack,
    OutOfMemory,
    OutOfRange,
    Printed,
    ProgramTimeout,
    Raised,
    SystemExited,
    Timeout,
    TooManyQuestions,
    Uncatchable,
    WrongAgent,
)
from prunecheck.subject_errors import MisuseError, SubjectError, failure_of, uncatchable
from prunecheck.subjects.sandbox.child import run_in_child
from prunecheck.subjects.subject import Watch
from prunecheck.trees.nested import from_nested
from prunecheck.trees.window import FULL

SENTENCES: list[tuple[Failure, str]] = [
    (Raised("ValueError", "no such value", "search.py", 3), "ValueError: no such value"),
    (IllegalMove("7", 2), "IndexError: there is no move 7: moves are numbered from 0, and the position has 2"),
    (NothingToTakeBack(), "IndexError: a move was taken back that had not been made"),
    (
        WrongAgent("getLegalActions", 0, 1),
        "IndexError: getLegalActions was called for agent 0, but agent 1 is to move",
    ),
    (Exit(3), "crash: ended with exit status 3"),
    (Exit(-11), "crash: ended by SIGSEGV"),
    (
        Exit(3, "on standard error: oh"),
        "crash: ended with exit status 3 and no answer; on standard error: oh",
    ),
    (Exit(-9, ""), "crash: ended by SIGKILL"),
    (SystemExited("2"), "crash: it ended the program with status 2"),
    (Uncatchable("GeneratorExit", "oh"), "crash: GeneratorExit: oh"),
    (ErrorReply("oh"), "crash: answered with the error 'oh'"),
    (Timeout(0.5), "timeout: no answer within 0.5 s"),
    (
        Timeout(2, again=0.25),
        "timeout: no answer within 2 s, and none within 0.25 s in a second try",
    ),
    (Timeout(10, stopped=False), "timeout: no answer within 10 s, and it could not be stopped"),
    (ProgramTimeout(2.5, log="oh"), "timeout: did not answer within 2.5 s; oh"),
    (
        ProgramTimeout(1, reads=False, hurried=True),
        "timeout: did not read its input within 1 s (less than usual, because of an earlier timeout)",
    ),
    (TooManyQuestions(5_000_000), "timeout: no answer after 5,000,000 method calls on positions"),
    (LateAnswer("{}", 2), "late answer: answered {} after more than 2 s"),
    (Printed(1_000_000, in_one_call=True), "too much output: it printed more than 1 MB in one call"),
    (Printed(1_000_000_000, in_one_call=False), "too much output: it printed more than 1,000 MB"),
    (LongLine(16_000, "[["), "too much output: wrote a line of more than 16,000 bytes, beginning [["),
    (LongLog(1_000), "too much output: wrote more than 1,000 bytes on standard error in one request"),
    (EndlessOutput("answered y"), "too much output: answered y, and continued to write"),
    (ClosedPipe(), "closed its pipes: ended with exit status 0 and no answer"),
    (
        ClosedPipe("closed its standard output", "oh"),
        "closed its pipes: closed its standard output, and continued to run; oh",
    ),
    (BadAnswer("'3'", "a number"), "invalid answer: returned '3', expected a number"),
    (BadReply("its leaves are empty"), "invalid answer: its leaves are empty"),
    (NotAMove("2", 2), "invalid answer: returned the move 2, but the position has 2 moves, numbered from 0"),
    (NotAMove("'e4'"), "invalid answer: returned the move 'e4', which the position does not have"),
    (OutOfRange("move", 2, 2), "invalid answer: chooses move 2, but there are 2, numbered from 0"),
    (OutOfRange("move", 0, 0), "invalid answer: chooses move 0, but the node has none"),
    (OutOfRange("node", 9, 3), "invalid answer: names node 9, but there are 3, numbered from 0"),
    (
        OutOfRange("line", -1, 2),
        "invalid answer: its principal variation has the nonexistent move -1; moves are numbered from 0",
    ),
    (OutOfMemory(), "out of memory"),
    (OutOfMemory(allowed=2_000_000_000), "out of memory: uses more than 2 GB"),
    (OutOfMemory(200_000_000, 300_000_000), "out of memory: uses 300 MB of memory; the limit is 200 MB"),
    (NotTakenBack(2), "changed its input: did not take back 2 of its moves"),
    (NotRestored("board"), "changed its input: board differs after the search"),
    (ListsChanged(), "changed its input: the tree's nested lists differ after the search"),
]


def elsewhere(thing: Any) -> Any:
    """The same object in another process."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  # our own


def test_every_failure_has_its_sentence_in_this_list() -> None:
    """The list below is complete."""
    assert {type(failure) for failure, _ in SENTENCES} == set(get_args(Failure))


@pytest.mark.parametrize(("failure", "sentence"), SENTENCES, ids=[type(failure).__name__ for failure, _ in SENTENCES])
def test_a_failure_is_equal_in_another_process(failure: Failure, sentence: str) -> None:
    """The failure is pickled alone or with its error, or sent as JSON, which names its kind."""
    assert str(failure) == sentence
    assert elsewhere(failure) == failure
    error = elsewhere(SubjectError(failure))
    assert (error.failure, str(error)) == (failure, sentence)
    written = msgspec.json.encode(failure)
    assert msgspec.json.decode(written)["failure"] == type(failure).__name__
    decoded: Any = msgspec.json.decode(written, type=Failure)
    assert (decoded, hash(decoded)) == (failure, hash(failure))


def test_a_failure_is_passed_from_a_process_to_its_parent() -> None:
    """Failures of a search that runs in a fork are passed on in this way."""
    tree = from_nested([1, 2])

    def hangs(tree: Any, node: Any, alpha: Any, beta: Any, /) -> Any:
        raise SubjectError(Timeout(2))

    def raises(tree: Any, node: Any, alpha: Any, beta: Any, /) -> Any:
        raise KeyError("third")

    def work(watch: Watch) -> list[Failure | None]:
        return [run(search, tree, FULL).failure for search in (hangs, raises)]

    assert run_in_child(work, silence=5) == [Timeout(2), Raised("KeyError", "'third'")]


def test_the_place_of_an_error_is_recorded_but_not_compared() -> None:
    """The place is the innermost line of the user's code, not of a library that it calls."""

    def fails() -> None:
        msgspec.json.decode(b"{", type=int)
        copy.deepcopy(0)

    def fails_in_a_library() -> None:
        copy.deepcopy(Unlike())

    seen: list[Raised] = []
    for function in (fails, fails_in_a_library):
        try:
            function()
        except Exception as error:
            failure = failure_of(error)
            assert isinstance(failure, Raised)
            seen.append(failure)
    assert [Path(frame.file).name for frame in seen] == ["test_failures.py"] * 2
    assert [frame.line for frame in seen] == [
        fails.__code__.co_firstlineno + 1,
        Unlike.__deepcopy__.__code__.co_firstlineno + 2,
    ]
    assert Raised("ValueError", "oh", "a.py", 1) == Raised("ValueError", "oh", "b.py", 2) != Raised("ValueError", "ah")


class Unlike:
    """An object that cannot be copied."""

    def __deepcopy__(self, memo: Any) -> Any:
        """Raise an error."""
        raise TypeError


def test_text_of_a_search_is_shortened_and_printable() -> None:
    """The text is printable, on one line, and not too long."""
    failure = failure_of(ValueError("two\nlines \x1b[2J \udce9" + "x" * 9_999))
    assert isinstance(failure, Raised)
    assert failure.message.startswith(r"two lines \x1b[2J \udce9")
    assert len(failure.message) < 400
    assert str(failure).isprintable()
    assert len(BadAnswer("9" * 9_999, "a number is").given) < 400


def test_uncatchable_errors_are_reported_unchanged() -> None:
    """The text has the error's message, if there is one."""
    assert uncatchable(GeneratorExit("oh")) == Uncatchable("GeneratorExit", "oh")
    assert str(uncatchable(GeneratorExit())) == "crash: GeneratorExit:"


def test_a_misused_position_raises_an_index_error() -> None:
    """A list of moves would raise it as well, and the text is the same in any process."""
    error = elsewhere(MisuseError(IllegalMove("7", 2)))
    assert isinstance(error, IndexError)
    assert str(error) == "there is no move 7: moves are numbered from 0, and the position has 2"
    assert failure_of(error) == IllegalMove("7", 2)
