"""Run a command on a real pseudo-terminal."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from select import select
from typing import Final

ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
DROPPED: Final = {"CI", "COLUMNS", "NO_COLOR", "FORCE_COLOR"}  # variables of our own environment
COLOUR: Final = re.compile(r"\x1b\[[0-9;]*3[0-7][0-9;]*m")


def on_terminal(
    command: Sequence[str], columns: int, folder: Path, environment: Mapping[str, str] | None = None
) -> tuple[str, str]:
    """The command's standard output and standard error, on terminals of `columns` columns."""
    ends = [pty.openpty(), pty.openpty()]
    for _, slave in ends:
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    kept = {name: word for name, word in os.environ.items() if name not in DROPPED}
    process = subprocess.Popen(  # noqa: S603
        command,
        cwd=folder,
        env=kept | {"TERM": "xterm-256color"} | dict(environment or {}),
        stdin=subprocess.DEVNULL,
        stdout=ends[0][1],
        stderr=ends[1][1],
    )
    for _, slave in ends:
        os.close(slave)
    texts = {master: b"" for master, _ in ends}
    open_ends = set(texts)
    while open_ends:
        for master in select(open_ends, [], [])[0]:
            try:
                chunk = os.read(master, 1 << 16)
            except OSError:  # the process has closed its end
                chunk = b""
            texts[master] += chunk
            if not chunk:
                open_ends.discard(master)
                os.close(master)
    process.wait()
    out, errors = (text.decode() for text in texts.values())
    return out.replace("\r\n", "\n"), errors


def plain(text: str) -> str:
    """The text without escape sequences for colours and cursor movements."""
    return ESCAPES.sub("", text)
