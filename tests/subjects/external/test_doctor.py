"""The doctor's findings about programs, their report, and the doctor's own use of the protocol."""

import json
import re
import sys
from fractions import Fraction
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Final

import msgspec
import pytest

import misbehaving_program
from documents import HOME
from prunecheck import cli
from prunecheck.subjects.external import Budget
from prunecheck.subjects.external.doctor import CheckResult, DoctorReport, diagnose

PATIENT: Final = Budget(seconds=30, handshake_seconds=30)
HASTY: Final = Budget(handshake_seconds=1, grace=0)

Output = pytest.CaptureFixture[str]


def failed(found: DoctorReport) -> dict[str, CheckResult]:
    return {finding.check: finding for finding in found.findings if finding.outcome == "FAILED"}


def test_the_doctor_reports_the_request_the_reply_and_the_remedy() -> None:
    """The program answers `hello`, and then repeats that reply."""
    hello = '{"id":1,"prunecheck":1,"name":"stuck"}'
    found = diagnose(["sh", "-c", f"while read -r line; do echo '{hello}'; done"], budget=PATIENT)
    assert (found.passed, found.name) == (False, "stuck")
    leaf = failed(found)["search a leaf"]
    assert '"ask":"search"' in leaf.sent
    assert "unknown field" in leaf.came
    assert leaf.remedy
    assert {"reply to an unknown request with an error", "reply to a malformed line with an error"} <= set(
        failed(found)
    )


@pytest.mark.slow
def test_the_doctor_reports_two_lines_for_one_request() -> None:
    """If a program replies to `hello` with two lines, this is the only finding.

    Two lines in reply to `search` are noticed later.
    """
    hello = '{"id":1,"prunecheck":1,"name":"echo"}'
    found = diagnose(["sh", "-c", f"while read -r line; do echo '{hello}\n{hello}'; done"], budget=PATIENT)
    (finding,) = found.findings
    assert (found.passed, found.name, finding.outcome) == (False, "echo", "FAILED")
    assert finding.came == f"{hello}, and then {hello}, without a request"
    code = (HOME / "docs" / "examples" / "alpha_beta.py").read_text(encoding="utf-8")
    twice = "import builtins\n\n\ndef print(line, **how):\n    more = '' if 'prunecheck' in line else '\\n' + line\n"
    code = code.replace("import json\n", f"import json\n{twice}    builtins.print(line + more, **how)\n", 1)
    found = diagnose([sys.executable, "-c", code], budget=PATIENT)
    assert ", and then {" in failed(found)["write nothing without a request"].came


def test_the_doctor_distinguishes_a_buffer_from_a_hang() -> None:
    """A reply that only comes at the end of the input was not flushed."""
    code = """
import sys
for line in sys.stdin:
    print('{"id":1,"prunecheck":1,"name":"buffered"}')
"""
    found = diagnose([sys.executable, "-c", code], environment={"PYTHONUNBUFFERED": ""}, budget=HASTY)
    (finding,) = found.findings
    assert (
        finding.remedy == "flush standard output after each line, and do not wait for more input (mawk: -W interactive)"
    )


@pytest.mark.slow
def test_the_doctor_finds_an_inverted_viewpoint(tmp_path: Path) -> None:
    """A search that confuses MIN and MAX has wrong values if MIN is to move, and the remedy says so."""
    words = [sys.executable, str(Path(misbehaving_program.__file__)), "hang", str(tmp_path / "flag")]
    found = diagnose(words, budget=PATIENT)
    assert "viewpoint" in failed(found)["search a tree"].remedy


LEAF: Final = 'found: int = tree["value"][node]'
REPLY: Final = 'reply["value"] = search.value(request["tree"], 0, request["depth"], *ends)'
NEGATED_LEAF: Final = LEAF, f'{LEAF} if tree["max"][node] else -tree["value"][node]'
NEGATED_REPLY: Final = REPLY, f'{REPLY}; reply["value"] *= 1 if request["side"] == "MAX" else -1'
WRONG_VALUES: Final = [
    ([('"memory": True', '"memory": False')], 'in a new process, the reply is right: .* declare "memory":true'),
    ([("search.clear()", "pass")], "in a new process, the reply is right: at clear, forget everything"),
    ([('request["depth"]', 'request["depth"] - 1'), (LEAF, f"{LEAF} or 0")], 'right for "depth" [+] 1'),
    ([('request["depth"]', 'request["depth"] + 1')], "the value of a deeper search"),
    ([('request["alpha"], request["beta"]', 'request["beta"], request["alpha"]')], "alpha and beta are exchanged"),
    ([NEGATED_LEAF, NEGATED_REPLY], 'declare "viewpoint":"mover"'),
    ([NEGATED_LEAF], "leaves where MIN moves are negated"),
    ([NEGATED_REPLY], "negated when MIN moves first"),
    ([("min(best, found)", "found")], "check which side moves"),
]


@pytest.mark.fast_cases("edits0-*")
@pytest.mark.parametrize(("edits", "remedy"), WRONG_VALUES)
def test_the_remedy_for_a_wrong_value_says_what_makes_it_right(
    edits: list[tuple[str, str]], remedy: str, tmp_path: Path
) -> None:
    """All wrong values of a program have the same remedy, since a change must make all its replies right."""
    code = (HOME / "tests" / "programs" / "buggy_program.py").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in code
        code = code.replace(old, new)
    program = tmp_path / "program.py"
    program.write_text(code, encoding="utf-8")
    found = failed(diagnose([sys.executable, str(program), "right"], budget=PATIENT))
    wrong = [check for name, check in found.items() if name.startswith("search ")]
    assert wrong
    assert [check for check in wrong if not re.search(remedy, check.remedy)] == []


