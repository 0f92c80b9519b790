"""Make command-line options for checking a search from the fields of `prunecheck.verify.options.Options`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click

from prunecheck import catalog
from prunecheck.cli.arguments import names_in, read_window, search_in
from prunecheck.cli.completion import Complete, complete, complete_file, complete_subject
from prunecheck.cli.option_values import Seconds, Whole, Word
from prunecheck.contracts.order import CONTRACTS
from prunecheck.shell import quoted
from prunecheck.subjects.external.program_subject import is_program
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import Window
from prunecheck.verify.options import OPTIONS, Option, WholeFrom, read_contracts, read_seconds

C = TypeVar("C", bound=Callable[..., Any])

root_option = click.option(
    "--root", type=Word(("MAX", "MIN")), help="The player to move at the root of a tree in nested JSON."
)


def file_option(*names: str, help_text: str, required: bool = False) -> Callable[[C], C]:
    """Make a command-line option that takes a file. The shell completes file names.

    `names` are the spellings of the option, such as `-o` and `--output`.
    """
    return click.option(*names, metavar="FILE", required=required, shell_complete=complete_file, help=help_text)


def window_option(help_text: str) -> Callable[[C], C]:
    """Make the command-line option `--window`, whose value is a window."""
    return click.option("--window", nargs=2, metavar="ALPHA BETA", callback=_window, help=help_text)


def _window(_: click.Context, __: click.Parameter, ends: tuple[str, str] | None) -> Window[Number] | None:
    """Read both ends of the window together.

    If the user forgets the second end of the window, the error message names the option that follows the first end, and
    not a later argument.
    """
    return None if ends is None else read_window(*ends)


def variants_option(help_text: str) -> Callable[[C], C]:
    """Make the command-line option `--variant`, which takes names of searches in the catalogue."""
    return click.option(
        "--variant",
        "variants",
        multiple=True,
        metavar="NAME",
        callback=_refuse_searches,
        shell_complete=complete(lambda: catalog.VARIANTS),
        help=f"{help_text} Can be repeated or comma-separated.",
    )


def searches_option(help_text: str) -> Callable[[C], C]:
    """Make the command-line option `--search`, which takes names of the user's searches."""
    return click.option(
        "--search",
        "searches",
        multiple=True,
        metavar="SUBJECT",
        callback=_refuse_variants,
        shell_complete=complete_subject,
        help=help_text,
    )


def _refuse_searches(context: click.Context, _: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Check that no value of `--variant` is a user's search. Raises: UsageError, which names the right option."""
    for search in filter(None, map(search_in, names_in(given))):
        shown = quoted(search)
        remedy = f"write prunecheck verify {shown}" if context.info_name == "verify" else f"use --search {shown}"
        if not _has_option(context, "--search") and context.info_name != "verify":
            remedy = f"for your own search, use prunecheck compare --search {shown}"
        raise click.UsageError(f"{search!r} is your own search, but --variant takes one from the catalogue; {remedy}")
    return given


def _refuse_variants(context: click.Context, _: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Check that each value of `--search` is one search of the user, not of the catalogue.

    Raises: UsageError for a list of searches, and for a search of the catalogue if the command has `--variant`.
    """
    for name in given:
        names = name.split(",")
        if len(names) > 1 and not is_program(name) and all(":" in each.strip(" :") for each in names):
            repeated = " ".join(f"--search {quoted(each.strip())}" for each in names)
            raise click.UsageError(f"--search takes one search; repeat it for each search: {repeated}")
        if name in catalog.VARIANTS and _has_option(context, "--variant"):
            raise click.UsageError(
                f"{name!r} comes with prunecheck, but --search takes your own search; use --variant {name}"
            )
    return given


def _has_option(context: click.Context, name: str) -> bool:
    return any(name in param.opts for param in context.command.params)


def click_options(names: Iterable[str]) -> Callable[[C], C]:
    """Make a decorator that adds the options with the given names to a command, in the given order."""

    def decorate(command: C) -> C:
        for name in reversed(tuple(names)):
            option = OPTIONS[name]
            command = click.option(
                f"--{name.replace('_', '-')}",
                type=_type(option),
                multiple=option.is_repeatable,
                shell_complete=_completion(option),
                metavar=option.metavar or None,
                help=option.help,
            )(command)
        return command

    return decorate


def _completion(option: Option) -> Complete:
    return complete(lambda: CONTRACTS if option.read is read_contracts else option.words)


def _type(option: Option) -> Any:
    if isinstance(option.read, WholeFrom):
        return Whole(option.read.least)
    if option.read is read_seconds:
        return Seconds()
    if option.words and not option.metavar:
        return Word(option.words)
    return click.STRING


def said_in(values: Mapping[str, Any]) -> dict[str, Any]:
    """Collect the values of the options that the user gave, by option name. Values that are lists are split at commas.

    Raises: UsageError if an option that takes names was given without a name.
    """
    said: dict[str, Any] = {}
    for name, value in values.items():
        if OPTIONS[name].read is read_contracts:
            if value:
                said[name] = names_given(name, value)
        elif value is not None and value != ():
            said[name] = value
    return said


def names_given(option: str, values: Iterable[str]) -> list[str]:
    """Collect the names in the values of a command-line option. Raises: UsageError if there are no names."""
    given = tuple(values)
    names = names_in(given)
    if given and not names:
        raise click.UsageError(
            f"--{option} is {','.join(given)!r}, which contains no name; give a name, or drop the option"
        )
    return names
