"""Read workloads (trees to search in a comparison) and depths from the command line."""

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from prunecheck.cli.arguments import is_literal, names_in, read_tree, search_in
from prunecheck.cli.completion import complete
from prunecheck.cli.progress import shortened
from prunecheck.errors import TreeError, one_line, plain_name
from prunecheck.shell import quoted
from prunecheck.subjects.importing.places import is_file, is_folder
from prunecheck.trees.json import load
from prunecheck.workloads.catalog import WORKLOADS, workload, workload_of
from prunecheck.workloads.harvest import harvested, is_harvest, read_harvest
from prunecheck.workloads.workload import Workload

C = TypeVar("C", bound=Callable[..., Any])
MOST_DEPTH = 64
MOST_SHOWN = 30  # characters of a tree that names its workload
QUICK: Final = (  # the default workloads, which take a Python search about a second in all
    "random-order-4x5",
    "best-first-4x5",
    "worst-first-4x5",
    "few-values-4x5",
    "forward-4x5",
    "uneven",
    "connect-three-3x4",
    "othello-4-to-8",
)


def workloads_option(help_text: str, *, files: bool = False) -> Callable[[C], C]:
    """Make the command-line option `--workload`, which takes names of workloads and, if `files` is True, tree files."""
    return click.option(
        "--workload",
        "workloads",
        multiple=True,
        metavar="NAME|TREE" if files else "NAME",
        shell_complete=complete(lambda: WORKLOADS, files=files),
        help=help_text,
    )


def read_workloads(given: Iterable[str]) -> tuple[Workload, ...]:
    """Read workloads. A value that is neither a file nor a tree may be a comma-separated list of workload names.

    A workload made from JSON text is named by the start of the text. If several JSON texts start in the same way, each
    workload is named by its whole text.
    Raises: UnknownNameError if a workload is unknown, TreeError if a file or JSON text contains no tree.
    """
    texts = [text for word in given for text in ([word] if is_file(word) or is_literal(word) else names_in([word]))]
    found = list(map(read_workload, texts))
    names = [row.name for row in found]
    for nth, text in enumerate(texts):
        if is_literal(text) and names.count(names[nth]) > 1:
            found[nth] = replace(found[nth], name=one_line(text))
    return tuple(found)


def read_workload(text: str) -> Workload:
    """Read one workload: its name, or a tree (JSON or a file) to search in the window (-inf, inf).

    The version number of a workload made from a tree is the start of the tree's checksum, so different trees have
    different versions.
    Raises: UnknownNameError if the workload is unknown, TreeError if the file or the JSON contains no tree.
    """
    if is_literal(text):
        return workload_of(harvested(read_tree(text, None), shortened(one_line(text), MOST_SHOWN)))
    path = Path(text)
    if is_folder(path) and plain_name(text) not in WORKLOADS:
        raise TreeError(f"{text} is a folder; give a file with a tree in JSON")
    if (search := search_in(text)) is not None:
        raise TreeError(f"{text!r} names a search, not a workload or a tree; use --search {quoted(search)}")
    if "." not in text and os.sep not in text and not is_harvest(path):
        return workload(text)
    harvest = read_harvest(path) if is_harvest(path) else harvested(load(path), path.name)
    return replace(workload_of(harvest), name=one_line(path.name))


def read_depths(text: str) -> tuple[int, ...]:
    """Read depths from a text such as '1-8', '4' or '2,4,6-8'. Returns each depth once, in ascending order.

    Raises: UsageError.

    >>> read_depths("6-8,2,4,7")
    (2, 4, 6, 7, 8)
    """
    depths: set[int] = set()
    for part in text.split(","):
        found = re.fullmatch(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", part, re.ASCII)
        if found is None:
            raise click.UsageError(f"--depths is {text!r}; write depths such as 1-8 or 2,4,6")
        low, high = int(found[1]), int(found[2] or found[1])
        if low > high:
            raise click.UsageError(f"--depths is {text!r}, and {low} is more than {high}; write {high}-{low}")
        if high > MOST_DEPTH:
            raise click.UsageError(f"--depths is {text!r}; the largest depth is {MOST_DEPTH}")
        depths.update(range(low, high + 1))
    return tuple(sorted(depths))
