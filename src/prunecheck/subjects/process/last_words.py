"""What a program said on standard error before it was no longer there: of many lines, the one that tells most."""

import re
from typing import Final

LATEST: Final = 60  # lines at the margin among which an error is looked for: what is told of it may come after it
QUOTED: Final = 100  # characters of a last line, its end
TOLD: Final = 160  # characters of an error, its beginning

# A line that reports an error, as run-time systems write it: at the margin, unlike the calls of a trace.
_ERROR: Final = re.compile(
    r"(?!at |note: ).*("
    r"\b[A-Za-z]*(Error|Exception)\b|\b(error|ERROR):|\bpanic(ked)?\b|\b[Ff]atal\b|\bFATAL\b|\b[Aa]bort(ed|ing)?\b|"
    r"\bterminate called\b|\b[Aa]ssert(ion)?\b|\bSUMMARY: \w+Sanitizer\b)"
)
_GOES_ON: Final = re.compile(r"panicked at .*:$|terminate called after ")  # the message is the next line
_PANICKED: Final = re.compile(r"^thread .*(?=panicked at )")  # the number of a thread is another each time


def last_words(stderr: bytes) -> str:
    r"""The last line, to follow a message; empty where there is none.

    >>> last_words(b"reading\nsearching\n")
    '; its last line on standard error: searching'
    """
    lines = _lines(stderr)
    return f"; its last line on standard error: {lines[-1].strip()[-QUOTED:]}" if lines else ""


def dying_words(stderr: bytes) -> str:
    r"""The last line that reports an error, or else the last, to follow a message; empty where there is none.

    >>> dying_words(b"RangeError: too deep\n    at search (engine.js:7)\n\nNode.js v20\n")
    '; on standard error: RangeError: too deep'
    """
    lines = _lines(stderr)
    latest = [nth for nth, line in enumerate(lines) if not line[0].isspace()][-LATEST:]
    place = next((nth for nth in reversed(latest) if _ERROR.match(lines[nth])), len(lines) - 1)
    if place == len(lines) - 1:
        return last_words(stderr)
    told = _PANICKED.sub("", lines[place].strip())
    if _GOES_ON.search(told):
        told = f"{told} {lines[place + 1].strip()}"
    return f"; on standard error: {told if len(told) <= TOLD else f'{told[:TOLD]}...'}"


def _lines(stderr: bytes) -> list[str]:
    return [line.rstrip() for line in stderr.decode(errors="replace").splitlines() if line.strip()]
