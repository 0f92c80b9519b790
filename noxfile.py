"""The project's checks, each a nox session; `nox` runs those that every change must pass."""

import os
import shutil
import subprocess
from pathlib import Path

import nox

nox.options.sessions = ["lint", "types", "imports", "tests", "docs"]
nox.options.default_venv_backend = "virtualenv"
nox.options.reuse_existing_virtualenvs = True

OLDEST, NEWEST = 11, 15  # minor versions of Python 3 that are looked for
EVERYTHING = ("-e", ".[native,chess,fleet,plot]")


def pythons() -> list[str]:
    """Every Python 3.11 and later that runs: on the path, or among pyenv's versions."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found: dict[str, str] = {}
    for minor in range(OLDEST, NEWEST + 1):
        on_path = shutil.which(f"python3.{minor}")
        candidates = [on_path] if on_path else []
        candidates += [str(each) for each in sorted(pyenv.glob(f"3.{minor}.*/bin/python3.{minor}"), reverse=True)]
        for candidate in candidates:
            version = subprocess.run([candidate, "-c", "import ensurepip"], capture_output=True, check=False)  # noqa: S603
            if version.returncode == 0:
                found[f"3.{minor}"] = candidate
                break
    return list(found.values())


def development(session: nox.Session, *groups: str) -> None:
    """Install the project from its source tree, with these dependency groups."""
    session.install("pip>=25.1")
    session.install(*EVERYTHING, *(word for group in groups for word in ("--group", group)))


@nox.session(python=pythons())
def tests(session: nox.Session) -> None:
    """All tests, fast and slow, on every Python that is installed; arguments are passed to pytest."""
    development(session, "test")
    session.run("pytest", "-n", "auto", "--dist", "loadfile", "-m", "", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """All tests, fast and slow, with the coverage of lines and branches of `src`, which must be at least 95 %."""
    development(session, "test")
    # coverage starts before pytest, because pytest loads our plugin before any other
    session.run("python", "-m", "coverage", "run", "-m", "pytest", "-m", "", *session.posargs)
    session.run("python", "-m", "coverage", "report", "--fail-under=95")


@nox.session
def lint(session: nox.Session) -> None:
    """Style and common bugs."""
    session.install("ruff>=0.9")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Mypy, strict, on src, tests and benchmarks."""
    development(session, "dev")
    session.run("mypy")


@nox.session
def imports(session: nox.Session) -> None:
    """The layers of imports, and that contracts and the oracle never import variants."""
    development(session, "dev")
    session.run("lint-imports")


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation, with warnings as errors, from an installed package, so that it needs no source tree."""
    session.install("pip>=25.1")
    session.install(".[plot]", "--group", "docs")
    session.run("sphinx-build", "-W", "--keep-going", "-b", "html", "docs", "docs/_build/html")


@nox.session
def bench(session: nox.Session) -> None:
    """A quick run of the asv suite on the working tree, and the speed of small pieces."""
    development(session, "dev")
    session.run("asv", "machine", "--yes")
    session.run("asv", "run", "--python=same", "--launch-method", "forkserver", "--quick", "--show-stderr", "--dry-run")
    session.run("python", "-m", "pytest", "benchmarks", "--benchmark-only")


@nox.session
def dashboard(session: nox.Session) -> None:
    """The exact counts of the last commits as pages in `.asv/dashboard`; arguments go to `benchmarks.dashboard`."""
    session.install("pip>=25.1")
    session.install("-e", ".", "--group", "dashboard")
    session.run("python", "-m", "benchmarks.dashboard", "-o", ".asv/dashboard", *session.posargs)


@nox.session
def mutation(session: nox.Session) -> None:
    """Mutation tests: every mutant of our own searches must fail a test, or be listed as equivalent."""
    development(session, "mutation")
    session.run("python", "-m", "benchmarks.mutation", *session.posargs)
