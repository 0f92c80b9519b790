"""On a system without fork, alarm signals and `resource`, such as Windows, a search is judged in a new process.

Every test runs prunecheck in a Python whose `sitecustomize` hides from the package what Windows does not have. Other
libraries still see it: they have code of their own for Windows.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

HIDING: Final = """
import builtins, os, signal, sys
from types import ModuleType

MISSING = {"fcntl", "grp", "pty", "pwd", "resource", "select", "termios", "tty"}
ATTRIBUTES = {
    "os": {"fork", "forkpty", "getpgid", "getuid", "killpg", "register_at_fork", "setsid", "set_blocking", "wait4"},
    "signal": {"alarm", "getitimer", "setitimer", "ITIMER_REAL", "SIGALRM", "SIGHUP", "SIGKILL", "pthread_kill"},
}


def without(module, names):
    copy = ModuleType(module.__name__)
    copy.__dict__.update({name: value for name, value in vars(module).items() if name not in names})
    return copy


hidden = {name: without(sys.modules[name], names) for name, names in ATTRIBUTES.items()}
real = builtins.__import__


def hiding(name, globals=None, locals=None, fromlist=(), level=0):
    if globals is not None and str(globals.get("__name__")).partition(".")[0] == "prunecheck":
        if name in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name in hidden:
            return hidden[name]
    return real(name, globals, locals, fromlist, level)


builtins.__import__ = hiding

if "HANGS" in os.environ:  # several calls that hang are made, one after another
    import prunecheck.verify.budgets as budgets
    budgets.SILENCE, budgets.CRASH_SHRINKING = 3.0, 5.0
"""
IMPORT_ALL: Final = """
import importlib, os, pkgutil, prunecheck
names = [each.name for each in pkgutil.walk_packages(prunecheck.__path__, "prunecheck.")]
for name in names:
    if not name.endswith(("__main__", ".games.chess")):
        importlib.import_module(name)
from prunecheck.subjects.sandbox import time_limits, shared_memory
assert not shared_memory.CAN_FORK
assert not time_limits.HAS_ALARM
print(len(names))
"""
ENGINE: Final = '''
import os

class Counting:
    """Right, until what a subclass does."""

    def __init__(self):
        self.calls = 0

    def search(self, node, depth, alpha, beta):
        self.calls += 1
        return negamax(node, depth, alpha, beta)

def negamax(node, depth, alpha, beta):
    children = node.children()
    if not children or depth == 0:
        return node.evaluate()
    best = float("-inf")
    for child in children:
        best = max(best, -negamax(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best

def wrong(node, depth, alpha, beta):
    return max(0, negamax(node, depth, alpha, beta))

def hangs(node, depth, alpha, beta):
    while len(node.children()) == 3:
        pass
    return negamax(node, depth, alpha, beta)

def crashes(node, depth, alpha, beta):
    if len(node.children()) == 3:
        os._exit(7)
    return negamax(node, depth, alpha, beta)
'''

pytestmark = pytest.mark.slow  # each test starts several processes, one after another


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the engine, and a `sitecustomize` that hides what Windows does not have."""
    found = tmp_path_factory.mktemp("windows")
    (found / "sitecustomize.py").write_text(HIDING, encoding="utf-8")
    (found / "engine.py").write_text(ENGINE, encoding="utf-8")
    return found


def run(folder: Path, *words: str, **environment: str) -> tuple[int, str]:
    """The exit status and the output of a Python run with these arguments in that folder."""
    done = subprocess.run(  # noqa: S603  # this Python
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])} | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def verify(folder: Path, *words: str) -> tuple[int, str]:
    """The exit status and the output of `prunecheck verify`; a search that hangs is ended sooner than for users."""
    environment = {"HANGS": "yes"} if "engine.py:hangs" in words else {}
    return run(folder, "-m", "prunecheck", "verify", *words, **environment)


def test_every_module_can_be_imported(folder: Path) -> None:
    """The modules find that fork is missing."""
    status, said = run(folder, "-c", IMPORT_ALL)
    assert status == 0, said
    assert int(said) > 200


@pytest.mark.parametrize(
    ("words", "status", "line"),
    [
        (("--variant", "f2", "--quick"), 0, "PASS  1 variant: 7 claims hold"),
        (("engine.py:negamax",), 0, "evaluates exactly the leaves of alpha-beta"),
        (("engine.py:Counting",), 0, "sequences of searches"),
        (("engine.py:wrong",), 1, "--tree -1 --window -inf inf"),
        (("engine.py:crashes",), 1, "crash: ended with exit status 7"),
        (("engine.py:hangs",), 1, "timeout: no answer within 3.4 s"),
        (
            ("engine.py:hangs", "--tree", "[1, 2, 3]", "--takes", "node,depth,alpha,beta"),
            1,
            "timeout: no answer within 3.4 s",
        ),
        (("engine.py:missing",), 2, "prunecheck: error: unknown name 'missing' in engine.py"),
        (("pipe:cat",), 2, "external programs need Linux or macOS; on Windows, run prunecheck in WSL"),
    ],
    ids=["form", "right", "instance", "wrong", "crashing", "hanging", "rerun", "missing", "program"],
)
def test_searches_are_judged_in_a_process_that_is_started(
    words: tuple[str, ...], status: int, line: str, folder: Path
) -> None:
    """The searches are right, wrong, crashing or hanging; an external program is refused."""
    effort = () if "--quick" in words else ("--effort", "quick", "--examples", "30", "--seconds", "0.2")
    found, said = verify(folder, *words, *effort)
    assert (found, line in said) == (status, True), said
