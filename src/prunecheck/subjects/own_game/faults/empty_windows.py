"""Find a program whose first window is empty, such as (inf, 0), so that its search stops after one move."""

from collections.abc import Iterator

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.recording.window_parameters import first_window
from prunecheck.subjects.source.parameters import is_named
from prunecheck.trees.values import show


def passes_empty_window(program: OwnProgram, function: str) -> Iterator[str]:
    """Yield a bug if some function of the program calls `function` with an empty window, such as (inf, 0)."""
    takes, window = program.recorder.parameters(function), first_window(program)
    if not window or not all(map(is_number, window)) or window[0] < window[1]:
        return
    by_name = is_named(takes.alpha, Role.ALPHA) and is_named(takes.beta, Role.BETA)
    if by_name and function.rpartition(".")[2] not in program.names_in_start:
        yield (
            f"calls `{function}` in the window ({', '.join(map(show, window))}), in which alpha is not below beta; "
            "perhaps arguments are passed in a wrong order"
        )
