"""A program over a pipe as a subject: `pipe:COMMAND`.

To a program that takes whole numbers alone, a window that ends between two leaves which differ by one is shown with all
values times four, where it takes those. The order of values, all that a search can go by, is the same.
"""

from functools import partial
from typing import Final

from prunecheck.errors import PreconditionError, SubjectError, printable
from prunecheck.subjects.convention import Convention, Eyes, NodeKind, Returns, Role
from prunecheck.subjects.domain import Turns
from prunecheck.subjects.living import LivingProgram
from prunecheck.subjects.process import open_program
from prunecheck.subjects.process.calling import ProgramSearch
from prunecheck.subjects.process.child import budget_of
from prunecheck.subjects.subject import Subject

PREFIX: Final = "pipe:"
FOURFOLD: Final = 4


def is_program(text: str) -> bool:
    """True where `text` names a program by its command."""
    return text.startswith(PREFIX)


def program_subject(text: str, *, seconds: float, turns: Turns | None = None) -> Subject:
    """The program that `pipe:COMMAND` starts; `seconds` is its time for one answer.

    Unless `turns` says otherwise, a player may move several times in a row where the program takes such trees.
    Raises: PreconditionError where it cannot be started, or does not shake hands, of which `prunecheck doctor` tells
    more; or where it does not take trees of these `turns`.
    """
    command = text.removeprefix(PREFIX)
    try:
        opened = open_program(command, budget=budget_of(seconds))
    except SubjectError as error:
        raise PreconditionError(
            f"{command}: {printable(str(error))}; see what it answers with: prunecheck doctor {command}"
        ) from None
    said = opened.capabilities
    able = Turns.ANY if "turns" in said.takes else Turns.ALTERNATE
    if turns is Turns.ANY and able is not turns:
        opened.close()
        raise PreconditionError(
            f"{command} takes only trees whose players alternate; leave --turns any out, "
            'or say "turns" in "takes" of its reply to hello'
        )
    takes = tuple(
        role
        for role, word in ((Role.NODE, ""), (Role.DEPTH, "depth"), (Role.ALPHA, "window"), (Role.BETA, "window"))
        if not word or word in said.takes
    )
    eyes = Eyes.MOVER if said.viewpoint == "mover" else Eyes.MAX
    times = FOURFOLD if said.values == "int" else 1
    search = opened.multiplied(times)
    return Subject(
        name=text,
        search=search,
        kept=None,
        convention=Convention(
            takes=takes,
            names=tuple(role.value for role in takes),
            node=NodeKind.MESSAGE,
            values=eyes,
            answers=eyes,
            returns=Returns.VALUE_MOVE if "move" in said.gives else Returns.VALUE,
        ),
        tells_line="line" in said.gives,
        tells_table="table" in said.gives,
        sees_reads="leaves" in said.gives,
        numbers=opened.domain,
        turns=turns or able,
        living=partial(LivingProgram, search) if said.memory else None,
        anew=partial(_restarted, search),
        close=opened.close,
    )


def _restarted(search: ProgramSearch) -> ProgramSearch:
    """The search of a process that has seen no other."""
    search.restart()
    return search
