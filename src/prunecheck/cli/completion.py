"""What the shell completes: names of variants, contracts, trees and workloads, and the searches of a file."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

import click
from click.shell_completion import CompletionItem

from prunecheck.subjects.source.definitions import public_names

Complete: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def complete(names: Callable[[], Iterable[str]], *, files: bool = False) -> Complete:
    """Complete the last of some names with commas between them; with `files`, the value may be a file, too.

    `names` is called when the shell asks, so that nothing is imported before.
    """

    def completions(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        before, comma, last = typed.rpartition(",")
        found = [CompletionItem(before + comma + name) for name in names() if name.startswith(last)]
        return [*found, CompletionItem(typed, type="file")] if files else found

    return completions


def complete_subject(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete the name of a file, and after a colon the names that it defines."""
    file, colon, name = typed.partition(":")
    if not colon:
        return [CompletionItem(typed, type="file")]
    return [CompletionItem(f"{file}:{each}") for each in public_names(Path(file)) if each.startswith(name)]
