"""Read trees, windows, calls and numbers from command-line arguments."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from prunecheck.errors import TreeError, brief, plain_name, refuse_address
from prunecheck.subjects.external.program_subject import PREFIX, is_program
from prunecheck.subjects.importing.places import is_file, is_folder
from prunecheck.trees.call import Call, Scenario
from prunecheck.trees.examples import TREES, named_tree
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import load, loads
from prunecheck.trees.protocol import Number
from prunecheck.trees.scenario_json import scenario_from_json
from prunecheck.trees.values import read_number
from prunecheck.trees.walk import place
from prunecheck.trees.window import Window
from prunecheck.workloads.harvest import is_harvest, read_harvest


def names_in(given: Iterable[str]) -> list[str]:
    """Split each value of a command-line option at its commas, and return all names."""
    return [name.strip() for text in given for name in text.split(",") if name.strip()]


def _read_number(text: str, spot: str) -> Number:
    try:
        return read_number(text)
    except ValueError:
        raise click.UsageError(
            f"{spot} is {text!r}, not a number; --window needs two numbers, such as 0 5, -2.5 1/3 or -inf inf"
        ) from None


def read_window(alpha: str, beta: str) -> Window[Number]:
    """Read the two ends of the window that the user gave with the option `--window`.

    Raises: UsageError if an end of the window is not a number, WindowError if the window is invalid.
    """
    return Window(_read_number(alpha, "alpha of --window"), _read_number(beta, "beta of --window"))


def read_tree(text: str, root: str | None) -> ExplicitTree[Number]:
    """Read a tree from JSON text, standard input ('-'), a JSON file, a file written by `harvest`, or a tree's name.

    `root` says which player moves first in a tree that is written as nested JSON lists. Raises: TreeError or
    UnknownNameError if `text` is neither a tree nor the name of a tree.
    """
    max_at_root = root is None or root.upper() == "MAX"
    if text == "-":
        if sys.stdin is None:
            raise TreeError("standard input is closed; write the tree as JSON on the command line, or name a file")
        try:
            return loads(sys.stdin.read(), max_at_root=max_at_root)
        except (TreeError, UnicodeError, OSError) as error:
            raise TreeError(f"standard input: {error}") from None
    if is_literal(text):
        try:
            return loads(text, max_at_root=max_at_root)
        except TreeError as error:
            raise TreeError(f"the tree {brief(text)!r}: {error}") from None
    refuse_address(text)
    if is_harvest(Path(text)):
        return read_harvest(Path(text)).tree
    if "." in text or os.sep in text or is_file(text):
        return load(text, max_at_root=max_at_root)
    _refuse_folder(text)
    return named_tree(text).build()


def read_tree_to_depth(text: str, root: str | None, depth: int | None) -> ExplicitTree[Number]:
    """Read a tree, like `read_tree`, for a search to the given depth.

    Raises: UsageError if no search can stop at this depth, and the same errors as `read_tree`.
    """
    tree = read_tree(text, root)
    _check_depth(tree, depth)
    return tree


def _check_depth(tree: ExplicitTree[Number], depth: int | None) -> None:
    """Check that a search can stop at `depth`: each node at this depth must be a leaf or have a static value.

    Raises: UsageError, which names the first node at which a search cannot stop.
    """
    paths: dict[int, tuple[int, ...]] = {tree.root: ()}  # the nodes at a depth, each with one path to it
    for _ in range(depth or 0):
        paths = {child: (*path, nth) for node, path in paths.items() for nth, child in enumerate(tree.children(node))}
    for node, path in paths.items() if depth is not None else ():
        try:
            tree.evaluate(node)
        except TreeError:
            raise click.UsageError(
                f"--depth {depth} stops at {place(path)}, which has children but no static value; drop --depth, or "
                'write the tree in the flat form and give that node a "value"'
            ) from None


def _refuse_folder(text: str) -> None:
    """Check that `text` is not the name of a folder, unless a tree has this name, too. Raises: TreeError."""
    if is_folder(text) and plain_name(text) not in TREES:
        raise TreeError(f"{text} is a folder; give a file with a tree in JSON")


def is_literal(text: str) -> bool:
    """True if `text` is a tree in JSON, and not the name of a tree or of a file.

    >>> is_literal("[[3, 5], [2, 9]]"), is_literal("-2.5"), is_literal("uneven")
    (True, True, False)
    """
    return text.lstrip()[:1] in ("[", "{", '"') or _is_number(text)


def read_calls(text: str) -> Scenario:
    """Read a sequence of calls from JSON text, from standard input ('-'), or from a JSON file.

    Raises: TreeError if the calls cannot be read, or there are none.
    """
    if text == "-":
        text = sys.stdin.read()
    elif text.lstrip()[:1] != "[":
        try:
            text = Path(text).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            if isinstance(error, FileNotFoundError):
                raise TreeError(f"there is no file {text!r}; give the calls as JSON, or a file with them") from None
            raise TreeError(
                f"{text}: {getattr(error, 'strerror', None) or error}; give the calls as JSON, or a file with them"
            ) from None
    scenario = scenario_from_json(text)
    if not any(isinstance(call, Call) for call in scenario):
        raise TreeError('--calls contains no call; give one, as in [{"tree": [[3, 5], [2, 9]]}]')
    return scenario


def files_of(search: str, *others: str) -> list[str]:
    """List the files from which a search, a tree or calls are read, so that no output overwrites these files.

    >>> files_of("engine/search.py:alphabeta")
    []
    """
    words = search.removeprefix(PREFIX)
    return [name for name in (*words.split(), words.rpartition(":")[0], *others) if name and is_file(name)]


def search_in(text: str) -> str | None:
    """Detect that the user gave a search where a tree, a file or a search of the catalogue is expected.

    Returns the text if it names a user's search, otherwise None.
    """
    place, _, name = text.rpartition(":")
    if is_program(text) or (place.endswith(".py") and name):
        return text
    return f"{text}:name" if text.endswith(".py") and is_file(text) else None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
