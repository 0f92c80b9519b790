"""Completion in real shells: the Tab key is pressed on a terminal, in bash and zsh; fish prints its completions."""

import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from select import select
from typing import Final

import pytest

from terminals import plain

ENGINE: Final = "def alphabeta(node, alpha, beta):\n    return 0\n\n\ndef minimax(node):\n    return 0\n"
SHELLS: Final = {  # shell -> how to start it without the user's settings, and how to switch on completion
    "bash": (["--norc", "--noprofile", "-i"], 'eval "$(_PRUNECHECK_COMPLETE=bash_source prunecheck)"'),
    "zsh": (
        ["-f", "-i"],
        'autoload -Uz compinit; compinit -u -D; eval "$(_PRUNECHECK_COMPLETE=zsh_source prunecheck)"',
    ),
}
TYPED: Final = {  # what is typed before the Tab key -> the command line after it
    "verify engine.py:al": "verify engine.py:alphabeta",
    "verify deeper/engine.py:min": "verify deeper/engine.py:minimax",
    "compare --search engine.py:al": "compare --search engine.py:alphabeta",
    "show deep-cut": "show deep-cutoff",
    "verify --tree deep-cut": "verify --tree deep-cutoff",
    "bench --workload connect-three-3": "bench --workload connect-three-3x4",
    "verify --contract fishb": "verify --contract fishburn",
    "verify --variant f2,strict_t": "verify --variant f2,strict_test",
    "verify --svg engi": "verify --svg engine.py",
}


def environment(folder: Path) -> dict[str, str]:
    """The environment of a shell: `prunecheck` is on the path, and no settings of the user are read."""
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(folder), "TERM": "xterm", "PS1": "> ", "INPUTRC": os.devnull}


class Terminal:
    """A shell on a pseudo-terminal."""

    def __init__(self, shell: str, folder: Path) -> None:
        """Start the shell in this folder."""
        words, _ = SHELLS[shell]
        self._process, self._end = pty.fork()
        if self._process == 0:
            os.chdir(folder)
            os.execvpe(shell, [shell, *words], environment(folder))  # noqa: S606

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._end, keys.encode())

    def read_until(self, done: Callable[[str], bool], seconds: float = 20) -> str:
        """The text on the screen since the last call, when it is as wanted, or time is up."""
        text, end = b"", time.monotonic() + seconds
        while not done(plain(text.decode(errors="replace"))) and time.monotonic() < end:
            if select([self._end], [], [], 0.2)[0]:
                text += os.read(self._end, 1 << 16)
        return plain(text.decode(errors="replace"))

    def close(self) -> None:
        """End the shell."""
        os.close(self._end)
        os.waitpid(self._process, 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two engines, and the program `prunecheck`."""
    place = tmp_path_factory.mktemp("completion")
    for name in ("engine.py", "deeper/engine.py", "bin/prunecheck"):
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(ENGINE, encoding="utf-8")
    (place / "bin" / "prunecheck").write_text(f'#!/bin/sh\nexec {sys.executable} -m prunecheck "$@"\n')
    (place / "bin" / "prunecheck").chmod(0o755)
    return place


@pytest.fixture(scope="module", params=SHELLS)
def terminal(request: pytest.FixtureRequest, folder: Path) -> Iterator[Terminal]:
    """A shell with completion."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    terminal = Terminal(request.param, folder)
    terminal.type(f"{SHELLS[request.param][1]}; echo rea''dy\r")
    assert "ready" in terminal.read_until(lambda text: "ready" in text.replace("rea''dy", ""))
    yield terminal
    terminal.close()


@pytest.mark.fast_cases("bash-verify engine.py:al")
@pytest.mark.parametrize("typed", TYPED)
def test_the_tab_key_completes_the_word(typed: str, terminal: Terminal) -> None:
    """The shell itself prints the completed command line, since `echo` is put in front of it."""
    terminal.type(f"prunecheck {typed}\t")
    wanted = TYPED[typed].rpartition(" ")[2]
    terminal.read_until(lambda text: wanted in re.sub(r"\s", "", text))
    terminal.type("\x01echo now: \r")
    line = terminal.read_until(lambda text: "\nnow: prunecheck" in text.replace("\r", ""))
    printed = [part.strip() for part in line.replace("\r", "\n").splitlines() if part.startswith("now: ")]
    assert printed == [f"now: prunecheck {TYPED[typed]}"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize("typed", TYPED)
def test_fish_completes_the_word(typed: str, folder: Path) -> None:
    """Fish prints one completion."""
    code = f"_PRUNECHECK_COMPLETE=fish_source prunecheck | source; complete -C {shlex.quote(f'prunecheck {typed}')}"
    command = ["fish", "--no-config", "-c", code]
    done = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False)  # noqa: S603
    assert done.stdout.split() == [TYPED[typed].rpartition(" ")[2]]


def test_completion_items_need_not_be_generic() -> None:
    """The class is generic only from click 8.5 on, and every command must also start with an older version."""
    code = (
        "from click import shell_completion\n"
        "class CompletionItem: pass\n"
        "shell_completion.CompletionItem = CompletionItem\n"
        "from prunecheck import cli; cli.run(['--version'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)  # noqa: S603
    assert done.stdout.startswith("prunecheck, version "), done.stderr
