"""Print which files and folders of `prunecheck`, or of one of its folders, import each other.

Each line contains a folder or a file, and the siblings that it imports. All of these siblings come in later lines;
import-linter checks this, too.

    python -m benchmarks.arrows             the folders of the package
    python -m benchmarks.arrows verify      those of `prunecheck.verify`
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

import click
import grimp

PACKAGE: Final = "prunecheck"


class CycleError(ValueError):
    """Some folders or files import each other; the message lists them."""


@cache
def graph() -> grimp.ImportGraph:
    """The imports of the package, without imports that only type checkers need."""
    return grimp.build_graph(PACKAGE, exclude_type_checking_imports=True)


def arrows(folder: str) -> dict[str, list[str]]:
    """The folders and files of a package, importers first, each with the siblings that it imports.

    Raises: CycleError if two of them import each other, directly or through others.
    """
    beside = {
        child.rpartition(".")[2]: {child} | graph().find_descendants(child) for child in graph().find_children(folder)
    }
    found = {
        name: sorted(
            other
            for other, modules in beside.items()
            if other != name and any(graph().find_modules_directly_imported_by(module) & modules for module in own)
        )
        for name, own in sorted(beside.items())
    }
    heights = _heights(found)
    return dict(sorted(found.items(), key=lambda item: -heights[item[0]]))


def _heights(found: Mapping[str, list[str]]) -> dict[str, int]:
    """For each folder or file, the length of the longest chain of imports that starts there."""
    heights: dict[str, int] = {}
    left = dict(found)
    while left:
        ready = [name for name, below in left.items() if not left.keys() & set(below)]
        if not ready:
            raise CycleError(f"these import each other: {', '.join(left)}")
        heights |= {name: 1 + max((heights[below] for below in left[name]), default=-1) for name in ready}
        left = {name: below for name, below in left.items() if name not in ready}
    return heights


@click.command()
@click.argument("folder", default="")
def main(folder: str) -> None:
    """Print which subfolders of FOLDER, such as verify, import each other; by default, those of the package."""
    name = f"{PACKAGE}.{folder}" if folder else PACKAGE
    if name not in graph().modules or not graph().find_children(name):
        raise click.UsageError(f"there is no folder {folder!r} in src/{PACKAGE}; name one, such as verify")
    try:
        found = arrows(name)
    except CycleError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{name}: {sum(map(len, found.values()))} arrows between {len(found)} folders")
    width = max(map(len, found))
    for importer, imported in found.items():
        click.echo(f"  {importer:{width}}  {', '.join(imported) or '-'}")


if __name__ == "__main__":
    main()
