"""Let the user's other modules import the loaded copy of a module, instead of loading another copy."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any


@contextmanager
def shared(module: ModuleType, uses: Callable[[ModuleType, ModuleType], bool]) -> Iterator[None]:
    """Within a `with` block, each import of the module's file returns `module`, whatever name the import uses.

    Other copies of the file are hidden, which means that they are not in `sys.modules` within the block. If
    `uses(other, copy)` is True for one of the copies, the module `other` is hidden as well, and is loaded again when it
    is imported. At the end of the block, the hidden copies of the file are put back into `sys.modules`. Each hidden
    module `other` is also put back into `sys.modules`, unless it was loaded again within the block.
    """
    copies = copies_of(module)
    users = {
        name: other
        for name, other in _loaded()
        if name not in copies
        and other is not module
        and name != "__main__"
        and any(uses(other, copy) for copy in (module, *copies.values()))
    }
    for name in users:
        _unload(name)
    try:
        with imported(module, copies):
            yield
    finally:
        for name, other in users.items():
            if name not in sys.modules:
                _load(name, other)


def copies_of(module: ModuleType) -> dict[str, ModuleType]:
    """Return the loaded copies of a module's file, except `module` itself, by module name."""
    file = _file_of(module)
    return {name: other for name, other in _loaded() if file and other is not module and _file_of(other) == file}


def _loaded() -> list[tuple[str, ModuleType]]:
    held: list[tuple[str, Any]] = list(sys.modules.items())  # a program may put anything there
    return [(name, other) for name, other in held if isinstance(other, ModuleType)]


@contextmanager
def imported(module: ModuleType, copies: dict[str, ModuleType]) -> Iterator[None]:
    """Within a `with` block, each import of the module's file returns `module`, even an import inside a function.

    `copies` are other copies of the module, which are hidden within the block. The function `imported` takes much less
    time than `shared`.
    """
    file = _file_of(module)
    if file is None:
        yield
        return
    for name in copies:
        if name in sys.modules:
            _unload(name)
    finder = _SharedFinder(module, file)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in finder.given:
            if sys.modules.get(name) is module:
                _unload(name)
        for name, copy in copies.items():
            _load(name, copy)


def _file_of(module: ModuleType) -> str | None:
    file = vars(module).get("__file__")
    return file if isinstance(file, str) else None


def _unload(name: str) -> None:
    module = sys.modules.pop(name)
    package, _, last = name.rpartition(".")
    if package in sys.modules and vars(sys.modules[package]).get(last) is module:
        delattr(sys.modules[package], last)


def _load(name: str, module: ModuleType) -> None:
    sys.modules[name] = module
    package, _, last = name.rpartition(".")
    if package in sys.modules:
        setattr(sys.modules[package], last, module)


@dataclass(eq=False, slots=True)
class _SharedFinder(MetaPathFinder, Loader):
    """An import hook: importing a file by any name returns the module that was already loaded from the file.

    `given` contains the names by which the file has been imported.
    """

    module: ModuleType
    file: str
    given: set[str] = field(default_factory=set)
    _kept: ModuleSpec | None = None  # the module's own specification

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return a module specification for the loaded module, if an import by this name would load its file."""
        whole = Path(self.file)
        if fullname.rpartition(".")[2] != (whole.parent.name if whole.stem == "__init__" else whole.stem):
            return None
        for finder in sys.meta_path:
            found = None if isinstance(finder, _SharedFinder) else finder.find_spec(fullname, path, target)
            if found is not None:
                return spec_from_loader(fullname, self) if _is_same(found.origin, whole) else None
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the loaded module, and store its specification (`__spec__`), which `exec_module` restores."""
        self._kept = self.module.__spec__
        self.given.add(spec.name)
        return self.module

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing, since the module's code has already been run."""
        module.__spec__ = self._kept


def _is_same(origin: str | None, file: Path) -> bool:
    return origin is not None and Path(origin).resolve() == file.resolve()
