"""`--save-test`: append a regression test for each failure to a Python file."""

import ast
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec import structs

from prunecheck.errors import PreconditionError
from prunecheck.measure.comparison import write_text
from prunecheck.report.snippet import pasted_test
from prunecheck.report.subject_text import repeatable_failures
from prunecheck.verify.trial import TrialResult

SIGNS: Final = (
    "pytest.ini",
    ".pytest.ini",
    "pyproject.toml",
    "tox.ini",
    "setup.cfg",
    "setup.py",
)  # files that mark pytest's rootdir


def check_file(file: str) -> None:
    """Refuse, before any work is done, a file to which no test can be appended. Raises: PreconditionError."""
    _text_of(file)
    if not Path(file).absolute().parent.is_dir():
        raise PreconditionError(f"--save-test {file}: there is no folder {str(Path(file).parent)!r}; make it first")


def save_tests(file: str, tried: Iterable[TrialResult]) -> list[str]:
    """Append the tests to `file`, or create it, and return their names. Tests that the file already has are left out.

    Raises: PreconditionError if the file is not Python, or cannot be read or written.
    """
    text = _text_of(file)
    names: list[str] = []
    for each in tried:
        for searched, claim in repeatable_failures(each):
            verdict = structs.replace(searched.verdict, name=name_in_tests(searched.verdict.name, Path(file)))
            imports, _, test = pasted_test(verdict, claim, searched.said).partition("\n\n\n")
            body = test[test.index("(") :]
            if body in text:
                continue
            name = _free_name(test[len("def ") : test.index("(")], text)
            text = f"{_with_imports(text, imports).rstrip()}\n\n\ndef {name}{body}\n"
            names.append(name)
    if names:
        write_text(file, text.lstrip("\n"))
    return names


def name_in_tests(name: str, file: Path) -> str:
    """The name of a search for a test in `file`: its path is relative to the folder in which pytest will be run.

    That folder is the nearest one above `file` with pytest or project settings. If there is none, it is the current
    folder, or the folder of `file` if that is not below the current folder.
    """
    source, _, function = name.rpartition(":")
    if not source.endswith(".py") or Path(source).is_absolute():
        return name
    folder, here = file.absolute().parent.resolve(), Path.cwd()
    usual = here if folder.is_relative_to(here) else folder
    root = next((each for each in (folder, *folder.parents) if any((each / sign).exists() for sign in SIGNS)), usual)
    return f"{Path(os.path.relpath(Path(source).resolve(), root)).as_posix()}:{function}"


def _text_of(file: str) -> str:
    """The text of a file, or an empty text if the file is missing. Raises: PreconditionError if it is not Python."""
    path = Path(file)
    if path.suffix != ".py":
        raise PreconditionError(f"--save-test {file}: a test needs a Python file; give a name that ends in .py")
    try:
        text = path.read_text(encoding="utf-8")
        ast.parse(text)
    except FileNotFoundError:
        return ""
    except SyntaxError as error:
        raise PreconditionError(f"--save-test {file}: SyntaxError at line {error.lineno}: {error.msg}") from None
    except (OSError, ValueError) as error:
        raise PreconditionError(f"--save-test {file}: {error}; choose another file") from None
    return text


def _free_name(name: str, text: str) -> str:
    """`name`; if the file already has a function of that name, with the first free number from 2 on."""
    taken = set(re.findall(r"^def (\w+)", text, re.MULTILINE))
    names = (name if nth == 1 else f"{name}_{nth}" for nth in range(1, len(taken) + 2))
    return next(each for each in names if each not in taken)


def _with_imports(text: str, imports: str) -> str:
    """Add imports to the text of a file.

    Names are added to an existing import of `prunecheck`, other lines after the last import.
    """
    lines = text.splitlines()
    for wanted in filter(None, imports.splitlines()):
        module, _, names = wanted.removeprefix("from ").partition(" import ")
        top = [node for node in ast.parse("\n".join(lines)).body if isinstance(node, ast.Import | ast.ImportFrom)]
        same = [node for node in top if isinstance(node, ast.ImportFrom) and node.module == module and not node.level]
        have = {alias.name for node in same for alias in node.names if alias.asname is None}
        missing = [name for name in names.split(", ") if name not in have]
        if not missing:
            continue
        if same and not any(alias.asname for alias in same[0].names):
            node = same[0]
            merged = ", ".join(sorted({alias.name for alias in node.names} | set(missing)))
            lines[node.lineno - 1 : node.end_lineno] = [f"from {module} import {merged}"]
        else:
            lines.insert(_after_imports(lines, top), f"from {module} import {', '.join(missing)}")
    return "\n".join(lines) + "\n"


def _after_imports(lines: list[str], top: list[ast.Import | ast.ImportFrom]) -> int:
    """The index of the line after the last import, or after the docstring of a file without imports."""
    if top:
        return top[-1].end_lineno or len(lines)
    body = ast.parse("\n".join(lines)).body
    documented = bool(body) and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return (body[0].end_lineno or 0) if documented else 0
