"""Sphinx: the documents as web pages, with a reference of all modules."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING

import prunecheck

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from drawn import draw_plots  # noqa: E402  # it stands beside this file, which Sphinx does not look at by itself
from pages import write_pages  # noqa: E402  # likewise

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "prunecheck"
author = "The prunecheck developers"
copyright = author  # noqa: A001  # Sphinx asks for this name
version = release = prunecheck.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
myst_heading_anchors = 3
default_role = "code"  # docstrings write names between single backquotes
nitpicky = True
nitpick_ignore_regex = [
    ("py:class", r"(?!prunecheck\.).*"),  # other projects' types, and aliases that are written as they are
    ("py:obj", r"typing\.Literal\[.*"),
    ("py:class", r"prunecheck\..*\.([A-Z]|[A-Z]_co|_\w+)"),  # type variables and private classes
]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

html_theme = "furo"
html_title = "prunecheck"
html_static_path = ["_static"]
html_css_files = ["wide.css"]


def reference() -> Iterator[str]:
    """A section for each module; a package says what its room is for, its modules have the rest."""
    for module in walk_packages(prunecheck.__path__, "prunecheck."):
        if not re.search(r"\.(__main__|pytest_\w+)$", module.name):  # what is run, or called by pytest alone
            rank = "##" if module.name.count(".") == 1 else "###"
            members = "" if module.ispkg else "\n   :members:"
            yield f"{rank} {module.name}\n\n```{{eval-rst}}\n.. automodule:: {module.name}{members}\n```\n"


def written(_app: "Sphinx") -> None:
    """The pages of the forms and drivers are made from the catalogue, the plots by the commands beside them."""
    write_pages(HERE / "_generated")
    draw_plots(HERE / "_plots")


def prepared(_app: "Sphinx", page: str, source: list[str]) -> None:
    """The reference is filled in; the blank line that ends a doctest's output is for pytest, not for readers.

    Where a row of a table begins with the name of a variant, that leads to its page.
    """
    text = source[0].replace("\n\n```\n", "\n```\n")
    if page == "forms":
        text = re.sub(r"^\| `([a-z]\w+)` \|", r"| [`\1`](_generated/\1.md) |", text, flags=re.MULTILINE)
    source[0] = text.replace("% modules", "\n".join(reference())) if page == "api" else text


def setup(app: "Sphinx") -> None:
    """What Sphinx calls first."""
    app.connect("builder-inited", written)
    app.connect("source-read", prepared)
