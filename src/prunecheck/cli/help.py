"""Print the `--help` text of commands, with examples and grouped options, and the start page of prunecheck."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import click
import rich_click
from click.shell_completion import CompletionItem
from rich.text import Text
from rich_click import RichCommand, RichHelpConfiguration

Examples: TypeAlias = Sequence[tuple[str, str]]

CONFIGURATION: Final = RichHelpConfiguration(
    theme="default-slim",
    text_paragraph_linebreaks="\n\n",
    width=None,
    max_width=100,
    commands_before_options=True,
    style_metavar="",
    style_metavar_append="dim",
    style_usage="bold",
    style_option_envvar="dim",
    padding_helptext_first_line=(0, 0, 1, 0),
    padding_epilog=(0, 0, 1, 0),
)
CONTEXT: Final[dict[str, Any]] = {"help_option_names": ["-h", "--help"], "rich_help_config": CONFIGURATION}

START: Final = """prunecheck finds bugs in alpha-beta searches.

  prunecheck verify engine.py:search  check the function search in engine.py
  prunecheck verify                   check the built-in published searches
  prunecheck show '[[3, 5], [2, 9]]'  draw what alpha-beta does on a tree
  prunecheck list variants            list the published searches
  prunecheck explain visits           explain a word that a report uses

  prunecheck --help                   all commands
  prunecheck help verify              the options of one command
"""


class Command(RichCommand):
    """A click command that adds its context to usage errors."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, and return those that remain. Raises: UsageError, which contains the click context."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


def command(
    name: str, *, examples: Examples, groups: Mapping[str, Sequence[str]] | None = None, **settings: Any
) -> Callable[[Callable[..., Any]], Command]:
    """Turn a function into a command, like `click.command`. The command's help text ends with `examples`.

    An example is a command line, and a text that describes what this command line does. `groups` maps titles to option
    names; all other options are listed under "Options".
    """
    context = CONTEXT | settings.pop("context_settings", {})
    shown: dict[str, Any] = settings | {"epilog": examples_text(examples)}

    def decorate(function: Callable[..., Any]) -> Command:
        for title, options in reversed(list((groups or {}).items())):
            function = rich_click.option_panel(title, options=list(options))(function)
        made: Command = rich_click.command(name, Command, context_settings=context, **shown)(function)
        return made

    return decorate


def examples_text(examples: Examples) -> Text:
    """Format the examples for the help text: each command line is below its description, and is not wrapped."""
    text = Text("Examples:", no_wrap=True, overflow="ignore")
    for typed, does in examples:
        text.append(f"\n  # {does}", "dim").append(f"\n  {typed}")
    return text


def _complete_command(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a partly typed name of a command, in the shell."""
    above = context.parent
    names = above.command.list_commands(above) if above is not None and isinstance(above.command, click.Group) else []
    return [CompletionItem(name) for name in names if name.startswith(typed)]


@command(
    "help",
    examples=[
        ("prunecheck help", "list the commands"),
        ("prunecheck help verify", "show the help of the command verify"),
    ],
)
@click.argument("name", metavar="[COMMAND]", required=False, shell_complete=_complete_command)
@click.pass_context
def help_on(context: click.Context, name: str | None) -> None:
    """Show the help of COMMAND, or list the commands."""
    above = context.parent
    assert above is not None
    group = above.command
    assert isinstance(group, click.Group)
    if name is None:
        click.echo(group.get_help(above))
        return
    wanted = group.get_command(above, name)
    assert wanted is not None
    with wanted.make_context(name, [], parent=above, resilient_parsing=True) as below:
        click.echo(wanted.get_help(below))