def test_the_doctor_only_sends_clear_to_programs_with_a_memory(tmp_path: Path) -> None:
    """A program without a memory may reply to `clear` with an error. A program with a memory may not."""
    example = (HOME / "docs" / "examples" / "alpha_beta.py").read_text(encoding="utf-8")
    assert 'request["ask"] == "clear"' in example
    program = tmp_path / "program.py"
    program.write_text(example.replace('request["ask"] == "clear"', "False"), encoding="utf-8")
    found = diagnose([sys.executable, str(program)], budget=PATIENT)
    assert found.passed, found
    assert [finding.outcome for finding in found.findings if finding.check == "reply to clear"] == ["not declared"]


def test_the_doctor_survives_a_deeply_nested_greeting() -> None:
    """The greeting is reported as unreadable, like any other unreadable reply."""
    code = """
import sys
sys.stdin.readline()
print('{"id":1,"prunecheck":1,"name":' + "[" * 100_000 + "]" * 100_000 + "}", flush=True)
"""
    found = diagnose([sys.executable, "-c", code], budget=PATIENT)
    (finding,) = found.findings
    assert (finding.outcome, "[[[" in finding.came) == ("FAILED", True)


RANGES: Final = [
    ("int", -1, 1),
    ("int", "-5/2", "5/2"),
    ("float", -1, 1),
    ("float", -1.7e308, 1.7e308),
    ("fraction", 0, 1),
]


@pytest.mark.fast_cases("limits2", "limits3")
@pytest.mark.parametrize("limits", RANGES)
def test_the_doctor_checks_values_in_any_range(limits: tuple[str, str | float, str | float], tmp_path: Path) -> None:
    """In every range, a program that always returns the least value fails, and one that searches passes."""
    hello = dict(zip(("values", "least", "greatest"), limits, strict=True))
    right = (HOME / "docs" / "examples" / "alpha_beta.py").read_text(encoding="utf-8")
    right = re.sub('"values": .*\n.*\n.*', f"**{hello!r},", right)
    wrong = right.replace('"value": written(value)', f'"value": {least_of(*limits)!r}')
    assert '"value": written' not in wrong
    program = tmp_path / "program.py"
    program.write_text(right, encoding="utf-8")
    assert diagnose([sys.executable, str(program)], budget=PATIENT).passed
    program.write_text(wrong, encoding="utf-8")
    assert (
        "viewpoint"
        in failed(diagnose([sys.executable, str(program)], budget=PATIENT))["search a tree where MIN is to move"].remedy
    )


def least_of(values: str, least: str | float, _greatest: str | float) -> str | float:
    """The least value of the kind in a range."""
    return ceil(Fraction(least)) if values == "int" else least


def test_the_doctor_follows_the_protocol_itself(tmp_path: Path) -> None:
    """Request numbers increase within each process, also in leaps; `clear` is only sent to programs with a memory."""
    log = tmp_path / "log"
    example = HOME / "docs" / "examples" / "alpha_beta.py"
    found = diagnose(["sh", "-c", f"tee -a '{log}' | '{sys.executable}' '{example}'"], budget=PATIENT)
    assert found.passed, found
    sent = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
    assert {request["ask"] for request in sent} == {"hello", "search", "something-else", "quit"}
    leaps = [after["id"] - before["id"] for before, after in pairwise(sent) if after["ask"] != "hello"]
    assert min(leaps) > 0
    assert max(leaps) > 1_000_000


def test_the_doctor_prints_one_line_for_each_check(capsys: Output, tmp_path: Path) -> None:
    """A correct program has exit status 0 and no remedy."""
    words = [sys.executable, str(HOME / "docs" / "examples" / "alpha_beta.py")]
    assert cli.run(["doctor", "--seconds", "30", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "alpha_beta.py follows the protocol"
    assert all(line.startswith(("ok ", "not declared ")) for line in lines[:-1])


def test_the_doctor_does_not_repeat_a_fault(capsys: Output, tmp_path: Path) -> None:
    """A program that logs to standard output fails many checks, and gets the remedy once."""
    example = (HOME / "docs" / "examples" / "alpha_beta.py").read_text(encoding="utf-8")
    head, _, rest = example.partition("    if not children:")
    assert rest
    program = tmp_path / "program.py"
    program.write_text(f'{head}    print("node", flush=True)\n    if not children:{rest}', encoding="utf-8")
    assert cli.run(["doctor", "--seconds", "30", sys.executable, str(program)]) == 1
    out = capsys.readouterr().out
    assert out.count("write logs to standard error") == 1
    assert out.count("reply   the same as above") == out.count("FAILED  ") - 1 > 1


def test_the_doctor_writes_its_diagnosis_as_json(capsys: Output) -> None:
    """A failing program has exit status 1 and its findings as data."""
    assert cli.run(["doctor", "--json", "cat"]) == 1
    found = msgspec.json.decode(capsys.readouterr().out, type=DoctorReport)
    assert (found.passed, found.command, len(failed(found))) == (False, ["cat"], 1)


@pytest.mark.parametrize("words", [["no-such-program-here"], [], ["--seconds", "0", "cat"], ['"open']])
def test_an_invalid_command_is_a_usage_error(words: list[str], capsys: Output) -> None:
    """An invalid command has exit status 2 and one line of output."""
    assert cli.run(["doctor", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_output_of_a_program_is_escaped_for_the_terminal(capsys: Output) -> None:
    """Control characters are escaped as in Python strings."""
    assert cli.run(["doctor", "sh", "-c", r"printf '\033[31mred\007\n'"]) == 1
    assert all(line.isprintable() for line in capsys.readouterr().out.splitlines())
