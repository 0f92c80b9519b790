"""Dispatch a command line to its command, and turn the outcome into an exit status.

Exit status: 0 all holds, 1 refuted, 2 a mistake in the arguments or their input, 3 inconclusive, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click
import rich_click
from rich_click import RichGroup

from prunecheck import __version__
from prunecheck.cli.help import CONTEXT, START
from prunecheck.cli.output import HELD, INCONCLUSIVE, INTERRUPTED, USAGE
from prunecheck.cli.usage_errors import usage_message
from prunecheck.errors import PrunecheckError, UnknownNameError, one_line

COMMANDS: Final = {  # name: module and function; `cli/verify.py` checks a user's search without importing our forms
    "bench": "bench:bench",
    "compare": "compare:compare_searches",
    "divide": "divide:divide",
    "doctor": "doctor:doctor",
    "explain": "explain:explain",
    "harvest": "harvest:harvest",
    "help": "help:help_on",
    "list": "listing:list_names",
    "new": "new:new",
    "plot": "plot:plot",
    "schema": "schema:schema",
    "show": "show:show",
    "table": "table:table",
    "verify": "verify:verify_catalogue",
}


def command(name: str) -> click.Command:
    """Import the command of this name. Raises: UnknownNameError, with the nearest name."""
    if name not in COMMANDS:
        raise UnknownNameError("command", name, COMMANDS)
    file, _, function = COMMANDS[name].partition(":")
    found: click.Command = getattr(import_module(f"prunecheck.cli.{file}"), function)
    return found


class _Commands(RichGroup):
    """Commands, imported when they are needed; an unknown name gets the nearest one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """The command of that name. Raises: UnknownNameError."""
        return command(cmd_name)


@rich_click.group(cls=_Commands, invoke_without_command=True, context_settings=CONTEXT)
@rich_click.command_panel("Check", commands=["verify", "divide", "doctor", "new"])
@rich_click.command_panel("Look", commands=["explain", "list", "show", "schema", "help"])
@rich_click.command_panel("Measure", commands=["compare", "plot", "bench", "table", "harvest"])
@click.version_option(__version__, prog_name="prunecheck")
@click.pass_context
def commands(context: click.Context) -> None:
    """Find bugs in alpha-beta searches by comparing them with plain minimax on thousands of small trees.

    Exit status: 0 all holds, 1 refuted, 2 mistake in the arguments or their input, 3 inconclusive, 130 interrupted.
    """
    if context.invoked_subcommand is None:
        click.echo(START, nl=False)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status; a user's mistake is one line on standard error."""
    try:
        result = commands.main(arguments, prog_name="prunecheck", standalone_mode=False)
    except click.exceptions.Exit as done:
        return done.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        return _mistake(usage_message(error))
    except PrunecheckError as error:
        return _mistake(str(error))
    except BrokenPipeError:  # the reader of standard output is gone: the report did not arrive
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INCONCLUSIVE
    return result if isinstance(result, int) else HELD


def _mistake(message: str) -> int:
    click.echo(f"prunecheck: error: {one_line(message)}", err=True)
    return USAGE
