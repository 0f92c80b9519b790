"""`prunecheck doctor`: check that an external program follows the protocol."""

from collections.abc import Sequence

import click
import msgspec
from rich.text import Text

from prunecheck.cli.exit_status import HELD, REFUTED
from prunecheck.cli.help import command
from prunecheck.cli.option_values import Seconds
from prunecheck.cli.output import console
from prunecheck.errors import UnknownNameError, one_line
from prunecheck.subjects.external.doctor import DoctorReport, diagnose
from prunecheck.subjects.external.program_subject import PREFIX
from prunecheck.subjects.sandbox.budget import DEFAULT, budget_of

STYLES = {"ok": "green", "FAILED": "bold red"}
WIDTH = 14  # width of the outcome column


@command(
    "doctor",
    examples=[
        ("prunecheck doctor ./engine", "check the program ./engine"),
        (
            "prunecheck doctor --seconds 10 python3 engine.py --fast",
            "allow 10 seconds for each answer, and pass --fast to the program",
        ),
    ],
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)  # everything after the first word belongs to the program
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--seconds", type=Seconds(), metavar="S", default=DEFAULT.seconds, help="Time limit for each answer (2).")
@click.option("--json", "as_data", is_flag=True, help="Print the findings as one line of JSON.")
def doctor(command: Sequence[str], *, seconds: float, as_data: bool) -> int:
    """Check that an external program follows the protocol.

    COMMAND is the program with its arguments; write options for `doctor` before it.
    """
    if command[0].startswith("-"):  # not a program name
        raise UnknownNameError("option", command[0], ("--seconds", "--json", "--help"), "`prunecheck doctor`")
    command = (command[0].removeprefix(PREFIX), *command[1:])
    words: str | Sequence[str] = command[0] if len(command) == 1 else command
    found = diagnose(words, budget=budget_of(seconds))
    if as_data:
        click.echo(msgspec.json.encode(found).decode())
    else:
        _print(found)
    return HELD if found.passed else REFUTED


def _print(found: DoctorReport) -> None:
    shown = console()
    above = ("", "")
    for result in found.findings:
        shown.print(Text.assemble((result.outcome.ljust(WIDTH), STYLES.get(result.outcome, "dim")), result.check))
        reply = (result.came, result.remedy)
        lines = {"sent": result.sent, "reply": result.came, "remedy": result.remedy}
        if any(reply):
            if reply == above:
                lines = {"sent": result.sent, "reply": "the same as above"}
            above = reply
        for word, text in lines.items():
            if text:
                shown.print(Text(f"{'':{WIDTH}}{word:<8}{one_line(text)}"), soft_wrap=True)
    failed = sum(finding.outcome == "FAILED" for finding in found.findings)
    checks = f"{failed} check{'s' if failed > 1 else ''}"
    name = one_line(found.name) or "The program"
    shown.print(Text(f"{name} follows the protocol" if found.passed else f"{name} fails {checks}"))
