"""Find a remedy for a program that replies with a wrong value, from the changes that make its replies right."""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.oracle.minimax import value
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.external.program_subject import LEAVES, PARTS, REPLY, ProgramSubject
from prunecheck.subjects.external.samples import Sample, samples
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.views.cut import cut

NEW_PROCESS: Final = "in a new process, the reply is right: "
Search = Callable[[Sample], Number]


def remedy_for_value(subject: ProgramSubject, sample: Sample, found: Number) -> str:
    """Say how to fix a program that replied to `sample` with the wrong value `found`."""
    if remedy := remedy_for_memory(subject, sample):
        return remedy
    if sample.depth is not None and found == value(deeper := cut(sample.tree, sample.depth + 1), deeper.root):
        return 'this is the value of a deeper search: stop at "depth" plies below node 0, with the node\'s "value"'
    said = subject.program.capabilities
    others = [other for other in samples(subject.program.domain) if other.needs is None or other.needs in said.takes]
    for remedy, search in _changes(subject):
        if all(_is_right(search, other) for other in (sample, *others)):
            return remedy
    return (
        "check which side moves at each node, the depth, the initial best value, the window of each recursive call, "
        f'and that the declared viewpoint ("{said.viewpoint}") applies to all values'
    )


def remedy_for_memory(subject: ProgramSubject, sample: Sample) -> str:
    """Say how to fix a program whose reply to `sample` was wrong, but is right in a new process.

    Returns an empty text if the reply is also wrong in a new process.
    """
    if not _is_right(lambda other: other.value_from(subject.with_exchanged(())), sample):
        return ""
    if subject.program.capabilities.memory:
        return f"{NEW_PROCESS}at clear, forget everything that earlier searches stored"
    return f'{NEW_PROCESS}forget earlier searches before each search, or declare "memory":true in the reply to hello'


def _changes(subject: ProgramSubject) -> Iterator[tuple[str, Search]]:
    """Yield changes to requests and replies, each with the remedy for the bug that the change makes harmless.

    Each search starts a new process.
    """

    def changed(sample: Sample, *, parts: Collection[str] = (), **how: Any) -> Number:
        return sample.value_from(subject.with_exchanged(parts), **how)

    said = subject.program.capabilities
    if "window" in said.takes:
        remedy = 'the reply is right if alpha and beta are exchanged: "alpha" is the lower end of the window'
        yield remedy, partial(changed, alpha=INF, beta=-INF)
    if "depth" in said.takes:
        remedy = 'the reply is right for "depth" + 1: "depth" is the number of plies below node 0'
        yield remedy, partial(changed, spare_plies=1)
    other = "mover" if said.viewpoint == "MAX" else "MAX"
    remedy = f'the reply is right from the other point of view: declare "viewpoint":"{other}"'
    yield remedy, partial(changed, parts=PARTS)
    declared = f'the declared viewpoint is "{said.viewpoint}"'
    yield f"the reply is right if it is negated when MIN moves first: {declared}", partial(changed, parts=(REPLY,))
    yield f"the reply is right if leaves where MIN moves are negated: {declared}", partial(changed, parts=(LEAVES,))


def _is_right(search: Search, sample: Sample) -> bool:
    """False also if the program or prunecheck refuses the request."""
    try:
        return search(sample) == sample.truth
    except (PreconditionError, SubjectError):
        return False
