"""The command line: arguments in; verification, report and exit status out.

Exit status: 0 all holds, 1 refuted, 2 a mistake in the arguments or their input, 3 inconclusive, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click

from prunecheck import __version__
from prunecheck.cli.output import HELD, INCONCLUSIVE, INTERRUPTED, USAGE
from prunecheck.errors import PrunecheckError, UnknownNameError, one_line

COMMANDS: Final = {  # and where each is; `cli/verify.py` judges a user's search without any search of ours
    "bench": "bench:bench",
    "compare": "compare:compare_searches",
    "divide": "divide:divide",
    "doctor": "doctor:doctor",
    "harvest": "harvest:harvest",
    "list": "listing:list_names",
    "new": "new:new",
    "plot": "plot:plot",
    "show": "show:show",
    "table": "table:table",
    "verify": "verify:verify_catalogue",
}


def command(name: str) -> click.Command:
    """A command of this name, imported when it is asked for. Raises: UnknownNameError, with the nearest name."""
    if name not in COMMANDS:
        raise UnknownNameError("command", name, COMMANDS)
    file, _, function = COMMANDS[name].partition(":")
    found: click.Command = getattr(import_module(f"prunecheck.cli.{file}"), function)
    return found


class _Commands(click.Group):
    """Commands; an unknown one gets the nearest match, and none at all the way to help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args:
            raise click.UsageError(
                "no command; try prunecheck verify path/file.py:name, or see them all with prunecheck --help"
            )
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        return command(cmd_name)


@click.group(cls=_Commands, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="prunecheck")
def commands() -> None:
    """Verify alpha-beta searches against plain minimax.

    Exit status: 0 all holds, 1 refuted, 2 mistake in the arguments or their input, 3 inconclusive, 130 interrupted.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status; a user's mistake is one line on standard error."""
    try:
        result = commands.main(arguments, prog_name="prunecheck", standalone_mode=False)
    except click.exceptions.Exit as done:
        return done.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        return _mistake(error.format_message())
    except PrunecheckError as error:
        return _mistake(str(error))
    except BrokenPipeError:  # whoever read standard output has gone: the report did not arrive
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INCONCLUSIVE
    return result if isinstance(result, int) else HELD


def _mistake(message: str) -> int:
    click.echo(f"prunecheck: error: {one_line(message)}", err=True)
    return USAGE
