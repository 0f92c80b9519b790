"""The members of the zoo in their files, and the run of one of them: its verdict, and its cost."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import msgspec

from prunecheck import verify_search
from prunecheck.errors import PrunecheckError
from prunecheck.report.sheet import OWN_GAME
from prunecheck.subjects.find import find_subject
from prunecheck.verify.budgets import EFFORTS
from prunecheck.verify.options import Options
from prunecheck.verify.outcomes import Severity
from prunecheck.verify.plan import OnProgress, Plan
from prunecheck.verify.trial import verify_subject
from prunecheck.verify.trial_result import TrialResult

ZOO: Final = Path(__file__).parent.parent / "tests" / "zoo"
FOLDERS: Final = {  # the folder of each group; repaired searches come from the files of the wrong ones
    "wrong": "wrong",
    "repaired": "wrong",
    "right": "right",
    "hard-wired wrong": "hardwired_wrong",
    "hard-wired repaired": "hardwired_wrong",
    "hard-wired right": "hardwired_right",
}
MARK: Final = re.compile(r"^( *)# (repair|missing): (.+)$")
EXAMPLES, SECONDS = EFFORTS["default"]
WASTE: Final = "waste"
UNCALLABLE: Final = "no way to call it"


@dataclass(frozen=True, slots=True)
class Member:
    """A search of the zoo. `breaks` is the contract that the verdict should name; it is empty for a correct search.

    `says` describes the bug or the style of the search; `models` is the address of a public report of such a bug, if
    there is one; `declares` are options of `prunecheck verify`, each with its value. A search that only knows its own
    game has three expressions, which use names from its file: `start` calls the search, `plain` computes the value by
    plain minimax, and `value` is appended to the search's result to get the value in it, such as `[0]`.
    """

    name: str
    file: Path
    says: str
    breaks: tuple[str, ...] = ()
    models: str = ""
    declares: tuple[tuple[str, str], ...] = ()
    start: str | None = None
    plain: str = ""
    value: str = ""

    @property
    def kind(self) -> str:
        """The name of the file."""
        return self.file.stem

    @property
    def title(self) -> str:
        """The kind and the name, which together are unique."""
        return f"{self.kind}.{self.name}"


def members(folder: str) -> tuple[Member, ...]:
    """The searches in a folder of the zoo, in the order of their files."""
    return tuple(member for file in sorted((ZOO / folder).glob("*.py")) for member in _in_file(file))


def _in_file(file: Path) -> Iterator[Member]:
    for statement in ast.parse(file.read_text(encoding="utf-8")).body:
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
            continue
        yield from _described(statement, statement.name, file)
        for method in statement.body:
            if isinstance(statement, ast.ClassDef) and isinstance(method, ast.FunctionDef):
                yield from _described(method, f"{statement.name}.{method.name}", file)


def _described(definition: ast.FunctionDef | ast.ClassDef, name: str, file: Path) -> Iterator[Member]:
    """The member that a docstring describes, or None."""
    told = (ast.get_docstring(definition) or "").split("\n")
    word, _, says = told[0].partition(": ")
    if word not in ("Bug", "Style"):
        return
    fields = dict(line.removesuffix(".").split(": ", 1) for line in told[1:] if line)
    breaks = tuple(fields["Breaks"].split(", ")) if "Breaks" in fields else ()
    options = [option.split() for option in fields.get("Declares", "").split(", ") if option]
    yield Member(
        name,
        file,
        says,
        breaks,
        fields.get("Models", ""),
        tuple((option, word) for option, word in options),
        fields.get("Start"),
        fields.get("Plain", ""),
        fields.get("Value", ""),
    )


def repaired(text: str) -> str:
    """The text of a file in which each bug is repaired; a new line has the indentation of its mark.

    A comment `# repair:` gives the correct next line; a comment `# missing:` gives a line to insert there.
    """
    lines: list[str] = []
    given = iter(text.splitlines())
    for line in given:
        mark = MARK.match(line)
        lines.append(f"{mark[1]}{mark[3]}" if mark else line)
        if mark and mark[2] == "repair":
            next(given)
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a run. `broken` are the contracts that the search violated, empty if it passed.

    The other fields are the number of trees, the seconds, and, for a refuted search, the leaves of its smallest
    witness. `detail` says how the search was called, or why it was not; for a search with a starting call, it is the
    status of its verdict. `interrupted` is true if Ctrl-C came before the end.
    """

    broken: tuple[str, ...]
    trees: int
    seconds: float
    leaves: int | None
    detail: str
    interrupted: bool = False


def outcome(
    name: str,
    *,
    seed: int,
    examples: int = EXAMPLES,
    seconds: float = SECONDS,
    declares: tuple[tuple[str, str], ...] = (),
    start: str | None = None,
) -> Outcome:
    """Run `prunecheck verify` on `path:name` with the options that it `declares`, or with its starting call."""
    begin = perf_counter()
    said: dict[str, Any] = dict(declares)
    try:
        if start is not None:
            verdict = verify_search(name, start=start, seed=seed, examples=examples, **said)
            return _summed(verdict.tried, begin, verdict.status)
        subject = find_subject(name, declared=Options(name, **said).declared())
    except PrunecheckError as error:
        return Outcome((UNCALLABLE,), 0, perf_counter() - begin, None, str(error))
    try:
        found = verify_subject(subject, Plan(seed=seed, examples=examples, seconds=seconds))
    except PrunecheckError as error:  # an error of ours is not a verdict
        return Outcome((), 0, perf_counter() - begin, None, str(error))
    return _summed(found, begin, subject.traits.convention.words())


def _summed(found: TrialResult, begin: float, detail: str) -> Outcome:
    broken: list[str] = []
    leaves: list[int] = []
    for searched, failure in found.failures:
        broken.append(WASTE if failure.severity is Severity.PRUNING else failure.contract or OWN_GAME)
        claim = searched.claim(failure.contract)
        if claim is not None and claim.witness is not None:
            leaves.append(len(claim.witness.tree.leaf_values))
    took = perf_counter() - begin
    trees, interrupted = found.report.trees, found.report.interrupted
    return Outcome(tuple(dict.fromkeys(broken)), trees, took, min(leaves, default=None), detail, interrupted)


class TrialData(msgspec.Struct):
    """One run: its seed, the contracts that the search violated, and its cost."""

    seed: int
    broken: list[str]
    trees: int
    seconds: float
    leaves: int | None


def run_trial(group: str, title: str, seed: int, *, on_progress: OnProgress) -> TrialData:
    """Run the member with this title in a folder of the zoo; a repaired member is written to a temporary file.

    Raises: KeyboardInterrupt if the run is interrupted, since half a run is not a measurement.
    """
    (member,) = (search for search in members(FOLDERS[group]) if search.title == title)
    with TemporaryDirectory() as folder:
        file = member.file
        if group.endswith("repaired"):
            file = Path(folder) / member.file.name
            file.write_text(repaired(member.file.read_text(encoding="utf-8")), encoding="utf-8")
        found = outcome(f"{file}:{member.name}", seed=seed, declares=member.declares, start=member.start)
    if found.interrupted:
        raise KeyboardInterrupt
    return TrialData(seed, list(found.broken), found.trees, round(found.seconds, 2), found.leaves)
