"""Restore the state of the user's modules that stay loaded when the module with the search is executed again."""

import contextlib
import copy
import types
from collections.abc import Iterable, Iterator
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.fingerprints import (
    data_elsewhere,
    data_of,
    data_with_names,
    is_code,
    modules_used_by,
    plain_data_of,
)
from prunecheck.subjects.own_game.hooks.large_lists import LargeList

IMPORTED: Final = ""  # stands for the classes and functions that the search's module imports


class StateOutside:
    """The state of user modules that do not contain the search: variables, default arguments, and objects."""

    def __init__(self) -> None:
        self._modules: dict[str, tuple[types.ModuleType, dict[str, Any]]] = {}
        self._objects: list[tuple[Any, dict[str, Any]]] = []

    def add_imported_by(self, module: types.ModuleType) -> None:
        """After each execution of the search's module, save the data that its imported classes and functions contain.

        After the first execution, also save numbers, lists and other plain data of the modules that the search's module
        imports.
        """
        first = IMPORTED not in self._modules
        self._modules[IMPORTED] = module, copied(data_elsewhere(module))
        if first:
            self.add_used_by([module])

    def add(self, modules: Iterable[types.ModuleType]) -> None:
        """Save copies of all data in these modules."""
        for module in modules:
            self._add(module, data_of(module))

    def add_used_by(self, modules: Iterable[types.ModuleType]) -> None:
        """Save numbers, lists and other plain data of the user modules that `modules` import, even indirectly."""
        used = {used_module.__name__: used_module for module in modules for used_module in modules_used_by(module)}
        for name, used_module in used.items():
            if name not in self._modules:
                self._add(used_module, plain_data_of(used_module))

    def _add(self, module: types.ModuleType, data: dict[str, Any]) -> None:
        defaults = shared_defaults(module)
        self._modules[module.__name__] = module, copied(data.items())
        self._modules[f"{module.__name__} defaults"] = defaults, copied(vars(defaults).items())
        for held in _objects_in(module):
            with contextlib.suppress(Exception):  # a lock or a file cannot be copied
                self._objects.append((held, _attributes(held, vars(held))))

    def put_back(self) -> None:
        """Reset module variables and default arguments that a run has changed."""
        for module, state in self._modules.values():
            held = data_with_names(module, state)
            put_back(module, {name: was for name, was in state.items() if _differs(held.get(name), was)})

    def put_back_objects(self) -> None:
        """Reset the objects in modules' variables, such as a board with moves that were not taken back."""
        for held, was in self._objects:
            with contextlib.suppress(Exception):
                again = _attributes(held, was)
                vars(held).clear()
                vars(held).update(again)


def shared_defaults(module: types.ModuleType) -> types.ModuleType:
    """Make a module object whose variables are the lists, dictionaries and sets that are default values in `module`.

    For example, if a class has `def __init__(self, cells=[0] * 9)`, all its boards have the same list of cells. The
    lists, dictionaries and sets in the new module object can then be saved and reset like any module's variables.
    """
    holder = types.ModuleType(module.__name__)
    vars(holder).update((f"default {nth}", held) for nth, held in enumerate(_defaults_in(module)))
    return holder


def _defaults_in(module: types.ModuleType) -> Iterator[list[Any] | dict[Any, Any] | set[Any]]:
    for owner in [module, *(kind for kind in vars(module).values() if isinstance(kind, type))]:
        for function in list(vars(owner).values()):
            if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
                for held in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
                    if isinstance(held, list | dict | set):
                        yield held


def _objects_in(module: types.ModuleType) -> Iterator[Any]:
    """Yield the objects that are variables of a module, such as a board."""
    for name, held in vars(module).items():
        if not (name.startswith("__") or is_code(held)) and hasattr(held, "__dict__"):
            yield held


def _attributes(held: Any, attributes: dict[str, Any]) -> dict[str, Any]:
    """Copy the `attributes` of the object `held`. If an attribute refers to `held`, its copy also refers to `held`."""
    return copy.deepcopy(attributes, {id(held): held, **_large_lists(attributes.values())})


def copy_of(held: Any) -> Any:
    """Return a deep copy of a value."""
    return copy.deepcopy(held, _large_lists([held, *getattr(held, "__dict__", {}).values()]))


def _large_lists(values: Iterable[Any]) -> dict[int, Any]:
    """Return a memo for `deepcopy` (address -> copy) with the lists that `deepcopy` would copy slowly.

    A `LargeList` is not copied, because it can undo its own changes. A list that only contains None is copied quickly
    by `list.copy`.
    """
    lists = [held for held in values if isinstance(held, list)]
    empty = {id(held): held.copy() for held in lists if all(item is None for item in held)}
    return empty | {id(held): held for held in lists if isinstance(held, LargeList)}


def copied(named: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return copies of named values. Values that cannot be copied are omitted."""
    found: dict[str, Any] = {}
    for name, held in named:
        with contextlib.suppress(Exception):
            found[name] = copy_of(held)
    return found


def _differs(held: Any, original: Any) -> bool:
    """True if a value differs from its original value, or if the two values cannot be compared."""
    try:
        return bool(held != original)
    except Exception:  # such as for arrays
        return True


def put_back(module: types.ModuleType, originals: dict[str, Any]) -> None:
    """Reset variables of a module to their original values. Lists, dictionaries and sets are reset in place."""
    data = data_with_names(module, originals)
    for name, original in originals.items():
        held = data.get(name)
        if held is original:
            continue
        if isinstance(held, list) and isinstance(original, list):
            held[:] = copy_of(original)
        elif isinstance(held, dict | set) and type(held) is type(original):
            held.clear()
            held.update(copy_of(original))
        else:
            owner, _, attribute = name.rpartition(".")
            setattr(vars(module)[owner] if owner else module, attribute, copy_of(original))
