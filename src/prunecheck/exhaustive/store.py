"""Save results in a file, so that a check of all small trees can be continued after an interruption."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

import msgspec

from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.results import ShardResult
from prunecheck.exhaustive.scope import Scope, Shard

FOLDER: Final = Path(".prunecheck", "exhaustive")


class ScopeTask(msgspec.Struct, frozen=True):
    """What to check exhaustively: a search, its calling convention, contracts and a scope.

    `source` is a hash of the code.
    """

    search: str
    source: str
    contracts: tuple[str, ...]
    scope: Scope
    convention: str = ""

    @property
    def path(self) -> Path:
        """The path of the file for the results.

        Each combination of search, calling convention, scope and contracts has its own file.
        """
        name = "".join(letter if letter.isalnum() else "-" for letter in self.search)[-40:].strip("-")
        key = sha256(msgspec.json.encode((self.search, self.convention, self.contracts, self.scope))).hexdigest()[:12]
        return FOLDER / f"{name}-{key}.jsonl"


class Store:
    """The file with the results of an exhaustive check so far.

    The file has a line of JSON for the task, then one line for each result.
    """

    def __init__(self, path: Path, task: ScopeTask) -> None:
        """Store the path and the task, without reading or writing the file."""
        self.path = path
        self.task = task
        self.results: dict[Shard, ShardResult] = {}

    @classmethod
    def start(cls, task: ScopeTask) -> Self:
        """Start without results, and delete the results of an earlier run from the file.

        Raises: PreconditionError if the file cannot be written.
        """
        store = cls(task.path, task)
        store._write(msgspec.json.encode(task), "w")
        return store

    @classmethod
    def resume(cls, task: ScopeTask) -> Self:
        """Read the results of the last run of this task from the file.

        There are no results if the task has never run, or if any code has changed since its last run.
        Raises: PreconditionError if the file cannot be read or written.
        """
        store = cls(task.path, task)
        try:
            lines = store.path.read_bytes().splitlines()
            before = msgspec.json.decode(lines[0], type=ScopeTask) if lines else None
        except FileNotFoundError:
            return cls.start(task)
        except (OSError, msgspec.DecodeError, UnicodeError):
            raise PreconditionError(f"{store.path} cannot be read; drop --resume to start from the beginning") from None
        if before != task:
            return cls.start(task)
        for line in lines[1:]:
            store._read(line)
        return store

    def _read(self, line: bytes) -> None:
        """Read a line of the file.

        A damaged line is skipped: after an interruption, the last line can be incomplete.
        """
        try:
            result = msgspec.json.decode(line, type=ShardResult)
        except msgspec.DecodeError:
            return
        self.results[result.shard] = result

    def add(self, results: Sequence[ShardResult]) -> None:
        """Add results to the file. Raises: PreconditionError if the file cannot be written."""
        self.results.update((result.shard, result) for result in results)
        self._write(b"\n".join(map(msgspec.json.encode, results)), "a")

    def _write(self, lines: bytes, mode: str) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            ignored = self.path.parent / ".gitignore"
            if not ignored.exists():
                ignored.write_text("# Made by prunecheck\n*\n", encoding="utf-8")
            with self.path.open(f"{mode}b") as file:
                file.write(lines + b"\n")
        except OSError as error:
            raise PreconditionError(
                f"{self.path} cannot be written: {error.strerror or error}; use another folder, or --no-cache"
            ) from None
