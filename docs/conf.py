"""Sphinx: the documents as web pages, with a reference of all modules."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # the modules beside this file, and `benchmarks`

from drawn import draw_plots  # noqa: E402
from measured import with_tables  # noqa: E402
from pages import pages_listed, with_code, write_pages  # noqa: E402
from reference import packages_listed, write_reference  # noqa: E402

import prunecheck  # noqa: E402  # after the path

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "prunecheck"
author = "The prunecheck developers"
copyright = author  # noqa: A001  # Sphinx asks for this name
version = release = prunecheck.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_design"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
smartquotes = False  # texts contain quotes to type, such as player='X'
default_role = "code"  # docstrings write names between single backquotes
nitpicky = True
nitpick_ignore_regex = [
    ("py:class", r"(?!prunecheck\.).*"),  # types of other projects, and aliases, which are shown as written
    ("py:obj", r"typing\.Literal\[.*"),
    ("py:class", r"prunecheck\..*\.([A-Z]|[A-Z]_co|_\w+)"),  # type variables and private classes
]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

copybutton_prompt_text = r">>> |\.\.\. |\$ "  # prompts and output are not copied
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "prunecheck"
html_static_path = ["_static"]
html_css_files = ["wide.css"]


INDEX = re.compile(r"^<!-- index: (.+) -->$", re.MULTILINE)  # words for which a search finds this place


def write_generated(_app: "Sphinx") -> None:
    """Write the pages that are generated from the catalogue and the code, and draw the plots."""
    write_pages(HERE / "_generated")
    write_reference(HERE / "_api")
    draw_plots(HERE / "_plots")


def prepare(_app: "Sphinx", page: str, source: list[str]) -> None:
    """Fill in tables, code, lists and index entries; remove the blank line after a doctest's output.

    In `forms`, a form's name at the beginning of a table row links to its page.
    """
    text = with_code(with_tables(source[0].replace("\n\n```\n", "\n```\n")))
    text = INDEX.sub(lambda found: f"```{{index}} {', '.join(f'! {word}' for word in found[1].split(', '))}\n```", text)
    if page == "forms":
        text = re.sub(r"^\| `([a-z]\w+)` \|", r"| [`\1`](_generated/\1.md) |", text, flags=re.MULTILINE)
    lists = {"<!-- packages -->": packages_listed, "<!-- variants -->": pages_listed}
    for place, listed in lists.items():
        text = text.replace(place, listed()) if place in text else text
    source[0] = text


def setup(app: "Sphinx") -> None:
    """Connect to Sphinx, which calls this first."""
    app.connect("builder-inited", write_generated)
    app.connect("source-read", prepare)
