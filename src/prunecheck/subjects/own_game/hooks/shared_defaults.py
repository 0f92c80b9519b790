"""Find lists, dictionaries and sets that are defaults of parameters: all calls of a function share them."""

import types
from collections.abc import Iterator


def shared_defaults(module: types.ModuleType) -> types.ModuleType:
    """Return a module whose variables are the containers that are defaults of parameters in `module`.

    For example, if a class has `def __init__(self, cells=[0] * 9)`, all its boards have the same list of cells.
    """
    holder = types.ModuleType(module.__name__)
    vars(holder).update((f"default {nth}", held) for nth, held in enumerate(_containers(module)))
    return holder


def _containers(module: types.ModuleType) -> Iterator[list[object] | dict[object, object] | set[object]]:
    for owner in [module, *(kind for kind in vars(module).values() if isinstance(kind, type))]:
        for function in list(vars(owner).values()):
            if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
                for held in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
                    if isinstance(held, list | dict | set):
                        yield held
