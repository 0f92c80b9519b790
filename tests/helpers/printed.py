"""Extract from printed output what a test checks: an error message, or the text to copy."""

import pytest


def mistake(output: pytest.CaptureFixture[str]) -> str:
    """The message of a usage error, which is one line and the only output."""
    captured = output.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("prunecheck: error: ")
    assert captured.err.count("\n") == 1
    return captured.err


def printed_test(text: str) -> str:
    """The first test in a report: the lines after `paste` that are indented as much."""
    lines: list[str] = []
    for line in text.partition("\n  paste\n")[2].splitlines():
        if line and not line.startswith("    "):
            break
        lines.append(line[4:])
    return "\n".join(lines)
