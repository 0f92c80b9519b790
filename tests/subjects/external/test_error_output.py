"""The line of a program's standard error that a verdict quotes: the one that reports the error."""

from typing import Final

import pytest

from prunecheck.subjects.sandbox.supervisor import dying_words, last_words

NODE: Final = """/engine.js:31
    if (seen) throw null.x;
                         ^

TypeError: Cannot read properties of null (reading 'x')
    at answer (/engine.js:31:26)
    at new Error (node:events:519:28)

Node.js v20.20.2
"""
RUST: Final = """
thread 'main' (4711) panicked at engine.rs:48:68:
attempt to negate with overflow
stack backtrace:
   0: core::panicking::panic_const::panic_const_neg_overflow
   1: <core::result::Result<T, std::io::Error>>::unwrap
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace: no Error
"""
JAVA: Final = """Exception in thread "main" java.lang.IllegalStateException: no move
\tat Engine.search(Engine.java:20)
Caused by: java.lang.ArithmeticException: / by zero
\tat Engine.value(Engine.java:31)
\t... 3 more
"""
CPP: Final = """depth 3, value 7
terminate called after throwing an instance of 'std::range_error'
  what():  place 9
"""
DEEP: Final = "\tat Engine.search(Engine.java:20)\n" * 1024
GO: Final = """panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.search(0x5)
\t/engine.go:5 +0x1d
exit status 2
"""


@pytest.mark.parametrize(
    ("stderr", "says"),
    [
        (NODE, "on standard error: TypeError: Cannot read properties of null (reading 'x')"),
        (RUST, "on standard error: panicked at engine.rs:48:68: attempt to negate with overflow"),
        (JAVA, "on standard error: Caused by: java.lang.ArithmeticException: / by zero"),
        (
            CPP,
            "on standard error: terminate called after throwing an instance of 'std::range_error' what():  place 9",
        ),
        (f"java.lang.StackOverflowError\n{DEEP}", "on standard error: java.lang.StackOverflowError"),
        (GO, "on standard error: panic: runtime error: index out of range [5] with length 3"),
        ("reading\nno such key\n\n", "its last line on standard error: no such key"),
        ("Error: 1\nValueError: 2\n", "its last line on standard error: ValueError: 2"),
        (f"Error: {'x' * 200}\nend\n", f"on standard error: Error: {'x' * 153}..."),
        ("\n \n", ""),
    ],
    ids=["Node", "Rust", "Java", "C++", "a deep trace", "Go", "no error", "an error last", "a long one", "nothing"],
)
def test_the_most_informative_line_is_quoted(stderr: str, says: str) -> None:
    """The last line with an error message is quoted, or else the last line, labelled as such."""
    assert dying_words(stderr.encode()) == says


def test_the_last_line_of_a_running_program_is_quoted() -> None:
    """The log of a running program need not contain an error."""
    assert last_words(b"Error: none\ndepth 3\n") == "its last line on standard error: depth 3"


def test_dots_say_that_the_beginning_of_a_long_line_is_left_out() -> None:
    """The end of the line usually gives the reason."""
    said = last_words(f"python3: cannot open {'x' * 200}: no such file".encode())
    assert said.startswith("its last line on standard error: ...xxx")
    assert said.endswith("xxx: no such file")
