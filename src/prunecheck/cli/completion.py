"""Shell completion of names: catalogue searches, contracts, trees, workloads, files, and searches in a file."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeAlias

import click
from click.shell_completion import CompletionItem

from prunecheck.subjects.source.definitions import public_names

Complete: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def complete(names: Callable[[], Iterable[str]], *, files: bool = False) -> Complete:
    """Complete the last name in a comma-separated list. If `files` is True, file names are completed as well.

    `names` is called when the user presses Tab, and modules that `names` needs are not imported before.
    """

    def completions(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        before, comma, last = typed.rpartition(",")
        found = [CompletionItem(before + comma + name) for name in names() if name.startswith(last)]
        return [*found, CompletionItem(typed, type="file")] if files else found

    return completions


complete_file: Final = complete(tuple, files=True)


def complete_subject(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a file name or, after `path/file.py` or `path/file.py:`, a name that this file defines."""
    file, colon, name = typed.partition(":")
    if not colon and not (file.endswith(".py") and Path(file).is_file()):
        return [CompletionItem(typed, type="file")]
    return [CompletionItem(f"{file}:{function}") for function in public_names(Path(file)) if function.startswith(name)]
