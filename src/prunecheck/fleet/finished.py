"""Save the results of finished tasks in `.prunecheck/finished/`, so that an interrupted run can be resumed.

A file's name is a hash of everything that the result depends on: the function, the arguments, the content of the task's
files, and the versions of prunecheck and Hypothesis.
"""

import hashlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from prunecheck.fleet.encoding import decode, encode
from prunecheck.fleet.task import Task, digest
from prunecheck.fleet.versions import versions
from prunecheck.verify.earlier_failures import FOLDER, make_folder

FINISHED: Final = "finished"


@dataclass(slots=True)
class FinishedResults:
    """Results of finished tasks, saved in a folder inside the project. `notes` lists problems with the folder."""

    project: Path = field(default_factory=Path)
    notes: list[str] = field(default_factory=list)
    _digests: dict[str, str] = field(default_factory=dict)  # digests of files, which many tasks share

    def get(self, task: Task[Any]) -> Any | None:
        """The saved result of a task. Returns None if no result was saved, or if the file is damaged."""
        with suppress(OSError, ValueError):
            return decode(self._file(task).read_bytes())
        return None

    def keep(self, task: Task[Any], value: object) -> None:
        """Save the result of a task. If the folder cannot be written, add one note to `notes`."""
        file = self._file(task)
        part = file.with_suffix(".part")
        try:
            make_folder(self.project)
            file.parent.mkdir(exist_ok=True)
            part.write_bytes(encode(value))
            part.replace(file)  # an atomic replacement, so that a killed run leaves no incomplete file
        except OSError as error:
            if not self.notes:
                why = error.strerror or str(error)
                self.notes.append(f"cannot write to {FOLDER}/: {why}; results are not saved for --resume")

    def _file(self, task: Task[Any]) -> Path:
        return self.project / FOLDER / FINISHED / self.key(task)

    def key(self, task: Task[Any]) -> str:
        """A hash of everything that the result of a task depends on.

        Raises: TypeError if an argument cannot be encoded.
        """
        for file in task.files:
            self._digests[file] = self._digests.get(file) or digest(file)
        files = [(file, self._digests[file]) for file in task.files]
        return hashlib.sha256(encode((versions(), task.function, task.arguments, files))).hexdigest()
