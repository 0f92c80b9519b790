"""Find the files on which the verdict on a search depends, without loading the search."""

import sys
from importlib.machinery import PathFinder
from pathlib import Path

from prunecheck.error_frames import is_library
from prunecheck.subjects.external.program_subject import PREFIX, is_program
from prunecheck.subjects.importing.places import is_file, is_file_name


def source_files(search: str) -> tuple[str, ...]:
    """List the Python files in the folder of a search, all files in its package, or the files that a command names.

    >>> "docs/examples/searches.py" in source_files("docs/examples/searches.py:wrong")
    True
    """
    if is_program(search):
        words = search.removeprefix(PREFIX).split()
        return tuple(word for word in words if is_file(word))
    place, _, _ = search.rpartition(":")
    if not place:
        return ()
    if is_file_name(place):
        return _python_files(Path(place).parent) if is_file(place) else ()
    spec = PathFinder.find_spec(place.partition(".")[0], ["", *sys.path])
    if spec is None:
        return ()
    if spec.submodule_search_locations:
        return tuple(
            file for folder in spec.submodule_search_locations for file in _python_files(Path(folder), "**/*.py")
        )
    origin = spec.origin or ""
    return (origin,) if is_library(origin) or not is_file(origin) else _python_files(Path(origin).parent)


def _python_files(folder: Path, pattern: str = "*.py") -> tuple[str, ...]:
    here = Path.cwd()
    files = (file.relative_to(here) if file.is_relative_to(here) else file for file in folder.glob(pattern))
    return tuple(sorted(file.as_posix() for file in files))
