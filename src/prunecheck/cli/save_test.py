"""`--save-test`: append a regression test for each failure to a Python file."""

import ast
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from prunecheck.errors import PreconditionError, quantity
from prunecheck.measure.comparison import write_text
from prunecheck.report.snippet import pasted_run, pasted_test
from prunecheck.report.subject_text import repeatable_failures, run_failures
from prunecheck.shell import quoted
from prunecheck.verify.outcomes import Status
from prunecheck.verify.trial_result import TrialResult

STDLIB: Final = "from pathlib import Path"


class Saved(NamedTuple):
    """Which tests were added to a file, and how many were not added, since the file already contained them."""

    added: list[str]
    known: int


def check_file(file: str) -> None:
    """Before any work is done, check that tests can be appended to a file. Raises: PreconditionError."""
    folder = Path(file).absolute().parent
    above = next(path for path in (folder, *folder.parents) if path.exists())
    if not above.is_dir():
        raise PreconditionError(f"--save-test {file}: {str(above)!r} is a file, not a folder; choose another file")
    _text_of(file)
    if not os.access(Path(file) if Path(file).exists() else above, os.W_OK):
        raise PreconditionError(f"--save-test {file}: permission denied; choose another file")


def save_tests(file: str, tried: Iterable[TrialResult]) -> Saved:
    """Append regression tests to `file`, without those that the file already contains.

    Create the file and its folder if necessary.
    Raises: PreconditionError if the file is not Python, or cannot be read or written.
    """
    text = _text_of(file)
    names, known = list[str](), 0
    for pasted in (test for result in tried for test in _tests(result, Path(file))):
        imports, _, test = pasted.partition("\n\n\n")
        if "Path(" in test:
            imports = f"{STDLIB}\n{imports}"
        body = test[test.index("(") :]
        if body in text:
            known += 1
            continue
        name = _free_name(test[len("def ") : test.index("(")], text)
        text = f"{_with_imports(text, imports).rstrip()}\n\n\ndef {name}{body}\n"
        names.append(name)
    if names:
        _make_folder(file)
        write_text(file, text.lstrip("\n"))
    return Saved(names, known)


def _tests(result: TrialResult, file: Path) -> Iterator[str]:
    """Make a regression test for each failure that a single call or a sequence of calls reproduces.

    For a failure that needs many trees, the test repeats the whole check.
    """

    def named(name: str) -> str:
        return place_in_test(name, file)

    single = [
        pasted_test(searched.verdict, claim, searched.said, named=named)
        for searched, claim in repeatable_failures(result)
    ]
    yield from single
    for searched, fail_on in () if single else list(run_failures(result))[:1]:
        yield pasted_run(searched.verdict, result.report, searched.said, fail_on=fail_on, named=named)


def saved_in_words(file: str, saved: Saved, tried: Sequence[TrialResult]) -> str:
    """Say which tests were added to the file, or why none were added."""
    if saved.added:
        added = f"{quantity(len(saved.added), 'test')} added{''.join(map(', {}'.format, saved.added))}"
        return f"{file}: {added}; run {'it' if len(saved.added) == 1 else 'them'} with {_pytest(file)}"
    if saved.known:
        why = f"the file already has {'the test' if saved.known == 1 else 'the tests'}"
    elif any(result.failures for result in tried):
        why = "the failure cannot be reproduced by calls alone"
    elif len(tried) == 1:
        why = "nothing failed" if tried[0].status is not Status.HELD else "the search passed"
    else:
        why = "nothing failed"
    return f"{file}: 0 tests added, because {why}"


def _pytest(file: str) -> str:
    """The shell command that runs the tests in `file` and, if pytest is not installed, a command to install pytest."""
    run = f"pytest {quoted(file)}"
    return run if find_spec("pytest") is not None else f"{run} (first: pip install pytest)"


def place_in_test(name: str, file: Path) -> str:
    """Make the Python expression that names a search in the test file `file`; the user gave the search as `name`.

    The path in the expression is relative to the test file, so that the test runs in any working directory.
    """
    source, _, function = name.rpartition(":")
    if not source.endswith(".py"):
        return _string(name)
    folder, place = file.absolute().parent.resolve(), Path(source).resolve()
    shared = next((path for path in (folder, *folder.parents) if place.is_relative_to(path)), None)
    if shared is None:  # on another drive
        return _string(f"{place.as_posix()}:{function}")
    up = len(folder.relative_to(shared).parts)
    start = f"{{Path(__file__).parent{f's[{up}]' if up else ''}}}"
    return f'f"{start}/{_escaped(place.relative_to(shared).as_posix())}:{_escaped(function)}"'


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _escaped(text: str) -> str:
    """Escape the braces in a text, so that it can be part of an f-string."""
    return _string(text)[1:-1].replace("{", "{{").replace("}", "}}")


def _make_folder(file: str) -> None:
    try:
        Path(file).absolute().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PreconditionError(f"--save-test {file}: {error.strerror or error}; choose another file") from None


def _text_of(file: str) -> str:
    """Read a Python file. Returns an empty text if the file is missing.

    Raises: PreconditionError if the file does not contain Python code.
    """
    path = Path(file)
    if path.suffix != ".py":
        raise PreconditionError(
            f"--save-test {file}: tests can only be saved in a Python file; give a name that ends in .py"
        )
    try:
        text = path.read_text(encoding="utf-8")
        ast.parse(text)
    except FileNotFoundError:
        return ""
    except SyntaxError as error:
        raise PreconditionError(f"--save-test {file}: SyntaxError at line {error.lineno}: {error.msg}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PreconditionError(f"--save-test {file}: {reason}; choose another file") from None
    return text


def _free_name(name: str, text: str) -> str:
    """Choose the name of a new test: `name`, or the first free name of `name_2`, `name_3` and so on."""
    taken = set(re.findall(r"^def (\w+)", text, re.MULTILINE))
    names = (name if nth == 1 else f"{name}_{nth}" for nth in range(1, len(taken) + 2))
    return next(other for other in names if other not in taken)


def _with_imports(text: str, imports: str) -> str:
    """Add import statements to the source code of a Python file.

    Names from `prunecheck` are added to an existing import of `prunecheck`; other lines are added after the last
    import.
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
            line = f"from {module} import {', '.join(missing)}"
            before = _after_imports(lines, top)
            # two groups of imports in a new file, as formatters require
            apart = module == "prunecheck" and lines[-1:] == [STDLIB]
            lines[before:before] = ["", line] if apart else [line]
    return "\n".join(lines) + "\n"


def _after_imports(lines: list[str], top: list[ast.Import | ast.ImportFrom]) -> int:
    """The index of the source line after the last import or, in a file without imports, after the docstring."""
    if top:
        return top[-1].end_lineno or len(lines)
    body = ast.parse("\n".join(lines)).body
    documented = bool(body) and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return (body[0].end_lineno or 0) if documented else 0
