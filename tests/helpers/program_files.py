"""Write searches to files, and judge them."""

from pathlib import Path
from textwrap import dedent

from prunecheck import verify_search


def in_file(folder: Path, text: str, name: str, file: str = "program.py") -> str:
    """The name of a search in a file with this text."""
    path = folder / file
    path.write_text(dedent(text), encoding="utf-8")
    return f"{path}:{name}"


def passes(search: str, contract: str = "exact", **options: str) -> bool:
    """True if the search satisfies the contract on a few trees."""
    return verify_search(search, claims=[contract], examples=8, **options).sound  # type: ignore[arg-type]
