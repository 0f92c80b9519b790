"""Run the command that a command line names, and turn the outcome into an exit status.

Exit status: 0 pass, 1 fail, 2 a mistake in the arguments or in a file, 3 inconclusive, 4 a bug in prunecheck,
130 interrupted.
"""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import StringIO
from traceback import print_exc
from typing import Final, NamedTuple

import click
import rich_click
from click.shell_completion import add_completion_class
from rich_click import RichGroup

from prunecheck import __version__
from prunecheck.cli.exit_status import HELD, INCONCLUSIVE, INTERNAL, INTERRUPTED, USAGE
from prunecheck.cli.help import CONTEXT, START, examples_text
from prunecheck.cli.shells import ListFishComplete, SubjectBashComplete
from prunecheck.cli.usage_errors import usage_message
from prunecheck.errors import PreconditionError, PrunecheckError, UnknownNameError, one_line, unusable_place

FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})  # standard output cannot be written


add_completion_class(SubjectBashComplete)
add_completion_class(ListFishComplete)


class Subcommand(NamedTuple):
    """A command: where its function is, and its summary, which the list of commands and the help text show."""

    place: str
    summary: str


COMMANDS: Final = {  # `cli/verify.py` checks a user's search without importing our forms
    "bench": Subcommand("bench:bench", "Count the nodes that every variant visits on every workload."),
    "compare": Subcommand(
        "compare:compare_searches", "Compare searches on the same trees: node counts, growth with depth, times."
    ),
    "divide": Subcommand("divide:divide", "Find the node of a tree at which a search goes wrong."),
    "doctor": Subcommand("doctor:doctor", "Check that an external program follows the protocol."),
    "explain": Subcommand(
        "explain:explain",
        "Explain a word that a report uses: a contract, a likely cause, a search, a theorem, a glossary term.",
    ),
    "harvest": Subcommand("harvest:harvest", "Write the tree of a game to a file."),
    "help": Subcommand("help:help_on", "Show the help of COMMAND, or list the commands."),
    "list": Subcommand(
        "listing:list_names",
        "List variants (published searches), contracts, theorems, false beliefs, trees, workloads, or known names.",
    ),
    "new": Subcommand("new:new", "Write a test, a CI workflow, an asv suite or an example engine to start from."),
    "plot": Subcommand(
        "plot:plot", "Draw a plot of leaves by depth, of move ordering, of cutoffs, or of a comparison."
    ),
    "schema": Subcommand("schema:schema", "Print the JSON Schema of a report or of the settings."),
    "show": Subcommand(
        "show:show", "Show what searches do on a tree: which leaves they evaluate, what they cut off, and why."
    ),
    "table": Subcommand("table:table", "Measure the figures of a published table again, and show the differences."),
    "verify": Subcommand(
        "verify:verify", "Check a search on thousands of small trees, and show the smallest one that fails."
    ),
}


def command(name: str) -> click.Command:
    """Import the command with the given name. Raises: UnknownNameError, which suggests the nearest name."""
    if ":" in name or name.endswith(".py"):
        raise PreconditionError(f"{name!r} is not a command; to check a search, write prunecheck verify {name}")
    if name not in COMMANDS:
        raise UnknownNameError("command", name, COMMANDS)
    file, _, function = COMMANDS[name].place.partition(":")
    found: click.Command = getattr(import_module(f"prunecheck.cli.{file}"), function)
    return found


class _Commands(RichGroup):
    """A click group of all commands. The module of a command is imported when the command is first used.

    For an unknown name, the error message suggests the nearest command.
    """

    listing = False  # True while the list of commands is printed, which imports no command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """Get the command with the given name.

        To list all commands, click only needs each command's summary, so the command is not imported.

        Raises: UnknownNameError if no command has this name.
        """
        return click.Command(cmd_name, help=COMMANDS[cmd_name].summary) if self.listing else command(cmd_name)

    def get_help(self, ctx: click.Context) -> str:
        """The help text of the program, with the list of commands."""
        self.listing = True
        try:
            return super().get_help(ctx)
        finally:
            self.listing = False


EXAMPLES: Final = (
    ("prunecheck verify engine.py:search", "check the function search in engine.py"),
    ("prunecheck show '[[3, 5], [2, 9]]'", "draw what alpha-beta does on a tree"),
)


@rich_click.group(cls=_Commands, invoke_without_command=True, context_settings=CONTEXT, epilog=examples_text(EXAMPLES))
@rich_click.command_panel("Check", commands=["verify", "divide", "doctor", "new"])
@rich_click.command_panel("Look", commands=["explain", "list", "show", "schema", "help"])
@rich_click.command_panel("Measure", commands=["compare", "plot", "bench", "table", "harvest"])
@click.version_option(__version__, "-V", "--version", prog_name="prunecheck")
@click.pass_context
def commands(context: click.Context) -> None:
    """Find bugs in alpha-beta searches by comparing them with plain minimax on thousands of small trees.

    Exit status: 0 pass, 1 fail, 2 mistake in the arguments or in a file, 3 inconclusive, 4 bug in prunecheck, 130
    interrupted.
    """
    if context.invoked_subcommand is None:
        click.echo(START, nl=False)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status. A user's mistake is reported in one line on standard error."""
    if sys.stdout is None:  # closed with `>&-`: the user only wants the exit status
        sys.stdout = StringIO()
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
    except BrokenPipeError:  # the reader has closed standard output, so the report did not arrive
        _discard_output()
        return INCONCLUSIVE
    except OSError as error:
        if (mistake := unusable_place(error)) is not None:
            return _mistake(str(mistake))
        if error.errno not in FULL:
            return _own_bug()
        _discard_output()
        _mistake(f"cannot write the report: {error.strerror}; free some space, or write to another place")
        return INCONCLUSIVE
    except Exception:
        return _own_bug()
    return result if isinstance(result, int) else HELD


def _discard_output() -> None:
    """Discard unwritten text in the buffer of standard output, which Python would try, and fail, to write at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _own_bug() -> int:
    """Print the traceback of a bug in prunecheck, and return an exit status that is never used for a failing search."""
    print_exc()
    click.echo(
        "prunecheck: internal error: this is a bug in prunecheck, not in your search; please report it with your "
        "command and the lines above",
        err=True,
    )
    return INTERNAL


def _mistake(message: str) -> int:
    click.echo(f"prunecheck: error: {one_line(message)}", err=True)
    return USAGE
